//! Ignored senders: listed with the number of free places, added after a question, removed at once and with undo.

use parkade::base::Id;
use parkade::store::writes::intent::{AllowSender, IgnoreSender, ListedSender};
use parkade::store::{Intent, Tab};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::senders::{fill, fill_with, open, rows};
use crate::support::{NOW, failure, inbox};

fn writes(story: &mut Story) -> Vec<Intent> {
    let write = |effect| if let Effect::Write(intent) = effect { Some(intent) } else { None };
    story.sent().into_iter().filter_map(write).collect()
}

fn ignore(address: &str) -> Intent {
    IgnoreSender::one(address).into()
}

#[test]
fn the_list_of_senders_shows_how_many_of_200_are_used_and_a_word_filters_by_kind() {
    let mut story = open();
    let frame = story.snap();
    assert!(frame.contains("Ignored senders 5") && frame.contains("5 of 200 used"), "{frame}");
    assert!(frame.contains("2001:db8::7") && frame.contains("IP address") && frame.contains("192.0.2.7"), "{frame}");
    assert!(!frame.contains('\u{1b}'), "{frame}");
    story.line("filter email");
    assert!(!story.snap().contains("192.0.2.7") && story.snap().contains("ceo@freemail.example"), "{}", story.snap());
}

#[test]
fn an_address_is_added_behind_a_question_and_is_seen_at_once() {
    let mut story = open();
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    let asked = story.keys("+").snap();
    assert!(asked.contains(" Ignore an email or IP address ") && asked.contains("\n  address:"), "{asked}");
    story.typed("Tom@Becker.example").keys("enter");
    let question = story.snap().replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for words in
        ["tom@becker.example", "The inquiry already here stays; b hides it, too.", "5 of 200 ignored senders used."]
    {
        assert!(question.contains(words), "{words}:\n{question}");
    }
    assert_eq!(writes(&mut story), [], "nothing before the yes");
    story.wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [ignore("tom@becker.example")]);
    let frame = story.sync().snap();
    let row = frame.lines().find(|line| line.contains("tom@becker.example")).expect("the row");
    assert!(row.contains("adding") && frame.contains("6 of 200 used"), "{frame}");
    story.settle(None).wait(10_000);
    assert!(story.snap().contains("tom@becker.example"), "it stays until the list is read again:\n{}", story.snap());
    let mut now = rows();
    now.insert(0, json!({ "id": 16, "type": "email", "value": "tom@becker.example", "date": NOW }));
    fill_with(&mut story, &now);
    let frame = story.wait(10_000).snap();
    assert!(!frame.contains("adding") && frame.matches("tom@becker.example").count() == 1, "{frame}");
}

#[test]
fn an_invalid_or_known_address_is_refused_without_a_question() {
    let mut story = open();
    for (line, why) in
        [("ignore mike", "address"), ("ignore ceo@freemail.example", "already"), ("ignore 999.1.1.1", "address")]
    {
        story.line(line);
        assert!(story.snap().contains(why), "{line}: {}", story.snap());
        assert!(!story.shell.layer_names().contains(&"dialog"), "{line}");
        story.keys("esc");
    }
    let full: Vec<Value> = (0..200)
        .map(|n| json!({ "id": n + 1, "type": "email", "value": format!("a{n}@spam.example"), "date": NOW }))
        .collect();
    fill_with(&mut story, &full);
    story.line("ignore new@spam.example");
    assert!(story.snap().contains("200"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn marked_senders_are_allowed_at_once_and_undo_ignores_them_again() {
    let mut story = open();
    story.keys("j space space d");
    let of = |address: &str, id| ListedSender { address: address.to_owned(), id: Id::new(id) };
    let senders = vec![of("ceo@freemail.example", 14), of("spam@\u{1b}[31mspam.example", 12)];
    assert_eq!(writes(&mut story), [Intent::AllowSender(AllowSender { senders })], "one change");
    let frame = story.sync().snap();
    assert!(frame.contains("3 of 200 used") && !frame.contains("ceo@freemail.example"), "{frame}");
    story.settle(None);
    fill_with(&mut story, &[&rows()[..1], &rows()[3..]].concat());
    story.keys("u");
    assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Reverse(_))));
    let frame = story.sync().snap();
    assert_eq!(frame.matches(" adding").count(), 2, "both are on their way back:\n{frame}");
}

#[test]
fn an_address_the_service_refuses_to_allow_stays_in_the_list() {
    let mut story = open();
    story.keys("d").wait(10_000);
    assert!(!story.snap().contains("2001:db8::7"), "{}", story.snap());
    story.settle(Some(&failure(parkade::client::FailureKind::NotFound)));
    assert!(story.snap().contains("2001:db8::7"), "{}", story.snap());
}

#[test]
fn the_list_is_filtered_marked_and_exported_like_every_list() {
    let mut story = open();
    story.keys("/").typed("spam").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("bulk@spam.example") && !frame.contains("ceo@freemail.example"), "{frame}");
    story.keys("esc space").line("export-view csv");
    assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Save(_))));
}

#[test]
fn senders_are_reached_by_name_and_by_digit() {
    let mut story = open();
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    story.open("inquiries", "").line("senders");
    assert_eq!(story.shell.current(), Some("senders"));
    story.keys("2").wait(1_000).keys("9").wait(1_000);
    assert_eq!(story.shell.current(), Some("senders"));
}

#[test]
fn addresses_of_ignored_senders_are_masked_by_redaction() {
    let mut story = open();
    story.line("redact");
    let frame = story.snap();
    assert!(!frame.contains("freemail") && !frame.contains("192.0.2.7") && frame.contains("•••"), "{frame}");
    story.line("redact off");
    fill(&mut story);
    assert!(story.snap().contains("192.0.2.7"));
}

#[test]
fn several_addresses_are_one_question_one_change_and_one_undo() {
    let mut story = open();
    story.line("ignore one@spam.example 192.0.2.99").wait(1_000);
    assert!(story.snap().contains("Ignore 2 addresses"), "{}", story.snap());
    story.keys("y");
    assert!(matches!(&writes(&mut story)[..], [Intent::IgnoreSender(both)] if both.addresses.len() == 2));
    let frame = story.sync().snap();
    assert!(frame.matches(" adding").count() == 2 && frame.contains("7 of 200 used"), "{frame}");
    story.keys("u");
    let frame = story.sync().snap();
    assert!(frame.contains("2 addresses no longer ignored") && frame.contains("5 of 200 used"), "{frame}");
}

#[test]
fn free_places_are_not_shown_before_the_list_of_senders_is_read() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(100, 24).open("senders", "");
    assert!(!story.snap().contains("of 200"), "{}", story.snap());
    story.keys("+").typed("new@spam.example").keys("enter").wait(1_000).keys("y");
    let frame = story.sync().snap();
    assert!(frame.contains("new@spam.example") && !frame.contains("of 200"), "{frame}");
}
