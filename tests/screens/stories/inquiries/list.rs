//! The inquiries screen as a user uses it.

use parkade::api::Request;
use parkade::api::inquiries::Get;
use parkade::api::types::Inquiry;
use parkade::base::Id;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::writes::intent::SetMark;
use parkade::store::{Intent, Mark, Tab, Wants};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::inbox::{arrival, fill_of, first_page, ids, open_inbox, page, rates, rows, walk};
use crate::support::{cursor, failure};

/// Marks asked for since the last look: ids, mark, and true if it is set.
fn marks(story: &mut Story) -> Vec<(Vec<i64>, Mark, bool)> {
    let mark = |effect| match effect {
        Effect::Write(Intent::Mark(SetMark { ids, mark, to })) => {
            Some((ids.into_iter().map(Id::get).collect(), mark, to))
        }
        Effect::Opened(id) => Some((vec![id.get()], Mark::Read, true)),
        _ => None,
    };
    story.sent().into_iter().filter_map(mark).collect()
}

#[test]
fn twenty_presses_of_a_key_decide_twenty_inquiries() {
    let mut story = open_inbox(24);
    assert_eq!(cursor(&mut story), "solarpark.de");
    story.keys("a");
    assert_eq!(cursor(&mut story), "éclair.shop");
    assert!(story.snap().contains("Bonjour, le nom"), "the next message is on the screen");
    story.keys("a a");
    assert_eq!(cursor(&mut story), "例え.jp");
    let expected: Vec<_> = [112, 111, 110].map(|id| (vec![id], Mark::Archived, true)).into();
    assert_eq!(marks(&mut story), expected);
    assert_eq!(ids(&story, Tab::Archived), [112, 111, 110]);
}

#[test]
fn in_an_opened_inquiry_archiving_goes_on_with_the_next_one() {
    let mut story = open_inbox(24);
    story.keys("enter");
    assert!(story.snap().contains("We are opening in Germany"));
    story.keys("a");
    assert!(story.snap().contains("Bonjour, le nom"));
    story.keys("a a a a a a");
    assert!(story.snap().contains("No inquiries waiting."), "the last one closes the page:\n{}", story.snap());
}

#[test]
fn undo_brings_a_row_back_and_redo_takes_it_away_again() {
    let mut story = open_inbox(24);
    story.keys("a").settle(None).keys("u");
    assert_eq!(ids(&story, Tab::Active).len(), 7);
    story.settle(None).keys("U");
    assert_eq!(ids(&story, Tab::Active).len(), 6);
}

#[test]
fn moving_never_marks_read_and_opening_does_after_a_moment() {
    let mut story = open_inbox(24);
    story.keys("j k j").wait(10_000);
    assert_eq!(marks(&mut story), []);
    story.keys("g g enter").wait(1_000);
    assert_eq!(marks(&mut story), [], "a glance is no reading");
    story.wait(2_000);
    assert_eq!(marks(&mut story), [(vec![112], Mark::Read, true)]);
    story.keys("}").wait(500).keys("esc").wait(5_000);
    assert_eq!(marks(&mut story), [], "closed before it counted");
}

#[test]
fn the_moment_an_inquiry_counts_as_read_can_be_chosen() {
    let mut story = open_inbox(24);
    story.line("inquiries.mark_read manual").keys("enter").wait(10_000);
    assert_eq!(marks(&mut story), []);
    story.keys("esc").line("inquiries.mark_read preview").keys("j").wait(3_000);
    assert_eq!(marks(&mut story), [(vec![111], Mark::Read, true)]);
}

#[test]
fn reading_in_the_unread_tab_keeps_the_page_open() {
    let mut story = open_inbox(24);
    story.keys("] enter").wait(3_000);
    assert_eq!(ids(&story, Tab::Unread), [111, 110]);
    assert!(story.snap().contains("We are opening in Germany"), "it left the list but stays open");
    story.keys("}");
    assert!(story.snap().contains("Bonjour, le nom"), "the next one is the one that came after it");
    story.keys("{");
    assert!(story.snap().contains("We are opening in Germany"), "the list holds still: there is a way back");
    story.keys("{");
    assert!(story.snap().contains("This is the first one."), "{}", story.snap());
}

#[test]
fn a_verb_acts_on_the_marked_rows_in_one_write() {
    let mut story = open_inbox(24);
    story.keys("space space a");
    assert_eq!(marks(&mut story), [(vec![112, 111], Mark::Archived, true)]);
    story.keys("s");
    assert_eq!(marks(&mut story), [(vec![110], Mark::Starred, true)], "the marks went with their rows");
}

#[test]
fn the_read_key_marks_unread_only_where_all_are_read() {
    let mut story = open_inbox(24);
    story.keys("m m");
    assert_eq!(marks(&mut story), [(vec![112], Mark::Read, true), (vec![112], Mark::Read, false)]);
    story.keys("G space k space m");
    assert_eq!(marks(&mut story).pop(), Some((vec![107, 106], Mark::Read, false)));
}

#[test]
fn hiding_one_acts_at_once_and_hiding_several_asks() {
    let mut story = open_inbox(24);
    story.keys("d");
    assert_eq!(marks(&mut story), [(vec![112], Mark::Hidden, true)]);
    story.keys("space space d");
    assert_eq!(marks(&mut story), []);
    let question = story.snap();
    assert!(
        question.contains("Hide 2 inquiries") && question.contains("éclair.shop (xn--clair-9ra.shop)"),
        "{question}"
    );
    story.wait(1_000).keys("enter");
    assert_eq!(marks(&mut story), [], "enter is no yes");
    story.keys("y");
    assert_eq!(marks(&mut story), [(vec![111, 110], Mark::Hidden, true)]);
}

#[test]
fn the_same_key_brings_an_inquiry_back_on_the_tabs_archived_and_hidden() {
    let mut story = open_inbox(24);
    story.keys("a j d").sent();
    story.line("tab archived").keys("a");
    assert_eq!(marks(&mut story), [(vec![112], Mark::Archived, false)]);
    story.line("tab hidden").keys("a");
    assert_eq!(marks(&mut story), [(vec![110], Mark::Hidden, false)]);
    assert_eq!(ids(&story, Tab::Active).len(), 7);
}

#[test]
fn every_mark_has_its_verb_on_the_line() {
    let mut story = open_inbox(24);
    let verbs = [
        ("read", Mark::Read, true),
        ("unread", Mark::Read, false),
        ("star", Mark::Starred, true),
        ("unstar", Mark::Starred, false),
        ("archive", Mark::Archived, true),
        ("tab archived", Mark::Archived, true),
        ("unarchive", Mark::Archived, false),
        ("tab active", Mark::Archived, true),
        ("hide", Mark::Hidden, true),
        ("tab hidden", Mark::Hidden, true),
        ("restore", Mark::Hidden, false),
    ];
    for (line, mark, to) in verbs {
        story.keys("g g").line(line);
        let expected = if line.starts_with("tab") { Vec::new() } else { vec![(vec![112], mark, to)] };
        assert_eq!(marks(&mut story), expected, ":{line}");
    }
    story.line("tab active").keys("g g").line("unstar");
    assert!(story.snap().contains("It is not starred."), "{}", story.snap());
}

#[test]
fn repeating_applies_the_last_act_to_the_next_row() {
    let mut story = open_inbox(24);
    story.keys("s j .");
    assert_eq!(marks(&mut story), [(vec![112], Mark::Starred, true), (vec![111], Mark::Starred, true)]);
}

#[test]
fn a_filter_narrows_while_it_is_typed_and_says_what_it_hides() {
    let mut story = open_inbox(24);
    story.keys("/").typed("risk:high");
    assert_eq!(cursor(&mut story), "quickloans24.net");
    story.keys("enter");
    assert!(story.snap().contains("risk:high · 1 of 7 · esc clears"), "{}", story.snap());
    assert!(story.wanted().iter().any(|key| key.contains("spam_risk=high")), "the service is asked for it");
    story.keys("esc");
    assert!(!story.snap().contains("risk:high"));
    story.line("filter nosuchword");
    assert!(story.snap().contains("No match for nosuchword (7 hidden by the filter)"), "{}", story.snap());
}

#[test]
fn a_mistyped_filter_word_is_named_with_the_nearest_known_one() {
    let mut story = open_inbox(24);
    story.line("filter rsk:low");
    let frame = story.snap();
    assert!(frame.contains("rsk") && frame.contains("“risk:”"), "{frame}");
    story.open("inquiries", "unread offer:>1000");
    assert!(story.snap().contains("offer:>1000 · 2 of 3"), "{}", story.snap());
}

#[test]
fn sorting_and_columns_are_chosen_by_name_or_from_a_menu() {
    let mut story = open_inbox(24);
    story.line("sort offer").keys("g g");
    assert_eq!(cursor(&mut story), "solarpark.de");
    assert!(story.snap().contains("offer ↓"));
    assert!(story.snap().contains("sorted within each currency"), "{}", story.snap());
    story.store.session_mut().rates = rates();
    story.sync();
    assert!(story.snap().contains("sorted by your rates"), "{}", story.snap());
    story.line("sort domain").keys("g g");
    assert_eq!(cursor(&mut story), "clearwater.io");
    story.keys(",");
    assert_eq!(story.shell.layer_names().len(), 1);
    story.keys("esc").line("cols email");
    assert!(story.size(300, 24).snap().contains("tom@becker.example"), "a chosen column is seen");
}

#[test]
fn the_list_wants_its_page_the_newest_and_the_texts_around_the_cursor() {
    let mut story = open_inbox(24);
    story.keys("j j j");
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    assert_eq!(wants.full_inquiries.iter().map(|id| id.get()).collect::<Vec<_>>(), [109, 111, 110, 108, 107, 106]);
    let keys = story.wanted();
    assert!(keys[0].contains("page=1") && keys[0].contains("per_page=100"), "{keys:?}");
    assert!(!keys.iter().any(|key| key.contains("inquiries?page=2")), "all is known, so no further page: {keys:?}");
    assert!(keys[1].contains("inquiry/109/history"), "the buyer of the row one rests on: {keys:?}");
    assert!(keys[2].contains("delivery=unsent") && keys[2].contains("status=all"), "what is held back: {keys:?}");
    assert!(keys[3].contains("type=compact") && keys[3].contains("status=all"), "{keys:?}");
    assert_eq!(
        keys[4..],
        [
            "parking/profile",
            "parking/settings",
            "parking/ignored-senders",
            "parking/domains-settings?overrides_only=1&page=1&per_page=200"
        ],
        "what its questions need to know"
    );
    story.keys("enter");
    assert_eq!(story.wanted()[0], Get { id: Id::new(109) }.call().key());
}

#[test]
fn further_pages_are_asked_as_the_cursor_comes_near_the_end() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    let many: Vec<_> = (0..100).map(|n| arrival(10_000 - n, n)).collect();
    fill_of(&mut story, Tab::Active, &many, 250);
    assert!(!story.wanted().iter().any(|key| key.contains("page=2&")), "the end is far");
    story.keys("G");
    assert!(story.wanted().iter().any(|key| key.contains("page=2&")), "{:?}", story.wanted());
    assert!(story.snap().contains("250"), "the service's total is on the tab");
}

#[test]
fn any_field_of_an_inquiry_can_be_copied() {
    let mut story = open_inbox(24);
    story.keys("y");
    assert!(story.snap().contains("anna@nordvind.example"));
    story.keys("enter");
    let copied = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Copy { what, text } => Some((what, text)),
        _ => None,
    });
    assert_eq!(copied, Some(("Email", "anna@nordvind.example".to_owned())));
}

#[test]
fn a_jump_to_the_domain_or_the_buyer_leads_back_to_where_one_was() {
    let mut story = open_inbox(24);
    story.keys("j j g b");
    let frame = story.snap();
    assert!(frame.contains("tom@becker.example") && frame.contains("greenhaus.com"), "{frame}");
    story.keys("g i");
    let frame = story.snap();
    assert!(frame.contains("buyer:\"tom@becker.example\"") && frame.contains("greenhaus.com"), "{frame}");
    story.keys("esc esc");
    story.keys("esc");
    assert!(story.snap().contains("confirmed only"), "back in the Active tab");
    assert_eq!(cursor(&mut story), "greenhaus.com");
    story.keys("g i");
    assert!(story.wanted().iter().any(|key| key.contains("domain=greenhaus.com") && key.contains("visibility=all")));
}

#[test]
fn brackets_and_braces_walk_pages_and_inquiries_and_esc_returns_to_the_row() {
    let mut story = open_inbox(24);
    story.keys("j j j j enter");
    assert!(story.snap().contains("Emailed to you"));
    story.keys("]");
    assert!(story.snap().contains("Background check"));
    story.keys("] ]");
    assert!(story.snap().contains("Answers"));
    story.keys("]");
    assert!(story.snap().contains("\"inquiry_id\": 108"));
    story.keys("}");
    assert!(story.snap().contains("\"inquiry_id\": 107"), "the next one on the same page");
    story.keys("{ esc");
    assert_eq!(cursor(&mut story), "quickloans24.net");
}

#[test]
fn the_preview_hides_and_below_100_columns_is_a_page_of_its_own() {
    let mut story = open_inbox(24);
    story.keys("p");
    assert!(!story.snap().contains("We are opening"));
    story.size(80, 24);
    assert!(story.snap().contains("solarpark.de"));
    story.keys("p");
    assert!(story.snap().contains("We are opening"));
    let frame = story.snap();
    assert!(frame.contains("1 of 7   ● unread") && frame.contains("p back"), "it says where one is:\n{frame}");
    story.keys("s");
    assert!(story.snap().contains("★ starred"), "{}", story.snap());
    story.keys("j");
    assert!(story.snap().contains("Bonjour"), "moving goes through the messages");
    assert!(story.snap().contains("2 of 7"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(cursor(&mut story), "éclair.shop");
}

#[test]
fn a_scrolled_preview_gives_the_moving_keys_back() {
    let mut story = open_inbox(24);
    story.keys("tab j");
    assert_eq!(cursor(&mut story), "solarpark.de", "the keys scroll the preview");
    let frame = story.snap();
    assert!(frame.contains("Scrolling the preview · j k scroll") && frame.contains("tab list"), "{frame}");
    story.keys("tab j");
    assert_eq!(cursor(&mut story), "éclair.shop");
}

#[test]
fn a_read_only_session_says_why_nothing_changes() {
    let mut story = open_inbox(24);
    story.readonly = Some("another Parkade is open on this account".to_owned());
    story.keys("a s m d");
    assert_eq!(marks(&mut story), []);
    assert!(story.snap().contains("another Parkade is open"), "{}", story.snap());
}

/// Proves R-64.
#[test]
fn known_inquiries_stay_while_the_service_fails_and_show_their_age() {
    let mut story = open_inbox(24);
    story.now = parkade::base::Timestamp(story.now.0 + 7_200);
    story.fail(&first_page(Tab::Active), failure(FailureKind::Offline));
    let frame = story.snap();
    assert!(frame.contains("solarpark.de") && frame.contains("showing data from 14:0"), "{frame}");
}

#[test]
fn rows_the_walk_has_not_read_are_named_under_the_last_row() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    fill_of(&mut story, Tab::Active, &rows(), 9_000);
    story.store.sync_inquiries(parkade::ui::testing::NOW);
    let (_, began) = story.store.walk_ask().expect("the walk begins");
    let first: parkade::api::Paged<Inquiry> =
        parkade::api::inquiries::List::decode(page(&rows(), 9_000).as_bytes()).expect("a page");
    story.store.walk_page((parkade::store::WalkList::All, 1), &first, began, story.now);
    story.sync().keys("G");
    let frame = story.snap();
    assert!(frame.contains("Loading inquiries: 7 of 9,000."), "{frame}");
}

#[test]
fn a_vanished_row_and_an_answer_for_another_filter_change_nothing_else() {
    let mut story = open_inbox(24);
    story.keys("j j /").typed("domain:greenhaus.com").keys("enter");
    let mut fewer = rows();
    fewer.truncate(1);
    story.answer(&first_page(Tab::Active), &page(&fewer, 1));
    assert_eq!(cursor(&mut story), "greenhaus.com", "yesterday's question is not drawn over today's");
}

#[test]
fn a_filter_that_names_another_list_counts_against_that_list() {
    let mut story = open_inbox(24);
    let mut unconfirmed = arrival(200, 5);
    unconfirmed["email_confirmed"] = json!(false);
    let all: Vec<Value> = std::iter::once(unconfirmed).chain(rows()).collect();
    walk(&mut story, &all);
    for (line, count) in [("risk:high", "1 of 7"), ("status:unconfirmed", "1 of 8"), ("status:all risk:high", "1 of 8")]
    {
        story.line(&format!("filter {line}"));
        assert!(story.snap().contains(&format!("{line} · {count} ")), "{}", story.snap());
    }
}
