//! The ignored senders in every state at every size.

use parkade::api::senders::List;
use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{failure, senders};

struct Senders;

impl Subject for Senders {
    const SCREEN: &'static str = "senders";

    fn empty(story: &mut Story) {
        senders::fill_with(story, &[]);
    }

    fn one(story: &mut Story) {
        senders::fill_with(story, &senders::rows()[..1]);
    }

    fn full(story: &mut Story) {
        senders::fill(story);
    }

    fn endless(story: &mut Story) {
        senders::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&List {}, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Senders>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Senders>().hold("senders");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Senders>();
}
