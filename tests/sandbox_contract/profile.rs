use serde_json::{Value, json};

use crate::settings::{INVALID, UNKNOWN};
use crate::support::{Api, Got, keys, small, start};
use parkade::sandbox::Options;

const FIELDS: [&str; 17] = [
    "display_name",
    "website",
    "website_use_portfolio",
    "atom_network_id",
    "wise_business_id",
    "user_card_html",
    "social_email",
    "social_phone_number",
    "social_whatsapp",
    "social_telegram",
    "social_signal",
    "social_sms",
    "social_x",
    "social_linkedin",
    "contact_icons_position",
    "avatar_visibility",
    "default_currency",
];

async fn save(api: &Api, profile: Value) -> Got {
    api.post_json("parking/profile", json!({ "profile": profile })).await
}

#[tokio::test]
async fn every_profile_field_is_saved_and_read_again() {
    let api = start(&small());
    let got = api.get("parking/profile").await.ok();
    assert_eq!(keys(&got), ["profile", "parking_email", "payment_emails"]);
    assert_eq!(keys(&got["profile"]), FIELDS);
    assert!(got["parking_email"].is_string() && got["payment_emails"]["paypal"].is_string());
    let wanted = json!({
        "display_name": "Ähre & Söhne", "website": "http://a.example/x", "website_use_portfolio": true,
        "atom_network_id": "a_1", "wise_business_id": "w.2", "user_card_html": "<b>Hi</b>\n<p>there</p>",
        "social_email": "a@b.example", "social_phone_number": "+1 (212) 555-0100", "social_whatsapp": "+12125550100",
        "social_telegram": "tele", "social_signal": "signal.42", "social_sms": "+12125550101", "social_x": "ex",
        "social_linkedin": "https://linkedin.example/in/a", "contact_icons_position": "hidden",
        "avatar_visibility": "members", "default_currency": "EUR",
    });
    let after = save(&api, wanted.clone()).await.ok();
    assert_eq!(after, json!({ "profile": wanted }), "the profile after the save");
    assert_eq!(api.get("parking/profile").await.ok()["profile"], wanted);
    let after = save(&api, json!({ "website": null, "social_x": "" })).await.ok()["profile"].clone();
    assert_eq!((&after["website"], &after["social_x"]), (&Value::Null, &"".into()), "emptied in two ways");
    assert_eq!(after["display_name"], wanted["display_name"], "the rest stays");
}

#[tokio::test]
async fn each_profile_field_is_checked_by_its_rule() {
    let api = start(&small());
    let before = api.get("parking/profile").await.ok();
    for (name, value, hint) in [
        ("display_name", json!(" "), "empty"),
        ("display_name", json!("x".repeat(51)), "at most 50"),
        ("display_name", Value::Null, "empty"),
        ("website", json!("harbourlane.example"), "https://"),
        ("website", json!("javascript:alert(1)"), "https://"),
        ("website_use_portfolio", json!("yes"), "true or false"),
        ("website_use_portfolio", Value::Null, "empty"),
        ("atom_network_id", json!("two words"), "letters"),
        ("wise_business_id", json!(12), "a text"),
        ("user_card_html", json!("<p onclick='x()'>"), "scripts"),
        ("user_card_html", json!("x".repeat(2_001)), "at most 2000"),
        ("social_email", json!("hello@"), "an email address"),
        ("social_phone_number", json!("0117 496"), "country code"),
        ("social_whatsapp", json!("call me"), "country code"),
        ("social_telegram", json!("@tele"), "letters"),
        ("social_signal", json!("x".repeat(61)), "at most 60"),
        ("social_sms", json!("+1"), "country code"),
        ("social_x", json!("https://x.example/a"), "letters"),
        ("social_linkedin", json!("in/a"), "https://"),
        ("contact_icons_position", json!("left"), "above, below, hidden"),
        ("avatar_visibility", json!("friends"), "everyone"),
        ("default_currency", json!("BTC"), "USD"),
        ("default_currency", Value::Null, "empty"),
    ] {
        let other = if name == "social_sms" { "social_whatsapp" } else { "social_sms" };
        let fields = save(&api, json!({ name: value, other: "+12125550100" })).await.fields(INVALID);
        assert_eq!((fields.len(), fields[0].0.as_str()), (1, name));
        assert!(fields[0].1.contains(hint), "{name}: {}", fields[0].1);
    }
    for name in ["parking_email", "payment_emails", "nickname"] {
        assert_eq!(save(&api, json!({ name: "a@b.example", "website": "x" })).await.fields(UNKNOWN)[0].0, name);
    }
    save(&api, json!("me")).await.refused(400, "invalid_body");
    assert_eq!(api.get("parking/profile").await.ok(), before, "nothing is saved when one is refused");
}

#[tokio::test]
async fn a_profile_without_a_confirmed_address_has_no_parking_email() {
    let api = start(&Options { without: vec!["parking-email".parse().unwrap()], ..small() });
    assert!(api.get("parking/profile").await.ok()["parking_email"].is_null());
}
