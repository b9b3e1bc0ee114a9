//! Texts of domains on the disk: those a row tells are made again, the others are kept.

use std::sync::mpsc::channel;

use rusqlite::Connection;

use super::disk::{listed, open};
use super::*;
use crate::base::DomainName;
use crate::store::Store;
use crate::store::disk::Places;

/// Texts of a domain that a service may send, of which the first three are made again from the row.
const TEXTS: [&str; 6] = [
    r#"{"domain_id":7,"name":"Zwölf.de","punycode":"xn--zwlf-6qa.de","state":"verified","is_approved":true,"is_verified":true,"is_portfolio_host":false,"added_date":1614802069,"verified_since":null,"last_verified":1795281551,"next_check":1795371551,"lander_url":"https://xn--zwlf-6qa.de/","for_sale":true,"bin_price":24750.0,"target_price":null,"accept_offers":true}"#,
    r#"{"domain_id":8,"name":"a.com","punycode":"a.com","state":"inactive","lander_url":"https:\/\/a.com\/","for_sale":false,"bin_price":900,"target_price":12.5,"accept_offers":50}"#,
    r#"{"name":"b.com","punycode":"b.com","lander_url":null}"#,
    r#"{"name":"c.com","punycode":"c.com","for_sale":true,"bin_price":1e3}"#,
    r#"{"punycode":"d.com","name":"d.com"}"#,
    r#"{"name":"e.com","punycode":"e.com","lander_url":"https://lander.example/e"}"#,
];

/// Whole texts of all domains on the disk, by name, and how many of them the disk keeps as texts.
fn texts(store: &Store, places: &Places) -> (Vec<String>, i64) {
    let disk = store.disk().expect("a disk");
    disk.flush();
    let keys = ["xn--zwlf-6qa.de", "a.com", "b.com", "c.com", "d.com", "e.com"];
    let keys = keys.into_iter().filter_map(|name| store.domains().find(name)).collect();
    let (sender, found) = channel();
    disk.full_domains(keys, Box::new(move |rows| sender.send(rows).expect("heard")));
    let rows: Vec<Row<Domain>> = found.recv().expect("answered");
    let mut texts: Vec<String> = rows.iter().map(|row| row.raw.to_string()).collect();
    texts.sort();
    let db = Connection::open(places.cache_db()).expect("a cache");
    (texts, db.query_row("SELECT count(*) FROM domain_raw", [], |row| row.get(0)).expect("counted"))
}

#[test]
fn the_disk_keeps_only_the_texts_that_rows_do_not_tell() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = open(&places);
    let raw = |text: &str| Row::<Domain>::from_raw(text).expect("a domain");
    listed(&mut store, TEXTS.map(raw).into());
    let mut expected = TEXTS.map(str::to_owned);
    expected.sort();
    assert_eq!(texts(&store, &places), (expected.to_vec(), 3));
    // A price saved here changes the row; the text stays as the service sent it.
    store.domain_priced(&DomainName::from_service("xn--zwlf-6qa.de"), "bin_price", &json!(30_000));
    assert_eq!(texts(&store, &places), (expected.to_vec(), 4));
    // Once it is the usual one again, it is not kept twice.
    listed(&mut store, vec![raw(&TEXTS[0].replace("24750", "30000"))]);
    let (all, kept) = texts(&store, &places);
    assert_eq!((kept, all.iter().filter(|text| text.contains("\"bin_price\":30000.0")).count()), (3, 1));
}
