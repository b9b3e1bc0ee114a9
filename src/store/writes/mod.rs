//! Writes: their kinds, the journal, plans, pending values, and the data that decides about writes. Only data and
//! functions over it; what the store does with writes is in `store/whole/writes/`.
//!
//! Look first at [`WriteStep`] and `journal/`, then at `intent/` (kinds of write), `grounds.rs` (data that decides
//! about a write), `conditions.rs` (why a write is not possible), `probe.rs` (readings) and `settle.rs` (what readings
//! prove).

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
    /// Pending values of things that are not in the index of inquiries or of domains.
    pub overlay: Values,
    pub reviews: plan::Reviews,
    pub drafts: drafts::Drafts,
    pub under_way: under_way::UnderWay,
}

/// Reason for a write that the user cancelled before it was sent.
pub const CANCELLED: &str = "cancelled before it was sent";

/// Function called on the disk's thread once the journal on disk holds a change, or writing it has failed.
pub type Durable = Box<dyn FnOnce(Result<(), String>) + Send>;

/// Step of a write, as the worker reports it.
#[derive(Clone, Debug)]
pub struct WriteProgress {
    pub entry: EntryId,
    pub targets: Which,
    pub step: WriteStep,
    pub at: Timestamp,
}

/// Step of a write's targets.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteStep {
    /// About to be sent. `Store::begin_send` takes this step and also waits for the journal on disk.
    Sending,
    /// Done, as the answer says; with the marks if the answer has them.
    Applied { marks: Option<InquiryMarks> },
    /// The number of the thing made became known.
    Made(i64),
    /// Refused by the service; nothing changed.
    Refused(Failure),
    /// Certainly not changed, so planned again as if it had not been sent.
    NotSent,
    /// Found not done, so planned once more.
    Again,
    /// Perhaps done, so the outcome is read back.
    Unknown(Failure),
    /// Queued by the service, to be done in the background; readings show when that is over.
    Queued,
    /// Neither done nor named in the answer to a bulk call that left some targets out; readings show which.
    PassedOver,
    /// Done, as the answer says; the resulting value is read back.
    Taken,
    /// Done, as a reading showed.
    SettledApplied { evidence: String, made: Option<i64> },
    /// Not done, as readings showed.
    SettledNotApplied { evidence: String },
    /// Undetermined after all readings.
    GivenUp { evidence: String },
    /// Never sent, for this reason.
    Dropped { why: String },
    /// Undone by the user before it was sent.
    TakenBack,
    /// Part of an undo or redo with nothing to send, for this reason.
    Void { why: String },
}

/// Reason why a write is not planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlanned {
    /// Not possible, with a sentence for the user.
    No(String),
    /// Not possible because the outcome of an earlier write of one of the targets is undetermined. The user may go on
    /// with `Store::plan_over` after typing a word (rule 6).
    Undetermined(String),
    /// Not yet possible while the journal on disk is being read; the write is then planned automatically.
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

/// Value of a mark in an answer; `None` if the answer does not have it.
pub fn value_of_mark(marks: &InquiryMarks, mark: Mark) -> Option<bool> {
    match mark {
        Mark::Read => marks.read.copied(),
        Mark::Starred => marks.starred.copied(),
        Mark::Archived => marks.archived.copied(),
        Mark::Hidden => marks.removed.copied(),
    }
}
