//! Starts of the program soon after a completed walk over the inquiries: which pages are read again.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::walk::{Event, Service, event, known, walk};
use super::*;

/// Seconds after its end for which a walk counts as fresh.
const FRESH: i64 = 6 * 3_600;

/// Store that has walked over a list of `size` inquiries, of which every tenth is hidden.
fn walked(size: i64, apart: bool, totals: bool) -> (Store, Service) {
    let mut service = Service::with(size);
    service.apart = apart;
    service.hidden = (1..=size).filter(|n| n % 10 == 0).collect();
    let mut store = Store::new("test");
    store.begin_walk(Walked::Inquiries, Begin::Resume, Timestamp(0));
    walk(&mut store, &mut service, &[], totals);
    assert!(matches!(store.inquiries().walk(), WalkState::Complete { .. }));
    (store, service)
}

/// Starts the program `later` seconds after the walk. Returns the pages of the list of all inquiries that it reads.
fn started(store: &mut Store, service: &mut Service, later: i64, totals: bool) -> Vec<u32> {
    let kept = serde_json::to_string(&store.index.inquiries.walk).expect("kept");
    store.index.inquiries.walk = serde_json::from_str(&kept).expect("read back");
    store.index.inquiries.walk.read_back();
    store.begin_walk(Walked::Inquiries, Begin::Resume, Timestamp(later));
    walk(store, service, &[], totals)
}

#[test]
fn a_fresh_walk_is_not_repeated_and_an_old_one_is() {
    for (apart, totals) in [(false, true), (true, true), (false, false)] {
        let (mut store, mut service) = walked(450, apart, totals);
        let before = store.inquiries().walk();
        for later in [0, 60, FRESH] {
            assert_eq!(started(&mut store, &mut service, later, totals), [1], "{later} s later, apart: {apart}");
            assert_eq!(store.inquiries().walk(), before, "shown as complete");
        }
        for later in [FRESH + 1, -60] {
            let (mut store, mut service) = walked(450, apart, totals);
            assert!(started(&mut store, &mut service, later, totals).len() >= 5, "{later} s later");
        }
        store.sync_inquiries(Timestamp(120));
        assert!(walk(&mut store, &mut service, &[], totals).len() >= 5, ":sync reads everything");
    }
}

#[test]
fn a_fresh_walk_is_completed_by_the_pages_with_new_inquiries() {
    let (mut store, mut service) = walked(450, false, true);
    for _ in 0..50 {
        service.apply(&Event::Insert(3));
    }
    // The screen reads the newest rows before the walk starts. Rows between them and the older known ones remain
    // unknown.
    store.index.inquiries.absorb(&super::rows((590..=600).rev()), store.clock());
    assert_eq!(started(&mut store, &mut service, 60, true), [1, 2]);
    assert_eq!(known(&store).len(), 600);
    assert_eq!(started(&mut store, &mut service, 120, true), [1]);
}

#[test]
fn rows_gone_or_hidden_elsewhere_repeat_a_fresh_walk() {
    for apart in [false, true] {
        let (mut store, mut service) = walked(450, apart, true);
        service.apply(&Event::Delete(30_000));
        service.apply(&Event::Insert(1));
        assert!(started(&mut store, &mut service, 60, true).len() > 5, "one gone, one new");
        assert_eq!(known(&store), service.rows.iter().map(|(n, _)| *n).collect::<BTreeSet<_>>());
        // The first page of hidden inquiries shows one that became hidden, but not one that stopped being hidden.
        service.hidden.insert(7);
        assert_eq!(started(&mut store, &mut service, 120, true), [1], "hidden elsewhere, apart: {apart}");
        assert_eq!(store.inquiries().shown(id(7), Mark::Hidden), Some(true));
        service.hidden.remove(&10);
        assert!(started(&mut store, &mut service, 150, true).len() > 5, "shown again elsewhere, apart: {apart}");
        assert_eq!(store.inquiries().shown(id(10), Mark::Hidden), Some(false));
        // A row hidden by the user changes both totals as expected.
        service.hidden.insert(8);
        store.index.inquiries.acknowledge(id(8), Mark::Hidden, true);
        assert_eq!(started(&mut store, &mut service, 180, true), [1], "hidden here, apart: {apart}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn after_a_start_the_rows_are_those_of_the_service_whatever_has_changed(
        size in 1_i64..420,
        apart in any::<bool>(),
        events in proptest::collection::vec(event(), 0..12),
    ) {
        let (mut store, mut service) = walked(size, apart, true);
        for event in &events {
            service.apply(event);
        }
        service.hidden.retain(|n| service.rows.iter().any(|(row, _)| row == n));
        started(&mut store, &mut service, 60, true);
        prop_assert_eq!(known(&store), service.rows.iter().map(|(n, _)| *n).collect::<BTreeSet<_>>());
    }
}
