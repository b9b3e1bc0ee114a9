//! Caught mail in every state at every size.

use parkade::api::emails::Match;
use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::frames::Frames;
use crate::support::{failure, mail};

struct Mail;

impl Subject for Mail {
    const SCREEN: &'static str = "mail";

    fn empty(story: &mut Story) {
        mail::fill_tab(story, Match::Inbox, &[]);
    }

    fn one(story: &mut Story) {
        mail::fill_tab(story, Match::Inbox, &mail::rows()[..1]);
    }

    fn full(story: &mut Story) {
        mail::fill(story);
    }

    fn endless(story: &mut Story) {
        story.answer(&mail::list(Match::Inbox), &mail::page(&mail::rows(), 1, 9_000));
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&mail::list(Match::Inbox), failure(kind));
    }
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Mail>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    frames::<Mail>().hold("mail");
}

#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Mail>();
}

#[test]
fn an_opened_message_is_drawn_as_its_snapshot() {
    let mut frames = Frames::default();
    for (name, keys) in [("text", ""), ("html", "H"), ("headers", "]"), ("raw", "] ]")] {
        for (width, height) in parkade::ui::testing::SIZES {
            let mut story = mail::read();
            story.size(width, height);
            if !keys.is_empty() {
                story.keys(keys);
            }
            frames.add(name, (width, height), &mut story);
        }
    }
    frames.hold("message");
}
