//! Walk under random changes. Look first at `cases.rs`, which has single cases step by step.

mod cases;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::walk;
use super::*;
use crate::api::domains::{Get, List};
use crate::api::types::Pagination;
use crate::api::{Call, Request};
use crate::store::{DomainAnswer, DomainErrand, DomainRead, Store};

/// Rows in each page of this service, whatever is asked for: few, so that there are many pages.
const PER_PAGE: usize = 7;

/// Domains of the service by number, with their states, and the number of changes to the account's list.
#[derive(Clone, Debug)]
struct Service {
    domains: BTreeMap<u32, &'static str>,
    version: u64,
    totals: bool,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Add(u16),
    Remove(u16),
    /// A verified domain becomes unverified, or the reverse.
    Turn(u16),
    /// A domain moves from the account's list to the list of removed domains.
    Move(u16),
}

fn name(n: u32) -> String {
    format!("d{n:06}.com")
}

/// Question, and the lists as they were when the service answered it.
struct Flight {
    errand: DomainErrand,
    answer: DomainAnswer,
    /// Page, total and version of the account's list when the service answered, for questions about that list.
    cut: Option<(u32, i64, u64)>,
}

impl Service {
    fn with(n: u32) -> Self {
        let state = |n: u32| match n % 10 {
            0 => "unverified",
            1 => "detected",
            2 => "removed",
            3 => "inactive",
            _ => "verified",
        };
        Self { domains: (0..n).map(|n| (n * 1_000, state(n))).collect(), version: 0, totals: true }
    }

    fn on(&self, tab: DomainTab) -> Vec<(u32, &'static str)> {
        let on = |state: &str| match tab {
            DomainTab::MyDomains => matches!(state, "verified" | "unverified" | "inactive"),
            tab => state == tab.as_str(),
        };
        self.domains.iter().filter(|(_, state)| on(state)).map(|(n, state)| (*n, *state)).collect()
    }

    fn at(&self, share: u16) -> Option<u32> {
        let mine = self.on(DomainTab::MyDomains);
        mine.get(usize::from(share) * mine.len() / 65_536).map(|(n, _)| *n)
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Add(share) => {
                self.version += u64::from(self.domains.insert(u32::from(share) * 3 + 1, "unverified").is_none());
            }
            Event::Remove(share) => {
                if let Some(n) = self.at(share) {
                    self.domains.remove(&n);
                    self.version += 1;
                }
            }
            Event::Turn(share) => {
                if let Some(n) = self.at(share) {
                    let state = self.domains.get_mut(&n).expect("there");
                    *state = if *state == "verified" { "unverified" } else { "verified" };
                }
            }
            Event::Move(share) => {
                if let Some(n) = self.at(share) {
                    self.domains.insert(n, "removed");
                    self.version += 1;
                }
            }
        }
    }

    fn answer(&self, errand: &DomainErrand) -> (DomainAnswer, Option<(u32, i64, u64)>) {
        match &errand.read {
            DomainRead::Get(get) => {
                let found = self.domains.iter().find(|(n, _)| name(**n) == get.name.punycode());
                let found = found.filter(|(_, state)| !matches!(**state, "detected" | "removed"));
                let row = found.map(|(n, state)| Box::new(row(&name(*n), state, json!({}))));
                (DomainAnswer::One(row), None)
            }
            DomainRead::List(list) => {
                let all = self.on(list.filter.state);
                let size = PER_PAGE.min(list.page.per_page as usize);
                let page = list.page.page as usize;
                let rows: Vec<_> = all.iter().skip((page - 1) * size).take(size).collect();
                let rows: Vec<_> = rows.iter().map(|(n, state)| row(&name(*n), state, json!({}))).collect();
                let mut pagination = Pagination { per_page: (size as i64).into(), ..Pagination::default() };
                if self.totals {
                    pagination.total = (all.len() as i64).into();
                }
                let cut = (list.filter.state == DomainTab::MyDomains && size == PER_PAGE).then_some((
                    list.page.page,
                    all.len() as i64,
                    self.version,
                ));
                (DomainAnswer::Page { rows: Fresh::page(&rows), odd: 0, pagination }, cut)
            }
        }
    }
}

/// Walks to the end: questions are sent, the service makes its answers some time later, answers arrive in any order,
/// and events happen in between until they are used up. True when a change could not be noticed: two answers with the
/// same total came from different lists.
fn run(store: &mut Store, service: &mut Service, events: &[Event], dice: &mut fastrand::Rng, faults: bool) -> bool {
    let mut waiting: Vec<DomainErrand> = Vec::new();
    let mut flights: Vec<Flight> = Vec::new();
    let mut events = events.iter();
    let mut cuts: BTreeMap<i64, BTreeSet<u64>> = BTreeMap::new();
    let mut steps = 0;
    loop {
        while let Some(errand) = store.domain_ask() {
            waiting.push(errand);
        }
        assert!(waiting.len() + flights.len() <= walk::ASKED, "never more under way");
        steps += 1;
        assert!(steps < 20_000, "the walk must end");
        if waiting.is_empty() && flights.is_empty() {
            break;
        }
        match dice.u8(0..8) {
            0 | 1 => {
                if let Some(event) = events.next() {
                    service.apply(*event);
                }
            }
            2..=4 if !waiting.is_empty() => {
                let errand = waiting.swap_remove(dice.usize(0..waiting.len()));
                if faults && dice.u8(0..12) == 0 {
                    store.domain_ask_failed(errand.ticket);
                    continue;
                }
                let (answer, cut) = service.answer(&errand);
                flights.push(Flight { errand, answer, cut });
            }
            _ if !flights.is_empty() => {
                let Flight { errand, answer, cut } = flights.swap_remove(dice.usize(0..flights.len()));
                if let Some((_, total, version)) = cut {
                    cuts.entry(total).or_default().insert(version);
                }
                store.domain_walked(errand.ticket, answer, errand.began, NOW);
                if faults && dice.u8(0..60) == 0 {
                    // The program is stopped and started again; questions under way are lost.
                    restart(store);
                    waiting.clear();
                    flights.clear();
                }
            }
            _ => {}
        }
    }
    cuts.values().any(|versions| versions.len() > 1)
}

/// Restarts from the disk, which has the rows, the rows that the pass has seen, and the walk's progress.
fn restart(store: &mut Store) {
    let walk: walk::DomainWalk =
        serde_json::from_str(&serde_json::to_string(&store.index.domains.walk).expect("kept")).expect("read back");
    let seen: Vec<u32> = store.index.domains.seen_keys(walk.stamp());
    let rows = store.index.domains.snapshot();
    store.index.domains.load(LoadedDomains::new(rows, walk, &seen));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
}

fn known(store: &Store, tab: DomainTab) -> BTreeSet<String> {
    let keys = store.domains().view(&view(tab, ""));
    let names: BTreeSet<String> =
        keys.iter().map(|key| store.domains().row(*key).expect("a row").punycode().to_owned()).collect();
    assert_eq!(names.len(), keys.len(), "no row twice");
    names
}

fn there(service: &Service, tab: DomainTab) -> BTreeSet<String> {
    service.on(tab).into_iter().map(|(n, _)| name(n)).collect()
}

fn equal(store: &Store, service: &Service) {
    for tab in DomainTab::ALL {
        assert_eq!(known(store, *tab), there(service, *tab), "{}", tab.as_str());
        assert_eq!(store.domains().known(*tab), there(service, *tab).len());
    }
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        3 => any::<u16>().prop_map(Event::Add),
        3 => any::<u16>().prop_map(Event::Remove),
        1 => any::<u16>().prop_map(Event::Turn),
        1 => any::<u16>().prop_map(Event::Move),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_row_is_lost_or_doubled_whatever_happens_under_the_walk(
        size in 0_u32..400,
        known_before in any::<bool>(),
        faults in any::<bool>(),
        seed in any::<u64>(),
        events in proptest::collection::vec(event(), 0..20),
    ) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut service = Service::with(size);
        let mut store = Store::new("test");
        if known_before {
            store.sync_domains(NOW);
            run(&mut store, &mut service, &[], &mut dice, false);
            equal(&store, &service);
            service.apply(Event::Remove(30_000));
            service.apply(Event::Add(9));
        }
        let before = there(&service, DomainTab::MyDomains);
        store.sync_domains(NOW);
        let hidden = run(&mut store, &mut service, &events, &mut dice, faults);
        // Domains that were in the account all the time are known, unless the program says that some may be missing.
        // If one domain left and another came between two answers, every total stays the same, and nothing shows the
        // change.
        let after = there(&service, DomainTab::MyDomains);
        let found = known(&store, DomainTab::MyDomains);
        let lost: Vec<_> = before.intersection(&after).filter(|name| !found.contains(*name)).collect();
        let unsure = matches!(store.domains().walk(), WalkState::MaybeIncomplete { .. });
        prop_assert!(lost.is_empty() || unsure || hidden, "lost {:?}", lost);
        // Rows that were known and are still there are not dropped. After a change that could not be noticed, fewer
        // than a page of them may be.
        if known_before {
            prop_assert!(lost.is_empty() || unsure || hidden && lost.len() < 7, "dropped {:?}", lost);
        }
        // A walk without events then ends with the same rows as the service, tab by tab.
        store.sync_domains(NOW);
        run(&mut store, &mut service, &[], &mut dice, false);
        equal(&store, &service);
        let complete = matches!(store.domains().walk(), WalkState::Complete { .. });
        prop_assert!(complete);
    }

    #[test]
    fn without_totals_passes_repeat_until_one_brings_nothing_new(
        size in 0_u32..150,
        seed in any::<u64>(),
        events in proptest::collection::vec(event(), 0..4),
    ) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut service = Service { totals: false, ..Service::with(size) };
        let mut store = Store::new("test");
        let before = there(&service, DomainTab::MyDomains);
        store.sync_domains(NOW);
        run(&mut store, &mut service, &events, &mut dice, false);
        let (after, found) = (there(&service, DomainTab::MyDomains), known(&store, DomainTab::MyDomains));
        let lost = before.intersection(&after).filter(|name| !found.contains(*name)).count();
        let unsure = matches!(store.domains().walk(), WalkState::MaybeIncomplete { .. });
        prop_assert!(lost == 0 || unsure, "lost {}", lost);
    }
}
