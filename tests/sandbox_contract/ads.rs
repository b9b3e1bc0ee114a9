//! Contract of the ads service: a key of its own, campaigns and listings.

use parkade::sandbox::Options;
use serde_json::{Value, json};

use crate::support::{Api, NOW, small, start};

fn ads(options: &Options, key: &str) -> Api {
    let options = Options { ads_keys: vec![key.parse().expect("a key")], ..options.clone() };
    start(&options).with_token(Some("ads"))
}

async fn made(api: &Api) -> i64 {
    let body = json!({ "theme": "#0f766e", "horizontal_logo_url": "https://logos.example/wide.png" });
    api.post_json("ads/campaigns", body).await.ok()["campaign"]["campaign_id"].as_i64().expect("a number")
}

#[tokio::test]
async fn a_campaign_is_made_changed_ended_and_brought_back() {
    let api = ads(&small(), "ads=*");
    let id = made(&api).await;
    let path = format!("ads/campaign/{id}");
    let rows = api.get("ads/campaigns").await.ok()["campaigns"].clone();
    assert_eq!(rows[0]["campaign_id"], id);
    assert_eq!((&rows[0]["theme"], &rows[0]["logo_action"]), (&json!("#0f766e"), &Value::Null));
    assert!(rows[0]["horizontal_logo_url"].as_str().unwrap().starts_with("https://images.parking.example/ads/"));

    let change = json!({ "ad_tag": "spring26", "vertical_logo_size": 400, "logo_action": "https://buy.example/?a=1" });
    let row = api.post_json(&path, change).await.ok()["campaign"].clone();
    assert_eq!((&row["campaign_tag"], &row["vertical_logo_size"]), (&json!("spring26"), &json!(40)));
    assert_eq!((&row["theme"], &row["is_active"]), (&json!("#0f766e"), &json!(true)));
    let ended = api.send("DELETE", &path, None).await.unwrap().ok();
    assert_eq!(ended["campaign"]["is_active"], json!(false));
    let back = api.post_json(&path, json!({ "is_active": true })).await.ok();
    assert_eq!(back["campaign"]["is_active"], json!(true));
    for (field, value) in [
        ("theme", json!("green")),
        ("horizontal_logo_url", json!("javascript:alert(1)")),
        ("logo_action", json!("buy.example")),
        ("ad_tag", json!("26 spring")),
        ("horizontal_logo_size", json!("wide")),
    ] {
        let got = api.post_json(&path, json!({ field: value })).await;
        assert_eq!((got.status, &got.json["errors"][0]["field"]), (400, &json!(field)), "{}", got.text);
    }
    let body = json!({ "theme": "#000000", "horizontal_logo_url": "https://logos.invalid/wide.png" });
    api.post_json(&path, body).await.refused(400, "logo_processing_failed");
    assert_eq!(api.get(&path).await.ok()["campaign"]["theme"], "#0f766e", "nothing was changed");
    api.get("ads/campaign/1").await.refused(404, "np_ads_error_campaign_not_found");
}

#[tokio::test]
async fn a_domain_is_listed_once_in_a_campaign() {
    let api = ads(&small(), "ads=*");
    let path = format!("ads/campaign/{}/listing", made(&api).await);
    let body = json!({ "domain": "éclair.shop", "ad_expires_at": NOW + 60, "action_label": "Buy", "action_url": "https://b.example/?d=1" });
    let listing = api.post_json(&path, body.clone()).await.ok()["listing"].clone();
    assert_eq!((&listing["domain"], &listing["ad_expires_at"]), (&json!("xn--clair-9ra.shop"), &json!(NOW + 60)));
    for (member, value, field) in [
        ("action_label", json!("Buy"), "domain"),
        ("domain", json!("no name"), "domain"),
        ("ad_expires_at", json!(NOW), "ad_expires_at"),
        ("action_label", json!("x".repeat(61)), "action_label"),
        ("action_url", json!("mailto:a@b.example"), "action_url"),
    ] {
        let mut other = body.clone();
        other[member] = value;
        let got = api.post_json(&path, other).await;
        assert_eq!((got.status, &got.json["errors"][0]["field"]), (400, &json!(field)), "{member}: {}", got.text);
    }
    let bare = json!({ "domain": "two.example", "ad_expires_at": null });
    api.post_json(&path, bare).await.ok();
    assert_eq!(api.get("ads/campaigns").await.ok()["campaigns"][0]["listing_count"], 2);
    let got = api.post_json("ads/campaign/1/listing", body).await;
    got.refused(404, "np_ads_error_campaign_not_found");
}

#[tokio::test]
async fn an_inactive_campaign_leaves_its_place_among_the_active_ones() {
    let api = ads(&small(), "ads=*");
    let mut refused = None;
    for _ in 0..=1_000 {
        let got = api.post_json("ads/campaigns", json!({ "theme": "#0f766e" })).await;
        refused = (got.status != 200).then_some(got);
    }
    refused.expect("one too many").refused(400, "np_ads_error_too_many_campaigns");
    let newest = api.get("ads/campaigns").await.ok()["campaigns"][0]["campaign_id"].clone();
    let path = format!("ads/campaign/{newest}");
    api.send("DELETE", &path, None).await.unwrap().ok();
    made(&api).await;
    let got = api.post_json(&path, json!({ "is_active": true })).await;
    got.refused(400, "np_ads_error_too_many_campaigns");
}

#[tokio::test]
async fn an_ads_call_needs_an_ads_key_with_its_scope() {
    let api = ads(&small(), "ads=np_ads_listings:read");
    let id = made(&api).await;
    api.get("ads/campaigns").await.ok();
    let got = api.post_json(&format!("ads/campaign/{id}/listing"), json!({ "domain": "a.example" })).await;
    got.refused(403, "do_not_have_permission");
    let api = api.with_token(Some("full"));
    api.get("ads/campaigns").await.refused(401, "invalid_access_token");
}

#[tokio::test]
async fn campaigns_come_in_other_forms_where_the_service_is_like_that() {
    let of = async |like: &str| {
        let api = ads(&Options { like: vec![like.parse().expect("a choice")], ..small() }, "ads=*");
        let campaign = api.post_json("ads/campaigns", json!({})).await.ok();
        (campaign, api.get("ads/campaigns").await.ok())
    };
    let (one, all) = of("campaigns-bare").await;
    assert_eq!(one, all[0]);
    let (one, all) = of("campaigns-by-number").await;
    assert_eq!(one["campaign"], all["campaigns"][one["campaign"]["campaign_id"].to_string()]);
    let (one, all) = of("campaigns-as-data").await;
    assert_eq!(one["data"], all["data"][0]);
    assert!(one["data"]["id"].is_string() && one["data"]["attributes"]["campaign_tag"].is_string(), "{one}");
}
