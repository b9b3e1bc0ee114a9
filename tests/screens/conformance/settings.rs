//! Settings and their review in every state at every size.

use parkade::api::settings::{Get, Schema};
use parkade::client::FailureKind;
use parkade::ui::testing::{SIZES, Story};
use serde_json::json;

use super::{Subject, frames};
use crate::support::{failure, settings};

struct Settings;

impl Subject for Settings {
    const SCREEN: &'static str = "settings";

    fn empty(story: &mut Story) {
        story.answer(&Schema {}, r#"{"schema":[]}"#);
        story.answer(&Get {}, r#"{"settings":{}}"#);
    }

    /// Answers with a setting that the schema does not have.
    fn one(story: &mut Story) {
        story.answer(&Schema {}, r#"{"schema":[]}"#);
        story.answer(&Get {}, &json!({ "settings": { "new_thing": { "value": 5, "source": "account" } } }).to_string());
    }

    fn full(story: &mut Story) {
        settings::fill(story);
    }

    fn endless(story: &mut Story) {
        settings::fill(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&Get {}, failure(kind));
    }
}

struct Review;

impl Subject for Review {
    const SCREEN: &'static str = "review";

    fn empty(_: &mut Story) {}

    fn one(story: &mut Story) {
        settings::fill(story);
        settings::review(story);
    }

    fn full(story: &mut Story) {
        settings::staged(story);
    }

    fn endless(story: &mut Story) {
        Self::full(story);
    }

    fn fails(_: &mut Story, _: FailureKind) {}
}

struct History;

impl Subject for History {
    const SCREEN: &'static str = "history";

    fn empty(story: &mut Story) {
        settings::history_with(story, &[]);
    }

    fn one(story: &mut Story) {
        settings::history_with(story, &settings::versions()[..1]);
    }

    fn full(story: &mut Story) {
        settings::history(story);
    }

    fn endless(story: &mut Story) {
        settings::history(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        let ask = parkade::api::settings::History { page: parkade::api::Page::new(1, 50) };
        story.fail(&ask, failure(kind));
    }
}

struct Overrides;

impl Subject for Overrides {
    const SCREEN: &'static str = "overrides";

    fn empty(story: &mut Story) {
        settings::own(story, &[]);
    }

    /// Own settings are read, but neither the schema nor the account's settings.
    fn one(story: &mut Story) {
        settings::own(story, &[("solarpark.de", json!({ "bin_price": 14_900 }))]);
    }

    fn full(story: &mut Story) {
        settings::overrides(story);
    }

    fn endless(story: &mut Story) {
        settings::overrides(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        let page = parkade::api::Page::new(1, 200);
        story.fail(&parkade::api::domains::AllSettings { overrides_only: Some(true), page }, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Settings>();
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Review>();
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<History>();
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Overrides>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Settings>();
    for (width, height) in SIZES {
        let mut story = settings::open();
        story.size(width, height).line("set headline=Welcome").line("inherit min_offer");
        frames.add("staged", (width, height), &mut story);
        let mut story = settings::domains();
        story.size(width, height).keys("e");
        settings::fill_domain(&mut story, "bergluft.at", 14_900);
        frames.add("one domain", (width, height), &mut story);
        let mut story = settings::domains();
        story.size(width, height).keys("space j space e");
        frames.add("two domains", (width, height), &mut story);
    }
    frames.hold("settings");
    super::frames::<Review>().hold("review");
    super::frames::<History>().hold("history");
    super::frames::<Overrides>().hold("overrides");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Settings>();
    super::no_keys_pastes_or_sizes_break_the_screen::<Review>();
    super::no_keys_pastes_or_sizes_break_the_screen::<History>();
    super::no_keys_pastes_or_sizes_break_the_screen::<Overrides>();
}
