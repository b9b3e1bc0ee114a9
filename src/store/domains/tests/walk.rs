use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::walk;
use super::*;
use crate::api::domains::{Get, List};
use crate::api::types::Pagination;
use crate::api::{Call, Request};
use crate::store::{DomainAnswer, DomainErrand, DomainRead, Store};

/// Rows per page of this service, whatever is asked: small, so that few rows make many pages.
const PER_PAGE: usize = 7;

/// The service's domains by name with their states, and how often the list of the account has changed.
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
    /// Found verified or no longer.
    Turn(u16),
    /// Off the list of the account and on that of the removed ones.
    Move(u16),
}

fn name(n: u32) -> String {
    format!("d{n:06}.com")
}

/// What was asked, and the list as it was at the moment the service looked at it.
struct Flight {
    errand: DomainErrand,
    answer: DomainAnswer,
    /// Total and version of the account's list at that moment, for pages of it.
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

/// Walks to the end: questions go out, the service looks at its lists at some moment, answers come back in any order,
/// and events happen in between; then the service stands still. True when a change hid itself: two answers with the
/// same total were cut from different lists.
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
        assert!(waiting.len() + flights.len() <= walk::IN_FLIGHT, "never more under way");
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
                    // The program is stopped and started again: what was under way is lost.
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

/// What the disk gives back after a restart: the rows with what the pass has seen, and the walk's place.
fn restart(store: &mut Store) {
    let walk: walk::DomainWalk =
        serde_json::from_str(&serde_json::to_string(&store.domains.walk).expect("kept")).expect("read back");
    let seen: Vec<u32> = store.domains.seen_keys(walk.stamp());
    let rows = store.domains.snapshot();
    store.domains.load(LoadedDomains::new(rows, walk, &seen));
    store.start_domain_walk(NOW);
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
        // What was in the account all the time is known, unless the program says that it may not be. A row that left and
        // another that came between two looks leave every total as it was: nothing can show that.
        let after = there(&service, DomainTab::MyDomains);
        let found = known(&store, DomainTab::MyDomains);
        let lost: Vec<_> = before.intersection(&after).filter(|name| !found.contains(*name)).collect();
        let unsure = matches!(store.domains().walk(), WalkState::MaybeIncomplete { .. });
        prop_assert!(lost.is_empty() || unsure || hidden, "lost {:?}", lost);
        // Known before and still there: never dropped, hidden or not.
        if known_before {
            prop_assert!(lost.is_empty() || unsure || hidden && lost.len() < 7, "dropped {:?}", lost);
        }
        // A walk in peace then ends equal to the service, tab by tab.
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

#[test]
fn an_answer_from_before_the_cache_was_emptied_is_not_taken_for_another() {
    let (service, mut store) = (Service::with(30), Store::new("test"));
    store.start_domain_walk(NOW);
    let old = store.domain_ask().expect("a page");
    store.purge_cache();
    store.sync_domains(NOW);
    let new = store.domain_ask().expect("a page");
    assert_ne!(old.ticket, new.ticket);
    let (answer, _) = service.answer(&old);
    store.domain_walked(old.ticket, answer, old.began, NOW);
    assert!(store.domains().is_empty());
    store.domain_ask_failed(new.ticket);
    in_peace(&mut store, &service);
    equal(&store, &service);
}

/// Answers at once and in order, and notes what was asked.
fn in_peace(store: &mut Store, service: &Service) -> Vec<String> {
    let mut asked = Vec::new();
    while let Some(errand) = store.domain_ask() {
        let call: Call = match &errand.read {
            DomainRead::List(list) => List::call(list),
            DomainRead::Get(get) => Get::call(get),
        };
        asked.push(call.key());
        let (answer, _) = service.answer(&errand);
        store.domain_walked(errand.ticket, answer, errand.began, NOW);
    }
    asked
}

#[test]
fn a_walk_reads_three_tabs_and_checks_that_the_other_two_follow() {
    let (service, mut store) = (Service::with(20), Store::new("test"));
    store.start_domain_walk(NOW);
    let asked = in_peace(&mut store, &service);
    assert_eq!(
        asked,
        [
            "parking/domains?page=1&per_page=200",
            "parking/domains?page=2&per_page=200",
            "parking/domains?page=3&per_page=200",
            "parking/domains?state=detected&page=1&per_page=200",
            "parking/domains?state=removed&page=1&per_page=200",
            "parking/domains?state=verified&type=compact&page=1&per_page=1",
            "parking/domains?state=unverified&type=compact&page=1&per_page=1",
        ]
    );
    assert_eq!(store.domains().walk(), WalkState::Complete { rows: 20, capped: false });
    assert_eq!(store.domains().cover(DomainTab::Verified), Cover::Whole { at: NOW });
    // Started again a moment later: only the totals are looked at.
    store.start_domain_walk(NOW);
    let asked = in_peace(&mut store, &service);
    assert_eq!(asked.len(), 5);
    assert!(asked.iter().all(|key| key.ends_with("type=compact&page=1&per_page=1")), "{asked:?}");
    assert_eq!(store.domains().walk(), WalkState::Complete { rows: 20, capped: false });
}

#[test]
fn moved_totals_are_a_reason_to_walk_again_over_what_moved() {
    let (mut service, mut store) = (Service::with(40), Store::new("test"));
    store.start_domain_walk(NOW);
    in_peace(&mut store, &service);
    service.domains.insert(5, "detected");
    store.ask_domain_totals();
    let asked = in_peace(&mut store, &service);
    assert_eq!(asked[5..], ["parking/domains?state=detected&page=1&per_page=200"]);
    // Known here already, because it was read by itself: no reason to read the list.
    service.domains.insert(6, "verified");
    store.take_domain(&row(&name(6), "verified", json!({})), 0, NOW);
    store.ask_domain_totals();
    assert_eq!(in_peace(&mut store, &service).len(), 5);
    assert_eq!(store.domains().walk(), WalkState::Complete { rows: 42, capped: false });
    // Verified in the meantime: that stands in the account's list.
    service.domains.insert(0, "verified");
    store.ask_domain_totals();
    in_peace(&mut store, &service);
    equal(&store, &service);
    // Six hours later prices may have changed unseen.
    store.start_domain_walk(Timestamp(NOW.0 + 7 * 60 * 60));
    assert!(matches!(store.domains().walk(), WalkState::Walking { .. }));
}

#[test]
fn rows_gone_are_asked_for_when_they_are_few_and_dropped_when_two_passes_agree() {
    let (mut service, mut store) = (Service::with(600), Store::new("test"));
    store.start_domain_walk(NOW);
    in_peace(&mut store, &service);
    service.domains.remove(&0);
    store.sync_domains(NOW);
    let asked = in_peace(&mut store, &service);
    assert!(asked.contains(&"parking/domain?name=d000000.com".to_owned()), "{asked:?}");
    equal(&store, &service);
    // Half of them at once: the list is read twice before that is believed.
    service.domains.retain(|n, _| *n < 300_000);
    store.sync_domains(NOW);
    let asked = in_peace(&mut store, &service);
    let firsts = asked.iter().filter(|key| *key == "parking/domains?page=1&per_page=200").count();
    assert_eq!(firsts, 2);
    assert!(!asked.iter().any(|key| key.contains("name=")), "{asked:?}");
    equal(&store, &service);
    // An empty answer out of nowhere is looked at twice as well, and wrong only once here.
    let empty = Service { domains: BTreeMap::new(), ..service.clone() };
    store.sync_domains(NOW);
    let errand = store.domain_ask().expect("a page");
    let (answer, _) = empty.answer(&errand);
    store.domain_walked(errand.ticket, answer, errand.began, NOW);
    in_peace(&mut store, &service);
    equal(&store, &service);
}

#[test]
fn a_walk_stopped_goes_on_at_the_page_where_it_was() {
    let (service, mut store) = (Service::with(200), Store::new("test"));
    store.start_domain_walk(NOW);
    for _ in 0..4 {
        let errand = store.domain_ask().expect("a page");
        let (answer, _) = service.answer(&errand);
        store.domain_walked(errand.ticket, answer, errand.began, NOW);
    }
    restart(&mut store);
    assert_eq!(store.domains().walk(), WalkState::Walking { rows: 28, of: None });
    let asked = in_peace(&mut store, &service);
    assert_eq!(asked[0], "parking/domains?page=5&per_page=200");
    equal(&store, &service);
    assert!(matches!(store.domains().walk(), WalkState::Complete { .. }));
}

#[test]
fn tabs_that_do_not_follow_from_the_account_are_read_by_themselves() {
    // This service calls inactive domains unverified on its tab.
    struct Odd(Service);
    let answer = |service: &Odd, errand: &DomainErrand| match &errand.read {
        DomainRead::List(list) if list.filter.state == DomainTab::Unverified => {
            let mut other = service.0.clone();
            let all = other.domains.iter().filter(|(_, state)| matches!(**state, "unverified" | "inactive"));
            let rows: Vec<_> = all.clone().map(|(n, state)| row(&name(*n), state, json!({}))).collect();
            let total = rows.len() as i64;
            let size = PER_PAGE.min(list.page.per_page as usize);
            let rows: Vec<_> = rows.into_iter().skip((list.page.page as usize - 1) * size).take(size).collect();
            other.version = 0;
            let pagination =
                Pagination { total: total.into(), per_page: (size as i64).into(), ..Pagination::default() };
            DomainAnswer::Page { rows: Fresh::page(&rows), odd: 0, pagination }
        }
        _ => service.0.answer(errand).0,
    };
    let (service, mut store) = (Odd(Service::with(50)), Store::new("test"));
    for walk in 0..3 {
        store.sync_domains(NOW);
        let mut pages = 0;
        while let Some(errand) = store.domain_ask() {
            if let DomainRead::List(list) = &errand.read {
                pages += usize::from(list.filter.state == DomainTab::Unverified && list.page.per_page > 1);
            }
            let answer = answer(&service, &errand);
            store.domain_walked(errand.ticket, answer, errand.began, NOW);
        }
        assert_eq!(pages, 2, "walk {walk}");
        assert_eq!(store.domains().known(DomainTab::Unverified), 10);
    }
}

#[test]
fn a_service_that_never_ends_a_list_or_counts_wrongly_does_not_keep_the_walk() {
    let (service, mut store) = (Service::with(30), Store::new("test"));
    store.start_domain_walk(NOW);
    let mut asked = 0;
    while let Some(errand) = store.domain_ask() {
        asked += 1;
        assert!(asked < 200);
        let (mut answer, _) = service.answer(&errand);
        // Every page is the first one, and the total is absurd.
        if let (DomainAnswer::Page { rows, pagination, .. }, DomainRead::List(list)) = (&mut answer, &errand.read) {
            let first = List { page: crate::api::page::Page::new(1, list.page.per_page), ..list.clone() };
            let first = DomainErrand { read: DomainRead::List(first), ..errand.clone() };
            let (DomainAnswer::Page { rows: again, .. }, _) = service.answer(&first) else { panic!("a page") };
            *rows = again;
            pagination.total = 10_000_000_000_i64.into();
        }
        store.domain_walked(errand.ticket, answer, errand.began, NOW);
    }
    assert!(!matches!(store.domains().walk(), WalkState::Walking { .. }));
    assert!(store.domains().known(DomainTab::MyDomains) >= PER_PAGE);
    assert_eq!(store.domains().told(DomainTab::MyDomains), None, "such a total is not shown");
}
