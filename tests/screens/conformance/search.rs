//! The search in every state at every size.

use parkade::api::emails::Match;
use parkade::client::FailureKind;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::inbox::{fill, fill_of, rows, walk};
use crate::support::{failure, mail, portfolio};

struct Search;

impl Subject for Search {
    const SCREEN: &'static str = "search";

    fn empty(story: &mut Story) {
        fill(story, Tab::Active, &[]);
        walk(story, &[]);
    }

    fn one(story: &mut Story) {
        fill(story, Tab::Active, &rows()[..1]);
    }

    fn full(story: &mut Story) {
        fill(story, Tab::Active, &rows());
        walk(story, &rows());
        portfolio::all(story);
        mail::fill_tab(story, Match::All, &mail::rows());
    }

    fn endless(story: &mut Story) {
        fill_of(story, Tab::Active, &rows(), 9_000);
        portfolio::all(story);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&mail::list(Match::All), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Search>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Search>().hold("search");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Search>();
}
