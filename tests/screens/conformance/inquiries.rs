//! The inquiries screen in every state at every size.

use parkade::api::inquiries::HistoryMatch;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use super::{Subject, frames};
use crate::support::failure;
use crate::support::inbox::{fill, fill_of, first_page, history, history_page, rows, unsent_page, walk};

struct Inquiries;

impl Subject for Inquiries {
    const SCREEN: &'static str = "inquiries";

    fn empty(story: &mut Story) {
        fill(story, Tab::Active, &[]);
    }

    fn one(story: &mut Story) {
        fill(story, Tab::Active, &rows()[..1]);
    }

    fn full(story: &mut Story) {
        fill(story, Tab::Active, &rows());
        walk(story, &rows());
    }

    fn endless(story: &mut Story) {
        fill_of(story, Tab::Active, &rows(), 9_000);
    }

    fn fails(story: &mut Story, kind: FailureKind) {
        story.fail(&first_page(Tab::Active), failure(kind));
    }
}

/// Answers the Unsent tab with three inquiries.
fn queue(story: &mut Story) {
    let held: Vec<_> =
        rows().into_iter().filter(|row| (108..=110).contains(&row["inquiry_id"].as_i64().unwrap_or(0))).collect();
    story.answer(&first_page(Tab::Unsent), &unsent_page(&held, 3, [1, 2, 0, 0, 1]));
}

#[test]
fn every_state_at_every_size_takes_every_verb_without_a_panic() {
    super::every_state_at_every_size_takes_every_verb_without_a_panic::<Inquiries>();
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = frames::<Inquiries>();
    let mut story = Story::new(ALL);
    story.size(100, 30).open("inquiries", "");
    Inquiries::full(&mut story);
    queue(&mut story);
    let others: Vec<_> = rows().into_iter().filter(|row| row["inquiry_id"].as_i64() < Some(110)).collect();
    story.answer(&history(112, HistoryMatch::All, 0, 1), &history_page(&others, 1, 4, false));
    let pages: [(&str, &str); 11] = [
        ("message", "enter"),
        ("buyer", "]"),
        ("history", "]"),
        ("another of the buyer's", "j enter"),
        ("flow", "esc ]"),
        ("raw", "]"),
        ("finding in it", "/ o f f e r"),
        ("marked", "enter esc esc space space"),
        ("form", "esc f"),
        ("unsent", "esc ] ] ]"),
        ("why", "> > W"),
    ];
    for (name, keys) in pages {
        story.keys(keys);
        frames.add(name, (100, 30), &mut story);
    }
    for (width, height) in [(40, 12), (80, 24), (160, 48)] {
        for (name, keys) in [("unsent", ""), ("history", "enter ] ]"), ("form", "f")] {
            let mut story = Story::new(ALL);
            story.size(width, height).open("inquiries", "");
            Inquiries::full(&mut story);
            queue(&mut story);
            for id in [112, 110] {
                story.answer(&history(id, HistoryMatch::All, 0, 1), &history_page(&others, 1, 4, false));
            }
            if name == "unsent" {
                story.line("unsent");
            }
            if !keys.is_empty() {
                story.keys(keys);
            }
            frames.add(name, (width, height), &mut story);
        }
    }
    frames.hold("inquiries");
}

/// Proves R-78.
#[test]
fn no_keys_pastes_or_sizes_break_the_screen() {
    super::no_keys_pastes_or_sizes_break_the_screen::<Inquiries>();
}
