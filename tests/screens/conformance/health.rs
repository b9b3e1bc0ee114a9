//! Health in every state at every size.

use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{failure, findings, jobs, portfolio};

struct Health;

impl Subject for Health {
    const SCREEN: &'static str = "health";

    fn empty(story: &mut Story) {
        for tab in parkade::api::domains::Tab::ALL {
            portfolio::fill(story, *tab, &[]);
        }
    }

    fn one(story: &mut Story) {
        portfolio::fill(story, parkade::api::domains::Tab::Unverified, &portfolio::mine()[2..3]);
    }

    fn full(story: &mut Story) {
        findings::fill(story);
        jobs::fill(story);
    }

    fn endless(story: &mut Story) {
        findings::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&parkade::store::lists::jobs::imports_page(1), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Health>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Health>().hold("health");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Health>();
}
