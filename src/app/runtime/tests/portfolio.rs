//! Tests of the walks over domains and inquiries over a network with faults.

use std::time::Duration;

use super::with_seeds;
use crate::app::runtime::tests::simulation::Simulation;
use crate::app::runtime::tests::trouble::Trouble;
use crate::store::{Cover, DomainTab, WalkState};

/// Reads fail in every way. In the end every tab is known, each domain once, and only the totals are still requested.
#[test]
fn every_tab_is_known_in_the_end_whatever_goes_wrong() {
    with_seeds(async |seed| {
        let mut sim = Simulation::new(seed, 3);
        sim.network.trouble((seed % 60) as u8);
        sim.run(Duration::from_secs(20 * 60)).await;
        sim.network.trouble(0);
        sim.run(Duration::from_secs(20 * 60)).await;
        let domains = sim.session.store.domains();
        assert!(matches!(domains.walk(), WalkState::Complete { .. }), "{:?}", domains.walk());
        assert_eq!(domains.len(), 12);
        for tab in DomainTab::ALL {
            assert!(matches!(domains.cover(*tab), Cover::Whole { .. }), "{}", tab.as_str());
            assert_eq!(domains.told(*tab), Some(domains.known(*tab) as u64), "{}", tab.as_str());
        }
    });
}

const DENIED: &str = r#"{"errors":[{"code":"do_not_have_permission","message":"No."}]}"#;

/// A pause doubles from five seconds to five minutes, and an answer ends the doubling. A call without permission is
/// tried every five minutes. A long wait after a 429 is kept by the client, so it is not a failure of the walk.
#[tokio::test(start_paused = true)]
async fn both_walks_pause_alike_after_failures() {
    let doubling = vec![0, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000];
    for (trouble, pauses) in [
        (Trouble::Status(500, false), doubling.clone()),
        (Trouble::Cut, doubling.clone()),
        (Trouble::Flood(Some(2)), doubling.clone()),
        (Trouble::Says { status: 403, headers: &[], body: DENIED, applied: false }, vec![0, 300_000]),
        // A 403 from a proxy in front of the service is not about permissions and may soon be over.
        (Trouble::Status(403, false), doubling.clone()),
        (Trouble::Flood(None), vec![0]),
    ] {
        let mut sim = Simulation::new(1, 230);
        sim.run(Duration::from_secs(5)).await;
        sim.walked().await;
        sim.quiet().await;
        sim.network.reads(Some(trouble));
        sim.walk();
        sim.session.store.sync_domains(sim.now());
        let mut seen = [vec![0], vec![0]];
        for _ in 0..3_600 {
            sim.run(Duration::from_secs(1)).await;
            for (seen, pause) in seen.iter_mut().zip(sim.session.traffic.walking.pauses()) {
                if seen.last() != Some(&pause) {
                    seen.push(pause);
                }
            }
        }
        assert_eq!(seen, [pauses.clone(), pauses], "{trouble:?}");
        assert!(matches!(sim.session.store.inquiries().walk(), WalkState::Walking { .. }), "{trouble:?}");
        assert!(matches!(sim.session.store.domains().walk(), WalkState::Walking { .. }), "{trouble:?}");
        sim.network.reads(None);
        sim.walked().await;
        sim.quiet().await;
        assert_eq!(sim.session.traffic.walking.pauses(), [0, 0], "{trouble:?}");
    }
}

/// Pages of the lists of all and of hidden inquiries that were read since then.
fn inquiry_pages(sim: &Simulation, since: tokio::time::Instant) -> Vec<String> {
    let read = |path: &String| path.contains("parking/inquiries?").then(|| path.clone());
    sim.network.reads_sent().iter().filter(|(at, _)| *at >= since).filter_map(|(_, path)| read(path)).collect()
}

#[tokio::test(start_paused = true)]
async fn a_finished_walk_over_inquiries_is_kept_over_a_restart_while_it_is_fresh() {
    let mut sim = Simulation::new(1, 450);
    sim.run(Duration::from_secs(5)).await;
    sim.walked().await;
    let later = |pages: &[String]| pages.iter().filter(|path| !path.contains("page=1&")).count();
    for (pause, again) in [(Duration::from_secs(60 * 60), false), (Duration::from_secs(6 * 60 * 60), true)] {
        tokio::time::sleep(pause).await;
        let since = tokio::time::Instant::now();
        sim.restart();
        sim.run(Duration::from_secs(20)).await;
        sim.walked().await;
        let pages = inquiry_pages(&sim, since);
        assert!(matches!(sim.session.store.inquiries().walk(), WalkState::Complete { .. }), "{pages:?}");
        assert_eq!(sim.rows().len(), 450);
        assert_eq!(later(&pages) > 0, again, "{pages:?}");
        // First pages of both lists, and the page that the screen shows.
        assert!(again || pages.len() <= 4, "{pages:?}");
    }
}
