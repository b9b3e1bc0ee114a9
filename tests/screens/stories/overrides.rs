//! Own settings of domains as a table: found, filtered, and made to inherit through the review.

use parkade::screens::ALL;
use parkade::store::Value;
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{cursor, portfolio, settings};

fn opened() -> Story {
    let mut story = Story::new(ALL);
    story.size(140, 24).line("overrides");
    settings::overrides(&mut story);
    story.sent();
    story
}

/// Changes under review: domain, setting, the value before; all of them inherit.
fn staged(story: &Story) -> Vec<(String, String, Option<Value>)> {
    let staging = story.store.staging().expect("a plan under review");
    let row = |edit: &parkade::store::writes::intent::SettingEdit| {
        assert_eq!(edit.edit.after, Value::Null);
        (edit.subject.words(), edit.edit.field.to_string(), edit.edit.before.clone())
    };
    staging.plan.edits.iter().map(row).collect()
}

#[test]
fn each_setting_that_is_set_anywhere_is_a_column_and_what_repeats_the_account_is_marked() {
    let mut story = opened();
    let frame = story.snap();
    for words in ["BIN price", "Lowest offer", "headline", "design", "links", "verified domains, others as read"] {
        assert!(frame.contains(words), "{words}: {frame}");
    }
    assert!(!frame.contains("legal") && !frame.contains("hours"), "nobody has set these: {frame}");
    assert!(frame.contains("= 250") && frame.contains("= Come in") && !frame.contains("= Garden"), "{frame}");
    assert!(frame.contains("Overrides 5") && frame.contains("Redundant 3"), "{frame}");
    story.keys("]");
    assert!(!story.snap().contains("solarpark.de"), "{}", story.snap());
    // A price is aligned to the right, as every number is.
    assert!(frame.contains("  14,900"), "{frame}");
    // The account's new value decides which own values are redundant.
    let mut account = settings::account();
    account["settings"]["min_offer"]["value"] = json!(300);
    story.answer(&parkade::api::settings::Get {}, &account.to_string());
    assert!(story.snap().contains("Redundant 2"), "{}", story.snap());
}

#[test]
fn redundant_values_are_made_to_inherit_through_the_review() {
    let mut story = opened();
    story.keys("] * d");
    let frame = story.snap();
    assert!(frame.contains("Make inherit: 3 domains") && frame.contains("Redundant values"), "{frame}");
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("review"));
    assert_eq!(story.store.journal().entries().count(), 0, "nothing is written before it was seen");
    let rows = staged(&story);
    let mut fields: Vec<&str> = rows.iter().map(|(_, field, _)| field.as_str()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["headline", "links", "min_offer"]);
    assert!(rows.contains(&("bergluft.at".to_owned(), "min_offer".to_owned(), Some(Value::Whole(250)))), "{rows:?}");
    story.keys("ctrl-s").wait(400).keys("y").settle(None).wait(10_000);
    story.line("overrides");
    let frame = story.snap();
    assert!(frame.contains("Redundant 0") && frame.contains("Overrides 4"), "{frame}");
}

#[test]
fn one_setting_or_everything_of_the_row_under_the_cursor_inherits() {
    let mut story = opened();
    story.line("inherit bin_price");
    assert_eq!(staged(&story), [("bergluft.at".to_owned(), "bin_price".to_owned(), Some(Value::Whole(14_900)))]);
    let mut story = opened();
    story.line("inherit all");
    assert_eq!(staged(&story).len(), 2);
    for (word, why) in [("bin_prize", "Did you mean “bin_price”?"), ("design", "Unknown setting")] {
        let mut story = opened();
        let frame = story.line(&format!("inherit {word}")).snap();
        assert!(frame.contains(why), "{frame}");
        assert!(story.store.staging().is_none());
    }
    let mut story = opened();
    story.line("filter greenhaus").line("inherit redundant");
    assert!(story.snap().contains("No value here is redundant."), "{}", story.snap());
}

#[test]
fn a_column_sorts_and_new_columns_keep_order_marks_and_cursor() {
    let mut story = opened();
    story.line("sort bin_price").keys("g g");
    assert_eq!(cursor(&mut story), "bergluft.at");
    story.keys("j space");
    let before = cursor(&mut story);
    settings::own(&mut story, &[("a-new.example", json!({ "bin_price": 9, "legal": "Ours" }))]);
    let frame = story.snap();
    assert!(frame.contains("legal") && frame.contains("1 marked"), "{frame}");
    assert_eq!(cursor(&mut story), before);
}

#[test]
fn a_setting_leads_to_the_domains_that_override_it_and_esc_leads_back() {
    let mut story = settings::open();
    story.line("set min_offer=1").keys("g o");
    assert_eq!(story.shell.current(), Some("overrides"));
    settings::overrides(&mut story);
    let frame = story.snap();
    assert!(frame.contains("bergluft.at") && !frame.contains("greenhaus.com"), "{frame}");
    story.keys("esc");
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("settings"));
}

#[test]
fn the_marked_domains_are_opened_in_their_settings() {
    let mut story = opened();
    story.keys("space j space e");
    assert_eq!(story.shell.current(), Some("domain-settings"));
    assert!(story.snap().contains("2 domains"), "{}", story.snap());
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::Write(_))));
}

#[test]
fn overrides_that_were_not_read_are_not_called_none() {
    let mut story = Story::new(ALL);
    story.size(140, 24).line("overrides");
    let pages =
        parkade::api::domains::AllSettings { overrides_only: Some(true), page: parkade::api::Page::new(1, 200) };
    story.fail(&pages, crate::support::failure(parkade::client::FailureKind::Offline));
    let frame = story.snap();
    assert!(!frame.contains("No verified domain has") && !frame.contains("Overrides 0"), "{frame}");
    assert!(!story.keys("]").snap().contains("No value only repeats"), "{}", story.snap());
    settings::own(&mut story, &[]);
    assert!(story.keys("[").snap().contains("No verified domain has settings of its own."), "{}", story.snap());
}

/// The pages of settings have verified domains only; an unverified one that was read by itself is not counted.
#[test]
fn own_values_are_counted_of_verified_domains_alone() {
    let mut story = settings::domains();
    let of = parkade::api::domains::Settings { name: portfolio::name("freiraum.org") };
    let named = portfolio::row(8, "freiraum.org", "freiraum.org", "unverified", true, None, json!(null), json!(true));
    portfolio::fill(&mut story, parkade::api::domains::Tab::Unverified, std::slice::from_ref(&named));
    settings::own(&mut story, &[("bergluft.at", json!({ "for_sale": false }))]);
    story.answer(&of, r#"{"settings":{"for_sale":{"value":false,"source":"domain","domain_value":false}}}"#);
    let frame = story.open("settings", "").snap();
    assert!(frame.contains("own on 1 verified domain"), "{frame}");
}
