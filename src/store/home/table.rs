//! The table of lines: the block of each, the rows it counts by their filter, and its words.

use super::Block;
use super::count::Jobs;
use super::line::Name;
use crate::store::{DomainTab, Tab};

/// The rows a line counts.
pub enum Of {
    Inquiries(Tab, &'static str),
    Domains(DomainTab, &'static str),
    Ended(Jobs),
    Running(Jobs),
    /// Versions of settings that others made.
    Versions,
}

/// A line: its name, its block, what it counts, and its words for one and for several.
pub type Row = (Name, Block, Of, &'static str, &'static str);

/// Filter of what came since the last visit. In these filters `{since}` stands for the minutes since then, and
/// `{domain}` for the number of the newest domain known then.
const SINCE: &str = "age:<{since}m";
/// Inquiries that came before the last visit and were confirmed by their buyers after it.
const CONFIRMED: &str = "age:>={since}m confirmed:<{since}m";
/// Filter of names that failed since the last visit. A name is checked once a day, so one verified up to a day before
/// the visit may have failed after it.
const LOST: &str = "checked:<{lost}m";
const NEW_NAMES: &str = "id:>{domain}";
/// Filter of due reminders. The lists it is used on share no row, so that each reminder is counted once.
const DUE: &str = "remind:due";
/// Inquiries of ignored senders do not count as waiting.
const MINE: &str = "status:mine -is:ignored";
/// Offers above this many units of the account's currency cool when nobody answers.
const COOLING: &str = "status:mine -is:ignored offer:>1000 age:>7d";
/// Offers in other currencies cannot be compared with that limit, so all of them are listed.
const COOLING_ELSE: &str = "status:mine -is:ignored offer:any -offer:>0 age:>7d";

pub const LINES: [Row; 23] = [
    (
        Name::Waiting,
        Block::Answer,
        Of::Inquiries(Tab::Active, MINE),
        "inquiry waits for an answer",
        "inquiries wait for an answer",
    ),
    (
        Name::Cooling,
        Block::Answer,
        Of::Inquiries(Tab::Active, COOLING),
        "offer over {limit}, unanswered for 7 days",
        "offers over {limit}, unanswered for 7 days",
    ),
    (
        Name::CoolingElse,
        Block::Answer,
        Of::Inquiries(Tab::Active, COOLING_ELSE),
        "offer in another currency, unanswered for 7 days",
        "offers in other currencies, unanswered for 7 days",
    ),
    (
        Name::NoStep,
        Block::Answer,
        Of::Inquiries(Tab::Active, "status:theirs remind:none offer:any"),
        "open offer without a next step",
        "open offers without a next step",
    ),
    (
        Name::Drafts,
        Block::Answer,
        Of::Inquiries(Tab::All, "is:draft"),
        "reply written, not sent",
        "replies written, not sent",
    ),
    (
        Name::DueInquiries,
        Block::Due,
        Of::Inquiries(Tab::All, DUE),
        "reminder of an inquiry has come",
        "reminders of inquiries have come",
    ),
    (
        Name::DueHidden,
        Block::Due,
        Of::Inquiries(Tab::Hidden, DUE),
        "reminder of a hidden inquiry has come",
        "reminders of hidden inquiries have come",
    ),
    (
        Name::DueDomains,
        Block::Due,
        Of::Domains(DomainTab::MyDomains, DUE),
        "reminder of a domain has come",
        "reminders of domains have come",
    ),
    (
        Name::DueDetected,
        Block::Due,
        Of::Domains(DomainTab::Detected, DUE),
        "reminder of a detected domain has come",
        "reminders of detected domains have come",
    ),
    (
        Name::DueRemoved,
        Block::Due,
        Of::Domains(DomainTab::Removed, DUE),
        "reminder of a removed domain has come",
        "reminders of removed domains have come",
    ),
    (Name::New, Block::Since, Of::Inquiries(Tab::All, SINCE), "new inquiry (all tabs)", "new inquiries (all tabs)"),
    (
        Name::Confirmed,
        Block::Since,
        Of::Inquiries(Tab::All, CONFIRMED),
        "earlier inquiry now confirmed",
        "earlier inquiries now confirmed",
    ),
    (
        Name::Lost,
        Block::Since,
        Of::Domains(DomainTab::Unverified, LOST),
        "domain lost its verification",
        "domains lost their verification",
    ),
    (
        Name::NewNames,
        Block::Since,
        Of::Domains(DomainTab::Detected, NEW_NAMES),
        "newly detected domain",
        "newly detected domains",
    ),
    (Name::Imported, Block::Since, Of::Ended(Jobs::Imports), "import ended", "imports ended"),
    (Name::Exported, Block::Since, Of::Ended(Jobs::Exports), "export ended", "exports ended"),
    (Name::Elsewhere, Block::Since, Of::Versions, "change of settings elsewhere", "changes of settings elsewhere"),
    (
        Name::HeldOffers,
        Block::Held,
        Of::Inquiries(Tab::Unsent, "offer:any"),
        "offer was not emailed to you",
        "offers were not emailed to you",
    ),
    (Name::Held, Block::Held, Of::Inquiries(Tab::Unsent, ""), "inquiry held back in all", "inquiries held back in all"),
    (
        Name::Detected,
        Block::LookAfter,
        Of::Domains(DomainTab::Detected, ""),
        "detected domain to approve or ignore",
        "detected domains to approve or ignore",
    ),
    (Name::Importing, Block::Jobs, Of::Running(Jobs::Imports), "import running", "imports running"),
    (Name::Exporting, Block::Jobs, Of::Running(Jobs::Exports), "export running", "exports running"),
    (Name::Days, Block::Days, Of::Inquiries(Tab::All, super::days::WITHIN), "inquiry", "inquiries"),
];

/// Values that take the place of the words in braces in these filters and texts.
#[derive(Debug)]
pub struct Fills {
    /// Minutes since the last visit.
    pub minutes: i64,
    /// Number of the newest domain known then, if it was noted.
    pub domain: Option<i64>,
    /// Amount from which offers cool, in the account's currency.
    pub limit: String,
}

impl Fills {
    /// A filter or text of the table with its values.
    pub fn fill(&self, text: &str) -> String {
        /// Minutes between two checks of a name.
        const DAY: i64 = 24 * 60;
        let domain = self.domain.unwrap_or(i64::MAX);
        text.replace("{since}", &self.minutes.to_string())
            .replace("{lost}", &(self.minutes + DAY).to_string())
            .replace("{domain}", &domain.to_string())
            .replace("{limit}", &self.limit)
    }
}
