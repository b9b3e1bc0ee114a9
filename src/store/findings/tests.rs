use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::api::types::{Domain, Inquiry, Pagination};
use crate::api::{Page, Paged, Request, Row, domains, profile, settings};
use crate::base::{Id, work};
use crate::store::filter::parse_domains;
use crate::store::index::walk::Begin;
use crate::store::subject::Mark;
use crate::store::writes::intent::SetMark;
use crate::store::{Intent, Reply, Walked};

#[test]
fn the_table_is_in_the_order_of_the_kinds_and_every_list_can_be_read() {
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, place, "{kind:?}");
        assert_eq!(Kind::parse(kind.word()), Some(kind));
    }
    for found in known(&Store::new("main"), Timestamp(0)).all() {
        let List { screen, line } = found.list();
        if screen == "domains" {
            let (_, filter) = line.split_once(' ').unwrap_or((&line, ""));
            assert!(parse_domains(filter).is_ok_and(|read| read.canonical() == filter), "{line}");
        }
        assert_eq!(found.figure, Known::NotRead, "{line}");
    }
}

const NOW: Timestamp = Timestamp(1_800_000_000);

#[test]
fn what_the_token_lacks_for_figures_of_inquiries_is_said_in_words() {
    let mut store = Store::new("main");
    store.session_mut().lacks(crate::api::abilities::INQUIRIES_LIST);
    let mut asked = asked::Asked::default();
    asked.sum_up(&store, NOW);
    let why = "the token lacks “List inquiries” (inquiries.list)".to_owned();
    assert_eq!(asked.figures("a.com", None).best, Known::Unavailable(why));
}

#[test]
fn sums_are_made_once_for_all_who_show_them() {
    let store = store(0);
    let (mut one, mut other) = (asked::Asked::default(), asked::Asked::default());
    one.sum_up(&store, NOW);
    let before = work::rows_looked_at();
    other.sum_up(&store, NOW);
    assert_eq!(work::rows_looked_at(), before);
    let both = one.about("a.com").zip(other.about("a.com")).expect("asked about");
    assert!(std::ptr::eq(both.0, both.1) && both.0.all == 2);
    other.sum_up(&store, Timestamp(NOW.0 + 86_400));
    assert!(work::rows_looked_at() > before, "on another day");
}

/// A store with a name below an offer for it, one below its own lowest offer, one above its offer, and `others` names
/// without inquiries.
fn store(others: i64) -> Store {
    let mut store = Store::new("main");
    let domain = |name: &str, bin: i64, lowest: i64| {
        let json = json!({
            "domain_id": bin, "name": name, "punycode": name, "state": "verified", "is_approved": true, "is_verified": true,
            "for_sale": true, "bin_price": bin, "accept_offers": lowest,
        });
        Row::<Domain>::from_raw(&json.to_string()).expect("a domain")
    };
    let mut rows = vec![domain("a.com", 900, 0), domain("b.com", 500, 600), domain("c.com", 5_000, 0)];
    rows.extend((0..others).map(|n| domain(&format!("other{n}.com"), 10_000 + n, 0)));
    list(&mut store, rows);
    let inquiry = |id: i64, name: &str, offer: i64| {
        let json = json!({
            "inquiry_id": id, "inquire_date": NOW.0 - id * 60, "domain": name, "domain_punycode": name, "offer": offer,
            "offer_currency": "USD", "email_confirmed": true,
            "marks": {"read": false, "starred": false, "archived": false, "removed": false},
        });
        Row::<Inquiry>::from_raw(&json.to_string()).expect("an inquiry")
    };
    answer(&mut store, &settings::Get {}, &json!({ "settings": {} }));
    let own = store.next_own_settings();
    answer(&mut store, &own, &json!({ "domains": [], "pagination": {} }));
    answer(&mut store, &profile::Get {}, &json!({ "profile": { "default_currency": "USD" } }));
    store.index.inquiries.absorb(&[inquiry(1, "a.com", 1_000), inquiry(2, "a.com", 950), inquiry(3, "c.com", 100)], 0);
    store
}

/// Answers the list of domains with these rows and no others.
fn list(store: &mut Store, rows: Vec<Row<Domain>>) {
    let call = domains::List { filter: domains::DomainFilter::default(), page: Page::default() }.call();
    let pagination = Pagination { total: (rows.len() as i64).into(), ..Pagination::default() };
    let page = Arc::new(Paged { rows, pagination, ..Paged::<Domain>::default() });
    store.accept(Reply { key: call.key(), generation: 1, call, at: NOW, body: None, result: Ok(page) });
}

fn answer<R: Request>(store: &mut Store, ask: &R, body: &serde_json::Value) {
    let (call, value) = (ask.call(), R::decode(body.to_string().as_bytes()).expect("an answer"));
    let result: Result<Arc<dyn std::any::Any + Send + Sync>, _> = Ok(Arc::new(value));
    store.accept(Reply { key: call.key(), generation: 1, call, at: NOW, body: None, result });
}

/// The findings as they are kept, and as they are when made from nothing.
fn both(store: &Store) -> (String, String) {
    let told = |findings: &Findings| {
        format!("{:?} {:?} {:?} {:?}", findings.found, findings.settled, findings.beside, findings.settled_whole)
    };
    let kept = told(&known(store, NOW));
    let made = store.shown.made.take::<Made>();
    let anew = told(&known(store, NOW));
    store.shown.made.put(made);
    (kept, anew)
}

fn below(store: &Store) -> usize {
    known(store, NOW).of(Kind::BinBelow).map_or(0, Found::len)
}

#[test]
fn kinds_keep_their_places_while_inquiries_are_read_for_the_first_time() {
    let mut store = store(0);
    let order = |store: &Store| known(store, NOW).all().iter().map(|found| found.kind).collect::<Vec<_>>();
    assert_ne!(order(&store), Kind::ALL, "the most important first");
    store.begin_walk(Walked::Inquiries, Begin::Resume, NOW);
    assert_eq!(order(&store), Kind::ALL);
}

#[test]
fn an_act_on_an_inquiry_looks_again_only_at_the_names_it_is_about_and_finds_the_same() {
    let mut store = store(0);
    assert_eq!(below(&store), 2, "{:?}", known(&store, NOW).of(Kind::BinBelow));
    let mark = |store: &mut Store, id: i64, to: bool| {
        let intent = Intent::Mark(SetMark { ids: vec![Id::new(id)], mark: Mark::Archived, to });
        store.plan(intent, NOW).expect("planned");
        let (kept, anew) = both(store);
        assert_eq!(kept, anew);
    };
    mark(&mut store, 3, true);
    mark(&mut store, 1, true);
    assert_eq!(below(&store), 2, "another offer is above the price");
    mark(&mut store, 2, true);
    assert_eq!(below(&store), 1);
    mark(&mut store, 1, false);
    assert_eq!(below(&store), 2);
    let settle = known(&store, NOW).of(Kind::BinBelow).expect("found").settle_names(None, "", &store);
    store.change_notes(settle, "settled".to_owned(), NOW);
    assert_eq!(below(&store), 0);
    mark(&mut store, 1, true);
    mark(&mut store, 1, false);
    assert_eq!(below(&store), 0, "it stays settled");
}

#[test]
fn a_kind_that_is_settled_as_a_whole_stays_so_over_an_act_on_an_inquiry() {
    let mut store = store(0);
    let settle = known(&store, NOW).of(Kind::BinBelow).expect("found").settle_kind(None, "");
    store.change_notes(vec![settle], "settled".to_owned(), NOW);
    for to in [true, false] {
        let intent = Intent::Mark(SetMark { ids: vec![Id::new(1)], mark: Mark::Archived, to });
        store.plan(intent, NOW).expect("planned");
        let (kept, anew) = both(&store);
        assert_eq!(kept, anew);
    }
}

#[test]
fn a_row_that_does_not_tell_its_price_or_whether_it_is_for_sale_makes_the_figures_a_part() {
    let figure = |told: serde_json::Value| {
        let row = |id: i64, told: serde_json::Value| {
            let mut json = json!({
                "domain_id": id, "punycode": format!("{id}.com"), "name": format!("{id}.com"), "state": "verified",
                "is_approved": true, "is_verified": true, "for_sale": true, "bin_price": 900,
            });
            json.as_object_mut().expect("an object").extend(told.as_object().expect("members").clone());
            Row::<Domain>::from_raw(&json.to_string()).expect("a domain")
        };
        let mut store = Store::new("main");
        list(&mut store, vec![row(1, told), row(2, json!({ "bin_price": null }))]);
        known(&store, NOW).of(Kind::NoPrice).expect("found").figure.clone()
    };
    assert_eq!(figure(json!({})), Known::Is(1));
    for told in [json!({ "for_sale": null }), json!({ "for_sale": "perhaps" }), json!({ "bin_price": "by the week" })] {
        assert!(matches!(figure(told.clone()), Known::AtLeast { value: 1, .. }), "{told}");
    }
}

#[test]
fn an_unverified_name_without_a_price_leaves_kinds_of_verified_names_as_they_are() {
    for (verified, below) in [(true, true), (false, false)] {
        let json = json!({
            "domain_id": 1, "punycode": "1.com", "name": "1.com", "is_approved": true, "is_verified": verified,
            "state": if verified { "verified" } else { "unverified" },
        });
        let mut store = Store::new("main");
        list(&mut store, vec![Row::<Domain>::from_raw(&json.to_string()).expect("a domain")]);
        let findings = known(&store, NOW);
        let unclear = |kind| findings.of(kind).is_some_and(|found: &Found| found.unclear);
        assert_eq!((unclear(Kind::NoPrice), unclear(Kind::BinBelow)), (true, below), "{verified}");
    }
}

#[test]
fn an_act_on_an_inquiry_costs_the_same_with_many_names() {
    let looked_at = |others: i64| {
        let mut store = store(others);
        known(&store, NOW);
        let before = work::rows_looked_at();
        let intent = Intent::Mark(SetMark { ids: vec![Id::new(1)], mark: Mark::Archived, to: true });
        store.plan(intent, NOW).expect("planned");
        known(&store, NOW);
        work::rows_looked_at() - before
    };
    assert_eq!(looked_at(2_000), looked_at(20));
}

/// Answers a page of domains that have own settings.
fn own_page(store: &mut Store, rows: &[(String, serde_json::Value)], last: u32) {
    let row = |(name, own): &(String, serde_json::Value)| {
        let own = own.as_object().expect("settings").iter();
        let own: serde_json::Map<_, _> = own
            .map(|(name, value)| (name.clone(), json!({ "value": value, "source": "domain", "domain_value": value })))
            .collect();
        json!({ "domain": name, "settings": own })
    };
    let ask = store.next_own_settings();
    let number = ask.page.page;
    let page = json!({ "current_page": number, "last_page": last, "per_page": 200, "shown": rows.len(), "total": 99 });
    answer(store, &ask, &json!({ "domains": rows.iter().map(row).collect::<Vec<_>>(), "pagination": page }));
}

#[test]
fn a_page_of_own_settings_looks_only_at_its_names_and_finds_the_same() {
    let costs = |others: i64| -> Vec<u64> {
        let mut store = store(others);
        store.forget_own_settings();
        let of = |name: &str, own: serde_json::Value| (name.to_owned(), own);
        own_page(&mut store, &[of("other4.com", json!({ "min_offer": 50 }))], 7);
        known(&store, NOW);
        // The account's value is answered after the page of domains.
        let account = json!({ "value": 50, "source": "account", "account_value": 50 });
        answer(&mut store, &settings::Get {}, &json!({ "settings": { "min_offer": account } }));
        let (kept, anew) = both(&store);
        assert_eq!(kept, anew);
        let pages = [
            vec![of("other1.com", json!({ "min_offer": 60 })), of("other2.com", json!({ "min_offer": 50 }))],
            vec![of("a.com", json!({ "min_offer": 50 })), of("gone.com", json!({ "min_offer": 50 }))],
            vec![of("c.com", json!({ "currency": "EUR" })), of("b.com", json!({ "min_offer": 50 }))],
            // Two names of earlier pages, with other values.
            vec![of("other2.com", json!({ "min_offer": 70 })), of("gone.com", json!({ "min_offer": 51 }))],
            vec![of("other3.com", json!({ "headline": "Here" }))],
        ];
        let cost = |rows: &Vec<(String, serde_json::Value)>| {
            own_page(&mut store, rows, 7);
            let before = work::rows_looked_at();
            known(&store, NOW);
            let cost = work::rows_looked_at() - before;
            let (kept, anew) = both(&store);
            assert_eq!(kept, anew, "{rows:?}");
            cost
        };
        let costs = pages.iter().map(cost).collect();
        let redundant = |store: &Store| known(store, NOW).of(Kind::Redundant).expect("found").figure.clone();
        assert!(matches!(redundant(&store), Known::AtLeast { value: 3, .. }), "{:?}", redundant(&store));
        own_page(&mut store, &[], 7);
        let (kept, anew) = both(&store);
        assert_eq!(kept, anew);
        costs
    };
    assert_eq!(costs(500), costs(20));
}

#[test]
fn a_price_below_a_lowest_offer_in_the_settings_is_found_once_they_were_read() {
    let mut store = store(0);
    store.forget_own_settings();
    let row = |(name, state): (&str, &str)| {
        let json = json!({ "punycode": name, "name": name, "domain_id": name.len(), "state": state, "is_approved": true,
            "is_verified": state == "verified", "for_sale": true, "bin_price": 500, "accept_offers": true });
        Row::<Domain>::from_raw(&json.to_string()).expect("a domain")
    };
    let rows = [("own.com", "verified"), ("account.com", "verified"), ("later.com", "unverified")].map(row);
    list(&mut store, rows.into());
    let before = below(&store);
    own_page(&mut store, &[("own.com".to_owned(), json!({ "min_offer": 400 }))], 1);
    let account = json!({ "value": 600, "source": "account", "account_value": 600 });
    answer(&mut store, &settings::Get {}, &json!({ "settings": { "min_offer": account } }));
    let (kept, anew) = both(&store);
    assert_eq!(kept, anew);
    assert_eq!(below(&store), before + 2, "a.com for its offer in a known currency, and the one with the account's");
}

/// The finding covers verified names only: of others only some settings are read, one name at a time.
#[test]
fn a_repeated_value_of_an_unverified_name_is_not_counted_with_those_of_verified_ones() {
    let mut store = store(1);
    let row =
        json!({ "domain_id": 9, "name": "d.com", "punycode": "d.com", "state": "unverified", "is_approved": true });
    let mut rows = vec![Row::<Domain>::from_raw(&row.to_string()).expect("a domain")];
    let other =
        json!({ "domain_id": 8, "name": "e.com", "punycode": "e.com", "state": "verified", "is_approved": true });
    rows.push(Row::from_raw(&other.to_string()).expect("a domain"));
    list(&mut store, rows);
    let account = json!({ "value": 50, "source": "account", "account_value": 50 });
    answer(&mut store, &settings::Get {}, &json!({ "settings": { "min_offer": account } }));
    let own = json!({ "settings": { "min_offer": { "value": 50, "source": "domain", "domain_value": 50 } } });
    for name in ["d.com", "e.com"] {
        answer(&mut store, &domains::Settings { name: crate::base::DomainName::from_service(name) }, &own);
    }
    assert_eq!(known(&store, NOW).of(Kind::Redundant).expect("found").figure, Known::Is(1));
    let (kept, anew) = both(&store);
    assert_eq!(kept, anew);
}

#[test]
fn a_minute_in_which_nothing_changes_looks_at_no_name() {
    let store = store(20);
    let findings = known(&store, NOW);
    let before = work::rows_looked_at();
    let later = known(&store, Timestamp(NOW.0 + 120));
    assert_eq!(work::rows_looked_at() - before, 0);
    assert!(Arc::ptr_eq(&findings, &later));
}

#[test]
fn a_snoozed_name_is_found_for_nothing_until_its_time_or_a_new_offer() {
    let mut store = store(0);
    let snooze = |store: &mut Store, name: &str, at: i64| {
        let until = Moment::At(Timestamp(NOW.0 + 3_600)).kept();
        let change = NoteChange::new(Subject::Domain(name.into()), Key::Snooze, &until);
        store.change_notes(vec![change], "snoozed".to_owned(), Timestamp(at));
    };
    assert_eq!(below(&store), 2);
    snooze(&mut store, "b.com", NOW.0);
    assert_eq!(below(&store), 1);
    let (kept, anew) = both(&store);
    assert_eq!(kept, anew);
    let findings = known(&store, NOW);
    let [settled] = findings.settled() else { panic!("{:?}", findings.settled()) };
    assert!(settled.snoozed && findings.is_settled(Kind::BinBelow, "b.com"));
    assert_eq!(
        known(&store, Timestamp(NOW.0 + 3_600)).of(Kind::BinBelow).map(Found::len),
        Some(2),
        "its time has come"
    );
    store.change_notes(vec![settled.forget()], "back".to_owned(), NOW);
    assert_eq!(below(&store), 2, "all of it is back");
    store.reverse_notes(false, NOW);
    assert_eq!(below(&store), 1, "an undo");
    // The newest offer came after this snooze was made.
    snooze(&mut store, "a.com", NOW.0 - 1_000);
    assert_eq!(below(&store), 1);
    assert!(parse_domains("snooze:any").is_ok_and(|read| read.canonical() == "snooze:any"));
}

#[test]
fn a_price_of_unknown_currency_is_not_measured_against_offers() {
    let mut store = store(0);
    assert_eq!(below(&store), 2);
    answer(&mut store, &profile::Get {}, &json!({ "profile": { "default_currency": null } }));
    assert_eq!(below(&store), 1, "only the one below its own lowest offer");
}

/// A check that fell due after the row was read may have been made since.
#[test]
fn a_check_is_overdue_only_where_the_reading_of_the_name_showed_it() {
    let of = |next_check: i64, now: i64| {
        let mut store = Store::new("main");
        let json = json!({
            "domain_id": 1, "name": "a.com", "punycode": "a.com", "state": "verified", "is_approved": true,
            "is_verified": true, "next_check": next_check,
        });
        let row = Row::<Domain>::from_raw(&json.to_string()).expect("a domain");
        let ask = domains::List { filter: domains::DomainFilter::default(), page: Page::default() };
        let page = Arc::new(Paged { rows: vec![row], ..Paged::<Domain>::default() });
        let call = ask.call();
        store.accept(Reply { key: call.key(), generation: 1, call, at: NOW, body: None, result: Ok(page) });
        let many = |now: i64| known(&store, Timestamp(now)).of(Kind::CheckOverdue).map_or(0, Found::len);
        // While the clock is behind by more than the check is overdue, nothing is found; a minute later it is.
        if now < NOW.0 {
            assert_eq!(many(now), 0);
            return many(NOW.0);
        }
        many(now)
    };
    let day = 86_400;
    assert_eq!(of(NOW.0 - day - 30, NOW.0 - 60), 1);
    assert_eq!(of(NOW.0 - 2 * day, NOW.0), 1);
    assert_eq!(of(NOW.0 + 3_600, NOW.0 + 3 * day), 0, "three days later nobody has read it again");
}

#[test]
fn a_kept_list_of_reminders_of_home_itself_is_read_back() {
    let list = List { screen: "home", line: crate::store::home::ELSEWHERE.to_owned() };
    let kept = serde_json::to_string(&list).expect("text");
    assert_eq!(serde_json::from_str::<List>(&kept).expect("a list"), list);
    assert!(serde_json::from_str::<List>(&kept.replace("home", "none")).is_err());
}
