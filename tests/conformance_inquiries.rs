//! Every state of the inquiries screen at every size: nothing panics, esc leaves, every verb has an effect or a reason.

#[path = "support/inbox.rs"]
mod inbox;

use std::fmt::Write as _;

use inbox::{failure, fill, fill_of, first_page, rows, walk};
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
    let pages: [(&str, &str); 4] = [("message", "enter"), ("buyer", "]"), ("raw", "]"), ("marked", "esc space space")];
    let mut story = Story::new(ALL);
    story.size(100, 30).open("inquiries", "");
    full(&mut story);
    for (name, keys) in pages {
        story.keys(keys);
        let _ = write!(pictures, "== {name}, 100x30\n{}\n", story.snap());
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
