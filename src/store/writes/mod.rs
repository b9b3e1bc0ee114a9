//! The way of a write: planned, journalled, sent, answered, settled by reading; and its undo.
//!
//! It sends nothing itself: the runtime asks `Store::next_batch` what may go out, and hands back answers and readings.
//! Look first at [`WriteStep`], then `planning.rs`, `sending.rs` (what travels together, what an answer says), `steps.rs`,
//! and for unknown outcomes `checking.rs`, `probe.rs` (what is read) and `settle.rs` (what readings prove); `domains.rs`
//! shows it in the index of domains; `undo.rs` plans undo and redo and says what came of them, `restore.rs`
//! writes back what removed domains had of their own. `guard.rs` says what to look
//! at before values are written.

mod checking;
mod conditions;
mod domains;
pub mod drafts;
pub mod grounds;
pub mod guard;
pub mod intent;
pub mod journal;
mod looking;
mod made;
pub mod plan;
mod planning;
pub mod probe;
mod promised;
mod restore;
mod sending;
pub mod settle;
mod steps;
mod undo;
mod undone;

use std::collections::HashMap;
use std::sync::Arc;

use crate::api::types::{Campaign, Image, InquiryMarks};
use crate::base::{Id, Timestamp};
use crate::client::Failure;
use crate::store::index::overlay::Values;
use crate::store::subject::{EntryId, Mark};
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::{Origin, Which};

pub use checking::{Ask, Check, Learnt, NOT_READABLE, to_check};
pub use conditions::{ParkingEmail, is_address};
pub use looking::{Conflict, OTHER_CHANGED};
pub use probe::Moved;
pub use sending::{Answered, Batch};
pub use undone::{CHANGED, UndoWords};

/// State of all writes.
#[derive(Debug, Default)]
pub(in crate::store) struct Writes {
    pub journal: journal::Journal,
    /// Values on their way of things that are in no index.
    pub overlay: Values,
    pub reviews: plan::Reviews,
    pub drafts: drafts::Drafts,
    pub under_way: UnderWay,
}

/// State of writes that is not in their journal entries; lost with the program and rebuilt from them.
#[derive(Debug, Default)]
pub(in crate::store) struct UnderWay {
    checks: Vec<Check>,
    /// Checks there ever were.
    count: u64,
    /// The journal on disk has told its entries; before that none may be added, because their numbers are not known.
    journal_told: bool,
    /// The newest entry of the journal when it was read.
    earlier: EntryId,
    /// Writes asked for before the journal was read; they are planned then.
    early: Vec<(Intent, Origin)>,
    planned_early: Vec<EntryId>,
    /// Bytes of uploads that have gone out, and of how many.
    uploads: HashMap<EntryId, (u64, u64)>,
    /// Images as the answers to their uploads told them, until the list is read again.
    added: HashMap<Id<Image>, Image>,
    /// Campaigns as the answers to their creation told them, by number.
    created: HashMap<i64, Arc<Campaign>>,
    /// Undos and redos whose end is to be told.
    followed: Vec<Followed>,
    /// Writes that were not sent because a value was changed elsewhere, for the user to decide.
    conflicts: Vec<looking::Left>,
    /// The versions of journal, inquiries and domains at which those that wait were last looked at.
    reviewed: Option<[u64; 3]>,
}

/// An undo or redo whose end may have to be told.
#[derive(Clone, Copy, Debug)]
struct Followed {
    entry: EntryId,
    /// True where the message at planning said everything, so that a good end needs none.
    said: bool,
}

/// Reason why a change was not done that was taken out of the queue.
pub const CANCELLED: &str = "cancelled before it was sent";

/// Called on the disk's thread once the journal holds what was handed to it, or cannot.
pub type Durable = Box<dyn FnOnce(Result<(), String>) + Send>;

/// A step of one write, told by the worker.
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
    /// The service said it did it; its marks where it sent any.
    Applied { marks: Option<InquiryMarks> },
    /// The number of what it made is known.
    Made(i64),
    /// The service refused it; nothing changed.
    Refused(Failure),
    /// Surely nothing changed: planned again, as if it had not been sent.
    NotSent,
    /// Proven not done: planned once more.
    Again,
    /// The write may have been done, so readings begin.
    Unknown(Failure),
    /// The service works on it in the background; reading tells when it is over.
    Queued,
    /// The service passed over some of these without naming them; reading tells which.
    PassedOver,
    /// The service said it was done; it is read back because the resulting value matters.
    Taken,
    /// A reading proved it done.
    SettledApplied { evidence: String, made: Option<i64> },
    /// Readings proved it not done.
    SettledNotApplied { evidence: String },
    /// Readings did not tell.
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
    /// An earlier write of one of these could not be determined. The user may continue with `Store::plan_over` after
    /// typing a word (rule 6).
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
