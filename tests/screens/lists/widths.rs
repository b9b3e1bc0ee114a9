//! The widths of the columns of a list.

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::inbox;

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
