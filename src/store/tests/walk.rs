use std::collections::BTreeSet;

use proptest::prelude::*;

use super::disk::{open, tell};
use super::*;
use crate::store::disk::{Disk, Places};
use crate::store::index::inquiries::Key;
use crate::store::index::walk::{Ask, Begin, Held, Walk, WalkList, WalkPage, WalkPlan};

/// The service's list of inquiries, newest first.
#[derive(Clone, Debug, Default)]
pub struct Service {
    pub rows: Vec<(i64, bool)>,
    next: i64,
    pub hidden: BTreeSet<i64>,
    /// True if the list of all inquiries has no hidden ones.
    pub apart: bool,
}

#[derive(Clone, Debug)]
pub enum Event {
    /// This number of new inquiries arrives.
    Insert(u8),
    /// The row at this share of the list is deleted.
    Delete(u16),
    /// The row at this share of the list is starred or unstarred elsewhere.
    Mark(u16),
    /// The next request of the walk fails.
    Fail,
    /// The program restarts.
    Restart,
}

impl Service {
    pub fn with(n: i64) -> Self {
        Self { rows: (1..=n).rev().map(|id| (id, false)).collect(), next: n + 1, ..Self::default() }
    }

    fn at(&self, share: u16) -> Option<usize> {
        (!self.rows.is_empty()).then(|| usize::from(share) * self.rows.len() / 65_536)
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Insert(n) => {
                for _ in 0..*n {
                    self.rows.insert(0, (self.next, false));
                    self.next += 1;
                }
            }
            Event::Delete(share) => {
                if let Some(i) = self.at(*share) {
                    self.rows.remove(i);
                }
            }
            Event::Mark(share) => {
                if let Some(i) = self.at(*share) {
                    self.rows[i].1 = !self.rows[i].1;
                }
            }
            Event::Fail | Event::Restart => {}
        }
    }

    fn on(&self, list: WalkList) -> Vec<(i64, bool)> {
        let on = |id: i64| match list {
            WalkList::All => !self.apart || !self.hidden.contains(&id),
            WalkList::Hidden => self.hidden.contains(&id),
        };
        self.rows.iter().filter(|(id, _)| on(*id)).copied().collect()
    }

    pub fn page(&self, list: WalkList, page: u32, totals: bool) -> Paged<Inquiry> {
        let per_page = Walk::per_page() as usize;
        let all = self.on(list);
        let rows = all.iter().skip((page as usize - 1) * per_page).take(per_page);
        let mut answer = Paged::<Inquiry> {
            rows: rows
                .map(|(n, starred)| row(*n, 1_000 + n / 3, [false, *starred, false, self.hidden.contains(n)], ""))
                .collect(),
            ..Paged::default()
        };
        if totals {
            answer.pagination.total = (all.len() as i64).into();
        }
        answer
    }
}

/// Walks to the end, with an event before each request while there are events. Returns the pages read.
pub fn walk(store: &mut Store, service: &mut Service, events: &[Event], totals: bool) -> Vec<u32> {
    let mut events = events.iter();
    let mut pages = Vec::new();
    while let Some((ask, began)) = store.walk_ask() {
        let event = events.next();
        if let Some(event) = event {
            service.apply(event);
        }
        match (event, ask) {
            (Some(Event::Fail), _) => store.walk_failed(),
            (Some(Event::Restart), _) => {
                let kept = serde_json::to_string(&store.index.inquiries.walk).expect("kept");
                store.index.inquiries.walk = serde_json::from_str(&kept).expect("read back");
            }
            (_, Ask::Page(list, n)) => {
                if list == WalkList::All {
                    pages.push(n);
                }
                store.walk_page((list, n), &service.page(list, n, totals), began, Timestamp(0));
            }
            (_, Ask::One(one)) => {
                let there = service.rows.iter().any(|(n, _)| *n == one.get());
                store.walk_one(one, there);
            }
        }
        assert!(pages.len() < 5_000, "the walk must end");
    }
    pages
}

pub fn known(store: &Store) -> BTreeSet<i64> {
    let all = store.inquiries().view(&spec(Tab::All, ""));
    let set: BTreeSet<i64> = all.iter().map(|id| id.get()).collect();
    assert_eq!(set.len(), all.len(), "no row twice");
    set
}

pub fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (1_u8..4).prop_map(Event::Insert),
        any::<u16>().prop_map(Event::Delete),
        any::<u16>().prop_map(Event::Mark),
        Just(Event::Fail),
        Just(Event::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_row_is_lost_or_doubled_whatever_happens_under_the_walk(
        size in 0_i64..620,
        known_before in any::<bool>(),
        events in proptest::collection::vec(event(), 0..24),
    ) {
        let mut service = Service::with(size);
        let mut store = Store::new("test");
        if known_before {
            store.sync_inquiries(Timestamp(0));
            walk(&mut store, &mut service, &[], true);
            service.apply(&Event::Delete(30_000));
        }
        store.sync_inquiries(Timestamp(0));
        walk(&mut store, &mut service, &events, true);
        let found = known(&store);
        // Every row that the service had from the begin to the end of the walk is known, and every row that came
        // before the first page was read for the last time. Later rows are left to the next poll.
        let lost: Vec<i64> = service.rows.iter().map(|(n, _)| *n).filter(|n| *n <= size && !found.contains(n)).collect();
        let unsure = matches!(store.inquiries().walk(), WalkState::MaybeIncomplete { .. });
        prop_assert!(lost.is_empty() || unsure, "lost {:?}", lost);
        // A walk without events then makes the rows equal to the service's, with their marks.
        store.sync_inquiries(Timestamp(0));
        walk(&mut store, &mut service, &[], true);
        prop_assert_eq!(known(&store), service.rows.iter().map(|(n, _)| *n).collect::<BTreeSet<_>>());
        for (n, starred) in &service.rows {
            prop_assert_eq!(store.inquiries().shown(id(*n), Mark::Starred), Some(*starred));
        }
        let complete = matches!(store.inquiries().walk(), WalkState::Complete { .. });
        prop_assert!(complete);
    }

    #[test]
    fn without_totals_passes_repeat_until_one_brings_nothing_new(
        size in 0_i64..420,
        events in proptest::collection::vec(event(), 0..6),
    ) {
        let mut service = Service::with(size);
        let mut store = Store::new("test");
        store.sync_inquiries(Timestamp(0));
        walk(&mut store, &mut service, &events, false);
        let found = known(&store);
        let lost = service.rows.iter().filter(|(n, _)| *n <= size && !found.contains(n)).count();
        let unsure = matches!(store.inquiries().walk(), WalkState::MaybeIncomplete { .. });
        prop_assert!(lost == 0 || unsure, "lost {}", lost);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// The newest 50 rows are known from the first page, which is read before.
    #[test]
    fn rows_are_called_known_only_as_far_down_as_they_are(
        before in 1_i64..500,
        came in 0_u8..250,
        events in prop::collection::vec(prop_oneof![Just(Event::Insert(60)), Just(Event::Fail), Just(Event::Restart)], 0..6),
    ) {
        let (mut service, mut store) = (Service::with(before), Store::new("test"));
        let mut events = events.iter();
        for events in [None, Some(&mut events)] {
            store.sync_inquiries(Timestamp(0));
            let mut events = events.into_iter().flatten();
            while let Some((ask, began)) = store.walk_ask() {
                let event = events.next();
                if let Some(event) = event {
                    service.apply(event);
                }
                match (event, ask) {
                    (Some(Event::Fail), _) => store.walk_failed(),
                    (_, Ask::Page(list, n)) => {
                        store.walk_page((list, n), &service.page(list, n, true), began, Timestamp(0));
                    }
                    (_, Ask::One(one)) => {
                        store.walk_one(one, service.rows.iter().any(|(n, _)| *n == one.get()));
                    }
                }
                let place = |n: i64| Key::new(Some(Timestamp(1_000 + n / 3)), id(n));
                let Some((from, _)) = service.rows.get(49) else { continue };
                let to = store.index.inquiries.walk.known_to(place(*from));
                let claimed = |n: &i64| place(*n) > place(*from) && to.is_none_or(|to| place(*n) <= to);
                let rows: BTreeSet<i64> = service.rows.iter().map(|(n, _)| *n).filter(claimed).collect();
                let unknown = &rows - &known(&store);
                prop_assert!(unknown.is_empty(), "not known down to {to:?}: {unknown:?}");
                let found = known(&store);
                let lies_behind = |n: &i64| found.last().is_some_and(|newest| n <= newest);
                let mut behind = service.rows.iter().map(|(n, _)| *n).filter(lies_behind);
                prop_assert!(!store.inquiries().holds_all() || behind.all(|n| found.contains(&n)), "said to be whole");
            }
            let from = Key::new(Some(Timestamp(1_000 + before / 3)), id(before));
            prop_assert_eq!(store.index.inquiries.walk.known_to(from), None);
            service.apply(&Event::Insert(came));
        }
    }
}

#[test]
fn a_walk_stopped_at_page_40_goes_on_at_page_40() {
    let mut service = Service::with(4_500);
    let mut store = Store::new("test");
    store.sync_inquiries(Timestamp(0));
    for n in 1..40 {
        let (ask, began) = store.walk_ask().expect("a page");
        assert_eq!(ask, Ask::Page(WalkList::All, n));
        assert_eq!(store.walk_ask(), None, "one at a time");
        store.walk_page((WalkList::All, n), &service.page(WalkList::All, n, true), began, Timestamp(0));
    }
    let kept = serde_json::to_string(&store.index.inquiries.walk).expect("kept");
    store.index.inquiries.walk = serde_json::from_str(&kept).expect("read back");
    store.sync_inquiries(Timestamp(0));
    assert_eq!(store.inquiries().walk(), WalkState::Walking { rows: 3_900, of: Some(4_500) });
    let pages = walk(&mut store, &mut service, &[], true);
    assert_eq!(pages, [40, 41, 42, 43, 44, 45, 1], "no page after the last");
    assert_eq!(store.inquiries().walk(), WalkState::Complete { rows: 4_500, capped: false });
}

#[test]
fn rows_gone_are_dropped_when_the_totals_prove_it_and_asked_for_otherwise() {
    let mut service = Service::with(250);
    let mut store = Store::new("test");
    store.sync_inquiries(Timestamp(0));
    walk(&mut store, &mut service, &[], true);
    service.apply(&Event::Delete(10_000));
    store.sync_inquiries(Timestamp(0));
    assert_eq!(walk(&mut store, &mut service, &[], true), [1, 2, 3, 1]);
    assert_eq!(store.inquiries().len(), 249);
    // A new row keeps the totals from proving that one is gone, so the missing row is read by its number.
    service.apply(&Event::Delete(50_000));
    store.sync_inquiries(Timestamp(0));
    let pages = walk(&mut store, &mut service, &[Event::Mark(0), Event::Insert(2)], true);
    assert_eq!(pages, [1, 2, 3, 1]);
    assert_eq!(known(&store).len(), service.rows.len());
}

#[test]
fn a_list_that_lost_a_page_is_called_a_part_of_what_was_announced() {
    let service = Service::with(182);
    for refused in [true, false] {
        let mut store = Store::new("test");
        store.sync_inquiries(Timestamp(0));
        while let Some((Ask::Page(list, n), began)) = store.walk_ask() {
            let mut page = service.page(list, n, true);
            page.rows.retain(|_| n == 1);
            if !(refused && n == 2 && store.walk_refused((list, n))) {
                store.walk_page((list, n), &page, began, Timestamp(0));
            }
        }
        let part = WalkState::MaybeIncomplete { rows: 100, of: Some(182) };
        assert_eq!(store.inquiries().walk(), part, "refused: {refused}");
    }
}

#[test]
fn a_walk_ends_after_ten_thousand_rows() {
    let mut machine = Walk::default();
    machine.start(Timestamp(0));
    let mut page = 0;
    while let Some(Ask::Page(list, n)) = machine.ask() {
        if list == WalkList::Hidden {
            machine.page(&WalkPage { list, page: n, total: Some(0), per_page: 100, ..WalkPage::default() }, |_| true);
            continue;
        }
        let first = 20_000 - i64::from(n - 1) * 100;
        let rows = (0..100).map(|i| id(first - i)).map(|row| (row, Key::new(Some(Timestamp(row.get())), row)));
        // The first page is read again at the end and has only known rows.
        let again = page == 100;
        let page_of =
            WalkPage { list, page: n, rows: rows.collect(), odd: 0, total: Some(12_345), per_page: 100, more: true };
        machine.page(&page_of, |_| again);
        page = page.max(n);
    }
    assert_eq!((page, machine.state()), (100, WalkState::Complete { rows: 10_000, capped: true }));
}

#[test]
fn both_walks_wait_while_the_disk_is_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tell, events) = tell();
    let mut store = Store::new("test");
    store.attach(Disk::open(&Places::in_dir(folder.path(), "a"), Timestamp(0), &tell));
    let disk = store.disk().expect("a disk");
    disk.flush();
    let (go_on, held) = std::sync::mpsc::channel::<()>();
    disk.reply(&crate::api::senders::List {}.call(), Box::new(move |_| held.recv().expect("released")));
    for n in 0..200 {
        disk.put_set("set".to_owned(), vec![n]);
    }
    for event in events.try_iter() {
        store.from_disk(event, Timestamp(0));
    }
    store.sync_inquiries(Timestamp(0));
    store.sync_domains(Timestamp(0));
    assert!(store.walk_ask().is_none() && store.domain_ask().is_none(), "neither brings more");
    assert!(!store.walk_waits(), "no time is to come at which it asks");
    go_on.send(()).expect("held");
    store.disk().expect("a disk").flush();
    assert!(events.try_iter().any(|event| matches!(event, DiskEvent::CaughtUp)), "the loop is woken");
    assert!(store.walk_waits());
    assert!(store.walk_ask().is_some() && store.domain_ask().is_some());
}

#[test]
fn a_sync_asked_before_the_disk_was_read_stays_a_sync() {
    let mut held = Held::default();
    assert!(held.begin(Begin::Resume, false), "without a disk nothing is waited for");
    assert!(!held.begin(Begin::Sync, true) && !held.begin(Begin::Resume, true));
    assert_eq!(held.told(), Some(Begin::Sync));
    assert!(held.begin(Begin::Resume, true));
    assert_eq!(held.told(), None, "once");
}

#[test]
fn a_walk_over_an_endless_list_stops_at_the_limit_of_the_index_and_says_what_it_holds() {
    let mut store = Store::new("test");
    let long = row(0, 0, [false; 4], &format!(r#","message":"{}""#, "x".repeat(3_000)));
    let page = |number: u32| {
        let ids = (0..200).map(|n| i64::from(number) * 200 + n);
        let rows = ids.map(|n| {
            let mut row = long.clone();
            row.value.inquiry_id = id(n);
            row
        });
        let body = br#"{"inquiries":[],"pagination":{"total":10000000,"last_page":100000}}"#;
        let mut page: Paged<Inquiry> = crate::api::decode::Reply::decode(body).expect("a page");
        page.rows = rows.collect();
        page
    };
    store.begin_walk(Walked::Inquiries, Begin::Resume, Timestamp(0));
    // The walk ends at the service's limit for one list; the index also counts rows from other answers.
    for number in 1_000..1_200 {
        store.index.inquiries.absorb(&page(number).rows, 0);
    }
    let Some((Ask::Page(list, number), began)) = store.walk_ask() else { panic!("a page is asked for") };
    store.walk_page((list, number), &page(number), began, Timestamp(0));
    let held = store.inquiries().len() as u64;
    assert!((10_000..40_000).contains(&held), "{held}");
    assert_eq!(store.inquiries().walk(), WalkState::Full { rows: held, of: Some(10_000_000) });
    assert!(store.walk_ask().is_none() && !store.walk_waits(), "nothing more is asked for");
    let known = page(1_000).rows;
    assert_eq!(store.index.inquiries.absorb(&known, 0).left_out, 0, "rows that are held are still brought up to date");
}

#[test]
fn a_row_with_a_very_long_text_is_kept_without_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = open(&Places::in_dir(folder.path(), "a")).store;
    for (n, length) in [(1, 1_000), (2, 100_000)] {
        let details = format!(r#","details":{{"x":"{}"}}"#, "x".repeat(length));
        store.take_row(&row(n, n, [false; 4], &details), 0, Timestamp(0));
    }
    let (told, answer) = std::sync::mpsc::channel();
    let ids = vec![id(1), id(2)];
    store.disk().expect("a disk").details(ids, Box::new(move |found| told.send(found.len()).expect("awaited")));
    assert_eq!(answer.recv().expect("answered"), 1);
    assert_eq!(store.inquiries().len(), 2);
    assert!(store.inquiries().detailed(id(1)) && !store.inquiries().detailed(id(2)), "it is asked of the service");
}
