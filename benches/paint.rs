//! The list of domains with 100,000 names, a form, a review and a report: what a frame and a key press cost, painting
//! included.

use divan::Bencher;
use parkade::api::ads::Campaigns;
use parkade::api::domains::{DomainFilter, List};
use parkade::api::insights::Domains;
use parkade::api::settings::{Get, Schema};
use parkade::api::{Page, Request};
use parkade::base::DomainName;
use parkade::screens::ALL;
use parkade::store::writes::intent::{Edit, SettingEdit};
use parkade::store::writes::plan::Plan;
use parkade::store::{FieldName, Reply, Subject};
use parkade::ui::testing::Story;
use serde_json::{Value, json};
use std::sync::Arc;

/// Few where it is only seen whether all of this still runs (`cargo test`).
const ROWS: i64 = if cfg!(debug_assertions) { 2_000 } else { 100_000 };

fn main() {
    divan::main();
}

fn row(n: i64) -> Value {
    json!({ "domain_id": n, "name": format!("name-{n:06}.com"), "punycode": format!("name-{n:06}.com"),
        "state": if n % 9 == 0 { "unverified" } else { "verified" }, "is_approved": true, "is_verified": n % 9 != 0,
        "is_portfolio_host": false, "added_date": 1_600_000_000 + n, "verified_since": 1_610_000_000 + n,
        "last_verified": 1_773_000_000 + n, "next_check": 1_773_400_000 + n, "lander_url": "https://name.example/",
        "for_sale": n % 3 == 0, "bin_price": n % 5_000, "target_price": null, "accept_offers": true })
}

/// The screen with everything known, in a window of 160 by 48.
fn story() -> Story {
    let mut story = Story::new(ALL);
    story.size(160, 48);
    for page in 0..ROWS / 1_000 {
        let rows: Vec<Value> = (0..1_000).map(|n| row(page * 1_000 + n)).collect();
        let list = List { filter: DomainFilter::default(), page: Page::new(page as u32 + 1, 200) };
        let body = json!({ "domains": rows, "pagination": { "total": ROWS } }).to_string();
        let result = List::decode(body.as_bytes()).expect("a page");
        let call = list.call();
        let key = call.key();
        let generation = story.store.generation(&key) + 1;
        story.store.mark_loading(&key, generation);
        story.store.accept(Reply { key, generation, call, at: story.now, body: None, result: Ok(Arc::new(result)) });
    }
    story.open("domains", "");
    story
}

/// A frame without a change.
#[divan::bench]
fn frame(bencher: Bencher<'_, '_>) {
    let mut story = story();
    bencher.bench_local(|| story.draw());
}

/// `j` or, at the end of some rows, `k`, with the frame after it.
#[divan::bench]
fn down_and_frame(bencher: Bencher<'_, '_>) {
    let mut story = story();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        story.keys(if n / 40 % 2 == 0 { "j" } else { "k" });
    });
}

/// A letter of a filter that finds many, taken back, with both frames.
#[divan::bench]
fn letter_and_frame(bencher: Bencher<'_, '_>) {
    let mut story = story();
    story.keys("/").typed("name-0");
    bencher.bench_local(|| {
        story.typed("1").keys("backspace");
    });
}

/// `j` in a list of campaigns with the frame after it: it costs the same however many there are.
#[divan::bench(args = [10, 10_000])]
fn down_in_campaigns(bencher: Bencher<'_, '_>, count: usize) {
    let campaign = |n: usize| {
        json!({ "campaign_id": n, "campaign_tag": format!("c{n}"), "theme": "#0f766e", "is_active": true,
            "listing_count": n % 7, "created_date": 1_700_000_000 + n })
    };
    let campaigns: Vec<Value> = (1..=count).map(campaign).collect();
    let mut story = Story::new(ALL);
    story.size(160, 48).open("ads", "");
    story.answer(&Campaigns {}, &json!({ "campaigns": campaigns }).to_string());
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        story.keys(if n / 40 % 2 == 0 { "j" } else { "k" });
        story.draw()
    });
}

/// A setting as the schema and the account's answer tell it.
fn settings() -> (Value, Value) {
    let kinds = ["bool", "number", "string", "html", "list", "money"];
    let row = |n: usize| {
        json!({ "name": format!("setting_{n}"), "type": kinds[n % kinds.len()], "label": format!("Setting {n}"),
            "explain": "What it does, in a sentence.", "account_level": true, "domain_level": true,
            "permission_gated": false, "available": true, "allowed_values": null, "default": null, "category": "sale" })
    };
    let value = |n: usize| (format!("setting_{n}"), json!({ "value": null, "source": "default" }));
    let settings: serde_json::Map<String, Value> = (0..60).map(value).collect();
    (json!({ "schema": (0..60).map(row).collect::<Vec<_>>() }), json!({ "settings": settings }))
}

/// A form of 60 settings from its two answers to the frame.
#[divan::bench]
fn form_of_60_settings(bencher: Bencher<'_, '_>) {
    let (schema, values) = settings();
    let (schema, values) = (schema.to_string(), values.to_string());
    bencher
        .with_inputs(|| {
            let mut story = Story::new(ALL);
            story.size(160, 80).open("settings", "");
            story
        })
        .bench_local_values(|mut story| {
            story.answer(&Schema {}, &schema);
            story.answer(&Get {}, &values);
            story.draw()
        });
}

/// Prices of many domains under review.
fn review() -> Story {
    let mut story = Story::new(ALL);
    story.size(160, 48);
    let edit = |n: i64| SettingEdit {
        subject: Subject::domain(&DomainName::from_service(&format!("name-{n:06}.com"))),
        edit: Edit {
            field: FieldName::fixed("bin_price"),
            before: Some(parkade::store::Value::Whole(n)),
            after: parkade::store::Value::Whole(n + 1),
        },
    };
    let edits = (0..if cfg!(debug_assertions) { 50 } else { 5_000 }).map(edit).collect();
    story.store.stage(Plan { edits, ..Plan::default() });
    story.open("review", "each");
    story
}

/// `j` in a review of 5,000 changes, with the frame after it.
#[divan::bench]
fn down_in_a_review(bencher: Bencher<'_, '_>) {
    let mut story = review();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        story.keys(if n / 40 % 2 == 0 { "j" } else { "k" });
        story.draw()
    });
}

/// An Insights report of the largest documented shape from its answer to the frame.
#[divan::bench]
fn report_of_the_largest_shape(bencher: Bencher<'_, '_>) {
    let rows =
        |n: i64| json!({ "label": format!("name-{n:04}.com"), "hits": 1_000 - n, "share": 3.5, "unknown": false });
    let rows: Vec<Value> = (0..25).map(rows).collect();
    let sections: serde_json::Map<String, Value> = (0..24).map(|n| (format!("report_{n}"), json!(rows))).collect();
    let slots: Vec<Value> = (0..90).map(|n| json!({ "ts": 1_780_000_000 + n * 86_400, "hits": n * 7 % 91 })).collect();
    let report = json!({ "days": 90, "only_verified": true, "visitors": 4_000, "trends": {}, "unverified": 9,
        "engagement": { "continue": 1, "form_start": 2, "contact": 3 }, "countries": 31,
        "chart": { "slots": slots, "peak": 90 }, "funnel": null, "sections": sections, "ever_used": true });
    let report = report.to_string();
    bencher
        .with_inputs(|| {
            let mut story = Story::new(ALL);
            story.size(160, 48).open("insights", "");
            story
        })
        .bench_local_values(|mut story| {
            story.answer(&Domains { days: Some(30), verified: Some(true) }, &report);
            story.draw()
        });
}
