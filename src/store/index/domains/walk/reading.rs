//! One pass over one list, several pages at a time: which page is next, and what the pass proves.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::api::limits::PER_PAGE as MOST;

/// Rows asked for per page.
const PER_PAGE: u32 = MOST;
/// Most times a pass steps back because the total changed. After that it reads on, and the number of rows at its end
/// decides whether it was complete.
const STEPS_BACK: u32 = 32;
/// Most pages read, in case a service never ends a list.
const PAGES: u32 = 100_000;

/// Total from which on a total is ignored: no list has so many rows.
pub const ABSURD: u64 = 1_000_000_000;

/// State of an answer under way: how far it still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Live,
    /// The list moved while it was under way: its rows count, its page is to be read again.
    Moved,
    /// Question of an earlier pass.
    Outdated,
}

impl Mark {
    /// True for a question that need not be asked again.
    pub fn is_live(self) -> bool {
        self == Self::Live
    }
}

/// A page as the walk needs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkedPage {
    /// Rows with a name, and without.
    pub rows: usize,
    pub odd: usize,
    /// Rows this pass had not seen before.
    pub unseen: usize,
    /// Rows that were not known to be on the tab.
    pub fresh: usize,
    /// Announced total.
    pub total: Option<u64>,
    /// Most rows a page has.
    pub per_page: Option<u32>,
    /// The last page, as announced.
    pub last: Option<u32>,
    /// True when another page follows; see [`crate::api::types::Pagination::next`].
    pub more: bool,
}

/// Evidence gathered by a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Every row was seen.
    pub complete: bool,
    /// Rows that were not seen are gone.
    pub gone: bool,
}

/// Progress of reading a list: pages below `low` are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    low: u32,
    per_page: u32,
    /// Total of the last answer whose total can be trusted.
    total: Option<u64>,
    /// The last page, as the newest answer announced it.
    #[serde(default)]
    last: Option<u32>,
    /// Number of the last page, once that page was read.
    end: Option<u32>,
    /// True when every page came with the same total and without a pause between them.
    quiet: bool,
    /// True when the list moved more often than the pass could step back.
    lossy: bool,
    steps: u32,
    /// Rows seen in this pass, each once.
    seen: u64,
    /// Number of rows not known to be on the list before.
    fresh: u64,
    /// Rows without a name, by page.
    odd: BTreeMap<u32, u32>,
    /// Number of rows missing from each page that could have held more: the end of the list, a lower cap, or rows left
    /// out.
    #[serde(default)]
    short: BTreeMap<u32, u32>,
    /// Read pages above `low`.
    #[serde(skip)]
    done: BTreeSet<u32>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            low: 1,
            per_page: PER_PAGE,
            total: None,
            last: None,
            end: None,
            quiet: true,
            lossy: false,
            steps: 0,
            seen: 0,
            fresh: 0,
            odd: BTreeMap::new(),
            short: BTreeMap::new(),
            done: BTreeSet::new(),
        }
    }
}

impl Reading {
    /// The reading of a list whose rows are known already, so that it need not be read.
    pub fn of(rows: u64, total: Option<u64>) -> Self {
        Self { seen: rows, total, ..Self::default() }
    }

    /// Continues after a pause, in which rows may have moved unseen. `seen` rows are of this pass.
    pub fn read_back(&mut self, seen: u64) {
        self.seen = seen;
        self.quiet = false;
    }

    /// The next page to ask for: not read yet, and not `asked` already.
    pub fn next(&self, asked: impl Fn(u32) -> bool) -> Option<u32> {
        (self.low..=self.bound()).find(|page| !self.done.contains(page) && !asked(*page))
    }

    /// The last page worth asking now. Without a total nobody knows how long the list is: one page at a time.
    fn bound(&self) -> u32 {
        self.end.unwrap_or_else(|| self.announced().unwrap_or(1).max(self.low)).min(PAGES)
    }

    /// Number of pages: as announced, else computed from the total.
    fn announced(&self) -> Option<u32> {
        if self.last.is_some() {
            return self.last;
        }
        let pages = self.total?.div_ceil(u64::from(self.per_page.max(1)));
        Some(u32::try_from(pages).unwrap_or(PAGES))
    }

    /// True when every page was read.
    pub fn at_end(&self) -> bool {
        self.end.is_some_and(|end| self.low > end) || self.low > PAGES
    }

    /// Takes a page; `true` when the list has moved since the page before.
    pub fn take(&mut self, number: u32, page: &WalkedPage, mark: Mark) -> bool {
        self.seen += page.unseen as u64;
        self.fresh += page.fresh as u64;
        if mark != Mark::Live {
            return false;
        }
        if number == 1
            && let Some(rows) = page.per_page
        {
            self.per_page = rows.clamp(1, PER_PAGE);
        }
        self.last = page.last.or(self.last);
        let total = self.trust(number, page);
        match (self.total, total) {
            (Some(before), Some(now)) if before != now => {
                self.quiet = false;
                self.total = total;
                if self.steps < STEPS_BACK {
                    self.step_back(before.abs_diff(now));
                    return true;
                }
                self.lossy = true;
            }
            (_, None) => self.quiet = false,
            (None, Some(_)) => {
                // Totals that begin in the middle prove nothing about the pages before.
                self.quiet &= number == 1;
                self.total = total;
            }
            _ => {}
        }
        self.odd.remove(&number);
        if page.odd > 0 {
            self.odd.insert(number, page.odd as u32);
        }
        let rows = page.rows + page.odd;
        self.short.remove(&number);
        if rows < self.per_page as usize {
            self.short.insert(number, self.per_page - rows as u32);
        }
        // Some services answer a page after the last with the last one, or every page with the first.
        let again = rows > 0 && page.unseen == 0 && number > self.announced().unwrap_or(1);
        if !page.more || again {
            self.end = Some(self.end.map_or(number, |end| end.min(number)));
        }
        self.done.insert(number);
        while self.done.remove(&self.low) {
            self.low += 1;
        }
        false
    }

    /// The announced total; `None` if it cannot be right: below the number of rows up to this page, or absurdly high.
    fn trust(&self, number: u32, page: &WalkedPage) -> Option<u64> {
        // If the number of pages is announced, a page may be short without being the last.
        let full = if page.last.is_some() || page.rows == 0 { 0 } else { number.saturating_sub(1) };
        let least = u64::from(full) * u64::from(self.per_page) + page.rows as u64;
        page.total.filter(|total| *total >= least && *total < ABSURD)
    }

    /// Steps back: the total changed by `moved` since the pages below `low` were read, so that rows of a page not read
    /// yet may have moved ahead by as much. One page more is read again, for rows that came and went at once.
    fn step_back(&mut self, moved: u64) {
        self.steps += 1;
        let before_last = self.short.iter().filter(|(page, _)| Some(**page) != self.last).map(|(_, short)| *short);
        let fewest = self.per_page.saturating_sub(before_last.max().unwrap_or(0)).max(1);
        let pages = moved.div_ceil(u64::from(fewest)).saturating_add(1);
        self.low = self.low.saturating_sub(u32::try_from(pages).unwrap_or(u32::MAX)).max(1);
        self.done.clear();
        self.end = None;
    }

    /// The proof at the end of a pass. Without totals, it is a second pass that brings nothing new.
    pub fn proof(&self, pass: u32) -> Proof {
        match self.total {
            Some(total) => {
                // A list that was announced, read to its end and did not move is whole, whatever its pages leave out.
                let left_out = self.quiet && self.last.is_some() && self.rows() >= self.shown() && !self.skips_a_page();
                let complete = !self.lossy && (self.rows() >= total || left_out);
                Proof { complete, gone: complete && self.quiet && self.rows() == total }
            }
            None => Proof { complete: pass > 1 && self.fresh == 0, gone: false },
        }
    }

    /// True when an announced page came without a row. Where the service leaves out single rows, each page still has
    /// some.
    fn skips_a_page(&self) -> bool {
        self.short.iter().any(|(page, short)| *short >= self.per_page && Some(*page) <= self.last)
    }

    /// Number of rows on the pages read; a row on two pages counts twice.
    fn shown(&self) -> u64 {
        let short: u64 = self.short.range(..self.low).map(|(_, rows)| u64::from(*rows)).sum();
        (u64::from(self.low.saturating_sub(1)) * u64::from(self.per_page)).saturating_sub(short)
    }

    /// Number of rows seen, those without a name too.
    pub fn rows(&self) -> u64 {
        self.seen + self.odd.values().map(|rows| u64::from(*rows)).sum::<u64>()
    }

    pub fn total(&self) -> Option<u64> {
        self.total
    }
}
