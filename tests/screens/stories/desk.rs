//! The desk in full: speed of hand, the rescue queue, the buyer's history, the filter form, finding in a text.

use crate::support::inbox::{
    arrival, asks, failure, fill, fill_of, first_page, history, history_page, ids, page, rows, unsent_page, walk,
};
use parkade::api::Request;
use parkade::api::inquiries::{
    DeliveryFilter, Get, HistoryMatch, InquiryFilter, Order, Status, UnsentReason, Visibility,
};
use parkade::base::Id;
use parkade::client::{FailureKind, Lane};
use parkade::screens::ALL;
use parkade::store::{Intent, Mark, Tab, Wants};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

/// Seven inquiries, three of them unread, everything known.
fn desk() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 30).open("inquiries", "");
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    story.sent();
    story
}

/// So many unread inquiries, the newest with the highest id; each message names its id.
fn unread(many: i64) -> Vec<Value> {
    let one = |n: i64| {
        let mut row = arrival(1_000 - n, n + 1);
        row["message"] = json!(format!("Message number {}", 1_000 - n));
        row["domain"] = json!(format!("name{}.com", 1_000 - n));
        row["marks"]["read"] = json!(false);
        row
    };
    (0..many).map(one).collect()
}

fn inbox_of(many: i64) -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 30).open("inquiries", "");
    fill(&mut story, Tab::Active, &unread(many));
    fill(&mut story, Tab::Unread, &unread(many));
    walk(&mut story, &unread(many));
    story.sent();
    story
}

fn archived(story: &mut Story) -> Vec<i64> {
    story
        .sent()
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Write(Intent::Mark { ids, mark: Mark::Archived, to: true }) => Some(ids),
            _ => None,
        })
        .flatten()
        .map(Id::get)
        .collect()
}

/// The name under the cursor: the row with the bar.
fn cursor(story: &mut Story) -> String {
    let picture = story.snap();
    let row = picture.lines().find(|line| line.trim_start().starts_with('▌')).unwrap_or_default().to_owned();
    row.split_whitespace().find(|word| word.contains('.')).unwrap_or_default().to_owned()
}

#[test]
fn twenty_unread_are_decided_by_twenty_presses_in_the_list_and_in_the_page() {
    for open in [false, true] {
        let mut story = inbox_of(20);
        story.line("tab unread").keys("g g");
        if open {
            story.keys("enter");
        }
        for n in (981..=1_000).rev() {
            let picture = story.snap();
            assert!(picture.contains(&format!("Message number {n}")), "{n} is on the screen, open {open}:\n{picture}");
            story.keys("a");
        }
        assert!(story.snap().contains("You have read everything."), "{}", story.snap());
        assert_eq!(archived(&mut story), (981..=1_000).rev().collect::<Vec<_>>());
    }
}

#[test]
fn the_cursor_goes_where_the_eye_expects() {
    let mut story = inbox_of(12);
    story.keys("j j j a");
    assert_eq!(cursor(&mut story), "name996.com", "in the middle the next one moves up");
    story.keys("G a");
    assert_eq!(cursor(&mut story), "name990.com", "at the end the one before");
    story.keys("g g space space j j a");
    assert_eq!(cursor(&mut story), "name995.com", "marks elsewhere leave the cursor on its own row");
    story.keys("g g v j j a");
    assert_eq!(cursor(&mut story), "name994.com", "a range under the cursor gives way to what came after it");
    assert_eq!(archived(&mut story), [997, 989, 1_000, 999, 998, 996, 995]);
}

#[test]
fn counts_move_and_a_dot_does_it_again() {
    let mut story = inbox_of(20);
    story.keys("1 2 j");
    assert_eq!(cursor(&mut story), "name988.com");
    story.keys("s 3 k .");
    let starred: Vec<i64> = story
        .sent()
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Write(Intent::Mark { ids, mark: Mark::Starred, to: true }) => Some(ids[0].get()),
            _ => None,
        })
        .collect();
    assert_eq!(starred, [988, 991]);
    story.keys("g g a . .");
    assert_eq!(archived(&mut story), [1_000, 999, 998]);
}

/// Some of the inbox was not mailed: two below the minimum, one of them not confirmed either, one in yen.
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
    let mut story = desk();
    story.answer(&first_page(Tab::Unsent), &unsent_page(&held(), 3, [1, 2, 0, 0, 1]));
    story.line("unsent").sent();
    story
}

#[test]
fn the_unsent_queue_says_what_is_held_back_and_why() {
    let mut story = rescue();
    let picture = story.snap();
    assert!(picture.contains("Held back: $4,050 · ¥300,000 in 3 offers"), "never summed across currencies:\n{picture}");
    assert!(picture.contains("not confirmed 1 · below minimum 2 · weak interest 0 · weak answers 0 · another rule 1"));
    assert!(picture.contains("one inquiry can count under several"));
    assert_eq!(ids(&story, Tab::Unsent), [110, 109, 108], "who belongs is what the service said");
    story.keys("esc");
    let picture = story.snap();
    assert!(picture.contains("confirmed only"), "and back to where one was");
    assert!(picture.contains("Unsent 3 · $4,050, … held"), "said wherever one is:\n{picture}");
}

#[test]
fn a_reason_is_picked_by_key_by_menu_and_by_name() {
    let mut story = rescue();
    let asked = |story: &Story, reasons: &[UnsentReason]| {
        let filter = InquiryFilter { unsent_reasons: reasons.to_vec(), ..Tab::Unsent.question() };
        let key = asks(filter).call().key();
        assert!(story.wanted().contains(&key), "{key} among {:?}", story.wanted());
    };
    story.keys("> >");
    asked(&story, &[UnsentReason::BelowMinOffer]);
    assert!(
        story.snap().contains("below minimum 2"),
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
fn what_is_archived_leaves_the_queue_and_its_tab_teaches_when_it_is_empty() {
    let mut story = rescue();
    story.keys("a a a");
    assert_eq!(archived(&mut story), [110, 109, 108]);
    assert!(story.snap().contains("Everything was mailed to you."), "{}", story.snap());
    let mut story = desk();
    story.line("unsent").fail(&first_page(Tab::Unsent), failure(FailureKind::Forbidden));
    assert!(story.snap().contains("inquiries.list"), "{}", story.snap());
}

#[test]
fn a_queue_of_several_pages_is_read_to_its_end_by_itself() {
    let mut story = desk();
    story.answer(&first_page(Tab::Unsent), &unsent_page(&unread(100), 250, [250, 0, 0, 0, 0]));
    story.line("unsent");
    assert!(story.snap().contains("100 of 250 read"), "{}", story.snap());
    let second = |key: &String| key.contains("delivery=unsent") && key.contains("page=2&");
    assert!(story.wanted().iter().any(second), "without going there: {:?}", story.wanted());
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    assert!(wants.queries.iter().any(|want| second(&want.key) && want.lane == Lane::Ahead), "at a modest pace");
}

/// Anna's history opened: three of her others.
fn with_history() -> Story {
    let mut story = desk();
    let others: Vec<Value> =
        rows().into_iter().filter(|row| [111, 109, 107].contains(&row["inquiry_id"].as_i64().unwrap())).collect();
    story.answer(&history(112, HistoryMatch::All, 0, 1), &history_page(&others, 1, 3, false));
    story.keys("g g enter ] ]").sent();
    story
}

#[test]
fn the_history_tells_how_widely_a_buyer_asks_and_lists_their_others() {
    let mut story = with_history();
    let picture = story.snap();
    assert!(picture.contains("Asked for 41 domains of all sellers in 30 days."), "{picture}");
    for expected in ["52 / 41", "by connection", "5 Feb 2025", "Your other inquiries from this buyer 3"] {
        assert!(picture.contains(expected), "{expected}:\n{picture}");
    }
    assert!(picture.contains("éclair.shop") && picture.contains("both"), "{picture}");
    assert!(picture.contains("all time · by address or connection"));
    story.keys("<");
    assert!(story.wanted().contains(&history(112, HistoryMatch::All, 90, 1).call().key()));
    story.line("window 7").keys("b");
    assert!(story.wanted().contains(&history(112, HistoryMatch::Email, 7, 1).call().key()), "{:?}", story.wanted());
    story.line("window 14");
    assert!(story.snap().contains("“14” is no window; there is 7, 30, 90, all."), "{}", story.snap());
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
    let mut story = desk();
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
    let mut story = desk();
    story.answer(&history(112, HistoryMatch::All, 0, 1), &history_page(&[], 1, 0, false)).keys("g g enter ] ]");
    assert!(story.snap().contains("This buyer has asked you nothing else."), "{}", story.snap());
    let mut story = desk();
    story.keys("g g enter ] ]").fail(&history(112, HistoryMatch::All, 0, 1), failure(FailureKind::Forbidden));
    assert!(story.snap().contains("inquiries.history"), "{}", story.snap());
}

#[test]
fn what_the_cursor_rests_on_is_fetched_ahead_and_the_preview_knows_the_buyer() {
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
    assert!(story.snap().contains("Asked for 41 domains"), "{}", story.snap());
}

#[test]
fn the_flow_tab_shows_the_path_the_answers_and_the_qualification() {
    let mut row = rows()[0].clone();
    row["details"]["flow"] = json!({ "position": 2, "steps": ["initial", "interest", "bant"] });
    row["details"]["qualification"] = json!({ "score": 71 });
    row["bant"] = json!({ "timeline": "This quarter", "budget": "$14,000" });
    let mut story = desk();
    story.keys("g g enter").answer(&Get { id: Id::new(112) }, &json!({ "inquiry": row }).to_string());
    story.keys("] ] ]");
    let picture = story.snap();
    for expected in
        ["first message › [interest] › questions about the purchase", "step 2 of 3", "This quarter", "$14,000", "71"]
    {
        assert!(picture.contains(expected), "{expected}:\n{picture}");
    }
}

#[test]
fn a_text_is_searched_with_the_keys_of_a_pager() {
    let mut story = desk();
    story.keys("g g enter /").typed("mailed");
    let picture = story.snap();
    assert!(picture.contains("/ mailed") && picture.contains("1 of "), "{picture}");
    story.keys("enter n n N");
    assert!(story.snap().contains("2 of "), "{}", story.snap());
    story.keys("esc");
    let picture = story.snap();
    assert!(!picture.contains("/ mailed") && picture.contains("How it came"), "esc ends the search first:\n{picture}");
    story.keys("n");
    assert!(story.snap().contains("Nothing is looked for yet"), "{}", story.snap());
    story.keys("/").typed("zzz");
    assert!(story.snap().contains("not found"));
    story.keys("esc esc");
    assert_eq!(cursor(&mut story), "solarpark.de");
    story.line("messages").keys("/").typed("looked");
    assert!(story.snap().contains("/ looked"), "every text has it:\n{}", story.snap());
    story.keys("esc esc");
    assert!(story.shell.layer_names().is_empty());
}

#[test]
fn the_form_has_every_value_of_the_filter_and_is_the_filter_line() {
    let mut story = desk();
    story.keys("f");
    let picture = story.snap();
    for field in [
        "Tab",
        "Domain",
        "Status",
        "Delivery",
        "not confirmed",
        "another rule",
        "each step",
        "Order",
        "View",
        "Unread only",
        "Starred only",
        "Spam risk",
        "Also",
    ] {
        assert!(picture.contains(field), "{field}:\n{picture}");
    }
    // Tab: All; domain; status; risk: high, from the last field backwards.
    story.keys("left").keys("down").typed("greenhaus.com").keys("down right right right");
    story.keys("up up up").typed("offer:>100").keys("up right right right right right").keys("ctrl-s");
    let question = InquiryFilter {
        domain: Some(parkade::base::DomainName::parse("greenhaus.com").unwrap()),
        status: Status::All,
        visibility: Visibility::All,
        spam_risk: parkade::api::inquiries::RiskFilter::High,
        ..InquiryFilter::default()
    };
    assert!(story.wanted().contains(&asks(question).call().key()), "{:?}\n{}", story.wanted(), story.snap());
    let picture = story.snap();
    assert!(picture.contains("status:all risk:high domain:greenhaus.com offer:>100"), "{picture}");
    story.keys("f");
    assert!(
        story.snap().contains("greenhaus.com") && story.snap().contains("offer:>100"),
        "it opens as it is in force"
    );
    story.keys("esc esc");
    assert!(!story.snap().contains("risk:high"));
}

#[test]
fn a_mistake_in_the_form_stays_beside_its_field() {
    let mut story = desk();
    story.keys("f up").typed("ofer:>5").keys("ctrl-s");
    let picture = story.snap();
    assert!(picture.contains("did you mean offer:>5?"), "{picture}");
    story.keys("ctrl-u down down").typed("solar").keys("ctrl-s");
    assert!(story.snap().contains("takes a whole name with its ending"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(cursor(&mut story), "solarpark.de", "leaving changes nothing");
}

#[test]
fn a_mistake_on_the_line_keeps_the_line_and_names_the_nearest() {
    let mut story = desk();
    story.keys(":").typed("filter rsk:low").keys("enter");
    assert_eq!(story.shell.layer_names(), ["line"]);
    let picture = story.snap();
    assert!(picture.contains("filter rsk:low") && picture.contains("did you mean risk:low?"), "{picture}");
    story.keys("ctrl-u").typed("inq archived delivery:unsnt").keys("enter");
    assert_eq!(story.shell.layer_names(), ["line"]);
    assert!(
        story.snap().contains("did you mean delivery:unsent?") && story.snap().contains("confirmed only"),
        "nothing moved"
    );
    story.keys("ctrl-u").typed("filter risk:low").keys("enter");
    assert!(story.shell.layer_names().is_empty() && story.snap().contains("risk:low"), "{}", story.snap());
}

#[test]
fn confirmed_only_is_said_as_long_as_it_is_so() {
    let mut story = desk();
    assert!(story.snap().contains("confirmed only"));
    story.line("filter status:all");
    assert!(!story.snap().contains("confirmed only"), "{}", story.snap());
    story.line("tab all");
    assert!(!story.snap().contains("confirmed only"));
    story.keys("esc").line("tab unread");
    assert!(story.snap().contains("confirmed only"));
}

#[test]
fn what_arrives_rings_the_bell_once() {
    let mut story = desk();
    let mut more = rows();
    more.insert(0, arrival(113, 2));
    story.answer(&first_page(Tab::Active), &page(&more, 8));
    assert_eq!(story.sent().into_iter().filter(|effect| *effect == Effect::Bell).count(), 1);
    story.answer(&first_page(Tab::Active), &page(&more, 8)).keys("j k");
    assert!(!story.sent().contains(&Effect::Bell));
}

#[test]
fn the_last_row_of_ten_thousand_says_where_the_older_ones_are() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("inquiries", "");
    let page_of = |number: i64| -> Vec<Value> {
        let from = (number - 1) * 100;
        (0..100).map(|n| arrival(100_000 - from - n, from + n)).collect()
    };
    fill_of(&mut story, Tab::Active, &page_of(1), 10_000);
    story.store.start_walk();
    // The walk in large steps: each page holds a hundred of the ten thousand.
    while let Some((parkade::store::walk::Ask::Page(number), began)) = story.store.walk_ask() {
        let rows = page_of(number.into());
        let decoded = parkade::api::inquiries::List::decode(page(&rows, 10_000).as_bytes()).expect("a page");
        story.store.walk_page(number, &decoded, began, story.now);
    }
    story.sync().keys("G");
    let picture = story.snap();
    assert!(
        picture.contains("Only the newest 10,000 are listed; :export inquiries gets the older ones too."),
        "{picture}"
    );
}

#[test]
fn unsent_asks_for_all_statuses_so_that_the_unconfirmed_count() {
    let question = Tab::Unsent.question();
    assert_eq!((question.status, question.delivery), (Status::All, DeliveryFilter::Unsent));
}
