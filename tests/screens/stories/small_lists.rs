//! Requests of Home at first: small lists, so that it is complete long before the account is read.

use std::collections::BTreeSet;

use parkade::api::inquiries::List;
use parkade::api::{Request, insights};
use parkade::base::DomainName;
use parkade::store::index::walk::Ask;
use parkade::store::lists::jobs::{exports_page, imports_page};
use parkade::store::{WalkList, home};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::stories::visits::{visited, with};
use crate::support::inbox::{page, rows};
use crate::support::{findings, jobs, portfolio, settings};

const HOUR: i64 = 3_600;

/// Confirmed inquiries, the newest first, one every `minutes` minutes; numbers from 1,000 down.
fn confirmed(many: i64, minutes: i64) -> Vec<Value> {
    let row = &rows()[0];
    let at = |n: i64| json!(NOW.0 - n * minutes * 60);
    let one = |n: i64| {
        with(row, &[("inquiry_id", json!(1_000 - n)), ("inquire_date", at(n)), ("email_confirmed_date", at(n))])
    };
    (0..many).map(one).collect()
}

/// Answers a list once it is asked for; notes the requests until then.
fn answer<R: Request>(story: &mut Story, asked: &mut BTreeSet<String>, request: &R, body: &str) {
    asked.extend(story.wanted());
    assert!(asked.contains(&request.call().key()), "{} is not asked for: {asked:#?}", request.call().key());
    story.answer(request, body);
}

/// Page by its number, of an answer with `per_page` rows a page.
fn numbered(rows: &[Value], (number, per_page): (u32, u64), total: u64) -> String {
    let mut body: Value = serde_json::from_str(&page(rows, total)).expect("a page");
    let place = json!({ "current_page": number, "last_page": total.div_ceil(per_page), "per_page": per_page });
    body["pagination"].as_object_mut().expect("an object").extend(place.as_object().cloned().unwrap_or_default());
    body.to_string()
}

/// Answers the pages of confirmed inquiries as they are asked for.
fn pages(story: &mut Story, asked: &mut BTreeSet<String>, all: &[Value], total: u64) {
    for (number, rows) in (1..).zip(all.chunks(200)) {
        answer(story, asked, &home::confirmed(number), &numbered(rows, (number, 200), total));
    }
}

/// Answers everything Home is made of except the pages of confirmed inquiries, which came every `minutes` minutes.
fn small(story: &mut Story, asked: &mut BTreeSet<String>, minutes: i64) {
    answer(story, asked, &home::newest(), &page(&confirmed(50, minutes), 100_000));
    let list = |key: &str, rows: &[Value]| jobs::page(key, rows, 1, 50, rows.len() as u64).to_string();
    answer(story, asked, &imports_page(1), &list("imports", &jobs::imports()));
    answer(story, asked, &exports_page(1), &list("exports", &jobs::exports()));
    portfolio::all(story);
    settings::history_with(story, &settings::versions());
    asked.extend(story.wanted());
}

#[test]
fn the_page_is_final_after_at_most_twelve_calls_however_large_the_account() {
    let (mut story, mut asked) = (visited(22), BTreeSet::new());
    small(&mut story, &mut asked, 30);
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
    small(&mut story, &mut asked, 30);
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
    assert!(frame.contains("1  earlier inquiry now confirmed"), "{frame}");
}

/// A page of the walk over all inquiries.
fn walked(story: &mut Story, number: u32, rows: &[Value], total: u64) {
    let (ask, began) = story.store.walk_ask().expect("the walk asks");
    assert_eq!(ask, Ask::Page(WalkList::All, number));
    let decoded = List::decode(numbered(rows, (number, 100), total).as_bytes()).expect("a page");
    story.store.walk_page((WalkList::All, number), &decoded, began, story.now);
    story.sync();
}

/// Inquiries since the last visit are read in pages after the newest 50; until then the page is not called final.
#[test]
fn the_page_is_final_once_the_walk_has_come_to_the_last_visit() {
    let (mut story, mut asked) = (visited(22), BTreeSet::new());
    let all = confirmed(300, 5);
    story.store.sync_inquiries(NOW);
    small(&mut story, &mut asked, 5);
    pages(&mut story, &mut asked, &all, 300);
    let mut read = Vec::new();
    story.sync();
    for (number, rows) in (1..).zip(all.chunks(100)) {
        let frame = story.snap();
        read.push((frame.contains("read just now"), frame.contains("≥ ")));
        walked(&mut story, number, rows, 100_000);
    }
    // 300 inquiries, one every 5 minutes, cover 25 hours.
    let frame = story.snap();
    assert!(frame.contains("read just now"), "{frame}");
    assert_eq!(read, [(false, true), (false, true), (false, true)]);
}

/// Days are shown for at most five names, which takes five calls an hour, after all readings the page waits for.
#[test]
fn the_days_of_the_names_visited_most_are_read_once_the_page_is_final() {
    let (mut story, mut asked) = (visited(22), BTreeSet::new());
    findings::visits(&mut story, &[("greenhaus.com", 40), ("bergluft.at", 12)]);
    small(&mut story, &mut asked, 30);
    let name = |name: &str| DomainName::parse(name).expect("a name");
    let report = |of: &str| insights::Domain { name: name(of), days: Some(30), verified: Some(true) }.call().key();
    let reports = [report("greenhaus.com"), report("bergluft.at")];
    assert!(reports.iter().all(|key| !story.wanted().contains(key)), "{:#?}", story.wanted());
    pages(&mut story, &mut asked, &confirmed(800, 30), 100_000);
    assert!(reports.iter().all(|key| story.wanted().contains(key)), "{:#?}", story.wanted());
}
