//! Every state of the inquiries screen at every size: nothing panics, esc leaves, every verb has an effect or a reason.

use std::fmt::Write as _;

use crate::support::inbox::{failure, fill, fill_of, first_page, history, history_page, rows, unsent_page, walk};
use parkade::api::inquiries::HistoryMatch;
use parkade::base::Timestamp;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::shell::Connection;
use parkade::ui::testing::{Case, SIZES, Story, conformance, monkey};

const CASES: &[Case] = &[
    Case { name: "loading", set_up: |_| {} },
    Case { name: "empty", set_up: |story| fill(story, Tab::Active, &[]) },
    Case { name: "one", set_up: |story| fill(story, Tab::Active, &rows()[..1]) },
    Case { name: "full", set_up: full },
    Case { name: "error", set_up: |story| fails(story, FailureKind::Server) },
    Case { name: "forbidden", set_up: |story| fails(story, FailureKind::Forbidden) },
    Case {
        name: "stale",
        set_up: |story| {
            full(story);
            story.now = Timestamp(story.now.0 + 7_200);
            fails(story, FailureKind::Timeout);
        },
    },
    Case {
        name: "offline",
        set_up: |story| {
            full(story);
            story.status.connection = Connection::Offline { since: "14:02".to_owned() };
            fails(story, FailureKind::Offline);
        },
    },
];

fn full(story: &mut Story) {
    fill(story, Tab::Active, &rows());
    walk(story, &rows());
}

/// Three of the inbox were not mailed.
fn queue(story: &mut Story) {
    let held: Vec<_> =
        rows().into_iter().filter(|row| (108..=110).contains(&row["inquiry_id"].as_i64().unwrap_or(0))).collect();
    story.answer(&first_page(Tab::Unsent), &unsent_page(&held, 3, [1, 2, 0, 0, 1]));
}

fn fails(story: &mut Story, kind: FailureKind) {
    story.fail(&first_page(Tab::Active), failure(kind));
}

#[test]
fn the_rules_of_the_house_hold_in_every_state() {
    let wrong = conformance(ALL, "inquiries", CASES);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn how_it_looks() {
    let mut pictures = String::new();
    for case in CASES {
        for (width, height) in SIZES {
            let mut story = Story::new(ALL);
            story.size(width, height);
            (case.set_up)(&mut story);
            story.open("inquiries", "");
            let _ = write!(pictures, "== {}, {width}x{height}\n{}\n", case.name, story.snap());
        }
    }
    let mut story = Story::new(ALL);
    story.size(100, 30).open("inquiries", "");
    full(&mut story);
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
        let _ = write!(pictures, "== {name}, 100x30\n{}\n", story.snap());
    }
    for (width, height) in [(40, 12), (80, 24), (160, 48)] {
        for (name, keys) in [("unsent", ""), ("history", "enter ] ]"), ("form", "f")] {
            let mut story = Story::new(ALL);
            story.size(width, height).open("inquiries", "");
            full(&mut story);
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
            let _ = write!(pictures, "== {name}, {width}x{height}\n{}\n", story.snap());
        }
    }
    insta::assert_snapshot!("inquiries", pictures);
}

#[test]
fn no_keys_pastes_or_sizes_break_it() {
    for seed in 1..=2 {
        let mut story = Story::new(ALL);
        story.open("inquiries", "");
        fill_of(&mut story, Tab::Active, &rows(), 9_000);
        monkey(story, seed, 1_000).unwrap_or_else(|problem| panic!("{problem}"));
    }
}
