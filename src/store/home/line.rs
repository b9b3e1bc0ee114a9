//! A line of the page: its part, its name, its figure and its list.

use serde::{Deserialize, Serialize};

use super::opens::Opens;
use crate::api::types::Inquiry;
use crate::base::{Id, named};
use crate::store::Known;
use crate::store::subject::DomainKey;
use crate::store::subject::finding::Kind;

pub use crate::store::findings::List;

named! {
    /// The parts of the page, in its order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Block (
        /// Word in the note.
        word,
        title
    ) {
        /// Leads by score, and how many wait.
        Answer = "answer", "Answer first";
        /// Reminders that have come.
        Due = "due", "Due";
        /// Arrivals since the last visit.
        Since = "since", "New";
        /// Inquiries that were not emailed.
        Held = "held", "Held back";
        /// Findings about domains.
        LookAfter = "look_after", "Look after";
        /// Jobs that run at the service.
        Jobs = "jobs", "Jobs";
        /// Figures over time, below the work.
        Days = "days", "30 days, UTC";
        /// The names visited most.
        Visited = "visited", "Most visited, 30 days";
    }
}

/// The subject of a line, by which its cursor, its keys and what was settled stay with it when its words change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Name {
    Waiting,
    Cooling,
    CoolingElse,
    NoStep,
    Drafts,
    DueInquiries,
    DueHidden,
    DueDomains,
    DueDetected,
    DueRemoved,
    /// One due reminder of a list that has several.
    DueInquiry(Id<Inquiry>),
    DueDomain(DomainKey),
    DueElsewhere,
    New,
    Confirmed,
    Lost,
    NewNames,
    Imported,
    Exported,
    Elsewhere,
    HeldOffers,
    Held,
    /// Offers that would pass a lower minimum.
    WouldPass,
    /// A finding about domains or the account.
    Finding(Kind),
    Settled,
    Detected,
    Importing,
    Exporting,
    Visitors,
    Days,
    /// A name that is visited.
    Visited(DomainKey),
}

impl Name {
    /// True for the main line of its block.
    pub const fn is_main(self) -> bool {
        matches!(self, Self::Waiting | Self::New | Self::Held | Self::Finding(Kind::Unverified) | Self::Days)
    }

    /// The word for files and commands.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Cooling => "cooling",
            Self::CoolingElse => "cooling_else",
            Self::NoStep => "no_step",
            Self::Drafts => "drafts",
            Self::DueInquiries => "due_inquiries",
            Self::DueHidden => "due_hidden",
            Self::DueDomains => "due_domains",
            Self::DueDetected => "due_detected",
            Self::DueRemoved => "due_removed",
            Self::DueInquiry(_) => "due_inquiry",
            Self::DueDomain(_) => "due_domain",
            Self::DueElsewhere => "due_elsewhere",
            Self::New => "new",
            Self::Confirmed => "confirmed",
            Self::Lost => "lost_verification",
            Self::NewNames => "newly_detected",
            Self::Imported => "imports_ended",
            Self::Exported => "exports_ended",
            Self::Elsewhere => "changed_elsewhere",
            Self::HeldOffers => "held_offers",
            Self::Held => "held",
            Self::WouldPass => "would_pass",
            Self::Finding(kind) => kind.word(),
            Self::Settled => "settled",
            Self::Detected => "detected",
            Self::Importing => "imports_running",
            Self::Exporting => "exports_running",
            Self::Visitors => "visitors",
            Self::Days => "days",
            Self::Visited(_) => "visited",
        }
    }
}

/// A figure with its words and its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub name: Name,
    pub block: Block,
    pub figure: Known<u64>,
    /// `names not verified`, singular and plural right.
    pub words: String,
    /// Further figures beside the first one: `$33.9k · €11.6k`.
    pub beside: String,
    pub list: List,
    /// Counts by day, the oldest first; empty if the line has no days or too few are known.
    pub days: Vec<Option<u32>>,
    /// The first rows of the list.
    pub opens: Opens,
}

impl Line {
    /// True when the line has something to show; see [`super::Digest::of`].
    pub fn says(&self) -> bool {
        match self.figure {
            Known::Is(figure) => figure > 0,
            Known::AtLeast { .. } => true,
            Known::Reading | Known::NotRead | Known::Unavailable(_) => self.name.is_main(),
        }
    }
}

/// The words that open a tab of a list under a filter.
pub(super) fn list_line(tab: &str, filter: &str) -> String {
    if filter.is_empty() { tab.to_owned() } else { format!("{tab} {filter}") }
}
