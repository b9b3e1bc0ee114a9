//! Domains in the store: answers are taken, the walk continues, changes of tabs are noted, and rows are written to the
//! disk.

use std::any::Any;
use std::sync::Arc;

use crate::api::domains::{Get, List};
use crate::api::limits::PER_PAGE;
use crate::api::types::{Domain, Import};
use crate::api::{Call, Paged, Row};
use crate::base::{DomainName, Id, Timestamp};
use crate::store::disk::{FIRST_ROWS, FirstDomains, OpeningList};
use crate::store::index::domains::walk::{Question, Step, WalkedPage};
use crate::store::index::domains::{DomainIndex, DomainTab, Fresh, LoadedDomains, Source, Taken, bits, tab};
use crate::store::index::walk::{Begin, Held};
use crate::store::subject::DomainKey;
use crate::store::{DomainAnswer, DomainErrand, DomainRead, Store, Walked};

/// Answers that wait until the disk has sent its rows, because these decide which domain has which key.
#[derive(Debug, Default)]
pub(in crate::store) struct Intake {
    pub held_walk: Held,
    waiting: Vec<(Call, Arc<dyn Any + Send + Sync>, u64, Timestamp)>,
    opening: Option<OpeningList>,
}

impl Intake {
    /// True once the disk has sent its rows, or has none.
    pub(in crate::store) fn is_told(&self) -> bool {
        self.held_walk.is_told()
    }
}

impl Store {
    /// Index of domains.
    pub fn domains(&self) -> &DomainIndex {
        &self.index.domains
    }

    /// Takes the domains from an answer; `None` when it contains none.
    pub(in crate::store) fn absorb_domains(
        &mut self,
        call: &Call,
        value: &Arc<dyn Any + Send + Sync>,
        began: u64,
        at: Timestamp,
    ) -> Option<Taken> {
        if !value.is::<Paged<Domain>>() && !value.is::<Row<Domain>>() {
            return None;
        }
        if self.disk.is_some() && !self.opening.domains.held_walk.is_told() {
            self.opening.domains.waiting.push((call.clone(), value.clone(), began, at));
            return Some(Taken::default());
        }
        if let Some(row) = value.downcast_ref::<Row<Domain>>() {
            return Some(self.take_domain(row, began, at));
        }
        let page = value.downcast_ref::<Paged<Domain>>()?;
        let (tab, whole) = List::tab_of(call);
        if whole && let Some(total) = page.pagination.total() {
            let domains = &mut self.index.domains;
            domains.walk.tell(tab, total);
            // A change that waits may have reached the service, so that the total has it and the rows have not.
            if domains.overlay.is_empty() && domains.walk.has_lost(tab, domains.rows.count(tab) as u64) {
                domains.walk.ask_totals();
            }
        }
        let from = Source { listed: Some(tab), began, pass: None };
        Some(self.take_domains(Fresh::page(&page.rows), from, at))
    }

    /// Takes a domain that was read alone, by a request started at `began` ([`Store::clock`]).
    pub fn take_domain(&mut self, row: &Row<Domain>, began: u64, at: Timestamp) -> Taken {
        let taken = self.take_domains(vec![Fresh::new(row)], Source { began, ..Source::default() }, at);
        self.index.domains.put_full(Arc::new(row.clone()));
        taken
    }

    /// Takes rows into the index, and writes those that changed to the disk.
    pub(in crate::store) fn take_domains(&mut self, rows: Vec<Fresh>, from: Source, at: Timestamp) -> Taken {
        self.shown.version += 1;
        let mut taken = self.index.domains.absorb(rows, from, at);
        let kept = std::mem::take(&mut taken.rows);
        if let Some(disk) = &self.disk {
            disk.put_domains(kept);
        }
        taken
    }

    /// Takes the rows of the first page, which were read before any thread was started.
    pub fn from_first_domains(&mut self, page: FirstDomains) {
        self.shown.version += 1;
        self.index.domains.load(page.rows);
        for (entry, name, what) in page.pending {
            self.index.domains.overlay.lay(entry, name, (), what);
        }
    }

    /// Notes the list with which the program opens. The keys of its first rows are kept for the next start.
    pub fn opens_with(&mut self, list: OpeningList) {
        self.opening.domains.opening = Some(list);
    }

    /// Keeps, at the end of the program, the rows and totals for the first frame of the next start, even if the walk
    /// has not ended.
    pub fn keep_domains_for_the_next_start(&self) {
        if let Some(disk) = self.disk.as_ref().filter(|_| self.opening.domains.held_walk.is_told()) {
            disk.put_domain_walk(&self.index.domains.walk);
            self.keep_first_domains();
        }
    }

    /// Keeps the keys of the first rows of the opening list on the disk.
    fn keep_first_domains(&self) {
        let (Some(disk), Some(opening)) = (&self.disk, &self.opening.domains.opening) else { return };
        let keys = self.index.domains.view(&opening.view);
        disk.put_first_domains(&opening.line, &keys[..keys.len().min(FIRST_ROWS)]);
    }

    /// Takes the domains from the disk; `None` if the cache cannot be read.
    pub(in crate::store) fn domains_from_disk(&mut self, loaded: Option<LoadedDomains>, now: Timestamp) {
        match loaded {
            Some(mut loaded) => {
                self.lists.settings.take_kept(loaded.currencies.take());
                self.index.domains.load(loaded);
            }
            // The index has only the rows of the first page, with which a walk would take all others as new.
            None if self.index.domains.is_first_page() => self.index.domains.clear(),
            None => {}
        }
        let walk = self.opening.domains.held_walk.told();
        for (call, value, began, at) in std::mem::take(&mut self.opening.domains.waiting) {
            self.absorb_domains(&call, &value, began, at);
        }
        if let Some(how) = walk {
            self.begin_walk(Walked::Domains, how, now);
        }
    }

    /// Begins a walk over all domains, whatever the age of the last one (`:sync`).
    pub fn sync_domains(&mut self, now: Timestamp) {
        self.begin_walk(Walked::Domains, Begin::Sync, now);
    }

    /// Asks for the totals of all tabs. If they have changed, a walk begins.
    pub fn ask_domain_totals(&mut self) {
        if self.disk.is_none() || self.opening.domains.held_walk.is_told() {
            self.index.domains.walk.ask_totals();
        }
    }

    /// Reads the domains of an ended import again if this program started it, because no total shows the result of a
    /// check.
    pub fn read_imported(&mut self, import: Id<Import>, now: Timestamp) {
        let names: Vec<DomainName> = self
            .writes
            .journal
            .entries()
            .flat_map(|entry| entry.targets.iter().map(move |target| (entry, target)))
            .filter(|(_, target)| target.made == Some(import.get()))
            .flat_map(|(entry, target)| {
                let item = target.item();
                let lines = entry.intent.lines(&item).iter().filter_map(|line| DomainName::parse(line).ok());
                item.name().into_iter().chain(lines).collect::<Vec<_>>()
            })
            .collect();
        self.read_domains_again(names.iter().map(DomainName::punycode), now);
    }

    /// Next request of the walk over domains; `None` while enough are under way, or none is left.
    pub fn domain_ask(&mut self) -> Option<DomainErrand> {
        if self.disk_is_behind() {
            return None;
        }
        let began = self.clock();
        let ask = self.index.domains.walk.ask()?;
        let read = match ask.what {
            Question::Page(tab, page) => DomainRead::List(tab::page(tab, page, PER_PAGE)),
            Question::Total(tab) => DomainRead::List(tab::total(tab)),
            Question::One(key) => match self.index.domains.row(key) {
                Some(row) => DomainRead::Get(Get { name: row.domain_name() }),
                // The row was removed meanwhile, so the answer does not matter, and a total is the cheapest one.
                None => DomainRead::List(tab::total(DomainTab::MyDomains)),
            },
        };
        Some(DomainErrand { ticket: ask.ticket, began, read })
    }

    /// Notes that a request of the walk failed or was cancelled. [`Store::domain_ask`] returns it again.
    pub fn domain_ask_failed(&mut self, ticket: u64) {
        self.index.domains.walk.failed(ticket);
    }

    /// Takes the answer to a request of the walk.
    pub fn domain_walked(&mut self, ticket: u64, answer: DomainAnswer, began: u64, now: Timestamp) {
        let Some(question) = self.index.domains.walk.question(ticket) else { return };
        self.shown.version += 1;
        let step = match (question, answer) {
            (Question::Page(tab, number), DomainAnswer::Page { rows, odd, pagination }) => {
                let pass = self.index.domains.walk.pass_of(ticket);
                let count = rows.len();
                let taken = self.take_domains(rows, Source { listed: Some(tab), began, pass }, now);
                if let (Some(disk), Some(pass)) = (&self.disk, pass) {
                    disk.put_domain_seen(pass, &taken.keys);
                }
                let asked = tab::page(tab, number, PER_PAGE).page;
                let page = WalkedPage {
                    rows: count,
                    odd,
                    unseen: taken.unseen,
                    fresh: taken.newly_listed,
                    total: pagination.total(),
                    per_page: pagination.per_page.copied().map(|_| pagination.rows_per_page(asked.per_page)),
                    last: pagination.last_page.copied().and_then(|_| pagination.last(asked.per_page)),
                    more: pagination.next(asked, count + odd).is_some(),
                };
                let step = self.index.domains.walk.page(ticket, &page);
                if taken.left_out > 0 {
                    self.index.domains.walk.stop_full(self.index.domains.len() as u64)
                } else {
                    step
                }
            }
            (Question::Total(tab), DomainAnswer::Page { pagination, .. }) => {
                let known = self.index.domains.known(tab) as u64;
                self.index.domains.walk.total(ticket, pagination.total(), known, now)
            }
            (Question::One(_), DomainAnswer::One(row)) => {
                if let Some(row) = &row {
                    self.take_domain(row, began, now);
                }
                self.index.domains.walk.one(ticket, row.is_some(), now)
            }
            // The answer shows only that the list ends before the page. The total shows whether the list became
            // shorter.
            (Question::Page(..), DomainAnswer::NoPage) => self.index.domains.walk.page(ticket, &WalkedPage::default()),
            (Question::One(_), DomainAnswer::Page { .. }) => self.index.domains.walk.one(ticket, true, now),
            (_, DomainAnswer::One(_) | DomainAnswer::NoPage) => {
                self.index.domains.walk.failed(ticket);
                Step::default()
            }
        };
        self.domain_step(step, now);
    }

    pub(super) fn domain_step(&mut self, mut step: Step, now: Timestamp) {
        let mut save = false;
        loop {
            save |= step.save;
            if let Some(key) = step.gone {
                self.domain_not_found(key);
            }
            if let (true, Some(disk)) = (step.begins, &self.disk) {
                disk.begin_domain_pass(self.index.domains.walk.stamp());
                disk.index_domains();
            }
            if step.ended {
                self.forget_homeless();
                self.keep_first_domains();
            }
            let Some((tab, pass)) = step.sweep else { break };
            step = self.sweep_domains(tab, pass, now);
        }
        let domains = &mut self.index.domains;
        domains.walk.counted(|tab| domains.rows.count(tab));
        if save && let Some(disk) = &self.disk {
            disk.put_domain_walk(&self.index.domains.walk);
        }
    }

    /// Drops the rows that a pass did not see, or asks for them one by one.
    fn sweep_domains(&mut self, tab: DomainTab, pass: u32, now: Timestamp) -> Step {
        let unseen = self.index.domains.unseen(tab, pass);
        let known = self.index.domains.known(tab);
        let (gone, step) = self.index.domains.walk.swept(unseen, known, now);
        let tabs = if tab == DomainTab::MyDomains { tab::MINE } else { tab::bit(tab) };
        for key in &gone {
            self.index.domains.clear_tabs(*key, tabs);
        }
        self.keep_domain_bits(&gone);
        if matches!(tab, DomainTab::Verified | DomainTab::Unverified) {
            let follows = self.index.domains.follows(tab);
            self.index.domains.walk.follows(tab, follows);
        }
        step
    }

    /// Removes rows that are on no tab after a complete walk.
    fn forget_homeless(&mut self) {
        let homeless = self.index.domains.homeless();
        for key in &homeless {
            self.index.domains.remove(*key);
        }
        if let Some(disk) = &self.disk {
            disk.remove_domains(homeless);
        }
    }

    /// Notes that the service has deleted these domains, by punycode, from the account. It is not documented on which
    /// tab they are then, so they are put on none; read them again.
    pub fn domains_left_account<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.domains_left(names, tab::MINE);
    }

    /// Notes that these domains, by punycode, have left one tab: the service has ignored, approved or added them back.
    pub fn domains_left_tab<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, tab: DomainTab) {
        self.domains_left(names, tab::bit(tab));
    }

    fn domains_left<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, tabs: u32) {
        self.shown.version += 1;
        let clock = self.index.inquiries.tick();
        let changed = self.index.domains.leave(names, tabs, clock);
        self.keep_domain_bits(&changed);
    }

    /// Notes that the service does not have a domain in the account. It is removed from the account's tabs, and
    /// completely if it is on no other.
    pub fn domain_not_found(&mut self, key: DomainKey) {
        self.shown.version += 1;
        self.index.domains.clear_tabs(key, tab::MINE);
        if self.index.domains.row(key).is_some_and(|row| row.bits() & bits::TABS == 0) {
            self.index.domains.remove(key);
            if let Some(disk) = &self.disk {
                disk.remove_domains(vec![key]);
            }
        }
        self.keep_domain_bits(&[key]);
    }

    fn keep_domain_bits(&self, keys: &[DomainKey]) {
        let Some(disk) = &self.disk else { return };
        disk.put_domain_bits(keys.iter().filter_map(|key| Some((*key, self.index.domains.all_bits(*key)?))));
    }

    /// Keeps whole records in memory that were read from the disk for a want.
    pub fn put_full_domains(&mut self, rows: Vec<Row<Domain>>) {
        self.shown.version += 1;
        for row in rows {
            self.index.domains.put_full(Arc::new(row));
        }
    }
}
