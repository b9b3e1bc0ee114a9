//! Outcome of acts on domains. Names for which nothing was done are marked again, a refused check shows what to do
//! instead, and the import a check started is remembered for the Status tab.

use std::fmt::Write as _;

use crate::api::types::Import;
use crate::base::{DomainName, Id};
use crate::client::FailureKind;
use crate::screens::fates::{self, Fates};
use crate::store::writes::intent::{Topic, Verb};
use crate::store::{DomainKey, DomainTab, Entry, EntryId, State, Subject};
use crate::ui::{Cx, Tone};

use super::state::Domains;

/// Results of the screen's acts.
#[derive(Clone, Debug, Default)]
pub struct Results {
    fates: Fates<DomainTab>,
    /// Imports started by checks, newest last.
    imports: Vec<(DomainName, Id<Import>)>,
}

/// Most imports remembered for the Status tab.
const IMPORTS: usize = 50;

impl Results {
    /// Follows a write of the screen that is now in the journal; `here` is the tab in front.
    pub fn begun(&mut self, entry: EntryId, here: DomainTab) {
        self.fates.begun(entry, here);
    }

    /// Imports started by checks in this run, oldest first.
    pub fn imports(&self) -> impl Iterator<Item = Id<Import>> {
        self.imports.iter().map(|(_, id)| *id)
    }

    /// Newest import that a check of this domain started in this run.
    pub fn import_of(&self, name: &DomainName) -> Option<Id<Import>> {
        self.imports.iter().rev().find(|(known, _)| known == name).map(|(_, id)| *id)
    }
}

/// Looks at the journal: unmarks rows whose act is on its way, marks again those it failed for, and shows what to do
/// after a refused check.
pub fn unprompted(screen: &mut Domains, cx: &mut Cx<'_>) {
    let journal = cx.world.store.journal();
    let here = screen.shown_tab();
    let news = screen.results.fates.look(journal, &[Topic::DOMAINS]);
    let entries = |ids: &[EntryId]| ids.iter().filter_map(|id| journal.get(*id)).collect::<Vec<_>>();
    let index = cx.world.store.domains();
    for entry in entries(&news.begun) {
        let subject = |key: &DomainKey| Some(Subject::Domain(index.row(*key)?.punycode().into()));
        fates::unmark(entry, screen.list.table_mut(), subject);
    }
    for entry in entries(&news.watched) {
        note_imports(&mut screen.results, entry);
    }
    for entry in entries(&news.ended) {
        if entry.intent.verb() == Verb::VERIFY_DOMAINS {
            lead_on(entry, cx);
        }
    }
    let key = |subject: &Subject| index.find(subject.name()?.punycode());
    screen.results.fates.mark(here, screen.list.table_mut(), key);
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

/// Shows, after a refused check of one name, a message with what to do instead. A name that the service says is in the
/// account is checked by an import; one it does not know is added. After any other refusal, the local index decides
/// between these two. A question could interrupt the user's typing, or appear at the start, so only a message is shown.
fn lead_on(entry: &Entry, cx: &mut Cx<'_>) {
    let [target] = entry.targets.as_slice() else { return };
    let Some(name) = target.subject.name().filter(|_| target.state == State::Refused) else { return };
    let held = cx.world.store.domains().row_of(&name).and_then(|row| row.approved());
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
