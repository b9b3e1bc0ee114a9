//! Undo: its questions, its messages, and which act it reverses.

use parkade::base::Id;
use parkade::base::Timestamp;
use parkade::store::writes::intent::RequestEmail;
use parkade::store::{Intent, Tab, WriteHold};
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::inbox::{ids, open_inbox, open_inbox_of, unread};

#[test]
fn undoing_a_hundred_rows_asks_by_one_key_as_the_act_was_one_and_names_some() {
    let mut story = open_inbox_of(40, &unread(120));
    story.keys("* a").settle(None);
    assert_eq!(ids(&story, Tab::Active), [] as [i64; 0]);
    story.sent();
    story.keys("u");
    let question = story.snap();
    assert!(question.contains("Undo archiving 120 inquiries"), "{question}");
    assert!(question.contains("and 115 more"), "{question}");
    story.wait(1_000);
    assert!(story.snap().contains("y undo "), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.sent(), [], "esc leaves everything as it is");
    story.keys("u").wait(1_000).keys("y");
    assert!(matches!(&story.sent()[..], [Effect::Reverse(acts)] if acts.len() == 1));
    assert_eq!(ids(&story, Tab::Active).len(), 120);
    assert!(story.snap().contains("Undone: 120 inquiries back in Active"), "{}", story.snap());
    // Redo asks a question, too.
    story.settle(None).keys("U");
    assert!(story.snap().contains("Redo archiving 120 inquiries"), "{}", story.snap());
}

#[test]
fn undoing_an_unsent_change_asks_no_question() {
    let mut story = open_inbox_of(40, &unread(120));
    story.keys("* a u");
    assert!(story.shell.layer_names().is_empty(), "{}", story.snap());
    assert_eq!(ids(&story, Tab::Active).len(), 120);
    assert!(story.snap().contains("nothing had been sent"), "{}", story.snap());
}

/// A waiting write is not called done, whatever it waits for.
#[test]
fn an_act_and_its_undo_are_called_queued_while_nothing_is_sent() {
    let now = open_inbox(24).now;
    for (hold, when) in [
        (WriteHold::TokenRefused, "when the token is accepted"),
        (WriteHold::Until(Timestamp(now.0 + 3_600)), "when the rate limit ends"),
        (WriteHold::Offline, "when the service is back"),
        (WriteHold::User, "once you press ctrl-r"),
    ] {
        let mut story = open_inbox(24);
        story.keys("a").settle(None);
        story.store.session_mut().write_hold = hold;
        story.keys("u");
        let said = story.snap();
        let undone = format!("Undo queued: solarpark.de (Anna Lindqvist) back in Active {when}");
        assert!(said.contains(&undone), "{said}");
        story.keys("s");
        let said = story.snap();
        assert!(said.contains(&format!(" will be starred {when} · u undo")), "{said}");
    }
}

#[test]
fn several_undos_are_added_up_in_one_question() {
    let mut story = open_inbox_of(40, &unread(60));
    story.keys("* s").settle(None).keys("* m").settle(None);
    story.line("undo 2").wait(1_000);
    let question = story.snap();
    assert!(question.contains("Undo 2 changes") && question.contains("y undo "), "{question}");
    story.keys("esc").line("undo");
    assert!(story.snap().contains("Undone: 60 inquiries unread again"), "{}", story.snap());
}

#[test]
fn undo_and_redo_of_one_inquiry_name_its_domain_and_buyer() {
    let mut story = open_inbox(24);
    story.keys("a").settle(None).keys("u");
    assert!(story.snap().contains("Undone: solarpark.de (Anna Lindqvist) back in Active"), "{}", story.snap());
    story.settle(None).keys("U");
    assert!(story.snap().contains("Redone: solarpark.de (Anna Lindqvist) archived"), "{}", story.snap());
    story.settle(None).keys("u").settle(None).line("undo list");
    let log = story.snap();
    let name = "solarpark.de (Anna Lindqvist)";
    assert!(log.contains(&format!("Undone: {name} back in Active")), "{log}");
    assert!(log.contains(&format!("Redone: {name} archived")), "{log}");
    assert!(!log.contains("Undone: Undone") && !log.contains("Redone: Undone"), "{log}");
}

#[test]
fn an_act_that_cannot_be_undone_is_named_before_an_older_one_is_undone() {
    let mut story = open_inbox(24);
    story.keys("a").settle(None);
    let mail = Intent::RequestEmail(RequestEmail { ids: vec![Id::new(110)], to: "me@x.example".to_owned() });
    story.store.plan(mail, story.now).expect("planned");
    story.settle(None).sent();
    story.keys("u");
    let said = "cannot be undone. Press u again to undo: solarpark.de (Anna Lindqvist) archived";
    assert!(story.snap().contains(said), "{}", story.snap());
    assert_eq!(story.sent(), [], "nothing older is undone unsaid");
    story.keys("u");
    assert!(story.snap().contains("back in Active"), "{}", story.snap());
    story.settle(None).keys("u");
    assert!(story.snap().contains("Nothing to undo."), "{}", story.snap());
}

#[test]
fn the_offer_to_undo_an_older_act_does_not_last() {
    let mut story = open_inbox(24);
    story.keys("a").settle(None);
    let mail = Intent::RequestEmail(RequestEmail { ids: vec![Id::new(110)], to: "me@x.example".to_owned() });
    story.store.plan(mail, story.now).expect("planned");
    story.settle(None).sent();
    story.keys("u").wait(15_000).keys("u");
    assert_eq!(story.sent(), [], "it is said again first");
}

/// Rows that an act leaves in the list are no longer marked either, also once it is undone.
#[test]
fn marks_are_removed_by_the_act_they_were_made_for() {
    let mut story = open_inbox(24);
    story.keys("space space");
    assert!(story.snap().contains("2 marked"), "{}", story.snap());
    story.keys("s").settle(None);
    assert!(story.snap().contains("starred") && !story.snap().contains("2 marked"), "{}", story.snap());
    story.keys("g g space space u").settle(None);
    assert!(!story.snap().contains(" marked"), "{}", story.snap());
    // Opening a marked row does not count as an act on it.
    story.keys("g g space g g enter").wait(30_000).keys("esc");
    assert!(story.snap().contains("1 marked"), "{}", story.snap());
}

/// Rows that an act took out of the list are no longer marked, with a filter and without.
#[test]
fn marks_leave_with_their_rows_and_undo_leads_to_the_first_row_that_came_back() {
    for filter in ["", "is:unread"] {
        let mut story = open_inbox_of(40, &unread(32));
        story.open("inquiries", filter);
        let cursor = |story: &mut Story| story.snap().lines().position(|line| line.starts_with('▌'));
        let first = cursor(&mut story);
        story.keys("* a").settle(None);
        assert!(!story.snap().contains(" marked,") && !story.snap().contains("32 marked"), "{}", story.snap());
        story.keys("u").settle(None);
        assert_eq!(cursor(&mut story), first, "{}", story.snap());
    }
}
