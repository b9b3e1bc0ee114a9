//! State of writes that is not in their journal entries.

use std::collections::HashMap;
use std::sync::Arc;

use super::check::Check;
use super::conflict::Left;
use crate::api::types::{Campaign, Image};
use crate::base::Id;
use crate::store::subject::EntryId;
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::Origin;

/// State of writes that is not in their journal entries; lost with the program and rebuilt from them.
#[derive(Debug, Default)]
pub(in crate::store) struct UnderWay {
    pub checks: Vec<Check>,
    /// Number of checks made in this run.
    pub count: u64,
    /// True once the journal on disk has handed over its entries. No entry may be added before, because their numbers
    /// are not known.
    pub journal_told: bool,
    /// The newest entry of the journal when it was read.
    pub earlier: EntryId,
    /// Writes asked for before the journal was read; they are planned once it is.
    pub early: Vec<(Arc<Intent>, Origin)>,
    pub planned_early: Vec<EntryId>,
    /// Progress of uploads: bytes sent, and bytes in all.
    pub uploads: HashMap<EntryId, (u64, u64)>,
    /// Images as the answers to their uploads described them, until the list is read again.
    pub added: HashMap<Id<Image>, Image>,
    /// Campaigns as the answers to their creation described them, by number.
    pub created: HashMap<i64, Arc<Campaign>>,
    /// Undos and redos whose end has to be reported.
    pub followed: Vec<Followed>,
    /// Writes that were not sent because a value was changed elsewhere, for the user to decide.
    pub conflicts: Vec<Left>,
    /// Versions of journal, inquiries and domains when waiting undos and redos were last looked at.
    pub reviewed: Option<[u64; 3]>,
}

/// An undo or redo whose end may have to be reported.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Followed {
    pub entry: EntryId,
    /// True where the message at planning said everything, so that success needs no message.
    pub said: bool,
}
