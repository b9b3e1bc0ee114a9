//! What the user asked to change, before it is a call: the unit of the journal, of undo and of the log of what was done.

use serde::{Deserialize, Serialize};

use crate::api::types::Inquiry;
use crate::base::Id;

/// A mark of an inquiry. Patches assign a value and never toggle, so that doing one twice changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Read,
    Starred,
    Archived,
    /// `marks.removed` at the service; in every text of the program *hidden*.
    Hidden,
}

/// A change the user confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Sets one mark of some inquiries.
    Mark { ids: Vec<Id<Inquiry>>, mark: Mark, to: bool },
}

impl Intent {
    /// What it does, without what it does it to.
    pub(super) fn without_ids(&self) -> Self {
        let Self::Mark { mark, to, .. } = self;
        Self::Mark { ids: Vec::new(), mark: *mark, to: *to }
    }
}
