//! Line of Home: its block, name, figure and list.

use serde::{Deserialize, Serialize};

use super::opens::Opens;
use crate::api::types::Inquiry;
use crate::base::{Id, named};
use crate::store::Known;
use crate::store::subject::DomainKey;
use crate::store::subject::finding::Kind;

pub use crate::store::findings::List;

named! {
    /// Blocks of Home, in their usual order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Block (
        /// Word for the block in the note and in files.
        word,
        title
    ) {
        /// Inquiries that wait for an answer, by score, and their number.
        Answer = "answer", "Answer first";
        /// Reminders whose time has come.
        Due = "due", "Due";
        /// New things since the last visit.
        Since = "since", "New";
        /// Inquiries that were not emailed to the user.
        Held = "held", "Held back";
        /// Findings about domains.
        LookAfter = "look_after", "Look after";
        /// Jobs that run at the service.
        Jobs = "jobs", "Jobs";
        /// Figures over time, below the things to do.
        Days = "days", "30 days, UTC";
        /// Most visited domains.
        Visited = "visited", "Most visited, 30 days";
    }
}

/// Name of a line, which stays the same when the line's words change; the cursor and the line's own keys go by it.
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
    /// One due reminder, where a list has several.
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
    /// Offers that would be emailed with a lower minimum.
    WouldPass,
    /// A finding about domains or the account.
    Finding(Kind),
    Settled,
    Detected,
    Importing,
    Exporting,
    Visitors,
    Days,
    /// One of the most visited domains.
    Visited(DomainKey),
}

impl Name {
    /// True for the main line of its block.
    pub const fn is_main(self) -> bool {
        matches!(self, Self::Waiting | Self::New | Self::Held | Self::Finding(Kind::Unverified) | Self::Days)
    }

    /// Word for files and commands.
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

/// Line of Home: a figure with its words and its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub name: Name,
    pub block: Block,
    pub figure: Known<u64>,
    /// Words after the figure, singular or plural: `names not verified`.
    pub words: String,
    /// Further words: `$33.9k · €11.6k`.
    pub beside: String,
    pub list: List,
    /// Counts by day, the oldest first; empty for a line without days, or where too few are known.
    pub days: Vec<Option<u32>>,
    /// First rows of `list`, shown beside the page in a wide window.
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

/// Argument that opens a tab of a list under a filter.
pub(super) fn list_line(tab: &str, filter: &str) -> String {
    if filter.is_empty() { tab.to_owned() } else { format!("{tab} {filter}") }
}
