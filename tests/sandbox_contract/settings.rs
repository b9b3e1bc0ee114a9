use serde_json::{Value, json};

use crate::support::{Api, Got, keys, small, start};

pub const INVALID: &str = "np_parking_api_error_invalid_settings";
pub const UNKNOWN: &str = "np_parking_api_error_unknown_settings";

/// Settings that the documents name.
pub const NAMED: [&str; 8] = [
    "for_sale",
    "bin_price",
    "target_price",
    "accept_offers",
    "in_portfolio",
    "portfolio_show_cover",
    "portfolio_link_to_lander",
    "cover_images",
];

pub async fn account(api: &Api) -> Value {
    api.get("parking/settings").await.ok()["settings"].clone()
}

pub async fn write(api: &Api, settings: Value) -> Got {
    api.post_json("parking/settings", json!({ "settings": settings })).await
}

impl Got {
    /// Fields that a refusal names, each with its message.
    #[track_caller]
    pub fn fields(&self, code: &str) -> Vec<(String, String)> {
        assert_eq!(self.status, 400, "{}", self.text);
        let entries = self.json["errors"].as_array().expect("a list");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        for entry in entries {
            assert_eq!(entry["code"], code, "{entry}");
            assert!(text(&entry["message"]).ends_with('.'), "{entry}");
        }
        entries.iter().map(|entry| (text(&entry["field"]), text(&entry["message"]))).collect()
    }
}

#[tokio::test]
async fn the_account_has_a_value_and_a_source_for_every_setting_it_may_use() {
    let api = start(&small());
    let schema = api.get("parking/settings-schema").await.ok()["schema"].as_array().unwrap().clone();
    let settings = account(&api).await;
    let expected: Vec<_> = schema
        .iter()
        .filter(|row| row["account_level"] == true && row["available"] == true)
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(keys(&settings), expected);
    assert!(!expected.contains(&"bin_price") && !expected.contains(&"custom_css"));
    let mut sources = [0, 0];
    for row in schema.iter().filter(|row| expected.contains(&row["name"].as_str().unwrap())) {
        let setting = &settings[row["name"].as_str().unwrap()];
        assert_eq!(keys(setting), ["value", "source"]);
        if setting["source"] == "default" {
            assert_eq!(setting["value"], row["default"], "{row}");
            sources[0] += 1;
        } else {
            assert_eq!(setting["source"], "account");
            sources[1] += 1;
        }
    }
    assert!(sources.iter().all(|count| *count >= 8), "{sources:?}");
}

#[tokio::test]
async fn every_type_takes_its_values_and_null_goes_back_to_the_default() {
    let api = start(&small());
    let image = api.get("parking/images?per_page=1").await.ok()["images"][0]["image_id"].clone();
    let values = json!({
        "accept_offers": false,
        "min_offer": 1250.5,
        "lease_months": 36,
        "lander_design": "dark",
        "lander_headline": "",
        "lander_text": "Two\nlines",
        "legal_notice": "<p>Ours</p>",
        "privacy_url": "https://a.example/privacy?x=1",
        "accent_color": "#B91C1C",
        "notify_times": ["09:00-17:00"],
        "contact_links": [],
        "cover_images": { "images": [{ "id": image }] },
        "office_hours": { "mon": ["09:00-12:00", "13:00-17:00"], "sun": null },
    });
    let after = write(&api, values.clone()).await.ok();
    assert_eq!(keys(&after), ["settings"]);
    assert_eq!(after["settings"], account(&api).await, "the settings after the save");
    for (name, value) in values.as_object().unwrap() {
        assert_eq!(after["settings"][name], json!({ "value": value, "source": "account" }), "{name}");
    }
    let nulls: serde_json::Map<_, _> =
        values.as_object().unwrap().keys().map(|name| (name.clone(), Value::Null)).collect();
    let after = write(&api, nulls.into()).await.ok();
    for name in values.as_object().unwrap().keys() {
        assert_eq!(after["settings"][name]["source"], "default", "{name}");
    }
}

#[tokio::test]
async fn a_refusal_names_every_value_and_nothing_is_saved() {
    let api = start(&small());
    let before = account(&api).await;
    let long = "x".repeat(5_001);
    for (name, value, hint) in [
        ("accept_offers", json!("yes"), "true or false"),
        ("accept_offers", json!(1), "true or false"),
        ("min_offer", json!("100"), "a number"),
        ("min_offer", json!(-1), "from 0 to"),
        ("min_offer", json!(1e12), "from 0 to"),
        ("lease_months", json!(2.5), "a whole number"),
        ("lease_months", json!(1), "from 2 to 120"),
        ("lander_design", json!("baroque"), "classic, minimal, card, split, dark"),
        ("lander_design", json!(3), "a text"),
        ("lander_headline", json!("two\nlines"), "one line"),
        ("lander_headline", json!("x".repeat(121)), "at most 120 characters, not 121"),
        ("lander_text", json!(long), "at most 5000 characters"),
        ("lander_text", json!("bell\u{7}"), "plain text"),
        ("legal_notice", json!("<script>x()</script>"), "scripts"),
        ("privacy_url", json!("a.example"), "https://"),
        ("accent_color", json!("red"), "#2f6fde"),
        ("contact_phone", json!("117 496"), "country code"),
        ("catchall_forward", json!("nobody"), "an email address"),
        ("notify_times", json!("09:00-17:00"), "a list of texts"),
        ("notify_times", json!([9]), "a list of texts"),
        ("notify_times", json!(["17:00-09:00"]), "times such as"),
        ("notify_times", json!(vec!["01:00-02:00"; 7]), "at most 6 entries, not 7"),
        ("contact_links", json!(["fax"]), "email, phone, whatsapp"),
        ("blocked_countries", json!(["us"]), "country code"),
        ("cover_images", json!([1]), "key images"),
        ("cover_images", json!({ "images": [{ "id": "611" }] }), "key id"),
        ("cover_images", json!({ "images": [{ "id": 611 }, { "id": 611 }] }), "once"),
        ("cover_images", json!({ "images": [{ "id": 1 }] }), "no image 1"),
        ("cover_images", json!({ "images": (1..7).map(|id| json!({ "id": id })).collect::<Vec<_>>() }), "at most 5"),
        ("office_hours", json!("always"), "an object"),
        ("office_hours", json!({ "someday": null }), "someday"),
        ("office_hours", json!({ "mon": ["late"] }), "09:00-17:00"),
        ("bin_price", json!(100), "single domains"),
        ("custom_css", json!("p {}"), "not available"),
    ] {
        let got = write(&api, json!({ name: value, "lander_language": "fr" })).await;
        let fields = got.fields(INVALID);
        assert_eq!(fields.len(), 1, "{name}: {fields:?}");
        assert_eq!(fields[0].0, name);
        assert!(fields[0].1.contains(hint), "{name}: {}", fields[0].1);
    }
    let got = write(&api, json!({ "min_offer": "x", "accent_color": "y", "lander_language": "fr" })).await;
    assert_eq!(
        got.fields(INVALID).iter().map(|field| field.0.as_str()).collect::<Vec<_>>(),
        ["min_offer", "accent_color"]
    );
    let got = write(&api, json!({ "no_such": 1, "min_offer": "x", "nor_this": null })).await;
    assert_eq!(got.fields(UNKNOWN).iter().map(|field| field.0.as_str()).collect::<Vec<_>>(), ["no_such", "nor_this"]);
    let got = api.post_json("parking/settings", json!({ "settings": "all" })).await;
    got.refused(400, "invalid_body");
    assert_eq!(account(&api).await, before);
    assert!(api.writes().await.is_empty());
}

#[tokio::test]
async fn settings_the_account_may_not_use_do_not_appear() {
    let api = start(&parkade::sandbox::Options { without: vec!["portfolio".parse().unwrap()], ..small() });
    let mine = api.get("parking/domains?state=verified&per_page=1").await.ok()["domains"][0]["punycode"].clone();
    let mine = format!("parking/domain-settings?name={}", mine.as_str().unwrap());
    let of_domain = api.get(&mine).await.ok()["settings"].clone();
    for name in &NAMED[4..7] {
        assert!(account(&api).await.get(name).is_none() && of_domain.get(name).is_none(), "{name}");
        assert_eq!(write(&api, json!({ *name: true })).await.fields(INVALID)[0].0, *name);
        let got = api.post_json(&mine, json!({ "settings": { *name: true } })).await;
        assert!(got.fields(INVALID)[0].1.contains("not available"));
    }
    assert!(of_domain.get("for_sale").is_some());
}

#[tokio::test]
async fn an_account_value_reaches_every_domain_that_inherits_it() {
    let api = start(&small());
    let listed = |listing: &'static str| {
        let api = &api;
        async move {
            let got = api.get(&format!("parking/domains?listing={listing}&per_page=200")).await.ok();
            got["domains"].as_array().unwrap().clone()
        }
    };
    let (for_sale, off) = (listed("for_sale").await, listed("off_market").await);
    assert!(!for_sale.is_empty() && !off.is_empty());
    write(&api, json!({ "for_sale": false, "accept_offers": false })).await.ok();
    assert!(listed("for_sale").await.is_empty(), "nobody has it as their own");
    let rows = listed("off_market").await;
    assert_eq!(rows.len(), for_sale.len() + off.len());
    assert!(rows.iter().all(|row| row["accept_offers"] == false));
    let removed = api.get("parking/domains?state=removed").await.ok();
    assert!(removed["domains"].as_array().unwrap().iter().all(|row| row["for_sale"] == false));
    // A name that is added later inherits, too.
    api.post_json("parking/domains", json!({ "domains": ["late.example"] })).await.ok();
    api.running.clock().advance(5);
    assert_eq!(api.get("parking/domain?name=late.example").await.ok()["domain"]["for_sale"], false);
    write(&api, json!({ "for_sale": null, "accept_offers": null })).await.ok();
    assert_eq!(listed("off_market").await, off, "those with an own value kept it");
    assert_eq!(api.get("parking/domain?name=late.example").await.ok()["domain"]["for_sale"], true);
}
