use serde_json::{Value, json};

use crate::domain_moves::{domain, names};
use crate::settings::{INVALID, NAMED, UNKNOWN, account, write};
use crate::support::{Api, Got, keys, small, start};

pub fn path(name: &str) -> String {
    format!("parking/domain-settings?name={name}")
}

pub async fn of(api: &Api, name: &str) -> Value {
    api.get(&path(name)).await.ok()["settings"].clone()
}

pub async fn set(api: &Api, name: &str, settings: Value) -> Got {
    api.post_json(&path(name), json!({ "settings": settings })).await
}

#[tokio::test]
async fn a_domain_shows_own_and_account_value_and_which_is_in_force() {
    let api = start(&small());
    let name = names(&api, "verified").await[3].clone();
    let schema = api.get("parking/settings-schema").await.ok();
    let rows = schema["schema"].as_array().unwrap().iter();
    let expected: Vec<_> = rows
        .filter(|row| row["domain_level"] == true && row["available"] == true)
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(keys(&of(&api, &name).await), expected);
    assert!(NAMED.iter().all(|name| expected.contains(name)));
    // Own value, account value, value in force, its source; the default is "classic".
    for (own, of_account, value, source) in [
        (Value::Null, Value::Null, "classic", "default"),
        (Value::Null, json!("split"), "split", "account"),
        (json!("dark"), json!("split"), "dark", "domain"),
        (json!("dark"), Value::Null, "dark", "domain"),
        (json!("split"), json!("split"), "split", "domain"),
    ] {
        write(&api, json!({ "lander_design": of_account })).await.ok();
        let got = set(&api, &name, json!({ "lander_design": own })).await.ok();
        assert_eq!(keys(&got), ["settings"]);
        let setting = &got["settings"]["lander_design"];
        assert_eq!(keys(setting), ["value", "source", "domain_value", "account_value"]);
        let whole = json!({ "value": value, "source": source, "domain_value": own, "account_value": of_account });
        assert_eq!(*setting, whole);
        assert_eq!(got["settings"], of(&api, &name).await);
    }
}

#[tokio::test]
async fn a_partial_save_leaves_the_rest_and_empty_is_not_null() {
    let api = start(&small());
    let name = names(&api, "verified").await[2].clone();
    set(&api, &name, json!({ "lander_headline": "Now", "lander_text": "Text" })).await.ok();
    let before = of(&api, &name).await;
    let after = set(&api, &name, json!({ "lander_headline": "" })).await.ok()["settings"].clone();
    assert_eq!(
        (&after["lander_headline"]["value"], &after["lander_headline"]["source"]),
        (&"".into(), &"domain".into())
    );
    for (setting, value) in before.as_object().unwrap() {
        assert!(setting == "lander_headline" || after[setting] == *value, "{setting}");
    }
    set(&api, &name, json!({})).await.ok();
    api.post_json(&path(&name), json!({})).await.ok();
    assert_eq!(of(&api, &name).await, after, "nothing asked, nothing changed");
    let after = set(&api, &name, json!({ "lander_headline": null })).await.ok();
    assert_eq!(after["settings"]["lander_headline"]["source"], "account");
}

#[tokio::test]
async fn prices_are_the_same_in_the_sale_block_the_settings_and_a_csv() {
    let api = start(&small());
    let name = names(&api, "verified").await[4].clone();
    let sale = json!({ "for_sale": false, "bin_price": 2495, "target_price": 1800.5, "accept_offers": false });
    set(&api, &name, sale.clone()).await.ok();
    let row = domain(&api, &name).await;
    for (setting, value) in sale.as_object().unwrap() {
        assert_eq!((row[setting].as_f64(), row[setting].as_bool()), (value.as_f64(), value.as_bool()), "{setting}");
    }
    let listed = api.get("parking/domains?listing=off_market&per_page=200").await.ok();
    assert!(listed["domains"].as_array().unwrap().contains(&row), "in the list as well");
    let file = format!("domain,bin_price,target_price,for_sale\n{name},3150,,yes\n");
    api.upload("parking/imports", Some(file.as_bytes()), &[]).await.unwrap().ok();
    api.running.clock().advance(5);
    let settings = of(&api, &name).await;
    let own = |setting: &str| settings[setting]["domain_value"].clone();
    assert_eq!([own("bin_price"), own("target_price"), own("for_sale")], [json!(3150.0), Value::Null, json!(true)]);
    let row = domain(&api, &name).await;
    assert_eq!(
        [&row["bin_price"], &row["target_price"], &row["for_sale"]],
        [&json!(3150.0), &Value::Null, &json!(true)]
    );
    let export =
        api.post_json("parking/exports", json!({ "type": "domains" })).await.ok()["export"]["export_id"].clone();
    api.running.clock().advance(5);
    let csv = api.download(&format!("parking/export/{export}/download")).await;
    let text = String::from_utf8(csv.bytes).unwrap();
    let line = text.lines().find(|line| line.to_lowercase().starts_with(&format!("{name},"))).expect("its row");
    assert!(line.starts_with(&format!("{},true,3150,,false,", line.split(',').next().unwrap())), "{line}");
}

#[tokio::test]
async fn a_domain_refuses_what_the_account_refuses_and_what_is_not_its_own() {
    let api = start(&small());
    let (verified, other) = (names(&api, "verified").await[1].clone(), names(&api, "unverified").await[0].clone());
    let before = of(&api, &verified).await;
    let got =
        set(&api, &verified, json!({ "bin_price": -5, "notify_times": [], "lander_design": "x", "for_sale": true }));
    let fields = got.await.fields(INVALID);
    assert_eq!(
        fields.iter().map(|field| field.0.as_str()).collect::<Vec<_>>(),
        ["bin_price", "notify_times", "lander_design"]
    );
    assert!(fields[1].1.contains("for the account"), "{fields:?}");
    assert_eq!(set(&api, &verified, json!({ "price": 5 })).await.fields(UNKNOWN)[0].0, "price");
    set(&api, &verified, json!({ "portfolio_pinned": true })).await.ok();
    let got = set(&api, &other, json!({ "portfolio_pinned": true })).await;
    assert!(got.fields(INVALID)[0].1.contains("verified"), "{}", got.text);
    set(&api, &verified, json!({ "portfolio_pinned": before["portfolio_pinned"]["domain_value"] })).await.ok();
    assert_eq!(of(&api, &verified).await, before);
    let removed = names(&api, "removed").await[0].clone();
    let detected = names(&api, "detected").await[0].clone();
    for name in [removed.as_str(), &detected, "nobody-holds-this.com", ""] {
        api.get(&path(name)).await.refused(404, "np_parking_api_error_domain_not_found");
        set(&api, name, json!({ "for_sale": true })).await.refused(404, "np_parking_api_error_domain_not_found");
    }
    let unicode = api.get("parking/domains?per_page=200").await.ok();
    let rows = unicode["domains"].as_array().unwrap();
    let idn = rows.iter().find(|row| !row["name"].as_str().unwrap().is_ascii()).expect("a name that is not ASCII");
    let spelled: String = url::form_urlencoded::byte_serialize(idn["name"].as_str().unwrap().as_bytes()).collect();
    assert_eq!(of(&api, &spelled).await, of(&api, idn["punycode"].as_str().unwrap()).await);
}

#[tokio::test]
async fn a_removed_domain_comes_back_without_own_settings() {
    let api = start(&small());
    let name = names(&api, "verified").await[5].clone();
    set(&api, &name, json!({ "bin_price": 900, "accent_color": "#00ff00" })).await.ok();
    api.send("DELETE", &format!("parking/domain?name={name}"), None).await.unwrap().ok();
    let version = api.get(&format!("parking/domain-settings-history?name={name}")).await.ok()["versions"][0].clone();
    assert_eq!((&version["source"], &version["source_ref"]), (&"system".into(), &Value::Null));
    assert_eq!(version["changes"]["bin_price"], json!({ "before": 900.0, "after": null }));
    let undo = json!({ "history_id": version["history_id"] });
    let got = api.post_json("parking/settings-undo", undo.clone()).await;
    got.refused(409, "np_parking_api_error_history_cannot_undo");
    let add = json!({ "action": "add_back", "names": [name], "state": "removed" });
    api.post_json("parking/domains/bulk", add).await.ok();
    api.running.clock().advance(5);
    let settings = of(&api, &name).await;
    assert!(settings.as_object().unwrap().values().all(|setting| setting["source"] != "domain"));
    api.post_json("parking/settings-undo", undo).await.ok();
    assert_eq!(domain(&api, &name).await["bin_price"], 900.0, "its prices can be fetched back");
    assert!(account(&api).await["accent_color"]["value"] != "#00ff00");
}
