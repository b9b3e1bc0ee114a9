//! The walk over the domains on a road where things go wrong.

use std::time::Duration;

use super::with_seeds;
use crate::app::runtime::tests::desk::Desk;
use crate::store::{Cover, DomainTab, WalkState};

/// Reads fail in every way; in the end every tab is known, each domain once, and then nothing is asked but the totals.
#[test]
fn every_tab_is_known_in_the_end_whatever_goes_wrong() {
    with_seeds(async |seed| {
        let mut desk = Desk::new(seed, 3);
        desk.road.trouble((seed % 60) as u8);
        desk.run(Duration::from_mins(20)).await;
        desk.road.trouble(0);
        desk.run(Duration::from_mins(20)).await;
        let domains = desk.store.domains();
        assert!(matches!(domains.walk(), WalkState::Complete { .. }), "{:?}", domains.walk());
        assert_eq!(domains.len(), 12);
        for tab in DomainTab::ALL {
            assert!(matches!(domains.cover(*tab), Cover::Whole { .. }), "{}", tab.as_str());
            assert_eq!(domains.told(*tab), Some(domains.known(*tab) as u64), "{}", tab.as_str());
        }
    });
}
