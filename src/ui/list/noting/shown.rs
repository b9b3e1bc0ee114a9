//! Notes about the rows of a list, as columns and as lines of a page.

use crate::base::{Moment, Timestamp, Zone};
use crate::store::Subject;
use crate::store::index::inquiries::COVER;
use crate::store::notes::{Because, Key, Record, Status, Turn};
use crate::ui::text::ago;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::{CellText, Exact};
use crate::ui::{Role, World};

/// Columns for notes with these keys.
pub fn columns(keys: &[Key]) -> impl Iterator<Item = &'static str> + use<> {
    let mut found = [("status", false), ("tags", false), ("note", false), ("snooze", false), ("remind", false)];
    for key in keys {
        match key {
            Key::Answered | Key::Heard | Key::Status => found[0].1 = true,
            Key::Tag(_) => found[1].1 = true,
            Key::Note => found[2].1 = true,
            Key::Snooze | Key::Woke => found[3].1 = true,
            Key::Remind | Key::Silence | Key::Quote => found[4].1 = true,
            // The pin is shown with the score; the other keys are about Home and Health.
            Key::Pin | Key::Weights | Key::Visits | Key::Blocks | Key::Run | Key::Goals | Key::Settled(_) => {}
        }
    }
    found.into_iter().filter(|(_, any)| *any).map(|(column, _)| column)
}

/// Cell of one of these columns.
pub fn cell<'a>(
    record: Option<&'a Record>,
    column: &str,
    covered: bool,
    (now, zone): (Timestamp, Zone),
) -> CellText<'a> {
    let Some(record) = record else { return CellText::none() };
    match column {
        "tags" => CellText::or_none(record.tag_line()),
        "note" if covered && !record.note().is_empty() => COVER.into(),
        "note" => CellText::or_none(record.note()),
        "snooze" | "wakes" => match (record.snooze(), record.woke()) {
            (Some(until), _) => CellText::from(until.at().weekday_clock(now, zone)).exact(until.at()),
            (None, Some(woke)) => {
                let until = woke.until.at();
                let due = until.weekday_clock(now, zone);
                let words = if woke.wrote { format!("wrote again, was {due}") } else { format!("back since {due}") };
                CellText::new(words, Role::Accent).exact(until)
            }
            (None, None) => CellText::none(),
        },
        _ => match record.reminder().map(|moment| moment.at()) {
            Some(at) if at <= now => {
                CellText::new(format!("due {}", at.weekday_clock(now, zone)), Role::Warn).exact(at)
            }
            Some(at) => CellText { changes_at: Some(at), ..CellText::from(at.weekday_clock(now, zone)) }.exact(at),
            None => CellText::none(),
        },
    }
}

/// Cell with whose turn an inquiry is: `your turn 3d`. An archived one waits for nobody: `archived`.
pub fn status_cell<'a>(
    record: Option<&Record>,
    put_away: Option<&'static str>,
    came: Option<Timestamp>,
    covered: bool,
    (now, zone): (Timestamp, Zone),
) -> CellText<'a> {
    let status = Status::of(record, now);
    let word = status.turn.word();
    if let Some(put_away) = put_away.filter(|_| matches!(status.turn, Turn::Mine | Turn::Theirs)) {
        return CellText::new(put_away, Role::Dim);
    }
    let said = match status.turn {
        Turn::Mine => "your turn",
        Turn::Theirs => "buyer's turn",
        Turn::Won | Turn::Lost => word,
    };
    let text = match (status.turn, status.price()) {
        (Turn::Won, Some(_)) if covered => format!("{word} {COVER}"),
        (Turn::Won, Some(price)) => format!("{word} {}", price.text()),
        (Turn::Lost, _) if !status.detail.is_empty() => format!("{word}: {}", status.detail),
        _ => {
            let since = status.since.or(came).map(|at| at.age(now, zone).text);
            format!("{said} {}", since.unwrap_or_default()).trim_end().to_owned()
        }
    };
    let role = match status.turn {
        Turn::Mine => Role::Text,
        Turn::Theirs | Turn::Lost => Role::Dim,
        Turn::Won => Role::Good,
    };
    CellText::new(text, role).exact(Exact::text(word))
}

/// Line on the turn and its reason; `None` if nothing was done yet.
fn status_line(record: &Record, covered: bool, (now, zone): (Timestamp, Zone)) -> Option<(Role, String)> {
    let status = Status::of(Some(record), now);
    let when = |at: Timestamp| ago(&at.age(now, zone).text);
    let since = when(status.since?);
    let (role, words) = match (status.turn, status.because) {
        (Turn::Won, _) => {
            let price = status.price().map(|price| if covered { COVER.to_owned() } else { price.text() });
            (Role::Good, ["won".to_owned(), price.unwrap_or_default(), since].join(" ").replace("  ", " "))
        }
        (Turn::Lost, _) if status.detail.is_empty() => (Role::Dim, format!("lost {since}")),
        (Turn::Lost, _) => (Role::Dim, format!("lost {since}: {}", status.detail)),
        (_, Because::Replied) => return Some((Role::Good, format!("answered {since} · the buyer's turn"))),
        (_, Because::Silent) => (Role::Warn, format!("your turn: no answer until the reminder, {since}")),
        (_, Because::Heard) => (Role::Warn, format!("your turn: the buyer was heard of {since}")),
        (Turn::Mine, _) => (Role::Text, format!("your turn, set {since}")),
        (Turn::Theirs, _) => (Role::Text, format!("the buyer's turn, set {since}")),
    };
    let answered = record.answered().map_or_else(String::new, |at| format!("answered {} · ", when(at)));
    Some((role, answered + &words))
}

/// Words for a reminder before and after its time.
pub fn reminder_words(key: &Key) -> (&'static str, &'static str) {
    match key {
        Key::Silence => ("reminder, if there is no answer,", "no answer until"),
        Key::Quote => ("your price stands until", "your price stood until"),
        _ => ("reminder", "reminder, due"),
    }
}

/// Lines of notes about a thing for its page: its status, its times and tags, then the user's words.
pub fn lines(about: &Subject, world: &World<'_>) -> Vec<Part> {
    let Some(record) = world.store.notes().of(about) else { return Vec::new() };
    let clock = |moment: Moment| moment.at().weekday_clock(world.now, world.zone);
    let line = Part::Text;
    let redact = world.store.session().redact;
    let status = status_line(record, redact, (world.now, world.zone)).map(|(role, words)| line(role, words));
    let snooze = record.snooze().map(|until| line(Role::Dim, format!("snoozed until {}", clock(until))));
    let woke = record.woke().map(|woke| {
        let until = clock(woke.until);
        let words = match (woke.wrote, woke.until.at() > world.now) {
            // `z` offers the old time first, so enter takes it.
            (true, true) => format!("woke: wrote again, was due {until} · z enter snoozes until then"),
            (true, false) => format!("woke: wrote again, was due {until}"),
            (false, _) => format!("back: it was snoozed until {until}"),
        };
        line(Role::Accent, words)
    });
    let times = record.reminding().map(|(key, moment)| {
        let (ahead, come) = reminder_words(&key);
        let (role, said) = if moment.at() <= world.now { (Role::Warn, come) } else { (Role::Dim, ahead) };
        line(role, format!("{said} {}", clock(moment)))
    });
    let times: Vec<Part> = times.collect();
    let tags = record.tag_line();
    let tags = (!tags.is_empty()).then(|| Part::Facts(vec![(Role::Dim, "tags ".to_owned()), (Role::Accent, tags)]));
    let covered = |words: &str| if redact { COVER.to_owned() } else { words.to_owned() };
    let pin =
        record.pin().map(|pin| line(Role::Accent, format!("score pinned {}: {}", pin.word(), covered(&pin.reason))));
    let note = Some(record.note()).filter(|note| !note.is_empty());
    let note = note.map(|note| Part::Text(Role::Staged, format!("note: {}", covered(note))));
    [status, snooze, woke, pin].into_iter().flatten().chain(times).chain(tags).chain(note).collect()
}

/// Lines of notes about a thing's address, marked as being about the buyer.
pub fn lines_of_buyer(address: &str, world: &World<'_>) -> impl Iterator<Item = Part> + use<> {
    lines(&Subject::sender(address), world).into_iter().map(|part| match part {
        Part::Text(role, words) => Part::Text(role, format!("buyer: {words}")),
        Part::Facts(mut pieces) => {
            pieces.insert(0, (Role::Dim, "buyer: ".to_owned()));
            Part::Facts(pieces)
        }
        part => part,
    })
}
