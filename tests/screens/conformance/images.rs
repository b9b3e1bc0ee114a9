//! The images in every state at every size.

use parkade::client::FailureKind;
use parkade::store::images_page;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{failure, images};

struct Images;

impl Subject for Images {
    const SCREEN: &'static str = "images";

    fn empty(story: &mut Story) {
        images::fill_with(story, &[]);
    }

    fn one(story: &mut Story) {
        images::fill_with(story, &images::rows()[..1]);
    }

    fn full(story: &mut Story) {
        images::fill(story);
    }

    fn endless(story: &mut Story) {
        images::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&images_page(1), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Images>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Images>().hold("images");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Images>();
}
