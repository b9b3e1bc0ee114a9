use std::collections::HashMap;

use serde_json::{Value, json};

use crate::domain_moves::names;
use crate::domain_settings::{of, set};
use crate::settings::{account, write};
use crate::support::{Api, Got, NOW, keys, small, start};
use parkade::sandbox::Options;

pub const VERSION: [&str; 9] =
    ["history_id", "date", "scope", "domain", "changed", "changes", "can_undo", "source", "source_ref"];

pub async fn undo(api: &Api, version: &Value) -> Got {
    api.post_json("parking/settings-undo", json!({ "history_id": version["history_id"] })).await
}

/// Versions of the account and its profile, or of one domain.
pub async fn versions(api: &Api, domain: Option<&str>) -> Vec<Value> {
    let path = match domain {
        Some(name) => format!("parking/domain-settings-history?name={name}&"),
        None => "parking/settings-history?".to_owned(),
    };
    let mut all = Vec::new();
    for page in 1.. {
        let got = api.get(&format!("{path}per_page=7&page={page}")).await.ok();
        assert_eq!(keys(&got), ["versions", "pagination"]);
        all.extend(got["versions"].as_array().unwrap().iter().cloned());
        if page >= got["pagination"]["last_page"].as_i64().unwrap() {
            assert_eq!(got["pagination"]["total"], all.len());
            break;
        }
    }
    for pair in all.windows(2) {
        assert!(pair[0]["history_id"].as_i64() > pair[1]["history_id"].as_i64(), "newest first");
        assert!(pair[0]["date"].as_i64() >= pair[1]["date"].as_i64(), "{pair:?}");
    }
    all
}

/// Value at which each setting ends when the versions are followed from the oldest one.
fn replayed(versions: &[Value]) -> HashMap<String, Value> {
    let mut values: HashMap<String, Value> = HashMap::new();
    for version in versions.iter().rev() {
        let changed: Vec<_> =
            version["changed"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(keys(&version["changes"]), changed);
        for (name, change) in version["changes"].as_object().unwrap() {
            assert_eq!(keys(change), ["before", "after"]);
            let key = format!("{} {name}", version["scope"].as_str().unwrap());
            let before = values.insert(key, change["after"].clone()).unwrap_or_default();
            assert_eq!(before, change["before"], "{name} goes on where it was: {version}");
        }
    }
    values
}

#[tokio::test]
async fn the_versions_of_account_and_profile_end_at_their_present_values() {
    let api = start(&small());
    let all = versions(&api, None).await;
    assert!(all.len() >= 15);
    for version in &all {
        assert_eq!(keys(version), VERSION);
        assert!(["account", "profile"].contains(&version["scope"].as_str().unwrap()) && version["domain"].is_null());
        assert!(version["date"].as_i64().unwrap() < NOW);
        assert_eq!(version["source"] == "api", version["source_ref"].is_string(), "{version}");
    }
    for source in ["ui", "api", "restore", "undo", "admin", "system"] {
        assert!(all.iter().any(|version| version["source"] == source), "{source}");
    }
    let fixed: Vec<_> = all.iter().filter(|version| version["can_undo"] == false).collect();
    assert_eq!(fixed.len(), 1, "the profile's first save");
    assert_eq!(
        *fixed[0],
        **all.iter().filter(|version| version["scope"] == "profile").collect::<Vec<_>>().last().unwrap()
    );
    let values = replayed(&all);
    for (name, setting) in account(&api).await.as_object().unwrap() {
        let own = if setting["source"] == "account" { setting["value"].clone() } else { Value::Null };
        assert_eq!(values.get(&format!("account {name}")).cloned().unwrap_or_default(), own, "{name}");
    }
    let profile = api.get("parking/profile").await.ok()["profile"].clone();
    for (name, value) in profile.as_object().unwrap() {
        if let Some(last) = values.get(&format!("profile {name}")) {
            assert_eq!(last, value, "{name}");
        }
    }
}

#[tokio::test]
async fn the_versions_of_every_domain_end_at_its_present_values() {
    let api = start(&Options { domains: 300, ..small() });
    let mut sources = HashMap::new();
    let mut removed = 0;
    for tab in ["verified", "unverified", "removed"] {
        for name in names(&api, tab).await {
            let all = versions(&api, Some(&name)).await;
            let values = replayed(&all);
            for version in &all {
                assert_eq!((&version["scope"], &version["domain"]), (&"domain".into(), &name.as_str().into()));
                *sources.entry(version["source"].as_str().unwrap().to_owned()).or_insert(0) += 1;
            }
            if tab == "removed" {
                removed += all.len();
                assert!(values.values().all(Value::is_null), "{name}");
                continue;
            }
            for (setting, value) in of(&api, &name).await.as_object().unwrap() {
                let last = values.get(&format!("domain {setting}")).cloned().unwrap_or_default();
                assert_eq!(last, value["domain_value"], "{name} {setting}");
            }
        }
    }
    assert!(removed > 0);
    for source in ["ui", "api", "import", "admin", "system", "undo"] {
        assert!(sources.contains_key(source), "{source}: {sources:?}");
    }
    let imports = api.get("parking/imports").await.ok();
    let ids: Vec<_> = imports["imports"].as_array().unwrap().iter().map(|row| row["import_id"].to_string()).collect();
    for name in names(&api, "verified").await {
        for version in versions(&api, Some(&name)).await.iter().filter(|version| version["source"] == "import") {
            assert!(ids.contains(&version["source_ref"].as_str().unwrap().to_owned()), "{version}");
        }
    }
}

#[tokio::test]
async fn every_way_of_saving_makes_a_version() {
    let api = start(&Options { tokens: vec!["pricer=*".parse().unwrap()], ..small() }).with_token(Some("pricer"));
    let name = names(&api, "verified").await[1].clone();
    let (of_account, of_domain) = (versions(&api, None).await.len(), versions(&api, Some(&name)).await.len());
    let colour = account(&api).await["accent_color"]["value"].clone();
    write(&api, json!({ "accent_color": "#123456", "lander_language": null })).await.ok();
    let all = versions(&api, None).await;
    assert_eq!(all.len(), of_account + 1);
    let expected = json!({
        "history_id": all[0]["history_id"], "date": NOW, "scope": "account", "domain": null, "changed": ["accent_color"],
        "changes": { "accent_color": { "before": colour, "after": "#123456" } }, "can_undo": true, "source": "api",
        "source_ref": "Token 1",
    });
    assert_eq!(all[0], expected, "only what differs is in it");
    write(&api, json!({ "accent_color": "#123456" })).await.ok();
    assert_eq!(versions(&api, None).await, all, "nothing changed, no version");
    api.post_json("parking/profile", json!({ "profile": { "social_signal": "harbour.01" } })).await.ok();
    let version = versions(&api, None).await[0].clone();
    assert_eq!((&version["scope"], &version["source_ref"]), (&"profile".into(), &"Token 1".into()));
    assert_eq!(version["changes"], json!({ "social_signal": { "before": null, "after": "harbour.01" } }));
    set(&api, &name, json!({ "bin_price": 4321, "for_sale": false })).await.ok();
    api.post_json("parking/domains-settings", json!({ "names": [name], "settings": { "bin_price": 5 } })).await.ok();
    let file = format!("domain,bin_price,for_sale\n{name},6,\n");
    let import = api.upload("parking/imports", Some(file.as_bytes()), &[]).await.unwrap().ok()["import"].clone();
    api.running.clock().advance(5);
    let all = versions(&api, Some(&name)).await;
    assert_eq!(all.len(), of_domain + 3);
    assert_eq!(all[2]["changes"]["bin_price"]["after"], 4321.0);
    assert_eq!(all[1]["changes"], json!({ "bin_price": { "before": 4321.0, "after": 5.0 } }));
    assert_eq!((&all[0]["source"], &all[0]["source_ref"]), (&"import".into(), &import["import_id"].to_string().into()));
    let changes =
        json!({ "bin_price": { "before": 5.0, "after": 6.0 }, "for_sale": { "before": false, "after": null } });
    assert_eq!(all[0]["changes"], changes, "an empty cell inherits");
    assert_eq!(all[0]["date"], NOW + 1, "the time of its line");
}

#[tokio::test]
async fn the_history_names_the_token_and_never_its_value() {
    let tokens = vec!["full=*".parse().unwrap(), "s3cret=*".parse().unwrap()];
    let api = start(&Options { tokens, ..small() }).with_token(Some("s3cret"));
    let name = names(&api, "verified").await[0].clone();
    set(&api, &name, json!({ "bin_price": 100 })).await.ok();
    write(&api, json!({ "accent_color": "#654321" })).await.ok();
    let saved = versions(&api, Some(&name)).await[0].clone();
    undo(&api, &saved).await.ok();
    for version in versions(&api, Some(&name)).await[..2].iter().chain(&versions(&api, None).await[..1]) {
        assert_eq!(version["source_ref"], "Token 2", "{version}");
        assert!(!version.to_string().contains("s3cret"), "{version}");
    }
}

#[tokio::test]
async fn an_undo_sets_back_what_that_save_changed_and_nothing_else() {
    let api = start(&small());
    let name = names(&api, "verified").await[2].clone();
    set(&api, &name, json!({ "bin_price": 100, "lander_text": "One" })).await.ok();
    let first = of(&api, &name).await;
    set(&api, &name, json!({ "bin_price": 200, "accent_color": "#222222" })).await.ok();
    let second = versions(&api, Some(&name)).await[0].clone();
    set(&api, &name, json!({ "bin_price": 300, "lander_text": "Three" })).await.ok();
    let got = undo(&api, &second).await.ok();
    assert_eq!(got, json!({ "version": second }), "the version that was undone");
    let now = of(&api, &name).await;
    assert_eq!(now["bin_price"]["value"], 100.0, "back before that save, although a later one had set it");
    assert_eq!(now["accent_color"], first["accent_color"]);
    assert_eq!(now["lander_text"]["value"], "Three", "nothing else");
    let all = versions(&api, Some(&name)).await;
    assert_eq!((&all[0]["source"], &all[0]["source_ref"]), (&"undo".into(), &"Token 1".into()));
    assert_eq!(all[0]["changes"]["bin_price"], json!({ "before": 300.0, "after": 100.0 }));
    // An undo is a version like any other.
    undo(&api, &all[0]).await.ok();
    let again = of(&api, &name).await;
    assert_eq!((&again["bin_price"]["value"], &again["accent_color"]["value"]), (&300.0.into(), &"#222222".into()));
    undo(&api, &versions(&api, Some(&name)).await[0]).await.ok();
    assert_eq!(of(&api, &name).await, now, "and so is the undo of the undo");
    let total = versions(&api, Some(&name)).await.len();
    undo(&api, &second).await.ok();
    let all = versions(&api, Some(&name)).await;
    assert_eq!(
        (all.len(), &all[0]["changed"]),
        (total + 1, &json!([])),
        "an undo that changes nothing is kept as well"
    );
}

#[tokio::test]
async fn the_old_name_of_undo_does_the_same() {
    let api = start(&small());
    let before = account(&api).await;
    write(&api, json!({ "lander_text": "Once" })).await.ok();
    let version = versions(&api, None).await[0].clone();
    let got = api.post_json("parking/settings-restore", json!({ "history_id": version["history_id"] })).await.ok();
    assert_eq!(got["version"], version);
    assert_eq!(account(&api).await, before);
    assert_eq!(versions(&api, None).await[0]["source"], "undo");
}

#[tokio::test]
async fn a_version_that_cannot_be_undone_says_why() {
    let api = start(&small());
    for body in [json!({}), json!({ "history_id": 999_999 }), json!({ "history_id": "x" })] {
        for path in ["parking/settings-undo", "parking/settings-restore"] {
            api.post_json(path, body.clone()).await.refused(404, "np_parking_api_error_history_not_found");
        }
    }
    let all = versions(&api, None).await;
    let first = all.iter().find(|version| version["can_undo"] == false).unwrap();
    undo(&api, first).await.refused(409, "np_parking_api_error_history_cannot_undo");
    let name = names(&api, "verified").await[3].clone();
    set(&api, &name, json!({ "in_portfolio": false })).await.ok();
    let folder = tempfile::tempdir().unwrap();
    let kept = Options { data: Some(folder.path().to_owned()), ..small() };
    let one = start(&kept);
    set(&one, &name, json!({ "in_portfolio": false, "bin_price": 9 })).await.ok();
    let version = versions(&one, Some(&name)).await[0].clone();
    drop(one);
    // Values and versions survive a restart. Without a feature, its settings are gone.
    let one = start(&kept);
    assert_eq!(versions(&one, Some(&name)).await[0], version);
    assert_eq!(of(&one, &name).await["bin_price"]["domain_value"], 9.0);
    drop(one);
    let poor = start(&Options { without: vec!["portfolio".parse().unwrap()], ..kept });
    let got = undo(&poor, &version).await;
    got.refused(409, "np_parking_api_error_history_cannot_undo");
    assert!(got.text.contains("not available"), "{}", got.text);
    assert!(api.writes().await.len() == 1 && poor.writes().await.is_empty());
}

#[tokio::test]
async fn the_ability_to_undo_depends_on_whose_version_it_is() {
    let tokens =
        ["full=*", "accounts=account.settings.restore", "domains=domains.settings.restore", "none=domains.view"];
    let mut api = start(&Options { tokens: tokens.map(|token| token.parse().unwrap()).to_vec(), ..small() });
    let name = names(&api, "verified").await[1].clone();
    write(&api, json!({ "lander_text": "A" })).await.ok();
    api.post_json("parking/profile", json!({ "profile": { "social_telegram": "harbour" } })).await.ok();
    set(&api, &name, json!({ "lander_text": "B" })).await.ok();
    let all = versions(&api, None).await;
    let scopes = [all[0].clone(), all[1].clone(), versions(&api, Some(&name)).await[0].clone()];
    assert_eq!(scopes.each_ref().map(|version| version["scope"].as_str().unwrap()), ["profile", "account", "domain"]);
    for (token, allowed) in [("accounts", [true, true, false]), ("domains", [false, false, true]), ("none", [false; 3])]
    {
        api = api.with_token(Some(token));
        for (version, allowed) in scopes.iter().zip(allowed) {
            let got = undo(&api, version).await;
            if allowed {
                got.ok();
            } else {
                got.refused(403, "do_not_have_permission");
                let ability = if version["scope"] == "domain" && token != "none" { "domains" } else { "account" };
                assert!(got.text.contains(&format!("{ability}.settings.restore")), "{}", got.text);
            }
        }
    }
}

#[tokio::test]
async fn undoing_every_save_in_reverse_restores_the_first_state() {
    for seed in 0..6 {
        let mut dice = fastrand::Rng::with_seed(seed);
        let api = start(&Options { domains: 60, inquiries: 10, ..small() });
        let mine: Vec<_> = names(&api, "my_domains").await.into_iter().take(5).collect();
        let mut before = vec![account(&api).await, api.get("parking/profile").await.ok()];
        for name in &mine {
            before.push(json!([of(&api, name).await, crate::domain_moves::domain(&api, name).await]));
        }
        let newest = |all: &[Value]| all.first().map_or(0, |version| version["history_id"].as_i64().unwrap());
        let mut last: i64 = 0;
        for name in mine.iter().map(|name| Some(name.as_str())).chain([None]) {
            last = last.max(newest(&versions(&api, name).await));
        }
        // All versions of the past are older than those saved by this test.
        api.running.clock().advance(60);
        for _ in 0..40 {
            let value = |dice: &mut fastrand::Rng| match dice.u32(..6) {
                0 => json!({ "for_sale": ([json!(true), json!(false), Value::Null][dice.usize(..3)]) }),
                1 => json!({ "accept_offers": dice.bool(), "min_offer": f64::from(dice.u32(..5)) }),
                2 => json!({ "lander_text": (["", "x", "Two\nlines"][dice.usize(..3)]) }),
                3 => json!({ "accent_color": null, "contact_links": ["email"] }),
                4 => json!({ "cover_images": { "images": [{ "id": 640 }] }, "lander_design": "dark" }),
                _ => json!({ "in_portfolio": dice.bool(), "lease_months": dice.u32(2..100) }),
            };
            let name = mine[dice.usize(..mine.len())].as_str();
            match dice.u32(..7) {
                0 => write(&api, value(&mut dice)).await.ok(),
                1 => {
                    let fields = json!({ "display_name": format!("Name {}", dice.u32(..3)), "social_x": null });
                    api.post_json("parking/profile", json!({ "profile": fields })).await.ok()
                }
                2 => {
                    let body = json!({ "names": mine, "settings": value(&mut dice) });
                    api.post_json("parking/domains-settings", body).await.ok()
                }
                3 => {
                    let file = format!("domain,bin_price,for_sale\n{name},{},\n", dice.u32(..3));
                    let got = api.upload("parking/imports", Some(file.as_bytes()), &[]).await.unwrap().ok();
                    api.running.clock().advance(5);
                    got
                }
                4 => {
                    let scope = dice.bool().then_some(name);
                    let all = versions(&api, scope).await;
                    let some: Vec<_> = all.iter().filter(|one| one["can_undo"] == true).collect();
                    if some.is_empty() { Value::Null } else { undo(&api, some[dice.usize(..some.len())]).await.ok() }
                }
                5 => set(&api, name, json!({ "bin_price": dice.u32(..9), "target_price": null })).await.ok(),
                _ => set(&api, name, value(&mut dice)).await.ok(),
            };
        }
        let mut made = Vec::new();
        for name in mine.iter().map(|name| Some(name.as_str())).chain([None]) {
            made.extend(
                versions(&api, name).await.into_iter().filter(|one| one["history_id"].as_i64().unwrap() > last),
            );
        }
        made.sort_by_key(|version| std::cmp::Reverse(version["history_id"].as_i64()));
        assert!(made.len() >= 20, "{}", made.len());
        for version in &made {
            undo(&api, version).await.ok();
        }
        let mut after = vec![account(&api).await, api.get("parking/profile").await.ok()];
        for name in &mine {
            after.push(json!([of(&api, name).await, crate::domain_moves::domain(&api, name).await]));
        }
        assert_eq!(after, before, "seed {seed}");
    }
}
