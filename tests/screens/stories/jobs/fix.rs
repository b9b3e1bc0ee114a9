//! The failed rows of a CSV go through the editor with all their values and are imported as a CSV again.

use parkade::api::imports;
use parkade::base::Id;
use parkade::client::FailureKind;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::{Value, json};

use super::open_jobs;
use crate::support::failure;
use crate::support::jobs::{entry, import, lines};

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
fn rows_with_warnings_can_be_mended_too() {
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
fn a_csv_with_warnings_only_has_something_to_mend() {
    let mut story = open_jobs();
    let mut warned = import(4_708, "finished", 1.0);
    warned["error_count"] = json!(0);
    lines(&mut story, &warned, &entries(), 1, 4);
    story.keys("G e").answer(&imports::Download { id: Id::new(4_708) }, INPUT);
    assert!(edited(&mut story).is_some_and(|(_, text)| text.contains("bergluft.at")), "{}", story.snap());
}
