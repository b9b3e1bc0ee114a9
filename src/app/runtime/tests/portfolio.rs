//! The walk over the domains over a network with faults.

use std::time::Duration;

use super::with_seeds;
use crate::app::runtime::tests::simulation::Simulation;
use crate::store::{Cover, DomainTab, WalkState};

/// Reads fail in every way; in the end every tab is known, each domain once, and then nothing is asked but the totals.
#[test]
fn every_tab_is_known_in_the_end_whatever_goes_wrong() {
    with_seeds(async |seed| {
        let mut sim = Simulation::new(seed, 3);
        sim.network.trouble((seed % 60) as u8);
        sim.run(Duration::from_mins(20)).await;
        sim.network.trouble(0);
        sim.run(Duration::from_mins(20)).await;
        let domains = sim.session.store.domains();
        assert!(matches!(domains.walk(), WalkState::Complete { .. }), "{:?}", domains.walk());
        assert_eq!(domains.len(), 12);
        for tab in DomainTab::ALL {
            assert!(matches!(domains.cover(*tab), Cover::Whole { .. }), "{}", tab.as_str());
            assert_eq!(domains.told(*tab), Some(domains.known(*tab) as u64), "{}", tab.as_str());
        }
    });
}
