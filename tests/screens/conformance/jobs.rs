//! The jobs screen in every state at every size.

use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::testing::{SIZES, Story};

use super::{Subject, frames};
use crate::support::failure;
use crate::support::jobs::{entries, exports, exports_page, fill, import, imports_page, lines, page};

struct Jobs;

impl Subject for Jobs {
    const SCREEN: &'static str = "jobs";

    fn empty(story: &mut Story) {
        answer(story, &[], &[]);
    }

    fn one(story: &mut Story) {
        answer(story, &[import(4_711, "running", 0.5)], &exports()[..1]);
    }

    fn full(story: &mut Story) {
        fill(story);
    }

    fn endless(story: &mut Story) {
        fill(story);
        lines(story, &import(4_711, "running", 0.68), &entries(), 1, 900);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&imports_page(1), failure(kind.clone()));
        story.fail(&exports_page(1), failure(kind));
    }
}

fn answer(story: &mut Story, imports: &[serde_json::Value], exports: &[serde_json::Value]) {
    story.answer(&imports_page(1), &page("imports", imports, 1, 50, imports.len() as u64).to_string());
    story.answer(&exports_page(1), &page("exports", exports, 1, 50, exports.len() as u64).to_string());
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Jobs>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Jobs>();
    for (width, height) in SIZES {
        let mut story = Story::new(ALL);
        story.size(width, height).open("jobs", "exports");
        fill(&mut story);
        frames.add("exports", (width, height), &mut story);
        story.keys("[ enter");
        lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
        frames.add("an import", (width, height), &mut story);
        story.keys("] j enter");
        frames.add("an error of it", (width, height), &mut story);
    }
    frames.hold("jobs");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Jobs>();
}
