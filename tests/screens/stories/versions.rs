//! Who made a version of the settings.

use parkade::api::domains::Settings;
use parkade::api::settings::Get;
use parkade::api::{Request as _, profile};
use parkade::screens::ALL;
use parkade::store::shown::versions;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{NOW, portfolio, settings};

/// Minutes after the time of the save at which the versions were made.
const LATE: i64 = 60;

#[test]
fn a_version_is_yours_where_it_was_made_while_your_save_was_under_way() {
    let mut story = settings::open();
    story.line("set min_offer=300").keys("ctrl-s").wait(400).keys("ctrl-s").wait(400).keys("y").settle(None);
    let version = |id: i64, minutes: i64, source: &str, by: &str| {
        json!({
            "history_id": id, "date": NOW + minutes * 60, "scope": "account", "domain": null, "changed": ["min_offer"],
            "changes": { "min_offer": { "before": 250, "after": 300 } }, "can_undo": true, "source": source,
            "source_ref": by
        })
    };
    let rows = [
        version(204, LATE, "api", "a script"),
        version(203, 0, "ui", "a browser"),
        version(202, 0, "api", "this token"),
        version(201, -LATE, "api", "an older script"),
    ];
    story.size(160, 30).line("history");
    settings::history_with(&mut story, &rows);
    let frame = story.snap();
    assert_eq!(frame.matches("you, here").count(), 1, "{frame}");
    for others in ["a script", "a browser", "an older script"] {
        assert!(frame.contains(others), "{others} set the same value, at another time or elsewhere: {frame}");
    }
}

/// A list printed without a screen once had amounts without a currency, because no other screen had read it.
#[test]
fn the_history_reads_the_currency_of_its_amounts() {
    let mut story = Story::new(ALL);
    story.size(160, 30).open("history", "");
    settings::history(&mut story);
    let wants = |story: &Story, key: String| story.wanted().contains(&key);
    assert!(wants(&story, Get {}.call().key()) && wants(&story, profile::Get {}.call().key()), "{:?}", story.wanted());
    portfolio::account_in_dollars(&mut story);
    assert!(story.snap().contains("$100 → $250"), "{}", story.snap());
    story.line("history solarpark.de");
    settings::prices(&mut story, "solarpark.de", &[json!(600), json!(700)]);
    let of = Settings { name: portfolio::name("solarpark.de") };
    assert!(story.snap().contains(" 600 → 700") && wants(&story, of.call().key()), "{}", story.snap());
    let own = json!({ "value": "CHF", "source": "domain", "domain_value": "CHF" });
    story.answer(&of, &json!({ "settings": { "currency": own } }).to_string());
    assert!(story.snap().contains("CHF 600 → CHF 700"), "{}", story.snap());
}

#[test]
fn the_history_opens_on_a_version_that_is_read_after_a_save() {
    let version = |id: i64, value: i64| {
        json!({
            "history_id": id, "date": NOW + id, "scope": "account", "domain": null, "changed": ["min_offer"],
            "changes": { "min_offer": { "before": 250, "after": value } }, "can_undo": true, "source": "api",
            "source_ref": "this token"
        })
    };
    let mut story = settings::open();
    story.size(160, 30).line("history");
    settings::history_with(&mut story, &[version(201, 210), version(200, 200)]);
    let cursor = |story: &mut Story| {
        let frame = story.snap();
        frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
    };
    assert!(cursor(&mut story).contains("210"), "{}", story.snap());
    story.line("settings").line("history");
    settings::history_with(&mut story, &[version(202, 220), version(201, 210), version(200, 200)]);
    assert!(cursor(&mut story).contains("220"), "{}", story.snap());
    // Once the user has acted on a row, the cursor stays on it.
    story.keys("j k");
    settings::history_with(&mut story, &[version(203, 230), version(202, 220), version(201, 210), version(200, 200)]);
    assert!(cursor(&mut story).contains("220"), "{}", story.snap());
}

#[test]
fn versions_of_domains_are_not_counted_where_none_were_read() {
    let mut story = settings::open();
    story.keys("g h").size(160, 30);
    settings::history(&mut story);
    let tabs = story.snap().lines().nth(1).unwrap_or_default().to_owned();
    assert!(tabs.contains("Account 3") && tabs.trim_end().ends_with("Domains"), "{tabs}");
    story.line("history solarpark.de");
    assert!(story.snap().contains("with solarpark.de"), "{}", story.snap());
}

#[test]
fn the_change_of_a_setting_is_shown_whole_before_its_name() {
    let mut story = settings::open();
    let name = "ask_buyers_about_their_budget_and_their_timeline";
    let row = json!({
        "history_id": 204, "date": NOW - 60, "scope": "account", "domain": null, "changed": [name],
        "changes": { name: { "before": "never before", "after": "always" } }, "can_undo": true, "source": "api",
        "source_ref": "a script"
    });
    story.size(120, 36).line("history");
    settings::history_with(&mut story, &[row]);
    let frame = story.snap();
    let cursor = frame.lines().find(|line| line.starts_with('▌')).expect("a row under the cursor");
    let list = cursor.split('│').next().expect("the list");
    assert!(list.contains("“never before” → “always”") && list.contains('…'), "{frame}");
}

#[test]
fn a_name_of_usual_length_is_whole_beside_its_change_at_120_columns() {
    let name = "hold_back_by_spam_risk";
    let row = json!({
        "history_id": 204, "date": NOW - 60, "scope": "account", "domain": null, "changed": [name],
        "changes": { name: { "before": "medium", "after": "high" } }, "can_undo": true, "source": "api",
        "source_ref": "a script"
    });
    let mut story = settings::open();
    story.size(120, 24).line("history");
    settings::history_with(&mut story, &[row]);
    let frame = story.snap();
    let cursor = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default();
    let list = cursor.split('│').next().unwrap_or_default();
    assert!(list.contains(name) && list.contains("“medium” → “high”"), "{frame}");
}

#[test]
fn amounts_a_version_restores_are_in_the_currency_it_restores() {
    let mut story = settings::open();
    portfolio::account_in_dollars(&mut story);
    let mut account = settings::account();
    account["settings"]["currency"] = json!({ "value": "EUR", "source": "account" });
    story.answer(&Get {}, &account.to_string());
    let row = json!({
        "history_id": 204, "date": NOW - 60, "scope": "account", "domain": null, "changed": ["currency", "min_offer"],
        "changes": {
            "currency": { "before": null, "after": "EUR" }, "min_offer": { "before": null, "after": 250 },
        },
        "can_undo": true, "source": "ui", "source_ref": null
    });
    story.size(120, 36).line("history");
    settings::history_with(&mut story, &[row]);
    let question = story.keys("u").wait(400).snap();
    assert!(question.contains("Lowest offer: €250 → inherit ($100)"), "{question}");
}

#[test]
fn a_past_amount_is_shown_in_the_currency_of_its_time_or_without_one() {
    let mut story = settings::domains();
    portfolio::account_in_dollars(&mut story);
    settings::own(&mut story, &[("solarpark.de", json!({ "bin_price": 400 }))]);
    let months = |months: i64| NOW - months * 30 * 86_400;
    let version = |id: i64, ago: i64, scope: &str, name: &str, before: serde_json::Value, after: serde_json::Value| {
        json!({
            "history_id": id, "date": months(ago), "scope": scope, "domain": null, "changed": [name],
            "changes": { name: { "before": before, "after": after } }, "can_undo": true, "source": "ui",
            "source_ref": null
        })
    };
    // 400 was set two months ago, 300 three, 200 four.
    settings::prices(&mut story, "solarpark.de", &[json!(100), json!(200), json!(300), json!(400)]);
    let told = |story: &Story| {
        let rows = versions::of_name(&portfolio::name("solarpark.de"), &story.store);
        rows.iter().flat_map(|row| row.words(&story.store)).collect::<Vec<_>>()
    };
    assert_eq!(
        told(&story),
        ["BIN price: 300 → 400", "BIN price: 200 → 300", "BIN price: 100 → 200"],
        "no version of the account was read"
    );
    let mut rows = [
        version(20, 1, "account", "currency", json!("GBP"), json!(null)),
        version(19, 2, "profile", "default_currency", json!("EUR"), json!("USD")),
        version(18, 3, "account", "currency", json!(null), json!("GBP")),
    ];
    rows[2]["date"] = json!(months(3) + 1);
    settings::history_with(&mut story, &rows);
    assert_eq!(told(&story), ["BIN price: £300 → £400", "BIN price: €200 → €300", "BIN price: €100 → €200"]);
    let chart = |story: &mut Story| {
        let frame = story.size(100, 30).line("history solarpark.de").snap();
        frame.lines().find(|line| line.contains("BIN price of")).map(|line| line.trim().to_owned())
    };
    assert_eq!(chart(&mut story), None, "the last price was in pounds, and prices are in dollars now");
    settings::history_with(&mut story, &rows[1..2]);
    assert_eq!(chart(&mut story).as_deref(), Some("BIN price of solarpark.de · $400 now · 1 change in USD"));
    let page = json!({ "current_page": 1, "last_page": 2, "per_page": 50, "shown": 2, "total": 70 });
    let ask = parkade::api::settings::History { page: parkade::api::Page::new(1, 50) };
    story.answer(&ask, &json!({ "versions": rows[..2], "pagination": page }).to_string());
    let expected = ["BIN price: £300 → £400", "BIN price: 200 → 300", "BIN price: 100 → 200"];
    assert_eq!(told(&story), expected, "older versions of the account were not read");
    settings::history_with(&mut story, &rows[2..]);
    let expected = ["BIN price: 300 → 400", "BIN price: $200 → $300", "BIN price: $100 → $200"];
    assert_eq!(told(&story), expected, "it was set, and is not any more: that it was changed again was not read");
}
