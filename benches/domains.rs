//! The index with 100,000 domains: what a page of the walk, a letter of the filter, a sort and a start may cost; and Home over
//! them, with 10,000 inquiries.

use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex, mpsc};

use divan::Bencher;
use parkade::api::domains::{List, Listing};
use parkade::api::types::{Domain, Inquiry};
use parkade::api::{Paged, Request, Row};
use parkade::base::{Id, Timestamp, Zone};
use parkade::store::disk::{Disk, DiskEvent, FirstReads, OpeningList, Places, Tell, first_domains};
use parkade::store::filter::parse_domains;
use parkade::store::home::{Since, Sources};
use parkade::store::score::Weights;
use parkade::store::writes::intent::SetMark;
use parkade::store::{
    DomainAnswer, DomainColumn, DomainRead, DomainSort, DomainTab, DomainView, Intent, Mark, Store, WalkList,
};

/// Few where it is only seen whether all of this still runs (`cargo test`).
const ROWS: usize = if cfg!(debug_assertions) { 2_000 } else { 100_000 };
const PAGE: usize = 200;

fn main() {
    divan::main();
}

/// A page of the account's list as the service writes it; rows come by name, as good as any other order.
fn body(page: usize) -> String {
    const PARTS: [&str; 12] =
        ["pixel", "park", "solar", "data", "cloud", "shop", "green", "nord", "fast", "home", "trade", "lab"];
    let mut list = String::new();
    for n in (page * PAGE..(page + 1) * PAGE).take_while(|n| *n < ROWS) {
        let name = format!("{}{}{n}.com", PARTS[n * 7 % 12], PARTS[n / 12 % 12]);
        let comma = if list.is_empty() { "" } else { "," };
        let _ = write!(
            list,
            r#"{comma}{{"domain_id":{n},"name":"{name}","punycode":"{name}","state":"{}","is_approved":true,"is_verified":{},
            "is_portfolio_host":false,"added_date":{},"verified_since":{},"last_verified":1790000000,"next_check":1790100000,
            "lander_url":"https://{name}/","for_sale":{},"bin_price":{},"target_price":null,"accept_offers":true}}"#,
            if n % 9 == 0 { "unverified" } else { "verified" },
            n % 9 != 0,
            1_500_000_000 + n * 977 % 200_000_000,
            1_600_000_000 + n * 31 % 1_000,
            n % 3 != 0,
            if n % 4 == 0 { "null".to_owned() } else { format!("{}", n * 7919 % 90_000) },
        );
    }
    format!(
        r#"{{"domains":[{list}],"pagination":{{"current_page":{},"last_page":{},"per_page":{PAGE},"shown":{PAGE},"total":{ROWS}}}}}"#,
        page + 1,
        ROWS / PAGE,
    )
}

static PAGES: LazyLock<Vec<String>> = LazyLock::new(|| (0..ROWS / PAGE).map(body).collect());

fn page(body: &str) -> DomainAnswer {
    let page: Paged<Domain> = List::decode(body.as_bytes()).expect("a page");
    DomainAnswer::page(&page)
}

static ANSWERS: LazyLock<Vec<DomainAnswer>> = LazyLock::new(|| PAGES.iter().map(|body| page(body)).collect());

/// The whole walk with answers that are ready.
fn walk(store: &mut Store) {
    store.sync_domains(Timestamp(1_790_000_000));
    loop {
        let Some(errand) = store.domain_ask() else {
            match store.disk() {
                Some(disk) if disk.is_behind() => disk.flush(),
                _ => return,
            }
            continue;
        };
        let DomainRead::List(list) = &errand.read else { panic!("only lists are asked") };
        let mine = list.filter.state == DomainTab::MyDomains;
        // Behind a last page that is full one more is asked for.
        let whole = ANSWERS.get(list.page.page as usize - 1).filter(|_| mine);
        let answer = whole.cloned().unwrap_or_else(|| nothing(list));
        store.domain_walked(errand.ticket, answer, errand.began, Timestamp(1_790_000_000));
    }
}

fn nothing(list: &List) -> DomainAnswer {
    let total = match list.filter.state {
        DomainTab::Verified => ROWS - ROWS.div_ceil(9),
        DomainTab::Unverified => ROWS.div_ceil(9),
        DomainTab::MyDomains => ROWS,
        _ => 0,
    };
    let body = format!(
        r#"{{"domains":[],"pagination":{{"total":{total},"current_page":{},"last_page":{}}}}}"#,
        list.page.page, list.page.page
    );
    page(&body)
}

fn filled() -> Store {
    let mut store = Store::new("bench");
    walk(&mut store);
    assert_eq!(store.domains().known(DomainTab::MyDomains), ROWS);
    store
}

fn view(line: &str, by: DomainColumn, reversed: bool) -> DomainView {
    let filter = parse_domains(line).expect("a filter");
    DomainView::new(DomainTab::MyDomains, Listing::All, &filter, DomainSort { by, reversed }, Timestamp(0))
}

/// Off the loop: from the bytes of a page to rows made ready.
#[divan::bench]
fn decode_a_page(bencher: Bencher<'_, '_>) {
    bencher.bench(|| page(&PAGES[PAGES.len() / 2]));
}

/// On the loop: a page of rows nobody has, and one of rows that are known.
#[divan::bench]
fn take_all_pages(bencher: Bencher<'_, '_>) {
    LazyLock::force(&ANSWERS);
    bencher.bench_local(filled);
}

#[divan::bench]
fn take_all_pages_again(bencher: Bencher<'_, '_>) {
    let mut store = filled();
    bencher.bench_local(|| walk(&mut store));
}

/// Letters as typed: each line differs from the one before, so nothing is cached.
#[divan::bench(args = ["p", "pi", "pixelpa", "zzzz"])]
fn filter(bencher: Bencher<'_, '_>, line: &str) {
    let store = filled();
    let (plain, typed) = (view("", DomainColumn::Domain, false), view(line, DomainColumn::Domain, false));
    store.domains().view(&plain);
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        store.domains().view(&DomainView { now: Timestamp(n), ..typed.clone() })
    });
}

#[divan::bench]
fn filter_with_terms(bencher: Bencher<'_, '_>) {
    let store = filled();
    let typed = view("sale:yes bin:>50000 tld:com", DomainColumn::Bin, false);
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        store.domains().view(&DomainView { now: Timestamp(n), ..typed.clone() })
    });
}

/// The whole tab in the order of a column that was not asked for before.
#[divan::bench(args = [DomainColumn::Domain, DomainColumn::State, DomainColumn::Bin, DomainColumn::Added])]
fn sort(bencher: Bencher<'_, '_>, by: DomainColumn) {
    let mut store = filled();
    let name = "sort-me.com";
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        // A changed row makes all orders but that by name outdated.
        let json =
            format!(r#"{{"punycode":"{name}","name":"{name}","state":"verified","is_approved":true,"bin_price":{n}}}"#);
        store.take_domain(&parkade::api::Row::from_raw(&json).expect("a row"), 0, Timestamp(1));
        store.domains().view(&view("", by, false))
    });
}

static FILES: LazyLock<(tempfile::TempDir, Places)> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "bench");
    drop(synced(&places));
    (dir, places)
});

/// An account's first walk, to the last byte on the disk.
fn synced(places: &Places) -> Store {
    let (sender, events) = mpsc::channel();
    let sender = Mutex::new(sender);
    let tell: Tell = Arc::new(move |event| {
        let _ = sender.lock().expect("the sender").send(event);
    });
    let mut store = Store::new("bench");
    store.attach(Disk::open(places, Timestamp(0), &tell));
    store.disk().expect("a disk").flush();
    for event in events.try_iter() {
        store.from_disk(event, Timestamp(0));
    }
    walk(&mut store);
    store.disk().expect("a disk").flush();
    store
}

#[divan::bench(sample_count = 5)]
fn first_walk_to_disk(bencher: Bencher<'_, '_>) {
    LazyLock::force(&ANSWERS);
    bencher.with_inputs(|| tempfile::tempdir().expect("a folder")).bench_local_values(|dir| {
        let store = synced(&Places::in_dir(dir.path(), "bench"));
        (dir, store)
    });
}

/// What `main` does before any thread exists.
#[divan::bench]
fn first_page_from_disk(bencher: Bencher<'_, '_>) {
    let places = &FILES.1;
    bencher.bench_local(|| first_domains(&FirstReads::of(places), &OpeningList::default(), 200).expect("a page"));
}

/// Everything, off the loop, made ready.
#[divan::bench(sample_count = 10)]
fn load_all(bencher: Bencher<'_, '_>) {
    let places = &FILES.1;
    bencher.bench_local(|| {
        let (sender, events) = mpsc::channel();
        let sender = Mutex::new(sender);
        let tell: Tell = Arc::new(move |event| {
            if let DiskEvent::Domains(rows) = event {
                let _ = sender.lock().expect("the sender").send(rows);
            }
        });
        let disk = Disk::open(places, Timestamp(0), &tell);
        let rows = events.recv().expect("rows");
        assert_eq!(rows.len(), ROWS);
        (disk, rows)
    });
}

const NOW: Timestamp = Timestamp(1_790_000_000);
const INQUIRIES: i64 = if cfg!(debug_assertions) { 200 } else { 10_000 };

/// The account with inquiries about its names, half of them with an offer.
fn asked_for() -> Store {
    let mut store = filled();
    let row = |n: i64| {
        let json = format!(
            r#"{{"inquiry_id":{n},"inquire_date":{},"domain":"pixelpark{}.com","domain_punycode":"pixelpark{}.com","email":"b{n}@mail.example",
            "offer":{},"offer_currency":"USD","email_confirmed":true,"spam_risk":"low",
            "marks":{{"read":false,"starred":false,"archived":{},"removed":false}}}}"#,
            NOW.0 - n * 600,
            n * 144 % ROWS as i64,
            n * 144 % ROWS as i64,
            if n % 2 == 0 { format!("{}", n % 5_000) } else { "null".to_owned() },
            n % 5 == 0,
        );
        Row::<Inquiry>::from_raw(&json).expect("a row")
    };
    let rows: Vec<Row<Inquiry>> = (1..=INQUIRIES).map(row).collect();
    for rows in rows.chunks(100) {
        let page = Paged { rows: rows.to_vec(), ..Paged::default() };
        store.walk_page((WalkList::All, 1), &page, 0, NOW);
    }
    store
}

fn digest(sources: &mut Sources, store: &Store, now: Timestamp) {
    let since = Since::hours_before(NOW, 24);
    divan::black_box(sources.digest(store, Weights::default(), since, (now, Zone::Utc)));
}

/// Home with everything looked at anew, as each minute does.
#[divan::bench]
fn home_anew(bencher: Bencher<'_, '_>) {
    let (store, mut sources) = (asked_for(), Sources::default());
    let mut now = NOW;
    bencher.bench_local(|| {
        now.0 += 60;
        digest(&mut sources, &store, now);
    });
}

/// Home after a lead was archived, or brought back.
#[divan::bench]
fn home_after_a_mark(bencher: Bencher<'_, '_>) {
    let (mut store, mut sources) = (asked_for(), Sources::default());
    digest(&mut sources, &store, NOW);
    let mut to = false;
    bencher.bench_local(|| {
        to = !to;
        let intent = Intent::Mark(SetMark { ids: vec![Id::new(2)], mark: Mark::Archived, to });
        store.plan(intent, NOW).expect("planned");
        digest(&mut sources, &store, NOW);
    });
}
