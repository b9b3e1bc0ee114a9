//! Settled findings in every state at every size.

use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{findings, portfolio};

struct Settled;

impl Subject for Settled {
    const SCREEN: &'static str = "settled";

    fn empty(story: &mut Story) {
        portfolio::all(story);
    }

    fn one(story: &mut Story) {
        findings::settled(story);
    }

    fn full(story: &mut Story) {
        findings::settled(story);
    }

    fn endless(story: &mut Story) {
        findings::settled(story);
    }

    fn fails(_: &mut Story, _: FailureKind) {}
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Settled>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Settled>().hold("settled");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Settled>();
}
