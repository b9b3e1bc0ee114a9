//! State of writes in this run of the program that is not in their journal entries.

use std::collections::HashMap;
use std::sync::Arc;

use super::check::Check;
use super::conflict::Left;
use crate::api::types::{Campaign, Image};
use crate::base::Id;
use crate::store::subject::EntryId;
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::Origin;

/// State of writes in this run of the program; after a restart it is rebuilt from the journal.
#[derive(Debug, Default)]
pub(in crate::store) struct UnderWay {
    pub checks: Vec<Check>,
    /// Number of checks made in this run.
    pub count: u64,
    /// True once the entries of the journal on disk were taken in. No entry is added before, because the next number
    /// is not known.
    pub journal_told: bool,
    /// Newest entry of the journal on disk at the start of the program.
    pub earlier: EntryId,
    /// Writes asked for before the journal was read, which are planned after it.
    pub early: Vec<(Arc<Intent>, Origin)>,
    pub planned_early: Vec<EntryId>,
    /// Progress of uploads: bytes sent, and all bytes.
    pub uploads: HashMap<EntryId, (u64, u64)>,
    /// Images from the answers to their uploads, until the list of images is read again.
    pub added: HashMap<Id<Image>, Image>,
    /// Campaigns from the answers to their creation, by number.
    pub created: HashMap<i64, Arc<Campaign>>,
    /// Undos and redos whose end may have to be reported.
    pub followed: Vec<Followed>,
    /// Unsent parts of writes, whose values were changed elsewhere, about which the user has to decide.
    pub conflicts: Vec<Left>,
    /// Versions of journal, inquiries and domains at the last look at waiting undos and redos.
    pub reviewed: Option<[u64; 3]>,
}

/// An undo or redo whose end may have to be reported.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Followed {
    pub entry: EntryId,
    /// True if the message at planning said all, so that success is not reported again.
    pub said: bool,
}
