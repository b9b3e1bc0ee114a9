//! Both walks as the store runs them: how they begin, the requests of the walk over inquiries, and what its answers
//! change.

use crate::api::inquiries::{InquiryFilter, List};
use crate::api::types::Inquiry;
use crate::api::{Call, Paged};
use crate::base::{Id, Timestamp};
use crate::client::Failure;
use crate::store::disk::Disk;
use crate::store::index::inquiries;
use crate::store::index::walk::{Ask, Begin, WalkList, WalkPage, WalkStep, walk_request};
use crate::store::{Changes, DomainAnswer, DomainTab, Errand, Store, WalkAnswer, Walked};

impl Store {
    /// Begins, continues or checks a walk, as `how` and the last walk require. It waits until the disk has sent the
    /// last walk, because a walk begun before would stamp rows with numbers that earlier walks have used.
    pub fn begin_walk(&mut self, of: Walked, how: Begin, now: Timestamp) {
        self.shown.version += 1;
        let held = match of {
            Walked::Inquiries => &mut self.opening.inquiries,
            Walked::Domains => &mut self.opening.domains.held_walk,
        };
        if !held.begin(how, self.disk.is_some()) {
            return;
        }
        match of {
            Walked::Inquiries => how.walk(&mut self.index.inquiries.walk, now),
            Walked::Domains => {
                let step = how.walk(&mut self.index.domains.walk, now);
                self.domain_step(step, now);
            }
        }
    }

    /// Begins a walk over all inquiries, whatever the age of the last one, as `:sync` does.
    #[cfg(any(test, feature = "testing"))]
    pub fn sync_inquiries(&mut self, now: Timestamp) {
        self.begin_walk(Walked::Inquiries, Begin::Sync, now);
    }

    pub(in crate::store) fn rows_are_told(&mut self, now: Timestamp) {
        if let Some(how) = self.opening.inquiries.told() {
            self.begin_walk(Walked::Inquiries, how, now);
        }
    }

    /// Next request of a walk; `None` while enough are under way, or none is left.
    pub fn errand(&mut self, of: Walked) -> Option<Errand> {
        match of {
            Walked::Inquiries => self.walk_ask().map(|(ask, began)| Errand::Inquiries { ask, began }),
            Walked::Domains => self.domain_ask().map(Errand::Domains),
        }
    }

    /// Takes the answer to a request of a walk.
    pub fn walked(&mut self, errand: Errand, answer: WalkAnswer, now: Timestamp) {
        match (errand, answer) {
            (Errand::Inquiries { ask: Ask::Page(list, number), began }, WalkAnswer::Inquiries(page)) => {
                self.walk_page((list, number), &page, began, now);
            }
            (Errand::Inquiries { ask: Ask::One(id), began }, WalkAnswer::Inquiry(row)) => {
                if let Some(row) = &row {
                    self.take_row(row, began, now);
                }
                self.walk_one(id, row.is_some());
            }
            (Errand::Domains(errand), WalkAnswer::Domains(answer)) => {
                self.domain_walked(errand.ticket, answer, errand.began, now);
            }
            (Errand::Inquiries { .. }, _) => self.walk_failed(),
            (Errand::Domains(errand), _) => self.domain_ask_failed(errand.ticket),
        }
    }

    /// Notes that a request of a walk failed or was cancelled, so that it is made again. True where the failure only
    /// means that the list ends before the page.
    pub fn not_walked(&mut self, errand: &Errand, failure: &Failure, now: Timestamp) -> bool {
        let may_end = errand.may_end(failure);
        match errand {
            Errand::Inquiries { ask: Ask::Page(list, number), .. }
                if may_end && self.walk_refused((*list, *number)) =>
            {
                return true;
            }
            Errand::Domains(errand) if may_end => {
                self.domain_walked(errand.ticket, DomainAnswer::NoPage, errand.began, now);
                return true;
            }
            Errand::Inquiries { .. } => self.walk_failed(),
            Errand::Domains(errand) => self.domain_ask_failed(errand.ticket),
        }
        false
    }

    /// True once every inquiry of the last walk is in memory, so that an unknown row is a new inquiry.
    pub fn inquiries_are_told(&self) -> bool {
        (self.disk.is_none() || self.opening.inquiries.is_told()) && self.index.inquiries.first_reading().is_none()
    }

    /// Next request of the walk over inquiries, with the store's clock to hand back with the answer; `None` while one
    /// is under way, or none is left.
    pub fn walk_ask(&mut self) -> Option<(Ask, u64)> {
        if self.disk_is_behind() {
            return None;
        }
        let ask = self.index.inquiries.walk.ask()?;
        Some((ask, self.index.inquiries.clock()))
    }

    /// True while the walk over inquiries has something to read, and the disk is not behind.
    pub fn walk_waits(&self) -> bool {
        self.index.inquiries.walk.running() && !self.disk_is_behind()
    }

    /// True while so much waits to be written that neither walk may read more, until `DiskEvent::CaughtUp`.
    pub(in crate::store) fn disk_is_behind(&self) -> bool {
        self.disk.as_ref().is_some_and(Disk::is_behind)
    }

    /// Notes that the request of the walk failed or was cancelled. [`Store::walk_ask`] returns it again.
    pub fn walk_failed(&mut self) {
        self.index.inquiries.walk.failed();
    }

    /// Takes a page of the walk over inquiries; `began` is the store's clock when it was asked for.
    pub fn walk_page(
        &mut self,
        (list, number): (WalkList, u32),
        page: &Paged<Inquiry>,
        began: u64,
        at: Timestamp,
    ) -> Changes {
        self.shown.version += 1;
        let asked = walk_request(list, number).page;
        let seen = WalkPage {
            list,
            page: number,
            rows: page.values().map(|inquiry| (inquiry.inquiry_id, inquiries::key_of(inquiry))).collect(),
            odd: page.odd.len(),
            total: page.pagination.total.copied(),
            per_page: page.pagination.rows_per_page(asked.per_page),
            more: page.next(asked).is_some(),
        };
        let walk = self.index.inquiries.walk.number();
        let index = &self.index.inquiries;
        let mut machine = index.walk.clone();
        let step = machine.page(&seen, |id| index.kept(id).is_some_and(|(.., last)| last == walk));
        // The rows are taken before the step, so that they have the number of this walk when unseen rows are looked
        // for.
        let absorbed = self.index.inquiries.absorb(&page.rows, began);
        self.keep(&absorbed, at);
        self.index.inquiries.walk = machine;
        self.walk_step(step);
        if absorbed.left_out > 0 {
            self.index.inquiries.walk.stop_full(self.index.inquiries.len() as u64);
            self.keep_walk();
        }
        Changes { taken: true, new: absorbed.new, changed: absorbed.changed, ..Changes::default() }
    }

    /// Takes the newest page of a list of inquiries that was read outside of the walk. Where it does not reach down to
    /// known rows (after sleep, or while the program was closed), the rows between are read by a walk.
    pub(in crate::store) fn note_head(&mut self, call: &Call, page: &Paged<Inquiry>, at: Timestamp) {
        let List { filter, page: asked } = List::of_call(call);
        let all = walk_request(WalkList::All, 1).filter;
        let is_head = asked.page == 1 && filter.order == all.order;
        let place = |inquiry: Option<&Inquiry>| inquiry.map(inquiries::key_of);
        let ends = place(page.values().next()).zip(place(page.values().last()));
        let Some(ends) = ends.filter(|_| is_head) else { return };
        let walk = &mut self.index.inquiries.walk;
        let was_behind = walk.is_behind();
        let of_all = InquiryFilter { rows: all.rows, ..filter } == all;
        walk.head_seen(of_all, ends, page.next(asked).is_some());
        if walk.is_behind() && !was_behind && !walk.running() {
            self.keep_walk();
            self.begin_walk(Walked::Inquiries, Begin::Resume, at);
        }
    }

    /// Number of rows of a list of inquiries that could not be read.
    pub fn unread_inquiries(&self, list: WalkList) -> u64 {
        self.index.inquiries.walk.unread.of(list)
    }

    /// Number of rows of a tab of domains that could not be read. Those on Verified and Unverified are also on the
    /// account's list, and are counted there.
    pub fn unread_domains(&self, tab: DomainTab) -> u64 {
        let tab = if matches!(tab, DomainTab::Verified | DomainTab::Unverified) { DomainTab::MyDomains } else { tab };
        self.index.domains.walk.unread.of(tab)
    }

    /// Takes the refusal of a page as missing; false where that does not mean that the list ends.
    pub fn walk_refused(&mut self, (list, number): (WalkList, u32)) -> bool {
        let Some(step) = self.index.inquiries.walk.refused(list, number) else { return false };
        self.shown.version += 1;
        self.walk_step(step);
        true
    }

    /// Takes the answer to the walk's request for one inquiry; `there` is false where the service does not have it.
    pub fn walk_one(&mut self, id: Id<Inquiry>, there: bool) {
        self.shown.version += 1;
        let step = self.index.inquiries.walk.one(id, there);
        self.walk_step(step);
    }

    fn walk_step(&mut self, step: WalkStep) {
        let mut gone = step.gone;
        if let Some(sweep) = &step.sweep {
            let unseen = self.index.inquiries.unseen(sweep);
            gone.extend(unseen.gone);
            self.index.inquiries.walk.ask_singly(unseen.perhaps);
        }
        self.forget(&gone);
        if step.ended {
            let known = self.index.inquiries.counts();
            self.index.inquiries.walk.counted(known);
        }
        if step.save || step.ended {
            self.keep_walk();
        }
    }

    fn keep_walk(&self) {
        if let Some(disk) = &self.disk {
            disk.put_walk(&self.index.inquiries.walk);
        }
    }
}
