//! What decoding a page and cleaning a text cost: `cargo bench --bench decode`.

use std::fmt::Write as _;
use std::hint::black_box;

use divan::Bencher;
use parkade::api::types::{Domain, Inquiry};
use parkade::api::{Paged, Reply};
use parkade::base::{clean_line, fit};

fn main() {
    divan::main();
}

/// One page of full inquiries, about 1.5 KB each; every `odd`-th row needs the forgiving path.
fn inquiries(rows: usize, odd: usize) -> Vec<u8> {
    let mut list = String::new();
    for i in 0..rows {
        let offer = if odd > 0 && i % odd == 0 { "\"12500\"" } else { "12500.0" };
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(
            list,
            r#"{comma}{{"inquiry_id":{i},"reference":"NP-{i}","inquire_date":1790000000,"domain":"example{i}.com",
            "intent":"offer","origin":"initial","country":"SE","full_name":"Åsa Lindqvist","email":"asa{i}@example.org",
            "company":"Lindqvist AB","phone":"+46 70 123 45 67","message":"Hello,\n\nwe would like to use this name for
            a new shop in the north and can pay at once. Is the price open?","offer":{offer},"offer_text":"12 500 kr",
            "offer_currency":"SEK","email_confirmed":true,"email_confirmed_date":1790000100,
            "seller_notified":1790000101,"buyer_notified":null,"bant":{{"timeline":"soon","need":"shop","budget":null,
            "job_title":"Founder"}},"source":"lander","delivery":{{"state":"delivered","reason":null}},"spam_risk":"low",
            "marks":{{"read":false,"starred":true,"archived":false,"removed":false}},"details":{{"name_frequency":12,
            "email":{{"kind":"business","site_rank":100200,"role":false,"site_title":"Lindqvist"}},
            "flow":{{"position":1,"steps":["initial","confirm"]}},"spam_risk":{{"level":"low","assessed":1790000000,
            "reasons":[]}},"location":{{"place":"Luleå","postal_code":"97231","businesses":4100}},
            "local":{{"moment":"morning","weather":{{"now":null}}}},"company":null,"inquirer_history":null}}}}"#
        );
    }
    // Raw line breaks inside strings are not JSON.
    let list = list.replace("for\n            ", "for ");
    format!(
        r#"{{"inquiries":[{list}],"pagination":{{"current_page":1,"last_page":4,"per_page":100,"shown":{rows},"total":400}}}}"#
    )
    .into_bytes()
}

fn domains(rows: usize) -> Vec<u8> {
    let mut list = String::new();
    for i in 0..rows {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(
            list,
            r#"{comma}{{"domain_id":{i},"name":"Example{i}.com","punycode":"example{i}.com","state":"verified",
            "is_approved":true,"is_verified":true,"is_portfolio_host":false,"added_date":1780000000,
            "verified_since":1780000100,"last_verified":1790000000,"next_check":1790100000,
            "lander_url":"https://example{i}.com/","for_sale":true,"bin_price":4900,"target_price":null,
            "accept_offers":true}}"#
        );
    }
    format!(
        r#"{{"domains":[{list}],"pagination":{{"current_page":1,"last_page":6,"per_page":200,"shown":{rows},"total":1200}}}}"#
    )
    .into_bytes()
}

/// 0: no odd row; 10: every tenth.
#[divan::bench(args = [0, 10, 1])]
fn page_of_100_inquiries(bencher: Bencher, odd: usize) {
    let body = inquiries(100, odd);
    let page: Paged<Inquiry> = Paged::decode(&body).expect("a page");
    assert_eq!((page.rows.len(), page.rows[0].value.offer.get()), (100, Some(&12_500.0)));
    bencher
        .counter(divan::counter::BytesCount::new(body.len()))
        .bench(|| Paged::<Inquiry>::decode(black_box(&body)).expect("a page"));
}

#[divan::bench]
fn page_of_200_domains(bencher: Bencher) {
    let body = domains(200);
    bencher
        .counter(divan::counter::BytesCount::new(body.len()))
        .bench(|| Paged::<Domain>::decode(black_box(&body)).expect("a page"));
}

const TEXTS: &[&str] = &[
    "asa.lindqvist@example.org, Lindqvist AB",
    "Привет, мы хотели бы купить этот домен",
    "नमस्ते, क्या यह डोमेन बिक्री के लिए है",
    "Hi 👨‍👩‍👧‍👦 is this for sale?\r\nThanks ❤️",
];

#[divan::bench(args = TEXTS)]
fn clean(text: &str) -> usize {
    clean_line(black_box(text)).len()
}

#[divan::bench(args = TEXTS)]
fn cut_to_20_cells(text: &str) -> usize {
    fit(black_box(text), 20).len()
}
