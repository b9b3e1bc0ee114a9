//! Changes the user asked for, before they become calls: the journal, undo and the action log are made of them.
//!
//! Nothing here is sent or kept. Look first at [`Kind`] (what a kind of write says), then `kinds/` (each in its own
//! file, listed once), `rule.rs` (words and all else that is not code), `edit.rs` (code shared by kinds that set
//! values).

pub mod edit;
mod kind;
mod kinds;
mod prices;
mod rule;
mod words;

use std::sync::Arc;

pub(in crate::store) use crate::store::subject::{FieldName, Item, Mark, Subject, Value};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Target;

pub use edit::Edit;
pub use kind::{Asks, BulkSaid, Kind, Refusal, Said, Told, Undone};
pub use kinds::*;
pub use prices::PricesIn;
pub use rule::{Again, Back, Caution, EXPIRES_AFTER, Job, JobUndo, Noun, Rule, Still, Topic, Travel, Verb};

impl Intent {
    /// The write about these targets only; unchanged if it is not a list of things.
    pub fn about<'a>(&self, mut targets: impl Iterator<Item = &'a Target>) -> Self {
        self.narrowed(&mut targets).unwrap_or_else(|| self.clone())
    }

    /// The write as the journal keeps it: without what its targets hold already.
    pub fn kept(self: &Arc<Self>) -> Arc<Self> {
        if self.rule().kept_whole { Arc::clone(self) } else { Arc::new(self.about(std::iter::empty())) }
    }

    /// Value of the item on the screen: pending writes over the service's value.
    pub fn shown(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        match self.mark().zip(item.inquiry()) {
            Some(((mark, _), id)) => grounds.index.inquiries.shown(id, mark).map(Value::Bool),
            None => grounds.overlay.value(item).cloned().or_else(|| self.truth(grounds, item)),
        }
    }

    /// The kind of write.
    pub fn verb(&self) -> Verb {
        self.rule().verb
    }

    /// The aspect of its subjects it changes.
    pub fn topic(&self) -> Topic {
        self.rule().topic
    }

    /// True for one call about everything a filter matches, also about things that are not known here.
    pub fn is_about_everything(&self) -> bool {
        self.rule().travel == Travel::Everything
    }

    /// True for the upload of a file, which must not hold up smaller writes.
    pub fn is_upload(&self) -> bool {
        self.rule().travel == Travel::Upload
    }

    /// The mark the write sets, and its value.
    pub fn mark(&self) -> Option<(Mark, bool)> {
        self.rule().mark
    }
}
