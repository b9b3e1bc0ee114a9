//! Rows in which a member has any type or any odd text. An odd row affects no other, from the network or from the
//! cache, and a cache that made a start fail is not used a second time.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::*;
use crate::api::decode::Reply;
use crate::base::clean_line;
use crate::store::disk::{Disk, DiskEvent, FirstReads, Places, Tell, first_page};

/// Values of every type for a member; `"-"` means that the row lacks the member.
pub(in crate::store) fn shapes() -> Vec<Value> {
    let texts = [
        "-",
        "",
        " ",
        "\u{202e}moc.live\u{202c}",
        "\u{1f}a\u{1f}\u{1f}",
        "\u{1b}]0;x\u{7}\0\n\t\u{9b}31m",
        "xn--",
        "xn--\u{fc}",
        "xn--a\u{301}.xn--999999999",
        "\u{301}\u{200d}\u{feff}",
        "İSTANBUL.Ⓒⓞⓜ",
        "9e999",
    ];
    let long = ["x".repeat(100_000), "ẞ\u{202e}".repeat(12_000), "a.".repeat(40_000)];
    let odd = [json!(null), json!([]), json!({}), json!([{"a": [1, null]}]), json!(true), json!(-1), json!(0)];
    let numbers = [json!(i64::MAX), json!(i64::MIN), json!(u64::MAX), json!(1e300), json!(-0.5)];
    texts.iter().map(|text| json!(text)).chain(long.iter().map(|text| json!(text))).chain(odd).chain(numbers).collect()
}

/// Rows for each pair of a member and a shape, and some with several odd members; `row` makes the plain row.
pub(in crate::store) fn hostile_rows(fields: &[&str], row: impl Fn(usize) -> Value) -> Vec<Value> {
    let (shapes, mut rows) = (shapes(), Vec::new());
    let mut dice = fastrand::Rng::with_seed(17);
    let mut add = |members: &[(&str, &Value)]| {
        let mut row = row(rows.len());
        for (name, value) in members {
            row[*name] = (*value).clone();
        }
        row.as_object_mut().expect("an object").retain(|_, value| *value != "-");
        rows.push(row);
    };
    for field in fields {
        for shape in &shapes {
            add(&[(*field, shape)]);
        }
    }
    for _ in 0..200 {
        let members: Vec<(&str, &Value)> =
            (0..4).map(|_| (fields[dice.usize(..fields.len())], &shapes[dice.usize(..shapes.len())])).collect();
        add(&members);
    }
    rows
}

/// Store started on these files with all rows of the disk taken in, and the sentences that the disk sent.
pub(in crate::store) fn start(places: &Places) -> (Store, Vec<String>) {
    let (sender, events) = std::sync::mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let tell: Tell = Arc::new(move |event| {
        let _ = sender.lock().expect("the sender").send(event);
    });
    let disk = Disk::open(places, Timestamp(1_773_300_000), &tell);
    disk.flush();
    let mut store = Store::new("test");
    store.attach(disk);
    let mut said = Vec::new();
    for event in events.try_iter() {
        if let DiskEvent::CacheOff(why) = &event {
            said.push(why.clone());
        }
        store.from_disk(event, Timestamp(500));
    }
    said.append(&mut store.session_mut().notices);
    (store, said)
}

/// Texts of everything that screens read from the rows.
fn looked_at(store: &Store) -> Vec<String> {
    let now = Timestamp(2_000);
    for line in ["x", "is:unread", "domain:xn--", "offer:>100", "age:<3d", "-a"] {
        let _ = filter::parse(line).map(|filter| {
            store.inquiries().view(&ViewSpec::new(Tab::All, &filter, Sort::default(), now));
        });
    }
    let all = store.inquiries().view(&spec(Tab::All, ""));
    let rows = all.iter().map(|id| {
        let row = store.inquiries().row(*id).expect("a row");
        let texts = [row.domain(), row.buyer(), row.email(), row.company(), row.phone(), row.message_start()];
        let more = [row.punycode(), row.reference(), row.intent(), row.risk(), row.delivery(), row.offer_text()];
        for text in texts.iter().chain(&more) {
            assert_eq!(clean_line(text), *text, "safe for the screen");
        }
        let (name, offer) = (row.domain_name(), row.offer());
        let age = row.date().map(|date| date.age(now, crate::base::Zone::Utc).text);
        format!("{id} {texts:?} {more:?} {name:?} {} {offer:?} {age:?} {:?}", name.both(), row.confirmed_at())
    });
    rows.collect()
}

/// Proves R-37.
#[test]
fn an_inquiry_with_odd_texts_affects_no_other_and_comes_back_from_the_cache_as_it_was() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let plain = |n: usize| serde_json::from_str(&json(n as i64 + 1, 1_000 + n as i64, [false; 4], "")).expect("JSON");
    let rows = hostile_rows(Inquiry::FIELDS, plain);
    let body = json!({"inquiries": rows, "pagination": {"total": "\u{202e}"}}).to_string();
    let page = Paged::<Inquiry>::decode(body.as_bytes()).expect("a page");
    // A shape in the number's place makes some rows the same inquiry.
    assert!(
        page.rows.len() + page.odd.len() == rows.len() && page.odd.len() < shapes().len() + 40,
        "{}",
        page.odd.len()
    );
    let (mut first, said) = start(&places);
    let absorbed = first.index.inquiries.absorb(&page.rows, 0);
    first.keep(&absorbed, Timestamp(9));
    let shown = looked_at(&first);
    assert!(shown.len() + shapes().len() + 60 > rows.len(), "{} of {}", shown.len(), rows.len());
    drop(first);
    let (again, more) = start(&places);
    assert_eq!((said, more), (Vec::new(), Vec::new()));
    assert_eq!(looked_at(&again), shown);
    assert!(
        first_page(&FirstReads::of(&places), &spec(Tab::Active, ""), 200).is_some_and(|page| page.rows.len() == 200)
    );
}

#[test]
fn a_cache_row_that_cannot_be_a_row_affects_no_other_row() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let (mut store, _) = start(&places);
    let absorbed = store.index.inquiries.absorb(&rows(1..=9), 0);
    store.keep(&absorbed, Timestamp(9));
    drop(store);
    let db = Connection::open(places.cache_db()).expect("opened");
    for (id, change) in [
        (2, "packed = x''"),
        (3, "packed = 'a text'"),
        (4, "bits = -1"),
        (5, "date = 'noon'"),
        (6, "packed = zeroblob(4000)"),
        (7, "date = -9223372036854775807 - 1"),
    ] {
        db.execute_batch(&format!("UPDATE inquiry SET {change} WHERE id = {id}")).expect("changed");
    }
    db.execute_batch("INSERT INTO meta (key, value) VALUES ('walk', '{\"next\":0}'), ('domain_walk', '[]')")
        .expect("put");
    drop(db);
    let (store, said) = start(&places);
    assert_eq!(said, [""; 0]);
    let ids: Vec<i64> = store.inquiries().view(&spec(Tab::All, "")).iter().map(|id| id.get()).collect();
    assert_eq!(ids, [9, 8, 1, 7]);
    looked_at(&store);
}

/// After a start that failed, the next one sets the old cache aside and reports it once.
#[test]
fn a_start_that_failed_is_not_tried_on_the_same_cache_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let (mut store, _) = start(&places);
    let absorbed = store.index.inquiries.absorb(&rows(1..=9), 0);
    store.keep(&absorbed, Timestamp(9));
    drop(store);
    places.suspect_cache();
    assert!(first_page(&FirstReads::of(&places), &spec(Tab::Active, ""), 5).is_none());
    let (store, said) = start(&places);
    assert_eq!(store.inquiries().len(), 0);
    assert!(said.len() == 1 && said[0].contains("cache.2026-03-12.damaged.db"), "{said:?}");
    drop(store);
    assert_eq!(start(&places).1, [""; 0]);
}
