use serde_json::{Value, json};

use crate::domain_moves::names;
use crate::domain_settings::{of, set};
use crate::settings::{INVALID, UNKNOWN};
use crate::support::{Api, Got, keys, small, start};
use parkade::sandbox::{Flood, Options};

const PATH: &str = "parking/domains-settings";

async fn save(api: &Api, names: &[String], settings: Value) -> Got {
    api.post_json(PATH, json!({ "names": names, "settings": settings })).await
}

async fn pages(api: &Api, query: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for page in 1.. {
        let got = api.get(&format!("{PATH}?per_page=40&page={page}&{query}")).await.ok();
        assert_eq!(keys(&got), ["domains", "pagination"]);
        let rows = got["domains"].as_array().unwrap();
        assert_eq!(got["pagination"]["shown"], rows.len());
        all.extend(rows.iter().cloned());
        if page >= got["pagination"]["last_page"].as_i64().unwrap() {
            assert_eq!(got["pagination"]["total"], all.len());
            return all;
        }
    }
    unreachable!()
}

#[tokio::test]
async fn every_verified_domain_is_listed_with_its_settings() {
    let api = start(&small());
    let rows = pages(&api, "").await;
    let listed: Vec<_> = rows.iter().map(|row| row["domain"].as_str().unwrap().to_owned()).collect();
    assert_eq!(listed, names(&api, "verified").await);
    for row in &rows[..3] {
        assert_eq!(keys(row), ["domain", "settings"]);
        assert_eq!(row["settings"], of(&api, row["domain"].as_str().unwrap()).await);
    }
}

#[tokio::test]
async fn overrides_are_the_own_settings_of_domains_that_have_any() {
    let api = start(&small());
    let own = |settings: &Value| {
        let mut settings = settings.as_object().unwrap().clone();
        settings.retain(|_, setting| setting["source"] == "domain");
        Value::Object(settings)
    };
    let expected = |rows: Vec<Value>| -> Vec<Value> {
        let rows = rows.into_iter().map(|row| json!({ "domain": row["domain"], "settings": own(&row["settings"]) }));
        rows.filter(|row| !row["settings"].as_object().unwrap().is_empty()).collect()
    };
    let listed = pages(&api, "overrides_only=1").await;
    assert!(!listed.is_empty() && listed.len() < names(&api, "verified").await.len());
    assert_eq!(listed, expected(pages(&api, "").await));
    // Without its last own setting, the domain leaves the list.
    let first = &listed[0];
    let nulls: serde_json::Map<_, _> =
        first["settings"].as_object().unwrap().keys().map(|name| (name.clone(), Value::Null)).collect();
    set(&api, first["domain"].as_str().unwrap(), nulls.into()).await.ok();
    assert_eq!(pages(&api, "overrides_only=1").await, listed[1..]);
}

#[tokio::test]
async fn each_name_is_saved_on_its_own_and_says_how_it_went() {
    let api = start(&small());
    let (verified, unverified) = (names(&api, "verified").await, names(&api, "unverified").await[0].clone());
    let all = [verified[0].clone(), unverified.clone(), "Nobody-Holds-This.com".to_owned(), verified[1].clone()];
    let got = save(&api, &all, json!({ "portfolio_pinned": true, "bin_price": 750 })).await.ok();
    assert_eq!(keys(&got), ["saved", "failed", "results"]);
    assert_eq!((&got["saved"], &got["failed"]), (&2.into(), &2.into()));
    let rows = got["results"].as_array().unwrap();
    assert_eq!(rows[0], json!({ "name": verified[0], "ok": true }));
    assert_eq!(keys(&rows[1]), ["name", "ok", "error", "errors"]);
    assert_eq!(
        (&rows[1]["name"], &rows[1]["ok"], &rows[1]["error"]),
        (&unverified.as_str().into(), &false.into(), &INVALID.into())
    );
    assert_eq!(keys(&rows[1]["errors"]), ["portfolio_pinned"]);
    let missing = json!({ "name": all[2], "ok": false, "error": "np_parking_api_error_domain_not_found" });
    assert_eq!(rows[2], missing, "as it was sent");
    assert_eq!(of(&api, &verified[1]).await["bin_price"]["domain_value"], 750.0);
    assert_ne!(of(&api, &unverified).await["bin_price"]["domain_value"], 750.0, "a refused name keeps everything");
    // A value out of range is refused for each domain separately.
    let got = save(&api, &all[..1], json!({ "bin_price": -1 })).await.ok();
    assert_eq!((&got["saved"], &got["results"][0]["error"]), (&0.into(), &INVALID.into()));
    assert!(got["results"][0]["errors"]["bin_price"].as_str().unwrap().contains("from 0"));
    let got = save(&api, &all[..1], json!({ "bin_price": null, "portfolio_pinned": null })).await.ok();
    assert_eq!((&got["saved"], &of(&api, &all[0]).await["bin_price"]["domain_value"]), (&1.into(), &Value::Null));
}

#[tokio::test]
async fn the_whole_call_is_refused_before_any_save() {
    let api = start(&small());
    let mine = names(&api, "verified").await;
    let before = of(&api, &mine[0]).await;
    api.post_json(PATH, json!({ "settings": {} })).await.refused(400, "np_parking_api_error_no_domains");
    save(&api, &[], json!({ "for_sale": true })).await.refused(400, "np_parking_api_error_no_domains");
    api.post_json(PATH, json!({ "names": "a.example" })).await.refused(400, "invalid_body");
    let many: Vec<_> = (0..501).map(|number| format!("n{number}.example")).collect();
    let got = save(&api, &many, json!({ "for_sale": true })).await;
    got.refused(400, "np_parking_api_error_too_many_domains");
    let got = save(&api, &mine[..2], json!({ "prize": 1, "bin_price": "x" })).await;
    assert_eq!(got.fields(UNKNOWN), [("prize".to_owned(), "There is no setting 'prize'.".to_owned())]);
    let got = save(
        &api,
        &mine[..2],
        json!({ "for_sale": 1, "lander_design": "dark", "bin_price": "10", "target_price": -1 }),
    )
    .await;
    let fields = got.fields(INVALID);
    assert_eq!(
        fields.iter().map(|field| field.0.as_str()).collect::<Vec<_>>(),
        ["for_sale", "bin_price", "target_price"]
    );
    for name in ["notify_times", "custom_css"] {
        assert_eq!(save(&api, &mine[..2], json!({ name: null, "bin_price": 5 })).await.fields(INVALID)[0].0, name);
    }
    assert_eq!(of(&api, &mine[0]).await, before);
    assert!(api.writes().await.is_empty());
}

#[tokio::test]
async fn five_hundred_names_are_one_write() {
    let options = Options { domains: 700, flood: Some(Flood { writes: 1, seconds: 30 }), ..small() };
    let api = start(&options);
    let mut all = names(&api, "verified").await;
    for page in 2..4 {
        let got = api.get(&format!("parking/domains?state=verified&per_page=200&page={page}")).await.ok();
        all.extend(got["domains"].as_array().unwrap().iter().map(|row| row["punycode"].as_str().unwrap().to_owned()));
    }
    let got = save(&api, &all[..500], json!({ "bin_price": 1234 })).await.ok();
    assert_eq!((&got["saved"], got["results"].as_array().unwrap().len()), (&500.into(), 500));
    let again = save(&api, &all[..500], json!({ "bin_price": 1 })).await;
    again.refused(429, "np_parking_api_error_flood");
    assert_eq!(again.retry_after.as_deref(), Some("30"));
    assert_eq!(of(&api, &all[499]).await["bin_price"]["value"], 1234.0);
    assert_eq!(api.writes().await.len(), 1);
    for name in [&all[0], &all[499]] {
        let got = api.get(&format!("parking/domain-settings-history?name={name}")).await.ok();
        assert_eq!(got["versions"][0]["changes"]["bin_price"]["after"], 1234.0, "each has its version");
    }
}
