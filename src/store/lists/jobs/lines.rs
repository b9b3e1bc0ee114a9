//! Lines of one import with their results, as far as its pages were read.
//!
//! Pages are read in order. While the import runs, only the first page that may still change is read repeatedly. After
//! its end every page is read once more, because the documents do not say whether earlier pages stay valid.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::api::types::ImportEntry;
use crate::api::{Page, Paged};
use crate::base::{DomainName, Timestamp, Untrusted};
use crate::store::Known;

/// Service's word for a name that was verified.
pub(super) const VERIFIED: &str = "verified";

/// Key of a line, by which lines are sorted: its number in the input, then its number at the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineKey {
    /// Line number in the input, from 1; 0 if the service does not send it.
    pub line: i64,
    pub id: i64,
}

/// Lines of an import that a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Only {
    #[default]
    All,
    Errors,
    Warnings,
    Ignored,
}

/// Line of an import. It is small, because a large import has 100,000 lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Punycode of the line's domain; `None` when the line was not a domain.
    punycode: Option<Box<str>>,
    pub added: bool,
    pub updated: bool,
    pub ignored: bool,
    pub warning: bool,
    pub error: bool,
    /// Result of adding the name, as the service's word, cleaned.
    pub approve: Option<Arc<str>>,
    /// Result of verifying the name, as the service's word, cleaned.
    pub verify: Option<Arc<str>>,
    /// Error or warning of the line, as sent.
    pub notice: Option<Untrusted>,
    /// True once the line has a result.
    settled: bool,
}

impl Line {
    /// Domain of the line; `None` when the line was not a domain.
    pub fn domain(&self) -> Option<DomainName> {
        self.punycode.as_deref().map(DomainName::from_service)
    }

    /// True when the service has verified the name.
    fn is_verified(&self) -> bool {
        self.verify.as_ref().is_some_and(|word| word.eq_ignore_ascii_case(VERIFIED))
    }

    fn is(&self, only: Only) -> bool {
        match only {
            Only::All => true,
            Only::Errors => self.error,
            Only::Warnings => self.warning,
            Only::Ignored => self.ignored,
        }
    }
}

/// Page as it was last read.
#[derive(Clone, Debug)]
struct Read {
    keys: Vec<LineKey>,
    /// True when the page is full and each of its lines has a result.
    settled: bool,
    /// True when the page was read after the import had ended.
    after: bool,
    /// Number of lines without an id; no command acts on these.
    odd: usize,
}

/// Lines of one import.
#[derive(Debug, Default)]
pub struct Lines {
    lines: BTreeMap<LineKey, Line>,
    pages: BTreeMap<u32, Read>,
    /// Keys of the lines of each kind, in the order of [`Only`].
    lists: [Arc<[LineKey]>; 4],
    /// Words of the service, each kept once, because a few different words come thousands of times.
    words: HashSet<Arc<str>>,
    total: Option<u64>,
    verified: usize,
    last: u32,
    /// Time of the newest page.
    at: Timestamp,
}

impl Lines {
    /// Lines of a kind, in the order of the input.
    pub fn list(&self, only: Only) -> &Arc<[LineKey]> {
        &self.lists[only as usize]
    }

    /// Line with this key.
    pub fn get(&self, key: LineKey) -> Option<&Line> {
        self.lines.get(&key)
    }

    /// Number of lines, as the service gives it.
    pub fn total(&self) -> Option<u64> {
        self.total.map(|total| total.max(self.lines.len() as u64))
    }

    /// Number of verified names among the lines read.
    pub fn verified(&self) -> u64 {
        self.verified as u64
    }

    /// Number of pages read, and number of all pages.
    pub fn read(&self) -> (u32, u32) {
        let read = self.pages.len() as u32;
        (read, self.last.max(read))
    }

    /// True when every page was read; with `over`, after the import had ended.
    pub fn is_whole(&self, over: bool) -> bool {
        let (read, of) = self.read();
        read > 0 && read == of && (!over || self.pages.values().all(|page| page.after))
    }

    /// Count over the lines read, with how well it is known; `over` as in [`Lines::is_whole`].
    pub fn known(&self, count: u64, over: bool) -> Known<u64> {
        Known::over(count, self.lines.len() as u64, self.total(), self.is_whole(over))
    }

    /// Time of the newest page.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Number of lines that the service sent without an id.
    pub fn odd(&self) -> usize {
        self.pages.values().map(|read| read.odd).sum()
    }

    /// Page to read repeatedly while the import runs: the first one that may still change.
    pub fn front(&self) -> u32 {
        let mut page = 1;
        while self.pages.get(&page).is_some_and(|read| read.settled) {
            page += 1;
        }
        // When all pages are settled, the last one shows whether there are more.
        if page > self.last { self.last.max(1) } else { page }
    }

    /// True when this page was read.
    pub fn has_page(&self, page: u32) -> bool {
        self.pages.contains_key(&page)
    }

    /// First page that was not read.
    pub fn unread(&self) -> Option<u32> {
        (1..=self.last.max(1)).find(|page| !self.pages.contains_key(page))
    }

    /// First page that was last read while the import still ran.
    pub fn outdated(&self) -> Option<u32> {
        self.pages.iter().find(|(_, read)| !read.after).map(|(page, _)| *page)
    }

    /// Takes a page; `over` is true when the import had ended when it was read.
    pub(super) fn take_page(&mut self, page: &Paged<ImportEntry>, asked: Page, at: Timestamp, over: bool) {
        let number = asked.page;
        if at < self.at && self.pages.contains_key(&number) {
            return;
        }
        let keys: Vec<LineKey> = page.values().map(key).collect();
        if let Some(before) = self.pages.get(&number) {
            let still: HashSet<&LineKey> = keys.iter().collect();
            let mut gone: HashSet<LineKey> = before.keys.iter().filter(|key| !still.contains(key)).copied().collect();
            if !gone.is_empty() {
                // A line that has moved to another page stays.
                let others = self.pages.iter().filter(|(page, _)| **page != number);
                others.flat_map(|(_, read)| &read.keys).for_each(|key| {
                    gone.remove(key);
                });
            }
            for key in &gone {
                self.lines.remove(key);
            }
        }
        for entry in page.values() {
            let line = self.line(entry);
            self.lines.insert(key(entry), line);
        }
        let next = page.next(asked);
        let full = next.is_some() || page.shown() >= page.pagination.rows_per_page(asked.per_page) as usize;
        let settled = full && keys.iter().all(|key| self.lines.get(key).is_some_and(|line| line.settled));
        self.pages.insert(number, Read { keys, settled, after: over, odd: page.odd.len() });
        self.at = self.at.max(at);
        self.total = page.pagination.total().or(self.total);
        self.last = page.pagination.last(asked.per_page).or(next).unwrap_or(number).max(1);
        let last = self.last;
        self.pages.retain(|page, read| *page <= last || !read.keys.is_empty() || read.odd > 0);
        let mut lists: [Vec<LineKey>; 4] = Default::default();
        for (key, line) in &self.lines {
            for only in [Only::All, Only::Errors, Only::Warnings, Only::Ignored] {
                if line.is(only) {
                    lists[only as usize].push(*key);
                }
            }
        }
        self.lists = lists.map(Arc::from);
        self.verified = self.lines.values().filter(|line| line.is_verified()).count();
    }

    fn line(&mut self, entry: &ImportEntry) -> Line {
        let flag = |seen: &crate::api::Seen<bool>| seen.is(&true);
        let approve = entry.approve_outcome.get().and_then(|word| self.word(word));
        let verify = entry.verify_outcome.get().and_then(|word| self.word(word));
        let notice = entry.notice.get().filter(|notice| !notice.is_blank()).cloned();
        let mut line = Line {
            punycode: entry.domain.get().map(|name| name.punycode().into()),
            added: flag(&entry.was_added),
            updated: flag(&entry.was_updated),
            ignored: flag(&entry.was_ignored),
            warning: flag(&entry.has_warning),
            error: flag(&entry.has_error),
            settled: approve.is_some() || verify.is_some() || notice.is_some(),
            approve,
            verify,
            notice,
        };
        line.settled |= line.added || line.updated || line.ignored || line.warning || line.error;
        line
    }

    fn word(&mut self, word: &Untrusted) -> Option<Arc<str>> {
        let clean = word.line();
        if clean.is_empty() {
            return None;
        }
        if let Some(known) = self.words.get(&*clean) {
            return Some(Arc::clone(known));
        }
        let word: Arc<str> = clean.as_ref().into();
        self.words.insert(Arc::clone(&word));
        Some(word)
    }
}

fn key(entry: &ImportEntry) -> LineKey {
    LineKey { line: entry.line.copied().unwrap_or(0), id: entry.entry_id.get() }
}
