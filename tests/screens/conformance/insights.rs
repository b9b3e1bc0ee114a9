//! Insights in every state at every size, and each report with and without colours, in blocks and in ASCII.

use parkade::api::insights::Domains;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::failure;
use crate::support::insights::{all, answer, domains, nothing};

struct Insights;

impl Subject for Insights {
    const SCREEN: &'static str = "insights";

    fn empty(story: &mut Story) {
        answer(story, 30, &nothing());
    }

    fn one(story: &mut Story) {
        let mut report = domains();
        report["chart"] = serde_json::Value::Null;
        report["sections"] = serde_json::json!({});
        answer(story, 30, &report);
    }

    fn full(story: &mut Story) {
        all(story);
    }

    fn endless(story: &mut Story) {
        all(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&Domains { days: Some(30), verified: Some(true) }, failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Insights>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Insights>();
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        for tab in ["domains", "solarpark.de", "inquiries", "portfolio", "activity"] {
            let mut story = Story::new(ALL);
            story.size(width, height).open("insights", "");
            all(&mut story);
            story.line(&format!("tab {tab}"));
            frames.add(tab, (width, height), &mut story);
        }
    }
    frames.hold("insights");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Insights>();
}
