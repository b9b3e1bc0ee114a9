//! Tests with services that differ in what the documents leave open.

use std::time::Duration;

use super::simulation::Simulation;
use super::trouble::Trouble;
use super::with_seeds_of;
use crate::sandbox::{Options, Token};
use crate::store::filter::Filter;
use crate::store::writes::intent::SetMark;
use crate::store::{Cover, DomainTab, Intent, Mark, Sort, State, Tab, ViewSpec, WalkState};

/// Numbers of inquiries and domains: once multiples of the page size, once not.
const SIZES: [(u32, u32); 2] = [(230, 321), (200, 400)];

fn like(choices: &str, (inquiries, domains): (u32, u32)) -> Options {
    let like = choices.split_whitespace().map(|choice| choice.parse().unwrap()).collect();
    Options { domains, inquiries, like, ..Options::default() }
}

fn known(sim: &Simulation, tab: Tab) -> u64 {
    let spec = ViewSpec::new(tab, &Filter::default(), Sort::default(), sim.now());
    sim.session.store.inquiries().view(&spec).len() as u64
}

/// Reads every list to its end; counts are those of the service, and requests come to an end.
async fn whole(choices: &str, size: (u32, u32)) {
    let mut sim = Simulation::of(like(choices, size));
    sim.run(Duration::from_secs(5)).await;
    sim.walked().await;
    sim.quiet().await;
    let (all, hidden) = (u64::from(size.0), sim.network.total("parking/inquiries?status=all&visibility=removed").await);
    let told = format!("{choices} {size:?}");
    assert_eq!(sim.session.store.inquiries().walk(), WalkState::Complete { rows: all, capped: false }, "{told}");
    assert_eq!((known(&sim, Tab::All), known(&sim, Tab::Hidden)), (all, hidden), "{told}");
    assert!(hidden > 0, "the sandbox has hidden ones");
    for tab in DomainTab::ALL {
        let domains = sim.session.store.domains();
        let total = sim.network.total(&format!("parking/domains?state={}", tab.as_str())).await;
        assert!(matches!(domains.cover(*tab), Cover::Whole { .. }), "{told} {}", tab.as_str());
        assert_eq!((domains.told(*tab), domains.known(*tab) as u64), (Some(total), total), "{told} {}", tab.as_str());
    }
    assert!(!sim.is_refused(), "{told}");
    // A second walk finds the same rows and removes none.
    let reads = sim.network.reads_sent().len();
    sim.walk();
    sim.walked().await;
    assert_eq!((known(&sim, Tab::All), known(&sim, Tab::Hidden)), (all, hidden), "{told}");
    let again = sim.network.reads_sent().len() - reads;
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
fn lists_are_whole_and_counts_right_for_every_other_choice_of_a_service() {
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

/// Pace from "Each page is one search request, so pages are walked at a modest pace" (document 2, GET
/// parking/inquiries).
#[test]
fn the_walk_over_inquiries_begins_at_two_questions_a_second_and_never_asks_more_than_twenty() {
    with_seeds_of(1, async |_| {
        let mut sim = Simulation::of(like("", (1_000, 5)));
        let pauses = walk_pauses(&mut sim).await;
        assert!(pauses.len() >= 8, "{}", pauses.len());
        assert!(pauses[0] >= Duration::from_millis(350), "{pauses:?}");
        assert!(pauses.iter().all(|pause| *pause >= Duration::from_millis(50)), "{pauses:?}");
        let modest = Duration::from_millis(500) * pauses.len() as u32;
        assert!(pauses.iter().sum::<Duration>() < modest, "{pauses:?}");
    });
}

#[test]
fn the_walk_over_inquiries_falls_back_to_two_questions_a_second_when_one_is_refused() {
    with_seeds_of(1, async |_| {
        let mut sim = Simulation::of(like("", (1_000, 5)));
        sim.run(Duration::from_secs(2)).await;
        sim.network.next_read(Trouble::Flood(Some(2)));
        let pauses = walk_pauses(&mut sim).await;
        let waited = pauses.iter().position(|pause| *pause >= Duration::from_secs(2));
        let after = waited.and_then(|at| pauses.get(at + 1)).copied();
        assert!(after.is_some_and(|pause| pause >= Duration::from_millis(350)), "{pauses:?}");
    });
}

/// Pauses between the requests of the walk, until it is over.
async fn walk_pauses(sim: &mut Simulation) -> Vec<Duration> {
    sim.run(Duration::from_secs(5)).await;
    sim.walked().await;
    let further = |path: &str| path.contains("/inquiries?") && !path.contains("&page=1&");
    let times: Vec<_> =
        sim.network.reads_sent().into_iter().filter(|(_, path)| further(path)).map(|(at, _)| at).collect();
    times.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Inquiries are hidden and restored by somebody else. The tab shows this with both kinds of service, and the other
/// rows stay.
#[test]
fn the_hidden_tab_follows_inquiries_hidden_and_restored_elsewhere() {
    with_seeds_of(1, async |_| {
        for choices in ["", "all-without-hidden", "all-without-hidden hidden-404"] {
            let mut sim = Simulation::of(like(choices, (120, 5)));
            sim.run(Duration::from_secs(5)).await;
            sim.walked().await;
            let live: Vec<i64> = {
                let spec = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), sim.now());
                sim.session.store.inquiries().view(&spec).iter().map(|id| id.get()).collect()
            };
            let before = known(&sim, Tab::Hidden);
            for id in &live[..7] {
                sim.network.set(*id, Mark::Hidden, true).await;
            }
            sim.walk();
            sim.walked().await;
            assert_eq!((known(&sim, Tab::Hidden), known(&sim, Tab::All)), (before + 7, 120), "{choices}");
            for id in &live[..7] {
                sim.network.set(*id, Mark::Hidden, false).await;
            }
            sim.walk();
            sim.walked().await;
            assert_eq!((known(&sim, Tab::Hidden), known(&sim, Tab::All)), (before, 120), "{choices}");
        }
    });
}

/// The answer to a hide is lost; that it was done is found even if the service does not find a hidden inquiry by its
/// number.
#[test]
fn a_lost_hide_is_settled_by_the_list_of_hidden_inquiries() {
    with_seeds_of(1, async |_| {
        for choices in ["hidden-404", "hidden-404 all-without-hidden"] {
            let mut sim = Simulation::of(like(choices, (12, 5)));
            sim.run(Duration::from_secs(5)).await;
            let one = sim.rows().into_iter().find(|id| sim.shown(*id, Mark::Hidden) == Some(false)).unwrap();
            sim.network.next_write(Trouble::Reset { applied: true });
            let now = sim.now();
            let hide = Intent::Mark(SetMark { ids: vec![crate::base::Id::new(one)], mark: Mark::Hidden, to: true });
            let entry = sim.session.store.plan(hide, now).unwrap();
            sim.run(Duration::from_secs(3 * 60)).await;
            let entry = sim.session.store.journal().get(entry).unwrap();
            assert_eq!(entry.targets[0].state, State::SettledApplied, "{choices}: {entry:?}");
            assert_eq!(sim.shown(one, Mark::Hidden), Some(true));
        }
    });
}

/// Calls that the token may make continue, even if the service answers 401 for a missing ability. Proves R-44.
#[test]
fn a_token_that_may_not_list_domains_goes_on_with_inquiries() {
    with_seeds_of(1, async |_| {
        for choices in ["", "401-for-403"] {
            let token: Token = "full=inquiries.list,inquiries.view,inquiries.read".parse().unwrap();
            let mut sim = Simulation::of(Options { tokens: vec![token], ..like(choices, (330, 40)) });
            sim.run(Duration::from_secs(5)).await;
            sim.walked().await;
            assert_eq!(
                sim.session.store.inquiries().walk(),
                WalkState::Complete { rows: 330, capped: false },
                "{choices}"
            );
            assert!(!sim.is_refused(), "{choices}");
            let first = sim.rows()[0];
            sim.mark(&[first], Mark::Read, true);
            sim.run(Duration::from_secs(5)).await;
            assert_eq!(sim.session.store.journal().pending(), (0, 0), "{choices}");
        }
    });
}

/// A refusal for a missing ability does not count as a refusal of the token.
#[test]
fn a_token_that_may_only_list_domains_is_not_called_refused() {
    with_seeds_of(1, async |_| {
        let token: Token = "full=domains.list".parse().unwrap();
        let mut sim = Simulation::of(Options { tokens: vec![token], ..like("", (30, 40)) });
        sim.run(Duration::from_secs(60)).await;
        assert!(!sim.is_refused());
        assert!(!sim.header(80).contains("token rejected"), "{}", sim.header(80));
    });
}

/// Only an unknown token is called rejected, whether the service answers 401 or 403.
#[test]
fn an_unknown_token_is_refused_with_401_or_403_and_a_known_one_goes_on() {
    with_seeds_of(1, async |_| {
        for choices in ["", "403-for-401", "401-for-403", "403-for-401 401-for-403"] {
            let mut sim = Simulation::of(like(choices, (130, 40)));
            sim.network.token("nobody");
            sim.run(Duration::from_secs(60)).await;
            assert!(sim.is_refused(), "{choices}");
            assert!(sim.header(80).ends_with(" token rejected"), "{choices}: {}", sim.header(80));
            sim.network.token("full");
            sim.try_token();
            sim.run(Duration::from_secs(5)).await;
            sim.walked().await;
            let walk = sim.session.store.inquiries().walk();
            assert_eq!(walk, WalkState::Complete { rows: 130, capped: false }, "{choices}");
            let first = sim.rows()[0];
            sim.mark(&[first], Mark::Starred, true);
            sim.run(Duration::from_secs(5)).await;
            assert_eq!((sim.is_refused(), sim.session.store.journal().pending()), (false, (0, 0)), "{choices}");
        }
    });
}
