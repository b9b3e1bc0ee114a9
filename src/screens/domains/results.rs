//! What became of acts on domains: told when the service answered, names it did not find stay marked, a refused check
//! names the way on, and the import a check started is known for the Status tab.

use std::fmt::Write as _;

use crate::api::types::Import;
use crate::base::{DomainName, Id};
use crate::client::FailureKind;
use crate::store::intent::{Back, DomainAct};
use crate::store::journal::BulkAnswer;
use crate::store::{DomainKey, Entry, EntryId, Intent, State, Subject};
use crate::ui::{Cx, Tone, World, text};

use super::state::Domains;

/// What the screen has told of.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The newest entry of the journal already looked at; `None` before the first look.
    seen: Option<EntryId>,
    /// Entries whose end is waited for.
    open: Vec<EntryId>,
    /// The imports that checks started, newest last.
    imports: Vec<(DomainName, Id<Import>)>,
}

/// Imports remembered for the Status tab.
const IMPORTS: usize = 50;

impl Results {
    /// The newest import a check of this domain started in this run.
    pub fn import_of(&self, name: &DomainName) -> Option<Id<Import>> {
        self.imports.iter().rev().find(|(known, _)| known == name).map(|(_, id)| *id)
    }
}

/// Looks at the journal: unmarks what is on its way, tells what ended.
pub fn by_itself(screen: &mut Domains, cx: &mut Cx<'_>) {
    let journal = cx.world.store.journal();
    let newest = journal.entries().next().map(|entry| entry.id);
    let first_look = screen.results.seen.is_none();
    let seen = screen.results.seen.unwrap_or_default();
    let is_ours = |entry: &&Entry| matches!(entry.intent, Intent::Domains { .. });
    let new: Vec<&Entry> = journal.entries().take_while(|entry| entry.id > seen).filter(is_ours).collect();
    for entry in new.iter().rev().filter(|entry| !first_look || entry.open()) {
        screen.results.open.push(entry.id);
        if !first_look {
            unmark(screen, entry, &cx.world);
        }
    }
    screen.results.seen = Some(newest.unwrap_or(seen));
    let open = std::mem::take(&mut screen.results.open);
    for id in open {
        let Some(entry) = journal.get(id) else { continue };
        note_imports(&mut screen.results, entry);
        if entry.targets.iter().any(|target| target.state.pending()) {
            screen.results.open.push(id);
        } else {
            ended(screen, entry, cx);
        }
    }
}

fn unmark(screen: &mut Domains, entry: &Entry, world: &World<'_>) {
    let book = world.store.domains();
    let acted = |key: &DomainKey| {
        book.row(*key).is_some_and(|row| entry.target(&Subject::Domain(row.punycode().into())).is_some())
    };
    screen.table.unmark(acted);
}

fn note_imports(results: &mut Results, entry: &Entry) {
    for target in &entry.targets {
        let (Some(name), Some(made)) = (target.subject.name(), target.made) else { continue };
        if results.imports.iter().any(|(known, id)| *known == name && id.get() == made) {
            continue;
        }
        if results.imports.len() >= IMPORTS {
            results.imports.remove(0);
        }
        results.imports.push((name, Id::new(made)));
    }
}

/// Tells the figures of bulk calls, marks what was not found, and leads on after a refused check.
fn ended(screen: &mut Domains, entry: &Entry, cx: &mut Cx<'_>) {
    let missing: Vec<&str> =
        entry.answers.iter().flat_map(|answer| answer.not_found.iter().map(String::as_str)).collect();
    // The marks of another tab are the user's, made since.
    let here = matches!(&entry.intent, Intent::Domains { tab, .. } if *tab == screen.shown_tab());
    if here && !missing.is_empty() {
        let book = cx.world.store.domains();
        let key = |name: &&str| book.find(DomainName::from_service(name).punycode());
        screen.table.mark_also(missing.iter().filter_map(key));
    }
    // Of an undo the runtime says what came of it.
    if !entry.answers.is_empty() && entry.origin.reverses().is_none() {
        cx.toast(tone(&entry.answers), figures(entry, here));
    }
    if matches!(entry.intent, Intent::Domains { act: DomainAct::Verify, .. }) {
        lead_on(entry, cx);
    }
}

fn tone(answers: &[BulkAnswer]) -> Tone {
    if answers.iter().all(|answer| answer.not_found.is_empty()) { Tone::Good } else { Tone::Warn }
}

/// `1,998 of 2,000 matched, 1,998 removed, 2 not found and still marked · u undo`. `marked`: on the tab that is shown.
fn figures(entry: &Entry, marked: bool) -> String {
    let answers = &entry.answers;
    let done = entry.intent.rule().done;
    let asked: usize = answers.iter().map(|answer| answer.asked).sum();
    // The figures are the service's, so that they can be anything.
    let sum = |of: fn(&BulkAnswer) -> Option<i64>| answers.iter().filter_map(of).fold(0, i64::saturating_add);
    let matched = sum(|answer| answer.matched);
    let applied = sum(|answer| answer.applied);
    let queued = sum(|answer| answer.matched.filter(|_| answer.queued));
    let missing: usize = answers.iter().map(|answer| answer.not_found.len()).sum();
    let number = |count: i64| text::grouped(count.unsigned_abs());
    let mut parts = vec![format!("{} of {} matched", number(matched), text::grouped(asked as u64))];
    if applied > 0 || queued == 0 {
        parts.push(format!("{} {done}", number(applied)));
    }
    if queued > 0 {
        parts.push(format!("{} queued at the service", number(queued)));
    }
    if missing > 0 {
        let also = if marked { " and still marked" } else { "" };
        parts.push(format!("{} not found{also}", text::grouped(missing as u64)));
    }
    let back = if entry.intent.rule().back != Back::None && applied > 0 { " · u undo" } else { "" };
    parts.join(", ") + back
}

/// After a refused check of one name: a message with the way on. A name the service says is in the account is checked by
/// an import, one it does not know is added; after another refusal what is known here decides which is named. Nothing
/// opens: whoever types meanwhile, or has just started the program, is not asked anything.
fn lead_on(entry: &Entry, cx: &mut Cx<'_>) {
    let [target] = entry.targets.as_slice() else { return };
    let Some(name) = target.subject.name().filter(|_| target.state == State::Refused) else { return };
    let book = cx.world.store.domains();
    let held = book.find(name.punycode()).and_then(|key| book.row(key)?.approved());
    let (again, add, rights) = match target.refused {
        Some(FailureKind::Forbidden) => (true, false, true),
        Some(FailureKind::NotFound) => (false, true, false),
        _ => (held != Some(false), held != Some(true), false),
    };
    let mut words = format!("{} not verified", name.unicode());
    if again {
        words.push_str(" · in your account, V on Mine checks it");
    }
    if add {
        let _ = write!(words, " · :add {} adds it", name.unicode());
    }
    if rights {
        words.push_str(" · :doctor shows what the token may do");
    }
    let _ = write!(words, " · {}", crate::base::clean_line(&target.evidence));
    cx.toast(Tone::Warn, words);
}
