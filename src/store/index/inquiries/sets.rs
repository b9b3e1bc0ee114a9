//! Sets of inquiries whose members only the service knows, read page by page: those that were not emailed to the user,
//! by reason.
//!
//! Marks, confirmation, risk and domain are no part of a set, because rows have them; so an archived inquiry stays a
//! member. A list counts as read once a pass has reached its end and found as many rows as the total. When a later
//! page 1 has another total, the list is read again.

use std::collections::{HashMap, HashSet};

use super::InquiryIndex;
use super::tab::{SetPage, set_name};
use super::view::Asked;
use crate::api::inquiries::{InquiryFilter, List};
use crate::api::page::Page;
use crate::api::types::{Inquiry, Pagination};
use crate::base::Id;
use crate::store::WalkState;

/// Most passes over a list whose rows differ from its total. It is read again when the rows or the total change.
const PASSES: u32 = 3;

/// All sets, with how far their lists were read.
#[derive(Debug, Default)]
pub(super) struct Sets {
    members: HashMap<String, HashSet<i64>>,
    readings: HashMap<InquiryFilter, Reading>,
    pub(super) version: u64,
}

/// Progress of reading the list of one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reading {
    /// Page that the running pass needs next; `None` while no pass runs.
    next: Option<u32>,
    /// True when all members are known.
    whole: bool,
    /// Number of rows asked for in a page, once all members are known.
    per_page: u32,
    /// True when the total differed while changes were pending, so that it must be compared again.
    in_doubt: bool,
    /// Total given by page 1 of the pass.
    told_first: Option<u64>,
    /// True while every page of the pass has given the same total. Otherwise rows may have left or come, and the count
    /// may be right although a row is missing.
    steady: bool,
    /// Number of passes in a row whose rows differed from the total.
    passes: u32,
    /// Total and number of rows when the list was last given up.
    differed: Option<(Option<u64>, u64)>,
}

/// Next page that the list of a set needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetNeeds {
    /// Page 1 only when the screen wants it, because every member is known.
    Nothing,
    /// Page 1 repeatedly: its total differs from the rows, or nothing was read yet.
    First,
    /// Page 1, and the page with this number.
    Page(u32),
}

impl InquiryIndex {
    /// Takes a page of the list of a set; `began` is the clock when it was asked for. True when page 1 is to be asked
    /// for again soon.
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
            // A page in another order does not show which members are missing.
            self.add_to_set(&name, ids.iter().map(|id| id.get()));
            return false;
        }
        self.take_members(&name, of, ids, next.is_none(), began);
        let rows = self.count(&of.question);
        let settled = began == self.clock && self.overlay.is_empty();
        let reading = self.sets.readings.entry(of.question.clone()).or_default();
        reading.take(of, told, next, (rows, settled))
    }

    /// Takes the members on a page. Known members within the page's range that are not on it leave the set, unless a
    /// change by the user explains why they are missing.
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

    /// Number of members that match a request by the service's bits, without pending writes.
    fn count(&self, question: &InquiryFilter) -> u64 {
        let asked = Asked::new(question);
        let members = set_name(question).and_then(|name| self.sets.members.get(&name));
        let told = |id: &&i64| self.rows.get(Id::new(**id)).is_some_and(|(row, bits, _)| asked.holds(row, bits));
        members.into_iter().flatten().filter(told).count() as u64
    }

    /// Next page that the list of a request needs.
    pub fn set_needs(&self, question: &InquiryFilter) -> SetNeeds {
        match self.sets.readings.get(&SetPage::plain(question)) {
            Some(Reading { next: Some(next), .. }) => SetNeeds::Page(*next),
            Some(Reading { whole: true, in_doubt: false, .. }) => SetNeeds::Nothing,
            _ => SetNeeds::First,
        }
    }

    /// True when all members of the set of a request are known.
    pub fn is_set_whole(&self, question: &InquiryFilter) -> bool {
        let reading = self.sets.readings.get(&SetPage::plain(question));
        reading.is_some_and(|reading| reading.whole) && !self.walk.is_behind()
    }

    /// True when all inquiries of the account are known: the account has no more than the 10,000 the service lists,
    /// and those that came since the walk were read, too.
    pub fn holds_all(&self) -> bool {
        matches!(self.walk.outcome(), WalkState::Complete { capped: false, .. }) && !self.walk.is_behind()
    }

    /// True once all hidden inquiries were read. They have a list of their own, so a limit on the list of all
    /// inquiries does not matter.
    pub fn holds_hidden(&self) -> bool {
        matches!(self.walk.outcome(), WalkState::Complete { .. }) && !self.walk.hides_more() && !self.walk.is_behind()
    }

    /// Requests for page 1 of the lists that count as read.
    pub(in crate::store) fn whole_sets(&self) -> impl Iterator<Item = List> {
        let whole = self.sets.readings.iter().filter(|(_, reading)| reading.whole);
        whole.map(|(question, reading)| List { filter: question.clone(), page: Page::new(1, reading.per_page) })
    }

    /// Adds members that an earlier run knew, or those of a page in another order.
    pub fn add_to_set(&mut self, name: &str, ids: impl IntoIterator<Item = i64>) {
        self.sets.version += 1;
        self.sets.members.entry(name.to_owned()).or_default().extend(ids);
    }

    /// Members of a set, sorted.
    pub fn set(&self, name: &str) -> Vec<i64> {
        let mut ids: Vec<i64> = self.members(name).into_iter().flatten().copied().collect();
        ids.sort_unstable();
        ids
    }

    pub(super) fn members(&self, name: &str) -> Option<&HashSet<i64>> {
        self.sets.members.get(name)
    }

    /// Sets with their members, for the disk.
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
    /// Takes a page, after which `rows` rows are known. With `settled` no change was pending meanwhile, so that rows
    /// and total can be compared. True when page 1 is to be asked for again soon.
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
