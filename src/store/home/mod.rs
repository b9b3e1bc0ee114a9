//! Lines of Home: what the owner of a portfolio looks for first. Each has a figure, words, and a list with just that
//! many rows.
//!
//! Figures are counted with the views that the lists show, so that a figure and its list cannot differ. The room reads
//! the store only. Look first at `table.rs`, the one table of lines.

mod arranged;
mod beside;
mod count;
mod days;
mod digest;
mod due;
mod lead;
mod line;
mod lines;
mod opens;
mod picture;
mod reading;
mod reports;
mod rows;
mod run;
mod table;
mod telling;
#[cfg(test)]
mod tests;
mod visited;
mod visits;
mod what_if;

use std::sync::Arc;

use super::findings::tab_word;
use super::score::{Leads, Weights};
use super::{DomainTab, Store};
use crate::base::{Currency, Timestamp, Zone};
use crate::store::findings;
use crate::store::findings::asked::Asked;
use crate::store::subject::DomainKey;

pub use arranged::Arranged;
pub use count::is_listed;
pub use days::Days;
pub use digest::{Digest, Item, Next};
pub use due::ELSEWHERE;
pub use lead::Lead;
pub use line::{Block, Line, List, Name};
pub use opens::{Opens, Row};
pub use picture::{Picture, Sketch, Waited, waited};
pub use reading::{Reading, confirmed, newest, wants};
pub use reports::{wants_days, wants_last};
pub use run::Run;
pub use telling::{LEADS, REASONS, SHOWN, Told};
pub use visits::{Since, Visit, Visits};

/// Data that a digest is made from besides the store, kept from one digest to the next.
#[derive(Debug, Default)]
pub struct Sources {
    leads: Leads,
    asked: Asked,
    currency: Currency,
    made: Option<Made>,
}

/// Time and data of the last digest, to tell whether it is up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    version: u64,
    minute: i64,
    since: Since,
    weights: Weights,
    covered: bool,
}

impl Sources {
    /// Lead scores, by which the waiting inquiries are sorted.
    pub fn leads(&self) -> &Leads {
        &self.leads
    }

    /// Sums over the inquiries of each domain.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Domains that a line counts, as far as they were read.
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

    /// Makes one part of the data for the next digest; false when there are no more parts.
    fn prepare(&mut self, part: u8, store: &Store, now: Timestamp) -> bool {
        match part {
            0 => self.asked.sum_up(store, now),
            1 => self.leads.update(store, Weights::in_force(store.notes()), now),
            2 => drop(findings::known(store, now)),
            _ => return false,
        }
        true
    }

    /// New digest; `None` while it would be the same as the last one.
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
        let is_order_open = self.leads.open() > 0;
        let mut digest = Digest { lines, waiting, is_order_open, held, queue, reading, next, since: Some(since) };
        digest.queue = run::queue(&digest, &self.leads, store, now);
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
