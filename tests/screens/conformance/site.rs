//! The portfolio site in every state at every size.

use parkade::api::portfolio::Get;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::testing::{SIZES, Story};
use serde_json::json;

use super::{Subject, frames};
use crate::support::failure;
use crate::support::site::{answer, full, with};

struct Site;

impl Subject for Site {
    const SCREEN: &'static str = "site";

    /// A site nobody has set up.
    fn empty(story: &mut Story) {
        let off = json!({ "enabled": false, "url": null, "public_name": null, "host_domain": null, "title": "" });
        answer(story, &with(&off));
    }

    /// A site of which the service sends one field.
    fn one(story: &mut Story) {
        answer(story, &json!({ "portfolio": { "enabled": 1 } }));
    }

    fn full(story: &mut Story) {
        answer(story, &full());
    }

    fn endless(story: &mut Story) {
        let fields = (0..60).map(|n| (format!("field_{n}"), json!(n)));
        answer(story, &with(&serde_json::Value::Object(fields.collect())));
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&Get {}, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Site>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Site>();
    for (width, height) in SIZES {
        let mut story = Story::new(ALL);
        story.size(width, height).open("site", "");
        answer(&mut story, &full());
        story.keys("space").line("set tagline=Come in").line("set public_name=quay");
        frames.add("staged", (width, height), &mut story);
        story.keys("ctrl-s").wait(400);
        frames.add("review", (width, height), &mut story);
    }
    frames.hold("site");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Site>();
}
