//! Snoozes and reminders: when they are due, and what ends a snooze.
//!
//! A snooze hides an inquiry and ends at its time, or when its buyer is heard of (`whole/heard.rs`). The snooze of a
//! domain puts off its findings, and ends when somebody inquires about the domain. A reminder hides nothing and comes
//! at its time, whatever happened meanwhile.

use std::collections::HashSet;

use super::{Key, NoteChange, Record};
use crate::api::types::Inquiry;
use crate::base::{Id, Moment, Timestamp};
use crate::store::subject::Subject;

/// Reason why a snooze ended, and the time it would have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Woke {
    /// True when the buyer was heard of before the snooze's time.
    pub wrote: bool,
    pub until: Moment,
}

/// State of the check for alarms that are due.
#[derive(Debug, Default)]
pub(in crate::store) struct Alarms {
    /// Versions of notes, inquiries and mail that were looked at.
    pub(in crate::store) seen: Option<(u64, u64, usize)>,
    /// The next time at which something is due, by the service's clock.
    pub(in crate::store) next: Option<Timestamp>,
    /// Reminders that were told of in this run.
    pub(in crate::store) rung: HashSet<(Subject, Timestamp)>,
    /// Time of the first check in this run, by the program's own clock.
    pub(in crate::store) began: Option<Timestamp>,
    /// Reminders that have come since `began` and were not handed on yet.
    pub(in crate::store) fresh: Vec<Rung>,
}

/// A reminder that has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    pub about: Subject,
    pub at: Timestamp,
    pub note: String,
}

impl Record {
    /// End of the snooze.
    pub fn snooze(&self) -> Option<Moment> {
        self.moment(&Key::Snooze)
    }

    /// Time of the first reminder: one set by the user, silence after a reply, or the end of a price.
    pub fn reminder(&self) -> Option<Moment> {
        self.reminders().min_by_key(Moment::at)
    }

    pub(in crate::store) fn reminders(&self) -> impl Iterator<Item = Moment> {
        self.reminding().map(|(_, moment)| moment)
    }

    /// The reminders with their times: set by the user, silence after a reply, the end of a price.
    pub fn reminding(&self) -> impl Iterator<Item = (Key, Moment)> {
        [Key::Remind, Key::Silence, Key::Quote].into_iter().filter_map(|key| Some((key.clone(), self.moment(&key)?)))
    }

    /// The reminders that are due.
    pub fn come(&self, now: Timestamp) -> impl Iterator<Item = (Key, Moment)> {
        self.reminding().filter(move |(_, moment)| moment.at() <= now)
    }

    /// Words for due reminders, `no answer, price ended`; empty for a plain reminder.
    pub fn come_words(&self, now: Timestamp) -> String {
        let word = |key| match key {
            Key::Silence => Some("no answer"),
            Key::Quote => Some("price ended"),
            _ => None,
        };
        self.come(now).filter_map(|(key, _)| word(key)).collect::<Vec<_>>().join(", ")
    }

    /// End of the quoted price.
    pub fn quote(&self) -> Option<Moment> {
        self.moment(&Key::Quote)
    }

    /// The moment a key holds.
    pub fn moment(&self, key: &Key) -> Option<Moment> {
        Moment::of_kept(&self.get(key)?.value)
    }

    /// Reason why the thing is back from a snooze, until something is done with it.
    pub fn woke(&self) -> Option<Woke> {
        let (why, until) = self.get(&Key::Woke)?.value.split_once(' ')?;
        Some(Woke { wrote: why == "wrote", until: Moment::of_kept(until)? })
    }
}

/// The changes that end a snooze, because the buyer wrote or because its time has come.
pub(in crate::store) fn woken(id: Id<Inquiry>, wrote: bool, until: Moment) -> [NoteChange; 2] {
    let why = if wrote { "wrote" } else { "time" };
    let woke = format!("{why} {}", until.kept());
    [NoteChange::new(id, Key::Snooze, ""), NoteChange::new(id, Key::Woke, &woke)]
}
