//! Every state of the domains screen at every size: nothing panics, esc leaves, every verb has an effect or a reason.

use std::fmt::Write as _;

use crate::support::portfolio::{all, failure, fill, fill_of, first_page, in_dollars, mine, one};
use parkade::api::domains::Tab;
use parkade::base::Timestamp;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::shell::Connection;
use parkade::ui::testing::{Case, SIZES, Story, conformance, monkey};

const CASES: &[Case] = &[
    Case { name: "loading", set_up: |_| {} },
    Case { name: "empty", set_up: |story| fill(story, Tab::MyDomains, &[]) },
    Case { name: "one", set_up: |story| fill(story, Tab::MyDomains, &mine()[..1]) },
    Case { name: "full", set_up: all },
    Case { name: "error", set_up: |story| fails(story, FailureKind::Server) },
    Case { name: "forbidden", set_up: |story| fails(story, FailureKind::Forbidden) },
    Case {
        name: "stale",
        set_up: |story| {
            all(story);
            story.now = Timestamp(story.now.0 + 7_200);
            fails(story, FailureKind::Timeout);
        },
    },
    Case {
        name: "offline",
        set_up: |story| {
            all(story);
            story.status.connection = Connection::Offline { since: "14:02".to_owned() };
            fails(story, FailureKind::Offline);
        },
    },
];

fn fails(story: &mut Story, kind: FailureKind) {
    story.fail(&first_page(Tab::MyDomains), failure(kind));
}

#[test]
fn the_rules_of_the_house_hold_in_every_state() {
    let wrong = conformance(ALL, "domains", CASES);
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
            story.open("domains", "");
            let _ = write!(pictures, "== {}, {width}x{height}\n{}\n", case.name, story.snap());
        }
    }
    let mut story = Story::new(ALL);
    story.size(100, 30).open("domains", "");
    all(&mut story);
    one(&mut story, &mine()[1]);
    let pages: [(&str, &str); 6] = [
        ("overview", "j enter"),
        ("sale", "]"),
        ("status", "]"),
        ("inquiries", "]"),
        ("marked", "esc space space"),
        ("detected", "esc ] ] ]"),
    ];
    for (name, keys) in pages {
        story.keys(keys);
        let _ = write!(pictures, "== {name}, 100x30\n{}\n", story.snap());
    }
    insta::assert_snapshot!("domains", pictures);
}

#[test]
fn no_keys_pastes_or_sizes_break_it() {
    for seed in 1..=2 {
        let mut story = Story::new(ALL);
        story.open("domains", "");
        fill_of(&mut story, Tab::MyDomains, &mine(), 9_000);
        in_dollars(&mut story);
        monkey(story, seed, 1_000).unwrap_or_else(|problem| panic!("{problem}"));
    }
}
