//! The store with 10,000 inquiries: what a key press and a start may cost.

use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex, mpsc};

use divan::Bencher;
use parkade::api::types::Inquiry;
use parkade::api::{Paged, Row};
use parkade::base::{Id, Timestamp};
use parkade::store::disk::{Disk, DiskEvent, FirstReads, Places, Tell, first_page};
use parkade::store::filter::parse;
use parkade::store::writes::intent::SetMark;
use parkade::store::{Column, Intent, Mark, Sort, Store, Tab, ViewSpec, WalkList};

/// Few where it is only seen whether all of this still runs (`cargo test`).
const ROWS: i64 = if cfg!(debug_assertions) { 500 } else { 10_000 };

fn main() {
    divan::main();
}

fn rows() -> Vec<Row<Inquiry>> {
    let names = ["Anna Lindqvist", "Sato Kenji", "J. Moreau", "Олена Коваль", "Tom Becker", "محمد علي"];
    (1..=ROWS)
        .map(|n| {
            let mut text = String::new();
            for word in 0..40 {
                let _ = write!(text, "word{} ", (n * 31 + word * 7) % 997);
            }
            let name = names[n as usize % names.len()];
            let json = format!(
                r#"{{"inquiry_id":{n},"inquire_date":{},"domain":"name{n}.com","full_name":"{name}","email":"b{n}@mail.example",
                "company":"Company {n} AB","country":"SE","offer":{},"offer_currency":"USD","email_confirmed":{},"spam_risk":"low",
                "message":"{text}","marks":{{"read":{},"starred":false,"archived":{},"removed":false}},"details":{{"listing":null}}}}"#,
                1_700_000_000 + n * 60,
                n % 5_000,
                n % 3 != 0,
                n % 4 != 0,
                n % 7 == 0,
            );
            Row::from_raw(&json).expect("a row")
        })
        .collect()
}

fn pages() -> Vec<Paged<Inquiry>> {
    rows().chunks(100).map(|rows| Paged { rows: rows.to_vec(), ..Paged::default() }).collect()
}

fn filled(store: &mut Store) {
    for page in &pages() {
        store.walk_page((WalkList::All, 1), page, 0, Timestamp(0));
    }
}

fn store() -> Store {
    let mut store = Store::new("bench");
    filled(&mut store);
    store
}

fn spec(tab: Tab, line: &str) -> ViewSpec {
    ViewSpec::new(tab, &parse(line).expect("a filter"), Sort::default(), Timestamp(0))
}

/// A filter character: the words differ, so nothing is cached.
#[divan::bench]
fn filter_text(bencher: Bencher<'_, '_>) {
    let store = store();
    store.inquiries().view(&spec(Tab::All, "warm"));
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        store.inquiries().view(&spec(Tab::All, &format!("word{}", n % 997)))
    });
}

#[divan::bench]
fn filter_rare_text(bencher: Bencher<'_, '_>) {
    let store = store();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        store.inquiries().view(&spec(Tab::All, &format!("nowhere{n}")))
    });
}

#[divan::bench]
fn filter_buyer_and_offer(bencher: Bencher<'_, '_>) {
    let store = store();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        store.inquiries().view(&spec(Tab::All, &format!("buyer:lind offer:>{n}")))
    });
}

/// One mark changes and the active tab is looked at again.
#[divan::bench]
fn archive_and_look(bencher: Bencher<'_, '_>) {
    let mut store = store();
    let active = spec(Tab::Active, "");
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        let intent =
            Intent::Mark(SetMark { ids: vec![Id::new(n % ROWS + 1)], mark: Mark::Starred, to: n / ROWS % 2 == 0 });
        let _ = store.plan(intent, Timestamp(n));
        store.inquiries().view(&active)
    });
}

#[divan::bench]
fn sort_by_buyer(bencher: Bencher<'_, '_>) {
    let store = store();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        let sort = Sort { by: Column::Buyer, reversed: n % 2 == 0 };
        store.inquiries().view(&ViewSpec { sort, now: Timestamp(n), ..spec(Tab::All, "") })
    });
}

#[divan::bench]
fn absorb_a_page(bencher: Bencher<'_, '_>) {
    let mut store = store();
    let mut pages = pages();
    let page = pages.swap_remove(pages.len() / 2);
    bencher.bench_local(|| store.walk_page((WalkList::All, 1), &page, 0, Timestamp(0)));
}

static FILES: LazyLock<(tempfile::TempDir, Places)> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "bench");
    let tell: Tell = Arc::new(|_| {});
    let mut store = Store::new("bench");
    store.attach(Disk::open(&places, Timestamp(0), &tell));
    filled(&mut store);
    (dir, places)
});

/// What `main` does before any thread exists.
#[divan::bench]
fn first_page_from_disk(bencher: Bencher<'_, '_>) {
    let places = &FILES.1;
    let active = spec(Tab::Active, "");
    bencher.bench_local(|| first_page(&FirstReads::of(places), &active, 60).expect("a page"));
}

#[divan::bench]
fn first_page_of_a_filter(bencher: Bencher<'_, '_>) {
    let places = &FILES.1;
    let filtered = spec(Tab::Active, "word5");
    bencher.bench_local(|| first_page(&FirstReads::of(places), &filtered, 60).expect("a page"));
}

/// Everything, off the loop, with the texts made ready for searching.
#[divan::bench]
fn load_all(bencher: Bencher<'_, '_>) {
    let places = &FILES.1;
    bencher.bench_local(|| {
        let (sender, events) = mpsc::channel();
        let sender = Mutex::new(sender);
        let tell: Tell = Arc::new(move |event| {
            if let DiskEvent::Rows(rows) = event {
                let _ = sender.lock().expect("the sender").send(rows);
            }
        });
        let disk = Disk::open(places, Timestamp(0), &tell);
        let rows = events.recv().expect("rows");
        (disk, rows)
    });
}
