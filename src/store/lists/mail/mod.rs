//! Caught mail as far as it was read: rows, and the lists by request.
//!
//! This room asks nothing and draws nothing. Lists are newest first; older rows are read page by page. Look first at
//! [`Mail`]. `marks.rs` has notes about messages, `message.rs` whole messages, and `texts.rs` the texts of kept
//! messages for the search.

mod marks;
pub(in crate::store) mod message;
mod row;
pub(in crate::store) mod texts;

use std::any::Any;
use std::collections::HashMap;

use crate::api::emails::Match;
use crate::api::types::Email;
use crate::api::{Call, Paged, Request, Row, emails};
use crate::base::{Kept, work};
use crate::store::filter::{Checks, MailQuery};
use crate::store::{Known, Shelf};

pub use marks::{CAUTION, Marks};

pub use crate::store::notes::MailMark;
pub use message::FullMessage;
pub use row::MailRow;
pub use texts::{KeptTexts, MailTexts};

/// Key of a row of [`Mail`], valid while the program runs.
pub type MailKey = u32;

/// Caught mail as far as it was read.
#[derive(Debug, Default)]
pub struct Mail {
    /// Rows by key; `None` for a row that was purged. A message keeps its key, because screens refer to it.
    rows: Vec<Option<MailRow>>,
    /// Number of rows that are not purged.
    held: usize,
    places: HashMap<Box<str>, MailKey>,
    /// Lists by their request without its page.
    lists: HashMap<String, Shelf<MailKey>>,
    /// Empty list, for requests without an answer.
    no_list: Shelf<MailKey>,
    marks: Marks,
    pub(in crate::store) texts: MailTexts,
    /// Number that grows with every row, note and text.
    pub(in crate::store) version: u64,
    /// Number of unread messages in the known part of the inbox, by the version at which it was counted.
    unread: Kept<u64, u64>,
}

/// Name of a list: its request without the page.
fn list_of(call: &Call) -> String {
    let sent = call.query.iter().filter(|(name, _)| *name != "page" && *name != "per_page");
    sent.fold(call.endpoint.name.to_owned(), |key, (name, value)| format!("{key}\n{name}={value}"))
}

impl Mail {
    /// Messages in the answers to this request and to those for other pages of it, in the order of the list.
    pub fn list(&self, call: &Call) -> &Shelf<MailKey> {
        self.lists.get(&list_of(call)).unwrap_or(&self.no_list)
    }

    /// All known messages, the newest first.
    pub fn known(&self) -> Vec<MailKey> {
        let mut keys: Vec<MailKey> =
            work::each((0..).zip(&self.rows)).filter_map(|(key, row)| row.as_ref().map(|_| key)).collect();
        keys.sort_by_key(|key| std::cmp::Reverse(self.row(*key).and_then(|row| row.date)));
        keys
    }

    /// Known messages that match, by the reasons the service gives with each, the newest first.
    pub fn known_as(&self, matching: Match) -> Vec<MailKey> {
        let is = |row: &MailRow| matching == Match::All || row.labels.iter().any(|label| matching.holds(label));
        let mut keys = self.known();
        keys.retain(|key| self.row(*key).is_some_and(is));
        keys
    }

    /// Number of messages in the inbox that the user has not read on this computer.
    pub fn unread(&self) -> Known<u64> {
        let inbox = self.list(&MailQuery::default().call(Match::Inbox, 1));
        let is_unread = |key: &&MailKey| self.mark(**key).is_none_or(|mark| !mark.read);
        let count = |_: &u64| work::each(inbox.rows().iter()).filter(is_unread).count() as u64;
        Known::rows(self.unread.get(self.version, count), None, inbox.holds_all())
    }

    /// Number of keys given in this run, including those of purged messages.
    pub fn keys(&self) -> usize {
        self.rows.len()
    }

    /// Number of known messages.
    pub fn messages(&self) -> usize {
        self.held
    }

    /// Texts of the kept messages.
    pub fn texts(&self) -> &MailTexts {
        &self.texts
    }

    /// Version that changes whenever a row, a note or a text may change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Row of a message.
    pub fn row(&self, key: MailKey) -> Option<&MailRow> {
        self.rows.get(key as usize)?.as_ref()
    }

    /// Key of a message, by its id at the service.
    pub fn find(&self, id: &str) -> Option<MailKey> {
        self.places.get(id).copied()
    }

    /// True when the message passes these checks. False where its row lacks the value.
    pub fn passes(&self, key: MailKey, checks: &Checks) -> bool {
        let (Some(row), mark) = (self.row(key), self.mark(key)) else { return false };
        let from = |part: &str| row.from.to_lowercase().contains(part);
        let has_files = row.attachments.as_deref().map(|files| !files.is_empty());
        checks.files.is_none_or(|asked| has_files == Some(asked))
            && checks.unread.is_none_or(|asked| mark.is_none_or(|mark| !mark.read) == asked)
            && checks.starred.is_none_or(|asked| mark.is_some_and(|mark| mark.starred) == asked)
            && checks.from.as_deref().is_none_or(from)
    }

    /// Notes about a message.
    pub fn mark(&self, key: MailKey) -> Option<&MailMark> {
        self.marks.of(&self.row(key)?.id)
    }

    /// True once the user has read the caution before caught mail.
    pub fn is_cautioned(&self) -> bool {
        self.marks.of(CAUTION).is_some()
    }

    /// Messages with a note in words, by id.
    pub fn noted(&self) -> impl Iterator<Item = (&str, &MailMark)> {
        self.marks.iter().filter(|(_, mark)| !mark.note.is_empty())
    }

    /// Notes about the message with this id; empty without any.
    pub(in crate::store) fn noted_of(&self, id: &str) -> MailMark {
        self.marks.of(id).cloned().unwrap_or_default()
    }

    pub(in crate::store) fn set_marks(&mut self, marks: &[(Box<str>, MailMark)]) {
        self.version += 1;
        for (id, mark) in marks {
            self.marks.set(id, mark.clone());
        }
    }

    fn put(&mut self, email: &Email) -> MailKey {
        self.version += 1;
        let row = MailRow::of(email);
        let Some(key) = self.places.get(&row.id) else {
            let key = self.rows.len() as MailKey;
            self.places.insert(row.id.clone(), key);
            self.rows.push(Some(row));
            self.held += 1;
            return key;
        };
        // A compact row has no attachments, so those known are kept.
        let known = &mut self.rows[*key as usize];
        self.held += usize::from(known.is_none());
        let attachments = row.attachments.clone().or_else(|| known.take()?.attachments);
        *known = Some(MailRow { attachments, ..row });
        *key
    }

    /// Takes the messages from an answer, if it contains some.
    pub(in crate::store) fn absorb(&mut self, call: &Call, value: &(dyn Any + Send + Sync)) {
        if let Some(row) = value.downcast_ref::<Row<Email>>() {
            self.put(&row.value);
        }
        let Some(page) = value.downcast_ref::<Paged<Email>>() else { return };
        let keys: Vec<MailKey> = page.values().map(|email| self.put(email)).collect();
        let list = self.lists.entry(list_of(call)).or_default();
        let rows = &self.rows;
        let date = |key: &MailKey| rows[*key as usize].as_ref().and_then(|row| row.date);
        // A list is sorted by date, because more messages may have come than a first page has. Results of a search
        // stay in the service's order.
        let order = |key: &MailKey| date(key).filter(|_| call.endpoint == emails::List::ENDPOINT);
        if call.sent("page").is_none_or(|page| page == "1") {
            // A message newer than the last one of the first page that is not on it is gone. One of the same time may
            // be on the next page.
            let whole = page.pagination.total().is_some_and(|total| total <= keys.len() as u64);
            let oldest = keys.last().and_then(date);
            list.take_first(&keys, |key| !whole && date(key) <= oldest, order);
        } else {
            list.take_more(&keys, order);
        }
        list.take_total(&page.pagination);
    }

    /// Removes everything that came from the service; notes stay.
    pub(in crate::store) fn clear(&mut self) {
        self.rows.iter_mut().for_each(|row| *row = None);
        self.held = 0;
        self.lists.clear();
        self.texts = MailTexts::default();
        self.version += 1;
    }
}

#[cfg(test)]
mod tests;
