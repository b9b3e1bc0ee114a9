//! Tables, figures and charts of reports: ends of tables, words for codes, changes with what they compare, days, and
//! what is shown instead.

use parkade::api::Request as _;
use parkade::api::insights::{Domains, Inquiries, Portfolio};
use parkade::client::{Failure, FailureKind};
use parkade::screens::ALL;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{NOW, insights};

fn opened(width: u16, report: &serde_json::Value) -> Story {
    let mut story = Story::new(ALL);
    story.size(width, 110).open("insights", "");
    insights::answer(&mut story, 30, report);
    story
}

fn has(frame: &str, words: &[&str]) -> bool {
    frame.lines().any(|line| words.iter().all(|word| line.contains(word)))
}

#[test]
fn a_table_of_campaigns_ends_with_the_visitors_that_none_of_them_brought() {
    let mut report = insights::domains();
    report["sections"]["utm_campaign"] = json!([
        { "label": "price_request", "hits": 40, "share": 1.3, "unknown": false, "inquired": 3 },
        { "label": "autumn", "hits": 20, "share": 0.7, "unknown": false, "inquired": 0 }
    ]);
    let frame = opened(100, &report).snap();
    assert!(has(&frame, &["price_request", "40", "3 sent an inquiry"]), "a name somebody gave stays: {frame}");
    assert!(has(&frame, &["Others, or none", "2,952", "98.0 %"]), "{frame}");
    assert!(frame.contains("is counted since 1 Oct 2026"), "{frame}");
    report["sections"]["utm_campaign"][1]["hits"] = json!("twenty-ish");
    let frame = opened(100, &report).snap();
    assert!(frame.contains("1 row could not be read") && !frame.contains("or none"), "{frame}");
}

#[test]
fn a_table_ends_with_a_total_where_its_shares_are_of_that_and_codes_have_words() {
    let mut story = Story::new(ALL);
    story.size(100, 120).open("insights", "").line("tab inquiries");
    let mut report = insights::inquiries();
    let row = |code: &str, hits: i64, share: f64| json!({ "key": code, "label": code, "hits": hits, "share": share });
    report["sections"]["payment_methods"] =
        json!([row("price_request", 30, 60.0), row("buynow", 15, 30.0), row("barter_deal", 5, 10.0)]);
    report["sections"]["interest_answers"] = json!([row("soon", 30, 60.0), row("later", 30, 60.0)]);
    story.answer(&Inquiries { days: Some(30) }, &report.to_string());
    let frame = story.snap();
    assert!(has(&frame, &["price request", "30", "60.0 %"]) && has(&frame, &["buy now", "15"]), "{frame}");
    assert!(has(&frame, &["barter deal", "5"]), "{frame}");
    let lines = || frame.lines().skip_while(|line| !line.contains("Payment methods"));
    assert!(lines().nth(4).is_some_and(|line| line.contains("Total") && line.contains("50 100.0 %")), "{frame}");
    let answers = frame.lines().skip_while(|line| !line.contains("Interest answers")).take(4);
    assert!(answers.clone().all(|line| !line.contains("60 100.0 %")), "more than one answer each: {frame}");
}

/// The service counts a campaign as one sum, so its row opens a sheet of facts.
#[test]
fn the_row_of_a_campaign_opens_a_sheet_of_facts_about_it() {
    let mut report = insights::domains();
    report["sections"]["utm_campaign"] = json!([{ "label": "newsletter", "hits": 50, "share": 5.0, "inquired": 2 }]);
    let mut story = opened(120, &report);
    while !story.snap().contains("▌ newsletter") {
        story.keys("j");
    }
    let frame = story.keys("enter").snap();
    assert!(has(&frame, &["Utm campaign newsletter"]) || has(&frame, &["UTM campaign newsletter"]), "{frame}");
    assert!(has(&frame, &["Visits", "50 · 5.0 %"]), "{frame}");
    assert!(has(&frame, &["Sent an inquiry", "2, counted since 1 Oct 2026"]), "{frame}");
    assert!(has(&frame, &["not told by the service"]), "{frame}");
    assert!(story.keys("esc").snap().contains("▌ newsletter"), "{}", story.snap());
}

#[test]
fn ranges_are_in_their_order_whatever_is_counted_in_them() {
    let mut story = Story::new(ALL);
    story.size(100, 60).open("insights", "").line("tab portfolio");
    let row = |label: &str, hits: i64| json!({ "label": label, "hits": hits, "share": 10.0 });
    let report = json!({ "days": 30, "visits": 90, "trends": {}, "ever_used": true, "sections": {
        "prices": [row("5,000 to 25,000", 9), row("over 25,000", 7), row("under 1,000", 5), row("1,000 to 5,000", 3)]
    } });
    story.answer(&Portfolio { days: Some(30) }, &report.to_string());
    let frame = story.snap();
    let place = |words: &str| frame.lines().position(|line| line.contains(words));
    let places = ["under 1,000", "1,000 to 5,000", " 5,000 to 25,000", "over 25,000"].map(place);
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}: {frame}");
}

/// The service gives the share of those who went on among those asked, and of those not asked among all who came that
/// far.
#[test]
fn shares_of_one_column_are_of_the_same_inquiries() {
    let mut story = Story::new(ALL);
    story.size(120, 120).open("insights", "").line("tab inquiries");
    let mut report = insights::inquiries();
    let node = |label: &str, count: i64, share: f64, overall: f64| json!({ "key": label, "label": label, "count": count, "share": share, "overall": overall });
    report["flow_tree"] = json!([{
        "key": "interest", "label": "Interest questions", "optional": true, "reached": 97, "asked": 21,
        "went_on": node("Went on", 15, 71.4, 11.5), "stopped": [node("Held back", 6, 28.6, 4.6)],
        "skipped": node("Not asked", 76, 78.4, 58.5)
    }]);
    report["sections"]["interest_answers"] = json!([{ "key": "soon", "label": "Soon", "hits": 30, "share": 100.0 }]);
    story.answer(&Inquiries { days: Some(30) }, &report.to_string());
    let frame = story.snap();
    assert!(has(&frame, &["Went on", "15", "11.5 %", "71.4 % of 21"]), "{frame}");
    assert!(has(&frame, &["Not asked", "76", "58.5 %", "78.4 % of 97"]), "{frame}");
    assert!(frame.contains("Shares are of all first messages."), "{frame}");
    assert!(frame.contains("Only first messages are counted; Home and Inquiries"), "{frame}");
    assert!(frame.contains("Shares are of all answers, not of all inquiries."), "{frame}");
}

/// Over all time both reports count by week, and no column of the table has the same words in every row.
#[test]
fn a_table_of_all_time_shows_weeks_by_the_days_they_begin_and_end_on() {
    const WEEK: i64 = 7 * 86_400;
    let begin = |ago: i64| NOW - NOW % WEEK - ago * WEEK;
    let mut report = insights::domains();
    report["chart"]["slots"] = (0..30).rev().map(|ago| json!({ "ts": begin(ago), "hits": 10 + ago })).collect();
    let mut story = opened(120, &report);
    story.line("days all").keys("t");
    insights::answer(&mut story, 0, &report);
    let frame = story.snap();
    assert!(has(&frame, &["Date", "Until", "Visitors"]), "{frame}");
    assert!(has(&frame, &["5 Mar 2026", "11 Mar", "11"]) && !frame.contains(" Thu "), "{frame}");
    let mut report = insights::inquiries();
    let day = |ago: i64| json!({ "ts": begin(0) - ago * 86_400, "hits": 1, "confirmed": 1, "delivered": 0 });
    report["per_day"] = (1..=200).map(day).collect();
    story.line("tab inquiries");
    story.answer(&Inquiries { days: Some(0) }, &report.to_string());
    let frame = story.snap();
    assert!(frame.contains("First messages per week"), "{frame}");
    assert!(has(&frame, &["5 Mar 2026", "11 Mar", " 7          7 "]), "{frame}");
}

#[test]
fn a_change_names_what_it_compares_and_a_tiny_one_has_no_percentage() {
    let mut report = insights::domains();
    report["trends"]["visitors"] = json!({ "previous": 2_950.0, "change": 2.1, "unit": "percent", "direction": "up" });
    let mut story = opened(120, &report);
    let frame = story.snap();
    assert!(frame.contains("30 days against the 30 before, humans only"), "{frame}");
    assert!(frame.contains("Visitors 3,012 about the same · 2,950 before"), "{frame}");
    let frame = story.size(80, 24).snap();
    assert!(frame.contains(" 30 days, humans only") && !frame.contains("against"), "{frame}");
    story.size(120, 40).line("days all");
    insights::answer(&mut story, 0, &report);
    assert!(story.snap().contains("all time, humans only"), "{}", story.snap());
}

#[test]
fn bars_of_two_cells_have_a_gap_and_a_partial_day_is_named() {
    let mut story = opened(80, &insights::domains());
    story.size(80, 30);
    let frame = story.snap();
    let lowest = frame.lines().rfind(|line| line.contains('│')).unwrap_or_default();
    let bars: Vec<bool> = lowest.chars().skip_while(|sign| *sign != '│').skip(1).map(|sign| sign != ' ').collect();
    assert!(bars.iter().filter(|bar| **bar).count() == 30, "{lowest}");
    assert!(bars.windows(2).all(|two| two != [true, true]), "{lowest}");
    story.size(120, 40).line("tab inquiries");
    story.answer(&Inquiries { days: Some(30) }, &insights::inquiries().to_string());
    assert!(story.snap().contains("10 Feb in part"), "{}", story.snap());
}

#[test]
fn a_small_window_shows_the_chart_on_its_first_page() {
    let mut story = opened(100, &insights::domains());
    for (width, height) in [(60, 20), (80, 24), (120, 36)] {
        let frame = story.size(width, height).snap();
        assert!(frame.contains("Visitors per day") && frame.contains("0▔"), "{width}×{height}: {frame}");
    }
}

#[test]
fn figures_keep_their_places_where_the_rate_is_unknown() {
    let mut report = insights::domains();
    let before = opened(100, &report).snap();
    report["trends"] = json!({});
    let after = opened(100, &report).snap();
    assert!(after.contains("Inquiry rate —"), "{after}");
    let place = |frame: &str| frame.lines().position(|line| line.contains("Countries "));
    assert_eq!(place(&before), place(&after), "{after}");
}

#[test]
fn the_report_of_a_domain_has_its_name_at_the_left() {
    let mut story = Story::new(ALL);
    story.size(100, 30).open("insights", "solarpark.de");
    insights::of_domain(&mut story, "solarpark.de", None);
    for (width, leads) in [(120, true), (80, true), (46, false)] {
        let frame = story.size(width, 30).snap();
        let line = frame.lines().nth(1).unwrap_or_default();
        assert_eq!(line.contains(" solarpark.de   Domains  "), leads, "{width}: {line}");
        assert!(width < 80 || line.contains("Activity"), "{width}: {line}");
        assert_eq!(line.contains("solarpark.de · 30 days"), !leads, "{width}: {line}");
    }
}

#[test]
fn the_footer_names_what_the_key_shows_next() {
    let mut story = opened(100, &insights::domains());
    assert!(story.snap().contains("t table"), "{}", story.snap());
    let frame = story.keys("t").snap();
    assert!(frame.contains("t chart") && !frame.contains("t table"), "{frame}");
    assert!(story.keys("t").snap().contains("t table"), "{}", story.snap());
}

#[test]
fn the_sign_of_a_peak_is_drawn_only_with_its_words() {
    let mut story = opened(100, &insights::domains());
    for width in 60..130 {
        let frame = story.size(width, 30).snap();
        let signs = frame.matches('◆').count();
        assert!(signs == 0 || signs == 2 && frame.contains("◆ peak"), "{width}: {frame}");
    }
}

#[test]
fn an_empty_report_names_the_next_step_on_the_row_that_other_pages_use() {
    let frame = opened(140, &insights::nothing()).snap();
    assert!(frame.contains("\n  Nothing has been counted yet."), "{frame}");
    assert!(frame.contains("+ on Domains (4) adds names."), "{frame}");
}

/// The failure of a report, in these words of the service.
fn failed(kind: FailureKind, said: &str) -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 30).open("insights", "");
    let body = json!({ "errors": [{ "code": "do_not_have_permission", "message": said }] }).to_string();
    let failure = Failure { errors: parkade::api::errors::parse(body.as_bytes()), ..crate::support::failure(kind) };
    story.fail(&report(), failure);
    story
}

fn report() -> Domains {
    Domains { days: Some(30), verified: Some(true) }
}

#[test]
fn a_report_that_is_asked_again_after_it_was_cancelled_is_loading() {
    let mut story = failed(FailureKind::Cancelled, "");
    assert!(story.snap().contains("This report: cancelled"), "the user did it: {}", story.snap());
    let key = report().call().key();
    story.store.mark_loading(&key, story.store.generation(&key) + 1);
    let frame = story.sync().snap();
    assert!(frame.contains("Loading…") && !frame.contains("cancelled"), "{frame}");
}

#[test]
fn a_refused_report_shows_the_services_own_reason() {
    let frame = failed(FailureKind::Forbidden, "The account does not have this feature (insights).").snap();
    assert!(frame.contains("The service said: The account does not have this feature (insights)."), "{frame}");
    assert!(frame.contains("This report cannot be read.") && !frame.contains("the token lacks"), "{frame}");
}
