use serde_json::{Value, json};

use crate::domain_moves::{domain, names};
use crate::domain_settings::{of, set};
use crate::settings::{INVALID, UNKNOWN};
use crate::support::{Api, Got, keys, small, start};
use crate::versions::versions;

const PATH: &str = "parking/portfolio";

async fn save(api: &Api, body: Value) -> Got {
    api.post_json(PATH, body).await
}

async fn hosts(api: &Api) -> Vec<String> {
    let rows = api.get("parking/domains?per_page=200").await.ok();
    let rows = rows["domains"].as_array().unwrap().iter().filter(|row| row["is_portfolio_host"] == true);
    rows.map(|row| row["punycode"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_site_has_its_addresses_and_every_field_that_can_be_written() {
    let api = start(&small());
    let got = api.get(PATH).await.ok();
    assert_eq!(keys(&got), ["portfolio"]);
    let site = &got["portfolio"];
    assert_eq!(keys(site)[..5], ["enabled", "url", "slug_url", "public_name", "host_domain"]);
    assert!(keys(site).len() >= 18 && site["enabled"] == true);
    assert_eq!(hosts(&api).await, [site["host_domain"].as_str().unwrap()]);
    assert_eq!(site["url"], format!("https://{}/", site["host_domain"].as_str().unwrap()));
    let mut fields = site.as_object().unwrap().clone();
    fields.retain(|name, _| !["enabled", "url", "slug_url", "public_name", "host_domain"].contains(&name.as_str()));
    let after = save(&api, json!({ "portfolio": fields })).await.ok();
    assert_eq!(after, got, "every other field is one that is taken");
}

#[tokio::test]
async fn fields_are_changed_one_by_one_with_their_rules() {
    let api = start(&small());
    let before = api.get(PATH).await.ok()["portfolio"].clone();
    let wanted = json!({
        "title": "Ours", "about_html": "<p>Us</p>", "columns": 2, "show_prices": false, "languages": ["de", "en"],
        "accent_color": "#000000", "logo_image": null, "tagline": null, "theme": "list",
    });
    let after = save(&api, json!({ "portfolio": wanted })).await.ok()["portfolio"].clone();
    for (name, value) in before.as_object().unwrap() {
        assert_eq!(after[name], *wanted.get(name).unwrap_or(value), "{name}");
    }
    for (name, value, hint) in [
        ("title", json!(""), "empty"),
        ("title", Value::Null, "empty"),
        ("columns", json!(7), "from 1 to 6"),
        ("columns", json!("3"), "a whole number"),
        ("show_prices", json!("no"), "true or false"),
        ("languages", json!(["xx"]), "en, de"),
        ("accent_color", json!("black"), "#2f6fde"),
        ("theme", json!("wild"), "grid, list"),
        ("logo_image", json!(1), "no image 1"),
        ("logo_image", json!("611"), "the id of an image"),
        ("about_html", json!("<iframe src=x>"), "scripts"),
        ("portfolio_email", json!("x"), "an email address"),
    ] {
        let got = save(&api, json!({ "portfolio": { name: value, "footer_text": "Never" } })).await;
        let fields = got.fields(INVALID);
        assert_eq!((fields.len(), fields[0].0.as_str()), (1, name));
        assert!(fields[0].1.contains(hint), "{name}: {}", fields[0].1);
    }
    for name in ["categories", "domain_colors", "slug_url", "enabled", "in_portfolio"] {
        assert_eq!(save(&api, json!({ "portfolio": { name: null } })).await.fields(UNKNOWN)[0].0, name);
    }
    assert_eq!(api.get(PATH).await.ok()["portfolio"], after);
}

#[tokio::test]
async fn a_host_is_a_verified_domain_and_is_framed_from_then_on() {
    let api = start(&small());
    let old = hosts(&api).await[0].clone();
    let mine = names(&api, "verified").await;
    let name = mine.iter().find(|name| **name != old).unwrap();
    let total = versions(&api, Some(name)).await.len();
    let after = save(&api, json!({ "host_domain": name })).await.ok()["portfolio"].clone();
    assert_eq!((&after["host_domain"], &after["url"]), (&name.as_str().into(), &format!("https://{name}/").into()));
    assert_eq!(hosts(&api).await, [name.as_str()]);
    assert_eq!(domain(&api, &old).await["is_portfolio_host"], false);
    assert_eq!(of(&api, name).await["allow_framing"]["domain_value"], true);
    let all = versions(&api, Some(name)).await;
    assert_eq!(
        (all.len(), &all[0]["changed"], &all[0]["source"]),
        (total + 1, &json!(["allow_framing"]), &"api".into())
    );
    let got = api.send("DELETE", &format!("parking/domain?name={name}"), None).await.unwrap();
    got.refused(403, "do_not_have_permission");
    api.send("DELETE", &format!("parking/domain?name={old}"), None).await.unwrap().ok();
    for name in [names(&api, "unverified").await[0].as_str(), &names(&api, "detected").await[0], "nobody.com", &old] {
        let got = save(&api, json!({ "host_domain": name, "portfolio": { "title": "Never" } })).await;
        got.refused(404, "np_parking_api_error_domain_not_found");
    }
    let got = save(&api, json!({ "host_domain": 5, "enabled": "yes", "portfolio": { "columns": 0 } })).await;
    let mut refused: Vec<_> = got.fields(INVALID).into_iter().map(|field| field.0).collect();
    refused.sort();
    assert_eq!(refused, ["columns", "enabled", "host_domain"]);
    assert_eq!(api.get(PATH).await.ok()["portfolio"], after);
    // Without a host, the site is at its public name again; a domain that was framed stays framed until that is
    // changed.
    let after = save(&api, json!({ "host_domain": null })).await.ok()["portfolio"].clone();
    assert!(after["host_domain"].is_null() && hosts(&api).await.is_empty());
    assert!(after["url"].as_str().unwrap().ends_with("/harbour-lane"), "{after}");
    set(&api, name, json!({ "allow_framing": null })).await.ok();
}

#[tokio::test]
async fn turning_the_site_off_releases_the_host_and_keeps_the_permanent_link() {
    let api = start(&small());
    let before = api.get(PATH).await.ok()["portfolio"].clone();
    let host = before["host_domain"].as_str().unwrap();
    let after = save(&api, json!({ "enabled": false })).await.ok()["portfolio"].clone();
    assert_eq!((&after["enabled"], &after["host_domain"], &after["url"]), (&false.into(), &Value::Null, &Value::Null));
    assert_eq!((&after["slug_url"], &after["public_name"]), (&before["slug_url"], &before["public_name"]));
    assert!(hosts(&api).await.is_empty());
    for body in [json!({ "host_domain": host }), json!({ "host_domain": host, "enabled": false })] {
        assert_eq!(save(&api, body).await.fields(INVALID)[0].0, "host_domain");
    }
    let after = save(&api, json!({ "host_domain": host, "enabled": true })).await.ok()["portfolio"].clone();
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_public_name_is_taken_kept_and_released() {
    let api = start(&small());
    save(&api, json!({ "host_domain": null })).await.ok();
    let after = save(&api, json!({ "public_name": "quay-names" })).await.ok()["portfolio"].clone();
    assert!(after["url"].as_str().unwrap().ends_with("/quay-names"));
    for (name, hint) in [
        (json!("premium"), "taken"),
        (json!("ab"), "3 to 30"),
        (json!("Capital"), "small letters"),
        (json!("-edge"), "none at an end"),
        (json!(7), "a text or null"),
    ] {
        let fields = save(&api, json!({ "public_name": name })).await.fields(INVALID);
        assert_eq!(fields[0].0, "public_name");
        assert!(fields[0].1.contains(hint), "{}", fields[0].1);
    }
    let total = versions(&api, None).await.len();
    let after = save(&api, json!({ "public_name": null })).await.ok()["portfolio"].clone();
    assert!(after["public_name"].is_null());
    assert_eq!(after["url"], after["slug_url"], "the permanent link is what is left");
    assert_eq!(versions(&api, None).await.len(), total, "the portfolio has no versions");
}
