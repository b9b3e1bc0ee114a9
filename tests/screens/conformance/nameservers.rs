//! The nameservers in every state at every size.

use parkade::api::nameservers::Get;
use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::{failure, nameservers};

struct Nameservers;

impl Subject for Nameservers {
    const SCREEN: &'static str = "nameservers";

    fn empty(story: &mut Story) {
        story.answer(&Get {}, r#"{"ns":[],"cname":null,"txt":" "}"#);
    }

    fn one(story: &mut Story) {
        story.answer(&Get {}, r#"{"ns":["ns1.parking.example"]}"#);
    }

    fn full(story: &mut Story) {
        nameservers::fill(story);
    }

    fn endless(story: &mut Story) {
        nameservers::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&Get {}, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Nameservers>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Nameservers>().hold("nameservers");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Nameservers>();
}
