//! Domains with hostile texts, numbers and members of any kind.

use rusqlite::Connection;

use super::*;
use crate::api::Paged;
use crate::api::decode::Reply;
use crate::base::clean_line;
use crate::store::Store;
use crate::store::disk::{FirstReads, OpeningList, Places, first_domains};
use crate::store::index::domains::rows::Names;
use crate::store::tests::hostile::{hostile_rows, start};

/// Results of all that a list and its commands read of a row.
fn looked_at(index: &DomainIndex) -> Vec<String> {
    for line in ["x", "xn--", "a", "state:verified", "bin:>10", "added:<3d", "-x", "tld:com"] {
        let _ = parse_domains(line).map(|filter| {
            for by in [DomainColumn::Domain, DomainColumn::State, DomainColumn::Bin, DomainColumn::NextCheck] {
                let sort = DomainSort { by, reversed: false };
                index.view(&DomainView::new(DomainTab::MyDomains, Listing::All, &filter, sort, NOW));
            }
        });
    }
    let keys = index.view(&view(DomainTab::MyDomains, ""));
    let rows = keys.iter().map(|key| {
        let row = index.row(*key).expect("a row");
        assert!(!row.punycode().is_empty() && index.find(row.punycode()).is_some());
        for text in [row.name(), row.punycode(), row.state_word()] {
            assert_eq!(clean_line(text), text, "safe for the screen");
        }
        let (name, times) = (row.domain_name(), [row.added(), row.next_check()]);
        let ages: Vec<String> =
            times.into_iter().flatten().map(|at| at.age(NOW, crate::base::Zone::Utc).text).collect();
        format!(
            "{} {} {:?} {} {name:?} {} {:?} {:?} {:?} {ages:?}",
            row.name(),
            row.punycode(),
            row.state(),
            row.is_international(),
            name.both(),
            row.bin(),
            row.target(),
            row.offers()
        )
    });
    rows.collect()
}

fn page_of(rows: &[Value]) -> Paged<Domain> {
    let body = json!({"domains": rows, "pagination": null}).to_string();
    Paged::decode(body.as_bytes()).expect("a page")
}

fn put(store: &mut Store, rows: &[Value]) -> Paged<Domain> {
    let page = page_of(rows);
    store.take_domains(Fresh::page(&page.rows), from(Some(DomainTab::MyDomains), 0), NOW);
    page
}

#[test]
fn a_domain_with_odd_texts_affects_no_other_and_comes_back_from_the_cache_as_it_was() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let rows = hostile_rows(Domain::FIELDS, |n| json(&format!("n{n}.com"), "verified", json!({})));
    let (mut first, _) = start(&places);
    let page = put(&mut first, &rows);
    assert_eq!(page.rows.len() + page.odd.len(), rows.len());
    let plain = page.rows.iter().filter(|row| row.value.punycode.punycode().starts_with('n')).count();
    let shown = looked_at(first.domains());
    let own = shown.iter().filter(|row| row.contains(" n")).count();
    assert!(plain > rows.len() - 120 && own >= plain, "{plain} and {own} of {}", rows.len());
    drop(first);
    let (again, said) = start(&places);
    assert_eq!(said, [""; 0]);
    assert_eq!(looked_at(again.domains()), shown);
    let list = OpeningList { line: String::new(), view: view(DomainTab::MyDomains, "") };
    assert!(first_domains(&FirstReads::of(&places), &list, 50).is_some_and(|first| first.rows.len() == 50));
}

#[test]
fn a_domain_without_a_name_affects_no_other() {
    let unnamed = [json!(""), json!(" "), json!(null), json!("-"), json!([])]
        .map(|punycode| json("x", "verified", json!({"name": "-", "punycode": punycode})));
    let mut rows =
        vec![json("a.com", "verified", json!({})), json("x", "verified", json!({"punycode": "", "name": "B.com"}))];
    rows.extend(unnamed);
    rows.push(json("c.com", "verified", json!({})));
    let page = page_of(&rows);
    assert_eq!(page.odd.len(), 5, "{:?}", page.odd);
    let index = index_of(&page.rows, DomainTab::MyDomains);
    assert_eq!(
        shows(&index, ""),
        ["a.com", "B.com", "c.com"],
        "a row is addressed by its display name where that is all"
    );
}

/// An index kept by an earlier version, or on a damaged disk, may have rows that no answer would bring in.
#[test]
fn rows_without_a_spelling_can_be_listed_searched_and_sorted() {
    let mut rows = DomainRows::default();
    let bits = bits::THERE | tab::bit(DomainTab::MyDomains);
    for (n, (punycode, lower, shown)) in
        [("", "", ""), ("a.com", "", ""), ("", "b", "B"), ("\u{1f}", "\u{1f}", ""), ("é", "", "")]
            .into_iter()
            .enumerate()
    {
        let cells = Cells { bits, ..Cells::default() };
        let parts = Parts { punycode, lower, shown, cells, aside: &[], mark: 0, read: 0, pass: 0 };
        rows.push(DomainKey(n as u32 + 1), &parts);
    }
    let index = DomainIndex { names: Names::of(&rows), rows, ..DomainIndex::default() };
    assert_eq!(shows(&index, "").len(), 5);
    assert_eq!(shows(&index, "a"), ["a.com"]);
    for key in index.view(&view(DomainTab::MyDomains, "")).iter() {
        let row = index.row(*key).expect("a row");
        let _ = (row.name(), row.domain_name(), row.is_international());
    }
    assert_eq!(index.snapshot().without_empty().len(), 5);
}

#[test]
fn a_stored_row_that_is_no_domain_affects_no_other() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let (mut store, _) = start(&places);
    let names: Vec<String> = (1..=9).map(|n| format!("n{n}.com")).collect();
    put(&mut store, &names.iter().map(|name| json(name, "verified", json!({}))).collect::<Vec<_>>());
    drop(store);
    let db = Connection::open(places.cache_db()).expect("opened");
    for (id, change) in [
        (2, "packed = x''"),
        (3, "packed = 'a text'"),
        (4, "bits = -1"),
        (5, "name = ''"),
        (6, "name = x'ff00'"),
        (7, "packed = zeroblob(4000)"),
        (8, "id = 4000000000"),
    ] {
        db.execute_batch(&format!("UPDATE domain SET {change} WHERE id = {id}")).expect("changed");
    }
    drop(db);
    let (store, said) = start(&places);
    assert_eq!(said, [""; 0]);
    assert_eq!(names_of(&store), ["n1.com", "n9.com"]);
    looked_at(store.domains());
}

fn names_of(store: &Store) -> Vec<String> {
    names(store.domains(), &view(DomainTab::MyDomains, ""))
}
