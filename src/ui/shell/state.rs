//! The right end of the header: the state of the connection, and the user's changes on their way. Every state has words
//! of several lengths. The longest that fit are shown, so that advice at their end is never cut.

use super::super::{Facts, Look, Role, text};
use super::{Connection, StatusLine};
use crate::base::{Timestamp, short_wait};
use crate::store::{Store, WalkState};

/// Seconds after the newest answer from which the header shows its age.
const OLD: i64 = 120;
const LIVE: &str = "live";
/// Shortest words while lists are read for the first time; they fit into the cells kept for the state.
const READING: &str = "reading";
/// Word after a number of changes.
const WAITING: &str = " waiting";
/// Cells kept for the state, so that nothing beside it moves where `live` becomes `59m old`.
pub(super) const STATE: usize = 7;
/// Seconds without any answer to a request after which the service does not count as live.
const SILENT: i64 = 3;
/// Seconds after which a change on its way is counted, and after which cancelling it is offered.
const SENDING: (i64, i64) = (2, 30);
/// Fewest parts of a change for which the sent ones are counted even while the service answers at once.
const MANY: usize = 20;
/// Width from which drafts of replies are counted beside the state; their list marks them at every width.
const WIDE: u16 = 50;
/// Seconds from which a wait requested by the service is long, so that sending at once is offered.
const LONG_WAIT: i64 = 120;

/// Parts of the state that are left out, to give the room to names of screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spare {
    Nothing,
    /// Numbers of rows of a first reading; the percentage stays.
    Rows,
    /// The percentage, too.
    Share,
    /// Number of drafts, too; the list of inquiries marks them.
    Drafts,
    /// `live`, too, if unsaved changes are counted beside it.
    Live,
    /// The word `waiting` after a number of changes, too, where a screen would lose its digit.
    Waiting,
}

impl Spare {
    /// Values that give room to names, from the one that leaves out nothing to the one that leaves out most.
    pub(super) const ALL: [Self; 5] = [Self::Nothing, Self::Rows, Self::Share, Self::Drafts, Self::Live];
}

/// Words of the state, in `room` cells if that is possible, without the parts that `spare` leaves out.
pub(super) fn words(
    status: &StatusLine,
    look: &Look<'_>,
    (room, spare): (u16, Spare),
    facts: &mut Facts,
) -> (String, Role) {
    let (mut forms, role) = forms(status, look, facts);
    if spare >= Spare::Live && look.world.store.unsaved() > 0 && forms == [LIVE] {
        forms[0].clear();
    }
    if spare == Spare::Waiting && forms.iter().any(|form| !form.ends_with(WAITING)) {
        forms.retain(|form| !form.ends_with(WAITING));
    }
    if forms.last().is_some_and(|form| form == READING) {
        forms.drain(..(spare as usize).min(forms.len() - 1));
    }
    let mut before = String::new();
    if status.readonly || look.world.readonly.is_some() {
        before.push_str("read-only  ");
    }
    if look.world.store.session().redact {
        before.push_str("redacted  ");
    }
    let (store, shortest) = (look.world.store, forms.iter().map(|form| text::width(form)).min().unwrap_or(0));
    let drafts = text::counted(store.inquiries().drafts().len() as u64, "draft", "drafts");
    let unsaved = store.unsaved() as u64;
    let says = [
        (unsaved > 0).then(|| format!("{} unsaved  ", text::grouped(unsaved))),
        (spare < Spare::Drafts && !store.inquiries().drafts().is_empty() && room >= WIDE)
            .then(|| format!("{drafts}  ")),
    ];
    for words in says.into_iter().flatten() {
        if text::width(&before) + text::width(&words) + shortest <= usize::from(room) {
            before.push_str(&words);
        }
    }
    let room = usize::from(room).saturating_sub(text::width(&before));
    let fits = forms.iter().position(|form| text::width(form) <= room).unwrap_or(forms.len() - 1);
    before.push_str(&forms[fits]);
    before.truncate(before.trim_end().len());
    (before, role)
}

/// Words of a state in several lengths, the longest first.
fn forms(status: &StatusLine, look: &Look<'_>, facts: &mut Facts) -> (Vec<String>, Role) {
    let world = &look.world;
    let now = world.now;
    let ago = |at: Timestamp| now.0.saturating_sub(world.noted(at).0).max(0);
    let mut in_seconds = |seconds: i64| facts.changes(Some(Timestamp(now.0.saturating_add(seconds.max(1)))));
    match &status.connection {
        Connection::TokenRefused => (with(&["token rejected"], status, ""), Role::Bad),
        Connection::Waiting { until } if world.noted(*until) > now => {
            let left = world.noted(*until).0 - now.0;
            // A long wait is shown in minutes, which change once a minute.
            in_seconds(if left > LONG_WAIT { (left - 1) % 60 + 1 } else { 1 });
            let way_on = if left > LONG_WAIT && status.waiting > 0 { "ctrl-r sends" } else { "" };
            (with(&[&format!("wait {}", short_wait(left))], status, way_on), Role::Warn)
        }
        connection => {
            if let Some(since) = status.sending.map(ago) {
                if since >= SENDING.0 {
                    in_seconds(1);
                    let sending = format!("sending {}", short_wait(since));
                    if since < SENDING.1 {
                        return (with(&[&sending], status, ""), Role::Warn);
                    }
                    let long = format!("a change has no answer for {}", short_wait(since));
                    return (with(&[&long, &sending], status, "ctrl-c cancels"), Role::Warn);
                }
                in_seconds(SENDING.0 - since);
            }
            match connection {
                Connection::Offline { since } => {
                    (with(&[&format!("offline since {since}"), "offline"], status, ""), Role::Bad)
                }
                Connection::Failing { short, long, again } => {
                    let way_on = if again.is_none() { "ctrl-r retries" } else { "" };
                    let again = again.map(|at| world.noted(at).0 - now.0).filter(|left| *left > 0);
                    let forms = match again {
                        Some(left) => {
                            in_seconds(1);
                            let left = short_wait(left);
                            [format!("retrying in {left}: {long}"), format!("retry {left}: {short}")]
                        }
                        None => [long.clone(), short.clone()],
                    };
                    (with(&[&forms[0], &forms[1]], status, way_on), Role::Warn)
                }
                Connection::Live { heard } => match silent(status, *heard, ago) {
                    Some(silent) if silent >= SILENT => {
                        in_seconds(1);
                        (with(&[&format!("no answer for {}", short_wait(silent))], status, ""), Role::Warn)
                    }
                    silent => {
                        if let Some(silent) = silent {
                            in_seconds(SILENT - silent);
                        }
                        match under_way(status) {
                            Some(forms) => (forms, Role::Dim),
                            None => live(*heard, look, facts),
                        }
                    }
                },
                Connection::Starting => match silent(status, None, ago) {
                    Some(silent) if silent >= SILENT => {
                        in_seconds(1);
                        (with(&[&format!("connecting, {}", short_wait(silent))], status, ""), Role::Warn)
                    }
                    silent => {
                        // Nothing was requested yet, or there is no account.
                        let Some(silent) = silent else { return (vec![String::new()], Role::Dim) };
                        in_seconds(SILENT - silent);
                        (vec!["connecting".to_owned()], Role::Dim)
                    }
                },
                Connection::Waiting { .. } | Connection::TokenRefused => live(None, look, facts),
            }
        }
    }
}

/// Seconds since a request was sent without anything coming from the service.
fn silent(status: &StatusLine, heard: Option<Timestamp>, ago: impl Fn(Timestamp) -> i64) -> Option<i64> {
    let asked = ago(status.asked?);
    Some(heard.map_or(asked, |heard| asked.min(ago(heard))))
}

/// Words while the account's lists are read for the first time: `reading 1,005 of 9,000`, `reading 11 %`.
fn first_reading(store: &Store) -> Option<Vec<String>> {
    // A list that the token may not read has no rows and is not counted.
    let begun = |walk: &WalkState| matches!(walk, WalkState::Walking { rows: 1.., .. });
    let walk = store.inquiries().first_reading().filter(begun);
    let walk = walk.or_else(|| store.domains().first_reading().filter(begun))?;
    let WalkState::Walking { rows, of } = walk else { return None };
    let in_all = of.filter(|of| *of > 0).map(|of| {
        let (all, share) = (text::grouped(of), (rows.saturating_mul(100) / of).min(99));
        // Padded to their final width, so that no name of a screen disappears while the figures grow.
        let cells = text::width(&all) * 2 + "reading  of ".len();
        let long = format!("{:>cells$}", format!("reading {} of {all}", text::grouped(rows)));
        [long, format!("{:>12}", format!("reading {share} %"))]
    });
    let forms = in_all.map_or_else(|| vec![format!("reading {}", text::grouped(rows))], Vec::from);
    Some(forms.into_iter().chain([READING.to_owned()]).collect())
}

fn live(heard: Option<Timestamp>, look: &Look<'_>, facts: &mut Facts) -> (Vec<String>, Role) {
    if let Some(reading) = first_reading(look.world.store) {
        return (reading, Role::Dim);
    }
    let now = look.world.now;
    let Some(heard) = heard.map(|heard| look.world.noted(heard)) else { return (vec![LIVE.to_owned()], Role::Dim) };
    let old = now.0.saturating_sub(heard.0);
    if old < OLD {
        facts.changes(Some(Timestamp(heard.0.saturating_add(OLD))));
        return (vec![LIVE.to_owned()], Role::Dim);
    }
    let age = heard.age(now, look.world.zone);
    facts.changes(age.changes_at);
    (vec![format!("{} old", age.text)], Role::Warn)
}

/// Words while a change of many parts is being sent: `87 of 1,200 sent`. That may be a change left by the previous run.
fn under_way(status: &StatusLine) -> Option<Vec<String>> {
    let (sent, of) = status.progress.filter(|(_, of)| *of >= MANY)?;
    Some(vec![format!("{} of {} sent", text::grouped(sent), text::grouped(of)), "sending".to_owned()])
}

/// Each base with the waiting changes, their progress and the advice, then shorter forms.
fn with(bases: &[&str], status: &StatusLine, way_on: &str) -> Vec<String> {
    let few = text::counted(status.waiting as u64, "change", "changes");
    let waits = match status.progress {
        Some((sent, of)) => {
            let sent = format!("{} of {} sent", text::grouped(sent), text::grouped(of));
            vec![format!("{few} waiting, {sent}"), sent, few]
        }
        None => vec![format!("{few}{WAITING}"), few],
    };
    let tails: Vec<String> = match (status.waiting, way_on) {
        (0, "") => vec![String::new()],
        (0, way_on) => vec![format!(" · {way_on}")],
        (_, "") => waits.iter().map(|waits| format!(" · {waits}")).collect(),
        (_, way_on) => {
            let both = waits.iter().map(|waits| format!(" · {waits} · {way_on}"));
            both.chain([format!(" · {way_on}")]).collect()
        }
    };
    bases.iter().flat_map(|base| tails.iter().map(move |tail| format!("{base}{tail}"))).collect()
}
