//! Visits to Home: when one counts, and the arrivals since the last one.

use parkade::base::Timestamp;
use parkade::screens::ALL;
use parkade::store::home::{self, Sources, Visit, Visits};
use parkade::store::lists::jobs::{exports_page, imports_page};
use parkade::store::score::Weights;
use parkade::store::{DomainTab, Tab};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::support::inbox::{fill, first_page, page, rows, unsent_page, walk};
use crate::support::{findings, insights, jobs, portfolio, senders, settings};

const HOUR: i64 = 3_600;

/// Answers everything the page is made of.
pub(super) fn read(story: &mut Story, inquiries: &[Value]) {
    fill(story, Tab::Active, inquiries);
    walk(story, inquiries);
    let body = page(inquiries, inquiries.len() as u64);
    story.answer(&home::newest(), &body).answer(&home::confirmed(1), &body);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&[], 0, [0; 5]));
    portfolio::all(story);
    senders::fill_with(story, &[]);
    let list = |key: &str, rows: &[Value]| jobs::page(key, rows, 1, 50, rows.len() as u64).to_string();
    story.answer(&imports_page(1), &list("imports", &jobs::imports()));
    story.answer(&exports_page(1), &list("exports", &jobs::exports()));
    settings::history(story);
    story.sent();
}

/// As [`read`], with inquiries that were held back, two of which half the minimum would let through.
fn read_held(story: &mut Story) {
    let held = |row: &Value, id: i64, offer: i64, reason: &str| {
        let delivery = json!({ "state": "unsent", "reason": reason });
        with(row, &[("inquiry_id", json!(id)), ("offer", json!(offer)), ("delivery", delivery)])
    };
    let row = &rows()[2];
    let old = with(row, &[("inquire_date", json!(NOW.0 - 91 * 24 * HOUR))]);
    let euros = with(row, &[("offer_currency", json!("EUR"))]);
    let unsent = [
        held(row, 201, 125, "below_min_offer"),
        held(row, 202, 249, "below_min_offer"),
        // These do not count: at the minimum, below half of it, held back for another reason, too old, in another
        // currency.
        held(row, 203, 250, "below_min_offer"),
        held(row, 204, 124, "below_min_offer"),
        held(row, 205, 200, "other"),
        held(&old, 206, 200, "below_min_offer"),
        held(&euros, 207, 200, "below_min_offer"),
    ];
    let all: Vec<Value> = unsent.iter().cloned().chain(rows()).collect();
    read(story, &all);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&unsent, 7, [0, 6, 0, 0, 1]));
}

/// Answers the account's lowest offer.
fn minimum(story: &mut Story) {
    story.answer(&parkade::api::settings::Get {}, &settings::account().to_string());
}

/// Home, after a visit `hours` hours ago.
pub(super) fn visited(hours: i64) -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 60);
    let visit = Visit { until: Timestamp(NOW.0 - hours * HOUR), domain: Some(21) };
    let before = Visit { until: Timestamp(NOW.0 - 60 * HOUR), domain: None };
    for visit in [before, visit] {
        let change = Visits::of(story.store.notes()).noting(visit);
        story.store.change_notes(vec![change], String::new(), NOW);
    }
    story.open("home", "");
    story
}

/// Time until which everything was seen, as it is noted.
fn noted(story: &Story) -> Option<i64> {
    let spans = Visits::of(story.store.notes()).spans(Timestamp(story.now.0 + 1));
    spans.first().filter(|since| since.is_visit).map(|since| since.from.0)
}

#[test]
fn a_page_that_was_read_and_in_front_for_five_seconds_is_a_visit() {
    let mut story = visited(22);
    let before = noted(&story);
    story.wait(90_000);
    assert_eq!(noted(&story), before, "nothing was read");
    read(&mut story, &rows());
    let read_at = story.now.0;
    story.wait(4_000);
    assert_eq!(noted(&story), before, "it was not long enough in front");
    story.wait(2_000);
    assert_eq!(noted(&story), Some(read_at));
    assert!(story.snap().contains("Since yesterday") || story.snap().contains("22h"), "{}", story.snap());
}

#[test]
fn news_unseen_in_a_short_visit_stay_new() {
    let mut story = visited(22);
    let before = noted(&story);
    read(&mut story, &rows());
    story.wait(3_000);
    story.keys("2").wait(60_000);
    assert_eq!(noted(&story), before);
}

#[test]
fn a_list_opened_from_home_is_a_part_of_the_visit() {
    let mut story = visited(22);
    let before = noted(&story);
    read(&mut story, &rows());
    let read_at = story.now.0;
    story.wait(3_000);
    story.keys("enter");
    assert!(story.snap().contains("Message"), "{}", story.snap());
    // A name that is detected meanwhile is new on the next visit.
    let mut found = portfolio::found();
    found.push(with(
        &found[0],
        &[("domain_id", json!(23)), ("punycode", json!("later.de")), ("name", json!("later.de"))],
    ));
    portfolio::fill(&mut story, DomainTab::Detected, &found);
    story.wait(1_000);
    assert_eq!(noted(&story), before, "it was not long enough in front");
    story.wait(2_000);
    assert_eq!(noted(&story), Some(read_at));
    let last = Visits::of(story.store.notes()).spans(Timestamp(story.now.0 + 1))[0];
    assert_eq!(last.domain, Some(22));
}

#[test]
fn another_screen_is_no_part_of_the_visit_though_a_list_was_opened_before() {
    let mut story = visited(22);
    let before = noted(&story);
    read(&mut story, &rows());
    story.wait(3_000);
    story.keys("enter").wait(1_000);
    story.keys("4").wait(60_000);
    assert_eq!(noted(&story), before);
}

#[test]
fn a_program_that_may_not_write_notes_no_visit() {
    let mut story = visited(22);
    let before = noted(&story);
    story.store.session_mut().readonly_by_disk = true;
    read(&mut story, &rows());
    story.wait(60_000);
    assert_eq!(noted(&story), before);
}

#[test]
fn the_time_span_of_home_goes_back_over_earlier_visits() {
    let mut story = visited(22);
    read(&mut story, &rows());
    assert!(story.snap().contains("· 22h"), "{}", story.snap());
    story.keys("<");
    assert!(story.snap().contains("· 2d"), "{}", story.snap());
    story.keys("<");
    assert!(story.snap().contains("The last 3 days"), "{}", story.snap());
    story.keys("> >");
    assert!(story.snap().contains("· 22h"), "{}", story.snap());
    story.keys(">");
    assert!(story.snap().contains("This is what came since the last visit."), "{}", story.snap());
}

#[test]
fn news_on_home_are_counted_by_kind_and_each_figure_opens_its_list() {
    let mut story = visited(50);
    let mut inquiries = rows();
    // This inquiry came before the last visit and was confirmed after it.
    inquiries.push(with(&inquiries[6], &[("inquiry_id", json!(90)), ("inquire_date", json!(NOW.0 - 70 * HOUR))]));
    inquiries[7]["email_confirmed_date"] = json!(NOW.0 - 3 * HOUR);
    read(&mut story, &inquiries);
    let mut unverified = portfolio::mine()[2].clone();
    unverified["last_verified"] = json!(NOW.0 - 20 * HOUR);
    portfolio::fill(&mut story, parkade::store::DomainTab::Unverified, &[unverified]);
    let lines = [
        ("7 new inquiries (all tabs)", "inquiries"),
        ("1 earlier inquiry now confirmed", "inquiries"),
        ("1 domain lost its verification", "domains"),
        ("1 newly detected domain", "domains"),
        ("2 imports ended", "jobs"),
        ("2 exports ended", "jobs"),
        ("1 change of settings elsewhere", "history"),
        ("2 imports running", "jobs"),
        ("1 export running", "jobs"),
    ];
    let frame = story.snap();
    assert!(
        frame.contains("highest $12,500 solarpark.de · €2,200") && frame.contains("among all inquiries"),
        "{frame}"
    );
    for (line, screen) in lines {
        find(&mut story, line);
        story.keys("enter");
        assert_eq!(story.shell.current(), Some(screen), "{line}");
        let (figure, frame) = (line.split_whitespace().next().unwrap_or_default(), story.snap());
        assert!(frame.contains(&format!(" {figure} of ")) || frame.contains(&format!("· {figure}")), "{line}: {frame}");
        story.open("home", "");
    }
}

#[test]
fn every_number_of_the_page_is_in_the_digest() {
    let mut story = visited(50);
    story.size(120, 70);
    read_held(&mut story);
    minimum(&mut story);
    findings::visits(&mut story, &[("greenhaus.com", 40), ("bergluft.at", 12)]);
    let mut longer = insights::domains();
    longer["chart"] = insights::chart_of(90);
    insights::answer(&mut story, 90, &longer);
    insights::of_domain(&mut story, "greenhaus.com", None);
    let frame = story.snap_screen();
    assert!(
        frame.contains("3,012  visitors") && frame.contains("28 whole days") && frame.contains("Most visited"),
        "{frame}"
    );
    let (now, zone) = (story.now, story.world().zone);
    let mut sources = Sources::default();
    let since = Visits::of(story.store.notes()).spans(now)[0];
    let digest = sources.digest(&story.store, Weights::default(), since, (now, zone)).expect("the first");
    let mut text = digest.since_words(now, zone);
    for told in digest.told(&sources, &story.store, (now, zone)) {
        text.extend([" ", told.title, " ", &told.sentences.join(" ")]);
    }
    assert!(frame.contains("most in a day ") && text.contains("Most in a day "), "{frame}\n{text}");
    let known = numbers(&text);
    let missing: Vec<String> = numbers(&frame).into_iter().filter(|number| !known.contains(number)).collect();
    assert!(missing.is_empty() && known.len() > 20, "{missing:?}\n{frame}\n{text}");
}

#[test]
fn a_lower_minimum_says_what_it_would_let_through_and_lists_exactly_that() {
    let mut story = visited(50);
    read_held(&mut story);
    let words = "more offers in USD in 90 days would reach you with a minimum of $125";
    assert!(!story.snap_screen().contains("would reach you"), "the minimum is not known");
    minimum(&mut story);
    let frame = story.snap_screen();
    let line = frame.lines().find(|line| line.contains("would reach you")).unwrap_or_default();
    assert!(line.contains(&format!("2  {words}")), "{frame}");
    story.size(120, 60);
    let frame = story.snap_screen();
    let line = frame.lines().find(|line| line.contains("would reach you")).unwrap_or_default();
    assert!(line.trim_end().ends_with("$374"), "hardly one a week is not counted: {frame}");
    // A domain with a minimum of its own is not affected by that of the account.
    let name = rows()[2]["domain"].as_str().expect("a name").to_owned();
    story.store.forget_own_settings();
    let frame = story.size(220, 60).wait(60_000).sync().snap();
    assert!(frame.contains("2  more offers in USD in 90 days, if without their own minimum, would"), "{frame}");
    settings::own(&mut story, &[(&name, json!({ "min_offer": 500 }))]);
    story.size(220, 60);
    assert!(
        story.snap_screen().contains("offers in USD in 90 days, 2 with their own minimum, would reach you"),
        "{}",
        story.snap()
    );
    story.size(120, 60);
    find(&mut story, "2 more offers in USD in 90 days, 2 with their own minimum,");
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("2 of 7"), "{}", story.snap());
}

/// Amounts in several currencies cannot be compared, so no limit leaves one out.
#[test]
fn unanswered_offers_in_other_currencies_have_a_line_of_their_own() {
    let (mut story, mut all) = (visited(50), rows());
    let old = json!(NOW.0 - 9 * 24 * HOUR);
    all.push(with(&all[0], &[("inquiry_id", json!(90)), ("inquire_date", old.clone())]));
    let euros =
        [("inquiry_id", json!(91)), ("inquire_date", old), ("offer", json!(700)), ("offer_currency", json!("EUR"))];
    all.push(with(&all[0], &euros));
    read(&mut story, &all);
    story.size(120, 60);
    let frame = story.snap_screen();
    let line = |words: &str| frame.lines().find(|line| line.contains(words)).unwrap_or_default();
    assert!(line("offer over $1,000,").trim_start().starts_with("1 "), "{frame}");
    let other = line("offer not in USD,");
    assert!(other.trim_start().starts_with("1 ") && other.ends_with("€700"), "{frame}");
    find(&mut story, "1 offer not in USD");
    story.keys("enter");
    assert!(story.snap().contains("1 of "), "{}", story.snap());
}

/// The figures of a text, as they are written.
fn numbers(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != ',' && c != '.');
    let parts = parts.map(|part| part.trim_matches([',', '.']).to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

/// The line under the cursor, its blanks as one.
fn here(story: &mut Story) -> String {
    let frame = story.snap_screen();
    let line = frame.lines().find_map(|line| line.strip_prefix('▌')).unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Moves the cursor to the line that begins with these words.
pub(super) fn find(story: &mut Story, line: &str) {
    story.keys("g g");
    for _ in 0..40 {
        if here(story).starts_with(line) {
            return;
        }
        story.keys("j");
    }
    panic!("{line}: {}", story.snap());
}

/// The row with other values.
pub(super) fn with(row: &Value, values: &[(&str, Value)]) -> Value {
    let mut row = row.clone();
    for (name, value) in values {
        row[*name] = value.clone();
    }
    row
}

#[test]
fn an_undo_on_home_brings_the_last_digest_back_where_nothing_was_done_since() {
    let mut story = visited(22);
    read(&mut story, &rows());
    story.wait(6_000);
    let counted = noted(&story).expect("a visit");
    assert_ne!(counted, NOW.0 - 22 * HOUR);
    story.keys("u");
    assert_eq!(noted(&story), Some(NOW.0 - 22 * HOUR), "{}", story.snap());
    assert!(story.snap().contains("The last visit does not count: what came since"), "{}", story.snap());
    story.keys("j").wait(10_000);
    read(&mut story, &rows());
    story.wait(10_000);
    assert_eq!(noted(&story), Some(NOW.0 - 22 * HOUR), "what was brought back stays");
}

#[test]
fn undo_on_home_takes_back_an_act_that_came_after_the_visit() {
    let mut story = visited(22);
    read(&mut story, &rows());
    story.wait(6_000);
    let counted = noted(&story);
    story.keys("a").wait(1_000);
    story.keys("u");
    assert!(!story.snap().contains("does not count"), "{}", story.snap());
    assert_eq!(noted(&story), counted);
}

/// Each reading notes the visit again, with a time after the acts during it.
#[test]
fn undo_on_home_takes_back_an_act_also_after_the_page_was_read_again() {
    let mut story = visited(22);
    read(&mut story, &rows());
    story.wait(6_000);
    let before = noted(&story);
    story.keys("a").wait(300_000);
    read(&mut story, &rows());
    story.keys("j").wait(6_000);
    let counted = noted(&story);
    assert_ne!(counted, before, "it was noted anew");
    story.keys("u");
    assert!(story.snap().contains("Undone: "), "{}", story.snap());
    assert_eq!(noted(&story), counted);
}
