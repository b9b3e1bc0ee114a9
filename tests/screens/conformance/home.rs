//! Home in every state at every size.

use parkade::client::FailureKind;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::inbox::{fill, fill_of, first_page, rows, unsent_page, walk};
use crate::support::{failure, portfolio};

struct Home;

impl Subject for Home {
    const SCREEN: &'static str = "home";

    fn empty(story: &mut Story) {
        fill(story, Tab::Active, &[]);
        walk(story, &[]);
        story.answer(&first_page(Tab::Unsent), &unsent_page(&[], 0, [0; 5]));
        for tab in parkade::api::domains::Tab::ALL {
            portfolio::fill(story, *tab, &[]);
        }
    }

    fn one(story: &mut Story) {
        fill(story, Tab::Active, &rows()[..1]);
    }

    fn full(story: &mut Story) {
        fill(story, Tab::Active, &rows());
        walk(story, &rows());
        portfolio::all(story);
        story.answer(&first_page(Tab::Unsent), &unsent_page(&rows()[2..5], 3, [1, 2, 0, 0, 1]));
    }

    fn endless(story: &mut Story) {
        fill_of(story, Tab::Active, &rows(), 9_000);
        portfolio::all(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&first_page(Tab::Active), failure(kind));
    }
}

#[test]
fn the_rules_of_the_house_hold_in_every_state() {
    super::the_rules_of_the_house_hold_in_every_state::<Home>();
}

#[test]
fn how_it_looks() {
    insta::assert_snapshot!("home", frames::<Home>());
}

#[test]
fn no_keys_pastes_or_sizes_break_it() {
    super::no_keys_pastes_or_sizes_break_it::<Home>();
}
