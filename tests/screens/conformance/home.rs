//! Home in every state at every size.

use parkade::client::FailureKind;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use super::keys::page;
use super::verbs::Place;
use super::{Subject, frames};
use crate::support::inbox::{fill, fill_of, first_page, rows, unsent_page, walk};
use crate::support::{failure, morning, portfolio, senders};

struct Home;

impl Subject for Home {
    const SCREEN: &'static str = "home";

    fn empty(story: &mut Story) {
        fill(story, Tab::Active, &[]);
        walk(story, &[]);
        senders::fill_with(story, &[]);
        story.answer(&first_page(Tab::Unsent), &unsent_page(&[], 0, [0; 5]));
        for tab in parkade::api::domains::Tab::ALL {
            portfolio::fill(story, *tab, &[]);
        }
    }

    fn one(story: &mut Story) {
        fill(story, Tab::Active, &rows()[..1]);
        senders::fill_with(story, &[]);
    }

    fn full(story: &mut Story) {
        fill(story, Tab::Active, &rows());
        walk(story, &rows());
        senders::fill_with(story, &[]);
        portfolio::all(story);
        story.answer(&first_page(Tab::Unsent), &unsent_page(&rows()[2..5], 3, [1, 2, 0, 0, 1]));
    }

    fn endless(story: &mut Story) {
        fill_of(story, Tab::Active, &rows(), 9_000);
        senders::fill_with(story, &[]);
        portfolio::all(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&first_page(Tab::Active), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Home>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Home>().hold("home");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Home>();
}

/// Home with the cursor on names that are not verified.
fn finding() -> Story {
    on("domains not verified")
}

/// Home with the cursor on the line with these words.
fn on(words: &str) -> Story {
    let mut story = page(("home", "", ""));
    while !story.snap().lines().any(|line| line.starts_with('▌') && line.contains(words)) {
        let before = story.snap();
        story.keys("j");
        assert_ne!(story.snap(), before, "no finding");
    }
    story.sent();
    story
}

/// Home after the weights in the configuration were changed.
fn weighed() -> Story {
    let mut story = page(("home", "", ""));
    story.prefs.weights.set("amount", 90);
    story
}

/// Verbs of Home that do nothing on the page as it opens, each with a place where they act.
pub const PLACES: &[(&str, &str, Place)] = &[
    ("home.up", "", || page(("home", "", "G"))),
    ("home.page_up", "", || page(("home", "", "G"))),
    ("home.part_up", "", || page(("home", "", "G"))),
    ("home.top", "", || page(("home", "", "G"))),
    ("home.renew", "", || page(("home", "", "a"))),
    ("home.shorter", "", || page(("home", "", "<"))),
    ("home.weights", "", weighed),
    ("home.ignore", "names", finding),
    ("home.put_off", "tomorrow", finding),
    ("home.check", "", finding),
    ("home.price", "900", || on("priced below")),
    ("home.sheet", "", || on("priced below")),
    ("home.hide_goals", "", || page(("home", "goals", ""))),
    ("home.request_email", "", || morning::run(2)),
    ("home.reminded", "", || morning::run(3)),
    ("home.note", "call her", || morning::run(0)),
    ("home.text_down", "", || morning::low(&[])),
    ("home.text_up", "", || morning::low(&["pgdn"])),
];
