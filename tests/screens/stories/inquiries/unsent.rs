//! The Unsent tab: inquiries that were not emailed, the reasons, and the sums of their offers.

use parkade::api::Request;
use parkade::api::inquiries::{DeliveryFilter, InquiryFilter, Order, Status, UnsentReason};
use parkade::client::{FailureKind, Lane};
use parkade::store::{Tab, Wants};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::failure;
use crate::support::inbox::{archived, asks, first_page, ids, open_inbox, rows, unread, unsent_page};

/// Three rows of the inbox that were not emailed: two below the minimum, one of them not confirmed either, one in yen.
fn held() -> Vec<Value> {
    let mut held: Vec<Value> =
        rows().into_iter().filter(|row| [110, 109, 108].contains(&row["inquiry_id"].as_i64().unwrap())).collect();
    for row in &mut held {
        row["delivery"] = json!({ "state": "unsent", "reason": "below_min_offer" });
    }
    held[1]["offer"] = json!(300_000);
    held
}

fn rescue() -> Story {
    let mut story = open_inbox(30);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&held(), 3, [1, 2, 0, 0, 1]));
    story.line("unsent").sent();
    story
}

#[test]
fn the_unsent_queue_says_what_is_held_back_and_why() {
    let mut story = rescue();
    let frame = story.snap();
    assert!(frame.contains("Held back: $4,050 · ¥300,000 in 3 offers"), "never summed across currencies:\n{frame}");
    assert!(
        frame.contains("not confirmed 1 · below your minimum 2 · low interest 0 · failed questions 0 · another rule 1")
    );
    assert!(frame.contains("an inquiry can have several reasons"));
    assert_eq!(ids(&story, Tab::Unsent), [110, 109, 108], "who belongs is what the service said");
    story.keys("esc");
    let frame = story.snap();
    assert!(frame.contains("confirmed only"), "and back to where one was");
    assert!(frame.contains("≥ $4,050 held"), "said wherever one is:\n{frame}");
}

#[test]
fn a_reason_for_holding_back_is_chosen_by_key_by_menu_and_by_name() {
    let mut story = rescue();
    let asked = |story: &Story, reasons: &[UnsentReason]| {
        let filter = InquiryFilter { unsent_reasons: reasons.to_vec(), ..Tab::Unsent.question() };
        let key = asks(filter).call().key();
        assert!(story.wanted().contains(&key), "{key} among {:?}", story.wanted());
    };
    story.keys("> >");
    asked(&story, &[UnsentReason::BelowMinOffer]);
    assert!(
        story.snap().contains("below your minimum 2"),
        "the counts stay while the list is on its way:\n{}",
        story.snap()
    );
    story.keys("<");
    asked(&story, &[UnsentReason::Unconfirmed]);
    story.keys("W j j j j enter").wait(10);
    asked(&story, &[UnsentReason::Unconfirmed, UnsentReason::Other]);
    assert!(story.snap().contains("✓") && story.snap().contains("offer below your minimum"), "{}", story.snap());
    story.keys("j enter j enter esc");
    let all = InquiryFilter {
        unsent_reasons: vec![UnsentReason::Unconfirmed, UnsentReason::Other],
        flow_items: true,
        order: Order::Offer,
        ..Tab::Unsent.question()
    };
    assert!(story.wanted().contains(&asks(all).call().key()), "{:?}", story.wanted());
    story.line("unsent other below_min_offer flow:items");
    assert!(story.snap().contains("reason:other,below_min_offer flow:items"), "{}", story.snap());
    story.line("unsent.reason below_min");
    assert!(story.snap().contains("below_min_offer"), "a slip names the nearest:\n{}", story.snap());
}

#[test]
fn an_archived_inquiry_leaves_the_unsent_tab_which_explains_itself_when_empty() {
    let mut story = rescue();
    story.keys("a a a");
    assert_eq!(archived(&mut story), [110, 109, 108]);
    assert!(story.snap().contains("Everything was emailed to you."), "{}", story.snap());
    let mut story = open_inbox(30);
    story.line("unsent").fail(&first_page(Tab::Unsent), failure(FailureKind::Forbidden));
    assert!(story.snap().contains("inquiries.list"), "{}", story.snap());
}

#[test]
fn the_pages_of_the_unsent_queue_are_read_to_its_end_automatically() {
    let mut story = open_inbox(30);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&unread(100), 250, [250, 0, 0, 0, 0]));
    story.line("unsent");
    assert!(story.snap().contains("100 of 250 read"), "{}", story.snap());
    let second = |key: &String| key.contains("delivery=unsent") && key.contains("page=2&");
    assert!(story.wanted().iter().any(second), "without going there: {:?}", story.wanted());
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    assert!(wants.queries.iter().any(|want| second(&want.key) && want.lane == Lane::Ahead), "at a modest pace");
}

#[test]
fn the_unsent_tab_asks_for_all_statuses_so_that_the_unconfirmed_count() {
    let question = Tab::Unsent.question();
    assert_eq!((question.status, question.delivery), (Status::All, DeliveryFilter::Unsent));
}

#[test]
fn the_unsent_list_says_why_each_is_held_back_and_names_the_keys_that_rescue() {
    let mut story = rescue();
    let frame = story.snap();
    assert!(frame.contains("held back") && !frame.contains("company"), "{frame}");
    let row = frame.lines().find(|line| line.contains("Tom Becker")).expect("a row of the list");
    assert!(row.contains("below your minimum"), "{frame}");
    for key in ["R email to me", "r reply", "W why"] {
        assert!(frame.contains(key), "{key}:\n{frame}");
    }
    story.size(80, 24);
    let frame = story.snap();
    assert!(frame.contains("below your minimum") && frame.contains("R email to me"), "{frame}");
    story.keys("esc").size(260, 30);
    let frame = story.snap();
    assert!(frame.contains("company") && !frame.contains("held back"), "nothing else is held back:\n{frame}");
}

#[test]
fn the_palette_lists_an_act_once_on_every_tab_and_says_the_same_reason() {
    let rows = |story: &mut Story, typed: &str| {
        story.keys("ctrl-p").typed(typed);
        let frame = story.snap();
        story.keys("esc");
        let listed = |doc: &str| frame.matches(doc).count();
        (listed("Email this inquiry to me"), listed("Reply in your editor"), frame)
    };
    let mut story = rescue();
    assert!(story.snap().contains("R email to me   r reply   W why"), "{}", story.snap());
    assert_eq!(rows(&mut story, "email to me").0, 1);
    assert_eq!(rows(&mut story, "reply").1, 1);
    let (_, _, unsent) = rows(&mut story, "request-email");
    story.keys("esc");
    assert!(!story.snap().contains("R email to me"), "first in the footer only there:\n{}", story.snap());
    let (_, _, active) = rows(&mut story, "request-email");
    let said = |frame: &str| frame.lines().find(|line| line.contains("Email the inquiry")).map(str::to_owned);
    assert_eq!(said(&unsent), said(&active));
}
