//! What Home reads first: small lists, so that it is complete long before the account is read.

use std::collections::BTreeSet;

use parkade::api::Request;
use parkade::store::home;
use parkade::store::jobs::{exports_page, imports_page};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::stories::visits::{visited, with};
use crate::support::inbox::{page, rows};
use crate::support::{jobs, portfolio, settings};

const HOUR: i64 = 3_600;

/// So many confirmed inquiries, the newest first, one every so many minutes; numbers from 1,000 down.
fn confirmed(many: i64, minutes: i64) -> Vec<Value> {
    let row = &rows()[0];
    let at = |n: i64| json!(NOW.0 - n * minutes * 60);
    let one = |n: i64| {
        with(row, &[("inquiry_id", json!(1_000 - n)), ("inquire_date", at(n)), ("email_confirmed_date", at(n))])
    };
    (0..many).map(one).collect()
}

/// Answers a list once it is asked for; what was asked for until then is noted.
fn answer<R: Request>(story: &mut Story, asked: &mut BTreeSet<String>, request: &R, body: &str) {
    asked.extend(story.wanted());
    assert!(asked.contains(&request.call().key()), "{} is not asked for: {asked:#?}", request.call().key());
    story.answer(request, body);
}

/// Answers the pages of confirmed inquiries as they are asked for.
fn pages(story: &mut Story, asked: &mut BTreeSet<String>, all: &[Value], total: u64) {
    for (number, rows) in (1..).zip(all.chunks(200)) {
        let body = page(rows, total).replace("\"current_page\":1", &format!("\"current_page\":{number}"));
        answer(story, asked, &home::confirmed(number), &body);
    }
}

/// Answers everything the page stands on but for the pages of confirmed inquiries.
fn small(story: &mut Story, asked: &mut BTreeSet<String>) {
    answer(story, asked, &home::newest(), &page(&confirmed(50, 30), 100_000));
    let list = |key: &str, rows: &[Value]| jobs::page(key, rows, 1, 50, rows.len() as u64).to_string();
    answer(story, asked, &imports_page(1), &list("imports", &jobs::imports()));
    answer(story, asked, &exports_page(1), &list("exports", &jobs::exports()));
    portfolio::all(story);
    settings::history(story);
    asked.extend(story.wanted());
}

#[test]
fn the_page_is_final_after_at_most_twelve_calls_however_large_the_account() {
    let (mut story, mut asked) = (visited(22), BTreeSet::new());
    small(&mut story, &mut asked);
    assert!(!story.snap().contains("read just now"), "{}", story.snap());
    pages(&mut story, &mut asked, &confirmed(800, 30), 100_000);
    assert!(story.snap().contains("read just now"), "{}", story.snap());
    asked.extend(story.wanted());
    // Everything else that is asked for has no answer yet.
    asked.retain(|key| story.store.has(key));
    assert!((8..=12).contains(&asked.len()), "{} calls: {asked:#?}", asked.len());
}

#[test]
fn a_confirmation_is_found_behind_three_hundred_newer_inquiries() {
    let (mut story, mut asked) = (visited(22), BTreeSet::new());
    small(&mut story, &mut asked);
    let mut all = confirmed(300, 5);
    let late = [
        ("inquiry_id", json!(7)),
        ("domain", json!("patience.com")),
        ("inquire_date", json!(NOW.0 - 30 * HOUR)),
        ("email_confirmed_date", json!(NOW.0 - HOUR)),
    ];
    all.push(with(&rows()[0], &late));
    pages(&mut story, &mut asked, &all, 301);
    let frame = story.snap();
    assert!(frame.contains("1  earlier inquiry confirmed since"), "{frame}");
}
