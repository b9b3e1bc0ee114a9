//! Sets of inquiries whose members only the service knows, read page by page: who was not mailed, and for which
//! reasons.
//!
//! Marks, confirmation, risk and domain are checked on the rows and are no part of a set, so that an inquiry that is
//! archived stays a member. A list counts as read once a pass reached its end and found as many rows as announced; when
//! a later page 1 announces another total, the list is read once more.

use std::collections::{HashMap, HashSet};

use super::InquiryIndex;
use super::tab::{SetPage, set_name};
use super::view::Asked;
use crate::api::inquiries::{InquiryFilter, List};
use crate::api::page::Page;
use crate::api::types::{Inquiry, Pagination};
use crate::base::Id;
use crate::store::WalkState;

/// Most passes over a list whose rows do not add up to its total; it is read again when the rows or the total change.
const PASSES: u32 = 3;

/// All sets, and how far their lists were read.
#[derive(Debug, Default)]
pub(super) struct Sets {
    members: HashMap<String, HashSet<i64>>,
    readings: HashMap<InquiryFilter, Reading>,
    pub(super) version: u64,
}

/// Progress of reading the list of one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reading {
    /// The page that the pass under way needs next.
    next: Option<u32>,
    /// True when all members are known.
    whole: bool,
    /// Rows asked for per page, once whole.
    per_page: u32,
    /// True when the total differed while changes were on their way, so that it is to be compared again.
    in_doubt: bool,
    /// The total that page 1 of the pass told.
    told_first: Option<u64>,
    /// True while every page of the pass has told the same total. Otherwise rows that left or came meanwhile may be
    /// missed, and others counted in their place.
    steady: bool,
    /// Passes in a row whose rows did not add up to the total.
    passes: u32,
    /// The total and the number of rows at which the list was last given up.
    differed: Option<(Option<u64>, u64)>,
}

/// The next read a list needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetNeeds {
    /// Only page 1, as often as the screen likes: every member is known.
    Nothing,
    /// Page 1 again and again: its total differs from the rows, or nothing was read yet.
    First,
    /// Page 1, and the page of this number.
    Page(u32),
}

impl InquiryIndex {
    /// Takes a page of a list that only the service can tell, asked for at `began`. True when page 1 is to be asked
    /// again soon.
    pub(in crate::store) fn take_set_page(
        &mut self,
        of: &SetPage,
        ids: &[Id<Inquiry>],
        told: &Pagination,
        began: u64,
    ) -> bool {
        let Some(name) = set_name(&of.question) else { return false };
        let next = told.next(of.page, ids.len());
        let at_once = of.page.page == 1 && next.is_none();
        if !of.in_order && !at_once {
            // A page sorted by offer says nothing about members it does not have.
            self.add_to_set(&name, ids.iter().map(|id| id.get()));
            return false;
        }
        self.take_members(&name, of, ids, next.is_none(), began);
        let rows = self.count(&of.question);
        let settled = began == self.clock && self.overlay.is_empty();
        let reading = self.sets.readings.entry(of.question.clone()).or_default();
        reading.take(of, told, next, (rows, settled))
    }

    /// Takes the members a page tells. Known members within the page's range that are not on it leave the set, unless a
    /// change made here explains why they are missing.
    fn take_members(&mut self, name: &str, of: &SetPage, ids: &[Id<Inquiry>], last: bool, began: u64) {
        let asked = Asked::new(&of.question);
        let place = |id: Option<&Id<Inquiry>>| Some(self.rows.get(*id?)?.0.key());
        let (from, to) = (place(ids.first()), place(ids.last()));
        let first = of.page.page == 1;
        let on_page: HashSet<i64> = ids.iter().map(|id| id.get()).collect();
        let gone = |id: &i64| {
            let id = Id::new(*id);
            let Some((row, bits, _)) = self.rows.get(id) else { return false };
            let key = row.key();
            let ahead = !first && from.is_none_or(|from| key < from);
            let behind = !last && to.is_none_or(|to| key > to);
            let ours = self.is_pending(id) || self.acks.get(&id.get()).is_some_and(|ack| ack.at > began);
            !ahead && !behind && !ours && asked.holds(row, bits)
        };
        let old = self.sets.members.get(name);
        let mut members: HashSet<i64> =
            old.into_iter().flatten().filter(|id| on_page.contains(id) || !gone(id)).copied().collect();
        members.extend(on_page);
        if old != Some(&members) {
            self.sets.version += 1;
            self.sets.members.insert(name.to_owned(), members);
        }
    }

    /// Number of rows the service told for a question, without pending changes.
    fn count(&self, question: &InquiryFilter) -> u64 {
        let asked = Asked::new(question);
        let members = set_name(question).and_then(|name| self.sets.members.get(&name));
        let told = |id: &&i64| self.rows.get(Id::new(**id)).is_some_and(|(row, bits, _)| asked.holds(row, bits));
        members.into_iter().flatten().filter(told).count() as u64
    }

    /// The next read the list of a question needs.
    pub fn set_needs(&self, question: &InquiryFilter) -> SetNeeds {
        match self.sets.readings.get(&SetPage::plain(question)) {
            Some(Reading { next: Some(next), .. }) => SetNeeds::Page(*next),
            Some(Reading { whole: true, in_doubt: false, .. }) => SetNeeds::Nothing,
            _ => SetNeeds::First,
        }
    }

    /// True when all members of a question's set are known.
    pub fn is_set_whole(&self, question: &InquiryFilter) -> bool {
        let reading = self.sets.readings.get(&SetPage::plain(question));
        reading.is_some_and(|reading| reading.whole) && !self.walk.is_behind()
    }

    /// True when every inquiry of the account is known: none is older than the newest 10,000, and inquiries that came
    /// after the reading were read, too.
    pub fn holds_all(&self) -> bool {
        matches!(self.walk.outcome(), WalkState::Complete { capped: false, .. }) && !self.walk.is_behind()
    }

    /// True once all hidden inquiries were read. Their list is separate, so other inquiries older than the newest
    /// 10,000 do not matter.
    pub fn holds_hidden(&self) -> bool {
        matches!(self.walk.outcome(), WalkState::Complete { .. }) && !self.walk.hides_more() && !self.walk.is_behind()
    }

    /// The first pages of the lists that count as read.
    pub(in crate::store) fn whole_sets(&self) -> impl Iterator<Item = List> {
        let whole = self.sets.readings.iter().filter(|(_, reading)| reading.whole);
        whole.map(|(question, reading)| List { filter: question.clone(), page: Page::new(1, reading.per_page) })
    }

    /// Adds members that an earlier run knew, or those of a page that is not in the order of the index.
    pub fn add_to_set(&mut self, name: &str, ids: impl IntoIterator<Item = i64>) {
        self.sets.version += 1;
        self.sets.members.entry(name.to_owned()).or_default().extend(ids);
    }

    /// The members of a set.
    pub fn set(&self, name: &str) -> Vec<i64> {
        let mut ids: Vec<i64> = self.members(name).into_iter().flatten().copied().collect();
        ids.sort_unstable();
        ids
    }

    pub(super) fn members(&self, name: &str) -> Option<&HashSet<i64>> {
        self.sets.members.get(name)
    }

    /// The sets with their members, for the disk.
    #[cfg(any(test, feature = "testing"))]
    pub(in crate::store) fn sets(&self) -> Vec<(String, Vec<i64>)> {
        self.sets.members.keys().map(|name| (name.clone(), self.set(name))).collect()
    }
}

impl Sets {
    /// Removes an inquiry that the service no longer has.
    pub(super) fn remove(&mut self, id: i64) {
        for members in self.members.values_mut() {
            members.remove(&id);
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }
}

impl Reading {
    /// Takes a page; `rows` are known after it. `settled` says that no change was under way meanwhile, so that rows and
    /// total can be compared. True when page 1 is to be asked again soon.
    fn take(&mut self, of: &SetPage, told: &Pagination, next: Option<u32>, (rows, settled): (u64, bool)) -> bool {
        let total = told.total();
        let differs = total.is_some_and(|total| total != rows);
        if of.page.page == 1 {
            let last = told.last(of.page.per_page);
            let past_end = self.next.is_some_and(|next| last.is_some_and(|last| next > last));
            if settled || !differs {
                self.in_doubt = false;
            } else if self.whole {
                self.in_doubt = true;
            }
            if self.whole && (!differs || !settled) {
                return false;
            }
            if self.next.is_none() || past_end {
                if self.differed == Some((total, rows)) {
                    return false;
                }
                self.whole = false;
                self.next = Some(1);
            }
        }
        if self.next != Some(of.page.page) {
            return false;
        }
        self.next = next;
        if of.page.page == 1 {
            (self.told_first, self.steady) = (total, true);
        }
        self.steady &= self.told_first == total;
        if next.is_some() {
            return false;
        }
        if settled && !differs && self.steady {
            *self = Self { whole: true, per_page: of.page.per_page, ..Self::default() };
        } else if settled {
            self.passes += 1;
            if self.passes < PASSES {
                return true;
            }
            (self.passes, self.differed) = (0, Some((total, rows)));
        }
        false
    }
}

#[cfg(test)]
#[path = "sets_tests.rs"]
mod tests;
