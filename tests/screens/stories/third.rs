//! The third column of a wide window: panels around the row under the cursor, by one rule for all lists.

use parkade::api::Request;
use parkade::api::insights::Domain;
use parkade::base::DomainName;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{inbox, portfolio};

fn report(name: &str) -> String {
    let name = DomainName::parse(name).expect("a name");
    Domain { name, days: Some(30), verified: Some(true) }.call().key()
}

/// Number of lines of the frame with both vertical lines between the columns.
fn columns(story: &mut Story) -> usize {
    columns_of(&story.snap())
}

fn columns_of(frame: &str) -> usize {
    frame.lines().map(|line| line.matches('│').count()).max().unwrap_or(0)
}

#[test]
fn buyer_and_visits_of_the_name_are_shown_beside_an_inquiry_from_180_columns() {
    let mut story = Story::new(ALL);
    story.size(179, 40).open("inquiries", "");
    inbox::walk(&mut story, &inbox::rows());
    assert!(!story.snap().contains("Visits") && !story.wanted().contains(&report("solarpark.de")), "{}", story.snap());
    story.size(180, 40);
    let frame = story.snap();
    assert!(frame.contains("Buyer  g b") && frame.contains("Visits  g v  not read"), "{frame}");
    assert!(story.wanted().contains(&report("solarpark.de")), "{:?}", story.wanted());
    assert!(columns(&mut story) >= 2, "{frame}");
    story.keys("p");
    assert!(!story.snap().contains("Visits") && !story.wanted().contains(&report("solarpark.de")), "{}", story.snap());
}

#[test]
fn visits_and_inquiries_are_shown_beside_a_domain_and_no_column_is_dropped_for_them() {
    let mut story = Story::new(ALL);
    story.size(200, 50).open("domains", "");
    portfolio::all(&mut story);
    let mut rows = inbox::rows();
    // The service gives a reason for emailed inquiries, too.
    for row in &mut rows {
        row["delivery"]["reason"] = "confirmed".into();
    }
    inbox::walk(&mut story, &rows);
    story.keys("/").typed("solarpark").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("Visits  g v  not read") && frame.contains("$12,500 · your turn · "), "{frame}");
    for row in &mut rows {
        row["delivery"] = json!({ "state": "unsent", "reason": "below_min_offer" });
    }
    inbox::walk(&mut story, &rows);
    assert!(story.snap().contains("$12,500 · not emailed"), "{}", story.snap());
    let mut shown = 0;
    for width in 160..=240 {
        story.size(width, 50);
        let frame = story.snap();
        assert_eq!(frame.contains("g v"), width >= 180, "below the rest where it has no column, {width}: {frame}");
        let said = |words: &str| frame.lines().filter(|line| line.contains(words)).count();
        assert_eq!(said("│ Inquiries"), 1, "its inquiries are summed up once, {width}: {frame}");
        assert_eq!(columns_of(&frame) == 2, width >= 209, "{width}: {frame}");
        let heading = frame.lines().find(|line| line.contains("for sale")).unwrap_or_default();
        let heading = heading.split('│').next().unwrap_or_default();
        let columns = heading.split("  ").filter(|words| !words.trim().is_empty()).count();
        assert!(columns >= shown.min(9), "{width}: {frame}");
        shown = columns;
    }
}

#[test]
fn a_hit_of_search_has_the_third_column_of_its_own_list() {
    let mut story = Story::new(ALL);
    story.size(179, 40);
    portfolio::all(&mut story);
    inbox::walk(&mut story, &inbox::rows());
    story.line("search solarpark");
    assert!(story.snap().contains("solarpark.de") && !story.snap().contains("Visits  g v"), "{}", story.snap());
    story.size(180, 40);
    let frame = story.snap();
    assert!(frame.contains("Visits  g v  not read") && frame.contains("$12,500 · your turn ·"), "{frame}");
    assert!(story.wanted().contains(&report("solarpark.de")), "{:?}", story.wanted());
    story.keys("tab");
    assert!(story.snap().contains("Buyer  g b"), "{}", story.snap());
    story.keys("esc p");
    assert!(!story.wanted().contains(&report("solarpark.de")), "{:?}", story.wanted());
}

#[test]
fn the_best_offer_beside_a_domain_is_a_lower_bound_until_all_inquiries_are_read() {
    let mut story = Story::new(ALL);
    story.size(200, 50).open("domains", "");
    portfolio::all(&mut story);
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    story.keys("/").typed("solarpark").keys("enter");
    assert!(story.snap().contains("best offer ≥"), "{}", story.snap());
    inbox::walk(&mut story, &inbox::rows());
    let frame = story.snap();
    assert!(frame.contains("best offer") && !frame.contains("best offer ≥"), "{frame}");
}

#[test]
fn the_parts_around_an_opened_row_are_shown_beside_its_page() {
    let mut story = Story::new(ALL);
    story.size(200, 50).open("inquiries", "");
    inbox::walk(&mut story, &inbox::rows());
    story.keys("enter");
    let frame = story.snap();
    assert!(frame.contains("Buyer  g b") && frame.contains("Visits  g v  not read"), "{frame}");
    assert!(story.wanted().contains(&report("solarpark.de")), "{:?}", story.wanted());
    story.line("tab history");
    assert!(!story.snap().contains("Buyer  g b"), "the page says it itself:\n{}", story.snap());
    story.line("tab message").size(149, 50);
    assert!(story.snap().contains("Buyer  g b"), "{}", story.snap());
    story.size(148, 50);
    assert!(!story.snap().contains("Buyer  g b"), "{}", story.snap());
}
