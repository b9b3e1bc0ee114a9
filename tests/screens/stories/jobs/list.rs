//! Jobs as a user watches them: the real shell, screen and store, with answers and time set by the test.

use std::time::Duration;

use parkade::api::Request;
use parkade::api::exports::Get;
use parkade::base::{Id, Timestamp};
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::writes::intent::SetMark;
use parkade::store::{Every, Intent, Mark, Wants};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use super::open_jobs;
use crate::support::jobs::{
    entries, entry, export, exports_page, fill, import, imports, imports_page, lines, lines_page, page,
};
use crate::support::{NOW, failure};

/// Requests of the screen at this moment, with the pace of each.
fn asked(story: &Story) -> Vec<(String, Every)> {
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    wants.queries.into_iter().map(|want| (want.key, want.every)).collect()
}

fn seconds(every: Every) -> (u64, u64) {
    match every {
        Every::BackingOff(first, longest) => (first.as_secs(), longest.as_secs()),
        Every::Once => (0, 0),
        Every::Steady(pace) => (pace.as_secs(), pace.as_secs()),
    }
}

#[test]
fn a_running_import_shows_how_far_it_is_and_how_long_it_still_takes() {
    let mut story = open_jobs();
    let frame = story.size(200, 24).snap();
    let row = frame.lines().find(|line| line.contains(" 4711 ")).expect("the row");
    assert!(row.contains("68 %") && row.contains("~43s") && row.contains("702") && row.contains("25"), "{row}");
    assert!(frame.contains("6 Jobs 3"), "two imports and an export go on: {frame}");
    assert!(frame.lines().any(|line| line.contains("4710") && line.contains("queued")), "{frame}");
    assert!(frame.lines().any(|line| line.contains("4709") && line.contains("failed") && line.contains("at 40 %")));
}

#[test]
fn the_list_is_asked_again_soon_while_something_runs_and_seldom_when_nothing_does() {
    let mut story = open_jobs();
    assert_eq!(asked(&story), [(imports_page(1).call().key(), every(2, 10))]);
    let over = [import(4_711, "finished", 1.0), import(4_710, "failed", 0.0)];
    story.answer(&imports_page(1), &page("imports", &over, 1, 50, 2).to_string());
    assert_eq!(asked(&story)[0], (imports_page(1).call().key(), every(15, 60)));
    assert!(
        story.snap().contains("Import 4711 finished: 702 new, 41 updated")
            && story.snap().contains("Import 4710 failed"),
        "{}",
        story.snap()
    );
}

#[test]
fn an_import_without_progress_for_half_an_hour_is_read_rarely() {
    let mut story = open_jobs();
    story.now = Timestamp(NOW + 3_600);
    story.sync();
    assert!(story.snap().contains("running 1h"), "{}", story.snap());
    assert_eq!(asked(&story)[0].1, every(15, 60), "the list is still looked at for what others begin");
    story.keys("enter");
    assert_eq!(seconds(asked(&story)[0].1), (300, 300));
}

fn every(first: u64, longest: u64) -> Every {
    Every::BackingOff(Duration::from_secs(first), Duration::from_secs(longest))
}

#[test]
fn a_running_export_is_read_by_itself_and_a_finished_one_says_how_long_it_is_kept() {
    let mut story = open_jobs();
    story.keys("]");
    let keys = asked(&story);
    assert_eq!(keys[0], (Get { export_id: Id::new(12) }.call().key(), every(2, 10)));
    assert_eq!(keys[1].0, exports_page(1).call().key());
    let frame = story.size(200, 24).snap();
    let row = frame.lines().find(|line| line.contains("8,362 of 41,812")).expect("the running one");
    assert!(row.contains("20 %") && row.contains("1.5 MB"), "{row}");
    let ready = frame.lines().find(|line| line.contains("ready")).expect("the finished one");
    assert!(ready.contains("6d") && ready.contains("7.3 MB"), "{ready}");
    story.keys("j p");
    let filters = "about éclair.shop, confirmed, not emailed to you, highest offer first";
    assert!(story.snap().contains(filters), "{}", story.snap());
    story.keys("esc");
    let done = json!({ "export": export(12, "domains", "finished", 1.0) }).to_string();
    story.answer(&Get { export_id: Id::new(12) }, &done);
    assert!(story.snap().contains("Domains export ready: 41,812 rows"), "{}", story.snap());
    assert_eq!(asked(&story).len(), 1, "what is over is not asked for again");
}

#[test]
fn lines_of_an_import_appear_as_they_are_processed_and_are_shown_by_kind() {
    let mut story = open_jobs();
    story.keys("enter");
    assert!(story.snap().contains("Loading"), "{}", story.snap());
    assert_eq!(asked(&story), [(lines_page(4_711, 1).call().key(), every(1, 10))]);
    lines(&mut story, &import(4_711, "running", 0.68), &entries()[..2], 1, 2);
    assert!(story.snap().contains("nordsee-ferien.de") && story.snap().contains("not a domain"), "{}", story.snap());
    lines(&mut story, &import(4_711, "running", 0.7), &entries(), 1, 5);
    let frame = story.snap();
    assert!(frame.contains("All 5     Errors 2     Warnings 1     Ignored 1"), "{frame}");
    assert!(frame.contains("added, warning") && frame.contains("éclair.shop"), "{frame}");
    story.keys("]");
    let errors = story.snap();
    assert!(errors.contains("kaufmich.invalid") && !errors.contains("bergluft.at"), "{errors}");
    story.line("tab ignored");
    assert!(story.snap().contains("It is in the account already."));
    story.keys("esc");
    assert!(story.snap().contains("4709"), "back in the list");
}

#[test]
fn an_import_of_ten_thousand_names_costs_at_most_one_new_page_and_one_poll_a_second() {
    let mut story = open_jobs();
    story.keys("enter");
    let all: Vec<Value> = (1..=10_000).map(|line| entry(line, Some("name.com"), &["added"], None)).collect();
    let mut requests = 0_u32;
    let mut reached = 0;
    for second in 1..=60 {
        story.now = Timestamp(NOW + second);
        story.sync();
        reached = (reached + 400).min(all.len());
        // Every page asked for in this second is answered at once, and the pages asked for after that within the same
        // second.
        let mut answered: Vec<String> = Vec::new();
        loop {
            let next = asked(&story).into_iter().find(|(key, _)| key.contains("import/") && !answered.contains(key));
            let Some((key, _)) = next else { break };
            let number: u32 =
                key.split("page=").nth(1).and_then(|rest| rest.split('&').next()?.parse().ok()).expect("a page");
            let from = (number as usize - 1) * 200;
            let rows = &all[from.min(reached)..(from + 200).min(reached)];
            lines(&mut story, &import(4_711, "running", reached as f64 / 1e4), rows, number, reached as u64);
            answered.push(key);
        }
        requests += answered.len() as u32;
        assert!(answered.len() <= 2, "second {second}: {answered:?}");
    }
    assert!(requests <= 120, "{requests} requests in a minute");
    assert!(story.snap().contains("10,000 lines"), "{}", story.snap());
}

#[test]
fn a_finished_import_is_read_once_more_and_then_not_again() {
    let mut story = open_jobs();
    story.keys("enter");
    let rows: Vec<Value> = (1..=300).map(|line| entry(line, Some("name.com"), &["added"], None)).collect();
    lines(&mut story, &import(4_711, "running", 0.5), &rows[..200], 1, 300);
    story.now = Timestamp(NOW + 1);
    lines(&mut story, &import(4_711, "finished", 1.0), &rows[200..], 2, 300);
    assert!(asked(&story).is_empty(), "not within the same second: {:?}", asked(&story));
    story.now = Timestamp(NOW + 2);
    story.sync();
    assert_eq!(asked(&story), [(lines_page(4_711, 1).call().key(), Every::Once)]);
    lines(&mut story, &import(4_711, "finished", 1.0), &rows[..200], 1, 300);
    story.now = Timestamp(NOW + 3);
    story.sync();
    let first = lines_page(4_711, 1).call();
    assert_eq!(asked(&story), [(first.key(), Every::Once)], "for a refresh by hand");
    assert!(story.store.state_of(&first.key()).at.is_some(), "but known");
    // The service may no longer have the import.
    story.fail(&lines_page(4_711, 1), failure(FailureKind::NotFound)).wait(20_000);
    assert!(story.snap().contains("no longer lists this import"), "{}", story.snap());
}

#[test]
fn a_line_with_a_warning_is_shown_whole_and_says_what_to_do_next() {
    let mut story = Story::new(ALL);
    story.size(80, 24).open("jobs", "import 4708");
    let notice = "Its nameservers are ns1.registrar.example and ns2.registrar.example, and it has no record of yours.";
    let rows = [entry(1, Some("name.com"), &["added", "warning"], Some(notice))];
    lines(&mut story, &import(4_708, "finished", 1.0), &rows, 1, 1);
    assert!(story.snap().contains("no record of yours."), "{}", story.snap());
    story.keys("enter");
    let line = story.snap();
    assert!(line.contains("other nameservers") && line.contains("The tab Unverified of Domains"), "{line}");
}

#[test]
fn an_import_that_is_over_counts_the_verified_once_all_its_lines_are_read() {
    let mut story = Story::new(ALL);
    story.size(80, 24).open("jobs", "import 4708");
    let mut rows = [1, 2, 3].map(|line| entry(line, Some("name.com"), &["added"], None));
    rows[0]["verify_outcome"] = json!("verified");
    rows[1]["verify_outcome"] = json!("other_nameservers");
    lines(&mut story, &import(4_708, "running", 0.5), &rows, 1, rows.len() as u64);
    assert!(!story.snap().contains("verified 1"), "{}", story.snap());
    lines(&mut story, &import(4_708, "finished", 1.0), &rows, 1, rows.len() as u64);
    assert!(story.snap().contains("verified 1"), "{}", story.snap());
    story.keys("V");
    assert!(story.snap().contains("g d to open the domain"), "{}", story.snap());
}

#[test]
fn an_unknown_import_offers_no_acts() {
    let mut story = Story::new(ALL);
    story.size(80, 24).open("jobs", "import 99999");
    story.fail(&lines_page(99_999, 1), failure(FailureKind::NotFound));
    let frame = story.snap();
    assert!(frame.contains("No import 99999.") && !frame.contains("S save") && !frame.contains("e fix"), "{frame}");
}

#[test]
fn the_cursor_is_on_a_new_import_after_coming_back_from_it() {
    let mut story = open_jobs();
    story.open("domains", "");
    let mut rows = imports();
    rows.insert(0, import(4_712, "running", 0.1));
    story.answer(&imports_page(1), &page("imports", &rows, 1, 50, 5).to_string()).open("jobs", "");
    let frame = story.snap();
    let under_cursor = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default();
    assert!(under_cursor.contains("4712"), "{frame}");
}

#[test]
fn a_new_import_opened_before_its_row_is_here_has_the_cursor_when_one_goes_back() {
    let mut story = open_jobs();
    story.open("jobs", "import 4712");
    lines(&mut story, &import(4_712, "running", 0.1), &[], 1, 0);
    let mut rows = imports();
    rows.insert(0, import(4_712, "running", 0.2));
    story.answer(&imports_page(1), &page("imports", &rows, 1, 50, 5).to_string());
    let frame = story.keys("esc").snap();
    let under_cursor = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default();
    assert!(under_cursor.contains("4712"), "{frame}");
}

#[test]
fn further_lines_are_read_near_the_cursor_and_all_of_them_where_one_kind_is_shown() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("jobs", "import 4708");
    let rows: Vec<Value> = (1..=200).map(|line| entry(line, Some("name.com"), &["added"], None)).collect();
    lines(&mut story, &import(4_708, "finished", 1.0), &rows, 1, 1_000);
    assert!(story.snap().contains("1 of 5 pages read"), "{}", story.snap());
    assert_eq!(asked(&story)[0].0, lines_page(4_708, 1).call().key(), "the end is far");
    story.keys("G");
    assert_eq!(asked(&story)[0].0, lines_page(4_708, 2).call().key());
    story.keys("g g ]");
    assert_eq!(asked(&story)[0].0, lines_page(4_708, 2).call().key());
    let frame = story.snap();
    assert!(frame.contains("None so far.") && frame.contains("Errors 25") && frame.contains("Ignored 63"), "{frame}");
}

#[test]
fn the_counts_of_a_running_import_may_differ_from_its_lines_and_that_is_said() {
    let mut story = open_jobs();
    story.keys("enter");
    lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
    assert!(story.snap().contains("Counts and lines may differ"), "{}", story.snap());
    lines(&mut story, &import(4_711, "finished", 1.0), &entries(), 1, 5);
    story.wait(60_000);
    assert!(!story.snap().contains("Counts and lines may"), "{}", story.snap());
}

#[test]
fn an_opened_job_shows_everything_known_about_it() {
    let mut story = open_jobs();
    story.keys("p");
    let frame = story.snap();
    assert!(frame.contains("Import 4711") && frame.contains("Warnings") && frame.contains("68 %"), "{frame}");
    story.keys("esc ] j p");
    let frame = story.snap();
    assert!(frame.contains("inquiries-11.csv") && frame.contains("Kept until"), "{frame}");
    story.keys("esc [ enter");
    lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
    story.keys("j j j enter");
    let frame = story.snap();
    assert!(frame.contains("éclair.shop (xn--clair-9ra.shop)"), "both spellings: {frame}");
}

#[test]
fn an_unknown_import_and_a_forbidden_one_have_a_message_of_their_own() {
    let mut story = open_jobs();
    story.line("imports 99");
    story.fail(&lines_page(99, 1), failure(FailureKind::NotFound));
    assert!(story.snap().contains("No import 99."), "{}", story.snap());
    story.keys("esc").keys("enter");
    story.fail(&lines_page(4_711, 1), failure(FailureKind::Forbidden));
    assert!(story.snap().contains("imports.view"), "{}", story.snap());
}

#[test]
fn lists_of_jobs_are_opened_by_name_from_every_screen() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    story.line("exports");
    assert_eq!(story.shell.current(), Some("jobs"));
    fill(&mut story);
    assert!(story.snap().contains("41,812"), "{}", story.snap());
    story.keys("-").line("imports 4708");
    assert_eq!(asked(&story)[0].0, lines_page(4_708, 1).call().key());
    story.keys("esc").line("tab exports");
    assert!(story.snap().contains("41,812"));
    story.line("tab nowhere");
    assert!(story.snap().contains("Unknown tab “nowhere”. Available: imports, exports"), "{}", story.snap());
    story.line("imports x1");
    assert!(story.snap().contains("“x1” is not an import number."));
}

#[test]
fn neighbours_of_an_opened_import_are_a_key_away() {
    let mut story = open_jobs();
    story.keys("enter }");
    assert_eq!(asked(&story)[0].0, lines_page(4_710, 1).call().key());
    story.keys("{");
    assert_eq!(asked(&story)[0].0, lines_page(4_711, 1).call().key());
    story.keys("{");
    assert!(story.snap().contains("This is the first one."), "{}", story.snap());
}

#[test]
fn any_field_of_a_job_can_be_copied() {
    let mut story = open_jobs();
    story.keys("enter");
    lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
    story.keys("j j j y");
    assert!(story.snap().contains("xn--clair-9ra.shop"));
    story.keys("enter");
    let copied = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Copy { what, text } => Some((what, text)),
        _ => None,
    });
    assert_eq!(copied, Some(("Domain", "éclair.shop".to_owned())));
}

#[test]
fn undocumented_words_are_shown_as_sent_and_nulls_as_nothing() {
    let mut story = Story::new(ALL);
    story.size(200, 24).open("jobs", "");
    let odd = json!({
        "import_id": 5, "status": "rethinking\u{1b}[31m", "data_type": "xml", "queue_date": null, "start_date": null,
        "finish_date": null, "progress": null, "new_count": null, "update_count": "7", "error_count": -4
    });
    story.answer(&imports_page(1), &page("imports", &[odd], 1, 50, 1).to_string());
    let frame = story.snap();
    let row = frame.lines().find(|line| line.contains("rethink")).expect("the row");
    assert!(row.contains("xml") && row.contains("—") && row.contains('7') && !row.contains('\u{1b}'), "{row}");
}

#[test]
fn known_jobs_stay_while_the_service_fails_and_show_their_age() {
    let mut story = open_jobs();
    story.now = Timestamp(NOW + 7_200);
    story.fail(&imports_page(1), failure(FailureKind::Offline));
    let frame = story.snap();
    assert!(frame.contains("4708") && frame.contains("showing data from 14:0"), "{frame}");
}

#[test]
fn a_slash_searches_the_lists_and_the_lines_of_an_import() {
    let mut story = open_jobs();
    story.keys("/").typed("failed").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("failed · 1 of 4 · esc clears") && frame.contains("4709"), "{frame}");
    assert!(!frame.contains("4711"), "{frame}");
    story.keys("esc");
    assert!(story.snap().contains("4711"), "{}", story.snap());
    story.keys("g g enter");
    lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
    story.line("filter registered");
    let frame = story.snap();
    assert!(frame.contains("registered · 1 of 5") && frame.contains("kaufmich.invalid"), "{frame}");
    assert!(!frame.contains("bergluft.at"), "{frame}");
    // Lines that come while the import runs are searched, too.
    let more: Vec<_> = entries()
        .into_iter()
        .chain([entry(6, Some("new.invalid"), &["error"], Some("Nobody has registered this name."))])
        .collect();
    lines(&mut story, &import(4_711, "running", 0.9), &more, 1, 6);
    assert!(story.snap().contains("registered · 2 of 6"), "{}", story.snap());
    story.line("filter nothing like it");
    assert!(story.snap().contains("No match for nothing like it (6 hidden by the filter)"), "{}", story.snap());
    story.keys("esc esc");
    assert!(story.snap().contains("4709"), "back in the list: {}", story.snap());
}

#[test]
fn marks_sent_in_one_call_are_shown_with_their_number() {
    let mut story = open_jobs();
    for id in [7, 8, 9] {
        let intent = Intent::Mark(SetMark { ids: vec![Id::new(id)], mark: Mark::Archived, to: true });
        story.store.plan(intent, story.now).expect("planned");
    }
    let batch = story.store.next_batch(false).expect("they may go out");
    let body = json!({ "success": true, "action": "archive", "matched": 3, "applied": 3, "queued": false });
    story.store.answered(&batch, body.to_string().as_bytes(), story.now);
    let frame = story.line("tab bulk").snap();
    assert!(frame.contains("3 inquiries in one call · first #7 archived"), "{frame}");
}
