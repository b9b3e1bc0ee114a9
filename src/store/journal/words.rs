//! Entries in words for people: the log of what was done reads these.

use super::{Entry, Journal, Origin, State};
use crate::store::{Intent, Mark};

impl Intent {
    /// As done: `3 inquiries archived`.
    pub fn done(&self) -> String {
        let Self::Mark { ids, mark, to } = self;
        format!("{} {}", inquiries(ids.len()), participle(*mark, *to))
    }

    /// As asked: `Archive 3 inquiries`.
    pub fn asked(&self) -> String {
        let Self::Mark { ids, mark, to } = self;
        let count = inquiries(ids.len());
        match (mark, to) {
            (Mark::Read, true) => format!("Mark {count} read"),
            (Mark::Read, false) => format!("Mark {count} unread"),
            (Mark::Starred, true) => format!("Star {count}"),
            (Mark::Starred, false) => format!("Take the star off {count}"),
            (Mark::Archived, true) => format!("Archive {count}"),
            (Mark::Archived, false) => format!("Take {count} out of the archive"),
            (Mark::Hidden, true) => format!("Hide {count}"),
            (Mark::Hidden, false) => format!("Restore {count}"),
        }
    }
}

/// `1 inquiry`, `3 inquiries`, `1,200 inquiries`.
pub(super) fn inquiries(n: usize) -> String {
    if n == 1 { "1 inquiry".to_owned() } else { format!("{} inquiries", thousands(n)) }
}

fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `archived`, `taken out of the archive`, …
pub(crate) fn participle(mark: Mark, to: bool) -> &'static str {
    match (mark, to) {
        (Mark::Read, true) => "marked read",
        (Mark::Read, false) => "marked unread",
        (Mark::Starred, true) => "starred",
        (Mark::Starred, false) => "unstarred",
        (Mark::Archived, true) => "archived",
        (Mark::Archived, false) => "taken out of the archive",
        (Mark::Hidden, true) => "hidden",
        (Mark::Hidden, false) => "restored",
    }
}

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
            (&[State::GivenUp], "could not be determined"),
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
