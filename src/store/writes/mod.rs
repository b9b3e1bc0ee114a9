//! Writes: their kinds, the journal, plans, values laid over what is known, and what decides about them. Data and
//! functions over it; what the store does with them is in `store/whole/writes/`.
//!
//! Look first at [`WriteStep`] and `journal/`, then at `intent/` (kinds of writes), `grounds.rs` (what decides about a
//! write) and `conditions.rs` (why a write is not possible); `probe.rs` says what is read back, `settle.rs` what
//! readings prove.

mod batch;
pub(in crate::store) mod check;
mod conditions;
pub(in crate::store) mod conflict;
pub mod drafts;
pub mod grounds;
pub mod intent;
pub mod journal;
pub mod plan;
pub mod probe;
pub mod settle;
pub(in crate::store) mod under_way;

use crate::api::types::InquiryMarks;
use crate::base::Timestamp;
use crate::client::Failure;
use crate::store::index::overlay::Values;
use crate::store::subject::{EntryId, Mark};
use crate::store::writes::journal::Which;

pub use batch::{Answered, Batch};
pub use check::{Ask, Learnt, NOT_READABLE, to_check};
pub use conditions::{ParkingEmail, is_address};
pub use conflict::{CHANGED, Conflict, OTHER_CHANGED};
pub use probe::Moved;

/// State of all writes.
#[derive(Debug, Default)]
pub(in crate::store) struct Writes {
    pub journal: journal::Journal,
    /// Values on their way to the service, of things that are in no index.
    pub overlay: Values,
    pub reviews: plan::Reviews,
    pub drafts: drafts::Drafts,
    pub under_way: under_way::UnderWay,
}

/// Reason for a change that was taken out of the queue before it was sent.
pub const CANCELLED: &str = "cancelled before it was sent";

/// Called on the disk's thread once the journal holds what was handed to it, or cannot.
pub type Durable = Box<dyn FnOnce(Result<(), String>) + Send>;

/// A step of one write, reported by the worker.
#[derive(Clone, Debug)]
pub struct WriteProgress {
    pub entry: EntryId,
    pub targets: Which,
    pub step: WriteStep,
    pub at: Timestamp,
}

/// A step of a write.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteStep {
    /// About to go out. Use `Store::begin_send`, which also waits for the journal.
    Sending,
    /// Done, as the service answered; with the marks where it sent any.
    Applied { marks: Option<InquiryMarks> },
    /// The number of the thing made is known.
    Made(i64),
    /// The service refused it; nothing changed.
    Refused(Failure),
    /// Surely not changed: planned again, as if it had not been sent.
    NotSent,
    /// Proven not done: planned once more.
    Again,
    /// The write may have been done, so readings begin.
    Unknown(Failure),
    /// The service works on it in the background; reading shows when that is over.
    Queued,
    /// The service passed over some of these targets without naming them; reading shows which.
    PassedOver,
    /// Done, as the service answered; read back because the resulting value matters.
    Taken,
    /// A reading proved it done.
    SettledApplied { evidence: String, made: Option<i64> },
    /// Readings proved it not done.
    SettledNotApplied { evidence: String },
    /// Readings did not show the outcome.
    GivenUp { evidence: String },
    /// Not sent and never will be, with the reason.
    Dropped { why: String },
    /// Not sent because the user undid it first.
    TakenBack,
    /// Part of an undo or redo with nothing to send; holds the reason.
    Void { why: String },
}

/// Reason why a write was not planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlanned {
    /// Impossible, with a sentence for the user.
    No(String),
    /// An earlier write of one of the targets could not be determined. The user may continue with `Store::plan_over`
    /// after typing a word (rule 6).
    Undetermined(String),
    /// The journal on disk is still being read: the write is planned automatically when that is done.
    Early,
}

impl NotPlanned {
    /// The reason as a sentence.
    pub fn why(&self) -> &str {
        match self {
            Self::No(why) | Self::Undetermined(why) => why,
            Self::Early => "Reading the journal of changes; this is sent right after.",
        }
    }
}

/// Value of a mark as told by the service.
pub fn value_of_mark(marks: &InquiryMarks, mark: Mark) -> Option<bool> {
    match mark {
        Mark::Read => marks.read.copied(),
        Mark::Starred => marks.starred.copied(),
        Mark::Archived => marks.archived.copied(),
        Mark::Hidden => marks.removed.copied(),
    }
}
