//! Visits and inquiry rate as columns: the requests for them, their cells, and their age.

use parkade::api::Request;
use parkade::api::insights::{Domain, Domains, Inquiries};
use parkade::client::FailureKind;
use parkade::ui::testing::Story;

use super::{portfolio, saved, shown};
use crate::support::portfolio::name;
use crate::support::{failure, insights};

const ALL: Domains = Domains { days: Some(30), verified: Some(true) };
const ASKED: Inquiries = Inquiries { days: Some(30) };

fn of(domain: &str) -> Domain {
    Domain { name: name(domain), days: Some(30), verified: Some(true) }
}

/// Visits of solarpark.de, bergluft.at and fjordtours.no; of all inquiries only those about solarpark.de.
fn overview(story: &mut Story) {
    story.answer(&ALL, &insights::domains().to_string());
    story.answer(&ASKED, &insights::inquiries().to_string());
}

fn line(story: &mut Story, name: &str) -> String {
    let frame = story.snap();
    frame.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {frame}")).to_owned()
}

/// Reports that the list asks for now.
fn reports(story: &Story) -> Vec<String> {
    story.wanted().into_iter().filter(|key| key.contains("insights")).collect()
}

#[test]
fn two_reports_give_the_visits_of_the_most_visited_domains() {
    let mut story = portfolio();
    story.size(160, 30);
    assert!(reports(&story).is_empty() && !story.snap().contains("visits 30d"), "nothing is read unasked");
    story.line("join");
    assert_eq!(reports(&story), [ALL.call().key(), ASKED.call().key()], "none for each domain");
    overview(&mut story);
    assert!(story.snap().contains("visits 30d") && story.snap().contains("inquiry rate"), "{}", story.snap());
    assert!(line(&mut story, "solarpark.de").contains("300"), "{}", story.snap());
    assert!(line(&mut story, "solarpark.de").contains("4.0 %"), "12 inquiries of 300 visits: {}", story.snap());
    let other = line(&mut story, "BergLuft.at ");
    assert!(other.contains("150") && !other.contains('%'), "the report may not have room for its inquiries: {other}");
    story.wait(20_000);
    assert!(story.snap().contains("Visits and inquiry rate of 3 domains, read just now"), "{}", story.snap());
    story.line("sort visits desc");
    assert_eq!(shown(&mut story)[..3], ["solarpark.de", "BergLuft.at", "fjordtours.no"]);
    story.line("sort visits asc");
    assert_eq!(shown(&mut story)[..3], ["fjordtours.no", "BergLuft.at", "solarpark.de"], "unknown ones stay behind");
    story.line("join off");
    assert!(!story.snap().contains("visits 30d") && reports(&story).is_empty(), "{}", story.snap());
}

#[test]
fn marked_domains_the_reports_have_no_row_for_are_read_one_by_one() {
    let mut story = portfolio();
    story.size(160, 30).line("mark tld:com");
    story.line("mark tld:de").line("join");
    assert_eq!(reports(&story).len(), 2, "first what tells many at once");
    overview(&mut story);
    let wanted = [of("greenhaus.com"), of("xn--slar-qqa.com"), of("xn--80ak6aa92e.com")].map(|of| of.call().key());
    assert_eq!(reports(&story)[2..], wanted, "solarpark.de is known");
    story.wait(20_000);
    assert!(story.snap().contains("Reading visits: 1 of 4 marked domains."), "{}", story.snap());
    let mut report = insights::domain("greenhaus.com", None);
    report["visitors"] = serde_json::json!(0);
    story.answer(&of("greenhaus.com"), &report.to_string());
    let mut report = insights::domain("xn--slar-qqa.com", None);
    report["visitors"] = serde_json::json!(1_220);
    story.answer(&of("xn--slar-qqa.com"), &report.to_string());
    story.fail(&of("xn--80ak6aa92e.com"), failure(FailureKind::NotFound));
    let failed = of("xn--80ak6aa92e.com").call().key();
    assert!(!reports(&story).contains(&failed), "what failed is not asked again and again");
    let quiet = line(&mut story, "greenhaus.com");
    assert!(!quiet.contains('%'), "no rate of no visits: {quiet}");
    assert!(line(&mut story, "sólar.com").contains("5.0 %"), "61 of 1,220: {}", story.snap());
    story.keys("esc esc").wait(20_000);
    assert!(story.snap().contains("Not all visits are read"), "{}", story.snap());
}

#[test]
fn the_report_of_a_name_that_is_read_anyway_gives_its_days_too() {
    let mut story = portfolio();
    story.size(160, 30).line("mark greenhaus").line("join");
    overview(&mut story);
    assert_eq!(reports(&story)[2], of("greenhaus.com").call().key(), "marked ones first");
    assert!(line(&mut story, "domain ").contains("by day") && !line(&mut story, "domain ").contains("by day, most"));
    story.answer(&of("greenhaus.com"), &insights::domain("greenhaus.com", None).to_string());
    assert!(!reports(&story).contains(&of("solarpark.de").call().key()), "nothing is read for the days alone");
    assert!(line(&mut story, "domain ").contains("by day, most 1,185"), "{}", story.snap());
    assert!(line(&mut story, "greenhaus.com").contains('█'), "{}", story.snap());
    let unread = line(&mut story, "solarpark.de");
    assert!(unread.contains("300") && !unread.contains('·'), "{unread}");
    story.keys("esc esc").sent();
    let text = saved(&mut story);
    assert!(text.contains("inquiry_rate") && !text.contains("by_day") && !text.contains('█'), "{text}");
}

#[test]
fn a_saved_list_has_the_figures_and_when_they_were_read() {
    let mut story = portfolio();
    story.line("join");
    overview(&mut story);
    story.sent();
    let text = saved(&mut story);
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.contains("visits_30d,visits_at,inquiry_rate")), "{text}");
    let solar = lines.find(|line| line.starts_with("solarpark.de")).expect("a row");
    assert!(solar.contains(",300,2026-03-12T") && solar.contains(",4"), "{solar}");
}

#[test]
fn a_report_opened_in_insights_counts_as_read() {
    let mut story = portfolio();
    story.line("insights bergluft.at");
    story.answer(&of("bergluft.at"), &insights::domain("bergluft.at", None).to_string());
    story.line("domains").line("mark bergluft").line("join");
    overview(&mut story);
    assert!(!reports(&story).contains(&of("bergluft.at").call().key()));
    assert!(line(&mut story, "BergLuft.at ").contains('%'), "{}", story.snap());
    story.line("join everything");
    assert!(story.snap().contains("Use off."), "{}", story.snap());
}

#[test]
fn rows_in_view_are_read_a_few_at_a_time() {
    let mut story = portfolio();
    story.size(160, 30).line("join");
    overview(&mut story);
    let first = reports(&story)[2..].to_vec();
    assert!(!first.is_empty() && first.len() <= 3, "{first:?}");
    assert!(!first.contains(&of("solarpark.de").call().key()), "what the report on all told is known");
    story.answer(&of("greenhaus.com"), &insights::domain("greenhaus.com", None).to_string());
    assert!(!reports(&story).contains(&of("greenhaus.com").call().key()), "it is read once");
}

#[test]
fn a_filter_by_visits_finds_what_was_read_and_says_so() {
    let mut story = portfolio();
    story.size(160, 30).line("filter visits:>200");
    assert_eq!(reports(&story), [ALL.call().key()], "it reads what tells many at once");
    overview(&mut story);
    assert_eq!(shown(&mut story), ["solarpark.de"]);
    assert!(story.snap().contains("≥ 1 of 7"), "others may have as many: {}", story.snap());
    story.line("filter -visits:>200");
    assert_eq!(shown(&mut story), ["BergLuft.at", "fjordtours.no"], "what was not read is in neither list");
}
