use std::collections::HashSet;

use serde_json::json;

use crate::support::{NOW, ids, keys, small, start};

#[tokio::test]
async fn the_schema_describes_about_forty_settings() {
    let api = start(&small());
    let got = api.get("parking/settings-schema").await.ok();
    assert_eq!(keys(&got), ["schema"]);
    let rows = got["schema"].as_array().unwrap();
    let fields = [
        "name",
        "type",
        "label",
        "explain",
        "account_level",
        "domain_level",
        "permission_gated",
        "available",
        "allowed_values",
        "default",
        "category",
    ];
    let (mut names, mut categories) = (HashSet::new(), HashSet::new());
    for row in rows {
        assert_eq!(keys(row), fields);
        assert!(names.insert(row["name"].as_str().unwrap()), "once each");
        categories.insert(row["category"].as_str().unwrap());
        assert_eq!(row["type"] == "choice", row["allowed_values"].is_array(), "{row}");
        assert!(row["available"].is_boolean() && (row["account_level"] == true || row["domain_level"] == true));
        if let Some(values) = row["allowed_values"].as_array() {
            assert!(row["default"].is_null() || values.contains(&row["default"]), "{row}");
        }
    }
    assert!(rows.len() >= 40 && categories.len() == 8);
    for known in [
        "for_sale",
        "bin_price",
        "target_price",
        "accept_offers",
        "in_portfolio",
        "portfolio_show_cover",
        "portfolio_link_to_lander",
        "cover_images",
    ] {
        assert!(names.contains(known), "{known}");
    }
}

#[tokio::test]
async fn senders_are_added_once_and_removed() {
    let api = start(&small());
    let before = api.get("parking/ignored-senders").await.ok()["senders"].as_array().unwrap().len();
    for (sent, kind, value) in [
        ("Pest@Nuisance.example", "email", "pest@nuisance.example"),
        ("192.0.2.9", "ip", "192.0.2.9"),
        ("2001:DB8:0:0::7", "ip", "2001:db8::7"),
    ] {
        let row = api.post_json("parking/ignored-senders", json!({ "sender": sent })).await.ok()["sender"].clone();
        assert_eq!(keys(&row), ["id", "type", "value", "date"]);
        assert_eq!((&row["type"], &row["value"], &row["date"]), (&kind.into(), &value.into(), &NOW.into()));
        let again = api.post_json("parking/ignored-senders", json!({ "sender": value })).await;
        again.refused(400, "np_parking_api_error_sender_refused");
    }
    for sent in ["", "nobody", "a@b", "1.2.3", "two words@x.example"] {
        api.post_json("parking/ignored-senders", json!({ "sender": sent }))
            .await
            .refused(400, "np_parking_api_error_sender_refused");
    }
    let rows = api.get("parking/ignored-senders").await.ok()["senders"].as_array().unwrap().clone();
    assert_eq!(rows.len(), before + 3);
    let path = format!("parking/ignored-sender/{}", rows[0]["id"]);
    assert_eq!(api.send("DELETE", &path, None).await.unwrap().ok(), json!({ "success": true }));
    api.send("DELETE", &path, None).await.unwrap().refused(404, "np_parking_api_error_sender_not_found");
    for number in 0..200 - before - 2 {
        api.post_json("parking/ignored-senders", json!({ "sender": format!("n{number}@full.example") })).await.ok();
    }
    let full = api.post_json("parking/ignored-senders", json!({ "sender": "one-more@full.example" })).await;
    full.refused(400, "np_parking_api_error_sender_refused");
    assert!(full.text.contains("full"));
}

#[tokio::test]
async fn inquiries_arrive_in_time_and_on_demand() {
    let mut options = small();
    options.arrive = Some(60);
    let api = start(&options);
    let before = ids(&api.inquiries("").await);
    api.running.clock().advance(125);
    let after = ids(&api.inquiries("").await);
    assert_eq!(after[2..], before, "two came in, on top, confirmed");
    let got = api.post_json("/_sandbox/arrive", json!({ "count": 3 })).await.ok();
    let fresh: Vec<i64> = got["ids"].as_array().unwrap().iter().map(|id| id.as_i64().unwrap()).collect();
    assert!(fresh.iter().all(|id| *id > after[0]));
    let rows = api.inquiries("unread=1&status=all").await;
    assert!(fresh.iter().all(|id| ids(&rows).contains(id)), "unread, as nobody has seen them");
    assert!(rows.iter().all(|row| row["inquire_date"].as_i64().unwrap() <= NOW + 125));
}

#[tokio::test]
async fn a_nameserver_name_is_never_given_twice_and_an_account_creates_two_a_year() {
    let api = start(&small());
    let plain = api.get("parking/nameservers").await.ok();
    assert_eq!(keys(&plain), ["ns", "cname", "txt"]);
    let create = async |name: &str| api.post_json("parking/nameservers", json!({ "name": name })).await;
    for refused in ["", "two words", "hafen-1", "ns.x", "sedona", &"x".repeat(31)] {
        create(refused).await.refused(400, "np_parking_api_error_nameserver_refused");
    }
    let named = create("Lighthouse").await.ok()["nameservers"].clone();
    assert_eq!(named["ns"][1], "ns2.lighthouse.parking.example");
    assert_eq!((&named["cname"], &named["txt"]), (&plain["cname"], &plain["txt"]));
    assert_eq!(api.get("parking/nameservers").await.ok(), named);
    create("lighthouse").await.refused(400, "np_parking_api_error_nameserver_refused");
    api.running.clock().advance(60);
    create("pier9").await.ok();
    create("lighthouse").await.refused(400, "np_parking_api_error_nameserver_refused");
    let limited = create("third").await;
    limited.refused(429, "np_parking_api_error_nameserver_limit");
    assert!(limited.text.contains("possible on"), "{}", limited.text);
    assert_eq!(limited.retry_after.as_deref(), Some((365 * 86_400 - 60).to_string().as_str()));
    api.running.clock().advance(365 * 86_400);
    create("third").await.ok();
}
