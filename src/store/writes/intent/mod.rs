//! Changes the user asked for, as data: journal, undo and action log are made of them.
//!
//! Nothing here sends or stores anything. Look first at [`Kind`] (interface of a kind of write), then at `kinds/` (a
//! file for each kind), `rule.rs` (words and settings of a kind), `edit.rs` (code shared by kinds that set values).

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
    /// Write narrowed to these targets; unchanged for a kind that holds no list of things.
    pub fn about<'a>(&self, mut targets: impl Iterator<Item = &'a Target>) -> Self {
        self.narrowed(&mut targets).unwrap_or_else(|| self.clone())
    }

    /// The write as the journal keeps it: without its list of things where the targets hold that already.
    pub fn kept(self: &Arc<Self>) -> Arc<Self> {
        if self.rule().kept_whole { Arc::clone(self) } else { Arc::new(self.about(std::iter::empty())) }
    }

    /// Value of the item as the screen shows it: the pending one, else the service's.
    pub fn shown(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        match self.mark().zip(item.inquiry()) {
            Some(((mark, _), id)) => grounds.index.inquiries.shown(id, mark).map(Value::Bool),
            None => grounds.overlay.value(item).cloned().or_else(|| self.truth(grounds, item)),
        }
    }

    /// Name of the kind of write.
    pub fn verb(&self) -> Verb {
        self.rule().verb
    }

    /// Aspect of its things that the write changes.
    pub fn topic(&self) -> Topic {
        self.rule().topic
    }

    /// True for a write in one call about everything a filter matches, including things unknown to the program.
    pub fn is_about_everything(&self) -> bool {
        self.rule().travel == Travel::Everything
    }

    /// True for the upload of a file, while which other writes are sent.
    pub fn is_upload(&self) -> bool {
        self.rule().travel == Travel::Upload
    }

    /// Mark the write sets, and the value it gets.
    pub fn mark(&self) -> Option<(Mark, bool)> {
        self.rule().mark
    }
}
