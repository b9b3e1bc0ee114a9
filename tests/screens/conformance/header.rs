//! The header over the real screens: the names and counts in it at each width.

use std::fmt::Write as _;

use parkade::api::inquiries::List;
use parkade::api::types::Inquiry;
use parkade::api::{Paged, Request};
use parkade::screens::ALL;
use parkade::store::{Tab, WalkList};
use parkade::ui::shell::ShellOptions;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{inbox, jobs, mail, portfolio};

/// Widths just below and above those at which some names become digits, or only the current screen is named.
const WIDTHS: [u16; 7] = [40, 60, 79, 80, 90, 120, 160];

#[test]
fn the_header_names_the_screens_with_their_counts_at_every_width() {
    let mut headers = String::new();
    for width in WIDTHS {
        let _ = writeln!(headers, "== {width}");
        for screen in ALL {
            let mut story = Story::new(ALL);
            story.size(width, 24);
            inbox::fill(&mut story, Tab::Active, &inbox::rows());
            jobs::fill(&mut story);
            story.open(screen.id, "");
            let _ = writeln!(headers, "{}", story.snap_header());
        }
    }
    insta::assert_snapshot!("header", headers);
}

#[test]
fn a_lower_bound_in_the_header_has_both_signs_in_ascii() {
    let mut story = Story::new(ALL);
    story.size(160, 24);
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    story.open("home", "");
    assert!(story.snap_header().contains("Inquiries ≥3"), "{}", story.snap());
    story.shell.reload(ShellOptions { ascii: true, ..ShellOptions::default() });
    assert!(story.snap_header().contains("Inquiries >=3"), "{}", story.snap());
}

/// Columns at which the titles of the tabs begin; `None` for a title that is not shown.
fn titles<'a>(story: &mut Story, titles: &[&'a str]) -> Vec<(&'a str, Option<usize>)> {
    let line = story.snap().lines().nth(1).unwrap_or_default().to_owned();
    titles.iter().map(|title| (*title, line.find(title).map(|at| line[..at].chars().count()))).collect()
}

#[test]
fn tabs_stay_where_they_are_when_their_counts_come() {
    type Fill = fn(&mut Story);
    let cases: [(&str, &[&str], Fill); 3] = [
        ("inquiries", &["Active", "Unread", "Starred", "Unsent"], |story| inbox::walk(story, &inbox::rows())),
        ("mail", &["Inbox", "Contains", "Similar", "Extension", "All"], mail::fill),
        ("domains", &["Mine", "Verified", "Unverified", "Detected"], portfolio::all),
    ];
    for (screen, names, fill) in cases {
        for width in [100, 120, 160] {
            let mut story = Story::new(ALL);
            story.size(width, 24).open(screen, "");
            let before = titles(&mut story, names);
            fill(&mut story);
            assert_eq!(titles(&mut story, names), before, "{screen} at {width}:\n{}", story.snap());
        }
    }
}

#[test]
fn tabs_stay_where_they_are_beside_a_note_that_grows() {
    const NAMES: &[&str] = &["Active", "Unread", "Starred", "Unsent", "Archived", "Hidden", "All"];
    let mut held = inbox::rows();
    held[1]["offer"] = json!(300_000);
    held[1]["currency"] = json!("JPY");
    for width in [100, 120, 130] {
        let mut story = Story::new(ALL);
        story.size(width, 36).open("inquiries", "");
        let before = titles(&mut story, NAMES);
        for (tab, total) in [(Tab::Active, 281), (Tab::Unsent, 115), (Tab::Unread, 176), (Tab::All, 400)] {
            inbox::fill_of(&mut story, tab, &held, total);
            assert_eq!(titles(&mut story, NAMES), before, "{tab:?} at {width}:\n{}", story.snap());
        }
        assert_eq!(story.snap().contains("held · confirmed only"), width > 100, "{}", story.snap());
    }
}

/// Columns at which the names of screens begin; `None` for a name that is not shown.
fn places(story: &mut Story) -> [Option<usize>; 10] {
    const NAMES: [&str; 10] =
        ["Home", "Inquiries", "Mail", "Domains", "Insights", "Jobs", "Settings", "Site", "Account", "Search"];
    let header = story.snap_header();
    NAMES.map(|name| header.find(name).map(|at| header[..at].chars().count()))
}

#[test]
fn names_of_screens_stay_where_they_are_when_their_counts_come() {
    for width in [80, 90, 100, 120, 160] {
        let mut story = Story::new(ALL);
        story.size(width, 24).open("home", "");
        let before = places(&mut story);
        jobs::fill(&mut story);
        mail::fill(&mut story);
        story.open("home", "");
        assert!(story.snap_header().contains("6 Jobs 3") || story.snap_header().contains("6 3"), "{width}");
        assert_eq!(places(&mut story), before, "{width}: {}", story.snap_header());
    }
}

#[test]
fn names_of_screens_stay_where_they_are_when_their_counts_have_three_digits() {
    let rows: Vec<_> = (0..100)
        .map(|at| {
            let mut row = mail::rows()[0].clone();
            row["id"] = json!(format!("many-{at}"));
            row
        })
        .collect();
    for width in [120, 140] {
        let mut story = Story::new(ALL);
        story.size(width, 36).open("home", "");
        let before = places(&mut story);
        story.answer(&mail::list(parkade::api::emails::Match::Inbox), &mail::page(&rows, 1, 138));
        story.open("home", "");
        assert!(story.snap_header().contains("3 Mail ≥100"), "{}", story.snap_header());
        assert_eq!(places(&mut story), before, "{width}: {}", story.snap_header());
    }
}

#[test]
fn names_of_screens_stay_where_they_are_while_lists_are_read_for_the_first_time() {
    let first: Paged<Inquiry> = List::decode(inbox::page(&inbox::rows(), 9_000).as_bytes()).expect("a page");
    for width in (40..=200).step_by(4) {
        let mut story = Story::new(ALL);
        story.size(width, 24).open("home", "");
        inbox::fill(&mut story, Tab::Active, &inbox::rows());
        let before = places(&mut story);
        story.store.sync_inquiries(story.now);
        let (_, began) = story.store.walk_ask().expect("the walk begins");
        story.store.walk_page((WalkList::All, 1), &first, began, story.now);
        assert!(story.snap_header().contains("reading"), "{width}: {}", story.snap_header());
        assert_eq!(places(&mut story), before, "{width}: {}", story.snap_header());
    }
}

/// Snapshots of screens leave the header out, so nothing of it may reach below the first line.
#[test]
fn the_header_is_one_line_above_the_screen() {
    for screen in ALL {
        let mut story = Story::new(ALL);
        story.open(screen.id, "");
        let whole = story.snap();
        assert_eq!(whole, format!("{}\n{}", story.snap_header(), story.snap_screen()), "{}", screen.id);
        story.status.account = "another account".to_owned();
        assert!(!whole.starts_with(&story.snap_header()), "{}", screen.id);
        assert!(whole.ends_with(&story.snap_screen()), "{}", screen.id);
    }
}
