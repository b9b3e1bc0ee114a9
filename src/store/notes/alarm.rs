//! Snoozes and reminders: when they are due, and what ends a snooze.
//!
//! A snooze hides an inquiry. It ends at its time, or when the buyer inquires again or writes a mail
//! (`whole/heard.rs`). The snooze of a domain hides its findings, and ends at its time or with an inquiry about the
//! domain. A reminder hides nothing and comes at its time in any case.

use std::collections::HashSet;

use super::{Key, NoteChange, Record};
use crate::api::types::Inquiry;
use crate::base::{Id, Moment, Timestamp};
use crate::store::subject::Subject;

/// Reason why a snooze ended, and the time at which it should have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Woke {
    /// True when the buyer wrote before `until`.
    pub wrote: bool,
    pub until: Moment,
}

/// State of the check for snoozes and reminders that are due.
#[derive(Debug, Default)]
pub(in crate::store) struct Alarms {
    /// Versions of notes and inquiries, and the number of messages, at the last check.
    pub(in crate::store) seen: Option<(u64, u64, usize)>,
    /// Next time at which something is due, by the service's clock.
    pub(in crate::store) next: Option<Timestamp>,
    /// Reminders that were reported in this run.
    pub(in crate::store) rung: HashSet<(Subject, Timestamp)>,
    /// Time of the first check in this run, by this computer's clock.
    pub(in crate::store) began: Option<Timestamp>,
    /// Reminders that came due since `began` and were not reported yet.
    pub(in crate::store) fresh: Vec<Rung>,
}

/// Reminder that is due.
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

    /// Time of the first reminder of any kind.
    pub fn reminder(&self) -> Option<Moment> {
        self.reminders().min_by_key(Moment::at)
    }

    pub(in crate::store) fn reminders(&self) -> impl Iterator<Item = Moment> {
        self.reminding().map(|(_, moment)| moment)
    }

    /// Reminders with their times: one set by the user, one for silence after a reply, and the end of a quoted price.
    pub fn reminding(&self) -> impl Iterator<Item = (Key, Moment)> {
        [Key::Remind, Key::Silence, Key::Quote].into_iter().filter_map(|key| Some((key.clone(), self.moment(&key)?)))
    }

    /// Reminders that are due.
    pub fn come(&self, now: Timestamp) -> impl Iterator<Item = (Key, Moment)> {
        self.reminding().filter(move |(_, moment)| moment.at() <= now)
    }

    /// Words about due reminders: `no answer, price ended`. Empty for a reminder set by the user.
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

    /// Time that is noted under a key.
    pub fn moment(&self, key: &Key) -> Option<Moment> {
        Moment::of_kept(&self.get(key)?.value)
    }

    /// Reason why the thing is back from a snooze; `None` once the user has acted on it.
    pub fn woke(&self) -> Option<Woke> {
        let (why, until) = self.get(&Key::Woke)?.value.split_once(' ')?;
        Some(Woke { wrote: why == "wrote", until: Moment::of_kept(until)? })
    }
}

/// Changes of notes that end a snooze, because the buyer wrote (`wrote`) or its time has come.
pub(in crate::store) fn woken(id: Id<Inquiry>, wrote: bool, until: Moment) -> [NoteChange; 2] {
    let why = if wrote { "wrote" } else { "time" };
    let woke = format!("{why} {}", until.kept());
    [NoteChange::new(id, Key::Snooze, ""), NoteChange::new(id, Key::Woke, &woke)]
}
