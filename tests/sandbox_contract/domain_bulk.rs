use parkade::sandbox::Options;
use serde_json::{Value, json};

use crate::domain_moves::{domain, names};
use crate::support::{Api, keys, small, start};

const PATH: &str = "parking/domains/bulk";

async fn newest_import(api: &Api) -> Value {
    api.get("parking/imports?per_page=1").await.ok()["imports"][0].clone()
}

#[tokio::test]
async fn named_domains_are_deleted_and_the_rest_is_told() {
    let api = start(&small());
    let mine: Vec<String> = names(&api, "my_domains").await;
    let mut sent: Vec<String> = mine[..5].to_vec();
    let removed = names(&api, "removed").await[0].clone();
    sent.extend([mine[0].to_uppercase(), removed.clone(), "nobody-holds-this.com".into(), "not a name".into()]);
    let got = api.post_json(PATH, json!({ "action": "delete", "names": sent })).await.ok();
    assert_eq!(keys(&got), ["success", "action", "matched", "applied", "queued", "not_found"]);
    assert_eq!((&got["success"], &got["action"], &got["queued"]), (&true.into(), &"delete".into(), &false.into()));
    assert_eq!(got["matched"], 5);
    assert_eq!(got["not_found"], json!([removed, "nobody-holds-this.com", "not a name"]));
    let left = names(&api, "my_domains").await;
    let gone = mine[..5].iter().filter(|name| !left.contains(name)).count();
    assert_eq!(got["applied"], gone, "a portfolio host would have been skipped");
    assert_eq!(left.len(), mine.len() - gone);
}

#[tokio::test]
async fn the_portfolio_host_is_matched_and_skipped() {
    let api = start(&small());
    let got = api.post_json(PATH, json!({ "action": "delete", "all": true })).await.ok();
    assert_eq!(got["matched"].as_i64().unwrap(), got["applied"].as_i64().unwrap() + 1);
    assert!(got.get("not_found").is_none(), "only with names");
    let left = names(&api, "my_domains").await;
    assert_eq!(left.len(), 1);
    assert_eq!(domain(&api, &left[0]).await["is_portfolio_host"], true);
}

#[tokio::test]
async fn all_follows_tab_and_listing_and_leaves_out_the_excluded() {
    let api = start(&small());
    let sale = api.get("parking/domains?state=verified&listing=for_sale&per_page=200").await.ok();
    let sale = sale["domains"].as_array().unwrap().clone();
    let kept = sale.iter().find(|row| row["is_portfolio_host"] == false).unwrap()["name"].clone();
    let body =
        json!({ "action": "delete", "all": true, "state": "verified", "listing": "for_sale", "exclude_names": [kept] });
    let got = api.post_json(PATH, body).await.ok();
    assert_eq!(got["matched"], sale.len() - 1);
    let left = api.get("parking/domains?state=verified&listing=for_sale").await.ok();
    assert_eq!(left["pagination"]["total"], 2, "the excluded one and the host");
    let before = names(&api, "detected").await;
    let got = api.post_json(PATH, json!({ "action": "ignore", "all": true, "state": "detected" })).await.ok();
    assert_eq!((&got["matched"], &got["applied"]), (&before.len().into(), &before.len().into()));
    assert!(names(&api, "detected").await.is_empty());
}

#[tokio::test]
async fn approve_add_back_and_retry_start_one_import() {
    let api = start(&small());
    for (action, state, outcome) in [
        ("approve", "detected", "approved"),
        ("add_back", "removed", "added_back"),
        ("retry", "unverified", "already_present"),
    ] {
        let all = names(&api, state).await;
        let got = api.post_json(PATH, json!({ "action": action, "state": state, "names": all })).await.ok();
        assert_eq!(
            (&got["matched"], &got["applied"], &got["queued"]),
            (&all.len().into(), &all.len().into(), &false.into())
        );
        let import = newest_import(&api).await;
        assert_eq!((&import["status"], &import["data_type"]), (&"queued".into(), &"text".into()));
        api.running.clock().advance(3);
        let one = api.get(&format!("parking/import/{}?per_page=200", import["import_id"])).await.ok();
        assert_eq!(one["import"]["status"], "finished");
        let entries = one["entries"].as_array().unwrap();
        assert_eq!(entries.len(), all.len());
        for entry in entries {
            assert_eq!(entry["approve_outcome"], outcome, "{entry}");
            let verified = entry["verify_outcome"] == "verified";
            let row = domain(&api, entry["domain"].as_str().unwrap()).await;
            assert_eq!(row["state"], if verified { "verified" } else { "unverified" });
            assert_eq!(entry["has_warning"], !verified);
        }
    }
    let before = newest_import(&api).await;
    let got = api.post_json(PATH, json!({ "action": "retry", "names": ["nobody-holds-this.com"] })).await.ok();
    assert_eq!((&got["matched"], &got["applied"]), (&0.into(), &0.into()));
    assert_eq!(newest_import(&api).await, before, "nothing to check, no import");
}

#[tokio::test]
async fn a_large_selection_is_queued_and_worked_off() {
    let api = start(&Options { domains: 1_400, job_seconds: 10, ..small() });
    let total = |state: &'static str| {
        let api = &api;
        async move {
            let got = api.get(&format!("parking/domains?state={state}&per_page=1")).await.ok();
            got["pagination"]["total"].as_i64().unwrap()
        }
    };
    let (mine, removed) = (total("my_domains").await, total("removed").await);
    let got = api.post_json(PATH, json!({ "action": "delete", "all": true })).await.ok();
    assert_eq!((&got["matched"], &got["applied"], &got["queued"]), (&mine.into(), &Value::Null, &true.into()));
    assert_eq!(total("my_domains").await, mine, "not yet");
    let mut last = mine;
    for _ in 0..9 {
        api.running.clock().advance(1);
        let now = total("my_domains").await;
        assert!(now < last && now > 1, "{now} after {last}");
        assert_eq!(now + total("removed").await, mine + removed);
        last = now;
    }
    api.running.clock().advance(1);
    assert_eq!(total("my_domains").await, 1, "only the portfolio host is left");
}

#[tokio::test]
async fn a_queued_job_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { domains: 1_400, job_seconds: 10, data: Some(folder.path().to_owned()), ..small() };
    let api = start(&options);
    let body = json!({ "action": "delete", "all": true });
    let mine = api.post_json(PATH, body).await.ok()["matched"].as_i64().unwrap();
    api.running.clock().advance(4);
    let half = api.get("parking/domains").await.ok()["pagination"]["total"].as_i64().unwrap();
    assert!(half < mine && half > 1);
    drop(api);
    let api = start(&options);
    assert_eq!(api.get("/_sandbox/state").await.ok()["jobs"], 1);
    assert_eq!(api.get("parking/domains").await.ok()["pagination"]["total"], half, "no step twice, none lost");
    api.running.clock().advance(10);
    assert_eq!(api.get("parking/domains").await.ok()["pagination"]["total"], 1);
    assert_eq!(api.get("/_sandbox/state").await.ok()["jobs"], 0);
}

#[tokio::test]
async fn each_tab_offers_its_own_actions() {
    let api = start(&small());
    let offered = [
        ("my_domains", &["retry", "delete"][..]),
        ("unverified", &["retry", "delete"]),
        ("verified", &["delete"]),
        ("detected", &["approve", "ignore"]),
        ("removed", &["add_back"]),
    ];
    for (state, actions) in offered {
        for action in ["retry", "delete", "approve", "ignore", "add_back"] {
            let body = json!({ "action": action, "state": state, "names": ["nobody-holds-this.com"] });
            let got = api.post_json(PATH, body).await;
            if actions.contains(&action) {
                assert_eq!(got.status, 200, "{action} on {state}");
            } else {
                got.refused(400, "np_parking_api_error_bulk_action");
                for action in actions {
                    assert!(got.text.contains(action), "the message lists the valid ones: {}", got.text);
                }
            }
        }
    }
    let body = json!({ "action": "paint", "names": ["a.com"] });
    api.post_json(PATH, body).await.refused(400, "np_parking_api_error_bulk_action");
}

#[tokio::test]
async fn wrong_selections_are_refused() {
    let api = start(&small());
    for body in [
        json!({ "action": "delete" }),
        json!({ "action": "delete", "names": [] }),
        json!({ "action": "delete", "names": ["a.com"], "all": true }),
    ] {
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_bulk_selection");
    }
    let many: Vec<String> = (0..10_001).map(|number| format!("n{number}.com")).collect();
    for body in [
        json!({ "action": "delete", "names": many }),
        json!({ "action": "delete", "all": true, "exclude_names": many }),
    ] {
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_bulk_too_many");
    }
    let body = json!({ "action": "delete", "all": true, "state": "inactive" });
    api.post_json(PATH, body).await.refused(400, "np_parking_api_error_invalid_state");
    let body = json!({ "action": "delete", "all": true, "listing": "maybe" });
    api.post_json(PATH, body).await.refused(400, "np_parking_api_error_invalid_listing");
    assert!(api.writes().await.is_empty());
}

#[tokio::test]
async fn each_action_needs_its_own_ability_and_all_needs_the_list() {
    let mut options = small();
    let pairs = [
        ("retry", "my_domains", "domains.verify"),
        ("approve", "detected", "domains.add"),
        ("add_back", "removed", "domains.add"),
        ("delete", "my_domains", "domains.remove"),
        ("ignore", "detected", "domains.ignore"),
    ];
    for (_, _, ability) in pairs {
        options.tokens.push(format!("{ability}={ability}").parse().unwrap());
    }
    let mut api = start(&options);
    for (action, state, needed) in pairs {
        for (_, _, ability) in pairs {
            api = api.with_token(Some(ability));
            let body = json!({ "action": action, "state": state, "names": ["nobody-holds-this.com"] });
            let got = api.post_json(PATH, body).await;
            assert_eq!(got.status, if ability == needed { 200 } else { 403 }, "{action} with {ability}");
        }
        api = api.with_token(Some(needed));
        let body = json!({ "action": action, "state": state, "all": true });
        api.post_json(PATH, body).await.refused(403, "do_not_have_permission");
    }
}

#[tokio::test]
async fn a_selection_that_cannot_be_read_takes_nothing() {
    let api = start(&small());
    let mine = names(&api, "my_domains").await;
    let all = json!({ "action": "delete", "state": "verified", "all": "no" });
    api.post_json(PATH, all).await.refused(400, "np_parking_api_error_bulk_selection");
    for spared in [json!("x.com"), json!([1, 2]), json!({ "0": "x.com" })] {
        let body = json!({ "action": "delete", "all": true, "exclude_names": spared });
        api.post_json(PATH, body).await.refused(400, "invalid_body");
    }
    api.post_json(PATH, json!({ "action": "delete", "names": [mine[0], 7] })).await.refused(400, "invalid_body");
    assert_eq!(names(&api, "my_domains").await, mine);
    // A name with a final dot is the same name, also among the excluded ones.
    let spared: Vec<String> = mine.iter().map(|name| format!("{name}.")).collect();
    let got = api.post_json(PATH, json!({ "action": "delete", "all": true, "exclude_names": spared })).await.ok();
    assert_eq!(got["matched"], 0);
    let got = api.get(&format!("parking/domain?name={}.", mine[0])).await.ok();
    assert_eq!(got["domain"]["punycode"], mine[0]);
}

#[tokio::test]
async fn an_unknown_action_is_refused_with_the_actions_of_the_tab() {
    let api = start(&small());
    for (state, offered) in [("removed", "add_back"), ("detected", "approve, ignore")] {
        let got = api.post_json(PATH, json!({ "action": "zz", "state": state, "names": ["a.com"] })).await;
        got.refused(400, "np_parking_api_error_bulk_action");
        assert!(got.json["errors"][0]["message"].as_str().unwrap().contains(&format!(": {offered}.")), "{state}");
    }
}
