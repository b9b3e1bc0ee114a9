//! The widths of the columns of a list.

use parkade::api::emails::Match;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::{inbox, mail};

#[test]
fn names_are_whole_where_offers_and_ages_are_short() {
    let mut rows = inbox::rows();
    for row in &mut rows {
        row["offer"] = 75.0.into();
        row["full_name"] = "Mike".into();
    }
    rows[0]["domain"] = "uppsala-stadshotell.se".into();
    let mut story = Story::new(ALL);
    story.size(100, 24).open("inquiries", "");
    inbox::fill(&mut story, Tab::Active, &rows);
    let frame = story.snap();
    let list = frame.lines().filter_map(|line| line.split_once('│')).map(|(list, _)| list);
    assert!(list.clone().any(|line| line.contains("uppsala-stadshotell.se  ")), "{frame}");
}

/// The headings of the list, which begin with the age.
fn headings(story: &mut Story) -> String {
    let frame = story.snap();
    let line = frame.lines().find(|line| line.trim_start().starts_with("age")).map(str::to_owned);
    line.unwrap_or_else(|| panic!("no headings in\n{frame}"))
}

#[test]
fn the_country_of_a_buyer_stays_longer_than_the_risk() {
    let mut story = inbox::open_inbox(24);
    for width in [80, 120, 150] {
        let headings = headings(story.size(width, 24));
        assert!(headings.contains(" from"), "{width}: {headings}");
    }
    let headings = headings(story.size(120, 24));
    assert!(!headings.contains(" risk"), "the preview says it: {headings}");
}

#[test]
fn the_reason_of_what_is_held_back_is_whole_beside_the_offer() {
    let mut rows = inbox::rows();
    for (row, reason) in rows.iter_mut().zip(["unconfirmed", "unqualified_bant"]) {
        row["delivery"] = serde_json::json!({ "state": "unsent", "reason": reason });
    }
    let mut story = inbox::open_inbox(24);
    story.answer(&inbox::first_page(Tab::Unsent), &inbox::unsent_page(&rows[..2], 2, [1, 0, 0, 1, 0]));
    story.line("unsent");
    for width in [80, 100, 120] {
        let headings = headings(story.size(width, 24));
        assert!(headings.contains("held back") && headings.contains("offer"), "{width}: {headings}");
        let frame = story.snap();
        for reason in ["  not confirmed ", "  failed questions "] {
            assert!(frame.lines().any(|line| format!("{line} ").contains(reason)), "{width}: {reason}\n{frame}");
        }
    }
}

#[test]
fn the_subject_of_a_mail_has_no_less_beside_a_wider_preview() {
    let mut rows = mail::rows();
    for row in &mut rows {
        row["subject"] = serde_json::json!([format!("{}: what we agreed on last week", row["subject"][0])]);
    }
    let mut story = mail::open();
    for matching in [Match::Inbox, Match::All] {
        mail::fill_tab(&mut story, matching, &rows);
    }
    for (width, least) in [(80, 25), (100, 29), (120, 29), (150, 29)] {
        let headings = headings(story.size(width, 30));
        let rest = &headings[headings.find("subject").expect("a subject")..];
        let next = ["domain", "files", "│"].iter().filter_map(|next| rest.find(next)).min().unwrap_or(rest.len());
        assert!(next >= least, "{width}: {next} cells in {headings}");
    }
}
