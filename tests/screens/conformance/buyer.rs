//! The page of a buyer in every state at every size.

use parkade::api::inquiries::HistoryMatch;
use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{buyer, failure, inbox, mail};

struct Buyer;

impl Subject for Buyer {
    const SCREEN: &'static str = "buyer";

    fn empty(story: &mut Story) {
        buyer::open_with(story, &[]);
    }

    fn one(story: &mut Story) {
        buyer::open_with(story, &buyer::rows()[..1]);
    }

    fn full(story: &mut Story) {
        buyer::fill(story);
    }

    fn endless(story: &mut Story) {
        buyer::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        buyer::open_with(story, &buyer::rows());
        story.fail(&inbox::history(112, HistoryMatch::All, 0, 1), failure(kind.clone()));
        story.fail(&mail::search("nordvind.example"), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Buyer>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Buyer>().hold("buyer");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Buyer>();
}
