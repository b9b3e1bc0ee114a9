//! Every screen in every state at every size: nothing panics, esc leaves, every verb has an effect or a reason. What a
//! user does with a screen is in `stories`. Look first at [`Subject`], what the tests need of a screen with a list.

mod abilities;
mod ads;
mod buyer;
mod domains;
mod edges;
mod figures;
mod header;
mod health;
mod home;
mod images;
mod inquiries;
mod insights;
mod jobs;
mod keys;
mod known;
mod mail;
mod nameservers;
mod pages;
mod profile;
mod questions;
mod search;
mod senders;
mod settings;
mod settled;
mod site;
mod verbs;

pub use keys::{PAGES, Page, page};
pub use pages::STATES;

use parkade::base::Timestamp;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::shell::Connection;
use parkade::ui::testing::{Case, SIZES, Story, conformance, monkey};

use crate::support::frames::Frames;

/// Screen whose states are made from answers of the service.
trait Subject {
    const SCREEN: &'static str;

    fn empty(story: &mut Story);
    fn one(story: &mut Story);
    fn full(story: &mut Story);
    /// Answers a list with more rows than were read, for the test with random keys.
    fn endless(story: &mut Story);
    fn fails(story: &mut Story, kind: FailureKind);
}

/// States that every list can be in.
fn cases<S: Subject>() -> [Case; 8] {
    [
        Case { name: "loading", set_up: |_| {} },
        Case { name: "empty", set_up: S::empty },
        Case { name: "one", set_up: S::one },
        Case { name: "full", set_up: S::full },
        Case { name: "error", set_up: |story| S::fails(story, FailureKind::Server) },
        Case { name: "forbidden", set_up: |story| S::fails(story, FailureKind::Forbidden) },
        Case {
            name: "stale",
            set_up: |story| {
                S::full(story);
                story.now = Timestamp(story.now.0 + 7_200);
                S::fails(story, FailureKind::Timeout);
            },
        },
        Case {
            name: "offline",
            set_up: |story| {
                S::full(story);
                story.status.connection = Connection::Offline { since: "14:02".to_owned() };
                S::fails(story, FailureKind::Offline);
            },
        },
    ]
}

fn every_state_at_every_size_takes_every_verb_without_a_panic<S: Subject>() {
    let wrong = conformance(ALL, S::SCREEN, &cases::<S>());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Frames of every state at every size.
fn frames<S: Subject>() -> Frames {
    let mut frames = Frames::default();
    for case in cases::<S>() {
        for (width, height) in SIZES {
            let mut story = Story::new(ALL);
            story.size(width, height);
            (case.set_up)(&mut story);
            story.open(S::SCREEN, "");
            frames.add(case.name, (width, height), &mut story);
        }
    }
    frames
}

fn no_keys_pastes_or_sizes_break_the_screen<S: Subject>() {
    for seed in 1..=2 {
        let mut story = Story::new(ALL);
        story.open(S::SCREEN, "");
        S::endless(&mut story);
        monkey(story, seed, 1_000).unwrap_or_else(|problem| panic!("{problem}"));
    }
}
