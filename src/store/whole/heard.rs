//! Signs that a buyer wrote again: another inquiry or a caught mail from the same email address. The same IP
//! address or domain does not count, and mail to the user's own mailbox is not seen.

use std::collections::HashMap;

use crate::api::types::Inquiry;
use crate::base::{Id, Moment, Timestamp};
use crate::store::Store;
use crate::store::index::inquiries::Field;
use crate::store::notes::{Key, NoteChange, NoteRow, Notes, Status, Turn, woken};
use crate::store::subject::Subject;

/// Changes of notes that keep when the buyer of an inquiry wrote, and remove the reminder about a missing answer.
pub(super) fn heard_at(id: Id<Inquiry>, at: Timestamp) -> [NoteChange; 2] {
    [NoteChange::new(id, Key::Heard, &Moment::At(at).kept()), NoteChange::new(id, Key::Silence, "")]
}

impl Notes {
    /// Rows of notes which keep when the buyers of these inquiries wrote, and end the snoozes of the inquiries.
    pub fn heard_of(&self, ids: &[Id<Inquiry>], at: Timestamp) -> Vec<NoteRow> {
        let of = |id: &Id<Inquiry>| {
            let snooze = self.of(&Subject::Inquiry(*id)).and_then(crate::store::notes::Record::snooze);
            let woken = snooze.map(|until| woken(*id, true, until));
            heard_at(*id, at).into_iter().chain(woken.into_iter().flatten()).collect::<Vec<_>>()
        };
        let row = |change: NoteChange| NoteRow { about: change.about, key: change.key, value: change.value, at };
        ids.iter().flat_map(of).map(row).collect()
    }
}

impl Store {
    /// Email addresses of inquiries and caught mail since `since`, by the service's clock. Each has the time of the
    /// newest and, if that is an inquiry, its id.
    pub(super) fn heard_since(&self, since: Timestamp) -> HashMap<String, (Timestamp, Option<Id<Inquiry>>)> {
        let inquiries = self.index.inquiries.since(since).map(|row| (row.get(Field::Email), row.date, Some(row.id)));
        let mail = self.lists.mail.known();
        let mail = mail.iter().filter_map(|key| self.lists.mail.row(*key)).map(|row| (&*row.sender, row.date, None));
        let mut last = HashMap::new();
        for (from, at, id) in inquiries.chain(mail.take_while(|(_, date, _)| *date > Some(since))) {
            if let Some(at) = at.filter(|_| !from.is_empty()) {
                let known = last.entry(from.to_lowercase()).or_insert((at, id));
                *known = (*known).max((at, id));
            }
        }
        last
    }

    /// Email address of an inquiry's buyer, in lower case; empty where it is not known.
    pub(super) fn address_of(&self, id: Id<Inquiry>) -> String {
        self.index.inquiries.kept(id).map_or_else(String::new, |(row, ..)| row.get(Field::Email).to_lowercase())
    }

    /// Finds inquiries in which it was the buyer's turn and the buyer wrote, so that it is the user's. Returns the
    /// sentence about them. `now` is by the service's clock, as all times in notes are.
    pub(super) fn hear(&mut self, now: Timestamp) -> Option<String> {
        let open = |(about, record): (&Subject, _)| {
            let status = Status::of(Some(record), now);
            Some((about.inquiry()?, status.since.filter(|_| status.turn == Turn::Theirs)?))
        };
        let open: Vec<(Id<Inquiry>, Timestamp)> = self.notes.iter().filter_map(open).collect();
        let since = open.iter().map(|(_, since)| *since).min()?;
        let heard = self.heard_since(since);
        // A reply to one inquiry also answers what its buyer wrote before in others.
        let mut answered: HashMap<String, Timestamp> = HashMap::new();
        for (id, at) in &open {
            let last = answered.entry(self.address_of(*id)).or_insert(*at);
            *last = (*at).max(*last);
        }
        let (mut changes, mut wrote) = (Vec::new(), None);
        for (id, _) in open {
            let address = self.address_of(id);
            let heard = heard.get(&address).map(|(at, _)| at);
            if let Some(at) = heard.filter(|at| answered.get(&address).is_none_or(|last| *at > last)) {
                changes.extend(heard_at(id, *at));
                wrote = Some(id);
            }
        }
        let said = match (changes.len() / 2, wrote) {
            (1, Some(id)) => format!("The buyer of {} wrote again: it is your turn.", self.name_of(&id.into())),
            (0, _) => return None,
            (n, _) => format!("Buyers of {n} inquiries wrote again: it is your turn · status:mine shows them."),
        };
        self.change_notes(changes, String::new(), self.own_time(now));
        Some(said)
    }

    /// Changes of notes after the user has replied to these inquiries, and words about them: it is the buyer's turn,
    /// what the buyer wrote before is answered, and reminders that were due are done.
    pub fn replied(&self, ids: &[Id<Inquiry>], at: Timestamp) -> (Vec<NoteChange>, String) {
        let value = Moment::At(at).kept();
        let mut changes = Vec::new();
        let mut reminders = 0;
        for id in ids {
            changes.extend([NoteChange::new(*id, Key::Answered, &value), NoteChange::new(*id, Key::Woke, "")]);
            let Some(record) = self.index.inquiries.record(*id) else { continue };
            reminders += usize::from(record.come(at).next().is_some());
            changes.extend(record.come(at).map(|(key, _)| NoteChange::new(*id, key, "")));
        }
        let answered: Vec<String> = ids.iter().map(|id| self.address_of(*id)).collect();
        let open = self.notes.iter().filter(|(_, record)| record.heard().is_some());
        let theirs = open.filter_map(|(about, _)| about.inquiry()).filter(|id| {
            let address = self.address_of(*id);
            ids.contains(id) || (!address.is_empty() && answered.contains(&address))
        });
        changes.extend(theirs.map(|id| NoteChange::new(id, Key::Heard, "")));
        let done = match reminders {
            0 => String::new(),
            1 => ", its reminder is done".to_owned(),
            n => format!(", {n} reminders are done"),
        };
        (changes, done)
    }
}
