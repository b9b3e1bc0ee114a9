//! A portfolio as the service would answer it, for stories.

use parkade::api::domains::{DomainFilter, Get, List, Tab};
use parkade::api::settings::Get as Settings;
use parkade::api::{Page, Request, profile};
use parkade::base::DomainName;
use parkade::client::{Failure, FailureKind};
use parkade::store::filter::Filter;
use parkade::store::index::domains::DomainView;
use parkade::store::writes::intent::ActOnDomains;
use parkade::store::{DomainSort, DomainTab, Intent};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::{NOW, settings};

const DAY: i64 = 86_400;

/// Row of a domain in the service's answer.
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "a row of a table")]
pub fn row(
    id: i64,
    name: &str,
    punycode: &str,
    state: &str,
    for_sale: bool,
    bin: Option<f64>,
    target: Value,
    offers: Value,
) -> Value {
    let mine = matches!(state, "verified" | "unverified");
    let verified = state == "verified";
    json!({
        "domain_id": id, "name": name, "punycode": punycode, "state": state, "is_approved": mine,
        "is_verified": verified, "is_portfolio_host": false,
        "added_date": if state == "detected" { Value::Null } else { json!(NOW - 400 * DAY) },
        "verified_since": if verified { json!(NOW - 390 * DAY) } else { Value::Null },
        "last_verified": if verified { json!(NOW - 7_200) } else { Value::Null },
        "next_check": if mine { json!(NOW + 3 * 3_600 + 60) } else { Value::Null },
        "lander_url": if mine { json!(format!("https://{punycode}/")) } else { Value::Null },
        "for_sale": for_sale, "bin_price": bin, "target_price": target, "accept_offers": offers
    })
}

/// All domains of the account, in the order of their names.
pub fn mine() -> Vec<Value> {
    vec![
        row(1, "BergLuft.at", "bergluft.at", "verified", true, Some(1_200.0), json!(900), json!(true)),
        row(2, "clearwater.io", "clearwater.io", "verified", true, Some(14_900.0), Value::Null, json!(500)),
        row(3, "fjordtours.no", "fjordtours.no", "unverified", false, None, Value::Null, json!("ask first")),
        row(4, "greenhaus.com", "greenhaus.com", "verified", false, None, json!("2500"), json!(false)),
        row(5, "solarpark.de", "solarpark.de", "verified", true, Some(2_400.0), Value::Null, Value::Null),
        row(6, "sólar.com", "xn--slar-qqa.com", "verified", true, Some(950.0), Value::Null, json!(true)),
        row(7, "аррӏе.com", "xn--80ak6aa92e.com", "unverified", false, None, Value::Null, json!(false)),
    ]
}

/// Detected names: they point to the service without being in the account.
pub fn found() -> Vec<Value> {
    vec![
        row(21, "nordsee-ferien.de", "nordsee-ferien.de", "detected", false, None, Value::Null, Value::Null),
        row(22, "windrad.org", "windrad.org", "detected", false, None, Value::Null, Value::Null),
    ]
}

/// Names taken out of the account.
pub fn removed() -> Vec<Value> {
    vec![row(31, "oldname.net", "oldname.net", "removed", false, None, Value::Null, Value::Null)]
}

/// Page of an answer with these rows, out of `total`.
pub fn page(rows: &[Value], total: u64) -> String {
    json!({
        "domains": rows,
        "pagination": { "current_page": 1, "last_page": total.div_ceil(200).max(1), "per_page": 200,
            "shown": rows.len(), "total": total }
    })
    .to_string()
}

/// Request for the first page of a tab.
pub fn first_page(tab: Tab) -> List {
    List { filter: DomainFilter { state: tab, ..DomainFilter::default() }, page: Page::new(1, 200) }
}

/// Answers a tab's first page.
pub fn fill(story: &mut Story, tab: Tab, rows: &[Value]) {
    fill_of(story, tab, rows, rows.len() as u64);
}

/// As [`fill`], with `total` domains at the service.
pub fn fill_of(story: &mut Story, tab: Tab, rows: &[Value], total: u64) {
    story.answer(&first_page(tab), &page(rows, total));
}

/// Answers every tab with its rows, and prices in dollars.
pub fn all(story: &mut Story) {
    rows(story);
    in_dollars(story);
}

/// Answers every tab with its rows.
pub fn rows(story: &mut Story) {
    let all = mine();
    let of = |state: &str| all.iter().filter(|row| row["state"] == state).cloned().collect::<Vec<_>>();
    fill(story, Tab::MyDomains, &all);
    fill(story, Tab::Verified, &of("verified"));
    fill(story, Tab::Unverified, &of("unverified"));
    fill(story, Tab::Detected, &found());
    fill(story, Tab::Removed, &removed());
}

/// Answers the profile with the currency of prices, and that no verified domain has its own: their BIN prices are all
/// they have set.
pub fn in_dollars(story: &mut Story) {
    account_in_dollars(story);
    if !story.store.own_settings().is_whole() {
        let rows = mine();
        let priced = rows.iter().filter(|row| row["state"] == "verified" && !row["bin_price"].is_null());
        let own: Vec<(&str, Value)> = priced
            .map(|row| (row["punycode"].as_str().unwrap_or_default(), json!({ "bin_price": row["bin_price"] })))
            .collect();
        settings::own(story, &own);
    }
}

/// Answers the profile with the currency of prices; own currencies of domains are not read.
pub fn account_in_dollars(story: &mut Story) {
    no_currency_set(story);
    story
        .answer(&profile::Get {}, r#"{"profile":{"default_currency":"USD"},"parking_email":null,"payment_emails":{}}"#);
}

/// Answers that the account has set no currency of its own, unless its settings were answered before.
pub fn no_currency_set(story: &mut Story) {
    if story.store.query(&Settings {}).value.is_none() {
        story.answer(&Settings {}, r#"{"settings":{}}"#);
    }
}

/// Answers the read of one domain.
pub fn one(story: &mut Story, row: &Value) {
    let name = name(row["punycode"].as_str().expect("a row has a name"));
    story.answer(&Get { name }, &json!({ "domain": row }).to_string());
}

/// A domain name.
pub fn name(punycode: &str) -> DomainName {
    DomainName::from_service(punycode)
}

/// Names a tab shows, in the order of names.
pub fn names(story: &Story, tab: DomainTab) -> Vec<String> {
    let listing = parkade::api::domains::Listing::All;
    let view = DomainView::new(tab, listing, &Filter::default(), DomainSort::default(), story.now);
    let index = story.store.domains();
    index.view(&view).iter().filter_map(|key| Some(index.row(*key)?.punycode().to_owned())).collect()
}

/// Writes asked for since the last look: act, names and tab of each.
pub fn writes(story: &mut Story) -> Vec<(String, Vec<String>, DomainTab)> {
    let write = |effect| match effect {
        Effect::Write(Intent::Domains(ActOnDomains { act, names, tab })) => {
            Some((format!("{act:?}"), names.iter().map(|name| name.punycode().to_owned()).collect(), tab))
        }
        _ => None,
    };
    story.sent().into_iter().filter_map(write).collect()
}

/// Lets a request fail with an error key of the service.
pub fn refuse<R: Request>(story: &mut Story, request: &R, status: u16, code: &str) {
    let body = json!({ "errors": [{ "code": code, "message": "No." }] }).to_string();
    let kind = if status == 404 { FailureKind::NotFound } else { FailureKind::Refused };
    let failure = Failure {
        kind,
        status: Some(status),
        errors: parkade::api::errors::parse(body.as_bytes()),
        retry_after: None,
        detail: String::new(),
    };
    story.fail(request, failure);
}
