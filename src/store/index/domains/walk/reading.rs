//! One pass over one list, with several questions at once: which page is next, and what the pass proves.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::api::limits::PER_PAGE as MOST;

/// Number of rows asked for in a page.
const PER_PAGE: u32 = MOST;
/// Most times that a pass steps back because the total changed. After that it reads on, and the number of rows at its
/// end decides whether it was complete.
const STEPS_BACK: u32 = 32;
/// Most pages that are read, for a service whose list never ends.
const PAGES: u32 = 100_000;

/// Total from which on totals are ignored, because no list has so many rows.
pub const ABSURD: u64 = 1_000_000_000;

/// How far the answer to a question under way still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Live,
    /// The list moved while the question was under way: its rows count, but its page is read again.
    Moved,
    /// The question belongs to an earlier pass.
    Outdated,
}

impl Mark {
    /// True for a question that need not be asked again.
    pub fn is_live(self) -> bool {
        self == Self::Live
    }
}

/// Figures of a page that the walk needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkedPage {
    /// Number of rows with a name; `odd` is the number of those without.
    pub rows: usize,
    pub odd: usize,
    /// Number of rows that this pass saw for the first time.
    pub unseen: usize,
    /// Number of rows that were not known to be on the tab.
    pub fresh: usize,
    /// Total that the page gives.
    pub total: Option<u64>,
    /// Most rows that a page has, as the service gives it.
    pub per_page: Option<u32>,
    /// Number of the last page, as the service gives it.
    pub last: Option<u32>,
    /// True when another page follows; see [`crate::api::types::Pagination::next`].
    pub more: bool,
}

/// Conclusion from a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// True when every row was seen.
    pub complete: bool,
    /// True when the rows not seen are gone.
    pub gone: bool,
}

/// Progress of reading a list: all pages below `low` were read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    low: u32,
    per_page: u32,
    /// Last total that can be right.
    total: Option<u64>,
    /// Number of the last page, as the newest answer gives it.
    #[serde(default)]
    last: Option<u32>,
    /// Number of the last page, once that page was read.
    end: Option<u32>,
    /// True while every page came with the same total, and without a pause of the walk.
    quiet: bool,
    /// True when the total changed more often than the pass could step back.
    lossy: bool,
    steps: u32,
    /// Number of rows seen in this pass, each counted once.
    seen: u64,
    /// Number of rows that were not known to be on the tab.
    fresh: u64,
    /// Number of rows without a name, by page.
    odd: BTreeMap<u32, u32>,
    /// Number of rows missing from each page that is not full: at the end of the list, by a lower limit, or because
    /// rows are left out.
    #[serde(default)]
    short: BTreeMap<u32, u32>,
    /// Pages above `low` that were read.
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
    /// Reading of a list that need not be read, because its rows are known.
    pub fn of(rows: u64, total: Option<u64>) -> Self {
        Self { seen: rows, total, ..Self::default() }
    }

    /// Continues after a pause, in which rows may have moved unnoticed. `seen` rows were seen in this pass.
    pub fn read_back(&mut self, seen: u64) {
        self.seen = seen;
        self.quiet = false;
    }

    /// Next page to ask for: one that was not read, and for which `asked` is false.
    pub fn next(&self, asked: impl Fn(u32) -> bool) -> Option<u32> {
        (self.low..=self.bound()).find(|page| !self.done.contains(page) && !asked(*page))
    }

    /// Last page worth asking for now. Without a total or last page, that is the lowest page not read.
    fn bound(&self) -> u32 {
        self.end.unwrap_or_else(|| self.announced().unwrap_or(1).max(self.low)).min(PAGES)
    }

    /// Number of pages: as the service gives it, else computed from the total.
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

    /// Takes a page; true when the list has changed since the page before.
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
                // Totals that begin in the middle of the list prove nothing about the pages before.
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
        // Some services answer a page after the last one with the last one, or every page with the first one.
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

    /// Total of a page; `None` if it cannot be right: below the number of rows up to this page, or [`ABSURD`].
    fn trust(&self, number: u32, page: &WalkedPage) -> Option<u64> {
        // If the last page is given, other pages may be short, too.
        let full = if page.last.is_some() || page.rows == 0 { 0 } else { number.saturating_sub(1) };
        let least = u64::from(full) * u64::from(self.per_page) + page.rows as u64;
        page.total.filter(|total| *total >= least && *total < ABSURD)
    }

    /// Steps back, because the total changed by `moved` since the pages below `low` were read: as many rows may have
    /// moved from a page not read yet to one of those. One more page is read again, for rows that came and went
    /// together.
    fn step_back(&mut self, moved: u64) {
        self.steps += 1;
        let before_last = self.short.iter().filter(|(page, _)| Some(**page) != self.last).map(|(_, short)| *short);
        let fewest = self.per_page.saturating_sub(before_last.max().unwrap_or(0)).max(1);
        let pages = moved.div_ceil(u64::from(fewest)).saturating_add(1);
        self.low = self.low.saturating_sub(u32::try_from(pages).unwrap_or(u32::MAX)).max(1);
        self.done.clear();
        self.end = None;
    }

    /// Conclusion at the end of a pass. Without totals, only a second pass that finds nothing new is complete.
    pub fn proof(&self, pass: u32) -> Proof {
        match self.total {
            Some(total) => {
                // A list with a known last page that did not change and was read to its end is whole, whatever its
                // pages leave out.
                let left_out = self.quiet && self.last.is_some() && self.rows() >= self.shown() && !self.skips_a_page();
                let complete = !self.lossy && (self.rows() >= total || left_out);
                Proof { complete, gone: complete && self.quiet && self.rows() == total }
            }
            None => Proof { complete: pass > 1 && self.fresh == 0, gone: false },
        }
    }

    /// True when a page up to the last one had no rows at all. Where the service leaves out single rows, each page
    /// still has some.
    fn skips_a_page(&self) -> bool {
        self.short.iter().any(|(page, short)| *short >= self.per_page && Some(*page) <= self.last)
    }

    /// Number of rows on the pages read; a row on two pages is counted twice.
    fn shown(&self) -> u64 {
        let short: u64 = self.short.range(..self.low).map(|(_, rows)| u64::from(*rows)).sum();
        (u64::from(self.low.saturating_sub(1)) * u64::from(self.per_page)).saturating_sub(short)
    }

    /// Number of rows seen, including those without a name.
    pub fn rows(&self) -> u64 {
        self.seen + self.odd.values().map(|rows| u64::from(*rows)).sum::<u64>()
    }

    pub fn total(&self) -> Option<u64> {
        self.total
    }
}
