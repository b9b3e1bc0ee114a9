//! Entries in words for people: the log of what was done reads these.

use super::{Entry, Journal, Origin, State, Target};
use crate::store::intent::{Settles, thousands};

impl Entry {
    /// What was done, as a headline: `3 inquiries archived`, `Undone: 3 inquiries back in Active`.
    pub fn words(&self, journal: &Journal) -> String {
        let Some(of) = self.origin.reverses().and_then(|of| journal.get(of)) else { return self.intent.done() };
        let undo = matches!(self.origin, Origin::Undo(_));
        let (past, whole) = if undo { ("Undone", "Undo") } else { ("Redone", "Redo") };
        // What it left alone it did not undo.
        let unsent = |target: &Target| of.target(&target.subject).is_some_and(|base| base.state == State::TakenBack);
        let took = |target: &&Target| !target.state.failed() && (target.state != State::Void || unsent(target));
        let took: Vec<_> = self.targets.iter().filter(took).map(|target| &target.subject).collect();
        let what = if took.is_empty() { self.intent.what() } else { self.intent.about(took.iter().copied()).what() };
        let done = match (undo, self.intent.rule().settles) {
            (true, Settles::Import) => format!("adding {what} back"),
            (true, _) => format!("{what} {}", of.intent.rule().undone),
            (false, _) => format!("{what} {}", self.intent.rule().done),
        };
        if took.is_empty() { format!("{whole} without effect: {done}") } else { format!("{past}: {done}") }
    }

    /// What came of it, one clause per outcome: `done`, `2 done, 1 refused: …`.
    pub fn outcome(&self) -> String {
        let states: [(&[State], &str); 9] = [
            (&[State::Planned], "waiting to be sent"),
            (&[State::Sending], "being sent"),
            (&[State::Acknowledged], "done"),
            (&[State::SettledApplied], "done (confirmed by reading)"),
            (&[State::Unknown], "sent, outcome unknown, checking"),
            (&[State::Refused, State::SettledNotApplied], "not done"),
            (&[State::GivenUp, State::Overruled], "could not be determined"),
            (&[State::TakenBack], "not sent"),
            (&[State::Void], "not needed"),
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
