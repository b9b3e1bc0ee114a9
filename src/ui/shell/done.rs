//! The log of what was done: time, targets, outcome, and the way back if there is one.

use super::super::widgets::page::Part;
use super::super::{Facts, Look, Role};
use crate::store::Entry;

/// Names of targets shown per entry.
const NAMED: usize = 3;

/// The parts of the log, newest first; ages change with time, which `facts` hears.
pub(super) fn parts(look: &Look<'_>, facts: &mut Facts) -> Vec<Part> {
    let journal = look.world.store.journal();
    let mut parts = Vec::new();
    for entry in journal.entries() {
        let age = look.world.noted(entry.at).age(look.world.now, look.world.zone);
        facts.changes(age.changes_at);
        parts.push(Part::Line(vec![
            (Role::Dim, format!("{:>6}  ", age.text)),
            (Role::Text, look.world.store.words_of(entry)),
        ]));
        let settled = !entry.open();
        let role = if settled { Role::Dim } else { Role::Warn };
        if entry.targets.len() > 1 {
            parts.push(Part::Line(vec![(Role::Dim, " ".repeat(8)), (Role::Dim, names(entry, look))]));
        }
        parts.push(Part::Line(vec![
            (Role::Dim, " ".repeat(8)),
            (role, entry.outcome(look.world.store.inquiries())),
            (Role::Dim, format!(" · {}", journal.way_back(entry, look.world.store))),
        ]));
    }
    if parts.is_empty() {
        parts.push(Part::Text(Role::Dim, "No changes yet.".to_owned()));
    }
    parts
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
