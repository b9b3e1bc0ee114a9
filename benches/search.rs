//! A character typed into the search over 100,000 domains, 10,000 inquiries, 10,000 mails with their texts and 10,000 notes,
//! for each of 40 queries: `cargo bench --bench search`. The slowest of them is what counts.

use std::fmt::Write;
use std::sync::Arc;

use divan::Bencher;
use parkade::api::Page;
use parkade::api::Request;
use parkade::api::domains::{self, DomainFilter, Tab};
use parkade::api::emails::Match;
use parkade::api::inquiries::{self, InquiryFilter};
use parkade::base::Timestamp;
use parkade::store::disk::DiskEvent;
use parkade::store::filter::MailQuery;
use parkade::store::lists::mail::KeptTexts;
use parkade::store::notes::{Key, NoteChange};
use parkade::store::search::{Index, Query};
use parkade::store::{Reply, Store, Subject};

/// Few where it is only seen whether all of this still runs (`cargo test`).
const PART: usize = if cfg!(debug_assertions) { 50 } else { 1 };
const NAMES: usize = 100_000 / PART;
const OTHERS: usize = 10_000 / PART;

const WORDS: [&str; 16] = [
    "pixel", "park", "solar", "data", "cloud", "shop", "green", "nord", "fast", "home", "trade", "lab", "müller",
    "例え", "дом", "pay",
];

/// One letter, endings, words of every length, several words, other scripts, nothing at all.
const QUERIES: [&str; 40] = [
    "a",
    "e",
    "s",
    "o",
    "9",
    "-",
    "@",
    ".",
    "de",
    "ai",
    "so",
    "co",
    "om",
    "er",
    "77",
    "例",
    ".com",
    "com",
    "sol",
    "pay",
    "the",
    "ing",
    "solar",
    "pixel",
    "park",
    "müller",
    "例え",
    "дом",
    "solarpark",
    "pixelpark9",
    "name77.com",
    "buyer 9",
    "solar park",
    "a e",
    "a e s",
    "example",
    "b77@mail.example",
    "invoice",
    "nobody at all",
    "zzz",
];

fn main() {
    divan::main();
}

fn words(n: usize, many: usize) -> String {
    let mut text = String::new();
    for word in 0..many {
        let _ = write!(text, "{}{} ", WORDS[(n * 7 + word * 3) % WORDS.len()], (n * 31 + word * 7) % 97);
    }
    text
}

fn answer<R: Request>(store: &mut Store, request: &R, rows: &str, list: &str, total: usize)
where
    R::Reply: 'static,
{
    let body = format!(
        r#"{{"{list}":[{rows}],"pagination":{{"current_page":1,"last_page":9000,"per_page":100,"shown":100,"total":{total}}}}}"#
    );
    let reply = R::decode(body.as_bytes()).unwrap_or_else(|error| panic!("{}", error.message));
    let call = request.call();
    let (key, at) = (call.key(), Timestamp(1_790_000_000));
    store.mark_loading(&key, 1);
    store.accept(Reply { key, generation: 1, call, at, body: None, result: Ok(Arc::new(reply)) });
}

/// Answers page after page with rows made by `row`.
fn fill<R: Request>(
    store: &mut Store,
    (list, total, per_page): (&str, usize, usize),
    request: impl Fn(Page) -> R,
    row: impl Fn(usize) -> String,
) where
    R::Reply: 'static,
{
    for (page, from) in (0..total).step_by(per_page).enumerate() {
        let rows: Vec<String> = (from..total.min(from + per_page)).map(&row).collect();
        let page = Page::new(page as u32 + 1, per_page as u32);
        answer(store, &request(page), &rows.join(","), list, total);
    }
}

fn store() -> Store {
    let mut store = Store::new("bench");
    let mine = DomainFilter { state: Tab::MyDomains, ..DomainFilter::default() };
    let of = |page| domains::List { filter: mine.clone(), page };
    fill(&mut store, ("domains", NAMES, 200), of, |n| {
        let name = format!("{}{}{n}.com", WORDS[n % 12], WORDS[n / 12 % 12]);
        let (added, bin) = (1_500_000_000 + n, n * 7919 % 90_000);
        format!(
            r#"{{"domain_id":{n},"name":"{name}","punycode":"{name}","state":"verified","is_approved":true,"added_date":{added},"bin_price":{bin}}}"#
        )
    });
    let of = |page| inquiries::List { filter: InquiryFilter::default(), page };
    fill(&mut store, ("inquiries", OTHERS, 100), of, |n| {
        let (date, offer, text) = (1_700_000_000 + n, n % 5_000, words(n, 40));
        format!(
            r#"{{"inquiry_id":{},"inquire_date":{date},"domain":"name{n}.com","full_name":"Buyer {n}","email":"b{n}@mail.example","offer":{offer},"offer_currency":"USD","message":"{text}"}}"#,
            n + 1
        )
    });
    let of = |page: Page| MailQuery::default().list(Match::All, page.page);
    fill(&mut store, ("emails", OTHERS, 100), of, |n| {
        let (date, text) = (1_700_000_000 + n, words(n + 5, 30));
        format!(
            r#"{{"id":"m{n}","date":{date},"domain":["name{n}.com"],"from":["Sender {n} <s{n}@mail.example>"],"subject":["Invoice {n}"],"envelope_to":["info@name{n}.com"],"summary":"{text}"}}"#
        )
    });
    let mut kept = KeptTexts::default();
    for n in 0..OTHERS {
        kept.texts.push(&format!("m{n}"), &words(n + 7, 220));
    }
    store.from_disk(DiskEvent::MailTexts(Box::new(kept)), Timestamp(1_790_000_000));
    let note = |n: usize| NoteChange::new(Subject::Domain(format!("note{n}.com").into()), Key::Note, &words(n + 9, 12));
    store.change_notes((0..OTHERS).map(note).collect(), String::new(), Timestamp(1_790_000_000));
    store
}

/// What is found for a query, by its place in the list, the texts being ready.
#[divan::bench(args = 0..QUERIES.len(), sample_count = 100)]
fn a_character(bencher: Bencher<'_, '_>, place: usize) {
    let (store, typed) = (store(), QUERIES[place]);
    let mut index = Index::default();
    index.find(&store, &Query::new("warm"), u32::MAX);
    bencher.bench_local(|| index.find(&store, &Query::new(typed), u32::MAX).len());
}

/// The first character after mail or notes have changed: their texts are made anew.
#[divan::bench(sample_count = 20)]
fn the_first_character(bencher: Bencher<'_, '_>) {
    let store = store();
    bencher.bench_local(|| Index::default().find(&store, &Query::new("solar"), u32::MAX).len());
}
