//! Acts of the user on notes, which can be undone and redone.

use super::{Entry, Key, MailChange, NoteChange, NoteRow, Notes};
use crate::base::Timestamp;
use crate::store::subject::{EntryId, Subject};

/// Most acts of this run that can be undone.
const ACTS: usize = 100;

/// Rows that one command of the user changed.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Service's time at which the act was done.
    at: Timestamp,
    /// The newest entry of the journal when the act was done or undone: later entries are undone before it.
    after: EntryId,
    /// Description of the act for its undo.
    words: String,
    /// Each row with the entry before and after it.
    rows: Vec<(Subject, Key, Option<Entry>, Option<Entry>)>,
    /// Changes of the notes about messages in this act.
    mail: Vec<MailChange>,
}

/// An act as the list of changes shows it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    pub at: Timestamp,
    pub words: &'a str,
    /// True when the act was undone and can be redone.
    pub is_undone: bool,
}

/// An act that was undone, or redone.
#[derive(Debug)]
pub(in crate::store) struct Reversed {
    pub words: String,
    /// Rows for the file.
    pub rows: Vec<NoteRow>,
    /// Notes about messages to write back, unless others were written since.
    pub mail: Vec<MailChange>,
}

impl Notes {
    /// Number of acts that can be undone.
    pub(in crate::store) fn acts(&self) -> usize {
        self.done.len()
    }

    /// The acts of this run that can be undone or redone, the newest first.
    pub fn acts_told(&self) -> Vec<Told<'_>> {
        fn of(act: &Act, is_undone: bool) -> Told<'_> {
            Told { at: act.at, words: &act.words, is_undone }
        }
        let done = self.done.iter().rev().map(|act| of(act, false));
        let mut told: Vec<Told<'_>> = self.undone.iter().map(|act| of(act, true)).chain(done).collect();
        told.sort_by_key(|act| std::cmp::Reverse(act.at));
        told
    }

    /// True when the next undo is about notes; `act` is the entry that the journal would undo.
    pub fn undoes_before(&self, act: Option<EntryId>) -> bool {
        self.done.last().is_some_and(|done| act.is_none_or(|act| done.after >= act))
    }

    /// True when the next redo is about notes; `undo` is the undo that the journal would redo.
    pub fn redoes_before(&self, undo: Option<EntryId>) -> bool {
        self.undone.last().is_some_and(|undone| undo.is_none_or(|undo| undone.after >= undo))
    }

    /// Forgets the acts, so that none can be undone or redone.
    pub(in crate::store) fn forget_acts(&mut self) {
        (self.done, self.undone) = (Vec::new(), Vec::new());
    }

    /// Makes changes in memory. Returns the rows for the file, without those that changed nothing.
    pub(in crate::store) fn change(
        &mut self,
        changes: Vec<NoteChange>,
        words: String,
        (at, after): (Timestamp, EntryId),
    ) -> Vec<NoteRow> {
        let rows: Vec<_> = changes
            .into_iter()
            .filter_map(|change| {
                let before = self.of(&change.about).and_then(|record| record.get(&change.key)).cloned();
                let after = change.value.map(|value| Entry { value, at });
                let differs = before.as_ref().map(|entry| &entry.value) != after.as_ref().map(|entry| &entry.value);
                differs.then_some((change.about, change.key, before, after))
            })
            .collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let written = self.put(rows.iter().map(|(about, key, _, after)| (about, key, after)), at);
        if !words.is_empty() {
            self.did(Act { at, after, words, rows, mail: Vec::new() });
        }
        written
    }

    /// Remembers what a command of the user has noted about messages.
    pub(in crate::store) fn did_to_mail(
        &mut self,
        mail: Vec<MailChange>,
        words: String,
        (at, after): (Timestamp, EntryId),
    ) {
        self.did(Act { at, after, words, rows: Vec::new(), mail });
    }

    fn did(&mut self, act: Act) {
        self.undone.clear();
        self.done.push(act);
        if self.done.len() > ACTS {
            self.done.remove(0);
        }
    }

    /// Undoes the newest act, or redoes the one undone last. A row changed since is left as it is.
    pub(in crate::store) fn reverse(&mut self, redo: bool, (at, after): (Timestamp, EntryId)) -> Option<Reversed> {
        let mut act = if redo { self.undone.pop() } else { self.done.pop() }?;
        let value = |entry: Option<&Entry>| entry.map(|entry| entry.value.clone());
        let ours: Vec<_> = act
            .rows
            .iter()
            .map(
                |(about, key, before, after)| {
                    if redo { (about, key, after, before) } else { (about, key, before, after) }
                },
            )
            .filter(|(about, key, _, from)| {
                value(self.of(about).and_then(|record| record.get(key))) == value(from.as_ref())
            })
            .map(|(about, key, to, _)| (about, key, to))
            .collect();
        let written = self.put(ours.into_iter(), at);
        let back = |MailChange { id, before, after }| MailChange { id, before: after, after: before };
        let mail = act.mail.iter().cloned().map(|change| if redo { change } else { back(change) }).collect();
        let words = act.words.clone();
        act.after = after;
        if redo { &mut self.done } else { &mut self.undone }.push(act);
        Some(Reversed { words, rows: written, mail })
    }
}
