use std::collections::HashMap;
use std::sync::Arc;

use super::*;
use crate::api::Seen;
use crate::api::types::DomainState;
use crate::base::Currency;
use crate::store::notes::{Key, NoteRow, Notes};
use crate::store::subject::Subject;
use crate::store::{DomainAnswer, WalkState};

#[test]
fn a_row_claims_nothing_that_the_service_did_not_send() {
    let more = json!({
        "name": "PixelPark.com", "punycode": "pixelpark.com", "bin_price": 4900, "target_price": "ask me",
        "accept_offers": 500.5, "next_check": 1_790_000_000_000_i64, "verified_since": "-", "state": "parked\u{1b}",
        "is_portfolio_host": "-", "lander_url": "https://pixelpark.com/",
    });
    let index = index_of(&[row("x.com", "verified", more)], DomainTab::MyDomains);
    let key = index.find("pixelpark.com").expect("known");
    let shown = index.row(key).expect("a row");
    assert_eq!((shown.name(), shown.punycode()), ("PixelPark.com", "pixelpark.com"));
    assert_eq!((shown.bin(), shown.target()), (Seen::Is(4900.0), Seen::Is(json!("ask me"))));
    assert_eq!(shown.offers(), Seen::Is(json!(500.5)));
    assert_eq!(shown.next_check(), Some(Timestamp(1_790_000_000_000)), "milliseconds are shown as they are");
    assert_eq!(
        (shown.time(DomainTime::VerifiedSince), shown.time(DomainTime::LastVerified)),
        (Seen::Missing, Seen::Null)
    );
    assert_eq!((shown.host(), shown.has_lander(), shown.for_sale()), (None, Some(true), Some(true)));
    assert_eq!((shown.state_word(), shown.state()), ("parked·", Some(DomainState::Other("parked·".to_owned()))));
    assert_eq!(shown.read_at(), NOW);
    assert!(index.find("PixelPark.com").is_none());
}

#[test]
fn a_display_name_that_is_another_name_is_not_shown() {
    let rows = [
        row("a.com", "verified", json!({"name": "paypal.com", "punycode": "xn--slar-qqa.com"})),
        row("b.com", "verified", json!({"name": "Sólar.com", "punycode": "xn--slar-qqa.com"})),
    ];
    let index = index_of(&rows[..1], DomainTab::MyDomains);
    assert_eq!(shows(&index, ""), ["sólar.com"]);
    let index = index_of(&rows[1..], DomainTab::MyDomains);
    assert_eq!(shows(&index, ""), ["Sólar.com"]);
    assert!(index.row(index.find("xn--slar-qqa.com").expect("known")).expect("a row").is_international());
    for line in ["sólar", "SÓLAR", "xn--sl", "tld:com", "name:qqa", "-name:x.org"] {
        assert_eq!(shows(&index, line).len(), 1, "{line}");
    }
    assert_eq!(shows(&index, "solar"), [""; 0]);
}

#[test]
fn a_row_is_on_the_tabs_it_says_and_leaves_them_when_it_says_otherwise() {
    let mut index = index_of(
        &[
            row("a.com", "verified", json!({})),
            row("b.com", "unverified", json!({})),
            row("c.com", "inactive", json!({})),
        ],
        DomainTab::MyDomains,
    );
    index.absorb(Fresh::page(&[row("d.com", "detected", json!({}))]), from(Some(DomainTab::Detected), 0), NOW);
    index.absorb(Fresh::page(&[row("e.com", "removed", json!({}))]), from(Some(DomainTab::Removed), 0), NOW);
    let counts = |index: &DomainIndex| DomainTab::ALL.iter().map(|tab| index.known(*tab)).collect::<Vec<_>>();
    assert_eq!(counts(&index), [3, 1, 1, 1, 1]);
    // d.com is in the account now, so it leaves the detected tab.
    index.absorb(Fresh::page(&[row("d.com", "unverified", json!({}))]), from(Some(DomainTab::MyDomains), 0), NOW);
    assert_eq!(counts(&index), [4, 1, 2, 0, 1]);
    // a.com is read alone; it was removed.
    index.absorb(Fresh::page(&[row("a.com", "removed", json!({}))]), from(None, 0), NOW);
    assert_eq!(counts(&index), [3, 0, 2, 0, 2]);
    assert_eq!(names(&index, &view(DomainTab::Removed, "")), ["a.com", "e.com"]);
}

#[test]
fn a_row_that_does_not_say_whether_it_is_in_the_account_is_shown_where_it_was_listed() {
    for unsaid in [json!("-"), json!(null), json!({})] {
        let answer = |state: &str| row("a.com", state, json!({ "is_approved": unsaid }));
        let mut index = DomainIndex::default();
        // Every list of the service has the domain.
        for tab in [DomainTab::MyDomains, DomainTab::Detected, DomainTab::Removed] {
            index.absorb(Fresh::page(&[answer("verified")]), from(Some(tab), 0), NOW);
        }
        assert_eq!(names(&index, &view(DomainTab::MyDomains, "")), ["a.com"], "{unsaid}");
        assert_eq!(names(&index, &view(DomainTab::Verified, "")), ["a.com"], "{unsaid}");
        // Its state says that the domain has left the account.
        index.absorb(Fresh::page(&[answer("removed")]), from(Some(DomainTab::Removed), 0), NOW);
        assert_eq!(names(&index, &view(DomainTab::MyDomains, "")), [""; 0], "{unsaid}");
        assert_eq!(names(&index, &view(DomainTab::Removed, "")), ["a.com"], "{unsaid}");
    }
}

#[test]
fn a_compact_row_keeps_the_sale_block() {
    let full = row("a.com", "verified", json!({"bin_price": 100, "accept_offers": {"from": 5}}));
    let compact = json!({"for_sale": "-", "bin_price": "-", "target_price": "-", "accept_offers": "-"});
    let mut index = index_of(&[full], DomainTab::MyDomains);
    let taken =
        index.absorb(Fresh::page(&[row("a.com", "verified", compact)]), from(Some(DomainTab::Verified), 0), NOW);
    assert_eq!((taken.new, taken.changed, taken.rows.len()), (0, 0, 0));
    let shown = index.row(index.find("a.com").expect("known")).expect("a row");
    assert_eq!((shown.bin(), shown.offers()), (Seen::Is(100.0), Seen::Is(json!({"from": 5}))));
    let more = json!({"bin_price": 100, "accept_offers": null});
    let taken = index.absorb(Fresh::page(&[row("a.com", "verified", more)]), from(None, 0), NOW);
    assert_eq!((taken.changed, taken.rows[0].with_raw), (1, true));
    assert_eq!(index.row(taken.keys[0]).expect("a row").offers(), Seen::Null);
}

#[test]
fn newer_names_are_found_by_the_number_of_the_service() {
    let numbered = |name: &str, id: i64| row(name, "detected", json!({"domain_id": id}));
    let index = index_of(&[numbered("old.com", 7), numbered("new.com", 9)], DomainTab::Detected);
    let found = |line: &str| names(&index, &view(DomainTab::Detected, line));
    assert_eq!(found("id:>7"), ["new.com"]);
    assert_eq!(found("id:7"), ["old.com"]);
    assert_eq!(found("id:>=7"), ["new.com", "old.com"]);
    assert_eq!(found("id:>9"), [""; 0]);
}

#[test]
fn filter_terms_find_their_rows_and_claim_nothing_about_unknown_values() {
    let ago = |days: i64| NOW.0 - days * 86_400;
    let sale = |yes: bool, bin: Value| json!({"for_sale": yes, "bin_price": bin});
    let index = index_of(
        &[
            row("one.com", "verified", sale(true, json!(450))),
            row("two.co.uk", "verified", sale(false, json!(5_000.5))),
            row("three.uk", "unverified", sale(true, Value::Null)),
            row("four.de", "inactive", json!({"for_sale": "-", "bin_price": "-", "accept_offers": "-"})),
            row(
                "five.net",
                "verified",
                json!({"is_portfolio_host": true, "accept_offers": false,
                "added_date": ago(10), "last_verified": ago(1), "next_check": ago(-2), "target_price": 70}),
            ),
            row("six.net", "verified", json!({"next_check": ago(1), "added_date": null, "bin_price": "much"})),
        ],
        DomainTab::MyDomains,
    );
    for (line, found) in [
        ("bin:>500", vec!["two.co.uk"]),
        ("bin:5000.50", vec!["two.co.uk"]),
        ("-bin:>500", vec!["five.net", "one.com", "six.net", "three.uk"]),
        ("bin:none", vec!["five.net", "three.uk"]),
        ("bin:any", vec!["one.com", "six.net", "two.co.uk"]),
        ("bin:450-5,000.50", vec!["one.com", "two.co.uk"]),
        ("bin:450,none", vec!["five.net", "one.com", "three.uk"]),
        ("state:inactive,unverified", vec!["four.de", "three.uk"]),
        ("-state:inactive,unverified -tld:net", vec!["one.com", "two.co.uk"]),
        ("tld:de,com", vec!["four.de", "one.com"]),
        ("length:4-5 tld:net,de", vec!["five.net", "four.de"]),
        ("length:3 digits:none hyphen:no idn:no", vec!["one.com", "six.net", "two.co.uk"]),
        ("length:>5", vec![]),
        ("digits:any", vec![]),
        ("bin:>1eur", vec![]),
        ("target:70", vec!["five.net"]),
        ("sale:yes bin:none", vec!["five.net", "three.uk"]),
        ("sale:no", vec!["two.co.uk"]),
        ("-sale:no tld:com", vec!["one.com"]),
        ("listing:off_market", vec!["two.co.uk"]),
        ("tld:uk", vec!["three.uk", "two.co.uk"]),
        ("tld:.co.uk", vec!["two.co.uk"]),
        ("tld:o.uk", vec![]),
        ("host:yes", vec!["five.net"]),
        ("offers:no", vec!["five.net"]),
        ("added:<30d", vec!["five.net"]),
        ("added:none", vec!["six.net"]),
        ("checked:any", vec!["five.net"]),
        ("next:<3d", vec!["five.net", "six.net"]),
        ("next:overdue", vec!["six.net"]),
        ("state:inactive", vec!["four.de"]),
        ("state:verified on", vec!["one.com"]),
        ("-state:verified", vec!["four.de", "three.uk"]),
        ("o -tw .com", vec!["one.com"]),
        ("-name:net -tld:uk", vec!["four.de", "one.com"]),
    ] {
        assert_eq!(shows(&index, line), found, "{line}");
    }
}

#[test]
fn a_name_is_measured_in_its_own_letters_before_the_ending() {
    let name = |punycode: &str, shown: &str| row(punycode, "verified", json!({ "name": shown }));
    let index = index_of(
        &[name("xn--slar-qqa.com", "sólar.com"), name("b2b-4u.co.uk", "b2b-4u.co.uk"), name("solar.com", "Solar.com")],
        DomainTab::MyDomains,
    );
    for (line, found) in [
        ("length:5", vec!["Solar.com", "sólar.com"]),
        ("length:6", vec!["b2b-4u.co.uk"]),
        ("digits:2", vec!["b2b-4u.co.uk"]),
        ("digits:none", vec!["Solar.com", "sólar.com"]),
        ("hyphen:yes", vec!["b2b-4u.co.uk"]),
        ("idn:yes", vec!["sólar.com"]),
        ("-idn:yes hyphen:no", vec!["Solar.com"]),
    ] {
        let mut shown = names(&index, &view(DomainTab::MyDomains, line));
        shown.sort();
        assert_eq!(shown, found, "{line}");
    }
}

#[test]
fn prices_are_in_order_within_their_currency_only() {
    let row = |name: &str, bin: Value, offers: Value| {
        super::row(name, "verified", json!({"bin_price": bin, "accept_offers": offers}))
    };
    let index = index_of(
        &[
            row("a.com", json!(100), json!(true)),
            row("b.com", json!(90), json!(9)),
            row("c.com", Value::Null, Value::Null),
            row("yen.com", json!(125_000), json!(8_000)),
            row("yes-yen.com", json!(300), json!(true)),
            row("pound.com", json!(95), json!(7)),
            super::row("unread.com", "unverified", json!({"bin_price": 1_000, "accept_offers": 1})),
        ],
        DomainTab::MyDomains,
    );
    let own = [("yen.com", "JPY"), ("yes-yen.com", "JPY"), ("pound.com", "GBP"), ("b.com", "USD")];
    let own: HashMap<Arc<str>, Currency> = own.map(|(name, code)| (name.into(), Currency::new(code))).into();
    let (own, currency) = (Arc::new(own), "USD".to_owned());
    let read = |whole: bool, by, reversed| {
        let (sort, own) = (DomainSort { by, reversed }, OwnCurrencies::new(1, &own, whole));
        names(&index, &DomainView { sort, own, currency: currency.clone(), ..view(DomainTab::MyDomains, "") })
    };
    let by = |by, reversed| read(true, by, reversed);
    let expected = ["a.com", "b.com", "pound.com", "yen.com", "yes-yen.com", "unread.com", "c.com"];
    assert_eq!(
        by(DomainColumn::Bin, false),
        expected,
        "an amount in a currency that was not read is no amount in dollars"
    );
    let expected = ["b.com", "a.com", "pound.com", "yes-yen.com", "yen.com", "unread.com", "c.com"];
    assert_eq!(by(DomainColumn::Bin, true), expected);
    let expected = ["b.com", "pound.com", "yen.com", "unread.com", "a.com", "yes-yen.com", "c.com"];
    assert_eq!(by(DomainColumn::Offers, false), expected);
    let expected = ["a.com", "yes-yen.com", "b.com", "pound.com", "yen.com", "unread.com", "c.com"];
    assert_eq!(by(DomainColumn::Offers, true), expected);
    let expected = ["unread.com", "a.com", "b.com", "pound.com", "yen.com", "yes-yen.com", "c.com"];
    assert_eq!(read(false, DomainColumn::Bin, false), expected, "until all were read, most are taken for dollars");
}

#[test]
fn a_column_sorts_either_way_with_the_empty_last_and_equal_ones_by_name() {
    let bin = |name: &str, bin: Value| row(name, "verified", json!({"bin_price": bin}));
    let index = index_of(
        &[
            bin("d.com", json!(5)),
            bin("a.com", Value::Null),
            bin("c.com", json!(70)),
            bin("b.com", json!(5)),
            bin("e.com", json!(-1)),
            bin("B2.com", json!(0)),
            bin("f.com", json!("x")),
        ],
        DomainTab::MyDomains,
    );
    let by = |by, reversed| {
        let sort = DomainSort { by, reversed };
        names(&index, &DomainView { sort, ..view(DomainTab::MyDomains, "") })
    };
    assert_eq!(by(DomainColumn::Bin, false), ["c.com", "b.com", "d.com", "B2.com", "e.com", "a.com", "f.com"]);
    assert_eq!(by(DomainColumn::Bin, true), ["e.com", "B2.com", "b.com", "d.com", "c.com", "a.com", "f.com"]);
    assert_eq!(by(DomainColumn::Domain, false), ["a.com", "b.com", "B2.com", "c.com", "d.com", "e.com", "f.com"]);
    assert_eq!(by(DomainColumn::Domain, true)[..2], ["f.com", "e.com"]);
    assert_eq!(by(DomainColumn::NextCheck, false), by(DomainColumn::Domain, false));
}

#[test]
fn the_request_for_a_view_is_never_narrower_than_the_view() {
    let question = |tab, line: &str| view(tab, line).question();
    let asked = question(DomainTab::MyDomains, "pixel state:unverified bin:none");
    assert_eq!((asked.state, asked.query.as_deref()), (DomainTab::Unverified, None));
    let asked = question(DomainTab::MyDomains, "pixel park listing:for_sale state:verified");
    assert_eq!(
        (asked.state, asked.query.as_deref(), asked.listing),
        (DomainTab::Verified, Some("pixel"), Listing::ForSale)
    );
    let asked = question(DomainTab::Detected, "pixel listing:for_sale state:removed");
    assert_eq!((asked.state, asked.query, asked.listing), (DomainTab::Detected, None, Listing::All));
}

#[test]
fn an_answer_begun_before_a_removal_does_not_bring_the_row_back() {
    let rows = [row("a.com", "verified", json!({})), row("b.com", "verified", json!({}))];
    let mut index = index_of(&rows, DomainTab::MyDomains);
    let changed = index.leave(["a.com", "unknown.com"], tab::MINE, 1);
    assert_eq!(changed.len(), 1);
    assert_eq!(shows(&index, ""), ["b.com"]);
    index.absorb(Fresh::page(&rows), from(Some(DomainTab::MyDomains), 0), NOW);
    assert_eq!(shows(&index, ""), ["b.com"]);
    // b.com was added again, and the request was started after that.
    index.absorb(Fresh::page(&rows), from(Some(DomainTab::MyDomains), 1), NOW);
    assert_eq!(shows(&index, ""), ["a.com", "b.com"]);
}

#[test]
fn keys_stay_with_their_names_while_thousands_come_and_go() {
    let mut index = DomainIndex::default();
    let page = |from: usize, to: usize| {
        let rows: Vec<_> = (from..to).map(|n| row(&format!("name{n}.com"), "verified", json!({}))).collect();
        Fresh::page(&rows)
    };
    index.absorb(page(0, 12_000), from(Some(DomainTab::MyDomains), 0), NOW);
    let keep = index.find("name11999.com").expect("known");
    for n in 0..10_000 {
        let key = index.find(&format!("name{n}.com")).expect("known");
        assert!(index.remove(key));
    }
    index.absorb(page(9_000, 9_500), from(Some(DomainTab::MyDomains), 0), NOW);
    assert_eq!((index.len(), index.known(DomainTab::Verified)), (2_500, 2_500));
    assert!(index.rows.end() < 12_000, "empty places were given back");
    assert_eq!(index.find("name11999.com"), Some(keep));
    assert_eq!(index.row(keep).expect("a row").punycode(), "name11999.com");
    let shown = shows(&index, "");
    assert!(shown.is_sorted() && shown.len() == 2_500);
    assert_eq!(shows(&index, "name9000."), ["name9000.com"]);
    assert_eq!(shows(&index, "name8999."), [""; 0]);
}

#[test]
fn an_endless_list_of_domains_stops_at_the_limit_of_the_index_and_says_what_it_holds() {
    let mut store = crate::store::Store::new("test");
    store.begin_walk(Walked::Domains, Begin::Resume, NOW);
    let mut pages = 0;
    while let Some(errand) = store.domain_ask() {
        pages += 1;
        assert!(pages < 10, "it ends");
        let rows = (0..40).map(|n| Fresh {
            aside: vec![(Field::Bin, "x".repeat(1 << 20).into())],
            ..Fresh::new(&row(&format!("d{pages}-{n}.com"), "verified", json!({})))
        });
        let pagination =
            serde_json::from_value(json!({"total": 10_000_000, "last_page": 50_000})).expect("a pagination");
        let answer = DomainAnswer::Page { rows: rows.collect(), odd: 0, pagination };
        store.domain_walked(errand.ticket, answer, errand.began, NOW);
    }
    let held = store.domains().len() as u64;
    assert!((100..200).contains(&held), "{held}");
    let WalkState::Full { rows, .. } = store.domains().walk() else { panic!("{:?}", store.domains().walk()) };
    assert_eq!(rows, held);
    assert!(matches!(store.domains().cover(DomainTab::MyDomains), Cover::Partly { .. }), "no row is called gone");
}

#[test]
fn counts_kept_chunk_by_chunk_equal_a_full_recount_after_every_change() {
    let lines =
        ["", "solar", "-solar", "state:unverified", "sale:yes bin:none", "bin:>500", "tag:hot", "length:<8 note:any"];
    for seed in 1..=3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut index = DomainIndex::default();
        for step in 0..24 {
            match random.u8(..10) {
                0..=5 => {
                    // Over several chunks, some rows new and some changed.
                    let rows: Vec<_> = (0..random.usize(1..400))
                        .map(|_| {
                            let name =
                                format!("{}{}.com", ["solar", "park", "x"][random.usize(..3)], random.u16(..3_000));
                            let bin = if random.bool() { json!(random.u16(..1_000)) } else { json!(null) };
                            let state = ["verified", "unverified", "removed"][random.usize(..3)];
                            row(&name, state, json!({ "bin_price": bin, "for_sale": random.bool() }))
                        })
                        .collect();
                    index.absorb(Fresh::page(&rows), from(Some(DomainTab::MyDomains), 0), NOW);
                }
                6 => {
                    let key = index.find(&format!("solar{}.com", random.u16(..3_000)));
                    key.map(|key| index.remove(key));
                }
                7 => {
                    let name = format!("park{}.com", random.u16(..3_000));
                    index.leave([name.as_str()], tab::bit(DomainTab::MyDomains), 1);
                }
                8 => {
                    let about = Subject::Domain(format!("solar{}.com", random.u16(..3_000)).into());
                    let key = [Key::Tag("hot".into()), Key::Note][random.usize(..2)].clone();
                    let row = NoteRow { about, key, value: Some("yes".into()), at: Timestamp(0) };
                    index.set_records(Notes::of_rows(vec![row]).records(), random.u64(..));
                }
                _ => index.load(LoadedDomains::new(index.snapshot(), DomainWalk::default(), &[])),
            }
            for line in lines {
                for tab in [DomainTab::MyDomains, DomainTab::Removed] {
                    let view = view(tab, line);
                    let all = index.frozen().view(&view).len() as u64;
                    assert_eq!(index.count(&view), all, "seed {seed}, step {step}, “{line}”");
                }
            }
        }
    }
}
