//! News that reach the user while another window is in front: the texts of the bell, the terminal's notification and
//! the hook.

use serde::Serialize;

use crate::base::Timestamp;
use crate::store::InquiryRow;
use crate::store::notes::Rung;
use crate::ui::text::counted;

/// Sentence of a notification about a snooze that has ended or a reminder.
pub const DUE: &str = "A snooze or a reminder is due";
/// Most inquiries given to a hook; `count` is the number of all.
pub const TOLD: usize = 20;

/// News as a notification shows it and a hook reads it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct News {
    /// Kind of news: `inquiries`, `reminders`, or `test`.
    pub event: &'static str,
    /// Number of arrivals.
    pub count: u64,
    /// Newest arrivals, at most `TOLD`.
    pub inquiries: Vec<Arrived>,
    /// Reminders that are due.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<Reminded>,
    /// Sentence of the notification.
    #[serde(skip)]
    pub words: String,
}

/// Reminder that is due: `inquiry:501585` or `domain:solarpark.de`, the time, and the note.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reminded {
    pub about: String,
    pub due: String,
    pub note: String,
}

/// Inquiry that arrived, with the service's names of its fields. A field the service did not send is empty. Texts are
/// cleaned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrived {
    pub inquiry_id: i64,
    pub reference: String,
    pub date: Option<String>,
    /// Name in Unicode, then as punycode.
    pub domain: String,
    pub punycode: String,
    /// Offer as typed by the buyer.
    pub offer: String,
    pub name: String,
    pub email: String,
}

impl News {
    /// News of inquiries that arrived, newest first. With `covered`, the sentence names no buyer and no domain.
    pub fn of<'a>(count: u64, newest: impl Iterator<Item = InquiryRow<'a>>, covered: bool) -> Self {
        let inquiries: Vec<Arrived> = newest.take(TOLD).map(|row| Arrived::of(&row)).collect();
        let many = counted(count, "new inquiry", "new inquiries");
        let words = match &inquiries[..] {
            [first, ..] if !covered && count == 1 => format!("New inquiry for {}", first.domain),
            [first, ..] if !covered => format!("{many}, the newest for {}", first.domain),
            _ => many,
        };
        Self { event: "inquiries", count, inquiries, reminders: Vec::new(), words }
    }

    /// News of due reminders. The sentence does not say which inquiries they are about.
    pub fn reminders(rung: Vec<Rung>) -> Self {
        let count = rung.len() as u64;
        let told = |rung: Rung| Reminded { about: rung.about.to_string(), due: rung.at.iso(), note: rung.note };
        let reminders = rung.into_iter().map(told).collect();
        Self { event: "reminders", count, inquiries: Vec::new(), reminders, words: DUE.to_owned() }
    }

    /// True for a test of notifications, which has no arrivals.
    pub fn is_test(&self) -> bool {
        self.event == "test"
    }

    /// Notification of `:notify test`.
    pub fn test() -> Self {
        let words = "This is a test: new inquiries are told like this.".to_owned();
        Self { event: "test", count: 0, inquiries: Vec::new(), reminders: Vec::new(), words }
    }
}

impl Arrived {
    fn of(row: &InquiryRow<'_>) -> Self {
        Self {
            inquiry_id: row.id().get(),
            reference: row.reference().to_owned(),
            date: row.date().map(Timestamp::iso),
            domain: row.domain_name().both(),
            punycode: row.punycode().to_owned(),
            offer: row.offer_text().to_owned(),
            name: row.buyer().to_owned(),
            email: row.email().to_owned(),
        }
    }
}
