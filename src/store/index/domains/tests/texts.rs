//! JSON texts of domains on the disk: a form that comes twice is kept once for all its rows.

use std::sync::mpsc::channel;

use rusqlite::Connection;

use super::disk::{listed, open};
use super::*;
use crate::base::DomainName;
use crate::store::Store;
use crate::store::disk::Places;

/// Texts of a domain that a service may send, each in another form.
const TEXTS: [&str; 6] = [
    r#"{"domain_id":7,"name":"Zwölf.de","punycode":"xn--zwlf-6qa.de","state":"verified","is_approved":true,"is_verified":true,"is_portfolio_host":false,"added_date":1614802069,"verified_since":null,"last_verified":1795281551,"next_check":1795371551,"lander_url":"https://xn--zwlf-6qa.de/","for_sale":true,"bin_price":24750.0,"target_price":null,"accept_offers":true}"#,
    r#"{"domain_id":8,"name":"a.com","punycode":"a.com","state":"inactive","lander_url":"https:\/\/a.com\/","for_sale":false,"bin_price":900,"target_price":12.5,"accept_offers":50}"#,
    r#"{"name":"b.com","punycode":"b.com","lander_url":null}"#,
    r#"{"name":"c.com","punycode":"c.com","for_sale":true,"bin_price":1e3}"#,
    r#"{"punycode":"d.com","name":"d.com"}"#,
    r#"{"name":"e.com","punycode":"e.com","lander_url":"https://lander.example/e"}"#,
];

/// JSON texts of all domains on the disk, sorted by name, and the number of those that the disk keeps as texts.
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
fn the_text_of_a_domain_comes_back_as_it_was_sent() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = open(&places);
    let raw = |text: &str| Row::<Domain>::from_raw(text).expect("a domain");
    listed(&mut store, TEXTS.map(raw).into());
    let mut expected = TEXTS.map(str::to_owned);
    expected.sort();
    assert_eq!(texts(&store, &places), (expected.to_vec(), 6));
    // A price saved by the user changes the row; the text stays as the service sent it.
    store.domain_priced(&DomainName::from_service("xn--zwlf-6qa.de"), "bin_price", &json!(30_000));
    assert_eq!(texts(&store, &places), (expected.to_vec(), 6));
    // The text of the second row with this form is not kept.
    listed(&mut store, vec![raw(&TEXTS[0].replace("24750", "30000"))]);
    let (all, kept) = texts(&store, &places);
    assert_eq!((kept, all.iter().filter(|text| text.contains("\"bin_price\":30000.0")).count()), (5, 1));
    drop(store);
    assert_eq!(texts(&open(&places), &places), (all, 5), "in the next run");
}

/// JSON text of a domain as one service writes it; `n` makes its values.
fn spelled(n: u32, colon: &str, comma: &str, slash: &str, more: &str) -> String {
    let name = format!("zwölf{n}.de");
    let shown = if slash == "/" { name.clone() } else { name.replace('ö', "\\u00f6") };
    let punycode = DomainName::from_service(&name).punycode().to_owned();
    let price = if n.is_multiple_of(3) { "null".to_owned() } else { format!("{}.0", 100 + n * 7) };
    let price = if slash == "/" { price } else { price.replace(".0", "") };
    let members = [
        ("domain_id", format!("{}", 30_000 + n)),
        ("state", "\"verified\"".to_owned()),
        ("name", format!("\"{shown}\"")),
        ("punycode", format!("\"{punycode}\"")),
        ("is_approved", "true".to_owned()),
        ("is_verified", "true".to_owned()),
        ("is_portfolio_host", "false".to_owned()),
        ("added_date", format!("{}", 1_614_802_069 + n * 977)),
        ("verified_since", format!("{}", 1_714_925_196 + n)),
        ("last_verified", format!("{}", 1_795_281_551 + n)),
        ("next_check", format!("{}", 1_795_371_551 + n)),
        ("registrar", "\"none\"".to_owned()),
        ("lander_url", format!("\"https:{slash}{slash}{punycode}{slash}\"")),
        ("for_sale", "true".to_owned()),
        ("bin_price", price),
        ("target_price", "null".to_owned()),
        ("accept_offers", "true".to_owned()),
    ];
    let members = members.map(|(name, value)| format!("\"{name}\"{colon}{value}"));
    format!("{{{more}{}{more}}}", members.join(comma))
}

#[test]
fn a_row_takes_few_bytes_on_the_disk_however_the_service_spells_its_text() {
    let services = [(":", ",", "/", ""), (": ", ", ", "/", ""), (" : ", ",\n    ", "\\/", "\n    ")];
    for (colon, comma, slash, more) in services {
        let dir = tempfile::tempdir().expect("a folder");
        let places = Places::in_dir(dir.path(), "a");
        let mut store = open(&places);
        let sent: Vec<String> = (0..1_000).map(|n| spelled(n, colon, comma, slash, more)).collect();
        listed(&mut store, sent.iter().map(|text| Row::<Domain>::from_raw(text).expect("a domain")).collect());
        let disk = store.disk().expect("a disk");
        let (sender, found) = channel();
        let keys = sent.iter().map(|text| Row::<Domain>::from_raw(text).expect("a domain"));
        let keys = keys.filter_map(|row| store.domains().find(row.value.punycode.punycode())).collect();
        disk.full_domains(keys, Box::new(move |rows| sender.send(rows).expect("heard")));
        let rows: Vec<Row<Domain>> = found.recv().expect("answered");
        assert!(rows.iter().map(|row| &*row.raw).eq(sent.iter().map(String::as_str)), "{colon:?}");
        let db = Connection::open(places.cache_db()).expect("a cache");
        let figure = |sql: &str| db.query_row::<i64, _, _>(sql, [], |row| row.get(0)).expect("counted");
        assert!(figure("SELECT count(*) FROM domain_raw") <= 4, "{colon:?}");
        assert!(figure("SELECT count(*) FROM domain_form") <= 2, "{colon:?}");
        // About half of these bytes are punycode and display name; here every name is international and so has both.
        let bytes = figure("SELECT sum(length(packed)) FROM domain");
        assert!(bytes <= 64 * 1_000, "{bytes} bytes for 1,000 rows");
    }
}

#[test]
fn a_cache_from_before_forms_opens_and_its_domains_are_read_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    drop(open(&places));
    Connection::open(places.cache_db())
        .expect("opened")
        .execute_batch(
            "DROP TABLE domain_form; INSERT INTO domain_raw VALUES (1, '{}');
             INSERT INTO domain VALUES (1, '0000.me', 216110661, x'019C560000000000');
             CREATE INDEX domain_by_name ON domain (name, bits);
             INSERT INTO meta VALUES ('domain_walk', '{}'); PRAGMA user_version = 5",
        )
        .expect("as before");
    let store = open(&places);
    assert!(store.domains().is_empty());
    store.disk().expect("a disk").flush();
    let db = Connection::open(places.cache_db()).expect("opened");
    let left = "SELECT (SELECT count(*) FROM domain) + (SELECT count(*) FROM domain_raw) \
                + (SELECT count(*) FROM meta WHERE key = 'domain_walk')";
    assert_eq!(db.query_row::<i64, _, _>(left, [], |row| row.get(0)), Ok(0));
}
