//! Caught mail by conversation, and the columns around a message in a wide window.

use parkade::api::Request;
use parkade::api::emails::Match;
use parkade::api::insights::Domain;
use parkade::store::disk::Noted;
use parkade::store::lists::mail::MailMark;
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::support::mail::{download, fill_tab, list, open, page, rows};
use crate::support::{inbox, portfolio};

/// Four messages: an answer, the message it answers, an answer by somebody else, and one of another sender.
fn conversation() -> Vec<Value> {
    let mut all = rows();
    all.truncate(4);
    let berg = "Anna Berg <anna@solarpark-berlin.com>";
    for (row, (from, subject)) in all.iter_mut().zip([
        (berg, "RE: AW[2]: Invoice 2041"),
        ("shop@buecher.example", "Invoice 2041"),
        (berg, "Invoice 2041"),
        ("office@tax.example", "What Ms Berg sent"),
    ]) {
        (row["from"], row["subject"]) = (json!([from]), json!([subject]));
        (row["envelope_to"], row["domain"]) = (json!(["info@solarpark.de"]), json!(["solarpark.de"]));
    }
    all
}

fn grouped() -> Story {
    let mut story = open();
    fill_tab(&mut story, Match::Inbox, &conversation());
    story.keys("t");
    story
}

/// Subjects of the list, from top to bottom.
fn subjects(story: &mut Story) -> Vec<String> {
    story.size(99, 30);
    let frame = story.snap();
    let rows = frame.lines().skip(3).take_while(|line| !line.trim().is_empty());
    rows.map(|line| {
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).nth(2).unwrap_or_default().to_owned()
    })
    .collect()
}

#[test]
fn a_message_and_its_answers_are_one_row_that_unfolds() {
    let mut story = grouped();
    let frame = story.snap();
    assert!(frame.contains("3 conversations") && frame.contains("(2) RE: AW[2]: Invoice"), "{frame}");
    assert_eq!(
        subjects(&mut story).len(),
        3,
        "another sender’s message of that subject stays apart:\n{}",
        story.snap()
    );
    story.keys("z");
    assert_eq!(subjects(&mut story).len(), 4, "{}", story.snap());
    story.keys("j z");
    assert_eq!(subjects(&mut story).len(), 3, "folded from below, the cursor on the first one:\n{}", story.snap());
    assert!(
        story.keys("j z").snap().contains("No other message of this conversation is in the list."),
        "{}",
        story.snap()
    );
    assert!(!story.keys("t").snap().contains("(2)"), "{}", story.snap());
    assert_eq!(subjects(&mut story).len(), 4);
}

#[test]
fn read_headers_join_messages_that_subjects_do_not() {
    let mut story = grouped();
    let mail = |id: &str, more: &str| format!("Message-ID: <{id}@x.example>\r\n{more}Subject: s\r\n\r\ntext\r\n");
    let read = |story: &mut Story, id: &str, raw: &str| {
        story.keys("enter").answer_wanted(&download(id), raw.as_bytes()).keys("esc");
    };
    read(&mut story, "m-5", &mail("one", ""));
    assert_eq!(subjects(&mut story).len(), 3);
    story.keys("G");
    read(&mut story, "m-2", &mail("two", "References: <zero@x.example>\r\n\t<one@x.example>\r\n"));
    assert_eq!(subjects(&mut story).len(), 2, "{}", story.snap());
    assert!(story.snap().contains("(3) RE: AW[2]"), "{}", story.snap());
}

#[test]
fn marks_on_a_folded_row_are_those_of_all_its_messages_and_next_unread_unfolds_it() {
    let mut story = grouped();
    let read = MailMark { read: true, ..MailMark::default() };
    let mail = ["m-5", "m-4"].map(|id| (id.into(), read.clone())).into();
    story.store.note(Noted::mail(mail), String::new(), NOW).expect("noted");
    story.sync();
    let first = |story: &mut Story| story.snap().lines().nth(3).unwrap_or_default().to_owned();
    assert!(first(&mut story).contains('●'), "one of it is unread:\n{}", story.snap());
    story.keys("N");
    assert_eq!(subjects(&mut story).len(), 4, "{}", story.snap());
    assert!(
        story.snap().lines().any(|line| line.starts_with('▌') && line.contains("Invoice 2041")),
        "{}",
        story.snap()
    );
    story.keys("g g z s");
    assert!(story.snap().contains("2 messages starred, on this computer only"), "{}", story.snap());
    story.keys("m");
    assert!(story.snap().contains("2 messages marked as read"), "{}", story.snap());
    assert!(!first(&mut story).contains('●'), "{}", story.snap());
    story.keys("j v k v c").typed(" for Monday").keys("enter");
    assert!(story.snap().contains("Note of 3 messages saved"), "{}", story.snap());
}

#[test]
fn help_says_what_a_conversation_is_made_from() {
    let frame = grouped().line("help threads").snap();
    assert!(frame.contains("The service says nothing of conversations."), "{frame}");
}

#[test]
fn other_mail_of_the_sender_is_shown_beside_a_message_from_180_columns() {
    let mut story = open();
    let mut rows = rows();
    rows[1]["from"] = json!(["Anna Berg <anna@solarpark-berlin.com>"]);
    rows[2]["from"] = json!(["Office <office@solarpark-berlin.com>"]);
    fill_tab(&mut story, Match::Inbox, &rows);
    story.size(200, 50);
    let frame = story.snap();
    assert!(frame.contains("Same sender  ≥ 1  g b") && frame.contains("Same domain  ≥ 1"), "{frame}");
    assert_eq!(frame.matches("g b").count(), 1, "the key opens the sender: {frame}");
    assert!(!story.line("redact").snap().contains("Same sender"), "{}", story.snap());
}

#[test]
fn a_message_is_listed_once_beside_another_one() {
    let mut story = open();
    let mut rows = rows();
    for row in &mut rows[..3] {
        row["domain"] = json!(["solarpark.de"]);
    }
    rows[1]["from"] = json!(["Anna Berg <anna@solarpark-berlin.com>"]);
    rows[2]["from"] = json!(["Office <office@solarpark-berlin.com>"]);
    rows[2]["subject"] = json!("The roof");
    fill_tab(&mut story, Match::Inbox, &rows);
    let frame = story.size(200, 50).snap();
    assert!(frame.contains("To solarpark.de  ≥ 3, 2 above  g d"), "{frame}");
    assert_eq!(frame.matches("The roof").count(), 2, "in the list and beside it: {frame}");
}

#[test]
fn the_domain_a_message_was_sent_to_is_shown_beside_it() {
    let mut story = open();
    portfolio::all(&mut story);
    inbox::walk(&mut story, &inbox::rows());
    let report = Domain { name: portfolio::name("solarpark.de"), days: Some(30), verified: Some(true) }.call().key();
    let mut rows = rows();
    rows[3]["domain"] = json!(["solarpark.de"]);
    fill_tab(&mut story, Match::Inbox, &rows);
    let asks = |story: &Story| story.wanted().contains(&report);
    assert!(!asks(&story), "{:?}", story.wanted());
    story.size(160, 48).keys("g g enter");
    let frame = story.snap();
    for expected in ["To solarpark.de  ≥ 1  g d", "Visits  g v  not read", "Inquiries  g i  1 · best offer $12,500"]
    {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
    assert!(asks(&story), "{:?}", story.wanted());
    story.size(148, 48);
    assert!(!story.snap().contains("To solarpark.de") && !asks(&story), "{}", story.snap());
    story.keys("esc").size(180, 48);
    assert!(story.snap().contains("To solarpark.de") && asks(&story), "{}", story.snap());
    assert!(!story.keys("p").snap().contains("To solarpark.de") && !asks(&story), "{}", story.snap());
}

#[test]
fn conversations_of_a_part_of_the_list_are_counted_as_at_least_that_many() {
    let mut story = open();
    story.answer(&list(Match::Inbox), &page(&conversation(), 1, 60));
    let frame = story.keys("t").snap();
    assert!(frame.contains("≥ 4 conversations"), "{frame}");
}
