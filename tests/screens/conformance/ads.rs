//! The campaigns in every state at every size.

use parkade::api::ads::Campaigns;
use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{ads, failure};

struct Ads;

impl Subject for Ads {
    const SCREEN: &'static str = "ads";

    fn empty(story: &mut Story) {
        ads::fill_with(story, &[]);
    }

    fn one(story: &mut Story) {
        ads::fill_with(story, &ads::rows()[..1]);
    }

    fn full(story: &mut Story) {
        ads::fill(story);
    }

    fn endless(story: &mut Story) {
        ads::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&Campaigns {}, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Ads>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Ads>().hold("ads");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Ads>();
}
