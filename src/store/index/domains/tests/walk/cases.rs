use std::any::Any;

use super::*;
use crate::api::Page;
use crate::api::domains::DomainFilter;
use crate::api::inquiries::Rows;
use crate::base::{DomainName, Id};
use crate::store::Which;
use crate::store::writes::intent::{ActOnDomains, DomainAct, Intent};
use crate::store::writes::{WriteProgress, WriteStep};

/// Answers every question at once and in order, and returns the questions.
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
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
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
    // Started again a moment later, the walk asks for totals only.
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    let asked = in_peace(&mut store, &service);
    assert_eq!(asked.len(), 5);
    assert!(asked.iter().all(|key| key.ends_with("type=compact&page=1&per_page=1")), "{asked:?}");
    assert_eq!(store.domains().walk(), WalkState::Complete { rows: 20, capped: false });
}

#[test]
fn a_changed_total_has_only_its_own_list_read_again() {
    let (mut service, mut store) = (Service::with(40), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    in_peace(&mut store, &service);
    service.domains.insert(5, "detected");
    store.ask_domain_totals();
    let asked = in_peace(&mut store, &service);
    assert_eq!(asked[5..], ["parking/domains?state=detected&page=1&per_page=200"]);
    // A new domain that was read alone is known, so it is no reason to read the list.
    service.domains.insert(6, "verified");
    store.take_domain(&row(&name(6), "verified", json!({})), 0, NOW);
    store.ask_domain_totals();
    assert_eq!(in_peace(&mut store, &service).len(), 5);
    assert_eq!(store.domains().walk(), WalkState::Complete { rows: 42, capped: false });
    // A domain verified meanwhile is found in the account's list.
    service.domains.insert(0, "verified");
    store.ask_domain_totals();
    in_peace(&mut store, &service);
    equal(&store, &service);
    // After six hours prices may have changed, so all is read again.
    store.begin_walk(Walked::Domains, Begin::Resume, Timestamp(NOW.0 + 7 * 60 * 60));
    assert!(matches!(store.domains().walk(), WalkState::Walking { .. }));
}

/// The list once kept removed names beside a lower total.
#[test]
fn a_total_below_the_known_rows_has_the_list_read_again() {
    let (mut service, mut store) = (Service::with(40), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    in_peace(&mut store, &service);
    let tell = |store: &mut Store, service: &Service| {
        let total = service.on(DomainTab::MyDomains).len();
        let page = json!({ "domains": [], "pagination": { "total": total, "per_page": 1 } }).to_string();
        let filter = DomainFilter { rows: Rows::Compact, ..DomainFilter::default() };
        let list = List { filter, page: Page::new(1, 1) };
        let page: Arc<dyn Any + Send + Sync> = Arc::new(List::decode(page.as_bytes()).expect("a page"));
        let began = store.clock();
        store.absorb_domains(&list.call(), &page, began, NOW);
    };
    tell(&mut store, &service);
    assert_eq!(in_peace(&mut store, &service), [""; 0], "the same total");
    service.domains.remove(&39_000);
    tell(&mut store, &service);
    assert!(in_peace(&mut store, &service).len() > 5, "the totals, then the list");
    equal(&store, &service);
    tell(&mut store, &service);
    assert_eq!(in_peace(&mut store, &service), [""; 0], "read once");
}

#[test]
fn rows_gone_are_asked_for_when_they_are_few_and_dropped_when_two_passes_agree() {
    let (mut service, mut store) = (Service::with(600), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    in_peace(&mut store, &service);
    service.domains.remove(&0);
    store.sync_domains(NOW);
    let asked = in_peace(&mut store, &service);
    assert!(asked.contains(&"parking/domain?name=d000000.com".to_owned()), "{asked:?}");
    equal(&store, &service);
    // Half of the domains disappear at once: they are removed here only after two passes.
    service.domains.retain(|n, _| *n < 300_000);
    store.sync_domains(NOW);
    let asked = in_peace(&mut store, &service);
    let firsts = asked.iter().filter(|key| *key == "parking/domains?page=1&per_page=200").count();
    assert_eq!(firsts, 2);
    assert!(!asked.iter().any(|key| key.contains("name=")), "{asked:?}");
    equal(&store, &service);
    // A list that is suddenly empty is read twice as well. Here only the first answer is empty.
    let empty = Service { domains: BTreeMap::new(), ..service.clone() };
    store.sync_domains(NOW);
    let errand = store.domain_ask().expect("a page");
    let (answer, _) = empty.answer(&errand);
    store.domain_walked(errand.ticket, answer, errand.began, NOW);
    in_peace(&mut store, &service);
    equal(&store, &service);
}

#[test]
fn a_list_with_an_empty_page_in_the_middle_is_called_a_part() {
    let (service, mut store) = (Service::with(40), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    let mut asked = 0;
    while let Some(errand) = store.domain_ask() {
        asked += 1;
        let (mut answer, of_mine) = service.answer(&errand);
        if let (DomainAnswer::Page { rows, pagination, .. }, Some((page, ..))) = (&mut answer, of_mine) {
            pagination.last_page = 5.into();
            rows.retain(|_| page != 2);
        }
        store.domain_walked(errand.ticket, answer, errand.began, NOW);
    }
    assert_eq!(store.domains().walk(), WalkState::MaybeIncomplete { rows: 33, of: Some(40) });
    assert_eq!(store.domains().cover(DomainTab::MyDomains), Cover::MaybeIncomplete { at: NOW, read: 25, of: Some(32) });
    assert!(asked < 25, "three passes, not more: {asked}");
}

#[test]
fn a_walk_stopped_goes_on_at_the_page_where_it_was() {
    let (service, mut store) = (Service::with(200), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
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
    // This service lists inactive domains on the unverified tab.
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
fn a_service_that_never_ends_a_list_or_counts_wrongly_does_not_hold_up_the_walk() {
    let (service, mut store) = (Service::with(30), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    let mut asked = 0;
    while let Some(errand) = store.domain_ask() {
        asked += 1;
        assert!(asked < 200);
        let (mut answer, _) = service.answer(&errand);
        // Every page is the first one, and the total is impossible.
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

#[test]
fn an_answer_from_before_the_cache_was_emptied_is_not_taken_for_another() {
    let (service, mut store) = (Service::with(30), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
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

#[test]
fn changes_elsewhere_begin_a_walk_and_own_ones_do_not() {
    let (mut service, mut store) = (Service::with(40), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    in_peace(&mut store, &service);
    // One domain was removed here and another added elsewhere: the total is unchanged where a lower one was expected.
    let gone = name(4_000);
    service.domains.insert(4_000, "removed");
    service.domains.insert(7, "verified");
    store.domains_left_account([gone.as_str()]);
    store.ask_domain_totals();
    in_peace(&mut store, &service);
    equal(&store, &service);
    // A domain was removed here only: just the tab that it is on now is read.
    let gone = name(5_000);
    service.domains.insert(5_000, "removed");
    store.domains_left_account([gone.as_str()]);
    store.ask_domain_totals();
    let asked = in_peace(&mut store, &service);
    assert_eq!(asked[5..], ["parking/domains?state=removed&page=1&per_page=200"]);
    equal(&store, &service);
}

#[test]
fn names_of_a_finished_import_are_read_one_by_one() {
    let (mut service, mut store) = (Service::with(40), Store::new("test"));
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    in_peace(&mut store, &service);
    let names = [10_000, 13_000].map(|n| DomainName::parse(&name(n)).expect("a name"));
    let retry =
        Intent::Domains(ActOnDomains { act: DomainAct::Retry, names: names.to_vec(), tab: DomainTab::MyDomains });
    let entry = store.plan(retry, NOW).expect("planned");
    store.settle(WriteProgress { entry, targets: Which::All, step: WriteStep::Made(77), at: NOW });
    // Two domains change their states, so that the totals stay the same.
    assert_eq!((service.domains[&10_000], service.domains[&13_000]), ("unverified", "inactive"));
    service.domains.insert(10_000, "inactive");
    service.domains.insert(13_000, "unverified");
    store.read_imported(Id::new(76), NOW);
    assert_eq!(in_peace(&mut store, &service).len(), 0, "not ours");
    store.read_imported(Id::new(77), NOW);
    assert_eq!(in_peace(&mut store, &service).len(), 2);
    equal(&store, &service);
}
