//! Adding names as a user does: typed, pasted, from a file and the editor; the outcome of each line; and no typed text
//! is lost.

use parkade::api::Page;
use parkade::api::domains::{Casing, DomainFilter, List};
use parkade::client::{Failure, FailureKind};
use parkade::screens::ALL;
use parkade::store::writes::intent::AddDomains;
use parkade::store::{Intent, Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk, Place};

fn page() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "").line("add");
    let asked = story.sent();
    assert!(asked.contains(&Effect::File(FileAsk::Kept { slot: "add" })), "what an earlier run kept is asked for");
    story
}

/// Two domains the account has, one it removed.
fn known(story: &mut Story) {
    let domain = |name: &str, state: &str| {
        format!(
            r#"{{"domain_id":1,"name":"{name}","punycode":"{name}","state":"{state}","is_approved":{}}}"#,
            state != "removed"
        )
    };
    let rows = [domain("mine.com", "verified"), domain("also-mine.com", "unverified")].join(",");
    let paging = r#""pagination":{"current_page":1,"last_page":1,"per_page":200,"shown":2,"total":2}"#;
    let list = |state| List { filter: DomainFilter { state, ..DomainFilter::default() }, page: Page::new(1, 200) };
    story.answer(&list(parkade::store::DomainTab::MyDomains), &format!(r#"{{"domains":[{rows}],{paging}}}"#));
    let gone = domain("gone.com", "removed");
    story.answer(&list(parkade::store::DomainTab::Removed), &format!(r#"{{"domains":[{gone}],{paging}}}"#));
}

/// Names of the write that adds them, with their casing.
fn added(story: &mut Story) -> Option<(Vec<String>, Casing)> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Write(Intent::AddDomains(AddDomains { lines, casing })) => Some((lines.0.to_vec(), casing)),
        _ => None,
    })
}

#[test]
fn a_file_added_twice_is_reported_and_a_question_mark_in_the_empty_field_opens_the_keys() {
    let mut story = page();
    story.paste("a.com\nb.com\nc.com\n");
    assert!(!story.snap().contains("already."), "{}", story.snap());
    story.paste("a.com\nb.com\nd.com\n");
    assert!(story.snap().contains("3 lines added; 2 were on the list already."), "{}", story.snap());
    story.keys("?");
    assert!(!story.shell.layer_names().is_empty(), "{}", story.snap());
    story.keys("esc").typed("e.com?");
    assert!(story.snap().contains("e.com?"), "behind something typed it is a sign like any other: {}", story.snap());
}

#[test]
fn names_are_typed_and_pasted_and_each_line_says_what_it_becomes() {
    let mut story = page();
    known(&mut story);
    assert!(story.snap().contains("Nothing here yet."));
    story.typed("SolarPark.de");
    assert!(story.snap().contains("solarpark.de"), "said while one types:\n{}", story.snap());
    story.keys("ctrl-u").typed("аррӏе.com");
    assert!(story.snap().contains("looks like apple.com · xn--80ak6aa92e.com"), "{}", story.snap());
    story
        .keys("ctrl-u")
        .typed("SolarPark.de")
        .keys("enter")
        .paste("bücher.de\nmine.com\ngone.com\nsolarpark.de\nmy shop.com\nаpple.com\n");
    let shown = story.snap();
    for words in [
        "to add",
        "xn--bcher-kva.de",
        "already there, verified: left out",
        "to add again; it was removed",
        "the same as line 1",
        "A domain name has no spaces.",
        "letters",
        "4 to add · 1 twice · 1 already there · 1 is not a name",
        "Already there 1",
    ] {
        assert!(shown.contains(words), "{words} is missing:\n{shown}");
    }
    story.keys("ctrl-s").wait(500);
    let question = story.snap();
    assert_eq!(question.matches("mine.com").count(), 1, "in the list, but not among those that are added: {question}");
    assert!(question.contains("Add 4 names") && question.contains("looks like another name"), "{question}");
    assert!(question.contains("3 lines left out (1 not a name, 1 twice, 1 already there)"), "{question}");
    story.keys("y");
    let (lines, casing) = added(&mut story).expect("handed over");
    assert_eq!(lines, ["SolarPark.de", "bücher.de", "gone.com", "аpple.com"], "as typed, each once");
    assert_eq!(casing, Casing::Auto);
}

#[test]
fn a_price_beside_a_name_is_left_out_and_the_way_to_set_it_is_named() {
    let mut story = page();
    known(&mut story);
    story.typed("solar.de $4,500");
    assert!(story.snap().contains("with a price, which is left out"), "{}", story.snap());
    story.keys("enter").paste("wind.de\t1200\nbay.de\t900\n");
    let shown = story.snap();
    for words in [
        "To add 3",
        "Not a name 3",
        "2 prices are left out; :import FILE takes a CSV of names with prices.",
        "$4,500",
        "A price, not a name; :import FILE takes names with prices.",
    ] {
        assert!(shown.contains(words), "{words} is missing:\n{shown}");
    }
    story.keys("ctrl-s").wait(500).keys("y");
    assert_eq!(
        added(&mut story).map(|(lines, _)| lines),
        Some(["solar.de", "wind.de", "bay.de"].map(str::to_owned).to_vec())
    );
}

#[test]
fn answering_no_and_leaving_the_page_keep_every_line() {
    let mut story = page();
    story.typed("a.com").keys("enter").typed("b.com").keys("ctrl-s").wait(500).keys("n");
    assert_eq!(added(&mut story), None);
    story.typed("c.com").keys("esc");
    assert!(story.snap().contains("3 lines are kept; :add opens the list again"), "{}", story.snap());
    let kept = story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::Keep { slot: "add", text, .. }) => Some(text),
        _ => None,
    });
    assert_eq!(kept.as_deref(), Some("a.com\nb.com\nc.com"), "also for the next run");
    story.line("add");
    assert!(story.snap().contains("c.com"));
}

#[test]
fn lines_leave_the_list_when_they_are_done_and_stay_when_refused() {
    let mut story = page();
    story.paste("a.com\nb.com\n").keys("ctrl-s").wait(500).keys("y").wait(10_000);
    assert!(story.snap().contains("These names are being added"), "{}", story.snap());
    story.settle(Some(&Failure::new(FailureKind::Refused, "no")));
    assert!(story.snap().contains("a.com") && story.snap().contains("2 to add"), "{}", story.snap());
    story.keys("ctrl-s").wait(500).keys("y").settle(None);
    story.line("add");
    assert!(story.snap().contains("Nothing here yet."), "{}", story.snap());
}

#[test]
fn only_the_refused_parts_of_a_long_list_stay() {
    let mut story = page();
    let names: Vec<String> = (0..12_000).map(|n| format!("n{n}.com")).collect();
    story.paste(&names.join("\n")).keys("ctrl-s").wait(500);
    assert!(story.snap().contains("3 parts of up to 5,000"), "{}", story.snap());
    story.keys("y");
    assert_eq!(added(&mut story).map(|(lines, _)| lines.len()), Some(12_000));
    let entry = story.store.journal().entries().next().expect("an entry").id;
    let parts: Vec<_> =
        story.store.journal().get(entry).expect("it").targets.iter().map(parkade::store::Target::item).collect();
    let step = WriteStep::Applied { marks: None };
    let first = Which::These(parts[..1].to_vec());
    story.store.settle(WriteProgress { entry, targets: first, step, at: story.now });
    let step = WriteStep::Refused(Failure::new(FailureKind::Refused, "too many"));
    story.store.settle(WriteProgress { entry, targets: Which::These(parts[1..].to_vec()), step, at: story.now });
    story.sync().wait(10_000);
    assert!(story.snap().contains("7,000 to add"), "{}", story.snap());
}

#[test]
fn lines_are_added_from_a_file_and_from_the_editor() {
    let mut story = page();
    story.keys("tab").line("add ~/names.txt");
    assert!(story.sent().contains(&Effect::File(FileAsk::Names { slot: "add", path: "~/names.txt".to_owned() })));
    story.store.files_mut().put_text("add", Ok("a.com\nnot one".into()));
    story.sync();
    assert!(story.snap().contains("1 to add · 1 is not a name"), "{}", story.snap());
    story.keys("tab e");
    let edit = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { slot: "add-edited", text, .. }) => Some(text),
        _ => None,
    });
    assert!(edit.expect("the editor opens").contains("# A domain name has no spaces.\nnot one"));
    story.store.files_mut().put_text("add-edited", Ok("# x\na.com\nb.com\n".into()));
    story.sync();
    assert!(story.snap().contains("2 to add"), "{}", story.snap());
    story.store.files_mut().put_text("add", Err("~/names.txt cannot be read: it is gone.".to_owned()));
    story.sync();
    assert!(story.snap().contains("cannot be read"));
    story.line("add c.com ü.com");
    assert!(story.snap().contains("To add 4"), "names behind the command too:\n{}", story.snap());
    story.line("add -");
    assert!(story.snap().contains("Standard input is the keyboard"), "{}", story.snap());
}

#[test]
fn lines_are_removed_and_shown_by_kind() {
    let mut story = page();
    known(&mut story);
    story.paste("a.com\na.com\nmine.com\nx").keys("tab ]");
    assert!(story.snap().contains("To add 1") && !story.snap().contains("the same as line"));
    story.keys("] d [ [");
    assert!(!story.snap().contains("the same as line"), "{}", story.snap());
    story.keys("r");
    assert!(story.snap().contains("checked again"));
    story.keys("c ctrl-s").wait(500).keys("y");
    assert_eq!(added(&mut story), Some((vec!["a.com".to_owned(), "mine.com".to_owned()], Casing::Manual)));
}

#[test]
fn the_lines_of_a_failed_import_do_not_mix_with_what_was_typed() {
    let mut story = page();
    story.typed("typed.com").keys("enter esc");
    story.sent();
    story.go(Place::AddOnly("failed.com\nalso failed".to_owned()));
    assert!(story.snap().contains("failed.com") && !story.snap().contains("typed.com"));
    assert!(story.snap().contains("also failed"), "each of them: {}", story.snap());
    assert!(story.sent().iter().any(|effect| matches!(effect, Effect::File(FileAsk::Edit { .. }))));
    story.keys("ctrl-s").wait(500).keys("y").settle(None);
    story.line("add");
    assert!(story.snap().contains("typed.com"), "{}", story.snap());
}

#[test]
fn a_read_only_session_says_why_nothing_is_added() {
    let mut story = page();
    story.readonly = Some("Read-only account (readonly in config.toml, or PARKADE_READONLY).".to_owned());
    story.typed("a.com").keys("enter ctrl-s");
    assert!(story.snap().contains("read-only"), "{}", story.snap());
}

#[test]
fn tab_and_filter_commands_apply_to_the_lines_to_add() {
    let mut story = page();
    known(&mut story);
    story.paste("new.com\nmine.com\nmy shop.com\n").line("tab already there");
    let shown = story.snap();
    assert!(shown.contains("mine.com") && !shown.contains("new.com"), "{shown}");
    story.line("tab moon");
    assert!(story.snap().contains("Unknown tab “moon”"), "{}", story.snap());
    story.line("tab all").line("filter .com shop");
    let shown = story.snap();
    assert!(shown.contains("my shop.com") && !shown.contains("mine.com"), "{shown}");
    // Esc in the list clears the filter, then goes back.
    story.keys("esc");
    assert!(story.snap().contains("mine.com"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("inquiries"));
}

#[test]
fn the_footer_says_what_enter_does_with_and_without_typed_text() {
    let mut story = page();
    known(&mut story);
    story.typed("solarpark.de");
    assert!(story.snap().contains("enter add line"), "{}", story.snap());
    story.keys("enter");
    let shown = story.snap();
    assert!(shown.contains("ctrl-s add them") && !shown.contains("enter add line"), "{shown}");
    story.keys("enter").wait(400);
    assert!(story.snap().contains("Add solarpark.de"), "enter on the empty field asks to add them:\n{}", story.snap());
}
