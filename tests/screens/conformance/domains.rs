//! The domains screen in every state at every size.

use parkade::api::domains::Tab;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::failure;
use crate::support::portfolio::{all, fill, fill_of, first_page, in_dollars, mine, one};

struct Domains;

impl Subject for Domains {
    const SCREEN: &'static str = "domains";

    fn empty(story: &mut Story) {
        fill(story, Tab::MyDomains, &[]);
    }

    fn one(story: &mut Story) {
        fill(story, Tab::MyDomains, &mine()[..1]);
    }

    fn full(story: &mut Story) {
        all(story);
    }

    fn endless(story: &mut Story) {
        fill_of(story, Tab::MyDomains, &mine(), 9_000);
        in_dollars(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&first_page(Tab::MyDomains), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Domains>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Domains>();
    let mut story = Story::new(ALL);
    story.size(100, 30).open("domains", "");
    all(&mut story);
    one(&mut story, &mine()[1]);
    let pages: [(&str, &str); 6] = [
        ("overview", "j enter"),
        ("sale", "]"),
        ("status", "]"),
        ("inquiries", "]"),
        ("marked", "esc space space"),
        ("detected", "esc ] ] ]"),
    ];
    for (name, keys) in pages {
        story.keys(keys);
        frames.add(name, (100, 30), &mut story);
    }
    frames.hold("domains");
}

/// Proves R-78.
#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Domains>();
}
