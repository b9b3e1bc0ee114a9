//! Acts of the user on notes, which can be undone and redone in this run.

use super::{Entry, Key, MailChange, NoteChange, NoteRow, Notes};
use crate::base::Timestamp;
use crate::store::subject::{EntryId, Subject};

/// Most acts that can be undone.
const ACTS: usize = 100;

/// One command of the user on notes, with the rows that it changed.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Time of the act by the service's clock.
    at: Timestamp,
    /// Newest entry of the journal when the act was done or undone. Later entries are undone before the act.
    after: EntryId,
    /// Words about the act, for its undo.
    words: String,
    /// Changed rows, each with its entry before and after the act.
    rows: Vec<(Subject, Key, Option<Entry>, Option<Entry>)>,
    /// Changes of notes about messages.
    mail: Vec<MailChange>,
}

/// Act as the list of changes shows it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    pub at: Timestamp,
    pub words: &'a str,
    /// True when the act was undone and can be redone.
    pub is_undone: bool,
}

/// Act that was just undone or redone.
#[derive(Debug)]
pub(in crate::store) struct Reversed {
    pub words: String,
    /// Rows to write to the file.
    pub rows: Vec<NoteRow>,
    /// Notes about messages to write back, unless they were changed since.
    pub mail: Vec<MailChange>,
}

impl Notes {
    /// Number of acts that can be undone.
    pub(in crate::store) fn acts(&self) -> usize {
        self.done.len()
    }

    /// Acts of this run that can be undone or redone, the newest first.
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

    /// Forgets all acts, so that none can be undone or redone.
    pub(in crate::store) fn forget_acts(&mut self) {
        (self.done, self.undone) = (Vec::new(), Vec::new());
    }

    /// Changes notes in memory. Returns the rows to write to the file, without those that stay the same. Without
    /// `words` the change is not an act that can be undone.
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

    /// Adds an act on notes about messages.
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

    /// Undoes the newest act, or redoes the one undone last; `None` where there is none. A row that was changed since
    /// stays as it is.
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
