//! Lead scores: the column, the filter word, the order, and the sum behind one.

use parkade::base::Id;
use parkade::store::notes::{Key, NoteChange, Record, Status, Turn};
use parkade::store::{Subject, Tab};
use parkade::ui::Effect;

use parkade::api::domains::Tab as DomainTab;
use serde_json::json;

use crate::support::inbox::{ids, open_inbox};
use crate::support::{portfolio, settings};

/// The list of inquiries of an account in dollars.
fn inbox() -> parkade::ui::testing::Story {
    let mut story = open_inbox(30);
    portfolio::account_in_dollars(&mut story);
    story
}

/// The domains of the rows shown, from the top.
fn shown(story: &mut parkade::ui::testing::Story) -> Vec<String> {
    let frame = story.snap_screen();
    let names =
        ["solarpark.de", "éclair.shop", "clair", "greenhaus.com", "quickloans24.net", "fjordtours.no", "clearwater.io"];
    let name = |line: &str| names.iter().find(|name| line.contains(**name)).map(|name| (*name).to_owned());
    frame.lines().filter_map(name).collect()
}

#[test]
fn a_list_is_sorted_and_filtered_by_score() {
    let mut story = inbox();
    story.size(200, 30).keys("p");
    assert!(ids(&story, Tab::Active).len() > 5);
    story.line("sort score");
    let best = shown(&mut story);
    assert_eq!(best.first().map(String::as_str), Some("solarpark.de"), "{best:?}");
    story.line("sort score");
    story.line("filter score:>40");
    let few = shown(&mut story);
    assert!(!few.is_empty() && few.len() < best.len(), "{few:?}");
    story.line("filter score:none");
    assert_eq!(shown(&mut story), Vec::<String>::new());
}

#[test]
fn a_score_out_of_range_is_refused_with_what_it_may_be() {
    let mut story = inbox();
    story.line("filter score:>140");
    let frame = story.snap();
    assert!(frame.contains("is not a number from 0 to 100"), "{frame}");
}

#[test]
fn the_sum_behind_a_score_is_shown_term_by_term() {
    let mut story = inbox();
    story.size(100, 30).keys("=");
    insta::assert_snapshot!(story.snap_screen());
}

#[test]
fn no_sum_is_shown_while_amounts_are_covered() {
    let mut story = inbox();
    story.line("redact on");
    story.keys("=");
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::Show(_))));
    assert!(story.snap().contains("Redaction is on"));
}

#[test]
fn a_pin_overrides_the_score_until_it_is_removed() {
    let mut story = inbox();
    story.size(200, 30).keys("p").line("sort score");
    assert_eq!(shown(&mut story).first().map(String::as_str), Some("solarpark.de"));
    story.keys("+");
    let menu = story.snap();
    assert!(menu.contains("Pin the score") && menu.contains("Up …") && !menu.contains("Off"), "{menu}");
    story.keys("-").typed("known tyre kicker").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("1 inquiry: score pinned down"), "{frame}");
    assert_eq!(shown(&mut story).last().map(String::as_str), Some("solarpark.de"), "{frame}");
    let record = story.store.notes().of(&Subject::Inquiry(Id::new(112))).and_then(Record::pin);
    assert_eq!(record.map(|pin| (pin.up, pin.reason.to_string())), Some((false, "known tyre kicker".to_owned())));
    story.line("filter score:<1").keys("=");
    let sheet = story.snap();
    assert!(sheet.contains("Pinned down: known tyre kicker (the sum is 61)"), "{sheet}");
    story.keys("esc").line("pin up");
    assert!(story.snap().contains("Usage: :pin up REASON"), "{}", story.snap());
    story.keys("esc").keys("u");
    assert_eq!(shown(&mut story).first().map(String::as_str), Some("solarpark.de"), "its score is the sum again");
}

#[test]
fn the_sum_ends_with_how_leads_of_its_band_ended_once_there_are_enough() {
    let mut rows = crate::support::inbox::rows();
    for id in 0..25 {
        rows.push(crate::support::inbox::arrival(1_000 + id, 60 * (id + 1)));
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row["inquire_date"].as_i64()));
    let mut story = crate::support::inbox::open_inbox_of(30, &rows);
    let now = story.now;
    let set = |story: &mut parkade::ui::testing::Story, id: i64, turn: Turn, detail: &str| {
        let change = NoteChange::new(Id::new(1_000 + id), Key::Status, &Status::kept(turn, detail, now));
        story.store.change_notes(vec![change], "status".to_owned(), now);
    };
    for id in 0..19 {
        set(&mut story, id, Turn::Lost, "price");
    }
    story.line("goto 1003").keys("=");
    let sheet = story.snap();
    assert!(sheet.contains("Needs 20 outcomes to show results; 19 so far"), "{sheet}");
    story.keys("esc");
    set(&mut story, 19, Turn::Won, "900 USD");
    story.sync();
    story.keys("=");
    let sheet = story.snap();
    assert!(sheet.contains("you replied to 0, won 1 and lost 19."), "{sheet}");
}

#[test]
fn the_currency_of_a_price_that_an_offer_is_compared_with_is_read_alone_where_no_page_has_it() {
    let mut story = inbox();
    story.size(120, 24);
    let row =
        portfolio::row(1, "solarpark.de", "solarpark.de", "unverified", true, Some(2_400.0), json!(null), json!(true));
    for tab in [DomainTab::MyDomains, DomainTab::Unverified] {
        portfolio::fill(&mut story, tab, std::slice::from_ref(&row));
    }
    portfolio::account_in_dollars(&mut story);
    let asks = |story: &parkade::ui::testing::Story| {
        story.wanted().iter().any(|key| key.contains("domain-settings?name=solarpark.de"))
    };
    assert!(asks(&story), "{:?}", story.wanted());
    settings::own(&mut story, &[("solarpark.de", json!({ "bin_price": 2_400 }))]);
    assert!(!asks(story.sync()), "{:?}", story.wanted());
}
