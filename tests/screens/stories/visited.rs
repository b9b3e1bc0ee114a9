//! The most visited names on Home, and acts from there on the names that a line counts.

use parkade::store::DomainTab;
use parkade::ui::{Effect, FileAsk};

use super::home::{UNVERIFIED, find, home, on};
use crate::support::{findings, insights, portfolio};

#[test]
fn visitors_are_compared_by_whole_days_once_the_longer_report_was_read() {
    let mut story = home();
    assert!(!story.snap().contains(" visitors"), "nothing is said of them before: {}", story.snap());
    insights::answer(&mut story, 30, &insights::domains());
    let line = find(&mut story, " visitors");
    assert!(line.starts_with("3,012") && line.ends_with("today 76"), "{line}");
    assert!(line.contains('█') && line.contains('·'), "bars, and a day that the report does not have: {line}");
    let mut longer = insights::domains();
    longer["chart"] = insights::chart_of(90);
    insights::answer(&mut story, 90, &longer);
    assert!(find(&mut story, " visitors").contains(" in 28 whole days"), "{}", story.snap());
    // With a day of the longer report missing, there is nothing complete to compare with.
    longer["chart"]["slots"].as_array_mut().expect("slots").remove(50);
    insights::answer(&mut story, 90, &longer);
    assert!(!find(&mut story, " visitors").contains("28 whole days"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("insights"));
    assert!(story.snap().contains("Visitors 3,012"), "{}", story.snap());
}

#[test]
fn two_days_of_visitors_are_words_and_no_bars() {
    let mut story = home();
    let mut report = insights::domains();
    report["chart"] = insights::chart_of(2);
    insights::answer(&mut story, 30, &report);
    let line = find(&mut story, " visitors");
    assert!(line.contains("today 76") && !line.contains('█') && !line.contains('·'), "{line}");
    // On the next day, the report's 30 days are no longer the last 30.
    story.now = parkade::base::Timestamp(story.now.0 + 86_400);
    let line = find(story.sync(), " visitors");
    assert!(line.starts_with("3,012") && line.ends_with("as of 12 Mar"), "{line}");
}

#[test]
fn the_most_visited_names_say_what_keeps_a_visitor_from_buying_and_open_their_report() {
    let mut story = home();
    story.size(110, 60);
    findings::visits(
        &mut story,
        &[("greenhaus.com", 40), ("bergluft.at", 12), ("fjordtours.no", 9), ("nobodys.example", 99)],
    );
    let frame = story.snap_screen();
    let place =
        |words: &str| frame.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {frame}"));
    assert!(place("Most visited, 30 days") > place("30 days, UTC"), "below everything else: {frame}");
    assert!(
        place("40  greenhaus.com") < place("12  bergluft.at") && place("12  bergluft.at") < place("9  fjordtours.no"),
        "{frame}"
    );
    assert!(!frame.contains("nobodys.example"), "{frame}");
    assert!(frame.lines().any(|line| line.contains("9  fjordtours.no") && line.contains("not verified")), "{frame}");
    insights::of_domain(&mut story, "bergluft.at", None);
    assert!(find(&mut story, "12  bergluft.at").contains('█'), "{}", story.snap());
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("insights"));
    assert!(story.snap().contains("Insights › bergluft.at  "), "{}", story.snap());
    story.open("home", "").line("home.parts visited");
    assert!(!story.snap().contains("Most visited"), "{}", story.snap());
}

#[test]
fn unverified_names_are_checked_again_from_their_line() {
    let mut story = on(UNVERIFIED);
    story.keys("V").wait(400).keys("y");
    let names = ["fjordtours.no", "xn--80ak6aa92e.com"].map(str::to_owned).to_vec();
    assert_eq!(portfolio::writes(&mut story), [("Retry".to_owned(), names, DomainTab::Unverified)]);
    find(&mut story, UNVERIFIED);
    story.keys("V");
    assert!(story.snap().contains("They are all being changed already."), "{}", story.snap());
    story.keys("g g V");
    assert!(story.snap().contains("This line counts no domains that could be checked again."), "{}", story.snap());
    assert!(portfolio::writes(&mut story).is_empty());
}

/// No act is done on names nobody saw.
#[test]
fn names_of_a_line_that_were_not_read_are_not_acted_on() {
    let mut story = on(UNVERIFIED);
    let unverified: Vec<_> = portfolio::mine().into_iter().filter(|row| row["state"] == "unverified").collect();
    portfolio::fill_of(&mut story, DomainTab::Unverified, &unverified, 400);
    find(&mut story, UNVERIFIED);
    story.keys("V");
    assert!(story.snap().contains("Only 2 of 400 names are read; wait until all are."), "{}", story.snap());
    assert!(portfolio::writes(&mut story).is_empty());
}

#[test]
fn a_line_that_counts_low_prices_sets_prices_of_its_names_only() {
    let mut story = on("priced below");
    story.keys("$");
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { slot, text, .. }) => Some((slot, text)),
        _ => None,
    });
    let (slot, text) = asked.expect("the editor opens");
    assert!(text.contains("solarpark.de") && !text.contains("bergluft.at"), "only the names of the line: {text}");
    story.store.files_mut().put_text(slot, Ok(text.replace("2400", "14900").into()));
    story.sync().wait(1);
    assert!(story.snap().contains("14,900"), "{}", story.snap());
    let mut story = on("priced below");
    story.line("price =15000");
    let staged = story.store.staging().map(|staging| staging.plan.edits.len());
    assert_eq!(staged, Some(1), "{}", story.snap());
    let mut story = on(UNVERIFIED);
    story.keys("$");
    assert!(story.snap().contains("This line counts no domains whose price is to be set."), "{}", story.snap());
}
