//! Every state of the jobs screen at every size: nothing panics, esc leaves, every verb has an effect or a reason.

use std::fmt::Write as _;

use crate::support::jobs::{entries, exports, exports_page, failure, fill, import, imports_page, lines, page};
use parkade::base::Timestamp;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::shell::Connection;
use parkade::ui::testing::{Case, SIZES, Story, conformance, monkey};

const CASES: &[Case] = &[
    Case { name: "loading", set_up: |_| {} },
    Case { name: "empty", set_up: |story| answer(story, &[], &[]) },
    Case { name: "one", set_up: |story| answer(story, &[import(4_711, "running", 0.5)], &exports()[..1]) },
    Case { name: "full", set_up: fill },
    Case { name: "error", set_up: |story| fails(story, FailureKind::Server) },
    Case { name: "forbidden", set_up: |story| fails(story, FailureKind::Forbidden) },
    Case {
        name: "stale",
        set_up: |story| {
            fill(story);
            story.now = Timestamp(story.now.0 + 7_200);
            fails(story, FailureKind::Timeout);
        },
    },
    Case {
        name: "offline",
        set_up: |story| {
            fill(story);
            story.status.connection = Connection::Offline { since: "14:02".to_owned() };
            fails(story, FailureKind::Offline);
        },
    },
];

fn answer(story: &mut Story, imports: &[serde_json::Value], exports: &[serde_json::Value]) {
    story.answer(&imports_page(1), &page("imports", imports, 1, 50, imports.len() as u64).to_string());
    story.answer(&exports_page(1), &page("exports", exports, 1, 50, exports.len() as u64).to_string());
}

fn fails(story: &mut Story, kind: FailureKind) {
    story.fail(&imports_page(1), failure(kind.clone()));
    story.fail(&exports_page(1), failure(kind));
}

#[test]
fn the_rules_of_the_house_hold_in_every_state() {
    let wrong = conformance(ALL, "jobs", CASES);
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
            story.open("jobs", "");
            let _ = write!(pictures, "== {}, {width}x{height}\n{}\n", case.name, story.snap());
        }
    }
    for (width, height) in SIZES {
        let mut story = Story::new(ALL);
        story.size(width, height).open("jobs", "exports");
        fill(&mut story);
        let _ = write!(pictures, "== exports, {width}x{height}\n{}\n", story.snap());
        story.keys("[ enter");
        lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
        let _ = write!(pictures, "== an import, {width}x{height}\n{}\n", story.snap());
        story.keys("] j enter");
        let _ = write!(pictures, "== an error of it, {width}x{height}\n{}\n", story.snap());
    }
    insta::assert_snapshot!("jobs", pictures);
}

#[test]
fn no_keys_pastes_or_sizes_break_it() {
    for seed in 1..=2 {
        let mut story = Story::new(ALL);
        story.open("jobs", "");
        fill(&mut story);
        lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 900);
        monkey(story, seed, 1_000).unwrap_or_else(|problem| panic!("{problem}"));
    }
}
