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
    /// Checks there ever were.
    pub count: u64,
    /// The journal on disk has told its entries; before that none may be added, because their numbers are not known.
    pub journal_told: bool,
    /// The newest entry of the journal when it was read.
    pub earlier: EntryId,
    /// Writes asked for before the journal was read; they are planned then.
    pub early: Vec<(Arc<Intent>, Origin)>,
    pub planned_early: Vec<EntryId>,
    /// Bytes of uploads that have gone out, and of how many.
    pub uploads: HashMap<EntryId, (u64, u64)>,
    /// Images as the answers to their uploads told them, until the list is read again.
    pub added: HashMap<Id<Image>, Image>,
    /// Campaigns as the answers to their creation told them, by number.
    pub created: HashMap<i64, Arc<Campaign>>,
    /// Undos and redos whose end is to be told.
    pub followed: Vec<Followed>,
    /// Writes that were not sent because a value was changed elsewhere, for the user to decide.
    pub conflicts: Vec<Left>,
    /// The versions of journal, inquiries and domains at which those that wait were last looked at.
    pub reviewed: Option<[u64; 3]>,
}

/// An undo or redo whose end may have to be told.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Followed {
    pub entry: EntryId,
    /// True where the message at planning said everything, so that a good end needs none.
    pub said: bool,
}
