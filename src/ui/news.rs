//! News that reach the user while another window is in front: what the bell, the terminal's notification and the hook say.

use serde::Serialize;

use crate::base::Timestamp;
use crate::store::InquiryRow;
use crate::store::notes::Rung;
use crate::ui::text::counted;

/// The sentence of a notification about a snooze that is over or a reminder.
pub const DUE: &str = "A snooze or a reminder is due";
/// Inquiries a hook is told of at the most; `count` says how many there are.
pub const TOLD: usize = 20;

/// Inquiries that have arrived, as a notification says it and as a hook reads it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct News {
    /// The kind of news: `inquiries`, `reminders`, or `test`.
    pub event: &'static str,
    /// Number of arrivals.
    pub count: u64,
    /// The newest of them, at most twenty.
    pub inquiries: Vec<Arrived>,
    /// The reminders that have come.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<Reminded>,
    /// The sentence of the notification.
    #[serde(skip)]
    pub words: String,
}

/// A reminder that has come: `inquiry:501585` or `domain:solarpark.de`, when, and the note about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reminded {
    pub about: String,
    pub due: String,
    pub note: String,
}

/// One arrival, in the names of the service; an empty field was not told. Its texts are cleaned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrived {
    pub inquiry_id: i64,
    pub reference: String,
    pub date: Option<String>,
    /// The name as people read it, then as the service is sent it.
    pub domain: String,
    pub punycode: String,
    /// Offer as typed by the buyer.
    pub offer: String,
    pub name: String,
    pub email: String,
}

impl News {
    /// Inquiries that have arrived, the newest first; `covered` names no buyer and no domain in the sentence.
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

    /// Reminders that have come. Whose inquiries these are stays on the screen.
    pub fn reminders(rung: Vec<Rung>) -> Self {
        let count = rung.len() as u64;
        let told = |rung: Rung| Reminded { about: rung.about.to_string(), due: rung.at.iso(), note: rung.note };
        let reminders = rung.into_iter().map(told).collect();
        Self { event: "reminders", count, inquiries: Vec::new(), reminders, words: DUE.to_owned() }
    }

    /// A test of the ways to notify, without any arrival.
    pub fn is_test(&self) -> bool {
        self.event == "test"
    }

    /// The notification of `:notify test`.
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
