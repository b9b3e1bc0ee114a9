//! Log of acts: time, targets, outcome, and how to undo each, if possible.

use super::super::widgets::page::Part;
use super::super::{Facts, Look, Role};
use crate::base::{Timestamp, capital};
use crate::store::Entry;
use crate::store::index::inquiries::COVER;
use crate::store::notes::Told;

/// Most names of targets shown per entry.
const NAMED: usize = 3;

/// Parts of the log, newest first. `facts` gets the time at which an age changes. Acts on notes are known only for this
/// run.
pub(super) fn parts(look: &Look<'_>, facts: &mut Facts) -> Vec<Part> {
    let store = look.world.store;
    let mut noted = store.notes().acts_told().into_iter().peekable();
    let mut parts = Vec::new();
    for entry in store.journal().entries() {
        let at = look.world.noted(entry.at);
        while let Some(act) = noted.next_if(|act| act.at >= at) {
            parts.extend(note(act, look, facts));
        }
        parts.push(line(at, &store.words_of(entry), look, facts));
        let settled = !entry.open();
        let role = if settled { Role::Dim } else { Role::Warn };
        if entry.targets.len() > 1 {
            parts.push(below(vec![(Role::Dim, names(entry, look))]));
        }
        parts.push(below(vec![
            (role, entry.outcome(store.inquiries())),
            (Role::Dim, format!(" · {}", store.journal().way_back(entry, &store.grounds()))),
        ]));
    }
    for act in noted {
        parts.extend(note(act, look, facts));
    }
    if parts.is_empty() {
        parts.push(Part::Text(Role::Dim, "No changes yet.".to_owned()));
    }
    parts
}

/// Line of the log: the age and the words of the act.
fn line(at: Timestamp, words: &str, look: &Look<'_>, facts: &mut Facts) -> Part {
    let age = at.age(look.world.now, look.world.zone);
    facts.changes(age.changes_at);
    Part::Line(vec![(Role::Dim, format!("{:>6}  ", age.text)), (Role::Text, words.to_owned())])
}

fn below(words: Vec<(Role, String)>) -> Part {
    Part::Line(std::iter::once((Role::Dim, " ".repeat(8))).chain(words).collect())
}

fn note(act: Told<'_>, look: &Look<'_>, facts: &mut Facts) -> [Part; 2] {
    let back = if act.is_undone { "undone" } else { "u undo" };
    let words = below(vec![(Role::Dim, format!("on this computer · {back}"))]);
    // The words were made at the time of the act, and may name a buyer.
    let said = if look.world.store.session().redact { COVER.to_owned() } else { capital(act.words) };
    [line(act.at, &said, look, facts), words]
}

fn names(entry: &Entry, look: &Look<'_>) -> String {
    let store = look.world.store;
    let mut names: Vec<String> =
        entry.targets.iter().take(NAMED).map(|target| store.name_of(&target.subject)).collect();
    if entry.targets.len() > NAMED {
        names.push(format!("and {} more", entry.targets.len() - NAMED));
    }
    names.join(", ")
}
