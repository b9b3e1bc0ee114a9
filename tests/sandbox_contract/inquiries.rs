use std::collections::HashSet;

use serde_json::Value;

use crate::support::{Api, NOW, ids, keys, small, start};

const INQUIRY: [&str; 24] = [
    "inquiry_id",
    "reference",
    "inquire_date",
    "domain",
    "intent",
    "origin",
    "country",
    "full_name",
    "email",
    "company",
    "phone",
    "message",
    "offer",
    "offer_text",
    "offer_currency",
    "email_confirmed",
    "email_confirmed_date",
    "seller_notified",
    "buyer_notified",
    "bant",
    "source",
    "delivery",
    "spam_risk",
    "marks",
];
const DETAILS: [&str; 14] = [
    "name_frequency",
    "email",
    "phone_location",
    "company",
    "contact_text",
    "flow",
    "spam_risk",
    "qualification",
    "connection",
    "location",
    "local",
    "subject_key",
    "listing",
    "inquirer_history",
];
const BANT: [&str; 12] = [
    "timeline",
    "need",
    "primary_use",
    "priority",
    "department",
    "decision_role",
    "domain_for",
    "budget",
    "org_website",
    "org_linkedin",
    "your_linkedin",
    "job_title",
];

fn set(rows: &[Value]) -> HashSet<i64> {
    ids(rows).into_iter().collect()
}

async fn picked(api: &Api, filter: &str, test: impl Fn(&Value) -> bool) {
    let rows = api.inquiries(filter).await;
    assert!(!rows.is_empty(), "{filter} finds something");
    for row in rows {
        assert!(test(&row), "{filter}: {row}");
    }
}

#[tokio::test]
async fn rows_have_every_documented_field_and_details_when_full() {
    let api = start(&small());
    let full = api.inquiries("status=all&visibility=all").await;
    let compact = api.inquiries("status=all&visibility=all&type=compact").await;
    assert_eq!(full.len(), 260);
    assert_eq!(ids(&full), ids(&compact));
    let mut asked = 0;
    for (row, short) in full.iter().zip(&compact) {
        assert_eq!(keys(short), INQUIRY);
        assert_eq!(keys(row), INQUIRY.into_iter().chain(["details"]).collect::<Vec<_>>());
        assert_eq!(keys(&row["details"]), DETAILS);
        assert_eq!(keys(&row["marks"]), ["read", "starred", "archived", "removed"]);
        assert_eq!(keys(&row["delivery"]), ["state", "reason"]);
        assert_eq!(keys(&row["bant"]), BANT, "always an object");
        asked += usize::from(BANT.iter().any(|member| !row["bant"][*member].is_null()));
        let date = row["inquire_date"].as_i64().unwrap();
        assert!(date < NOW, "nobody asks in the future");
        assert_eq!(row["email_confirmed"] == true, row["email_confirmed_date"].is_i64());
        assert!(row["email_confirmed_date"].as_i64().is_none_or(|confirmed| (date..=NOW).contains(&confirmed)));
        assert_eq!(row["offer"].is_null(), row["offer_text"].is_null());
    }
    assert!(asked > 20, "some buyers were asked about budget and timeline");
    let id = full[0]["inquiry_id"].as_i64().unwrap();
    let one = api.get(&format!("parking/inquiry/{id}")).await.ok();
    assert_eq!(keys(&one), ["inquiry"]);
    assert_eq!(one["inquiry"], full[0]);
    for nobody in ["1", "abc", "99999999999999999999"] {
        api.get(&format!("parking/inquiry/{nobody}")).await.refused(404, "np_parking_api_error_inquiry_not_found");
    }
}

#[tokio::test]
async fn each_filter_keeps_the_inquiries_it_names() {
    let api = start(&small());
    let mark = |name: &'static str, on: bool| move |row: &Value| row["marks"][name] == on;
    picked(&api, "", |row| {
        row["email_confirmed"] == true && row["marks"]["archived"] == false && row["marks"]["removed"] == false
    })
    .await;
    picked(&api, "status=unconfirmed", |row| row["email_confirmed"] == false).await;
    picked(&api, "delivery=delivered", |row| row["delivery"]["state"] == "delivered").await;
    picked(&api, "delivery=unsent&status=all", |row| row["delivery"]["state"] == "unsent").await;
    picked(&api, "visibility=archived", mark("archived", true)).await;
    picked(&api, "visibility=removed&status=all", mark("removed", true)).await;
    picked(&api, "visibility=all&unread=1", mark("read", false)).await;
    picked(&api, "visibility=all&starred=true", mark("starred", true)).await;
    picked(&api, "spam_risk=high&status=all&visibility=all", |row| row["spam_risk"] == "high").await;
    picked(&api, "spam_risk=medium", |row| row["spam_risk"] == "medium").await;
    picked(&api, "spam_risk=low", |row| row["spam_risk"] == "low").await;
    picked(&api, "spam_risk=not_high&visibility=all&status=all", |row| row["spam_risk"] != "high").await;
    let all = "visibility=all&status=all";
    for (older, newer) in
        [("visibility=unread", "unread=1&visibility=all"), ("visibility=starred", "starred=1&visibility=all")]
    {
        assert_eq!(ids(&api.inquiries(older).await), ids(&api.inquiries(newer).await), "{older}");
    }
    let both = set(&api.inquiries(&format!("{all}&unread=1&starred=1")).await);
    let (unread, starred) =
        (api.inquiries(&format!("{all}&unread=1")).await, api.inquiries(&format!("{all}&starred=1")).await);
    assert_eq!(both, set(&unread).intersection(&set(&starred)).copied().collect());
    let assessed = api.inquiries(&format!("{all}&spam_risk=not_high")).await;
    assert!(assessed.iter().any(|row| row["spam_risk"].is_null()), "an inquiry that was not assessed is not high");
}

#[tokio::test]
async fn inquiries_come_newest_first_or_highest_offer_first() {
    let api = start(&small());
    let rows = api.inquiries("status=all&visibility=all").await;
    assert!(rows.windows(2).all(|pair| pair[0]["inquire_date"].as_i64() > pair[1]["inquire_date"].as_i64()));
    let offers: Vec<_> = api.inquiries("order=offer").await.iter().map(|row| row["offer"].as_f64()).collect();
    assert!(offers[0].is_some() && offers.windows(2).all(|pair| pair[0] >= pair[1] || pair[1].is_none()));
    assert!(offers.last().unwrap().is_none(), "those without an offer come last");
}

#[tokio::test]
async fn a_domain_is_given_in_either_spelling_or_refused() {
    let api = start(&small());
    let rows = api.inquiries("status=all&visibility=all").await;
    let row =
        rows.iter().find(|row| row["domain"].as_str().unwrap().starts_with("xn--")).expect("an international name");
    let domain = row["domain"].as_str().unwrap();
    let (unicode, _) = idna::domain_to_unicode(domain);
    let spelled: String = url::form_urlencoded::byte_serialize(unicode.as_bytes()).collect();
    for name in [domain, &spelled] {
        let found = api.inquiries(&format!("domain={name}&status=all&visibility=all")).await;
        assert!(found.contains(row) && found.iter().all(|other| other["domain"] == domain));
    }
    api.get("parking/inquiries?domain=nobody-holds-this.com")
        .await
        .refused(404, "np_parking_api_error_domain_not_found");
}

#[tokio::test]
async fn unsent_reasons_are_counted_under_the_other_filters() {
    let api = start(&small());
    let got = api.get("parking/inquiries?delivery=unsent&status=all&visibility=all&per_page=100").await.ok();
    let counts = got["unsent_reasons"].clone();
    let names = ["unconfirmed", "below_min_offer", "unqualified_interest", "unqualified_bant", "other"];
    assert_eq!(keys(&counts), names);
    let total = got["pagination"]["total"].as_i64().unwrap();
    let mut sum = 0;
    for name in names {
        let path = format!("parking/inquiries?delivery=unsent&status=all&visibility=all&unsent_reasons={name}");
        let one = api.get(&path).await.ok();
        assert_eq!(one["pagination"]["total"], counts[name], "{name}");
        assert_eq!(one["unsent_reasons"], counts, "the filter by reason does not change the counts");
        sum += counts[name].as_i64().unwrap();
    }
    assert!(sum > total, "one held back by several rules counts under each: {sum} over {total}");
    let confirmed = api.get("parking/inquiries?delivery=unsent").await.ok();
    assert_eq!(confirmed["unsent_reasons"]["unconfirmed"], 0, "the default status hides them");
    assert!(api.get("parking/inquiries").await.ok().get("unsent_reasons").is_none());
    let some = api.inquiries("delivery=unsent&status=all&visibility=all").await;
    let items = api.inquiries("delivery=unsent&status=all&visibility=all&flow_items=1").await;
    assert!(items.len() > some.len(), "further steps of a conversation that reached the seller");
    assert!(items.iter().filter(|row| !some.contains(row)).all(|row| row["origin"] != "initial"));
}

#[tokio::test]
async fn filter_values_that_do_not_exist_are_refused() {
    let api = start(&small());
    for query in [
        "status=new",
        "delivery=lost",
        "order=oldest",
        "visibility=hidden",
        "spam_risk=none",
        "delivery=unsent&unsent_reasons=unconfirmed,weather",
    ] {
        api.get(&format!("parking/inquiries?{query}"))
            .await
            .refused(400, "np_parking_api_error_invalid_inquiry_filter");
    }
    let held = api.get("parking/inquiries?per_page=500").await.ok();
    assert_eq!(held["pagination"]["per_page"], 100, "inquiries come by the hundred at most");
}

#[tokio::test]
async fn marks_are_set_and_cleared() {
    let api = start(&small());
    let id = ids(&api.inquiries("").await)[0];
    let marks = async || api.get(&format!("parking/inquiry/{id}")).await.ok()["inquiry"]["marks"].clone();
    assert_eq!(marks().await["read"], false, "a read does not mark");
    for (verb, mark, on) in [
        ("read", "read", true),
        ("read", "read", true),
        ("unread", "read", false),
        ("star", "starred", true),
        ("star", "starred", true),
        ("unstar", "starred", false),
        ("archive", "archived", true),
        ("unarchive", "archived", false),
    ] {
        let got = api.post(&format!("parking/inquiry/{id}/{verb}")).await.ok();
        assert_eq!(keys(&got), ["success", "marks"]);
        assert_eq!((&got["success"], &got["marks"][mark]), (&true.into(), &on.into()), "{verb}");
        assert_eq!(got["marks"], marks().await);
    }
    for (verb, on) in [("hide", true), ("restore", false)] {
        let got = api.post(&format!("parking/inquiry/{id}/{verb}")).await.ok();
        assert_eq!(keys(&got), ["success"], "{verb} answers no marks");
        assert_eq!(marks().await["removed"], on);
        assert_eq!(ids(&api.inquiries("").await).contains(&id), !on);
        assert_eq!(ids(&api.inquiries("visibility=removed").await).contains(&id), on);
    }
    let verbs =
        ["read", "unread", "star", "unstar", "archive", "unarchive", "hide", "restore", "request-email", "unreachable"];
    for verb in verbs {
        api.post(&format!("parking/inquiry/7/{verb}")).await.refused(404, "np_parking_api_error_inquiry_not_found");
    }
    assert_eq!(api.writes().await.len(), 10, "what was refused is not in the log");
}

#[tokio::test]
async fn a_buyer_is_reported_unreachable_once_and_not_too_soon() {
    let api = start(&small());
    let unconfirmed = ids(&api.inquiries("status=unconfirmed").await)[0];
    api.post(&format!("parking/inquiry/{unconfirmed}/unreachable")).await.refused(403, "do_not_have_permission");
    let id = ids(&api.inquiries("").await)[0];
    let path = format!("parking/inquiry/{id}/unreachable");
    let soon = api.post(&path).await;
    soon.refused(403, "do_not_have_permission");
    api.post_json("/_sandbox/clock", serde_json::json!({ "seconds": 86_400 })).await.ok();
    assert_eq!(api.post(&path).await.ok(), serde_json::json!({ "success": true }));
    let again = api.post(&path).await;
    again.refused(403, "do_not_have_permission");
    assert_ne!(soon.text, again.text, "the message says which");
}

#[tokio::test]
async fn an_inquiry_is_mailed_again_but_not_twice_in_a_row() {
    let api = start(&small());
    let id = ids(&api.inquiries("delivery=unsent").await)[0];
    let path = format!("parking/inquiry/{id}/request-email");
    assert_eq!(api.post(&path).await.ok(), serde_json::json!({ "success": true }));
    let row = api.get(&format!("parking/inquiry/{id}")).await.ok();
    assert_eq!(
        (&row["inquiry"]["seller_notified"], &row["inquiry"]["delivery"]["state"]),
        (&NOW.into(), &"delivered".into())
    );
    api.post(&path).await.refused(403, "do_not_have_permission");
}

#[tokio::test]
async fn the_history_lists_our_inquiries_of_the_same_buyer() {
    let api = start(&small());
    let rows = api.inquiries("status=all&visibility=all").await;
    let email = |row: &Value| row["email"].as_str().unwrap().to_owned();
    let row = rows.iter().max_by_key(|row| rows.iter().filter(|other| email(other) == email(row)).count()).unwrap();
    let others: Vec<_> = rows.iter().filter(|other| email(other) == email(row) && *other != row).collect();
    assert!(others.len() > 2, "a buyer who came back");
    let id = row["inquiry_id"].as_i64().unwrap();
    let got = api.get(&format!("parking/inquiry/{id}/history?match=email")).await.ok();
    assert_eq!(keys(&got), ["inquiries", "pagination", "stats", "capped"]);
    assert_eq!((&got["pagination"]["per_page"], &got["capped"]), (&20.into(), &false.into()));
    assert_eq!(got["pagination"]["total"], others.len());
    for found in got["inquiries"].as_array().unwrap() {
        assert!(matches!(found["matched_by"].as_str(), Some("email" | "both")));
        assert_ne!(found["inquiry_id"], id);
    }
    assert!(got["stats"]["email"].is_object() && got["stats"]["ip"].is_object() && got["stats"]["own"] == others.len());
    let week = api.get(&format!("parking/inquiry/{id}/history?days=7&type=compact&page=2")).await.ok();
    assert!(week["pagination"]["total"].as_i64().unwrap() <= others.len() as i64);
    api.get("parking/inquiry/7/history").await.refused(404, "np_parking_api_error_inquiry_not_found");
}

#[tokio::test]
async fn the_list_reaches_the_newest_ten_thousand() {
    let options = parkade::sandbox::Options { domains: 50, inquiries: 10_150, now: Some(NOW), ..Default::default() };
    let api = start(&options);
    let page =
        |number: u32| format!("parking/inquiries?status=all&visibility=all&type=compact&per_page=100&page={number}");
    let first = api.get(&page(1)).await.ok();
    assert_eq!((&first["pagination"]["total"], &first["pagination"]["last_page"]), (&10_000.into(), &100.into()));
    assert_eq!(api.get(&page(100)).await.ok()["pagination"]["shown"], 100);
    assert_eq!(api.get(&page(101)).await.ok()["pagination"]["shown"], 0);
}

#[tokio::test]
async fn every_member_of_details_comes_as_every_kind_of_value() {
    let api = start(&parkade::sandbox::Options { domains: 40, inquiries: 400, now: Some(NOW), ..Default::default() });
    let rows = api.inquiries("status=all&visibility=all").await;
    let kind = |value: &Value| match value {
        Value::Null => "null",
        Value::String(_) => "text",
        Value::Number(_) => "number",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
        Value::Bool(_) => "switch",
    };
    for member in DETAILS {
        let kinds: HashSet<&str> = rows.iter().map(|row| kind(&row["details"][member])).collect();
        for expected in ["null", "text", "number", "list", "object"] {
            assert!(kinds.contains(expected), "{member} is never {expected}");
        }
    }
}

#[tokio::test]
async fn reasons_are_counted_under_every_other_filter() {
    let api = start(&small());
    let names = ["unconfirmed", "below_min_offer", "unqualified_interest", "unqualified_bant", "other"];
    let some = api.inquiries("delivery=unsent&status=all&visibility=all").await;
    let domain = some[0]["domain"].as_str().unwrap().to_owned();
    for other in [
        "spam_risk=low".to_owned(),
        "unread=1".to_owned(),
        "visibility=archived".to_owned(),
        "status=unconfirmed".to_owned(),
        "flow_items=1".to_owned(),
        "order=offer".to_owned(),
        format!("domain={domain}&visibility=all"),
    ] {
        let status = if other.contains("status=") { "" } else { "&status=all" };
        let base = format!("delivery=unsent{status}&{other}");
        let counts = api.get(&format!("parking/inquiries?{base}")).await.ok()["unsent_reasons"].clone();
        assert_eq!(keys(&counts), names, "{base}");
        for name in names {
            let one = api.get(&format!("parking/inquiries?{base}&unsent_reasons={name}")).await.ok();
            assert_eq!(one["pagination"]["total"], counts[name], "{base}, {name}");
        }
    }
    let two = api.inquiries("delivery=unsent&status=all&unsent_reasons=unconfirmed,other").await;
    let of = |name: &str| format!("delivery=unsent&status=all&unsent_reasons={name}");
    let (first, second) = (api.inquiries(&of("unconfirmed")).await, api.inquiries(&of("other")).await);
    assert_eq!(set(&two), set(&first).union(&set(&second)).copied().collect(), "several reasons are one or the other");
    let all = api.inquiries("delivery=unsent&status=all").await;
    assert_eq!(set(&api.inquiries("delivery=unsent&status=all&unsent_reasons=").await), set(&all), "empty means all");
}

#[tokio::test]
async fn without_a_confirmed_address_nothing_is_mailed() {
    let options = parkade::sandbox::Options { without: vec!["parking-email".parse().unwrap()], ..small() };
    let api = start(&options);
    let profile = api.get("parking/profile").await.ok();
    assert!(profile["parking_email"].is_null() && profile["profile"].is_object());
    let id = ids(&api.inquiries("delivery=unsent").await)[0];
    api.post(&format!("parking/inquiry/{id}/request-email")).await.refused(403, "do_not_have_permission");
    assert!(api.writes().await.is_empty());
}

#[tokio::test]
async fn every_write_too_many_is_a_flood_with_its_wait() {
    let verbs =
        ["read", "unread", "star", "unstar", "archive", "unarchive", "hide", "restore", "request-email", "unreachable"];
    let options =
        parkade::sandbox::Options { flood: Some(parkade::sandbox::Flood { writes: 1, seconds: 20 }), ..small() };
    let api = start(&options);
    let id = ids(&api.inquiries("").await)[0];
    api.post(&format!("parking/inquiry/{id}/star")).await.ok();
    for verb in verbs {
        let got = api.post(&format!("parking/inquiry/{id}/{verb}")).await;
        got.refused(429, "np_parking_api_error_flood");
        assert_eq!(got.retry_after.as_deref(), Some("20"), "{verb}");
    }
    let bulk = serde_json::json!({ "action": "mark_read", "ids": [id] });
    api.post_json("parking/inquiries/bulk", bulk).await.refused(429, "np_parking_api_error_flood");
    assert_eq!(api.writes().await.len(), 1);
}
