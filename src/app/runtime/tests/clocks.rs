//! Tests with clocks that differ: the program's own times are measured by its own clock, whatever the service's clock
//! says.

use std::sync::Arc;
use std::time::Duration;

use rstest::rstest;
use tokio::time::Instant;

use super::simulation::{BEGAN, Simulation};
use super::trouble::Trouble;
use crate::base::{Clock, Timestamp, Zone};
use crate::sandbox::Options;
use crate::store::{Mark, State};
use crate::ui::{Prefs, World};

const YEAR: i64 = 365 * 86_400;

/// Clock of the service: so many seconds ahead of the program's paused time.
struct Ahead(Instant, i64);

impl Clock for Ahead {
    fn now(&self) -> Timestamp {
        Timestamp(BEGAN + self.1 + self.0.elapsed().as_secs().cast_signed())
    }
}

async fn opened(ahead: i64, dated: bool) -> Simulation {
    let clock: Arc<dyn Clock> = Arc::new(Ahead(Instant::now(), ahead));
    let mut sim =
        Simulation::of(Options { inquiries: 12, domains: 2, seed: 3, clock: Some(clock), ..Options::default() });
    sim.network.dated(dated);
    sim.run(Duration::from_secs(5)).await;
    assert_eq!(sim.rows().len(), 12);
    sim
}

/// Proves R-80.
#[rstest]
#[tokio::test(start_paused = true)]
async fn ages_and_waits_are_right_whatever_the_clocks_say(
    #[values(0, 20, 300, -300, 2 * YEAR, -2 * YEAR)] ahead: i64,
    #[values(true, false)] dated: bool,
) {
    let mut sim = opened(ahead, dated).await;
    assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
    // If answers have the service's time, its dates are measured by its clock.
    let known = if dated { ahead } else { 0 };
    let there = World::of(&sim.session.store, Prefs::default(), sim.now(), Zone::Utc).now;
    assert!((there.0 - sim.now().0 - known).abs() <= 5);
    for id in sim.rows() {
        let date = sim.session.store.inquiries().row(crate::base::Id::new(id)).unwrap().date().unwrap();
        let age = date.age(there, Zone::Utc).text;
        assert!(!age.chars().all(|c| c.is_ascii_digit()), "{age}");
        assert!(!dated || !age.starts_with("now") || date.0 > there.0 - 65, "{age}");
    }
    // Dates in the future are pointed out, whether answers have the service's time or not.
    let hinted = sim.hints.len() + sim.told.iter().filter(|told| told.ends_with("Check the clock.")).count();
    assert_eq!(hinted, usize::from(ahead >= 2 * YEAR || dated && ahead.abs() >= 300), "{:?} {:?}", sim.hints, sim.told);
    // A wait of 20 seconds is shown as 20 seconds.
    let id = sim.rows()[0];
    sim.network.next_write(Trouble::Flood(Some(20)));
    sim.mark(&[id], Mark::Starred, true);
    sim.run(Duration::from_secs(3)).await;
    let header = sim.header(80);
    assert!((16..=20).any(|left| header.ends_with(&format!(" wait {left}s · 1 change"))), "{header}");
    sim.run(Duration::from_secs(30)).await;
    assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
    let hint = dated && ahead.abs() >= 300;
    assert_eq!(sim.hints.len(), usize::from(hint), "{:?}", sim.hints);
    if hint {
        let way = if ahead > 0 { "behind" } else { "ahead of" };
        let span = if ahead.abs() == 300 { "5 minutes" } else { "2 years" };
        assert!(sim.hints[0].replace("4 minutes", span).replace("1 year ", span).contains(way), "{:?}", sim.hints);
    }
}

/// A `Date` header years off does not shorten the wait before a second reading.
#[rstest]
#[tokio::test(start_paused = true)]
async fn unknown_writes_are_settled_by_our_own_clock(#[values(2 * YEAR, -2 * YEAR, 300, -300)] ahead: i64) {
    for (trouble, sends) in [(Trouble::Reset { applied: false }, 2), (Trouble::Reset { applied: true }, 1)] {
        let mut sim = opened(ahead, true).await;
        let id = sim.rows()[0];
        sim.network.set(id, Mark::Starred, false).await;
        sim.walk();
        sim.walked().await;
        sim.network.next_write(trouble);
        let entry = sim.mark(&[id], Mark::Starred, true).unwrap();
        // The service's clock jumps while the write is being settled.
        sim.run(Duration::from_secs(1)).await;
        sim.settle().await;
        let target = &sim.session.store.journal().get(entry).unwrap().targets[0];
        assert!(target.state.applied(), "{trouble:?}: {target:?}");
        assert_eq!((target.sends, target.state == State::SettledApplied), (sends, sends == 1), "{target:?}");
    }
}
