use super::*;
use crate::base::{Currency, Rates};
use crate::store::index::inquiries::bits;

#[test]
fn tabs_show_what_the_service_would_answer() {
    let mut all = rows([1, 2, 3]);
    all.push(row(4, 2_000, [true, true, true, false], ""));
    all.push(row(5, 500, [false, false, false, true], ""));
    all.push(row(6, 3_000, [false; 4], r#","email_confirmed":false"#));
    let store = store_with(&all);
    let show = |tab| ids(&store.inquiries().view(&spec(tab, "")));
    assert_eq!(show(Tab::Active), [3, 2, 1]);
    assert_eq!(show(Tab::Unread), [3, 2, 1]);
    assert_eq!(show(Tab::Starred), [4]);
    assert_eq!(show(Tab::Archived), [4]);
    assert_eq!(show(Tab::Hidden), [5]);
    assert_eq!(show(Tab::All), [6, 4, 3, 2, 1, 5]);
    assert_eq!(show(Tab::Unsent), [0_i64; 0], "only the service can tell who was not mailed");
}

#[test]
fn a_confirmed_inquiry_is_found_by_when_the_buyer_confirmed() {
    let at = |date: i64| format!(r#","email_confirmed":true,"email_confirmed_date":{date}"#);
    let store = store_with(&[
        row(1, 1_000, [false; 4], &at(1_950)),
        row(2, 1_100, [false; 4], &at(1_200)),
        row(3, 1_990, [false; 4], r#","email_confirmed":false"#),
    ]);
    let show = |filter: &str| ids(&store.inquiries().view(&spec(Tab::All, filter)));
    assert_eq!(show("confirmed:<5m"), [1]);
    assert_eq!(show("confirmed:>5m"), [2]);
    assert_eq!(show("confirmed:any"), [2, 1]);
    assert_eq!(show("confirmed:none"), [3]);
    assert_eq!(show("age:>10m confirmed:<5m"), [1], "it came long before it was confirmed");
}

#[test]
fn words_figures_and_negations_find_rows() {
    let more = |name: &str, offer: &str| {
        format!(
            r#","full_name":"{name}","offer":{offer},"offer_currency":"USD","country":"SE","message":"Hello\nwörld""#
        )
    };
    let store = store_with(&[
        row(1, 1_000, [false; 4], &more("Ängla Lindqvist", "500")),
        row(2, 1_100, [true, false, false, false], &more("Tom Becker", "1200.50")),
        row(3, 1_940, [false; 4], r#","message":"say \"hello world\"""#),
    ]);
    let show = |filter: &str| ids(&store.inquiries().view(&spec(Tab::All, filter)));
    assert_eq!(show("ÄNGLA"), [1]);
    assert_eq!(show("wörld hello"), [2, 1]);
    assert_eq!(show("-wörld"), [3]);
    assert_eq!(show(r#""hello world""#), [3]);
    assert_eq!(show("buyer:beck"), [2]);
    assert_eq!(show("buyer:hello"), [0_i64; 0]);
    assert_eq!(show("country:se"), [2, 1]);
    assert_eq!(show("-country:se"), [3]);
    assert_eq!(show("offer:>500"), [2]);
    assert_eq!(show("offer:>=500"), [2, 1]);
    assert_eq!(show("offer:1200.50usd"), [2]);
    assert_eq!(show("offer:>1eur"), [0_i64; 0]);
    assert_eq!(show("offer:none"), [3]);
    assert_eq!(show("age:<10m"), [3]);
    assert_eq!(show("is:read"), [2]);
    assert_eq!(show("domain:d1.com"), [1]);
    assert_eq!(show("-domain:d1 -tom"), [3]);
    for (line, found) in [
        ("country:no,se", vec![2, 1]),
        ("-country:no,se", vec![3]),
        ("offer:400-1,200.50usd", vec![2, 1]),
        ("offer:<600,none", vec![3, 1]),
        ("is:read,starred", vec![2]),
        ("status:all risk:low,high", vec![]),
        ("buyer:tom,x", vec![]),
    ] {
        assert_eq!(show(line), found, "{line}");
    }
}

#[test]
fn an_offer_is_compared_within_its_currency_only() {
    let offer = |offer: &str, currency: &str| format!(r#","offer":{offer},"offer_currency":"{currency}""#);
    let store = store_with(&[
        row(1, 1_000, [false; 4], &offer("75000", "JPY")),
        row(2, 1_100, [false; 4], &offer("6000", "USD")),
        row(3, 1_200, [false; 4], &offer("7000", "USD")),
        row(4, 1_300, [false; 4], &offer("5500", "EUR")),
    ]);
    let in_currency = |currency: &str, line: &str| {
        ids(&store.inquiries().view(&ViewSpec { currency: currency.to_owned(), ..spec(Tab::All, line) }))
    };
    for (currency, line, found) in [
        ("USD", "offer:>5000", vec![3, 2]),
        ("USD", "offer:>5k", vec![3, 2]),
        ("USD", "offer:>€5,000", vec![4]),
        ("USD", "offer:>$6,500,>€5,000", vec![4, 3]),
        ("USD", "offer:¥70,000-80,000", vec![1]),
        ("JPY", "offer:>5000", vec![1]),
        ("USD", "offer:any", vec![4, 3, 2, 1]),
    ] {
        assert_eq!(in_currency(currency, line), found, "{currency} {line}");
    }
    assert_eq!(store.inquiries().usual_currency(), crate::base::Currency("USD".to_owned()));
}

#[test]
fn sorting_keeps_the_newest_first_among_equals_and_the_empty_last() {
    let offer = |n: i64, amount: &str| row(n, n, [false; 4], &format!(r#","offer":{amount},"offer_currency":"EUR""#));
    let store = store_with(&[offer(1, "5"), offer(2, "null"), offer(3, "70"), offer(4, "5"), offer(5, "1e400")]);
    let show = |by, reversed| {
        let spec = ViewSpec { sort: Sort { by, reversed }, ..spec(Tab::All, "") };
        ids(&store.inquiries().view(&spec))
    };
    assert_eq!(show(Column::Offer, false), [3, 4, 1, 5, 2]);
    assert_eq!(show(Column::Offer, true), [4, 1, 3, 5, 2]);
    assert_eq!(show(Column::Date, true), [1, 2, 3, 4, 5]);
    assert_eq!(show(Column::Domain, false), [1, 2, 3, 4, 5]);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::All, "order:offer"))), [3, 4, 1, 5, 2]);
}

#[test]
fn offers_are_sorted_within_a_currency_the_one_with_most_first() {
    let offer = |n: i64, amount: &str, code: &str| {
        row(n, n, [false; 4], &format!(r#","offer":{amount},"offer_currency":"{code}""#))
    };
    let store = store_with(&[
        offer(1, "125000", "JPY"),
        offer(2, "70", "EUR"),
        offer(3, "900", "USD"),
        offer(4, "5", "EUR"),
        offer(5, "null", "USD"),
        offer(6, "60", "USD"),
        offer(7, "20", "USD"),
    ]);
    let show = |reversed, rates: &[(&str, f64)]| {
        let mut told = Rates::default();
        for (code, worth) in rates {
            assert!(told.set(Currency::new(code), *worth));
        }
        let sort = Sort { by: Column::Offer, reversed };
        let spec = ViewSpec { sort, rates: Arc::new(told), ..spec(Tab::All, "") };
        ids(&store.inquiries().view(&spec))
    };
    assert_eq!(show(false, &[]), [3, 6, 7, 2, 4, 1, 5]);
    assert_eq!(show(true, &[]), [7, 6, 3, 4, 2, 1, 5]);
    // Offers in currencies with a rate are sorted by the user's rates; those without a rate follow.
    assert_eq!(show(false, &[("USD", 1.0), ("EUR", 1.25)]), [3, 2, 6, 7, 4, 1, 5]);
    assert_eq!(show(false, &[("USD", 1.0), ("EUR", 1.25), ("JPY", 0.0075)]), [1, 3, 2, 6, 7, 4, 5]);
    assert_eq!(show(true, &[("USD", 1.0), ("EUR", 1.25)]), [4, 7, 6, 2, 3, 1, 5]);
}

#[test]
fn a_row_keeps_what_an_answer_does_not_say() {
    let mut store =
        store_with(&[row(1, 5, [false, true, false, false], r#","details":{"listing":{"buy_now_price":null}}"#)]);
    let bare = Row::from_raw(r#"{"inquiry_id":1,"inquire_date":5}"#).expect("a row");
    store.index.inquiries.absorb([&bare], 0);
    let (_, told, _) = store.index.inquiries.kept(id(1)).expect("kept");
    assert!(told & bits::STARRED != 0 && told & bits::DETAILED != 0 && told & bits::NO_BIN != 0);
    assert_eq!(store.inquiries().shown(id(1), Mark::Starred), Some(true));
    assert_eq!(store.inquiries().row(id(1)).expect("row").confirmed(), None, "not said is not no");
}

#[test]
fn views_follow_every_kind_of_change() {
    // So many rows that the list has several pieces, of which a new view takes unchanged ones from the last view.
    let mut store = store_with(&rows(1..=3_500));
    let active = spec(Tab::Active, "buyer");
    let fresh = |store: &Store| {
        let mut again = InquiryIndex::default();
        again.load(store.inquiries().snapshot());
        ids(&again.view(&active))
    };
    let first = store.inquiries().view(&active);
    assert_eq!(first.len(), 3_500);
    assert!(Arc::ptr_eq(&first, &store.inquiries().view(&active)), "unchanged, so not made again");
    store.index.inquiries.acknowledge(id(1_700), Mark::Archived, true);
    assert_eq!(ids(&store.inquiries().view(&active)), fresh(&store));
    store.index.inquiries.absorb(&rows([9_000, 8_999]), 0);
    store.index.inquiries.absorb([&row(20, 99_999, [false; 4], "")], 0);
    assert_eq!(ids(&store.inquiries().view(&active))[..3], [20, 9_000, 8_999]);
    store.forget(&[id(9_000), id(77)]);
    assert_eq!(ids(&store.inquiries().view(&active)), fresh(&store));
    let version = store.inquiries().version();
    store.purge_cache();
    assert!(store.inquiries().view(&active).is_empty() && store.inquiries().version() > version);
}

/// Proves R-06.
#[test]
fn texts_are_clean_and_cut_at_a_letter() {
    let long = "é".repeat(400);
    let store =
        store_with(&[row(1, 1, [false; 4], &format!(r#","full_name":"a\u001b[31m{long}","company":" x\ty ""#))]);
    let row = store.inquiries().row(id(1)).expect("row");
    assert!(crate::base::is_clean(&row.company().replace('·', "")) && !row.company().contains('\t'));
    assert!(row.buyer().len() <= 240 && !row.buyer().contains('\u{1b}') && row.buyer().ends_with('é'));
}
