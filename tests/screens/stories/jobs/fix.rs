//! The failed rows of a CSV go through the editor with all their values and are imported as a CSV again.

use parkade::api::imports;
use parkade::base::{HeldBack, Id};
use parkade::client::FailureKind;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::{Value, json};

use super::open_jobs;
use crate::support::failure;
use crate::support::jobs::{csv_sent, entry, import, lines, lines_page};

const INPUT: &str = "Name,Wert,Note\nnordsee-ferien.de,100,a\nnot a domain!,200,\"b, c\"\nbergluft.at,cheap,d\n\n\
                     KaufMich.invalid,400,e\n";

/// Results of its rows; the last one has another line number at the service, and is found by its name.
fn entries() -> Vec<Value> {
    vec![
        entry(2, Some("nordsee-ferien.de"), &["updated"], None),
        entry(3, None, &["error"], Some("This line is not a domain name.")),
        entry(4, Some("bergluft.at"), &["warning"], Some("bin_price: 'cheap' is not a number; it was left as it was.")),
        entry(5, Some("kaufmich.invalid"), &["error"], Some("Nobody has registered this name.")),
    ]
}

/// The file that is given to the editor.
fn edited(story: &mut Story) -> Option<(String, String)> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::EditFile { slot: "import", name, text }) => Some((name, text)),
        _ => None,
    })
}

fn fixed(which: &str) -> Story {
    let mut story = open_jobs();
    story.keys("G e");
    let menu = story.snap();
    assert!(
        menu.contains("Rows with errors") && menu.contains("12 rows"),
        "errors and warnings are told apart:\n{menu}"
    );
    story.keys("esc").line(&format!("fix {which}"));
    lines(&mut story, &import(4_708, "finished", 1.0), &entries(), 1, 4);
    story
}

#[test]
fn the_failed_rows_of_a_csv_keep_their_values_and_are_imported_again() {
    let mut story = fixed("errors");
    story.answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    let (name, text) = edited(&mut story).expect("the editor");
    assert_eq!(name, "import-4708-failed.csv");
    let expected = "Name,Wert,Note,problem\nnot a domain!,200,\"b, c\",This line is not a domain name.\n\
                    KaufMich.invalid,400,e,Nobody has registered this name.\n";
    assert_eq!(text, expected);
    assert_eq!(story.shell.current(), Some("import"));
    story.store.files_mut().put_text("import", Ok("/home/x/drafts/import-4708-failed.csv".into()));
    story.sync();
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Check(ask)) => Some(ask.path),
        _ => None,
    });
    assert_eq!(asked, Some("/home/x/drafts/import-4708-failed.csv".into()), "what was saved goes through the checks");
}

/// The page for the edited rows has nothing to show without them.
#[test]
fn an_editor_that_cannot_start_leaves_the_user_on_the_import_with_the_reason() {
    let mut story = fixed("errors");
    story.answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    edited(&mut story).expect("the editor");
    let why = "The editor vi could not be started: it does not exist. Set editor in config.toml.";
    story.store.files_mut().put_text("import", Err(why.to_owned()));
    story.sync();
    assert_eq!(story.shell.current(), Some("jobs"), "{}", story.snap());
    assert!(story.snap().contains("Set editor in config.toml.") && story.snap().contains("4708"), "{}", story.snap());
}

#[test]
fn the_services_reasons_are_no_modelines_for_the_editor_of_the_rows() {
    let mut story = open_jobs();
    story.keys("G e").keys("esc").line("fix errors");
    let why = "vim: set foldmethod=expr";
    let entries = [entry(3, None, &["error"], Some(why)), entry(4, Some("bergluft.at"), &["error"], Some(why))];
    lines(&mut story, &import(4_708, "finished", 1.0), &entries, 1, 4);
    story.answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    let (_, text) = edited(&mut story).expect("the editor");
    assert_eq!(text.matches("vim·: set").count(), 2, "{text}");
    assert!(!text.contains("vim:"), "{text}");
}

#[test]
fn rows_with_warnings_can_be_fixed_too() {
    let mut story = fixed("warnings");
    story.answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    let (_, text) = edited(&mut story).expect("the editor");
    assert!(text.contains("\nbergluft.at,cheap,d,bin_price: 'cheap' is not a number"), "{text}");
    let mut story = fixed("both");
    story.answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    assert_eq!(edited(&mut story).expect("the editor").1.lines().count(), 4);
    story.line("jobs").line("fix some");
    assert!(story.snap().contains("not one of errors, warnings and both"), "{}", story.snap());
}

#[test]
fn without_the_file_of_a_csv_only_its_names_are_left_and_that_is_said() {
    let mut story = fixed("errors");
    story.fail(&imports::Download { id: Id::new(4_708) }, failure(FailureKind::NotFound));
    assert!(story.snap().contains("without the values of the other columns"), "{}", story.snap());
    assert_eq!(story.shell.current(), Some("add"));
}

#[test]
fn a_csv_with_only_warnings_can_be_fixed() {
    let mut story = open_jobs();
    let mut warned = import(4_708, "finished", 1.0);
    warned["error_count"] = json!(0);
    lines(&mut story, &warned, &entries(), 1, 4);
    story.keys("G e").answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    assert!(edited(&mut story).is_some_and(|(_, text)| text.contains("bergluft.at")), "{}", story.snap());
}

/// The import 4708, with two rows of its file that were not sent.
fn with_rows_held_back() -> Story {
    let mut story = open_jobs();
    let mut held = HeldBack::default();
    held.heading = Some(["Name", "Wert", "Note"].map(str::to_owned).into());
    let cells = |cells: [&'static str; 3]| move || cells.map(str::to_owned).to_vec();
    held.push(4, cells(["seeblick.de", "dear", ""]), &["bin_price: “dear” is not a plain number.".to_owned()]);
    held.push(9, cells(["a.com", "5", ""]), &["This row has 4 cells; the first row has 3.".to_owned()]);
    csv_sent(&mut story, 4_708, Vec::new(), held);
    story.keys("G");
    story
}

#[test]
fn rows_that_were_not_sent_are_fixed_together_with_those_the_service_refused() {
    let mut story = with_rows_held_back();
    story.line("fix errors");
    assert!(story.snap().contains("Loading the failed lines; the editor opens"), "{}", story.snap());
    lines(&mut story, &import(4_708, "finished", 1.0), &entries(), 1, 4);
    assert!(story.snap().contains("Loading the failed lines"), "it stays while it is so:\n{}", story.snap());
    story.answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    let expected = "Name,Wert,Note,problem\nnot a domain!,200,\"b, c\",This line is not a domain name.\n\
                    seeblick.de,dear,,bin_price: “dear” is not a plain number.\n\
                    KaufMich.invalid,400,e,Nobody has registered this name.\n\
                    a.com,5,,This row has 4 cells; the first row has 3.\n";
    assert_eq!(edited(&mut story).expect("the editor").1, expected);
    story.keys("esc").line("jobs");
    assert!(!story.snap().contains("Loading the failed lines"), "{}", story.snap());
}

#[test]
fn rows_that_were_not_sent_are_shown_with_the_import_and_kept_though_its_file_is_gone() {
    let mut story = with_rows_held_back();
    let told = story.keys("p").snap();
    assert!(
        told.contains("Not sent · e fixes them") && told.contains("This row has 4 cells; the first row has 3."),
        "{told}"
    );
    let mut fine = import(4_708, "finished", 1.0);
    (fine["error_count"], fine["warning_count"]) = (json!(0), json!(0));
    story.keys("esc enter");
    lines(&mut story, &fine, &entries()[..1], 1, 1);
    let opened = story.snap();
    assert!(opened.contains("2 rows of the file were not sent · e fixes them"), "{opened}");
    assert!(opened.contains("not sent 2"), "{opened}");
    story.keys("e").fail(&imports::Download { id: Id::new(4_708) }, failure(FailureKind::NotFound));
    let (_, text) = edited(&mut story).expect("the editor");
    assert!(text.starts_with("Name,Wert,Note,problem\nseeblick.de,dear,,bin_price: "), "{text}");
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(story.snap().contains("these are only the rows that were not sent"), "{}", story.snap());
}

#[test]
fn failed_lines_that_cannot_be_loaded_are_reported_and_open_no_editor_later() {
    let mut story = open_jobs();
    story.keys("G").line("fix errors");
    story.fail(&lines_page(4_708, 1), failure(FailureKind::Forbidden));
    let frame = story.snap();
    assert!(frame.contains("Could not load the failed lines: "), "{frame}");
    assert!(!frame.contains("Loading the failed lines"), "{frame}");
    let mut story = fixed("errors");
    story.keys("esc").answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    assert_eq!(edited(&mut story), None, "the import was left");
}

#[test]
fn reasons_of_an_earlier_import_are_replaced() {
    let mut story = fixed("errors");
    let again = "Name,Wert,problem\nnordsee-ferien.de,100,\nnot a domain!,200,Old.\n";
    story.answer(&imports::Download { id: Id::new(4_708) }, again);
    let (_, text) = edited(&mut story).expect("the editor");
    assert_eq!(text, "Name,Wert,problem\nnot a domain!,200,This line is not a domain name.\n");
}
