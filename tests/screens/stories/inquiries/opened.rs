//! An opened inquiry: the buyer's history, the flow, finding in a text, and rows fetched before they are opened.

use parkade::api::Request;
use parkade::api::inquiries::{Get, HistoryMatch};
use parkade::base::Id;
use parkade::client::{FailureKind, Lane};
use parkade::screens::ALL;
use parkade::store::{Tab, Wants};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::inbox::{arrival, first_page, history, history_page, open_inbox, page, rows};
use crate::support::{cursor, failure};

/// The History tab of Anna's newest inquiry, with three of her other inquiries.
fn with_history() -> Story {
    let mut story = open_inbox(30);
    let others: Vec<Value> =
        rows().into_iter().filter(|row| [111, 109, 107].contains(&row["inquiry_id"].as_i64().unwrap())).collect();
    story.answer(&history(112, HistoryMatch::All, 0, 1), &history_page(&others, 1, 3, false));
    story.keys("g g enter ] ]").sent();
    story
}

#[test]
fn the_history_shows_how_widely_a_buyer_asks_and_lists_their_other_inquiries() {
    let mut story = with_history();
    let frame = story.snap();
    assert!(frame.contains("Inquired about 41 domains across all sellers in 30 days."), "{frame}");
    for expected in ["52 / 41", "by IP", "5 Feb 2025", "Your other inquiries from this buyer 3"] {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
    assert!(frame.contains("éclair.shop") && frame.contains("both"), "{frame}");
    assert!(frame.contains("all time · by email or IP"));
    story.keys("<");
    assert!(story.wanted().contains(&history(112, HistoryMatch::All, 90, 1).call().key()));
    story.line("window 7").keys("b");
    assert!(story.wanted().contains(&history(112, HistoryMatch::Email, 7, 1).call().key()), "{:?}", story.wanted());
    story.line("window 14");
    assert!(story.snap().contains("Unknown window “14”. Use 7, 30, 90 or all."), "{}", story.snap());
}

#[test]
fn a_wide_window_says_once_how_widely_a_buyer_asks() {
    let mut story = with_history();
    story.keys("[ [");
    let once = |story: &mut Story| {
        let frame = story.snap();
        assert_eq!(frame.matches("Inquired about").count(), 1, "{frame}");
        frame.contains("Buyer  g b")
    };
    let is_beside = [120, 160, 200].map(|width| once(story.size(width, 50)));
    assert_eq!(is_beside, [false, true, true], "with the figures beside it from 160 columns on");
    assert!(once(story.keys("esc")), "nor does the list say it twice");
}

#[test]
fn another_inquiry_is_opened_from_the_history_and_one_comes_back() {
    let mut story = with_history();
    story.keys("j enter");
    assert!(story.snap().contains("Sato Kenji"), "{}", story.snap());
    assert!(story.snap().contains("the buyer's others, 2 of 3"));
    story.keys("}");
    assert!(story.snap().contains("Ingrid Solberg"), "the next one is the history's next one:\n{}", story.snap());
    story.keys("esc");
    assert!(story.snap().contains("Your other inquiries from this buyer 3"), "{}", story.snap());
    assert_eq!(cursor(&mut story), "fjordtours.no", "the cursor stands where one left");
    story.keys("esc");
    assert_eq!(cursor(&mut story), "solarpark.de");
}

#[test]
fn the_history_is_read_page_by_page_and_says_where_it_stops() {
    let mut story = open_inbox(30);
    let page_of = |from: i64| -> Vec<Value> { (0..20).map(|n| arrival(from - n, 2_000 + n)).collect() };
    story.answer(&history(112, HistoryMatch::All, 0, 1), &history_page(&page_of(900), 1, 2_000, true));
    story.keys("g g enter ] ]");
    assert!(story.snap().contains("from this buyer 2,000+"), "{}", story.snap());
    story.keys("G");
    let second = history(112, HistoryMatch::All, 0, 2);
    assert!(story.wanted().contains(&second.call().key()), "{:?}", story.wanted());
    assert!(story.snap().contains("20 of 2,000 read, more come as you go down"), "{}", story.snap());
    story.answer(&second, &history_page(&page_of(881), 2, 39, true)).keys("G");
    assert!(
        story.snap().contains("2,000+; the list stops here."),
        "one that came twice is shown once:\n{}",
        story.snap()
    );
    let mut story = open_inbox(30);
    story.answer(&history(112, HistoryMatch::All, 0, 1), &history_page(&[], 1, 0, false)).keys("g g enter ] ]");
    assert!(story.snap().contains("No other inquiries from this buyer."), "{}", story.snap());
    let mut story = open_inbox(30);
    story.keys("g g enter ] ]").fail(&history(112, HistoryMatch::All, 0, 1), failure(FailureKind::Forbidden));
    assert!(story.snap().contains("inquiries.history"), "{}", story.snap());
}

#[test]
fn the_row_under_a_resting_cursor_is_fetched_ahead_with_its_buyer() {
    let mut story = Story::new(ALL);
    story.size(120, 30).open("inquiries", "");
    let compact: Vec<Value> = rows()
        .into_iter()
        .map(|mut row| {
            row.as_object_mut().unwrap().remove("details");
            row
        })
        .collect();
    story.answer(&first_page(Tab::Active), &page(&compact, 7)).keys("j");
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    let ahead: Vec<(String, u128)> = wants
        .queries
        .iter()
        .filter(|want| want.lane == Lane::Ahead && want.after.as_millis() > 0)
        .map(|want| (want.key.clone(), want.after.as_millis()))
        .collect();
    let get = |id: i64| (Get { id: Id::new(id) }.call().key(), 150);
    let buyer = (history(111, HistoryMatch::All, 0, 1).call().key(), 400);
    assert_eq!(ahead, [get(111), get(110), get(109), buyer], "what the row lacks, and its buyer when one rests");
    let mut story = with_history();
    story.keys("esc");
    assert!(story.snap().contains("Inquired about 41 domains"), "{}", story.snap());
}

#[test]
fn the_flow_tab_shows_the_path_the_answers_and_the_qualification() {
    let mut row = rows()[0].clone();
    row["details"]["flow"] = json!({ "position": 2, "steps": ["initial", "interest", "bant"] });
    row["details"]["qualification"] = json!({ "score": 71 });
    row["bant"] = json!({ "timeline": "This quarter", "budget": "$14,000" });
    let mut story = open_inbox(30);
    story.keys("g g enter").answer(&Get { id: Id::new(112) }, &json!({ "inquiry": row }).to_string());
    story.keys("] ] ]");
    let frame = story.snap();
    for expected in
        ["first message › [interest] › questions about the purchase", "step 2 of 3", "This quarter", "$14,000", "71"]
    {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
}

#[test]
fn the_answers_of_a_buyer_continue_on_the_next_line_of_the_preview() {
    let mut row = rows()[0].clone();
    row["bant"] = json!({ "timeline": "Within 30 days", "budget": "6000 USD", "decision_role": "We decide together" });
    let mut story = open_inbox(30);
    story.size(100, 30).keys("g g").answer(&Get { id: Id::new(112) }, &json!({ "inquiry": row }).to_string());
    let frame = story.snap();
    let side: String = frame
        .lines()
        .filter_map(|line| line.split_once('│'))
        .map(|(_, side)| side.trim())
        .fold(String::new(), |text, line| text + line + " ");
    assert!(side.contains("Budget 6000 USD · Within 30 days · We decide together"), "{frame}");
}

#[test]
fn a_text_is_searched_with_the_keys_of_a_pager() {
    let mut story = open_inbox(30);
    story.keys("g g enter /").typed("email");
    let frame = story.snap();
    assert!(frame.contains("/ email") && frame.contains("1 of "), "{frame}");
    story.keys("enter n n N");
    assert!(story.snap().contains("2 of "), "{}", story.snap());
    story.keys("esc");
    let frame = story.snap();
    assert!(!frame.contains("/ email") && frame.contains("Message   Buyer"), "esc ends the search first:\n{frame}");
    story.keys("n");
    assert!(story.snap().contains("No search yet"), "{}", story.snap());
    story.keys("/").typed("zzz");
    assert!(story.snap().contains("not found"));
    story.keys("esc esc");
    assert_eq!(cursor(&mut story), "solarpark.de");
    story.line("messages").keys("/").typed("looked");
    assert!(story.snap().contains("/ looked"), "every text has it:\n{}", story.snap());
    story.keys("esc esc");
    assert!(story.shell.layer_names().is_empty());
}
