//! Notes about messages on this computer, because the service has no marks for mail.

use std::collections::HashMap;

use crate::store::notes::MailMark;

/// Id that belongs to no message. Its note says that the user has read the caution before the first message.
pub const CAUTION: &str = "";

/// Notes by the id of the message at the service.
#[derive(Clone, Debug, Default)]
pub struct Marks(HashMap<Box<str>, MailMark>);

impl Marks {
    /// Notes about a message.
    pub fn of(&self, id: &str) -> Option<&MailMark> {
        self.0.get(id)
    }

    /// All notes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &MailMark)> {
        self.0.iter().map(|(id, mark)| (&**id, mark))
    }

    /// Replaces the notes about a message; empty notes are removed.
    pub fn set(&mut self, id: &str, mark: MailMark) {
        if mark.is_empty() {
            self.0.remove(id);
        } else {
            self.0.insert(id.into(), mark);
        }
    }
}
