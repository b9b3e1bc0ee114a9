//! Notes in the store: taken from the disk, written to it, and set for the lists.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::disk::Noted;
use crate::store::filter::Tells;
use crate::store::notes::{Key, MailChange, MailMark, NoteChange, NoteRow, Notes, states};
use crate::store::subject::{EntryId, Subject};
use crate::store::writes::conflict::CHANGED;
use crate::store::writes::intent::Noun;

use super::UndoWords;

impl Store {
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Changes notes; true when something changed. `words` describe the act for its undo; they are empty for a change
    /// that the program makes on its own. Notes have the service's time, because they are compared with dates of the
    /// service.
    pub fn change_notes(&mut self, changes: Vec<NoteChange>, words: String, now: Timestamp) -> bool {
        self.release_records();
        self.notes.progress += u64::from(changes.iter().all(|change| change.key.is_progress()));
        let rows = self.notes.change(changes, words, (self.service_time(now), self.newest_entry()));
        let any = !rows.is_empty();
        self.keep_notes(rows, now);
        any
    }

    /// Like [`Store::version`], but not changed by the steps of the morning run, each of which changes a note.
    pub(in crate::store) fn version_of_facts(&self) -> u64 {
        self.shown.version - self.notes.progress
    }

    /// Changes notes without an undo, and forgets all acts on notes. Notes about `things` are also removed from the
    /// daily copies.
    pub fn forget_notes(&mut self, changes: Vec<NoteChange>, things: Vec<Subject>, now: Timestamp) {
        self.change_notes(changes, String::new(), now);
        self.notes.forget_acts();
        if let Some(disk) = self.disk.as_ref().filter(|_| !things.is_empty()) {
            disk.forget_notes(things);
        }
    }

    /// Undoes the newest act on notes, or redoes the one undone last. Returns words about it, which name the state after
    /// it as those about writes do; `None` if no act is left.
    pub fn reverse_notes(&mut self, redo: bool, now: Timestamp) -> Option<UndoWords> {
        self.release_records();
        let reversed = self.notes.reverse(redo, (self.service_time(now), self.newest_entry()))?;
        let is_ours = |change: &MailChange| self.lists.mail.noted_of(&change.id) == change.before;
        let mail: Vec<MailChange> = reversed.mail.into_iter().filter(is_ours).collect();
        let words = match (redo, reversed.rows.is_empty() && mail.is_empty()) {
            (true, true) => UndoWords::not("Not redone", CHANGED),
            (false, true) => UndoWords::not("Not undone", CHANGED),
            (true, false) => UndoWords::done("Redone", &reversed.words),
            (false, false) => {
                let back = self.back_words(&reversed.rows).or_else(|| self.state_words(&reversed.rows, &mail));
                UndoWords::done("Undone", &back.unwrap_or(reversed.words))
            }
        };
        self.put_marks(Noted::mail(mail.into_iter().map(|change| (change.id, change.after)).collect()));
        self.keep_notes(reversed.rows, now);
        Some(words)
    }

    /// State of the things of an act after its undo: `2 messages unread again`.
    fn state_words(&self, rows: &[NoteRow], mail: &[MailChange]) -> Option<String> {
        if !mail.is_empty() {
            let states = states::of_mail(mail).join(", ");
            return Some(format!("{} {states}", Noun("message", "messages").count(mail.len())));
        }
        let about: HashSet<&Subject> = rows.iter().map(|row| &row.about).collect();
        let noun = match about.iter().next()? {
            Subject::Inquiry(_) => Noun::INQUIRY,
            Subject::Domain(_) => Noun::DOMAIN,
            Subject::Sender(_) => Noun::ADDRESS,
            _ => Noun("", ""),
        };
        let kinds: HashSet<_> = about.iter().map(|about| std::mem::discriminant(*about)).collect();
        let domain = |about: &&Subject| {
            // Messages stay in sight under redaction, so they name no buyer.
            let asked = about.inquiry().and_then(|id| self.inquiries().row(id)).map(|row| row.domain_name());
            asked.or_else(|| about.name()).map(|name| name.unicode().to_owned()).filter(|name| !name.is_empty())
        };
        let what = match about.len() {
            _ if noun.0.is_empty() => String::new(),
            1 => about.iter().next().and_then(domain).unwrap_or_else(|| noun.count(1)),
            many if kinds.len() == 1 => noun.count(many),
            _ => return None,
        };
        let states = states::of_rows(rows);
        (!states.is_empty()).then(|| format!("{what} {}", states.join(", ")).trim_start().to_owned())
    }

    /// Words for the undo of a snooze, like those for the undo of an archive: `3 inquiries back in Active`. `None` for
    /// another act.
    fn back_words(&self, rows: &[NoteRow]) -> Option<String> {
        let is_snooze = |row: &&NoteRow| row.key == Key::Snooze && row.value.is_none();
        let woken: Vec<&NoteRow> = rows.iter().filter(is_snooze).collect();
        let others = rows.iter().any(|row| !matches!(row.key, Key::Snooze | Key::Woke));
        let inquiries = self.inquiries();
        let shown = |row: &&NoteRow| inquiries.row(row.about.inquiry()?).filter(|row| !row.archived() && !row.hidden());
        let shown: Vec<_> = woken.iter().filter_map(shown).collect();
        let said = match shown.as_slice() {
            _ if others || shown.len() < woken.len() => return None,
            [] => return None,
            [one] => one.domain_name().unicode().to_owned(),
            many => format!("{} inquiries", many.len()),
        };
        Some(format!("{said} back in Active"))
    }

    /// Writes marks and notes about messages to the account's journal. `words` describe the act for its undo; they are
    /// empty for a change that the program makes on its own.
    ///
    /// # Errors
    /// Reason why they cannot be kept, as a sentence.
    pub fn note(&mut self, noted: Noted, words: String, now: Timestamp) -> Result<(), String> {
        if self.session.readonly_by_disk {
            return Err(self.session.readonly.clone().unwrap_or_default());
        }
        if !words.is_empty() {
            let change = |(id, after): &(Box<str>, MailMark)| {
                let before = self.lists.mail.noted_of(id);
                (before != *after).then(|| MailChange { id: id.clone(), before, after: after.clone() })
            };
            let changes: Vec<MailChange> = noted.mail.iter().filter_map(change).collect();
            if !changes.is_empty() {
                let act = (self.service_time(now), self.newest_entry());
                self.notes.did_to_mail(changes, words, act);
            }
        }
        self.put_marks(noted);
        Ok(())
    }

    fn put_marks(&mut self, noted: Noted) {
        if noted.mail.is_empty() {
            return;
        }
        self.shown.version += 1;
        self.lists.mail.set_marks(&noted.mail);
        if let Some(disk) = &self.disk {
            disk.put_noted(noted);
        }
    }

    /// Reads the notes again if another program has changed them. Called with every answer or failure, and when the
    /// user comes back to the window, because the program is awake then.
    pub fn look_at_notes(&self) {
        if let Some(disk) = &self.disk {
            disk.look_at_notes();
        }
    }

    /// Takes notes that were read before any thread was started. All notes follow.
    pub fn from_first_notes(&mut self, rows: Vec<NoteRow>) {
        self.notes.load_first(rows);
        self.shown.version += 1;
    }

    /// Takes all notes from the file. If notes were changed meanwhile, the file is read again instead.
    pub(in crate::store) fn take_notes(&mut self, rows: Vec<NoteRow>, has: u64) {
        if has != self.notes.sent {
            if let Some(disk) = &self.disk {
                disk.read_notes();
            }
            return;
        }
        self.notes.load(rows);
        self.lay_records();
    }

    fn newest_entry(&self) -> EntryId {
        self.writes.journal.entries().next().map(|entry| entry.id).unwrap_or_default()
    }

    /// Removes the shared records from the lists, so that a change of notes need not copy all of them.
    fn release_records(&mut self) {
        let version = self.notes.rows_version();
        self.index.inquiries.set_records(Arc::default(), version);
        self.index.domains.set_records(Arc::default(), version);
    }

    fn lay_records(&mut self) {
        let version = self.notes.rows_version();
        self.index.inquiries.set_records(self.notes.records(), version);
        self.index.domains.set_records(self.notes.records(), version);
        self.shown.version += 1;
    }

    fn keep_notes(&mut self, rows: Vec<NoteRow>, now: Timestamp) {
        self.lay_records();
        if let Some(disk) = self.disk.as_ref().filter(|_| !rows.is_empty()) {
            self.notes.sent += 1;
            disk.put_notes(rows, now);
        }
    }
}

impl Tells for Notes {
    fn told(&self, name: &str) -> Vec<(String, String)> {
        let tags = if name == "tag" { self.tags() } else { Vec::new() };
        tags.into_iter().map(|(tag, count)| (tag.to_owned(), count.to_string())).collect()
    }
}
