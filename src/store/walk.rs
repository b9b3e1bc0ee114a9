//! The walk over the whole list of inquiries, page by page: which to ask next, what is gone, whether it is complete.
//!
//! Pure: it is handed pages and says what to ask. The list is newest first and new rows come in at its head, so rows
//! can only be skipped where rows ahead of the walk's place went away, and then the announced total falls. That is
//! what [`Walk::page`] watches; where no total can be trusted, passes are repeated until one brings nothing new.

use serde::{Deserialize, Serialize};

use super::book::{Key, Tab};
use crate::api::Page;
use crate::api::inquiries::List;
use crate::api::limits::{INQUIRIES_REACHED, PER_PAGE_SHORT};
use crate::api::types::Inquiry;
use crate::base::Id;

/// Passes over the list before it is called possibly incomplete.
pub const PASSES: u32 = 3;
/// Steps back within one pass before it is begun anew.
const STEPS_BACK: u32 = 8;
/// Rows asked one by one after a pass at most; the rest waits for the next walk.
const ASKED_SINGLY: usize = 100;

/// What the walk wants to know next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// This page of the list, newest first, everything, [`Walk::per_page`] rows.
    Page(u32),
    /// Whether this inquiry is still there.
    One(Id<Inquiry>),
}

/// How far the walk is, for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalkState {
    /// Never walked.
    #[default]
    Never,
    /// Under way: rows walked, and of how many when that is known.
    Walking { rows: u64, of: Option<u64> },
    /// Every reachable row was seen; `capped` when the list ends at the newest 10,000 and older ones exist or may.
    Complete { rows: u64, capped: bool },
    /// The list changed too much under three passes.
    MaybeIncomplete { rows: u64 },
}

/// A page as the walk needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkPage {
    pub page: u32,
    /// Every row, in order: id and place.
    pub rows: Vec<(Id<Inquiry>, Key)>,
    /// Rows without an identity; they take up room in the page.
    pub odd: usize,
    /// The announced total, as sent.
    pub total: Option<i64>,
}

/// The rows a pass did not see, for whoever knows which rows there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Rows last seen before this walk number …
    pub walk: u32,
    /// … and not behind the last row walked (`None`: the walk reached the end of the list).
    pub down_to: Option<Key>,
    /// The totals prove that what was not seen is gone; otherwise each is asked for.
    pub proven: bool,
}

/// What a page or a single answer led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkStep {
    pub sweep: Option<Sweep>,
    /// Gone for certain.
    pub gone: Vec<Id<Inquiry>>,
    /// The walk's place should be kept on disk.
    pub save: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    #[default]
    Idle,
    /// From page 1 to the end.
    Down,
    /// The end was reached: the head again, for what came in meanwhile and for the total.
    Head,
    /// Candidates one by one.
    Single,
}

/// The walk's place. Kept on disk, so that a walk stopped at page 40 goes on at page 40.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    number: u32,
    phase: Phase,
    pass: u32,
    next: u32,
    /// Total of the last page, when it can be trusted.
    total: Option<u64>,
    /// Total of the first page of this pass.
    total_at_start: Option<u64>,
    /// The total never changed and no page stepped back in this pass.
    quiet: bool,
    /// Every step forward of this pass was over a trusted total.
    trusted: bool,
    steps_back: u32,
    rows: u64,
    /// Place of the newest row of page 1 when the pass began: the head is read down to it.
    first: Option<Key>,
    last: Option<Key>,
    /// Rows this pass brought that no earlier pass of this walk had, at its head apart.
    fresh: u64,
    capped: bool,
    singles: Vec<Id<Inquiry>>,
    outcome: WalkState,
    #[serde(skip)]
    in_flight: Option<Ask>,
}

impl Walk {
    /// Rows per page.
    pub const fn per_page() -> u32 {
        PER_PAGE_SHORT
    }

    /// The number rows are stamped with when they are seen now.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// True while there is something to ask or an answer is awaited.
    pub fn running(&self) -> bool {
        self.phase != Phase::Idle
    }

    /// Begins a new walk, unless one is under way (which then goes on).
    pub fn start(&mut self) {
        if self.running() {
            return;
        }
        self.number += 1;
        self.pass = 0;
        self.fresh = 0;
        self.begin_pass();
    }

    fn begin_pass(&mut self) {
        self.pass += 1;
        self.phase = Phase::Down;
        self.next = 1;
        (self.total, self.total_at_start) = (None, None);
        (self.quiet, self.trusted, self.steps_back) = (true, true, 0);
        (self.rows, self.fresh) = (0, 0);
        (self.first, self.last) = (None, None);
        self.capped = false;
    }

    /// How far it is.
    pub fn state(&self) -> WalkState {
        if self.running() {
            WalkState::Walking { rows: self.rows, of: self.total.filter(|total| *total >= self.rows) }
        } else {
            self.outcome
        }
    }

    /// What to ask now; `None` while an answer is awaited or nothing is to be asked.
    pub fn ask(&mut self) -> Option<Ask> {
        if self.in_flight.is_some() {
            return None;
        }
        let ask = match self.phase {
            Phase::Idle => return None,
            Phase::Down | Phase::Head => Ask::Page(self.next),
            Phase::Single => Ask::One(*self.singles.last()?),
        };
        self.in_flight = Some(ask);
        Some(ask)
    }

    /// The question failed or was cancelled; [`Walk::ask`] gives it again.
    pub fn failed(&mut self) {
        self.in_flight = None;
    }

    fn answers(&mut self, ask: Ask) -> bool {
        let awaited = self.in_flight == Some(ask);
        if awaited {
            self.in_flight = None;
        }
        awaited
    }

    /// Takes a page. `known` says whether a row was seen by this walk before this page.
    pub fn page(&mut self, page: &WalkPage, known: impl Fn(Id<Inquiry>) -> bool) -> WalkStep {
        if !self.answers(Ask::Page(page.page)) {
            return WalkStep::default();
        }
        match self.phase {
            Phase::Down => self.down(page, &known),
            Phase::Head => self.head(page, &known),
            Phase::Idle | Phase::Single => WalkStep::default(),
        }
    }

    /// The announced total, unless it cannot be: below the rows seen, at the limit of the list, or absurd.
    fn trust(page: &WalkPage) -> Option<u64> {
        let total = u64::try_from(page.total?).ok()?;
        let least = u64::from(page.page - 1) * u64::from(Self::per_page()) + page.rows.len() as u64;
        (total >= least && total != INQUIRIES_REACHED && total < 1_000_000_000).then_some(total)
    }

    fn down(&mut self, page: &WalkPage, known: &impl Fn(Id<Inquiry>) -> bool) -> WalkStep {
        let total = Self::trust(page);
        let before = self.total;
        if page.page == 1 {
            self.first = page.rows.first().map(|(_, key)| *key);
            self.total_at_start = total;
        } else {
            match (before, total) {
                (Some(before), Some(now)) if now < before && self.steps_back < STEPS_BACK => {
                    // Rows went away since the last page: what stood at this page's head may stand on the last one now.
                    let back = 1 + ((before - now) / u64::from(Self::per_page())) as u32;
                    self.quiet = false;
                    self.steps_back += 1;
                    self.total = total;
                    self.next = page.page.saturating_sub(back).max(1);
                    return WalkStep { save: true, ..WalkStep::default() };
                }
                (Some(before), Some(now)) => {
                    self.quiet &= before == now;
                    self.trusted &= now >= before;
                }
                _ => {
                    self.quiet = false;
                    self.trusted = false;
                }
            }
        }
        self.trusted &= total.is_some();
        self.total = total;
        self.fresh += page.rows.iter().filter(|(id, _)| !known(*id)).count() as u64;
        let walked = u64::from(page.page) * u64::from(Self::per_page());
        let count = page.rows.len() + page.odd;
        self.rows = self.rows.max(walked - u64::from(Self::per_page()) + count as u64);
        if let Some((_, key)) = page.rows.last() {
            self.last = Some(*key);
        }
        let limit = walked >= INQUIRIES_REACHED;
        if count < Self::per_page() as usize || limit {
            self.capped = limit && count == Self::per_page() as usize;
            self.phase = Phase::Head;
            self.next = 1;
        } else {
            self.next = page.page + 1;
        }
        WalkStep { save: true, ..WalkStep::default() }
    }

    fn head(&mut self, page: &WalkPage, known: &impl Fn(Id<Inquiry>) -> bool) -> WalkStep {
        let total = Self::trust(page);
        if page.page == 1 {
            self.quiet &= total.is_some() && total == self.total_at_start && total == self.total;
            // A total that fell on the way back up may hide a row that moved to a page already walked.
            self.trusted &= total >= self.total;
        }
        self.total = total;
        let reached = page.rows.iter().any(|(id, key)| known(*id) || self.first.is_none_or(|first| *key >= first));
        if !reached && page.rows.len() + page.odd == Self::per_page() as usize && page.page < 100 {
            self.next = page.page + 1;
            return WalkStep::default();
        }
        self.end_of_pass()
    }

    fn end_of_pass(&mut self) -> WalkStep {
        // Without totals, a pass that brought nothing new is the proof; the first pass cannot give it.
        let complete = self.trusted || (self.pass > 1 && self.fresh == 0);
        if !complete && self.pass < PASSES {
            self.begin_pass();
            return WalkStep { save: true, ..WalkStep::default() };
        }
        self.outcome = if complete {
            WalkState::Complete { rows: self.rows, capped: self.capped }
        } else {
            WalkState::MaybeIncomplete { rows: self.rows }
        };
        self.phase = Phase::Idle;
        let down_to = if self.capped { self.last } else { None };
        let proven = complete && self.quiet && self.pass == 1;
        WalkStep { sweep: Some(Sweep { walk: self.number, down_to, proven }), save: true, ..WalkStep::default() }
    }

    /// The rows of a [`Sweep`] that must be asked for one by one.
    pub fn ask_singly(&mut self, mut candidates: Vec<Id<Inquiry>>) {
        candidates.truncate(ASKED_SINGLY);
        if !candidates.is_empty() {
            self.phase = Phase::Single;
            self.singles = candidates;
        }
    }

    /// The answer to [`Ask::One`]: it is there, or the service does not know it.
    pub fn one(&mut self, id: Id<Inquiry>, there: bool) -> WalkStep {
        if !self.answers(Ask::One(id)) {
            return WalkStep::default();
        }
        self.singles.retain(|single| *single != id);
        if self.singles.is_empty() {
            self.phase = Phase::Idle;
        }
        WalkStep { gone: if there { Vec::new() } else { vec![id] }, save: true, sweep: None }
    }
}

/// The page a list is asked for by the walk.
pub fn walk_request(page: u32) -> List {
    List { filter: Tab::All.question(), page: Page::new(page, Walk::per_page()) }
}
