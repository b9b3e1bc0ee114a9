//! Table of lines: the block of each, the rows that it counts, and its words.

use super::Block;
use super::count::Jobs;
use super::line::Name;
use crate::store::filter::duration;
use crate::store::{DomainTab, Tab};

/// Rows that a line counts.
pub enum Of {
    Inquiries(Tab, &'static str),
    Domains(DomainTab, &'static str),
    Ended(Jobs),
    Running(Jobs),
    /// Versions of settings that others made since the last visit.
    Versions,
}

/// Row of the table: the line's name, block, what it counts, and its words for one and for several.
pub type Row = (Name, Block, Of, &'static str, &'static str);

/// Filter for inquiries since the last visit. In filters of this table `{since}` stands for the time since then,
/// and `{domain}` for the highest number that a detected domain had then.
const SINCE: &str = "age:<{since}";
/// Filter for inquiries from before the last visit that were confirmed after it.
const CONFIRMED: &str = "age:>={since} confirmed:<{since}";
/// Filter for domains that may have lost their verification since the last visit. Each is checked once a day, so that
/// the time goes back one day further than the visit.
const LOST: &str = "checked:<{lost}";
const NEW_NAMES: &str = "id:>{domain}";
/// Filter for due reminders. The lists in which it is used have no row in common, so that each reminder is counted
/// once.
const DUE: &str = "remind:due";
/// Filter for inquiries that wait for the user. Those of ignored senders do not.
const MINE: &str = "status:mine -is:ignored";
/// Filter for unanswered offers above this many units of the account's currency.
const COOLING: &str = "status:mine -is:ignored offer:>1000 age:>7d";
/// Filter for unanswered offers in other currencies. They cannot be compared with that limit, so all are listed.
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
        "offer not in {currency}, unanswered for 7 days",
        "offers not in {currency}, unanswered for 7 days",
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

/// Values for the words in braces in these filters and texts.
#[derive(Debug)]
pub struct Fills {
    /// Minutes since the last visit.
    pub minutes: i64,
    /// Highest number that a detected domain had at the last visit, if it was noted.
    pub domain: Option<i64>,
    /// Amount above which an unanswered offer is listed, and its currency: the account's, or where that is not known the
    /// one of most offers.
    pub limit: String,
    pub currency: String,
}

impl Fills {
    /// Filter or text of the table with the values filled in.
    pub fn fill(&self, text: &str) -> String {
        /// Minutes between two checks of a domain.
        const DAY: i64 = 24 * 60;
        let domain = self.domain.unwrap_or(i64::MAX);
        text.replace("{since}", &duration(self.minutes * 60))
            .replace("{lost}", &duration((self.minutes + DAY) * 60))
            .replace("{domain}", &domain.to_string())
            .replace("{limit}", &self.limit)
            .replace("{currency}", &self.currency)
    }
}
