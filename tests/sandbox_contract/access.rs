use parkade::api::{CATALOGUE, Needs, endpoint_at};
use parkade::sandbox::{Flood, Options};
use serde_json::json;

use crate::support::{Api, ids, keys, small, start};

/// Every call that needs one ability, with the ability.
const CALLS: [(&str, &str, &str); 59] = [
    ("GET", "parking/domain?name=x.com", "domains.view"),
    ("GET", "parking/domains", "domains.list"),
    ("DELETE", "parking/domain?name=x.com", "domains.remove"),
    ("POST", "parking/domain-ignore?name=x.com", "domains.ignore"),
    ("GET", "parking/domain-status?name=x.com", "domains.status"),
    ("POST", "parking/domain-verify?name=x.com", "domains.verify"),
    ("POST", "parking/domains", "domains.add"),
    ("GET", "parking/domain-settings?name=x.com", "domains.settings.view"),
    ("POST", "parking/domain-settings?name=x.com", "domains.settings.write"),
    ("GET", "parking/domain-settings-history?name=x.com", "domains.settings.history"),
    ("GET", "parking/domains-settings", "domains.settings.view"),
    ("POST", "parking/domains-settings", "domains.settings.write"),
    ("GET", "parking/nameservers", "domains.nameservers"),
    ("POST", "parking/nameservers", "domains.nameservers.create"),
    ("GET", "parking/images", "images.list"),
    ("POST", "parking/images", "images.add"),
    ("DELETE", "parking/image/7", "images.remove"),
    ("GET", "parking/emails", "emails.list"),
    ("GET", "parking/email-search?query=x", "emails.search"),
    ("GET", "parking/email/7", "emails.view"),
    ("GET", "parking/email/7/download", "emails.download"),
    ("GET", "parking/insights-domain?name=x.com", "account.portfolio.activity"),
    ("GET", "parking/insights-domains", "account.portfolio.activity"),
    ("GET", "parking/insights-inquiries", "account.portfolio.activity"),
    ("GET", "parking/insights-portfolio", "account.portfolio.activity"),
    ("GET", "parking/portfolio-activity", "account.portfolio.activity"),
    ("GET", "parking/imports", "imports.list"),
    ("POST", "parking/imports", "imports.create"),
    ("GET", "parking/import/7", "imports.view"),
    ("GET", "parking/import/7/download", "imports.download"),
    ("POST", "parking/import/7/rerun", "imports.rerun"),
    ("GET", "parking/exports", "exports.list"),
    ("POST", "parking/exports", "exports.create"),
    ("GET", "parking/export/7", "exports.list"),
    ("GET", "parking/export/7/download", "exports.download"),
    ("GET", "parking/ignored-senders", "account.senders.list"),
    ("POST", "parking/ignored-senders", "account.senders.add"),
    ("DELETE", "parking/ignored-sender/9", "account.senders.remove"),
    ("GET", "parking/inquiries", "inquiries.list"),
    ("GET", "parking/inquiry/7", "inquiries.view"),
    ("GET", "parking/inquiry/7/history", "inquiries.history"),
    ("POST", "parking/inquiry/7/read", "inquiries.read"),
    ("POST", "parking/inquiry/7/unread", "inquiries.unread"),
    ("POST", "parking/inquiry/7/star", "inquiries.star"),
    ("POST", "parking/inquiry/7/unstar", "inquiries.unstar"),
    ("POST", "parking/inquiry/7/archive", "inquiries.archive"),
    ("POST", "parking/inquiry/7/unarchive", "inquiries.unarchive"),
    ("POST", "parking/inquiry/7/hide", "inquiries.hide"),
    ("POST", "parking/inquiry/7/restore", "inquiries.restore"),
    ("POST", "parking/inquiry/7/request-email", "inquiries.email"),
    ("POST", "parking/inquiry/7/unreachable", "inquiries.unreachable"),
    ("GET", "parking/profile", "account.profile.view"),
    ("POST", "parking/profile", "account.profile.write"),
    ("GET", "parking/portfolio", "account.portfolio.view"),
    ("POST", "parking/portfolio", "account.portfolio.write"),
    ("GET", "parking/settings", "account.settings.view"),
    ("POST", "parking/settings", "account.settings.write"),
    ("GET", "parking/settings-schema", "account.settings.schema"),
    ("GET", "parking/settings-history", "account.settings.history"),
];

/// Every such call of the catalogue must be in the list.
#[test]
fn every_call_that_needs_one_ability_is_tried() {
    let tried = CALLS.map(|(method, path, ability)| {
        let path = path.split('?').next().unwrap_or_default();
        (endpoint_at(method, path).map(|(endpoint, _)| endpoint.name), ability)
    });
    for endpoint in CATALOGUE {
        if let Needs::One(ability) = endpoint.needs {
            assert!(tried.contains(&(Some(endpoint.name), ability.0)), "{}", endpoint.name);
        }
    }
}

#[tokio::test]
async fn every_call_needs_a_token_with_its_ability() {
    let mut options = small();
    for (_, _, ability) in CALLS {
        options.tokens.push(format!("has-{ability}={ability}").parse().expect("a known ability"));
        let others: Vec<_> = CALLS.iter().map(|(_, _, other)| *other).filter(|other| *other != ability).collect();
        options.tokens.push(format!("lacks-{ability}={}", others.join(",")).parse().expect("known abilities"));
    }
    let mut api = start(&options);
    for (method, path, ability) in CALLS {
        for (token, allowed) in [(format!("has-{ability}"), true), (format!("lacks-{ability}"), false)] {
            api = api.with_token(Some(&token));
            let got = api.send(method, path, None).await.unwrap();
            // Some calls are forbidden for other reasons, too.
            let stopped = got.text.contains("does not have the ability");
            assert_eq!(!stopped, allowed, "{method} {path} with {token}: {}", got.text);
            if !allowed {
                got.refused(403, "do_not_have_permission");
            }
        }
        for token in [None, Some("nobody")] {
            api = api.with_token(token);
            let got = api.send(method, path, None).await.unwrap();
            assert_eq!(got.status, 401, "{method} {path}");
            assert_eq!(keys(&got.json["errors"][0]), ["code", "message"]);
        }
    }
    // A settings call without values counts as a write, by the token with the ability.
    let written: Vec<_> =
        api.writes().await.into_iter().map(|write| (write["path"].clone(), write["token"].clone())).collect();
    let may = |path: &str, ability: &str| (json!(format!("parking/{path}")), json!(format!("has-{ability}")));
    let empty = ["profile", "portfolio", "settings"].map(|name| may(name, &format!("account.{name}.write")));
    assert_eq!(written, empty);
}

#[tokio::test]
async fn account_writes_need_their_ability_and_are_floods_when_too_fast() {
    let calls = [
        ("parking/settings", "settings", "account.settings.write"),
        ("parking/profile", "profile", "account.profile.write"),
        ("parking/portfolio", "portfolio", "account.portfolio.write"),
    ];
    let mut options = Options { flood: Some(Flood { writes: 2, seconds: 30 }), ..small() };
    for (_, _, ability) in calls {
        options.tokens.push(format!("{ability}={ability}").parse().unwrap());
    }
    let mut api = start(&options);
    for (path, member, ability) in calls {
        for (_, _, token) in calls {
            api = api.with_token(Some(token));
            let got = api.post_json(path, json!({ member: { "no_such": 1 } })).await;
            if token == ability {
                got.refused(400, "np_parking_api_error_unknown_settings");
                api.post_json(path, json!({ member: {} })).await.ok();
                let got = api.post_json(path, json!({ member: {} })).await;
                got.refused(429, "np_parking_api_error_flood");
            } else {
                got.refused(403, "do_not_have_permission");
            }
        }
    }
    assert_eq!(api.writes().await.len(), 3);
}

#[tokio::test]
async fn an_unknown_path_is_answered_with_its_error() {
    let api = start(&small());
    assert_eq!(api.get("parking/nothing").await.status, 404);
    assert_eq!(api.get("parking/inquiry/7/star").await.status, 405);
    for path in ["parking/image/7/url", "ads/campaign/1/listing/2", "ads"] {
        api.send("DELETE", path, None).await.unwrap().refused(404, "endpoint_not_found");
    }
}

#[tokio::test]
async fn features_the_account_lacks_are_forbidden() {
    let without = ["catchall", "insights", "csv", "portfolio", "activity", "nameservers"];
    let options = Options { without: without.map(|name| name.parse().unwrap()).to_vec(), ..small() };
    let api = start(&options);
    for (method, path) in [
        ("GET", "parking/emails"),
        ("GET", "parking/email-search?query=x"),
        ("GET", "parking/insights-inquiries"),
        ("POST", "parking/imports"),
        ("POST", "parking/portfolio"),
        ("GET", "parking/portfolio-activity"),
        ("POST", "parking/nameservers"),
    ] {
        api.send(method, path, None).await.unwrap().refused(403, "do_not_have_permission");
    }
    let schema = api.get("parking/settings-schema").await.ok();
    let of = |name: &str| {
        schema["schema"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()["available"].clone()
    };
    assert_eq!((of("in_portfolio"), of("for_sale")), (false.into(), true.into()));
}

async fn starred(api: &Api, id: i64) -> crate::support::Got {
    api.post(&format!("parking/inquiry/{id}/star")).await
}

#[tokio::test]
async fn writes_that_come_too_fast_wait_per_token() {
    let mut options = small();
    options.flood = Some(Flood { writes: 2, seconds: 30 });
    options.tokens = vec!["full=*".parse().unwrap(), "other=*".parse().unwrap()];
    let api = start(&options);
    let id = ids(&api.inquiries("").await)[0];
    for _ in 0..2 {
        starred(&api, id).await.ok();
        api.running.clock().advance(10);
    }
    let third = starred(&api, id).await;
    third.refused(429, "np_parking_api_error_flood");
    assert_eq!(third.retry_after.as_deref(), Some("10"));
    api.inquiries("").await;
    let api = api.with_token(Some("other"));
    starred(&api, id).await.ok();
    let api = api.with_token(Some("full"));
    api.running.clock().advance(10);
    starred(&api, id).await.ok();
    let bulk = api.post_json("parking/inquiries/bulk", json!({ "action": "star", "ids": [id] })).await;
    bulk.refused(429, "np_parking_api_error_flood");
    assert_eq!(api.writes().await.len(), 4, "a flood answer means not applied");
}

#[tokio::test]
async fn every_write_is_refused_in_a_flood() {
    let mut options = small();
    options.flood = Some(Flood { writes: 1, seconds: 3_600 });
    options.ads_keys = vec!["key=*".parse().unwrap()];
    let api = start(&options);
    let id = ids(&api.inquiries("").await)[0];
    starred(&api, id).await.ok();
    for (method, path, _) in CALLS.iter().filter(|(method, ..)| *method != "GET") {
        api.send(method, path, Some(json!({}))).await.unwrap().refused(429, "np_parking_api_error_flood");
    }
    assert_eq!(api.writes().await.len(), 1, "none of them was applied");
    let ads = api.with_token(Some("key"));
    let theme = json!({ "theme": "#0f766e" });
    for (method, path) in [("POST", "ads/campaigns"), ("POST", "ads/campaign/901/listing")] {
        let first = ads.send(method, path, Some(theme.clone())).await.unwrap();
        let got = if first.status == 429 { first } else { ads.send(method, path, Some(theme.clone())).await.unwrap() };
        got.refused(429, "np_parking_api_error_flood");
    }
}

#[tokio::test]
async fn options_that_cannot_be_used_say_why() {
    use parkade::sandbox::{AdsKey, Fault, Feature, Token};
    for (text, hint) in [
        ("triage", "triage=inquiries.list"),
        ("=x", "write a name"),
        ("a=inquiries.fly", "there is no ability 'inquiries.fly'"),
    ] {
        assert!(text.parse::<Token>().unwrap_err().to_string().contains(hint), "{text}");
    }
    let triage: Token = "triage=account.senders.*,*.view,domains.status".parse().unwrap();
    for (ability, held) in
        [("account.senders.add", true), ("emails.view", true), ("domains.status", true), ("emails.list", false)]
    {
        assert_eq!(triage.grant.holds(ability), held, "{ability}");
    }
    // Each recipe of the README works as written.
    let readme = include_str!("../../README.md");
    let (_, recipes) = readme.split_once("| Recipe | Abilities |").unwrap();
    let lists: Vec<&str> = recipes.lines().take(5).filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(lists.len(), 3, "{lists:?}");
    for list in lists {
        assert!(format!("a={list}").parse::<Token>().is_ok(), "{list}");
    }
    assert!("a=nobody.*".parse::<Token>().is_err());
    assert!("k=read".parse::<AdsKey>().unwrap_err().to_string().contains("np_ads_listings:read"));
    assert!("sun".parse::<Feature>().unwrap_err().to_string().contains("nameservers"));
    for text in ["5", "0/4", "a/b", "3/"] {
        assert!(text.parse::<Flood>().unwrap_err().to_string().contains("10/5"), "{text}");
    }
    for (text, hint) in [
        ("explode", "reset-after"),
        ("500@FETCH parking/domains", "'FETCH' is not"),
        ("500:many", "'many' is neither"),
        ("500:150%", "neither a count nor a percentage"),
        ("500=3", "there is no fault"),
    ] {
        let sentence = text.parse::<Fault>().unwrap_err().to_string();
        assert!(sentence.contains(hint) || hint == "reset-after" && sentence.contains("reset, stall"), "{sentence}");
    }
}

#[tokio::test]
async fn every_write_on_domains_images_and_jobs_that_comes_too_fast_is_a_flood() {
    let options = Options { flood: Some(Flood { writes: 1, seconds: 30 }), ..small() };
    let api = start(&options);
    let mine = api.get("parking/domains?per_page=1").await.ok()["domains"][0]["name"].clone();
    let import = api.get("parking/imports?per_page=1").await.ok()["imports"][0]["import_id"].clone();
    let version = api.get("parking/settings-history?per_page=1").await.ok()["versions"][0]["history_id"].clone();
    let image = api.get("parking/images?per_page=1").await.ok()["images"][0]["image_id"].clone();
    let bulk = json!({ "action": "delete", "names": [mine] });
    api.post_json("parking/domains", json!({ "domains": ["flood.example"] })).await.ok();
    let name = mine.as_str().unwrap();
    let calls = [
        ("POST", "parking/domains".to_owned(), json!({ "domains": ["a.example"] })),
        ("POST", "parking/domains/bulk".to_owned(), bulk),
        ("DELETE", format!("parking/domain?name={name}"), serde_json::Value::Null),
        ("POST", format!("parking/domain-verify?name={name}"), json!({ "name": name })),
        ("POST", format!("parking/domain-ignore?name={name}"), json!({ "name": name })),
        ("POST", format!("parking/import/{import}/rerun"), serde_json::Value::Null),
        ("POST", "parking/exports".to_owned(), json!({ "type": "domains" })),
        ("POST", format!("parking/domain-settings?name={name}"), json!({ "settings": { "for_sale": true } })),
        ("POST", "parking/domains-settings".to_owned(), json!({ "names": [mine], "settings": { "for_sale": true } })),
        ("POST", "parking/settings-undo".to_owned(), json!({ "history_id": version })),
        ("POST", "parking/settings-restore".to_owned(), json!({ "history_id": version })),
        ("POST", "parking/nameservers".to_owned(), serde_json::Value::Null),
        ("POST", "parking/images".to_owned(), json!({ "url": "https://x.example/a.png" })),
        ("DELETE", format!("parking/image/{image}"), serde_json::Value::Null),
    ];
    for (method, path, body) in calls {
        let got = api.send(method, &path, Some(body).filter(|body| !body.is_null())).await.unwrap();
        got.refused(429, "np_parking_api_error_flood");
        assert_eq!(got.retry_after.as_deref(), Some("30"), "{method} {path}");
    }
    for path in ["parking/imports", "parking/images"] {
        let got = api.upload(path, Some(b"domain\na.example\n"), &[]).await.unwrap();
        got.refused(429, "np_parking_api_error_flood");
    }
    assert_eq!(api.writes().await.len(), 1);
}
