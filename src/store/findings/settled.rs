//! Settled findings: for a name or a whole kind, until a time or until the facts worsen. A snoozed name is settled for
//! all kinds.
//!
//! They are kept as notes, by kind and name; the words on the screen do not matter.

use std::collections::HashMap;

use crate::base::{Moment, Timestamp};
use crate::store::notes::{Entry, Key, NoteChange, Notes};
use crate::store::subject::Subject;
use crate::store::subject::finding::{Kind, VISITED};

/// Settlement of a finding, with the facts at that time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// End of the settlement; `None` where only worse facts end it.
    pub until: Option<Moment>,
    /// Number of names the kind had; 1 for a single name.
    pub names: u64,
    /// Visits in 30 days; `None` where they were not known.
    pub visits: Option<u64>,
    /// Reason in the user's words; may be empty.
    pub reason: Box<str>,
}

/// Facts whose worsening ends a settlement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    pub names: u64,
    pub visits: Option<u64>,
    /// Time of the newest offer.
    pub offered: Option<Timestamp>,
}

/// Settled finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settling {
    /// Domain, or the account for a whole kind.
    pub about: Subject,
    pub kind: Kind,
    pub at: Timestamp,
    pub settled: Settled,
    /// True when the finding is settled because the name is snoozed.
    pub snoozed: bool,
}

impl Settled {
    /// Text of the note: `names 12;visits 40;until 2026-12-04T09:00 local`, then the reason on a new line.
    pub fn kept(&self) -> String {
        let until = self.until.map(|until| format!("until {}", until.kept()));
        let visits = self.visits.map(|visits| format!("visits {visits}"));
        let facts = [Some(format!("names {}", self.names)), visits, until];
        let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(";");
        format!("{facts}\n{}", self.reason).trim_end().to_owned()
    }

    /// Reads a text made by [`Settled::kept`]. Facts that a newer version added are ignored.
    pub fn of_kept(text: &str) -> Self {
        let (facts, reason) = text.split_once('\n').unwrap_or((text, ""));
        let mut settled = Self { reason: reason.into(), ..Self::default() };
        for (name, value) in facts.split(';').filter_map(|fact| fact.split_once(' ')) {
            match name {
                "until" => settled.until = Moment::of_kept(value),
                "names" => settled.names = value.parse().unwrap_or_default(),
                "visits" => settled.visits = value.parse().ok(),
                _ => {}
            }
        }
        settled
    }

    /// True while the settlement lasts: its end has not come, and the facts are not worse than at `at`.
    pub(super) fn holds(&self, at: Timestamp, now: Timestamp, facts: Facts) -> bool {
        let visits = self.visits.zip(facts.visits);
        let twice = visits.is_some_and(|(before, visits)| visits >= VISITED && visits >= before.saturating_mul(2));
        let offered = facts.offered.is_some_and(|offered| offered > at);
        self.until.is_none_or(|until| until.at() > now) && !twice && !offered && facts.names <= self.names
    }

    /// Note that keeps the settlement.
    pub fn note(&self, about: Subject, kind: Kind) -> NoteChange {
        NoteChange::new(about, Key::Settled(kind), &self.kept())
    }
}

impl Settling {
    /// Change of notes that reopens the finding. For a snoozed name it removes the snooze, which reopens all findings
    /// of the name.
    pub fn forget(&self) -> NoteChange {
        let key = if self.snoozed { Key::Snooze } else { Key::Settled(self.kind) };
        NoteChange::new(self.about.clone(), key, "")
    }
}

/// Notes that settle findings, in a fixed order.
pub(super) fn noted(notes: &Notes) -> Vec<(Key, Subject, Entry)> {
    let settled = notes.iter().flat_map(|(about, record)| {
        let is_one = move |key: &Key| match key {
            Key::Settled(_) => true,
            Key::Snooze => matches!(about, Subject::Domain(_)),
            _ => false,
        };
        let row = move |(key, entry): (&Key, &Entry)| (key.clone(), about.clone(), entry.clone());
        record.iter().filter(move |(key, _)| is_one(key)).map(row)
    });
    let mut settled: Vec<_> = settled.collect();
    settled.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    settled
}

/// All settlements, including those that have ended.
pub(super) struct All<'a> {
    settled: HashMap<(Kind, &'a Subject), (&'a Entry, Settled)>,
    snoozed: HashMap<&'a Subject, (&'a Entry, Settled)>,
}

impl<'a> All<'a> {
    pub fn of(notes: &'a Notes) -> Self {
        let (mut settled, mut snoozed) = (HashMap::new(), HashMap::new());
        for (about, record) in notes.iter() {
            for (key, entry) in record.iter() {
                match key {
                    Key::Settled(kind) => {
                        settled.insert((*kind, about), (entry, Settled::of_kept(&entry.value)));
                    }
                    Key::Snooze if matches!(about, Subject::Domain(_)) => {
                        let of = Settled { until: record.snooze(), names: 1, ..Settled::default() };
                        snoozed.insert(about, (entry, of));
                    }
                    _ => {}
                }
            }
        }
        Self { settled, snoozed }
    }

    pub fn is_empty(&self) -> bool {
        self.settled.is_empty() && self.snoozed.is_empty()
    }

    /// First end of a settlement after `then`.
    pub fn ends_after(&self, then: Timestamp) -> Option<Timestamp> {
        let all = self.settled.values().chain(self.snoozed.values());
        all.filter_map(|(_, settled)| Some(settled.until?.at())).filter(|at| *at > then).min()
    }

    /// Settlement of this kind for a thing, if it still lasts.
    pub fn holds(&self, about: &Subject, kind: Kind, now: Timestamp, facts: Facts) -> Option<Settling> {
        let one = |(entry, settled): &(&Entry, Settled), snoozed: bool| {
            let holds = settled.holds(entry.at, now, facts);
            holds.then(|| Settling { about: about.clone(), kind, at: entry.at, settled: settled.clone(), snoozed })
        };
        let of_kind = self.settled.get(&(kind, about)).and_then(|settled| one(settled, false));
        of_kind.or_else(|| one(self.snoozed.get(about)?, true))
    }
}
