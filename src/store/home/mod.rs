//! Lines of Home for the things a portfolio's owner looks for first: each has a figure, its words, and a list of
//! exactly that length.
//!
//! The figures are counted with the views the lists themselves show, so that a figure and its list cannot differ. Pure, over
//! the store. Look first at `lines.rs`, the one table of lines.

mod arranged;
mod beside;
mod count;
mod days;
mod due;
mod lead;
mod lines;
mod opens;
mod picture;
mod reading;
mod run;
mod telling;
#[cfg(test)]
mod tests;
mod visited;
mod visits;
mod what_if;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::findings::tab_word;
use super::score::{Leads, Weights};
use super::{DomainTab, Known, Store};
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Timestamp, Zone, named};
use crate::store::findings;
use crate::store::findings::asked::Asked;
use crate::store::subject::DomainKey;

pub use arranged::Arranged;
pub use count::is_listed;
pub use days::Days;
pub use due::ELSEWHERE;
pub use lead::Lead;
pub use lines::{List, Name};
pub use opens::{Opens, Row};
pub use picture::{Picture, Sketch, Waited, waited};
pub use reading::{Reading, confirmed, newest, wants, wants_days, wants_last};
pub use run::{Item, Run};
pub use telling::{LEADS, REASONS, SHOWN, Told};
pub use visits::{Since, Visit, Visits};

named! {
    /// The parts of the page, in its order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Block (
        /// Word in the note.
        word,
        title
    ) {
        /// Leads by score, and how many wait.
        Answer = "answer", "Answer first";
        /// Reminders that have come.
        Due = "due", "Due";
        /// Arrivals since the last visit.
        Since = "since", "New";
        /// Inquiries that were not emailed.
        Held = "held", "Held back";
        /// Findings about domains.
        LookAfter = "look_after", "Look after";
        /// Jobs that run at the service.
        Jobs = "jobs", "Jobs";
        /// Figures over time, below the work.
        Days = "days", "30 days, UTC";
        /// The names visited most.
        Visited = "visited", "Most visited, 30 days";
    }
}

/// A figure with its words and its list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub name: Name,
    pub block: Block,
    pub figure: Known<u64>,
    /// `names not verified`, singular and plural right.
    pub words: String,
    /// Further figures beside it: `$33.9k · €11.6k`.
    pub beside: String,
    pub list: List,
    /// Counts by day, the oldest first; empty if it has no days or too few are known.
    pub days: Vec<Option<u32>>,
    /// The first rows of the list.
    pub opens: Opens,
}

/// All content of the page, without its layout.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    pub lines: Vec<Line>,
    /// The inquiries that wait for an answer, the highest score first.
    #[serde(skip)]
    pub waiting: Arc<[Id<Inquiry>]>,
    /// Offers that were not emailed, the newest first.
    #[serde(skip)]
    pub held: Arc<[Id<Inquiry>]>,
    /// Things to decide, in the order of the page.
    pub queue: Vec<Item>,
    pub reading: Reading,
    /// The next reminder or end of a snooze.
    pub next: Option<Next>,
    /// Time from which things are new.
    pub since: Option<Since>,
}

/// Next date ahead that the user has set: a reminder or the end of a snooze.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    pub at: Timestamp,
    /// Name of the thing it is about.
    pub name: String,
    /// True for the end of a snooze.
    pub wakes: bool,
}

impl Digest {
    /// The lines of a block that have something to say. A figure that is nothing for certain is left out, and of figures
    /// that are not known only the one the block is about is named.
    pub fn of(&self, block: Block) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.block == block && line.says())
    }

    /// The line of that name.
    pub fn line(&self, name: Name) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// True when all domains were checked for every finding. Reports name only the most visited ones.
    pub fn looked_at_domains(&self) -> bool {
        let looks = |line: &&Line| matches!(line.name, Name::Finding(kind) if !kind.is_of_visited());
        self.lines.iter().filter(looks).all(|line| line.figure.whole().is_some())
    }

    /// True when nothing waits, nothing is new and nothing is wrong, as far as it is known.
    pub fn is_quiet(&self) -> bool {
        let works = |line: &&Line| !matches!(line.block, Block::Days | Block::Visited) && line.name != Name::Settled;
        Block::ALL.into_iter().flat_map(|block| self.of(block)).find(works).is_none()
    }
}

/// Data a digest is made from besides the store, kept between two digests.
#[derive(Debug, Default)]
pub struct Sources {
    leads: Leads,
    asked: Asked,
    currency: Currency,
    made: Option<Made>,
}

/// Time and sources of the last digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    version: u64,
    minute: i64,
    since: Since,
    weights: Weights,
    covered: bool,
}

impl Sources {
    /// The scores behind the order of the leads.
    pub fn leads(&self) -> &Leads {
        &self.leads
    }

    /// The domains that a line counts, as far as they are read.
    pub fn domains(&self, line: &Line, store: &Store, now: Timestamp, zone: Zone) -> Arc<[DomainKey]> {
        if let Name::Visited(key) | Name::DueDomain(key) = line.name {
            return [key].into();
        }
        let (tab, filter) = line.list.line.split_once(' ').unwrap_or((&line.list.line, ""));
        let tab = DomainTab::ALL.iter().find(|known| tab_word(**known) == tab);
        let Some(tab) = tab.filter(|_| line.list.screen == "domains") else { return Arc::default() };
        self.counting(store, now, zone).domains(*tab, filter).1
    }

    fn counting<'a>(&'a self, store: &'a Store, now: Timestamp, zone: Zone) -> count::Counting<'a> {
        count::Counting { store, asked: &self.asked, leads: &self.leads, currency: &self.currency, now, zone }
    }

    /// Makes one part of the sources of the next digest; false after the last one.
    fn prepare(&mut self, part: u8, store: &Store, now: Timestamp) -> bool {
        match part {
            0 => self.asked.sum_up(store, now),
            1 => self.leads.update(store, Weights::in_force(store.notes()), now),
            2 => drop(findings::known(store, now)),
            _ => return false,
        }
        true
    }

    /// The digest as it is now; `None` while it is the same as the last one.
    pub fn digest(
        &mut self,
        store: &Store,
        weights: Weights,
        since: Since,
        (now, zone): (Timestamp, Zone),
    ) -> Option<Digest> {
        let covered = store.session().redact;
        let made = Made { version: store.version_of_facts(), minute: now.0.div_euclid(60), since, weights, covered };
        if self.made == Some(made) {
            return None;
        }
        self.made = Some(made);
        self.currency = store.offer_currency();
        self.leads.update(store, weights, now);
        self.asked.sum_up(store, now);
        let counting = self.counting(store, now, zone);
        let reading = Reading::of(store, now);
        let (lines, waiting, held) = lines::make(&counting, &since, &reading);
        let waiting = self.leads.list(waiting, &super::filter::Filter::default(), Some(true));
        let (next, queue) = (next(store, now), Vec::new());
        let mut digest = Digest { lines, waiting, held, queue, reading, next, since: Some(since) };
        digest.queue = run::queue(&digest, self, store, now);
        Some(digest)
    }
}

fn next(store: &Store, now: Timestamp) -> Option<Next> {
    let ahead = store.notes().iter().flat_map(|(about, record)| {
        let at = [(record.reminder(), false), (record.snooze(), true)];
        at.into_iter().filter_map(move |(at, wakes)| Some((at?.at(), wakes, about)))
    });
    let (at, wakes, about) = ahead.filter(|(at, ..)| *at > now).min()?;
    Some(Next { at, name: store.name_of(about), wakes })
}
