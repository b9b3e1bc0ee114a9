//! Acts on jobs, as stories: run again, export, save, fix, and the two tabs made from the journal.

use parkade::api::exports::Kind;
use parkade::api::inquiries::{DeliveryFilter, Order, Status};
use parkade::api::{Request, domains, imports};
use parkade::base::{DomainName, Id};
use parkade::client::{Failure, FailureKind};
use parkade::store::writes::intent::{ActOnDomains, RerunImport, SetMark};
use parkade::store::writes::intent::{DomainAct, ExportAsk};
use parkade::store::{EntryId, Intent, Mark, Wants, Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk, SaveFrom, SaveTo};
use serde_json::json;

use super::open_jobs;
use crate::support::jobs::{entries, entry, export, exports_page, import, imports_page, lines, lines_page, page};
use crate::support::{NOW, failure};

/// The writes asked for since the last look.
fn writes(story: &mut Story) -> Vec<Intent> {
    let all = story.sent().into_iter();
    all.filter_map(|effect| if let Effect::Write(intent) = effect { Some(intent) } else { None }).collect()
}

/// Answers the newest write with the number of the thing it made.
fn made(story: &mut Story, number: i64) {
    let entry = story.store.journal().entries().next().expect("a write").id;
    let at = story.now;
    for step in [WriteStep::Made(number), WriteStep::Applied { marks: None }] {
        story.store.settle(WriteProgress { entry, targets: Which::All, step, at });
    }
    story.sync();
}

fn lost() -> Failure {
    Failure { kind: FailureKind::Timeout, status: None, errors: Vec::new(), retry_after: None, detail: String::new() }
}

fn names(count: usize) -> Vec<DomainName> {
    (0..count).map(|n| DomainName::from_service(&format!("name{n}.com"))).collect()
}

#[test]
fn an_import_is_run_again_only_once_it_is_over_and_the_new_one_is_opened() {
    let mut story = open_jobs();
    story.keys("R");
    assert!(story.snap().contains("can be run again when it has ended"), "{}", story.snap());
    story.keys("G R");
    assert_eq!(writes(&mut story), [], "asked about first");
    assert!(story.snap().contains("Run import 4708 again"), "{}", story.snap());
    story.wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [Intent::RerunImport(RerunImport { import: Id::new(4_708) })]);
    made(&mut story, 4_712);
    assert_eq!(story.wanted()[0], lines_page(4_712, 1).call().key(), "its lines are watched at once");
    story.line("rerun nonsense");
    assert!(story.snap().contains("“nonsense” is not an import number."));
    story.keys("esc").line("rerun 4711");
    assert!(story.snap().contains("Import 4711 is still running"), "{}", story.snap());
}

#[test]
fn an_export_is_asked_for_by_words_from_any_screen() {
    let mut story = open_jobs();
    story.open("inquiries", "").line("export inquiries confirmed unsent order:offer domain:solarpark.de");
    let ask = ExportAsk {
        kind: Kind::Inquiries,
        domain: Some(DomainName::from_service("solarpark.de")),
        status: Some(Status::Confirmed),
        delivery: Some(DeliveryFilter::Unsent),
        order: Some(Order::Offer),
    };
    assert_eq!(writes(&mut story), [Intent::Export(ask)]);
    assert_eq!(story.shell.current(), Some("jobs"));
    story.line("export inquiries confirmd");
    assert!(story.snap().contains("Did you mean “confirmed”?"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn an_export_of_inquiries_is_narrowed_in_a_form() {
    let mut story = open_jobs();
    story.keys("] + down enter");
    assert!(story.snap().contains("New export of inquiries"), "{}", story.snap());
    story.typed("no such/name").keys("enter space enter right enter enter enter");
    assert!(story.snap().contains("not a domain name"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
    story.keys("ctrl-u").typed("éclair.shop").keys("enter enter enter enter enter");
    let ask = ExportAsk {
        kind: Kind::Inquiries,
        domain: Some(DomainName::from_service("xn--clair-9ra.shop")),
        status: Some(Status::Confirmed),
        delivery: Some(DeliveryFilter::Delivered),
        order: None,
    };
    assert_eq!(writes(&mut story), [Intent::Export(ask)]);
    story.settle(Some(&failure(FailureKind::Forbidden)));
    story.keys("+ down enter");
    assert!(story.snap().contains("éclair.shop"), "refused, so what was filled in comes again:\n{}", story.snap());
    story.keys("esc + down enter");
    assert!(!story.snap().contains("éclair.shop"), "{}", story.snap());
    story.keys("esc");
    assert!(!story.snap().contains("New export"), "esc makes none");
}

#[test]
fn a_running_export_of_somebody_else_as_the_answer_is_named_as_such() {
    let mut story = open_jobs();
    story.line("export inquiries unconfirmed");
    let mut running = export(11, "inquiries", "running", 0.3);
    running["filters"] = json!({ "status": "confirmed" });
    story.answer(
        &exports_page(1),
        &page("exports", &[export(12, "domains", "running", 0.2), running], 1, 50, 2).to_string(),
    );
    made(&mut story, 11);
    let frame = story.snap();
    assert!(frame.contains("is running (only confirmed)"), "{frame}");
    let mut story = open_jobs();
    story.line("export domains");
    made(&mut story, 12);
    assert!(story.snap().contains("An export of domains was running already; this is it."), "{}", story.snap());
    let mut story = open_jobs();
    story.line("export domains");
    let newer = [export(13, "domains", "pending", 0.0), export(11, "inquiries", "finished", 1.0)];
    story.answer(&exports_page(1), &page("exports", &newer, 1, 50, 2).to_string());
    made(&mut story, 13);
    assert!(!story.snap().contains("running already"), "{}", story.snap());
}

#[test]
fn the_cursor_is_on_an_export_made_meanwhile_once_its_tab_is_shown() {
    let mut story = open_jobs();
    story.line("export domains").keys("j").line("tab bulk");
    let newer = [export(13, "domains", "pending", 0.0), export(12, "inquiries", "finished", 1.0)];
    story.answer(&exports_page(1), &page("exports", &newer, 1, 50, 2).to_string());
    made(&mut story, 13);
    assert!(story.snap().contains("No bulk actions yet"), "the tab stays: {}", story.snap());
    story.line("tab exports");
    let frame = story.snap();
    let row = frame.lines().find(|line| line.starts_with('▌')).expect("a row");
    assert!(row.contains(" 13 "), "{frame}");
}

#[test]
fn the_lines_of_an_import_are_unmarked_by_esc_before_it_is_closed() {
    let mut story = open_jobs();
    story.keys("enter");
    lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
    story.keys("space space");
    assert!(story.snap().contains("2 marked"), "{}", story.snap());
    story.keys("esc");
    assert!(!story.snap().contains("marked") && story.snap().contains("Import 4711"), "{}", story.snap());
}

/// The downloads asked for: name, path, place.
fn saves(story: &mut Story) -> Vec<(String, String, SaveTo)> {
    let save = |effect| match effect {
        Effect::Save(save) => match save.from {
            SaveFrom::Call(call) => Some((save.name, call.path, save.to)),
            _ => None,
        },
        _ => None,
    };
    story.sent().into_iter().filter_map(save).collect()
}

#[test]
fn files_of_jobs_are_saved_or_shown_or_the_reason_is_given() {
    let mut story = open_jobs();
    story.keys("S");
    let input = ("import-4711.txt".to_owned(), "parking/import/4711/download".to_owned(), SaveTo::Downloads);
    assert_eq!(saves(&mut story), [input]);
    story.keys("] S");
    assert!(story.snap().contains("Not ready yet"), "{}", story.snap());
    story.keys("j S").line("download ~/exports");
    let path = "parking/export/11/download".to_owned();
    let expected = [
        ("inquiries-11.csv".to_owned(), path.clone(), SaveTo::Downloads),
        ("inquiries-11.csv".to_owned(), path.clone(), SaveTo::Path("~/exports".to_owned())),
    ];
    assert_eq!(saves(&mut story), expected);
    story.keys("enter");
    assert_eq!(saves(&mut story), [("inquiries-11.csv".to_owned(), path, SaveTo::Shown)]);
    story.keys("j S");
    assert!(story.snap().contains("Failed, no file"), "{}", story.snap());
    let mut old = export(9, "domains", "finished", 1.0);
    (old["finish_date"], old["downloadable"]) = (json!(NOW - 8 * 86_400), json!(false));
    story.answer(&exports_page(1), &page("exports", &[old], 1, 50, 1).to_string());
    story.keys("g g S");
    assert!(story.snap().contains("The file has expired") && story.snap().contains("expired"), "{}", story.snap());
}

#[test]
fn the_file_of_an_export_is_saved_automatically_where_that_was_asked_for() {
    let mut story = open_jobs();
    story.line("export domains save");
    assert_eq!(writes(&mut story).len(), 1);
    let list = |state: &str| page("exports", &[export(13, "domains", state, 0.5)], 1, 50, 1).to_string();
    story.answer(&exports_page(1), &list("running"));
    made(&mut story, 13);
    assert_eq!(saves(&mut story), [], "not yet");
    // The file is saved also while another screen is in front.
    story.keys("2");
    story.answer(&exports_page(1), &list("finished"));
    let saved = saves(&mut story);
    assert_eq!(saved.len(), 1, "{}", story.snap());
    assert_eq!((saved[0].1.as_str(), &saved[0].2), ("parking/export/13/download", &SaveTo::Downloads));
    story.answer(&exports_page(1), &list("finished"));
    assert_eq!(saves(&mut story), [], "once");
}

#[test]
fn only_the_failed_lines_go_into_the_editor_as_they_were_sent() {
    let mut story = open_jobs();
    story.keys("G").line("fix errors");
    assert!(story.snap().contains("Loading the failed lines"), "{}", story.snap());
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    let keys: Vec<String> = wants.queries.into_iter().map(|want| want.key).collect();
    assert!(keys.contains(&"parking/import/4708/download".to_owned()), "{keys:?}");
    let mut text_import = import(4_709, "finished", 1.0);
    text_import["import_id"] = json!(4_708);
    lines(&mut story, &text_import, &entries(), 1, 5);
    let input = "nordsee-ferien.de\nnot a domain!\nbergluft.at\néclair.shop\nKaufMich.invalid\n";
    story.answer(&imports::Download { id: Id::new(4_708) }, input);
    assert_eq!(story.shell.current(), Some("add"));
    let edited = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { text, .. }) => Some(text),
        _ => None,
    });
    let text = edited.expect("the editor");
    let typed: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(typed, ["not a domain!", "KaufMich.invalid"]);
    let lines: Vec<&str> = text.lines().collect();
    let above = |name: &str| lines[lines.iter().position(|line| *line == name).expect("the line") - 1];
    assert_eq!(above("KaufMich.invalid"), "# Nobody has registered this name.", "each with its reason: {text}");
}

#[test]
fn a_fix_without_the_input_has_the_names_the_service_read_and_says_so() {
    let mut story = open_jobs();
    story.keys("G").line("fix errors");
    let mut text_import = import(4_709, "finished", 1.0);
    text_import["import_id"] = json!(4_708);
    lines(&mut story, &text_import, &entries(), 1, 5);
    story.fail(&imports::Download { id: Id::new(4_708) }, failure(FailureKind::NotFound));
    let edited = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { text, .. }) => Some(text),
        _ => None,
    });
    let text = edited.expect("the editor");
    let names: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(names, ["kaufmich.invalid"], "the other failed line has no name");
    assert!(story.snap().contains("What was sent could not be read"), "{}", story.snap());
}

#[test]
fn an_import_without_failed_lines_offers_nothing_to_fix() {
    let mut story = open_jobs();
    let mut fine = import(4_711, "finished", 1.0);
    fine["error_count"] = json!(0);
    story.answer(&imports_page(1), &page("imports", &[fine], 1, 50, 1).to_string());
    story.keys("e");
    assert!(story.snap().contains("No lines with errors."), "{}", story.snap());
}

/// Proves R-54.
#[test]
fn a_bulk_act_shows_what_the_service_made_of_it_and_what_it_did_not_find() {
    let mut story = open_jobs();
    let intent =
        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: names(3), tab: domains::Tab::MyDomains });
    story.store.plan(intent, story.now).expect("planned");
    let batch = story.store.next_batch(false).expect("it may go out");
    let body = json!({ "success": true, "action": "delete", "matched": 2, "applied": 2, "queued": false,
        "not_found": ["name1.com"] });
    story.store.answered(&batch, body.to_string().as_bytes(), story.now);
    story.line("tab bulk");
    let frame = story.size(200, 24).snap();
    let mut list = frame.lines().map(|line| line.split('│').next().unwrap_or_default());
    let row = list.find(|line| line.contains("Removing")).expect("the act");
    assert!(row.contains("3 domains") || row.contains("Removing 3"), "{row}");
    assert!(row.trim_end().ends_with('1') && row.matches(" 2").count() >= 2, "{row}");
    story.keys("enter");
    let details = story.snap();
    assert!(
        details.contains("2 removed. 1 sent, outcome unknown") && details.contains("checking   name1.com"),
        "{details}"
    );
    story.keys("esc y");
    assert!(story.snap().contains("Names not found"), "{}", story.snap());
}

/// Proves R-54.
#[test]
fn queued_work_counts_as_running_until_it_was_read_back() {
    let mut story = open_jobs();
    let intent =
        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: names(150), tab: domains::Tab::MyDomains });
    story.store.plan(intent, story.now).expect("planned");
    let batch = story.store.next_batch(false).expect("it may go out");
    let body = json!({ "success": true, "action": "delete", "matched": 150, "applied": null, "queued": true, "not_found": [] });
    story.store.answered(&batch, body.to_string().as_bytes(), story.now);
    story.line("tab bulk");
    let frame = story.snap();
    assert!(frame.contains("queued · 150 left"), "{frame}");
    assert!(frame.contains("6 Jobs 4"), "the three jobs and this: {frame}");
    story.line("tab queue");
    assert!(story.snap().contains("the service to finish"), "{}", story.snap());
}

/// Proves R-66.
#[test]
fn the_write_queue_says_what_each_write_waits_for_and_cancels_unsent_ones() {
    let mut story = open_jobs();
    let intent = Intent::Mark(SetMark { ids: vec![Id::new(7)], mark: Mark::Starred, to: true });
    let entry = story.store.plan(intent, story.now).expect("planned");
    story.line("tab queue");
    let frame = story.snap();
    assert!(frame.contains("now  Starring #7  waiting  its turn"), "{frame}");
    story.store.session_mut().write_hold = parkade::store::WriteHold::Offline;
    assert!(story.sync().snap().contains("the service to be back"), "{}", story.snap());
    let frame = story.size(80, 24).line("tab imports").line("tab write queue").snap();
    let row = ["now ", "Starring #7", "waiting  ", "the service to be back"];
    let is_it = |line: &str| line.starts_with('▌') && row.iter().all(|words| line.contains(words));
    assert!(frame.lines().any(is_it), "{frame}");
    story.keys("d");
    assert!(story.snap().contains("Cancel: "), "{}", story.snap());
    story.wait(1_000).keys("y");
    assert!(story.sent().contains(&Effect::TakeBack(entry)));
    assert_eq!(story.store.journal().pending(), (0, 0), "it was taken back");
    assert!(story.wait(10_000).snap().contains("Nothing is waiting."), "{}", story.snap());
    assert_eq!(story.store.take_back(EntryId(999), story.now), 0);
}

#[test]
fn an_undetermined_write_is_checked_again_or_sent_after_a_typed_word() {
    let mut story = open_jobs();
    let intent =
        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: names(1), tab: domains::Tab::MyDomains });
    let entry = story.store.plan(intent.clone(), story.now).expect("planned");
    let at = story.now;
    let step = |story: &mut Story, step| story.store.settle(WriteProgress { entry, targets: Which::All, step, at });
    step(&mut story, WriteStep::Sending);
    step(&mut story, WriteStep::Unknown(lost()));
    story.line("tab queue");
    assert!(story.snap().contains("being checked") && story.snap().contains("being read back"), "{}", story.snap());
    story.keys("R");
    assert!(story.snap().contains("Only changes with an unknown outcome"), "{}", story.snap());
    step(&mut story, WriteStep::GivenUp { evidence: "nothing told".to_owned() });
    assert!(story.sync().snap().contains("undetermined"), "{}", story.snap());
    story.keys("V");
    assert!(story.sent().contains(&Effect::CheckAgain));
    assert!(story.snap().contains("Checking 1 change."), "{}", story.snap());
    step(&mut story, WriteStep::GivenUp { evidence: "nothing told".to_owned() });
    story.sync();
    story.keys("R").wait(1_000).keys("y enter");
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::WriteOver(_))), "a word is typed");
    story.keys("ctrl-u").typed("anyway").keys("enter");
    assert!(story.sent().contains(&Effect::WriteOver(intent)));
}

#[test]
fn a_line_leads_to_its_domain_and_one_without_a_domain_says_so() {
    let mut story = open_jobs();
    story.keys("enter");
    lines(&mut story, &import(4_711, "running", 0.68), &[entry(1, None, &["error"], None)], 1, 1);
    story.keys("g d");
    assert!(story.snap().contains("This line is not a domain."), "{}", story.snap());
}

#[test]
fn a_read_only_session_says_why_nothing_changes() {
    let mut story = open_jobs();
    story.readonly = Some("another Parkade is open on this account".to_owned());
    story.keys("G R");
    assert!(story.snap().contains("another Parkade is open"), "{}", story.snap());
    story.line("export domains");
    assert_eq!(writes(&mut story), []);
}

#[test]
fn times_and_figures_of_jobs_are_saved_exactly() {
    let mut story = open_jobs();
    story.line("export-view csv");
    let saved = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => match save.from {
            SaveFrom::Text(text) => Some((save.name, text)),
            _ => None,
        },
        _ => None,
    });
    let (name, text) = saved.expect("a file");
    assert_eq!(name, "imports.csv");
    let row = text.lines().find(|line| line.contains("4711")).expect("the row");
    assert!(row.contains("0.68") && row.contains("2026-03-12T13:53:20Z"), "{row}");
}
