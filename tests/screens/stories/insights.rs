//! Insights: reports in their windows, charts with a cursor, rows that open their domain.

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
    assert!(frame.contains("Visitors 3,012 +12.4 % · 812 before"), "{frame}");
    assert!(frame.contains("Inquiry rate 810.5 % −1.5 points · 812.0 % before"), "{frame}");
    assert!(
        frame.contains("Bots screened out 418") && frame.contains("30 days against the 30 before, humans only"),
        "{frame}"
    );
    assert!(frame.contains("Visitors per day, UTC · ◆ peak 1,1"), "{frame}");
    assert!(frame.contains("Inquiries are counted from 1 October 2026 on."), "{frame}");
    story.size(100, 90);
    let frame = story.snap();
    assert!(frame.contains("X new report") && frame.contains("something new"), "unknown reports are shown: {frame}");
    assert!(frame.contains("3 sent an inquiry"), "{frame}");
}

#[test]
fn the_cursor_of_a_chart_shows_value_by_value() {
    let mut story = opened();
    assert!(story.snap().contains(" visitors"), "{}", story.snap());
    let last = story.snap();
    story.keys("h h");
    assert_ne!(story.snap(), last, "another day is read");
    let there = story.keys("left").snap();
    assert_eq!(story.keys("right h").snap(), there, "the arrows read the chart, too, and turn no page");
    story.keys("l");
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
    for words in
        ["30 days, humans only · Visitors per day", "Visitors 3,012 +12.4 % · 812 before", "12 Mar 2026", ">1,500<"]
    {
        assert!(svg.contains(words), "{words}: {svg}");
    }
}

/// Answers a report of 30 days, and then the one of 90 days, which contains the 30 before.
#[test]
fn the_window_before_is_drawn_where_it_was_read_whole() {
    let mut story = opened();
    story.size(120, 40);
    assert!(!story.snap().contains("5 weeks earlier"), "{}", story.snap());
    let mut longer = insights::domains();
    longer["chart"] = insights::chart_of(90);
    insights::answer(&mut story, 90, &longer);
    for (charts, sign) in
        [("ascii", " · - 5 weeks earlier"), ("braille", " · ⠤ 5 weeks earlier"), ("blocks", " · ─ 5 weeks earlier")]
    {
        let frame = story.line(&format!("charts {charts}")).snap();
        assert!(frame.contains(sign), "{charts}: {frame}");
        assert!(frame.contains(" so far · ") && frame.contains(" before"), "{charts}: {frame}");
    }
    let frame = story.keys("t").snap();
    assert!(frame.contains("Date  Day") && frame.contains("35 d before  Difference"), "{frame}");
    assert!(frame.contains("12 Mar  Thu part"), "{frame}");
    story.size(120, 60);
    let frame = story.snap();
    let total = frame.lines().find(|line| line.trim_start().starts_with("Total")).unwrap_or_default();
    let before: i64 = (-35..-5_i64).map(|day| 40 + (day * 37).rem_euclid(61)).sum();
    let before = parkade::base::grouped(before as u64);
    assert!(total.contains("3,012") && total.contains(&before) && !total.contains("812"), "{before}: {frame}");
    // With a day missing, there is nothing complete to compare with.
    longer["chart"]["slots"].as_array_mut().expect("slots").remove(40);
    insights::answer(&mut story, 90, &longer);
    assert!(!story.snap().contains("Difference"), "{}", story.snap());
}

#[test]
fn a_table_ends_with_what_it_does_not_list_and_names_countries() {
    let mut story = opened();
    let mut report = insights::domains();
    report["sections"]["countries"] = serde_json::json!([
        { "label": "DE", "hits": 1_000, "share": 33.2, "unknown": false },
        { "label": "NO", "hits": 500, "share": 16.6, "unknown": false }
    ]);
    insights::answer(&mut story, 30, &report);
    story.size(100, 90);
    let frame = story.snap();
    let has = |words: &[&str]| frame.lines().any(|line| words.iter().all(|word| line.contains(word)));
    assert!(has(&["Germany DE", "1,000", "33.2 %"]) && has(&["Norway NO", "500"]), "{frame}");
    assert!(has(&["Others", "1,512", "50.2 %"]) && has(&["Total", "3,012", "100.0 %"]), "{frame}");
    while !story.snap().lines().any(|line| line.contains("▌ Germany DE")) {
        story.keys("j");
    }
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("country:DE age:<30d"), "{}", story.snap());
}

#[test]
fn one_label_never_carries_two_numbers() {
    let mut story = opened();
    story.size(140, 60).line("tab inquiries");
    let mut report = insights::inquiries();
    let step = |label: &str, count: i64| serde_json::json!({ "key": "step", "label": label, "count": count, "share": 50.0, "conversion": null });
    report["funnel"] = serde_json::json!([step("Received", 61), step("Confirmed", 44), step("Emailed to you", 37)]);
    report["not_emailed"]["total"] = serde_json::json!(2);
    story.answer(&parkade::api::insights::Inquiries { days: Some(30) }, &report.to_string());
    let frame = story.snap();
    assert!(frame.contains("Confirmed and emailed to you"), "{frame}");
    assert!(!frame.contains("Received and confirmed"), "it is the same number: {frame}");
    assert_eq!(frame.matches("An inquiry can have several reasons.").count(), 1, "{frame}");
}

/// A reversed column once marked the value under the cursor, and made an empty day look like the highest one.
#[test]
fn the_value_that_is_read_is_marked_below_its_bar_and_the_figures_are_seen() {
    let mut story = opened();
    for size in [(80, 24), (100, 40)] {
        story.size(size.0, size.1);
        let frame = story.snap();
        assert!(frame.contains("Visitors 3,012"), "what stands above the chart is seen: {frame}");
        let frame = story.keys("h").snap();
        assert!(frame.lines().any(|line| line.contains('▔') && line.contains('↑')), "{frame}");
        let read = filled(&mut story);
        assert!(!read.is_empty());
        story.keys("h h h");
        assert_eq!(filled(&mut story), read, "a bar is as high whether it is read or not");
    }
}

/// Columns of cells that are filled by their background or by a whole block.
fn filled(story: &mut Story) -> Vec<usize> {
    let buffer = story.draw();
    let is_filled = |cell: &ratatui::buffer::Cell| {
        let is_reversed = cell.modifier.contains(ratatui::style::Modifier::REVERSED) && cell.symbol() != "↑";
        cell.symbol() == "█" || is_reversed
    };
    (0..).zip(buffer.content()).filter(|(_, cell)| is_filled(cell)).map(|(at, _)| at).collect()
}

#[test]
fn members_no_document_names_are_in_the_report_as_sent() {
    let mut story = Story::new(ALL);
    story.size(100, 40).open("insights", "").line("raw");
    assert!(story.snap().contains("This report is not there yet."), "{}", story.snap());
    let mut report = insights::domains();
    report["sections"]["domains"][0]["bounce_rate"] = serde_json::json!(41);
    insights::answer(&mut story, 30, &report);
    story.size(100, 400).keys("R");
    let frame = story.snap();
    assert!(frame.contains("as the service sent it") && frame.contains("\"bounce_rate\": 41"), "{frame}");
    assert!(!frame.contains('\u{202e}'), "strangers' text is cleaned");
    assert!(story.keys("esc").snap().contains("Visitors 3,012"), "{}", story.snap());
}

/// At 40×12 the chart once filled the page, and no key led to the figures above it.
#[test]
fn figures_are_seen_first_where_the_chart_has_no_room_beside_them() {
    let mut story = opened();
    story.size(40, 12).draw();
    let frame = story.snap();
    assert!(frame.contains("Visitors 3,012") && !frame.contains('│'), "{frame}");
    let frame = story.keys("j").snap();
    assert!(frame.contains("Visitors per day") && frame.contains('│'), "{frame}");
    assert!(frame.contains("12 Mar: 76 so far\n"), "the value that is read has its room: {frame}");
    assert!(story.keys("k").snap().contains("Visitors 3,012"), "{}", story.snap());
}

/// A chart is drawn whole or not at all; half a chart once left as many blank lines as it is high.
#[test]
fn a_chart_that_is_scrolled_out_leaves_no_gap() {
    for size in [(40, 12), (80, 24)] {
        let mut story = opened();
        story.size(size.0, size.1).draw();
        for _ in 0..12 {
            let frame = story.keys("j").snap();
            assert!(frame.lines().skip(3).take(2).any(|line| !line.trim().is_empty()), "{size:?}: {frame}");
        }
    }
}

#[test]
fn the_steps_of_an_inquiry_and_each_day_say_everything_that_was_counted() {
    let mut story = opened();
    story.size(160, 60).line("tab inquiries");
    let mut report = insights::inquiries();
    report["flow_tree"][0]["optional"] = serde_json::json!(true);
    report["flow_tree"][0]["skipped"] = serde_json::json!(5);
    report["flow_tree"][0]["went_on"]["overall"] = serde_json::json!(70.0);
    report["trends"] = serde_json::json!({});
    story.answer(&parkade::api::insights::Inquiries { days: Some(30) }, &report.to_string());
    let frame = story.snap();
    for words in [
        "Confirmed 44 · 72.1 %",
        "No inquiries in the 30 days before to compare with.",
        "Emailed to you, and why · 40",
        "optional",
        "Skipped",
        "72.1 % of 61",
    ] {
        assert!(frame.contains(words), "{words}: {frame}");
    }
    assert!(
        story.keys("h").snap().contains("11 Mar: 18 first messages · 18 confirmed, 18 emailed"),
        "{}",
        story.snap()
    );
}

#[test]
fn charts_are_drawn_as_chosen_and_the_choice_is_kept() {
    let mut story = opened();
    let has_dots = |frame: &str| frame.contains(|sign: char| ('\u{2801}'..='\u{28ff}').contains(&sign));
    assert!(story.snap().contains('▂') && !has_dots(&story.snap()), "{}", story.snap());
    let frame = story.line("charts braille").snap();
    assert!(has_dots(&frame) && !frame.contains(['▂', '▏', '▎']), "chart and bars alike: {frame}");
    assert_eq!(story.sent(), [Effect::KeepSetting("charts", "braille".to_owned())]);
    let frame = story.line("charts ascii").keys("h").snap();
    assert!(frame.contains("##") && !has_dots(&frame) && frame.contains('↑'), "only the charts: {frame}");
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
    assert!(frame.contains("30 days, humans only · reading 90 days"), "the title is that of the figures: {frame}");
    let styles = |story: &mut Story, figure: &str| {
        let styles = story.snap_styles();
        styles.lines().find(|line| line.contains(figure)).expect("the figure").to_owned()
    };
    let older = styles(&mut story, "3,012");
    assert!(older.starts_with(" [dim]Visitors 3,012"), "all of it is dim: {older}");
    let mut report = insights::domains();
    report["visitors"] = serde_json::json!(9_876);
    insights::answer(&mut story, 90, &report);
    let frame = story.snap();
    assert!(frame.contains("9,876") && !frame.contains("older"), "{frame}");
    let come = styles(&mut story, "9,876");
    assert!(!come.starts_with(" [dim]Visitors 9,876"), "{come}");
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
    assert!(story.snap().contains("Insights › solarpark.de  "), "{}", story.snap());
    assert!(story.keys("esc").snap().contains("Bots screened out"), "{}", story.snap());
}

#[test]
fn the_cursor_shows_the_values_of_a_chart_that_comes_late() {
    let mut story = opened();
    story.size(120, 36);
    while !story.snap().lines().any(|line| line.contains("▌ solarpark.de")) {
        story.keys("j");
    }
    story.keys("enter").line("insights greenhaus.com");
    assert!(story.wait(2_000).snap().contains("Insights › greenhaus.com  "), "{}", story.snap());
    insights::of_domain(&mut story, "greenhaus.com", None);
    let last = story.snap();
    assert!(!last.contains('↑'), "nobody has moved it: {last}");
    let moved = story.keys("h").snap();
    assert!(moved.lines().any(|line| line.contains('▔') && line.contains('↑')), "{moved}");
}

#[test]
fn the_report_of_a_removed_domain_says_where_its_history_ends() {
    let mut story = opened();
    story.line("insights gone.example");
    insights::of_domain(&mut story, "gone.example", Some(NOW - 90 * 86_400));
    assert!(story.snap().contains("History until"), "{}", story.snap());
}

#[test]
fn an_unknown_report_is_named() {
    let mut story = opened();
    assert!(story.line("tab nowhere").snap().contains("Unknown report “nowhere”. Use domains"), "{}", story.snap());
    assert!(story.line("days 12").snap().contains("Use 7, 30, 90 or all"), "{}", story.snap());
}

#[test]
fn the_chart_has_its_cursor_in_the_first_frame() {
    let frame = opened().snap();
    let title = frame.lines().find(|line| line.contains("Visitors per day")).expect("a chart");
    assert!(title.contains(" visitors"), "the day under the cursor is read: {frame}");
    let at = frame.lines().position(|line| line.contains("Visitors per day")).unwrap_or_default();
    let below = frame.lines().nth(at + 1).unwrap_or_default();
    assert!(below.contains('│'), "the axis begins below its title: {frame}");
}

#[test]
fn the_tab_of_a_domain_lists_the_visited_ones_until_one_is_chosen() {
    let mut story = opened();
    let frame = story.keys("]").snap();
    assert!(frame.contains("No domain is chosen. Enter on a domain opens its report"), "{frame}");
    assert!(frame.contains("▌ ") && !frame.contains("Referrers"), "{frame}");
    let frame = story.keys("enter").snap();
    assert!(!frame.contains("No domain is chosen"), "{frame}");
}

#[test]
fn tab_goes_from_part_to_part_and_round() {
    let mut story = opened();
    let first = story.snap();
    let second = story.keys("tab").snap();
    assert_ne!(first, second, "{second}");
    let back = story.keys("shift-tab").snap();
    assert!(back.contains("▌") || back == first, "{back}");
    story.keys("shift-tab tab");
    assert_eq!(story.snap(), back, "round at the ends");
}
