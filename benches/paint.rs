//! The list of domains with 100,000 names: what a frame and a key press cost, painting included.

use divan::Bencher;
use parkade::api::domains::{DomainFilter, List};
use parkade::api::{Page, Request};
use parkade::screens::ALL;
use parkade::store::Reply;
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
