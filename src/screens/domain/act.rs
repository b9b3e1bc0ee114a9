//! An act on some domains of a tab: its question, the domains left out of it and why, and its calls.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::api::domains::Settings;
use crate::api::{Body, Call, Request, Seen};
use crate::base::DomainName;
use crate::screens::lookalike;
use crate::store::index::domains::Pending;
use crate::store::writes::intent::{ActOnDomains, DomainAct};
use crate::store::writes::probe::SINGLY;
use crate::store::{DomainKey, DomainRow, DomainTab, Intent, Subject};
use crate::ui::{Confirm, Cx, Effect, Outcome, Tone, World, text};

use super::{value, words};

/// Number of names shown in a question.
const SAMPLES: usize = 5;

/// Act on domains of a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    pub act: DomainAct,
    /// Tab the domains were chosen on.
    pub tab: DomainTab,
}

/// Sentence about the ability the token lacks for an act; `None` when it lacks none.
pub fn lacks(act: &Act, world: &World<'_>) -> Option<String> {
    let (needed, session) = (act.intent(Vec::new()).ability()?, world.store.session());
    session.is_missing(needed).then(|| session.lacks_words(needed))
}

/// Asks to check names of a tab again, for a screen other than the list of domains.
pub fn check_again(tab: DomainTab, keys: &[DomainKey], cx: &mut Cx<'_>) -> Outcome {
    let act = Act { act: DomainAct::Retry, tab };
    if let Some(why) = lacks(&act, &cx.world) {
        return Outcome::Refused(why);
    }
    let index = cx.world.store.domains();
    let is_free = |key: &DomainKey| index.row(*key).is_some_and(|row| row.pending.is_none());
    let free: Vec<DomainKey> = keys.iter().copied().filter(is_free).collect();
    if free.is_empty() {
        return Outcome::Refused(busy(keys, &cx.world));
    }
    let busy = left_out(keys, &free, &cx.world);
    act.ask(&free, busy.as_deref(), cx);
    Outcome::Done
}

/// Sentence about domains left out because they are being changed: `2 left out, being changed already: a.com, b.com.`
pub fn left_out(targets: &[DomainKey], keys: &[DomainKey], world: &World<'_>) -> Option<String> {
    if targets.len() == keys.len() {
        return None;
    }
    let go: HashSet<&DomainKey> = keys.iter().collect();
    let out: Vec<&DomainKey> = targets.iter().filter(|key| !go.contains(key)).collect();
    let index = world.store.domains();
    let names = out.iter().take(SAMPLES).filter_map(|key| Some(index.row(**key)?.domain_name().both()));
    let more = if out.len() > SAMPLES { " …" } else { "" };
    let names: Vec<String> = names.collect();
    Some(format!("{} left out, being changed already: {}{more}.", text::grouped(out.len() as u64), names.join(", ")))
}

/// Sentence why nothing can be done with these domains: all of them are being changed already.
pub fn busy(keys: &[DomainKey], world: &World<'_>) -> String {
    let rows = || keys.iter().filter_map(|key| world.store.domains().row(*key));
    let (Some(row), 1) = (rows().next(), keys.len()) else { return "They are all being changed already.".to_owned() };
    let doing = match row.pending {
        Some(Pending::Checking) | None => "checked",
        Some(Pending::Removing) => "removed",
        Some(Pending::Ignoring) => "ignored",
        Some(Pending::Approving | Pending::AddingBack) => "added",
    };
    format!("{} is being {doing} already.", row.domain_name().both())
}

impl Act {
    fn intent(&self, names: Vec<DomainName>) -> Intent {
        Intent::Domains(ActOnDomains { act: self.act, names, tab: self.tab })
    }

    /// Asks the question, or does the act at once where none is needed. `first` comes before the consequence in the
    /// question.
    pub fn ask(&self, keys: &[DomainKey], first: Option<&str>, cx: &mut Cx<'_>) {
        let index = cx.world.store.domains();
        let rows: Vec<DomainRow<'_>> = keys.iter().filter_map(|key| index.row(*key)).collect();
        if rows.is_empty() {
            cx.toast(Tone::Info, "Nothing changed: these domains are not in the list any more.");
            return;
        }
        let names = rows.iter().map(DomainRow::domain_name).collect();
        let intent = self.intent(names);
        let samples = rows.iter().take(SAMPLES).map(|row| sample(row, &cx.world)).collect();
        let Some(mut confirm) = Confirm::of(&intent, samples) else {
            cx.push(Effect::Write(intent));
            return;
        };
        if self.act == DomainAct::Delete {
            let goes = value::goes(&rows, &cx.world);
            confirm.consequence = format!("{} {goes}{}", confirm.consequence, not_read(&rows, &cx.world));
        }
        let like = rows.iter().filter(|row| row.is_international() && row.domain_name().lookalike().is_some()).count();
        confirm.consequence.push_str(&lookalike::among(like, rows.len()));
        confirm.way_back = confirm.way_back.or_else(|| self.way_on().map(str::to_owned));
        if let Some(first) = first {
            confirm.consequence = format!("{first} {}", confirm.consequence);
        }
        cx.confirm(confirm);
    }

    /// Sentence for the question of an act without undo: what can change, or which key reverses it; `None` for other
    /// acts.
    const fn way_on(&self) -> Option<&'static str> {
        match self.act {
            DomainAct::Retry => Some("Only the state can change."),
            DomainAct::Verify | DomainAct::Approve | DomainAct::AddBack => Some("d removes them again."),
            DomainAct::Delete | DomainAct::Ignore => None,
        }
    }

    /// Calls as they would be sent, each as its request line and body.
    pub fn calls(&self, names: &[DomainName]) -> Vec<String> {
        let intent = self.intent(names.to_vec());
        let together = intent.rule().travel.most();
        let items = intent.items();
        items.chunks(together).map(|items| line(&intent.call(items))).collect()
    }
}

/// Sentence, with a leading space, about domains whose own settings undo cannot restore.
fn not_read(rows: &[DomainRow<'_>], world: &World<'_>) -> String {
    let unread = |row: &&DomainRow<'_>| world.store.own_settings_at(&Subject::domain(&row.domain_name())).is_none();
    let session = world.store.session();
    let may = session.missing_for(Settings::ENDPOINT).is_none();
    let surely = Settings::ENDPOINT.right().is_some_and(|ability| session.is_held(ability));
    match (rows.iter().filter(unread).count(), rows.len()) {
        (0, _) => String::new(),
        // Their settings are read before they are removed, so nothing is lost.
        (unread, _) if surely && unread <= SINGLY => String::new(),
        (unread, _) if may && unread <= SINGLY => {
            " Own prices and settings are read first, as far as the token may; undo writes back what was read."
                .to_owned()
        }
        (1, 1) => " What it has of its own was not read, so undo cannot write it back.".to_owned(),
        (unread, _) => {
            let of = text::counted(unread as u64, "name", "names");
            format!(" The own prices and settings of {of} were not read, so undo cannot write them back.")
        }
    }
}

/// Readable form of a call: `POST parking/domains/bulk` with the body below it.
fn line(call: &Call) -> String {
    let mut words = format!("{} {}", call.endpoint.method.as_str(), call.path);
    for (i, (name, value)) in call.query.iter().enumerate() {
        words.push_str(if i == 0 { "?" } else { "&" });
        let _ = write!(words, "{name}={value}");
    }
    if let Body::Json(body) = &call.body {
        words.push('\n');
        words.push_str(&serde_json::to_string_pretty(body).unwrap_or_default());
    }
    words
}

fn sample(row: &DomainRow<'_>, world: &World<'_>) -> String {
    let name = row.domain_name().both();
    let currency = || world.store.currency_of(row.punycode()).unwrap_or_default();
    match row.bin() {
        Seen::Is(price) => format!("{name} · {}", words::money(price, &currency())),
        _ => name,
    }
}
