//! Writes in words for people, put together from the table.

use super::{DomainAct, Intent, Mark, Settles, Subject};
use crate::api::errors as keys;
use crate::api::exports::Kind as ExportKind;
use crate::base::clean_line;
use crate::client::{Failure, FailureKind};
use crate::store::inquiries::InquiryBook;

impl Intent {
    /// As asked: `Archive 3 inquiries`, `Remove solarpark.de from the account`.
    pub fn asked(&self) -> String {
        self.rule().asked.replace("{}", &self.what())
    }

    /// On its way: `Removing 12 domains`.
    pub fn doing(&self) -> String {
        self.rule().doing.replace("{}", &self.what())
    }

    /// True where the screen shows it as done as soon as it is planned.
    pub fn shows_at_once(&self) -> bool {
        self.rule().settles == Settles::Marks
    }

    /// The way on after a refusal, where the document says what it means for this write: a sentence. What the token may
    /// do is only ever one guess among others.
    pub fn way_on(&self, refused: &FailureKind) -> Option<&'static str> {
        match (self, refused) {
            (Self::Domains { act: DomainAct::Verify, .. }, FailureKind::Forbidden) => Some(
                "V on Mine checks a name of the account again; otherwise the token may lack the permission to verify.",
            ),
            (Self::Domains { act: DomainAct::Verify, .. }, FailureKind::NotFound) => {
                Some("It is neither detected nor was it in the account before; add it by name.")
            }
            _ => None,
        }
    }

    /// True where a refusal of one of its things says that what was wanted is so already: removed, hidden, ignored or
    /// allowed elsewhere (reliability: settling an unknown write).
    pub fn holds_already(&self, refused: &Failure) -> bool {
        let said = || refused.sentence().to_lowercase();
        match (self, refused.code()) {
            (Self::Domains { act: DomainAct::Delete | DomainAct::Ignore, .. }, Some(keys::DOMAIN_NOT_FOUND))
            | (Self::Mark { mark: Mark::Hidden, to: true, .. }, Some(keys::INQUIRY_NOT_FOUND))
            | (Self::AllowSender { .. }, Some(keys::SENDER_NOT_FOUND)) => true,
            // One key for three reasons; only the message tells them apart.
            (Self::IgnoreSender { .. }, Some(keys::SENDER_REFUSED)) => said().contains("already"),
            _ => false,
        }
    }

    /// For the key line of a question: `hide them`, `hide it`.
    pub fn action(&self) -> String {
        self.rule().action.replace("{}", if self.size() == 1 { "it" } else { "them" })
    }

    /// How many things it is about.
    pub fn size(&self) -> usize {
        match self {
            Self::Mark { ids, .. } | Self::RequestEmail { ids, .. } | Self::Unreachable { ids } => ids.len(),
            Self::MarkAll { of, .. } => usize::try_from(*of).unwrap_or(usize::MAX),
            Self::Domains { names, .. } => names.len(),
            Self::AddDomains { lines, .. } => lines.0.len(),
            Self::IgnoreSender { .. }
            | Self::AllowSender { .. }
            | Self::ImportCsv(_)
            | Self::RerunImport { .. }
            | Self::Export(_) => 1,
        }
    }

    /// What it is about: a name where it is one and has one, else the number.
    pub fn what(&self) -> String {
        match self {
            Self::MarkAll { .. } => format!("all {}", self.rule().noun.count(self.size())),
            Self::IgnoreSender { address } | Self::AllowSender { address, .. } => clean_line(address).into_owned(),
            Self::Domains { names, .. } if names.len() == 1 => names[0].both(),
            Self::ImportCsv(csv) => clean_line(&csv.file_name).into_owned(),
            Self::RerunImport { import } => format!("import {import}"),
            Self::Export(ask) => match ask.kind {
                ExportKind::Domains => "export of domains".to_owned(),
                ExportKind::Inquiries => "export of inquiries".to_owned(),
            },
            _ => self.rule().noun.count(self.size()),
        }
    }
}

impl Subject {
    /// What it is called: `solarpark.de (Anna Lindqvist)` for an inquiry, else its own name.
    pub fn called(&self, book: &InquiryBook) -> String {
        let Some(row) = self.inquiry().and_then(|id| book.row(id)) else { return self.words() };
        match row.buyer() {
            "" => row.domain().to_owned(),
            buyer => format!("{} ({buyer})", row.domain()),
        }
    }

    /// A name for it where nothing more is known: `inquiry 112`, `solarpark.de`, `part 2`.
    pub fn words(&self) -> String {
        match self {
            Self::Inquiry(id) => format!("#{id}"),
            Self::Sender(address) => clean_line(address).into_owned(),
            Self::Domain(_) => self.name().map(|name| name.both()).unwrap_or_default(),
            Self::Part(part) => format!("part {}", part + 1),
            Self::File(_) => "the file".to_owned(),
            Self::Import(id) => format!("import {id}"),
            Self::Export(kind) => format!("{} export", kind.as_str()),
        }
    }
}

/// `1,200`.
pub(crate) fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
