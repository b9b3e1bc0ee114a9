//! Questions of the walk, the pages that answer them, and the steps that follow.

use serde::{Deserialize, Serialize};

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::index::inquiries::{Key, Tab};

/// Lists of inquiries that the walk reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WalkList {
    /// All inquiries. It is not documented whether hidden ones are among them.
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

/// Question of the walk to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Page of a list, newest first, with all fields and up to [`super::Walk::per_page`] rows.
    Page(WalkList, u32),
    /// One inquiry, to see whether it still exists.
    One(Id<Inquiry>),
}

/// State of a walk, for the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalkState {
    /// Never walked.
    #[default]
    Never,
    /// Running: `rows` rows were read, of `of` where the total is known.
    Walking { rows: u64, of: Option<u64> },
    /// Every row that the service lists was read. `capped` when it lists only the newest 10,000 and may have older
    /// ones.
    Complete { rows: u64, capped: bool },
    /// The list changed too much during three passes, or a page was refused or empty. `rows` rows were read, of `of`
    /// if the service has more.
    MaybeIncomplete { rows: u64, of: Option<u64> },
    /// Stopped because the index is full with `rows` rows, of `of` where the total is known.
    Full { rows: u64, of: Option<u64> },
}

/// Data of a page that the walk needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkPage {
    pub list: WalkList,
    pub page: u32,
    /// Id and position of every row, in order.
    pub rows: Vec<(Id<Inquiry>, Key)>,
    /// Number of rows without an id, which take up room in the page.
    pub odd: usize,
    /// Total as the page gives it.
    pub total: Option<i64>,
    /// Most rows that a page has.
    pub per_page: u32,
    /// True when another page follows; see [`crate::api::types::Pagination::next`].
    pub more: bool,
}

impl WalkPage {
    /// Positions of the first and the last row.
    pub(super) fn ends(&self) -> Option<(Key, Key)> {
        Some((self.rows.first()?.1, self.rows.last()?.1))
    }
}

/// Number of known rows, to compare with the totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub rows: u64,
    /// Number of hidden rows among these.
    pub hidden: u64,
}

/// Which rows count as not seen by a walk. The index, which has the rows, makes [`Unseen`] from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sweep {
    /// Number of the walk: rows with a lower number were not seen.
    pub walk: u32,
    pub all: Swept,
    pub hidden: Swept,
}

/// Part of a [`Sweep`] for one list: how far it was read, and what that shows about rows not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swept {
    /// True when the list was read to its end.
    pub read: bool,
    /// Position of the last row read; rows after it do not count as missing. `None` if the list was read to its end.
    pub down_to: Option<Key>,
    /// True when the totals show that rows not seen are gone; otherwise each is asked for.
    pub proven: bool,
}

/// Rows a walk did not see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Rows that are certainly gone.
    pub gone: Vec<Id<Inquiry>>,
    /// Rows to ask for one by one.
    pub perhaps: Vec<Id<Inquiry>>,
}

/// What to do after a page or a single answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkStep {
    pub sweep: Option<Sweep>,
    /// Rows that are certainly gone.
    pub gone: Vec<Id<Inquiry>>,
    /// True when nothing is left to ask, so that the known rows are to be counted for [`super::Walk::counted`].
    pub ended: bool,
    /// True when the progress of the walk should be kept on the disk.
    pub save: bool,
}
