//! Walk over all inquiries, page by page: what to ask next, which rows are gone, whether all were read.
//!
//! It takes pages and returns questions, without network or disk. It reads two lists, one after the other: all
//! inquiries, which on some services lack the hidden ones, and the hidden inquiries. A list is newest first, and new
//! rows are added at its head. A row can only be missed if rows before the walk's position went away, and then the
//! total falls. Look first at [`Walk::page`], which compares the totals. Where they cannot be right, passes are
//! repeated until one finds nothing new.

mod check;
mod end;
mod resume;
mod types;
mod unread;

use serde::{Deserialize, Serialize};

use super::inquiries::Key;
use crate::api::Page;
use crate::api::inquiries::List;
use crate::api::limits::{INQUIRIES_REACHED, PER_PAGE_SHORT};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};

use check::{Check, Kept};
pub use resume::{Begin, Held, WalkPlan, is_fresh};
pub use types::{Ask, Counts, Sweep, Swept, Unseen, WalkList, WalkPage, WalkState, WalkStep};
pub use unread::Unread;

/// Most passes over a list. After these it is called possibly incomplete.
pub const PASSES: u32 = 3;
/// Most steps back in one pass; after these a lower total makes the pass unreliable.
const STEPS_BACK: u32 = 8;
/// Most rows that are asked for one by one after a pass. The others wait for the next walk.
const ASKED_SINGLY: usize = 100;
/// Most pages of a list that are read, however few rows each has.
const PAGES: u32 = INQUIRIES_REACHED as u32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    #[default]
    Idle,
    /// Reads from page 1 to the end of the list.
    Down,
    /// Reads the head of the list again after its end, for rows that came meanwhile and for the total.
    Head,
    /// Asks for missing rows one by one.
    Single,
    /// Reads only the heads of both lists, for new rows and totals, because the last walk is still fresh.
    Check,
}

/// Result for the list of all inquiries, kept while the hidden ones are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Ended {
    rows: u64,
    complete: bool,
    capped: bool,
    swept: Swept,
    /// Number of rows the service gave, if fewer were read.
    of: Option<u64>,
}

/// Progress of the walk. It is kept on the disk, so that a walk stopped at page 40 continues there. A member missing
/// on the disk has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Walk {
    number: u32,
    began: Timestamp,
    phase: Phase,
    list: WalkList,
    /// Result for the list of all inquiries, while the hidden ones are read.
    before: Ended,
    pass: u32,
    next: u32,
    /// Total of the last page, if it can be right.
    total: Option<u64>,
    /// Total of the first page of this pass.
    total_at_start: Option<u64>,
    /// True while in this pass the total has not changed and no page was read again.
    quiet: bool,
    /// True while every page of this pass had a total that can be right and had not fallen.
    trusted: bool,
    steps_back: u32,
    /// Number of rows on each page of this pass.
    shown: Vec<u32>,
    /// Position of the newest row when page 1 of the list of all inquiries was last read.
    newest: Option<Key>,
    /// Results of the last finished walk.
    kept: Option<Kept>,
    /// Position of the first row of page 1 when the pass began. The head is read again down to it.
    first: Option<Key>,
    last: Option<Key>,
    /// Position of the last row of a newest page that did not reach down to known rows.
    ahead: Option<Key>,
    /// Number of rows that this pass was the first of the walk to see, without those found by reading the head again.
    fresh: u64,
    /// Number of hidden rows that the list of all inquiries did not have.
    extra: u64,
    singles: Vec<Id<Inquiry>>,
    outcome: WalkState,
    /// Rows of each list that could not be read.
    #[serde(skip)]
    pub unread: Unread<WalkList>,
    #[serde(skip)]
    check: Check,
    #[serde(skip)]
    in_flight: Option<Ask>,
}

impl WalkPlan for Walk {
    type Step = ();

    fn stopped(&self) -> Option<Timestamp> {
        self.walking().then_some(self.began)
    }

    fn is_good(&self, now: Timestamp) -> bool {
        let known = self.kept.is_some_and(|kept| kept.known.is_some());
        matches!(self.outcome, WalkState::Complete { .. }) && known && is_fresh(self.began, now)
    }

    fn give_up(&mut self) {
        self.phase = Phase::Idle;
    }

    fn walk_all(&mut self, now: Timestamp) {
        self.began = now;
        self.in_flight = None;
        self.number = self.number.saturating_add(1);
        self.before = Ended::default();
        self.begin_list(WalkList::All);
    }

    fn look(&mut self, now: Timestamp) {
        self.check = Check::new(now);
        self.in_flight = None;
        self.check_list(WalkList::All);
    }
}

impl Walk {
    /// Number of rows asked for in a page.
    pub const fn per_page() -> u32 {
        PER_PAGE_SHORT
    }

    /// Number with which seen rows are stamped now.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// True while there is something to ask, or a question is under way.
    pub fn running(&self) -> bool {
        self.phase != Phase::Idle
    }

    /// True while all rows are read; false for a check of a finished walk.
    fn walking(&self) -> bool {
        self.running() && self.phase != Phase::Check
    }

    /// Continues a walk from the disk. Rows may have moved meanwhile, so those not seen are asked for one by one.
    pub fn read_back(&mut self) {
        self.quiet = false;
    }

    fn begin_list(&mut self, list: WalkList) {
        (self.list, self.pass, self.extra) = (list, 0, 0);
        self.begin_pass();
    }

    fn begin_pass(&mut self) {
        self.pass += 1;
        self.phase = Phase::Down;
        self.next = 1;
        (self.total, self.total_at_start) = (None, None);
        (self.quiet, self.trusted, self.steps_back) = (true, true, 0);
        self.shown.clear();
        self.fresh = 0;
        (self.first, self.last) = (None, None);
    }

    /// Number of rows on the pages read so far. A page may be short without being the last.
    fn rows(&self) -> u64 {
        self.shown.iter().map(|rows| u64::from(*rows)).sum()
    }

    /// State of the walk, or the result of the last one.
    pub fn state(&self) -> WalkState {
        if !self.walking() {
            return self.outcome;
        }
        match self.list {
            WalkList::All => {
                let rows = self.rows();
                WalkState::Walking { rows, of: self.total.filter(|total| *total >= rows) }
            }
            WalkList::Hidden => {
                let rows = self.before.rows + self.extra;
                let left = self.total.map(|total| total.saturating_sub(self.rows()));
                WalkState::Walking { rows, of: left.map(|left| rows + left) }
            }
        }
    }

    /// Result of the last walk that ended; another may be running.
    pub fn outcome(&self) -> WalkState {
        self.outcome
    }

    /// Progress of the first walk; `None` once it has ended.
    pub fn first(&self) -> Option<WalkState> {
        (self.walking() && self.outcome == WalkState::Never).then(|| self.state())
    }

    /// Next question; `None` while one is under way, or none is left.
    pub fn ask(&mut self) -> Option<Ask> {
        if self.in_flight.is_some() {
            return None;
        }
        let ask = match self.phase {
            Phase::Idle => return None,
            Phase::Down | Phase::Head | Phase::Check => Ask::Page(self.list, self.next.max(1)),
            Phase::Single => Ask::One(*self.singles.last()?),
        };
        self.in_flight = Some(ask);
        Some(ask)
    }

    /// Notes that the question failed or was cancelled. [`Walk::ask`] returns it again.
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

    /// Takes a page. `known` is true for a row that this walk has seen before.
    pub fn page(&mut self, page: &WalkPage, known: impl Fn(Id<Inquiry>) -> bool) -> WalkStep {
        if !self.answers(Ask::Page(page.list, page.page)) {
            return WalkStep::default();
        }
        self.unread.note(page.list, page.page, page.odd, !page.more);
        if page.page == 1 && page.list == WalkList::All {
            self.newest = page.rows.first().map(|(_, key)| *key);
            if let Some(ends) = page.ends() {
                self.head_seen(true, ends, page.more);
            }
        }
        match self.phase {
            Phase::Down => self.down(page, &known),
            Phase::Head => self.head(page, &known),
            Phase::Check => self.check(page),
            Phase::Idle | Phase::Single => WalkStep::default(),
        }
    }

    /// Takes the service's answer that a page does not exist. For a page after the first this is the end of the list,
    /// which became shorter or never had the page. If page 1 of the hidden list is refused, nothing is concluded about
    /// that list. `None` where the refusal is an ordinary failure.
    pub fn refused(&mut self, list: WalkList, page: u32) -> Option<WalkStep> {
        if page == 1 && list == WalkList::All {
            return None;
        }
        if !self.answers(Ask::Page(list, page)) {
            return Some(WalkStep::default());
        }
        if page == 1 && self.phase == Phase::Down {
            return Some(self.end_of_list(true, Swept::default()));
        }
        let none = WalkPage { list, page, ..WalkPage::default() };
        Some(match self.phase {
            Phase::Down => self.down(&none, &|_| true),
            Phase::Head => self.head(&none, &|_| true),
            Phase::Check => self.check(&none),
            Phase::Idle | Phase::Single => WalkStep::default(),
        })
    }

    /// Total of a page; `None` if it cannot be right: below the number of rows seen, equal to the limit of the list,
    /// or impossibly high.
    fn trust(&self, page: &WalkPage) -> Option<u64> {
        let total = u64::try_from(page.total?).ok()?;
        let before = self.shown.iter().take(page.page.saturating_sub(1) as usize).map(|rows| u64::from(*rows));
        let least = before.sum::<u64>() + page.rows.len() as u64;
        (total >= least && total != INQUIRIES_REACHED && total < 1_000_000_000).then_some(total)
    }

    fn down(&mut self, page: &WalkPage, known: &impl Fn(Id<Inquiry>) -> bool) -> WalkStep {
        let total = self.trust(page);
        let before = self.total;
        if page.page == 1 {
            self.first = page.rows.first().map(|(_, key)| *key);
            self.total_at_start = total;
        } else {
            match (before, total) {
                (Some(before), Some(now)) if now < before && self.steps_back < STEPS_BACK => {
                    // Rows were removed since the last page, so the first rows of this page may have moved to an
                    // earlier one.
                    let back = 1 + (before - now) / u64::from(page.per_page.max(1));
                    self.quiet = false;
                    self.steps_back += 1;
                    self.total = total;
                    self.last = None;
                    self.next = page.page.saturating_sub(u32::try_from(back).unwrap_or(u32::MAX)).max(1);
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
        let fresh = page.rows.iter().filter(|(id, _)| !known(*id)).count() as u64;
        self.fresh += fresh;
        self.extra += fresh;
        // A page after the end that repeats the last one has no row below the last one seen.
        let lowest = page.rows.last().map(|(_, key)| *key);
        let repeats = fresh == 0 && lowest.is_some_and(|lowest| self.last.is_some_and(|last| lowest <= last));
        self.shown.resize(page.page as usize, page.per_page);
        if let Some(shown) = self.shown.last_mut() {
            *shown = if repeats { 0 } else { (page.rows.len() + page.odd) as u32 };
        }
        self.last = lowest.or(self.last);
        if !page.more || repeats || self.is_capped() || page.page >= PAGES {
            if page.page == 1 {
                // A list of one page was read in one moment, so its head is not read again.
                return self.end_of_pass();
            }
            self.phase = Phase::Head;
            self.next = 1;
        } else {
            self.next = page.page + 1;
        }
        WalkStep { save: true, ..WalkStep::default() }
    }

    /// True when the list has as many rows as the service lists at most (10,000), so that there may be more.
    fn is_capped(&self) -> bool {
        self.rows() >= INQUIRIES_REACHED
    }

    fn head(&mut self, page: &WalkPage, known: &impl Fn(Id<Inquiry>) -> bool) -> WalkStep {
        let total = self.trust(page);
        if page.page == 1 {
            self.quiet &= total.is_some() && total == self.total_at_start && total == self.total;
            // A total that fell while the head was read may hide a row that moved to a page already read.
            self.trusted &= total >= self.total;
        }
        self.total = total;
        let reached = page.rows.iter().any(|(id, key)| known(*id) || self.first.is_none_or(|first| *key >= first));
        if !reached && page.more && page.page < 100 {
            self.next = page.page + 1;
            return WalkStep::default();
        }
        self.end_of_pass()
    }

    /// Asks for these rows of a [`Sweep`] one by one.
    pub fn ask_singly(&mut self, mut candidates: Vec<Id<Inquiry>>) {
        candidates.truncate(ASKED_SINGLY);
        if !candidates.is_empty() {
            self.phase = Phase::Single;
            self.singles = candidates;
        }
    }

    /// Takes the answer to [`Ask::One`]; `there` is false where the service does not have the inquiry.
    pub fn one(&mut self, id: Id<Inquiry>, there: bool) -> WalkStep {
        if !self.answers(Ask::One(id)) {
            return WalkStep::default();
        }
        self.singles.retain(|single| *single != id);
        if self.singles.is_empty() {
            self.phase = Phase::Idle;
        }
        let gone = if there { Vec::new() } else { vec![id] };
        WalkStep { gone, ended: !self.running(), save: true, sweep: None }
    }
}

/// Request for a page of a list of the walk.
pub fn walk_request(list: WalkList, page: u32) -> List {
    List { filter: list.tab().question(), page: Page::new(page, Walk::per_page()) }
}
