//! Settings as the service would answer them, for stories.

use parkade::api::Page;
use parkade::api::domains::{AllSettings, Settings as OfDomain, SettingsHistory};
use parkade::api::settings::{Get, Schema};
use parkade::screens::ALL;
use parkade::store::writes::intent::{Edit, SettingEdit};
use parkade::store::writes::plan::ReviewStep;
use parkade::store::{FieldName, Subject};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::{NOW, portfolio};

/// Schema with a setting of every known type, one of an unknown type, and one the account lacks.
pub fn schema() -> Value {
    let row = |name: &str, kind: &str, default: Value, category: &str| {
        json!({
            "name": name, "type": kind, "label": name.replace('_', " "), "explain": format!("What {name} does."),
            "account_level": true, "domain_level": true, "permission_gated": false, "available": true,
            "allowed_values": null, "default": default, "category": category
        })
    };
    let mut rows = vec![
        row("for_sale", "bool", json!(true), "sale"),
        row("bin_price", "number", json!(null), "sale"),
        row("min_offer", "number", json!(100), "sale"),
        row("headline", "string", json!("For sale"), "lander"),
        row("legal", "html", json!(null), "lander"),
        row("design", "choice", json!("classic"), "lander"),
        row("links", "list", json!(["email"]), "lander"),
        row("hours", "schedule", json!({ "mon": "9-17" }), "lander"),
        row("catchall", "bool", json!(false), "mail"),
    ];
    rows[1]["account_level"] = json!(false);
    rows[5]["allowed_values"] = json!(["classic", "dark", "card", "split"]);
    rows[8]["available"] = json!(false);
    json!({ "schema": rows })
}

/// The account's settings: two of its own.
pub fn account() -> Value {
    let default = |value: Value| json!({ "value": value, "source": "default" });
    json!({ "settings": {
        "for_sale": default(json!(true)), "min_offer": { "value": 250, "source": "account" },
        "headline": { "value": "Come in", "source": "account" }, "legal": default(json!(null)),
        "design": default(json!("classic")), "links": default(json!(["email"])),
        "hours": default(json!({ "mon": "9-17" }))
    } })
}

/// The settings of one domain with a price of its own.
pub fn domain(price: i64) -> Value {
    let inherited = |value: Value, source: &str| json!({ "value": value, "source": source, "domain_value": null, "account_value": value });
    json!({ "settings": {
        "for_sale": inherited(json!(true), "default"),
        "bin_price": { "value": price, "source": "domain", "domain_value": price, "account_value": null },
        "min_offer": inherited(json!(250), "account"), "headline": inherited(json!("Come in"), "account")
    } })
}

/// Answers domains with settings of their own.
pub fn own(story: &mut Story, rows: &[(&str, Value)]) {
    own_page(story, rows, (1, 1));
}

/// Answers page `number` of the `of` pages with own settings.
pub fn own_page(story: &mut Story, rows: &[(&str, Value)], (number, of): (u32, u32)) {
    let row = |(name, settings): &(&str, Value)| {
        let settings = settings.as_object().expect("settings").iter();
        let settings: serde_json::Map<String, Value> = settings
            .map(|(name, value)| (name.clone(), json!({ "value": value, "source": "domain", "domain_value": value })))
            .collect();
        json!({ "domain": name, "settings": settings })
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    let count = rows.len();
    let page = json!({ "current_page": number, "last_page": of, "per_page": 200, "shown": count, "total": count });
    let ask = AllSettings { overrides_only: Some(true), page: Page::new(number, 200) };
    story.answer(&ask, &json!({ "domains": rows, "pagination": page }).to_string());
}

/// Answers everything the settings of the account need.
pub fn fill(story: &mut Story) {
    story.answer(&Schema {}, &schema().to_string());
    story.answer(&Get {}, &account().to_string());
    own(story, &[("bergluft.at", json!({ "bin_price": 14_900 })), ("fjordtours.no", json!({ "for_sale": false }))]);
}

/// Five domains with settings of their own, three of which repeat what they would inherit.
pub fn overrides(story: &mut Story) {
    overrides_with(story, "xn--bcher-kva.de");
}

/// As [`overrides`], the last of the domains being this one.
pub fn overrides_with(story: &mut Story, last: &str) {
    story.answer(&Schema {}, &schema().to_string());
    story.answer(&Get {}, &account().to_string());
    let rows = [
        ("bergluft.at", json!({ "bin_price": 14_900, "min_offer": 250 })),
        ("fjordtours.no", json!({ "for_sale": false, "headline": "Come in" })),
        ("greenhaus.com", json!({ "headline": "Garden" })),
        ("solarpark.de", json!({ "bin_price": 500, "design": "dark" })),
        (last, json!({ "links": ["email"] })),
    ];
    own(story, &rows);
}

/// The settings of the account.
pub fn open() -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 24).open("settings", "");
    fill(&mut story);
    story.sent();
    story
}

/// The list of domains, with everything their settings need.
pub fn domains() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    portfolio::all(&mut story);
    fill(&mut story);
    story.sent();
    story
}

/// Answers the settings of one domain.
pub fn fill_domain(story: &mut Story, name: &str, price: i64) {
    story.answer(&OfDomain { name: portfolio::name(name) }, &domain(price).to_string());
}

/// The settings of the account with two changes under review.
pub fn review(story: &mut Story) {
    story.line("settings").line("set headline=Welcome").line("set min_offer=300").keys("ctrl-s").sent();
}

/// The review after its first change was left out.
pub fn left_out(mut story: Story) -> Story {
    story.store.step_review(ReviewStep::LeaveOut([0].into()));
    story.sync();
    story
}

/// Change of a BIN price from 600 to `price`.
pub fn price(name: &str, price: i64) -> SettingEdit {
    let edit = Edit {
        field: FieldName::fixed("bin_price"),
        before: Some(parkade::store::Value::Whole(600)),
        after: parkade::store::Value::Whole(price),
    };
    SettingEdit { subject: Subject::domain(&portfolio::name(name)), edit }
}

/// Prices of five names under review, two of them odd.
pub fn staged(story: &mut Story) {
    fill(story);
    let rows = [("a.example", 500), ("b.example", 0), ("c.example", 700), ("d.example", 5), ("e.example", 500)];
    for (name, _) in rows {
        fill_domain(story, name, 600);
    }
    let edits = rows.map(|(name, after)| price(name, after)).to_vec();
    story.store.stage(parkade::store::writes::plan::Plan { edits, ..Default::default() });
    story.sync();
}

/// Versions of the account and the profile, the newest first.
pub fn versions() -> Vec<Value> {
    let version = |id: i64, scope: &str, name: &str, (before, after): (Value, Value), source: &str| {
        json!({
            "history_id": id, "date": NOW - (100 - id) * 86_400, "scope": scope, "domain": null, "changed": [name],
            "changes": { name: { "before": before, "after": after } }, "can_undo": id != 71, "source": source,
            "source_ref": (source == "api").then_some("pricing script")
        })
    };
    vec![
        version(98, "account", "min_offer", (json!(100), json!(250)), "api"),
        version(95, "profile", "website", (json!(null), json!("https://a.example")), "ui"),
        version(90, "account", "min_offer", (json!(null), json!(100)), "ui"),
        version(80, "account", "headline", (json!(null), json!("Come in")), "assistant"),
        version(71, "profile", "display_name", (json!(null), json!("Anna")), "ui"),
    ]
}

/// Answers the history with these versions.
pub fn history_with(story: &mut Story, rows: &[Value]) {
    let count = rows.len();
    let page = json!({ "current_page": 1, "last_page": 1, "per_page": 50, "shown": count, "total": count });
    let ask = parkade::api::settings::History { page: Page::new(1, 50) };
    story.answer(&ask, &json!({ "versions": rows, "pagination": page }).to_string());
}

/// Answers the history.
pub fn history(story: &mut Story) {
    story.answer(&Schema {}, &schema().to_string());
    history_with(story, &versions());
}

/// Answers the versions of a domain whose BIN price had these values in turn, for a month each.
pub fn prices(story: &mut Story, name: &str, prices: &[Value]) {
    let version = |(nth, pair): (usize, &[Value])| {
        let months = (prices.len() - nth) as i64;
        json!({
            "history_id": 300 + nth, "date": NOW - months * 30 * 86_400, "scope": "domain", "domain": name,
            "changed": ["bin_price"], "changes": { "bin_price": { "before": pair[0], "after": pair[1] } },
            "can_undo": true, "source": "ui", "source_ref": null
        })
    };
    let rows: Vec<Value> = prices.windows(2).enumerate().map(version).rev().collect();
    let count = rows.len();
    let page = json!({ "current_page": 1, "last_page": 1, "per_page": 200, "shown": count, "total": count });
    let ask = SettingsHistory { name: portfolio::name(name), page: Page::new(1, 200) };
    story.answer(&ask, &json!({ "versions": rows, "pagination": page }).to_string());
}
