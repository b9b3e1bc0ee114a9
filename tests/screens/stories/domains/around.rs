//! Events around a domain on its page: the next step, visits with its changes, inquiries, mail.

use parkade::api::domains::Tab;
use parkade::api::emails::Match;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::Subject;
use parkade::store::filter::MailQuery;
use parkade::store::notes::{Key, NoteChange};
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::frames::Frames;
use crate::support::portfolio::{all, fill, mine, name};
use crate::support::{failure, inbox, insights, mail, settings};

/// A domain with two inquiries, visits, changes, mail and a note.
fn opened(width: u16, height: u16) -> Story {
    let mut story = Story::new(ALL);
    story.size(width, height).open("domains", "");
    all(&mut story);
    inbox::fill(&mut story, parkade::store::Tab::Active, &inbox::rows());
    inbox::walk(&mut story, &inbox::rows());
    let note = NoteChange::new(Subject::Domain("solarpark.de".into()), Key::Note, "the broker calls on Friday");
    story.store.change_notes(vec![note], String::new(), story.now);
    story.line("domains solarpark.de");
    insights::of_domain(&mut story, "solarpark.de", None);
    settings::prices(&mut story, "solarpark.de", &[json!(900), json!(1_900), json!(2_400)]);
    settings::history_with(&mut story, &[]);
    let list = MailQuery { domain: Some(name("solarpark.de")), ..MailQuery::default() }.list(Match::All, 1);
    let rows = [mail::rows()[0].clone(), mail::rows()[3].clone()];
    story.answer(&list, &mail::page(&rows, 1, 2));
    story.sent();
    story
}

#[test]
fn the_page_of_a_domain_shows_the_events_around_it() {
    let mut frames = Frames::default();
    for (width, height) in [(80, 24), (160, 48)] {
        frames.add("around", (width, height), &mut opened(width, height));
    }
    frames.hold("around");
}

#[test]
fn a_change_in_the_window_of_the_visits_is_marked_below_its_day() {
    let mut story = opened(110, 42);
    let frame = story.snap();
    let visits = frame.lines().position(|line| line.contains("Visits  g v  3,012 in 30 days")).expect("a heading");
    let lines: Vec<&str> = frame.lines().skip(visits + 1).take(2).collect();
    let cells = |line: &str| line.chars().collect::<Vec<char>>();
    let marked: Vec<usize> = cells(lines[1]).iter().enumerate().filter(|(_, c)| **c == '▾').map(|(at, _)| at).collect();
    // The note is of today, the last of 30 days; the newest price is of 30 days ago, before the first.
    assert_eq!(marked, [30], "{frame}");
    assert_eq!(cells(lines[0])[1..].len(), 30, "{frame}");
    assert!(frame.contains("▾ ") && frame.contains("note: the broker calls on Friday"), "{frame}");
    assert!(frame.contains("BIN price: $1,900 → $2,400"), "{frame}");
    let line = |words: &str| frame.lines().position(|line| line.contains(words));
    let (heading, change) = (line(" Changes"), line("BIN price: $1,900 → $2,400"));
    assert!(heading.is_some() && heading < change, "changes are no visits: {frame}");
}

#[test]
fn bars_of_visits_are_higher_in_a_taller_window() {
    let bars = |height: u16| {
        let frame = opened(160, height).snap();
        let lines = frame.lines().skip_while(|line| !line.contains("Visits  g v")).skip(1);
        lines.take_while(|line| !line.contains('▾')).count()
    };
    assert_eq!([42, 48, 60, 90].map(bars), [1, 3, 9, 12]);
}

#[test]
fn figures_that_were_not_read_say_so() {
    let mut story = Story::new(ALL);
    story.size(110, 60).open("domains", "");
    fill(&mut story, Tab::MyDomains, &mine());
    story.line("domains solarpark.de");
    let frame = story.snap();
    assert!(frame.contains("Visits  g v  not read") && frame.contains("Mail  g m  not read"), "{frame}");
    let report = parkade::api::insights::Domain { name: name("solarpark.de"), days: Some(30), verified: Some(true) };
    story.fail(&report, failure(FailureKind::Forbidden));
    assert!(story.snap().contains("Visits  g v  — "), "{}", story.snap());
}

/// Proves R-47.
#[test]
fn redaction_covers_notes_buyers_and_mail_around_a_domain() {
    let mut story = opened(110, 60);
    story.line("redact on");
    let frame = story.snap();
    for words in ["broker", "Lindqvist", "Invoice", "12,500"] {
        assert!(!frame.contains(words), "{words}: {frame}");
    }
}

#[test]
fn a_tall_window_has_the_settings_of_the_domain_and_what_its_visitors_did() {
    let mut story = opened(160, 48);
    settings::own(
        &mut story,
        &[("solarpark.de", json!({ "bin_price": 2_400, "min_offer": 500 })), ("clearwater.io", json!({}))],
    );
    let frame = story.snap();
    for expected in ["Settings  g s  2 of its own", "BIN price", "form started ", "active 1m"] {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
    let frame = story.size(160, 39).snap();
    assert!(!frame.contains("of its own") && !frame.contains("form started"), "{frame}");
    story.size(160, 48).line("domains clearwater.io");
    assert!(story.snap().contains("Settings  g s  all inherited"), "{}", story.snap());
    story.line("domains windrad.org");
    assert!(!story.snap().contains("Settings  g s"), "they were not read:\n{}", story.snap());
}
