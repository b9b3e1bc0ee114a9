//! Insights: reports in their windows, charts that are read, rows that lead to their domain.

use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, SaveFrom};

use crate::support::{NOW, insights};

fn opened() -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 40).open("insights", "");
    insights::all(&mut story);
    story.sent();
    story
}

#[test]
fn figures_say_what_they_are_compared_with_and_the_peak_is_named() {
    let mut story = opened();
    let frame = story.snap();
    assert!(frame.contains("Visitors 3,012 ↑ up 12.4 %"), "{frame}");
    assert!(frame.contains("Inquiry rate 810.5 % ↓ down 1.5 points"), "{frame}");
    assert!(frame.contains("Bots screened out 418") && frame.contains("30 days, humans only"), "{frame}");
    assert!(frame.contains("Visitors per day · peak 1,1"), "{frame}");
    assert!(frame.contains("Inquiries are counted from 1 October 2026 on."), "{frame}");
    story.size(100, 90);
    let frame = story.snap();
    assert!(frame.contains("X new report") && frame.contains("something new"), "unknown reports are shown: {frame}");
    assert!(frame.contains("3 sent an inquiry"), "{frame}");
}

#[test]
fn the_chart_is_read_value_by_value() {
    let mut story = opened();
    assert!(story.snap().contains(" visitors"), "{}", story.snap());
    let last = story.snap();
    story.keys("h h");
    assert_ne!(story.snap(), last, "another day is read");
    story.keys("t");
    assert!(!story.snap().contains('│'), "a table instead: {}", story.snap());
    story.keys("t X");
    let saved = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(save),
        _ => None,
    });
    let saved = saved.expect("a picture");
    let SaveFrom::Text(svg) = saved.from else { panic!("a text") };
    assert_eq!(saved.name, "insights-domains-30-days.svg");
    assert_eq!(svg.matches("<rect").count(), 30, "{svg}");
}

/// The column that is read once stood out by being reversed: an empty day looked like the highest one.
#[test]
fn the_value_that_is_read_is_marked_below_its_bar_and_the_figures_are_seen() {
    let mut story = opened();
    for size in [(80, 24), (100, 40)] {
        story.size(size.0, size.1);
        let frame = story.snap();
        assert!(frame.contains("Visitors 3,012"), "what stands above the chart is seen: {frame}");
        assert!(frame.lines().any(|line| line.contains('─') && line.contains('↑')), "{frame}");
        let buffer = story.draw();
        let reversed =
            buffer.content().iter().filter(|cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED));
        assert_eq!(reversed.count(), 0, "no cell of a chart is reversed");
    }
}

#[test]
fn charts_are_drawn_as_chosen_and_the_choice_is_kept() {
    let mut story = opened();
    assert!(story.snap().contains('█') && !story.snap().contains('⣿'), "{}", story.snap());
    let frame = story.line("charts braille").snap();
    assert!(frame.contains('⣿') && !frame.contains('█'), "chart and bars alike: {frame}");
    assert_eq!(story.sent(), [Effect::KeepSetting("charts", "braille".to_owned())]);
    let frame = story.line("charts ascii").snap();
    assert!(frame.contains("##") && !frame.contains('⣿') && frame.contains('↑'), "only the charts: {frame}");
    let frame = story.line("charts").snap();
    assert!(frame.contains("Charts are drawn in ascii. Available: blocks, braille, ascii."), "{frame}");
    assert!(story.line("charts dots").snap().contains("Unknown way to draw charts “dots”."), "{}", story.snap());
}

#[test]
fn another_window_keeps_the_figures_until_its_own_are_there() {
    let mut story = opened();
    story.keys(">");
    let frame = story.snap();
    assert!(
        frame.contains("3,012") && frame.contains("Reading 90 days, humans only; the figures are older."),
        "{frame}"
    );
    let mut report = insights::domains();
    report["visitors"] = serde_json::json!(9_876);
    insights::answer(&mut story, 90, &report);
    let frame = story.snap();
    assert!(frame.contains("9,876") && !frame.contains("older"), "{frame}");
    assert!(story.keys("> >").snap().contains("All time is the longest window"), "{}", story.snap());
}

#[test]
fn a_row_leads_to_its_domain_and_esc_leads_back() {
    let mut story = opened();
    let mut rows = 0;
    while !story.snap().lines().any(|line| line.contains("▌ solarpark.de")) {
        story.keys("j");
        rows += 1;
        assert!(rows < 20, "{}", story.snap());
    }
    story.keys("enter");
    assert!(story.snap().contains("solarpark.de · 30 days"), "{}", story.snap());
    assert!(story.keys("esc").snap().contains("Bots screened out"), "{}", story.snap());
}

#[test]
fn a_domain_that_left_says_until_when_its_history_goes() {
    let mut story = opened();
    story.line("insights gone.example");
    insights::of_domain(&mut story, "gone.example", Some(NOW - 90 * 86_400));
    assert!(story.snap().contains("History until"), "{}", story.snap());
}

#[test]
fn what_is_no_report_is_named() {
    let mut story = opened();
    assert!(story.line("tab nowhere").snap().contains("neither a report"), "{}", story.snap());
    assert!(story.line("days 12").snap().contains("Use 7, 30, 90 or all"), "{}", story.snap());
}
