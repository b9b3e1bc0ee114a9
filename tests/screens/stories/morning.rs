//! The morning run: the page as one queue, decided by its own keys, left and resumed, undone as one.

use parkade::base::Id;
use parkade::store::notes::{Key, NoteChange, Record};
use parkade::store::{DomainTab, Subject};
use parkade::ui::Effect;
use parkade::ui::testing::{NOW, Story};

use crate::support::inbox::walk;
use crate::support::morning::{home, inquiries, run};
use crate::support::{portfolio, settings};

/// The first line of the page.
fn head(story: &mut Story) -> String {
    let frame = story.snap_screen();
    let line = frame.lines().next().unwrap_or_default().trim_start_matches('▌');
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn begun() -> Story {
    let mut story = home();
    story.keys("k enter");
    story
}

#[test]
fn enter_on_the_head_goes_through_everything_and_ends_with_a_summary() {
    let mut story = home();
    settings::fill(&mut story);
    settings::own(&mut story, &[]);
    let todo = head(&mut story);
    assert!(todo.contains(" to decide"), "{todo}");
    story.keys("k");
    assert!(head(&mut story).contains("enter decides them one after the other"), "{}", story.snap());
    story.keys("enter");
    assert!(head(&mut story).starts_with("Morning run · Answer · 1 of "), "{}", story.snap());
    assert!(story.snap().contains("solarpark.de") && story.snap().contains("score "), "{}", story.snap());
    story.keys("a");
    assert!(head(&mut story).contains("Answer · 2 of ") && head(&mut story).ends_with("1 decided"), "{}", story.snap());
    story.keys("z enter");
    assert!(head(&mut story).contains("Rescue · 3 of "), "{}", story.snap());
    assert!(story.snap().contains("greenhaus.com") && story.snap().contains("below your minimum"), "{}", story.snap());
    story.keys("space");
    assert!(head(&mut story).contains("Due · 4 of "), "{}", story.snap());
    story.keys("d");
    assert!(head(&mut story).contains("Settle · "), "{}", story.snap());
    let mut names = 0;
    while head(&mut story).contains("Settle") {
        names += 1;
        let before = head(&mut story);
        story.keys("i enter");
        if head(&mut story) == before {
            story.keys("esc space");
        }
        assert!(names < 12, "{}", story.snap());
    }
    let frame = story.snap();
    assert!(frame.contains("1 archived · 1 snoozed · 1 done ·") && frame.contains("1 passed over"), "{frame}");
    assert!(frame.contains("Next, ") && frame.contains(" wakes "), "{frame}");
    story.keys("enter");
    assert!(head(&mut story).starts_with("The last 24 hours"), "{}", story.snap());
}

#[test]
fn an_inquiry_of_the_run_has_the_keys_of_its_page() {
    let mut story = begun();
    let at = head(&mut story);
    story.keys("c");
    assert!(story.snap().contains("Note something"), "{}", story.snap());
    story.typed("call her").keys("enter");
    assert!(story.snap().contains("note: call her") && head(&mut story) == at, "{}", story.snap());
    let row = |story: &Story| story.store.inquiries().row(Id::new(112)).map(|row| (row.read(), row.hidden()));
    let before = row(&story);
    story.keys("m");
    assert_ne!(row(&story), before, "{}", story.snap());
    story.keys("u");
    assert_eq!((row(&story), head(&mut story)), (before, at), "{}", story.snap());
    story.keys("d");
    assert!(head(&mut story).contains("Answer · 2 of ") && head(&mut story).ends_with("1 decided"), "{}", story.snap());
    assert_eq!(row(&story).map(|(_, hidden)| hidden), Some(true));
    while !head(&mut story).contains("Settle") {
        story.keys("space");
    }
    for (key, why) in [("d", "not an inquiry"), ("m", "not an inquiry"), ("c", "about several domains")] {
        story.keys(key);
        assert!(story.snap().contains(why), "{key}: {}", story.snap());
    }
}

#[test]
fn a_wide_window_shows_buyer_and_domain_beside_an_inquiry_of_the_run() {
    let mut story = begun();
    assert!(!story.snap().contains("│ Buyer"), "{}", story.snap());
    let frame = story.size(160, 48).snap();
    assert!(frame.contains("│ Buyer") && frame.contains("│ BIN price"), "{frame}");
    let frame = story.size(200, 48).snap();
    let line = frame.lines().find(|line| line.contains("│ Buyer")).unwrap_or_default();
    assert_eq!(line.matches('│').count(), 2, "{frame}");
}

#[test]
fn a_wide_window_shows_figures_of_the_names_to_settle_and_the_first_of_them() {
    let mut story = begun();
    while !head(&mut story).contains("Settle") {
        story.keys("space");
    }
    let names = story.size(80, 24).snap();
    assert!(names.contains("\n solarpark.de\n"), "{names}");
    let names = story.size(120, 40).snap();
    assert!(names.contains("solarpark.de  ") && names.contains("BIN $") && !names.contains('│'), "{names}");
    let names = story.size(160, 48).snap();
    assert!(names.contains("│ Lowest offer") && names.contains("│ Visits"), "{names}");
    story.keys("g v");
    assert_eq!(story.shell.current(), Some("insights"), "{}", story.snap());
}

#[test]
fn undo_in_a_run_goes_back_to_the_last_thing_and_at_the_end_takes_all_back() {
    let mut story = begun();
    story.keys("a a");
    assert!(head(&mut story).contains("3 of ") && head(&mut story).ends_with("2 decided"), "{}", story.snap());
    story.keys("u");
    assert!(head(&mut story).contains("2 of ") && head(&mut story).ends_with("1 decided"), "{}", story.snap());
    story.keys("a");
    for _ in 0..12 {
        story.keys("space");
    }
    assert!(story.snap().contains("u undoes 2 changes"), "{}", story.snap());
    story.keys("u");
    let row = |id| story.store.inquiries().row(Id::new(id)).expect("a row").archived();
    assert!(!row(112) && !row(111), "both are back");
    assert!(story.snap().contains("The run is undone") && !story.snap().contains("2 decided"), "{}", story.snap());
    assert!(head(&mut story).starts_with("Morning run"), "{}", story.snap());
}

/// Things that were passed over in between come again after the undone one.
#[test]
fn undo_in_a_run_goes_back_to_the_undone_thing_and_no_longer_counts_it() {
    let mut story = begun();
    story.keys("a space space");
    assert!(head(&mut story).contains("4 of ") && head(&mut story).ends_with("1 decided"), "{}", story.snap());
    story.keys("u");
    assert!(head(&mut story).contains("1 of ") && head(&mut story).ends_with("0 decided"), "{}", story.snap());
    assert!(story.snap().contains("solarpark.de"), "{}", story.snap());
    story.keys("a k");
    assert!(head(&mut story).contains("1 of ") && head(&mut story).ends_with("1 decided"), "{}", story.snap());
    story.keys("u");
    assert!(head(&mut story).contains("1 of ") && head(&mut story).ends_with("0 decided"), "{}", story.snap());
}

#[test]
fn undo_of_many_acts_of_a_run_counts_them() {
    let mut story = begun();
    story.keys("a a a");
    assert!(head(&mut story).ends_with("3 decided"), "{}", story.snap());
    // The end of the run, where one key undoes all of it.
    for _ in 0..40 {
        story.keys("space");
    }
    story.keys("u");
    let said = story.line("messages").snap();
    assert!(said.contains("Undone: 3 changes"), "{said}");
    assert!(!said.contains(" back in Active"), "a line for each would fill the window: {said}");
}

#[test]
fn a_run_that_was_left_is_resumed_also_by_another_program() {
    let mut story = begun();
    story.keys("a space");
    let place = head(&mut story);
    assert!(story.keys("J").snap().contains("One thing at a time here"), "the page is not on the screen");
    let quits = |effect: &Effect| matches!(effect, Effect::Quit { .. });
    assert!(!story.keys("q").sent().iter().any(quits), "q closes what is open");
    assert!(head(&mut story).starts_with("The last 24 hours"), "{}", story.snap());
    assert!(head(&mut story).contains("enter resumes the run"), "{}", story.snap());
    let kept: Vec<NoteChange> = story
        .store
        .notes()
        .of(&Subject::Account)
        .into_iter()
        .flat_map(Record::iter)
        .map(|(key, entry)| NoteChange::new(Subject::Account, key.clone(), &entry.value))
        .collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    story.keys("enter");
    assert_eq!(head(&mut story).split(" of ").next(), place.split(" of ").next());
    // Another program, which knows the notes and the outcome of the lead.
    let mut other = home();
    let mut all = inquiries();
    all[0]["marks"]["archived"] = true.into();
    walk(&mut other, &all);
    other.store.change_notes(kept, String::new(), NOW);
    other.sync();
    other.keys("k enter");
    assert!(head(&mut other).starts_with("Morning run · Rescue · 3 of "), "{}", other.snap());
    assert!(head(&mut other).ends_with("1 decided"), "{}", other.snap());
}

/// Acts on other things meanwhile are no part of the run.
#[test]
fn an_undo_at_the_end_takes_back_what_was_decided_before_the_run_was_left() {
    let mut story = begun();
    story.keys("a space esc").open("inquiries", "active").keys("a");
    story.open("home", "").keys("g g k enter");
    for _ in 0..9 {
        story.keys("tab");
    }
    assert!(story.snap().contains("u undoes 1 change"), "{}", story.snap());
    story.keys("u");
    let archived = |id| story.store.inquiries().row(Id::new(id)).expect("a row").archived();
    assert!(!archived(112) && archived(111), "{}", story.snap());
}

/// Passes everything up to the end of the run.
fn end(story: &mut Story) {
    for _ in 0..9 {
        story.keys("tab");
    }
}

fn is_archived(story: &Story, id: i64) -> bool {
    story.store.inquiries().row(Id::new(id)).expect("a row").archived()
}

fn is_noted(story: &Story, about: impl Into<Subject>, key: &Key) -> bool {
    story.store.notes().of(&about.into()).is_some_and(|record| record.get(key).is_some())
}

#[test]
fn an_undo_at_the_end_takes_back_all_of_the_run_and_nothing_that_was_done_elsewhere_meanwhile() {
    for is_noting in [false, true] {
        let mut story = begun();
        story.keys("a 2").open("inquiries", "all").keys("G s");
        let starred = |story: &Story| {
            let ids = [112, 111, 110].into_iter();
            ids.filter(|id| story.store.inquiries().row(Id::new(*id)).expect("a row").starred()).collect::<Vec<_>>()
        };
        let stars = starred(&story);
        story.keys("1 z enter");
        assert!(head(&mut story).contains("Rescue · 3 of "), "{}", story.snap());
        story.keys("2");
        let tag = Key::Tag("later".into());
        if is_noting {
            let change = NoteChange::new(Id::new(110), tag.clone(), "later");
            story.store.change_notes(vec![change], "tagged".to_owned(), NOW);
        }
        story.keys("1");
        end(&mut story);
        assert!(story.snap().contains("u undoes 2 changes"), "{}", story.snap());
        story.keys("u");
        assert!(story.snap().contains("What it had decided is taken back."), "{}", story.snap());
        assert!(!is_archived(&story, 112) && !is_noted(&story, Id::new(111), &Key::Snooze), "{}", story.snap());
        assert_eq!((starred(&story), is_noted(&story, Id::new(110), &tag)), (stars, is_noting));
    }
}

/// Another program knows the notes, but not the acts on notes of the run.
#[test]
fn an_undo_at_the_end_in_another_program_brings_back_what_was_snoozed_and_names_what_stays() {
    let mut story = begun();
    story.keys("z enter space space z enter");
    assert!(head(&mut story).contains("Settle"), "{}", story.snap());
    story.keys("esc");
    let all = story.store.notes().iter();
    let of = |(about, record): (&Subject, &Record)| -> Vec<NoteChange> {
        record.iter().map(|(key, entry)| NoteChange::new(about.clone(), key.clone(), &entry.value)).collect()
    };
    let kept: Vec<NoteChange> = all.flat_map(of).collect();
    let mut other = home();
    other.store.change_notes(kept, String::new(), NOW);
    other.sync();
    other.keys("k enter");
    end(&mut other);
    assert!(is_noted(&other, Id::new(112), &Key::Snooze));
    assert!(other.snap().contains("u undoes 1 change,"), "{}", other.snap());
    other.keys("u");
    assert!(!is_noted(&other, Id::new(112), &Key::Snooze), "{}", other.snap());
    assert!(other.snap().contains("This stays: 1 put off."), "{}", other.snap());
}

/// The program that resumes a run may take the service's clock to be slightly earlier than the program that began it.
#[test]
fn an_act_of_the_first_seconds_of_a_run_is_undone_by_a_program_with_another_clock() {
    let mut story = home();
    story.keys("a");
    let run = format!("{}\nanswer 112=archived", story.now.0 + 2);
    story.store.change_notes(vec![NoteChange::new(Subject::Account, Key::Run, &run)], String::new(), NOW);
    story.sync();
    story.keys("g g k enter");
    end(&mut story);
    assert!(story.snap().contains("u undoes 1 change,"), "{}", story.snap());
    story.keys("u");
    assert!(!is_archived(&story, 112));
}

#[test]
fn an_undo_at_the_end_says_that_an_email_stays_sent() {
    let mut story = run(0);
    story.keys("a space R").wait(1_000).keys("y");
    end(&mut story);
    assert!(story.snap().contains("1 archived · 1 emailed to you"), "{}", story.snap());
    story.keys("u");
    assert!(!is_archived(&story, 112));
    assert!(story.snap().contains("This stays: 1 emailed to you."), "{}", story.snap());
}

#[test]
fn a_decision_on_another_screen_counts_and_back_shows_it_again() {
    let mut story = begun();
    story.keys("a k");
    assert!(head(&mut story).contains("1 of "), "{}", story.snap());
    assert!(story.snap().contains("solarpark.de"), "{}", story.snap());
    story.keys("j");
    assert!(head(&mut story).contains("2 of "), "{}", story.snap());
    assert!(portfolio::names(&story, DomainTab::MyDomains).len() > 1);
}
