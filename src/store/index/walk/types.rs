//! Questions of the walk, the pages it is handed, and the steps that follow.

use serde::{Deserialize, Serialize};

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::index::inquiries::{Key, Tab};

/// The two lists of inquiries that are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WalkList {
    /// All inquiries; whether hidden ones are among them is not documented.
    #[default]
    All,
    /// The hidden inquiries.
    Hidden,
}

impl WalkList {
    pub(super) fn tab(self) -> Tab {
        match self {
            Self::All => Tab::All,
            Self::Hidden => Tab::Hidden,
        }
    }
}

/// The walk's next question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A page of a list, newest first, with all fields, [`super::Walk::per_page`] rows.
    Page(WalkList, u32),
    /// One inquiry, to learn if it is still there.
    One(Id<Inquiry>),
}

/// Progress of a walk, for users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalkState {
    /// Never walked.
    #[default]
    Never,
    /// Under way: rows walked, and of how many when that is known.
    Walking { rows: u64, of: Option<u64> },
    /// Every reachable row was seen; `capped` when the list ends at the newest 10,000 and older ones exist or may.
    Complete { rows: u64, capped: bool },
    /// The list changed too much during three passes, or a page of it was refused or empty: the rows read, and of how
    /// many when fewer were read than announced.
    MaybeIncomplete { rows: u64, of: Option<u64> },
    /// The index is full: the rows it holds, and of how many when that is known.
    Full { rows: u64, of: Option<u64> },
}

/// A page as the walk needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkPage {
    pub list: WalkList,
    pub page: u32,
    /// Id and position of every row, in order.
    pub rows: Vec<(Id<Inquiry>, Key)>,
    /// Rows without an identity; they take up room in the page.
    pub odd: usize,
    /// The announced total, as sent.
    pub total: Option<i64>,
    /// Most rows a page has.
    pub per_page: u32,
    /// True when another page follows; see [`crate::api::types::Pagination::next`].
    pub more: bool,
}

impl WalkPage {
    /// The places of the page's first and last row.
    pub(super) fn ends(&self) -> Option<(Key, Key)> {
        Some((self.rows.first()?.1, self.rows.last()?.1))
    }
}

/// Number of known rows, to compare with the announced totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub rows: u64,
    /// Number of hidden rows among these.
    pub hidden: u64,
}

/// Range of the rows a walk did not see; the index, which has the rows, makes [`Unseen`] of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sweep {
    /// Rows last seen before this walk number.
    pub walk: u32,
    pub all: Swept,
    pub hidden: Swept,
}

/// Part of a [`Sweep`] about one list: how far the list was read, and what that proves about rows not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swept {
    /// True when the list was read to its end.
    pub read: bool,
    /// Lowest row walked; rows after it are not concerned (`None`: the walk reached the end of the list).
    pub down_to: Option<Key>,
    /// True when the totals prove that rows not seen are gone; otherwise each is asked for.
    pub proven: bool,
}

/// Rows a walk did not see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Rows that are gone for certain.
    pub gone: Vec<Id<Inquiry>>,
    /// Rows to ask for one by one.
    pub perhaps: Vec<Id<Inquiry>>,
}

/// Result of a page or a single answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkStep {
    pub sweep: Option<Sweep>,
    /// Rows that are gone for certain.
    pub gone: Vec<Id<Inquiry>>,
    /// Nothing is left to ask: the rows known are to be counted for [`super::Walk::counted`].
    pub ended: bool,
    /// The walk's place should be kept on disk.
    pub save: bool,
}
