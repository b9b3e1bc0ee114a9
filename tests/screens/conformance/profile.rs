//! The profile in every state at every size.

use parkade::api::profile::Get;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::testing::{SIZES, Story};
use serde_json::{Value, json};

use super::{Subject, frames};
use crate::support::failure;
use crate::support::profile::{answer, full};

struct Profile;

impl Subject for Profile {
    const SCREEN: &'static str = "profile";

    /// A profile without any values.
    fn empty(story: &mut Story) {
        let mut none = full();
        for value in none["profile"].as_object_mut().expect("fields").values_mut() {
            *value = Value::Null;
        }
        (none["parking_email"], none["payment_emails"]) = (Value::Null, json!({}));
        answer(story, &none);
    }

    fn one(story: &mut Story) {
        answer(story, &json!({ "profile": { "display_name": "Anna" }, "parking_email": null }));
    }

    fn full(story: &mut Story) {
        answer(story, &full());
    }

    fn endless(story: &mut Story) {
        answer(story, &full());
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&Get {}, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Profile>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Profile>();
    for (width, height) in SIZES {
        let mut story = Story::new(ALL);
        story.size(width, height).open("profile", "");
        answer(&mut story, &full());
        story.keys("j e ctrl-u").typed("https://new.example").keys("enter j space");
        frames.add("staged", (width, height), &mut story);
        story.keys("ctrl-s").wait(400);
        frames.add("review", (width, height), &mut story);
    }
    frames.hold("profile");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Profile>();
}
