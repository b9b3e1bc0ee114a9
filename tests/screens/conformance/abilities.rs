//! The abilities in every state at every size.

use parkade::client::FailureKind;
use parkade::store::{Allowed, Grid};
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{abilities, failure};

struct Abilities;

impl Subject for Abilities {
    const SCREEN: &'static str = "abilities";

    fn empty(story: &mut Story) {
        story.store.session_mut().asking = true;
    }

    fn one(story: &mut Story) {
        story.store.session_mut().holds(parkade::api::abilities::INQUIRIES_LIST);
    }

    fn full(story: &mut Story) {
        abilities::learnt(story);
    }

    fn endless(story: &mut Story) {
        abilities::learnt(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        let rows = vec![("domains.list", Allowed::Unclear)];
        story.store.session_mut().learnt(Grid { rows, stopped: Some(failure(kind)) });
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Abilities>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Abilities>().hold("abilities");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Abilities>();
}
