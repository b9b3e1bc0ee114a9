use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use rusqlite::Connection;

use super::*;
use crate::api::domains::{DomainFilter, List};
use crate::api::page::Page;
use crate::api::types::Pagination;
use crate::api::{Paged, Request};
use crate::base::DomainName;
use crate::store::disk::{Disk, DiskEvent, FirstReads, OpeningList, Places, Tell, first_domains};
use crate::store::index::walk::{Ask, Walk, WalkPage, WalkPlan};
use crate::store::writes::intent::{ActOnDomains, DomainAct, Intent};
use crate::store::{DomainAnswer, DomainColumn, DomainRead, DomainSort, Pending, Reply, Store, WalkList};

/// Store of a program started on these files, and the events of its disk, which the store has not taken yet.
fn start(places: &Places) -> (Store, Receiver<DiskEvent>) {
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let tell: Tell = Arc::new(move |event| {
        let _ = sender.lock().expect("the sender").send(event);
    });
    let mut store = Store::new("test");
    store.attach(Disk::open(places, NOW, &tell));
    (store, events)
}

pub(super) fn open(places: &Places) -> Store {
    let (mut store, events) = start(places);
    hear(&mut store, &events);
    store
}

fn hear(store: &mut Store, events: &Receiver<DiskEvent>) {
    store.disk().expect("a disk").flush();
    for event in events.try_iter() {
        store.from_disk(event, NOW);
    }
    assert_eq!(store.session().notices, [""; 0]);
}

fn rows() -> Vec<Row<Domain>> {
    let odd = json!({
        "name": "Zwölf.de", "punycode": "xn--zwlf-6qa.de", "bin_price": 12.5, "target_price": "ask", "state": "parked",
        "accept_offers": [1], "added_date": -5, "lander_url": "https://zwoelf.example/", "extra": {"kept": true},
    });
    vec![
        row("b.com", "verified", json!({"name": "B.com", "bin_price": 900})),
        row("a.com", "unverified", json!({"accept_offers": 50})),
        row("x", "verified", odd),
        row("c.com", "inactive", json!({"for_sale": false})),
    ]
}

/// Answers the walk's next question with a page of these rows, the only page.
fn answer(store: &mut Store, rows: &[Row<Domain>]) -> DomainRead {
    let errand = store.domain_ask().expect("a question");
    let pagination = Pagination { total: (rows.len() as i64).into(), ..Pagination::default() };
    let answer = DomainAnswer::Page { rows: Fresh::page(rows), odd: 0, pagination };
    store.domain_walked(errand.ticket, answer, errand.began, NOW);
    errand.read
}

/// First page of the account's list, read by a screen.
pub(super) fn listed(store: &mut Store, rows: Vec<Row<Domain>>) {
    let call = List { filter: DomainFilter::default(), page: Page::default() }.call();
    let pagination = Pagination { total: (rows.len() as i64).into(), ..Pagination::default() };
    let page = Arc::new(Paged { rows, pagination, ..Paged::<Domain>::default() });
    store.accept(Reply { key: call.key(), generation: 1, call, at: NOW, body: None, result: Ok(page) });
}

fn fill(store: &mut Store) {
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    answer(store, &rows());
    for n in 0..4 {
        answer(store, &rows()[..usize::from(n == 2)]);
    }
    // One total differs from the number of known rows, so that this tab is read.
    while store.domain_ask().is_some() {}
}

fn same(a: &Store, b: &Store) {
    let all = |store: &Store| {
        let keys = store.domains().view(&view(DomainTab::MyDomains, ""));
        keys.iter()
            .map(|key| {
                let row = store.domains().row(*key).expect("a row");
                let texts = (row.name().to_owned(), row.punycode().to_owned(), row.state_word().to_owned());
                (
                    *key,
                    texts,
                    row.bin(),
                    row.target(),
                    row.offers(),
                    row.added(),
                    row.for_sale(),
                    row.read_at(),
                    row.id(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(all(a), all(b));
}

#[test]
fn a_killed_program_finds_its_domains_under_the_same_keys_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places);
    fill(&mut first);
    let key = first.domains().find("xn--zwlf-6qa.de").expect("known");
    first.domain_not_found(first.domains().find("c.com").expect("known"));
    first.disk().expect("a disk").flush();
    let again = {
        let copy = tempfile::tempdir().expect("a folder");
        let other = Places::in_dir(copy.path(), "a");
        std::fs::create_dir_all(other.cache_db().parent().expect("a folder")).expect("made");
        for suffix in ["", "-wal"] {
            let with = |path: std::path::PathBuf| format!("{}{suffix}", path.display());
            std::fs::copy(with(places.cache_db()), with(other.cache_db())).expect("copied");
        }
        open(&other)
    };
    assert_eq!(again.domains().find("xn--zwlf-6qa.de"), Some(key));
    assert_eq!(again.domains().len(), 3);
    same(&first, &again);
    let (sender, found) = channel();
    let then = Box::new(move |rows| sender.send(rows).expect("heard"));
    again.disk().expect("a disk").full_domains(vec![key], then);
    let found: Vec<Row<Domain>> = found.recv().expect("answered");
    assert_eq!(found[0].field("extra"), Some(json!({"kept": true})));
    assert_eq!(found[0].value.lander_url.get().expect("there").raw(), "https://zwoelf.example/");
}

/// Store with which the program opens: the first `n` rows of `list`, read before any thread is started.
fn first(places: &Places, list: &OpeningList, n: usize) -> Option<Store> {
    let mut store = Store::new("test");
    store.from_first_domains(first_domains(&FirstReads::of(places), list, n)?);
    Some(store)
}

fn opening(line: &str) -> OpeningList {
    OpeningList { line: line.to_owned(), view: view(DomainTab::MyDomains, line) }
}

#[test]
fn the_first_page_is_the_start_of_the_opening_list() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    assert!(first(&places, &opening(""), 2).is_none());
    let mut store = open(&places);
    fill(&mut store);
    store.disk().expect("a disk").index_domains();
    store.disk().expect("a disk").flush();
    let shown = |line: &str, n: usize| {
        let store = first(&places, &opening(line), n).expect("a page");
        assert_eq!(store.domains().total(DomainTab::MyDomains), Some(4));
        let known = store.domains().known(DomainTab::MyDomains) as u64;
        assert_eq!(store.domains().cover(DomainTab::MyDomains), Cover::Partly { known, of: Some(4) });
        names(store.domains(), &view(DomainTab::MyDomains, line))
    };
    assert_eq!(shown("", 2), ["a.com", "B.com"]);
    assert_eq!(shown("", 9), ["a.com", "B.com", "c.com", "Zwölf.de"]);
    assert_eq!(shown("bin:any", 1), ["B.com"]);
}

#[test]
fn the_first_page_has_the_totals_also_where_the_program_ended_before_any_tab_was_read() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = open(&places);
    store.opens_with(opening(""));
    listed(&mut store, rows());
    store.keep_domains_for_the_next_start();
    store.disk().expect("a disk").flush();
    let again = first(&places, &opening(""), 4).expect("a page");
    assert_eq!(again.domains().total(DomainTab::MyDomains), Some(4));
}

#[test]
fn the_first_page_of_many_domains_is_shown_without_reading_all() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let dearest =
        DomainView { sort: DomainSort { by: DomainColumn::Bin, reversed: false }, ..view(DomainTab::MyDomains, "") };
    let list = OpeningList { line: "mine sort:bin".to_owned(), view: dearest.clone() };
    let mut store = open(&places);
    store.opens_with(list.clone());
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    let many: Vec<Row<Domain>> =
        (0..21_000).map(|n| row(&format!("d{n:05}.com"), "verified", json!({"bin_price": n}))).collect();
    let pages: Vec<&[Row<Domain>]> = many.chunks(200).collect();
    for (at, page) in pages.iter().enumerate() {
        // The list is not read to its end.
        if at + 1 < pages.len() {
            let errand = store.domain_ask().unwrap_or_else(|| {
                // The walk waits while the disk is behind.
                store.disk().expect("a disk").flush();
                store.domain_ask().expect("a question")
            });
            let pagination = Pagination { total: 21_000.into(), ..Pagination::default() };
            let answer = DomainAnswer::Page { rows: Fresh::page(*page), odd: 0, pagination };
            store.domain_walked(errand.ticket, answer, errand.began, NOW);
        }
    }
    store.disk().expect("a disk").flush();
    let by_name = first(&places, &opening(""), 3).expect("the index over the names is there from the beginning");
    assert_eq!(by_name.domains().len(), 3);
    assert!(first(&places, &list, 3).is_none(), "nothing was noted, and reading all would take its time");
    store.keep_domains_for_the_next_start();
    store.disk().expect("a disk").flush();
    let found = first(&places, &list, 3).expect("a page");
    assert_eq!(found.domains().len(), 3);
    assert_eq!(names(found.domains(), &dearest), ["d20799.com", "d20798.com", "d20797.com"]);
    assert!(first(&places, &opening("bin:any"), 3).is_none(), "noted for another list");
}

#[test]
fn the_first_page_shows_pending_changes() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = open(&places);
    fill(&mut store);
    let names = ["a.com", "b.com", "elsewhere.com"].map(|name| DomainName::parse(name).expect("a name"));
    let delete =
        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: names.to_vec(), tab: DomainTab::MyDomains });
    store.plan(delete, NOW).expect("planned");
    store.disk().expect("a disk").flush();
    let mut again = first(&places, &opening(""), 9).expect("a page");
    let pending = |store: &Store, name: &str| store.domains().pending(name);
    assert_eq!(pending(&again, "a.com"), Some(Pending::Removing));
    assert_eq!(pending(&again, "c.com"), None);
    // The journal no longer has an entry for the change, so it is not pending and leaves the screen.
    again.from_disk(DiskEvent::Journal { entries: Vec::new(), notices: Vec::new() }, NOW);
    assert_eq!(pending(&again, "a.com"), None);
}

#[test]
fn rows_of_the_first_page_are_not_taken_for_all_when_the_cache_fails_after_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = open(&places);
    fill(&mut store);
    store.disk().expect("a disk").flush();
    let mut again = first(&places, &opening(""), 2).expect("a page");
    again.from_disk(DiskEvent::CacheOff("gone".to_owned()), NOW);
    again.begin_walk(Walked::Domains, Begin::Resume, NOW);
    assert!(matches!(again.domains().walk(), WalkState::Walking { .. }), "everything is read anew");
}

#[test]
fn answers_wait_until_the_keys_of_kept_domains_are_known() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places);
    fill(&mut first);
    let key = first.domains().find("b.com").expect("known");
    drop(first);
    let (mut store, events) = start(&places);
    listed(&mut store, vec![row("0.com", "verified", json!({})), rows().swap_remove(0)]);
    store.sync_domains(NOW);
    assert!(store.domains().is_empty() && store.domain_ask().is_none());
    hear(&mut store, &events);
    assert_eq!(store.domains().find("b.com"), Some(key));
    assert_eq!(store.domains().len(), 5);
    assert!(store.domain_ask().is_some(), "the walk that was asked for");
    store.purge_cache();
    assert!(store.domains().is_empty());
    store.disk().expect("a disk").flush();
    drop(store);
    assert!(open(&places).domains().is_empty());
}

#[test]
fn a_cache_of_the_first_version_gets_the_tables_of_domains() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    drop(open(&places));
    Connection::open(places.cache_db())
        .expect("opened")
        .execute_batch("DROP TABLE domain; DROP TABLE domain_raw; DROP TABLE domain_seen; DROP TABLE domain_form; DROP TABLE mail; DROP TABLE mail_text; PRAGMA user_version = 1")
        .expect("as before");
    let mut store = open(&places);
    fill(&mut store);
    store.disk().expect("a disk").flush();
    drop(store);
    assert_eq!(open(&places).domains().len(), 4);
    let slow =
        "SELECT count(*) FROM sqlite_master WHERE name IN ('reply', 'member_set') AND sql LIKE '%WITHOUT ROWID%'";
    let db = Connection::open(places.cache_db()).expect("opened");
    assert_eq!(db.query_row::<i64, _, _>(slow, [], |row| row.get(0)), Ok(0), "bodies are not looked through for a key");
}

/// Opens a store, and stops it when both walks have read two of three pages.
fn both_stopped(places: &Places) {
    let mut store = open(places);
    store.begin_walk(Walked::Inquiries, Begin::Resume, NOW);
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    for n in 1..=2_i64 {
        let (_, began) = store.walk_ask().expect("a page");
        let newest = 400 - n * 100;
        let rows = crate::store::tests::rows((newest - 99..=newest).rev());
        let mut page = Paged { rows, ..Paged::default() };
        page.pagination.total = 250.into();
        store.walk_page((WalkList::All, n as u32), &page, began, NOW);
        let errand = store.domain_ask().expect("a page");
        let rows: Vec<_> = (0..200).map(|i| row(&format!("d{n}-{i}.com"), "verified", json!({}))).collect();
        let pagination = Pagination { total: 500.into(), ..Pagination::default() };
        let answer = DomainAnswer::Page { rows: Fresh::page(&rows), odd: 0, pagination };
        store.domain_walked(errand.ticket, answer, errand.began, NOW);
    }
    store.disk().expect("a disk").flush();
}

#[test]
fn both_walks_resume_within_a_day_where_they_were_stopped() {
    let (young, old) = (23 * 3_600, 25 * 3_600);
    for (sync, later, next) in [(false, young, 3), (false, old, 1), (false, -60, 1), (true, young, 3), (true, old, 1)] {
        let dir = tempfile::tempdir().expect("a folder");
        let places = Places::in_dir(dir.path(), "a");
        both_stopped(&places);
        let now = Timestamp(NOW.0 + later);
        let (mut store, events) = start(&places);
        store.begin_walk(Walked::Inquiries, Begin::Resume, now);
        if sync {
            store.sync_domains(now);
        } else {
            store.begin_walk(Walked::Domains, Begin::Resume, now);
        }
        assert!(store.walk_ask().is_none() && store.domain_ask().is_none());
        store.disk().expect("a disk").flush();
        for event in events.try_iter() {
            store.from_disk(event, now);
        }
        assert_eq!((store.inquiries().len(), store.domains().len()), (200, 400), "what was read is kept");
        assert_eq!(store.walk_ask().map(|(ask, _)| ask), Some(Ask::Page(WalkList::All, next)), "{later}");
        let read = store.domain_ask().expect("a page").read;
        assert!(matches!(&read, DomainRead::List(list) if list.page.page == next), "{later}: {read:?}");
    }
}

/// A row that was removed while the program was closed looks like one that moved, so it is asked for.
#[test]
fn a_resumed_walk_over_inquiries_asks_for_rows_it_did_not_see() {
    let mut walk = Walk::default();
    walk.start(NOW);
    walk.ask();
    let page = |page, more| WalkPage { page, more, total: Some(2), per_page: 1, ..Default::default() };
    walk.page(&page(1, true), |_| false);
    walk.read_back();
    walk.start(NOW);
    let mut sweep = None;
    while let Some(Ask::Page(list, n)) = walk.ask() {
        let page = WalkPage { list, total: Some(if list == WalkList::All { 2 } else { 0 }), ..page(n, false) };
        sweep = walk.page(&page, |_| true).sweep.or(sweep);
    }
    let sweep = sweep.expect("it ended");
    assert!(sweep.all.read && !sweep.all.proven, "{sweep:?}");
}
