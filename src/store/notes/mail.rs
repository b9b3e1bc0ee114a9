//! Notes about messages, because the service has no marks for mail.

/// Notes about one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailMark {
    pub read: bool,
    pub starred: bool,
    /// Note in the user's words.
    pub note: String,
}

impl MailMark {
    /// True when nothing is noted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Change of the notes about a message; `id` is the message's id at the service.
#[derive(Clone, Debug)]
pub struct MailChange {
    pub id: Box<str>,
    pub before: MailMark,
    pub after: MailMark,
}
