use serde_json::{Value, json};

use crate::domains::DOMAIN;
use crate::imports::{ENTRY, IMPORT};
use crate::support::{Api, NOW, keys, small, start};

/// Names on a tab, as punycode.
pub async fn names(api: &Api, state: &str) -> Vec<String> {
    let got = api.get(&format!("parking/domains?state={state}&per_page=200")).await.ok();
    let rows = got["domains"].as_array().unwrap().clone();
    rows.iter().map(|row| row["punycode"].as_str().unwrap().to_owned()).collect()
}

pub async fn domain(api: &Api, name: &str) -> Value {
    api.get(&format!("parking/domain?name={name}")).await.ok()["domain"].clone()
}

async fn delete(api: &Api, name: &str) -> crate::support::Got {
    api.send("DELETE", &format!("parking/domain?name={name}"), None).await.unwrap()
}

#[tokio::test]
async fn a_deleted_domain_is_removed_and_loses_its_prices() {
    let api = start(&small());
    let rows = api.get("parking/domains?state=verified&per_page=200").await.ok();
    let priced = rows["domains"].as_array().unwrap().iter();
    let priced = priced.clone().find(|row| row["bin_price"].is_number() && row["is_portfolio_host"] == false).unwrap();
    let name = priced["punycode"].as_str().unwrap();
    assert_eq!(delete(&api, name).await.ok(), json!({ "success": true }));
    let gone = domain(&api, name).await;
    assert_eq!(
        (&gone["state"], &gone["is_approved"], &gone["is_verified"]),
        (&"removed".into(), &false.into(), &false.into())
    );
    for field in ["verified_since", "last_verified", "next_check", "lander_url", "bin_price", "target_price"] {
        assert!(gone[field].is_null(), "{field}: {gone}");
    }
    assert_eq!((&gone["added_date"], &gone["domain_id"]), (&priced["added_date"], &priced["domain_id"]));
    assert!(!names(&api, "my_domains").await.contains(&name.to_owned()));
    assert!(names(&api, "removed").await.contains(&name.to_owned()));
    delete(&api, name).await.refused(403, "do_not_have_permission");
}

#[tokio::test]
async fn removing_the_portfolio_host_or_a_foreign_name_is_forbidden() {
    let api = start(&small());
    let rows = api.get("parking/domains?per_page=200").await.ok();
    let host = rows["domains"].as_array().unwrap().iter().find(|row| row["is_portfolio_host"] == true).unwrap();
    let host = delete(&api, host["punycode"].as_str().unwrap()).await;
    host.refused(403, "do_not_have_permission");
    assert!(host.text.contains("portfolio"), "{}", host.text);
    let detected = names(&api, "detected").await[0].clone();
    for name in [detected.as_str(), "nobody-holds-this.com", ""] {
        delete(&api, name).await.refused(403, "do_not_have_permission");
    }
    let mine = names(&api, "verified").await[0].clone();
    for name in [mine.as_str(), "nobody-holds-this.com"] {
        let got = api.post(&format!("parking/domain-ignore?name={name}")).await;
        got.refused(403, "do_not_have_permission");
    }
    assert!(api.writes().await.is_empty());
}

#[tokio::test]
async fn an_ignored_domain_leaves_the_detected_list_for_good() {
    let api = start(&small());
    let before = names(&api, "detected").await;
    let got = api.post(&format!("parking/domain-ignore?name={}", before[0])).await;
    assert_eq!(got.ok(), json!({ "success": true }));
    assert_eq!(names(&api, "detected").await, before[1..]);
    let got = api.get(&format!("parking/domain?name={}", before[0])).await;
    got.refused(404, "np_parking_api_error_domain_not_found");
}

#[tokio::test]
async fn a_check_of_a_detected_domain_takes_it_in_when_it_succeeds() {
    let api = start(&small());
    for name in names(&api, "detected").await {
        let import = api.post(&format!("parking/domain-verify?name={name}")).await.ok()["import"].clone();
        assert_eq!(keys(&import), IMPORT);
        assert_eq!((&import["status"], &import["data_type"]), (&"pending".into(), &"text".into()));
        assert_eq!(domain(&api, &name).await["state"], "detected", "nothing has happened yet");
        api.running.clock().advance(3);
        let status = api.get(&format!("parking/domain-status?name={name}")).await.ok();
        assert_eq!(keys(&status), ["domain", "entry"]);
        assert_eq!(keys(&status["domain"]), DOMAIN);
        let shape: Vec<_> = ENTRY.into_iter().chain(["import_id"]).collect();
        assert_eq!(keys(&status["entry"]), shape);
        assert_eq!((&status["entry"]["import_id"], &status["entry"]["line"]), (&import["import_id"], &1.into()));
        let verified = status["entry"]["verify_outcome"] == "verified";
        assert_eq!(status["domain"]["state"], if verified { "verified" } else { "detected" });
        assert_eq!(status["entry"]["notice"].is_null(), verified);
    }
}

#[tokio::test]
async fn only_detected_and_formerly_verified_domains_can_be_checked() {
    let api = start(&small());
    let verify = |name: String| {
        let api = &api;
        async move { api.post(&format!("parking/domain-verify?name={name}")).await }
    };
    verify(names(&api, "verified").await[0].clone()).await.refused(403, "do_not_have_permission");
    verify("nobody-holds-this.com".into()).await.refused(404, "np_parking_api_error_domain_not_found");
    let mut outcomes = [0, 0];
    for name in names(&api, "removed").await {
        let got = verify(name).await;
        outcomes[usize::from(got.status == 200)] += 1;
        if got.status != 200 {
            got.refused(404, "np_parking_api_error_domain_not_found");
        }
    }
    assert!(outcomes[0] > 0 && outcomes[1] > 0, "some had never verified: {outcomes:?}");
    // A domain that was never verified is removed again.
    api.post_json("parking/domains", json!({ "domains": ["slow.localhost"] })).await.ok();
    api.running.clock().advance(3);
    delete(&api, "slow.localhost").await.ok();
    verify("slow.localhost".into()).await.refused(404, "np_parking_api_error_domain_not_found");
    api.post_json("parking/domains", json!({ "domains": ["slow.localhost"] })).await.ok();
    api.running.clock().advance(3);
    assert_eq!(domain(&api, "slow.localhost").await["state"], "unverified", "but it can be added again");
}

#[tokio::test]
async fn a_domain_nobody_imported_has_no_status() {
    let api = start(&small());
    let path = |name: &str| format!("parking/domain-status?name={name}");
    api.get(&path("nobody-holds-this.com")).await.refused(404, "np_parking_api_error_domain_not_found");
    let detected = names(&api, "detected").await[0].clone();
    api.get(&path(&detected)).await.refused(404, "np_parking_api_error_no_status");
}

#[tokio::test]
async fn names_are_added_in_every_form_and_casing() {
    let api = start(&small());
    let add = |body: Value| {
        let api = &api;
        async move {
            let got = api.post_json("parking/domains", body).await.ok();
            assert_eq!(keys(&got), ["import"]);
            api.running.clock().advance(3);
            got["import"]["import_id"].as_i64().unwrap()
        }
    };
    add(json!({ "domains": ["Plain.Example"] })).await;
    add(json!({ "domains": "AsTyped.example\r\n\r\nMÜLLER.example", "casing_mode": "manual" })).await;
    assert_eq!(domain(&api, "plain.example").await["name"], "plain.example");
    assert_eq!(domain(&api, "astyped.example").await["name"], "AsTyped.example");
    let umlaut = domain(&api, "xn--mller-kva.example").await;
    assert_eq!((&umlaut["name"], &umlaut["state"]), (&"MÜLLER.example".into(), &"verified".into()));
    assert_eq!((&umlaut["added_date"], &umlaut["for_sale"]), (&(NOW + 5).into(), &true.into()));
    let found = api.get("parking/domains?query=m%C3%BCll").await.ok();
    assert!(found["domains"].as_array().unwrap().contains(&umlaut), "found by its Unicode name");
    for body in [json!({}), json!({ "domains": [] }), json!({ "domains": " \n " }), json!({ "domains": null })] {
        api.post_json("parking/domains", body).await.refused(400, "np_parking_api_error_no_domains");
    }
}

#[tokio::test]
async fn the_nameservers_have_names_and_records() {
    let api = start(&small());
    let got = api.get("parking/nameservers").await.ok();
    assert_eq!(keys(&got), ["ns", "cname", "txt"]);
    assert!(got["ns"].as_array().unwrap().len() >= 2 && got["ns"][0].is_string());
    assert!(got["cname"].is_string() && got["txt"].is_string());
}
