//! Advice of reports: each line opens its list, and has the same figure as elsewhere.

use parkade::api::Request as _;
use parkade::api::insights::Domain;
use parkade::client::{Failure, FailureKind};
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{inbox, insights, portfolio};

/// The words of the line under the cursor.
fn here(story: &mut Story) -> String {
    let frame = story.snap_screen();
    let line = frame.lines().find_map(|line| line.trim_start().strip_prefix('▌')).unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Goes to the line that begins with these words.
fn find(story: &mut Story, words: &str) {
    story.keys("g g");
    for _ in 0..40 {
        if here(story).starts_with(words) {
            return;
        }
        story.keys("j");
    }
    panic!("{words}: {}", story.snap());
}

/// The reports over a portfolio and an inbox that were read, with visited names.
fn advised() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 50).open("domains", "");
    portfolio::all(&mut story);
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    inbox::walk(&mut story, &inbox::rows());
    story.open("insights", "");
    insights::all(&mut story);
    let mut report = insights::domains();
    let visited = |name: &str, hits: i64| json!({ "key": name, "label": name, "hits": hits });
    report["sections"]["domains"] = json!([visited("greenhaus.com", 40), visited("bergluft.at", 12)]);
    report["sections"]["utm_campaign"] = json!([{ "label": "newsletter", "hits": 50, "inquired": 0 }, { "label": "auction", "hits": 17, "inquired": 0 }]);
    insights::answer(&mut story, 30, &report);
    report["sections"]["domains"] = json!([visited("greenhaus.com", 50), visited("bergluft.at", 90)]);
    insights::answer(&mut story, 90, &report);
    story.sent();
    story
}

/// Request for the report on a single name.
fn asked(name: &str) -> Domain {
    Domain { name: portfolio::name(name), days: Some(30), verified: Some(true) }
}

/// Answers the report on a single name, with the visits of the window before.
fn own(story: &mut Story, name: &str, hits: i64, before: i64) {
    let mut report = insights::domain(name, None);
    report["visitors"] = json!(hits);
    report["trends"] = json!({ "visitors": { "previous": before, "change": 1, "unit": "percent", "direction": "up" } });
    story.answer(&asked(name), &report.to_string());
}

#[test]
fn a_report_advises_above_its_tables_and_each_line_opens_its_list() {
    let mut story = advised();
    let frame = story.snap();
    let place = |words: &str| frame.lines().position(|line| line.contains(words));
    assert!(place("Worth a look").is_some() && place("Worth a look") < place("Visitors per day"), "{frame}");
    assert!(!here(&mut story).contains("most visited"), "the chart is read first: {}", story.snap());
    // The window begins before inquiries were counted by campaign.
    assert!(!frame.contains("campaigns brought"), "{frame}");
    find(&mut story, "… of the most visited at least doubled");
    let frame = story.keys("enter").snap();
    assert!(frame.contains("40 in 30 days, those before not read"), "{frame}");
    story.keys("esc");
    own(&mut story, "greenhaus.com", 40, 5);
    find(&mut story, "1 of the most visited at least doubled greenhaus.com 40 (was 5)");
    let frame = story.keys("enter").snap();
    assert!(frame.contains("40 in 30 days, 5 in 30 before"), "{frame}");
    assert!(story.keys("enter").snap().contains("› greenhaus.com  "), "{}", story.snap());
    story.keys("esc").line("tab inquiries");
    find(&mut story, "17 of 61 first messages are not confirmed by the buyer");
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("status:unconfirmed age:<30d"), "{}", story.snap());
}

#[test]
fn a_list_of_visited_names_shows_their_visits_the_most_first() {
    let mut story = advised();
    let line = story.snap();
    let line = line.lines().find(|line| line.contains("among the most visited")).unwrap_or_else(|| panic!("{line}"));
    let words = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    find(&mut story, &words);
    let frame = story.keys("enter").snap();
    assert_eq!(story.shell.current(), Some("domains"), "{frame}");
    assert!(frame.contains("visits 30d ↓"), "{frame}");
    let frame = story.keys("esc").snap();
    assert!(!frame.contains("visits 30d"), "it goes with the list:\n{frame}");
}

/// The advice compares a name with the earlier visits in the name's own report, once that was read.
#[test]
fn a_name_rises_by_the_earlier_visits_of_its_own_report() {
    let mut story = advised();
    let mut report = insights::domains();
    let visited = |name: &str, hits: i64| json!({ "key": name, "label": name, "hits": hits });
    report["sections"]["domains"] = json!([visited("greenhaus.com", 40), visited("bergluft.at", 6)]);
    insights::answer(&mut story, 30, &report);
    assert!(story.wanted().contains(&asked("bergluft.at").call().key()), "it seems to fall: {:?}", story.wanted());
    own(&mut story, "greenhaus.com", 40, 21);
    own(&mut story, "bergluft.at", 6, 26);
    let frame = story.snap();
    assert!(!frame.contains("at least doubled"), "{frame}");
    find(&mut story, "1 of the most visited at least halved bergluft.at 6 (was 26)");
    let frame = story.keys("enter").snap();
    assert!(frame.contains("6 in 30 days, 26 in 30 before") && !frame.contains("mean"), "{frame}");
}

/// In 80 columns, the advice names the rising domains, and the legend of the chart its peak.
#[test]
fn a_small_window_keeps_the_names_of_advice_and_the_value_of_the_peak() {
    let mut story = advised();
    own(&mut story, "greenhaus.com", 40, 5);
    own(&mut story, "bergluft.at", 12, 39);
    let frame = story.size(72, 40).snap();
    assert!(frame.contains("1  of the most visited at least doubled   greenhaus.com 40 (was 5)"), "{frame}");
    let frame = story.size(80, 40).snap();
    assert!(frame.contains("greenhaus.com 40 (was 5)"), "{frame}");
    assert!(frame.contains(" peak 1,185") && !frame.contains(" peak 1,185 on "), "{frame}");
    for height in 16..40 {
        let frame = story.size(80, height).snap();
        // Look at the last line above the one that counts the lines below.
        let last = frame.lines().take_while(|line| !line.contains(" more")).last().unwrap_or_default();
        let titles = ["Worth a look", "Funnel", "Besides the form", "Domains", "Countries", "Utm campaign"];
        assert!(!titles.contains(&last.trim()), "{height}: {frame}");
    }
}

/// Findings about names have the same figure on every screen.
#[test]
fn advice_about_names_has_the_figure_of_home_and_the_length_of_its_list() {
    let mut story = advised();
    let mut lines = Vec::new();
    story.keys("g g");
    for _ in 0..6 {
        lines.push(here(&mut story));
        story.keys("j");
    }
    let about: Vec<&String> = lines.iter().filter(|line| line.contains("among the most visited")).collect();
    assert!(!about.is_empty(), "{lines:?}");
    for line in about {
        story.open("insights", "");
        find(&mut story, line);
        let figure = line.trim_start_matches("≥ ").split(' ').next().unwrap_or_default().to_owned();
        story.keys("enter");
        assert!(story.snap().contains(&format!(" {figure} of ")), "{line}: {}", story.snap());
        story.size(120, 60).open("home", "");
        let frame = story.snap_screen();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(frame.lines().any(|told| words(told).starts_with(line.as_str())), "{line}: {frame}");
    }
}

/// The findings are read later than the report.
#[test]
fn advice_that_comes_later_moves_no_cursor() {
    let mut story = Story::new(ALL);
    story.size(120, 50).open("insights", "");
    insights::all(&mut story);
    find(&mut story, "Started the form");
    portfolio::all(&mut story);
    let mut report = insights::domains();
    let visited = |hits: i64| json!([{ "key": "greenhaus.com", "label": "greenhaus.com", "hits": hits }]);
    report["sections"]["domains"] = visited(40);
    insights::answer(&mut story, 30, &report);
    report["sections"]["domains"] = visited(50);
    insights::answer(&mut story, 90, &report);
    assert!(story.snap().contains("Worth a look"), "{}", story.snap());
    assert!(here(&mut story).starts_with("Started the form"), "{}", story.snap());
}

/// Where a name's own report cannot be read, the mean of the earlier days is used, and the words say so.
#[test]
fn a_name_whose_own_report_fails_counts_by_the_mean_of_the_earlier_days() {
    let mut story = advised();
    find(&mut story, "… of the most visited at least doubled");
    story.fail(&asked("greenhaus.com"), Failure::new(FailureKind::NotFound, "Not found."));
    find(&mut story, "1 of the most visited had at least twice the mean before greenhaus.com 40 (mean 5)");
    let frame = story.keys("enter").snap();
    assert!(frame.contains("40 in 30 days, a mean of 5 in the 60 before"), "{frame}");
}

#[test]
fn names_compared_with_a_mean_and_with_their_own_report_are_told_apart() {
    let mut story = advised();
    let mut report = insights::domains();
    let visited = |name: &str, hits: i64| json!({ "key": name, "label": name, "hits": hits });
    report["sections"]["domains"] = json!([visited("greenhaus.com", 40), visited("bergluft.at", 50)]);
    insights::answer(&mut story, 30, &report);
    report["sections"]["domains"] = json!([visited("greenhaus.com", 50), visited("bergluft.at", 60)]);
    insights::answer(&mut story, 90, &report);
    own(&mut story, "bergluft.at", 50, 6);
    story.fail(&asked("greenhaus.com"), Failure::new(FailureKind::NotFound, "Not found."));
    find(&mut story, "2 of the most visited at least doubled, in part against a mean");
    let frame = story.keys("enter").snap();
    for words in ["40 in 30 days, a mean of 5 in the 60 before", "50 in 30 days, 6 in 30 before"] {
        assert!(frame.contains(words), "{words}: {frame}");
    }
}
