//! The program before services that choose differently where the documents leave it open.

use std::time::Duration;

use super::desk::Desk;
use super::trouble::Trouble;
use super::with_seeds_of;
use crate::sandbox::{Options, Token};
use crate::store::filter::Filter;
use crate::store::{Cover, DomainTab, Intent, Mark, Sort, State, Tab, ViewSpec, WalkState};

/// Counts of inquiries and domains, both multiples of the page size and others.
const SIZES: [(u32, u32); 2] = [(230, 321), (200, 400)];

fn like(choices: &str, (inquiries, domains): (u32, u32)) -> Options {
    let like = choices.split_whitespace().map(|choice| choice.parse().unwrap()).collect();
    Options { domains, inquiries, like, ..Options::default() }
}

fn known(desk: &Desk, tab: Tab) -> u64 {
    let spec = ViewSpec::new(tab, &Filter::default(), Sort::default(), desk.now());
    desk.store.inquiries().view(&spec).len() as u64
}

/// Every list is read to its end, its counts are the service's, and nothing is asked for ever.
async fn whole(choices: &str, size: (u32, u32)) {
    let mut desk = Desk::of(like(choices, size));
    desk.run(Duration::from_secs(5)).await;
    desk.walked().await;
    desk.quiet().await;
    let (all, hidden) = (u64::from(size.0), desk.road.total("parking/inquiries?status=all&visibility=removed").await);
    let told = format!("{choices} {size:?}");
    assert_eq!(desk.store.inquiries().walk(), WalkState::Complete { rows: all, capped: false }, "{told}");
    assert_eq!((known(&desk, Tab::All), known(&desk, Tab::Hidden)), (all, hidden), "{told}");
    assert!(hidden > 0, "the sandbox has hidden ones");
    for tab in DomainTab::ALL {
        let domains = desk.store.domains();
        let total = desk.road.total(&format!("parking/domains?state={}", tab.as_str())).await;
        assert!(matches!(domains.cover(*tab), Cover::Whole { .. }), "{told} {}", tab.as_str());
        assert_eq!((domains.told(*tab), domains.known(*tab) as u64), (Some(total), total), "{told} {}", tab.as_str());
    }
    assert!(!desk.is_refused(), "{told}");
    // A second walk finds the same and sweeps nothing away.
    let reads = desk.road.reads_sent().len();
    desk.walk();
    desk.walked().await;
    assert_eq!((known(&desk, Tab::All), known(&desk, Tab::Hidden)), (all, hidden), "{told}");
    let again = desk.road.reads_sent().len() - reads;
    assert!(again < 60, "{told}: {again} requests");
}

#[test]
fn lists_are_whole_and_counts_right_however_a_service_pages() {
    with_seeds_of(1, async |_| {
        for choices in [
            "",
            "page-behind-end-refused",
            "page-behind-end-404",
            "page-behind-end-repeated",
            "short-pages",
            "per-page-cap=25",
            "short-pages per-page-cap=30 page-behind-end-404",
        ] {
            for size in SIZES {
                whole(choices, size).await;
            }
        }
    });
}

#[test]
fn lists_are_whole_and_counts_right_whatever_else_a_service_chooses() {
    with_seeds_of(1, async |_| {
        for choices in [
            "all-without-hidden",
            "all-without-hidden hidden-404 short-pages",
            "hidden-404",
            "other-final-words error-message-shape",
            "no-date",
            "clock+300",
            "clock-300",
            "clock+2y",
            "clock-2y",
        ] {
            whole(choices, (130, 40)).await;
        }
    });
}

/// "Each page is one search request, so pages are walked at a modest pace."
#[test]
fn the_walk_over_inquiries_asks_twice_a_second_at_most() {
    with_seeds_of(1, async |_| {
        let mut desk = Desk::of(like("", (1_000, 5)));
        desk.run(Duration::from_secs(5)).await;
        desk.walked().await;
        let further = |path: &str| path.contains("/inquiries?") && !path.contains("&page=1&");
        let times: Vec<_> =
            desk.road.reads_sent().into_iter().filter(|(_, path)| further(path)).map(|(at, _)| at).collect();
        assert!(times.len() >= 9, "{}", times.len());
        for pair in times.windows(2) {
            assert!(pair[1] - pair[0] >= Duration::from_millis(500), "{:?}", pair[1] - pair[0]);
        }
    });
}

/// Hidden and restored elsewhere: the tab follows on both kinds of service, and live rows stay.
#[test]
fn the_hidden_tab_follows_what_is_hidden_and_restored_elsewhere() {
    with_seeds_of(1, async |_| {
        for choices in ["", "all-without-hidden", "all-without-hidden hidden-404"] {
            let mut desk = Desk::of(like(choices, (120, 5)));
            desk.run(Duration::from_secs(5)).await;
            desk.walked().await;
            let live: Vec<i64> = {
                let spec = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), desk.now());
                desk.store.inquiries().view(&spec).iter().map(|id| id.get()).collect()
            };
            let before = known(&desk, Tab::Hidden);
            for id in &live[..7] {
                desk.road.set(*id, Mark::Hidden, true).await;
            }
            desk.walk();
            desk.walked().await;
            assert_eq!((known(&desk, Tab::Hidden), known(&desk, Tab::All)), (before + 7, 120), "{choices}");
            for id in &live[..7] {
                desk.road.set(*id, Mark::Hidden, false).await;
            }
            desk.walk();
            desk.walked().await;
            assert_eq!((known(&desk, Tab::Hidden), known(&desk, Tab::All)), (before, 120), "{choices}");
        }
    });
}

/// A hide whose answer is lost is found done also where a hidden inquiry is not found by its number.
#[test]
fn a_lost_hide_is_settled_by_the_list_of_hidden_inquiries() {
    with_seeds_of(1, async |_| {
        for choices in ["hidden-404", "hidden-404 all-without-hidden"] {
            let mut desk = Desk::of(like(choices, (12, 5)));
            desk.run(Duration::from_secs(5)).await;
            let one = desk.rows().into_iter().find(|id| desk.shown(*id, Mark::Hidden) == Some(false)).unwrap();
            desk.road.next_write(Trouble::Reset { applied: true });
            let now = desk.now();
            let hide = Intent::Mark { ids: vec![crate::base::Id::new(one)], mark: Mark::Hidden, to: true };
            let entry = desk.store.plan(hide, now).unwrap();
            desk.run(Duration::from_mins(3)).await;
            let entry = desk.store.journal().get(entry).unwrap();
            assert_eq!(entry.targets[0].state, State::SettledApplied, "{choices}: {entry:?}");
            assert_eq!(desk.shown(one, Mark::Hidden), Some(true));
        }
    });
}

/// Where a missing ability is a 401 the calls the token may do go on.
#[test]
fn a_token_that_may_not_list_domains_goes_on_with_inquiries() {
    with_seeds_of(1, async |_| {
        for choices in ["", "401-for-403"] {
            let token: Token = "full=inquiries.list,inquiries.view,inquiries.read".parse().unwrap();
            let mut desk = Desk::of(Options { tokens: vec![token], ..like(choices, (330, 40)) });
            desk.run(Duration::from_secs(5)).await;
            desk.walked().await;
            assert_eq!(desk.store.inquiries().walk(), WalkState::Complete { rows: 330, capped: false }, "{choices}");
            assert!(!desk.is_refused(), "{choices}");
            let first = desk.rows()[0];
            desk.mark(&[first], Mark::Read, true);
            desk.run(Duration::from_secs(5)).await;
            assert_eq!(desk.store.journal().pending(), (0, 0), "{choices}");
        }
    });
}
