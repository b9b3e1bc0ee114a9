//! Entries in words for people: the log of what was done reads these.

use super::{Entry, Journal, Origin, State};
use crate::store::intent::thousands;

impl Entry {
    /// What was done, as a headline: `3 inquiries archived`, `Undone: 3 inquiries archived`.
    pub fn words(&self, journal: &Journal) -> String {
        let earlier = |id| journal.get(id).map_or_else(|| self.intent.done(), |entry| entry.intent.done());
        match self.origin {
            Origin::User => self.intent.done(),
            Origin::Undo(id) => format!("Undone: {}", earlier(id)),
            Origin::Redo(id) => match journal.get(id).map(|undo| undo.origin) {
                Some(Origin::Undo(first)) => format!("Done again: {}", earlier(first)),
                _ => format!("Done again: {}", self.intent.done()),
            },
        }
    }

    /// What came of it, one clause per outcome: `done`, `2 done, 1 refused: …`.
    pub fn outcome(&self) -> String {
        let states: [(&[State], &str); 7] = [
            (&[State::Planned], "waiting to be sent"),
            (&[State::Sending], "being sent"),
            (&[State::Acknowledged], "done"),
            (&[State::SettledApplied], "done (confirmed by reading)"),
            (&[State::Unknown], "sent, outcome unknown, checking"),
            (&[State::Refused, State::SettledNotApplied], "not done"),
            (&[State::GivenUp, State::Overruled], "could not be determined"),
        ];
        let mut clauses = Vec::new();
        for (group, words) in states {
            let of = || self.targets.iter().filter(|target| group.contains(&target.state));
            let count = of().count();
            if count == 0 {
                continue;
            }
            let number = if count == self.targets.len() { String::new() } else { format!("{} ", thousands(count)) };
            let evidence = of().map(|target| target.evidence.as_str()).find(|text| !text.is_empty());
            let evidence = evidence.map(|text| format!(": {text}")).unwrap_or_default();
            clauses.push(format!("{number}{words}{evidence}"));
        }
        clauses.join(", ")
    }
}
