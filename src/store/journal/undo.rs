//! Taking back and doing again: exact inverses, only for what really changed and was not changed since.

use super::{Entry, EntryId, Journal, Origin, State, Target};
use crate::api::domains::Tab;
use crate::base::Id;
use crate::store::book::InquiryBook;
use crate::store::intent::{Back, DomainAct, Intent, Subject};

/// A write that takes back, or does again, an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    pub intent: Intent,
    pub origin: Origin,
    /// What it takes back or does again: `3 inquiries archived`.
    pub of: String,
    /// Left alone because they were changed elsewhere since, are gone, or their outcome is not known.
    pub left: Vec<Subject>,
    /// What it may not restore, as a clause; empty where it is exact.
    pub caveat: &'static str,
}

impl Journal {
    /// The newest `n` writes that can be taken back, newest first.
    pub fn undoable(&self, book: &InquiryBook, n: usize) -> Vec<Reversal> {
        let mut found = Vec::new();
        for entry in self.entries() {
            if found.len() == n {
                break;
            }
            if !matches!(entry.origin, Origin::Undo(_)) && self.link(entry.id, true).is_none() {
                found.extend(self.inverse(entry, book, Origin::Undo(entry.id)));
            }
        }
        found
    }

    /// The newest `n` undone writes that can be done again: only those undone since the user's last own change.
    pub fn redoable(&self, book: &InquiryBook, n: usize) -> Vec<Reversal> {
        let mut found = Vec::new();
        for entry in self.entries() {
            if found.len() == n || entry.origin == Origin::User {
                break;
            }
            if matches!(entry.origin, Origin::Undo(_)) && self.link(entry.id, false).is_none() {
                found.extend(self.inverse(entry, book, Origin::Redo(entry.id)));
            }
        }
        found
    }

    /// Why an entry cannot be taken back, or what of it can be: for the log's column "way back".
    pub fn way_back(&self, entry: &Entry, book: &InquiryBook) -> String {
        if let Some(by) = self.link(entry.id, true).or_else(|| self.link(entry.id, false)) {
            let word = if matches!(by.origin, Origin::Undo(_)) { "undone" } else { "done again" };
            return word.to_owned();
        }
        if entry.intent.rule().back == Back::None {
            return "no way back".to_owned();
        }
        let origin =
            if matches!(entry.origin, Origin::Undo(_)) { Origin::Redo(entry.id) } else { Origin::Undo(entry.id) };
        let key = if matches!(origin, Origin::Undo(_)) { "undo takes it back" } else { "redo does it again" };
        match self.inverse(entry, book, origin) {
            Some(reversal) if reversal.left.is_empty() => {
                let but = if reversal.caveat.is_empty() { String::new() } else { format!("; {}", reversal.caveat) };
                format!("{key}{but}")
            }
            Some(reversal) => {
                let can = reversal.intent.size();
                format!("{key} for {can} of {}", can + reversal.left.len())
            }
            None if entry.open() => "being checked".to_owned(),
            None if entry.changed().next().is_none() => "nothing was changed".to_owned(),
            None => "changed elsewhere since".to_owned(),
        }
    }

    /// The entry that takes back (or does again) `id` and has not failed altogether.
    fn link(&self, id: EntryId, undo: bool) -> Option<&Entry> {
        let origin = if undo { Origin::Undo(id) } else { Origin::Redo(id) };
        self.entries.iter().find(|entry| {
            let failed = |state| matches!(state, State::Refused | State::SettledNotApplied);
            entry.origin == origin && !entry.targets.iter().all(|target| failed(target.state))
        })
    }

    fn inverse(&self, entry: &Entry, book: &InquiryBook, origin: Origin) -> Option<Reversal> {
        if entry.intent.rule().back == Back::None {
            return None;
        }
        let (mut takes, mut left) = (Vec::new(), Vec::new());
        for target in &entry.targets {
            if !entry.would_change(target) || matches!(target.state, State::Refused | State::SettledNotApplied) {
                // It changed nothing there, so there is nothing to take back.
                continue;
            }
            if reversible(entry, target, book) { takes.push(target) } else { left.push(target.subject.clone()) }
        }
        let first = takes.first()?;
        let intent = match &entry.intent {
            Intent::Mark { mark, to, .. } | Intent::MarkAll { mark, to, .. } => {
                let ids = takes.iter().filter_map(|target| target.subject.inquiry()).collect();
                Intent::Mark { ids, mark: *mark, to: !to }
            }
            Intent::IgnoreSender { address } => {
                Intent::AllowSender { address: address.clone(), id: Id::new(first.made?) }
            }
            Intent::AllowSender { address, .. } => Intent::IgnoreSender { address: address.clone() },
            Intent::Domains { act: DomainAct::Delete, .. } => Intent::Domains {
                act: DomainAct::AddBack,
                names: takes.iter().filter_map(|target| target.subject.name()).collect(),
                tab: Tab::Removed,
            },
            _ => return None,
        };
        let caveat = match entry.intent.rule().back {
            Back::AddBack => "settings and verification may differ from before",
            Back::Inverse | Back::None => "",
        };
        Some(Reversal { intent, origin, of: entry.words(self), left, caveat })
    }
}

/// Whether a target can be taken back now.
fn reversible(entry: &Entry, target: &Target, book: &InquiryBook) -> bool {
    let Some((mark, to)) = entry.mark() else {
        // Only an answer, or a reading, tells the number of an ignored sender and that a name is really gone.
        return target.state.applied()
            && (!matches!(entry.intent, Intent::IgnoreSender { .. }) || target.made.is_some());
    };
    let on_its_way = matches!(target.state, State::Planned | State::Sending);
    let is_so = target.subject.inquiry().and_then(|id| book.shown(id, mark)) == Some(to);
    (target.state.applied() || on_its_way) && is_so
}
