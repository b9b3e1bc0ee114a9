use super::*;
use crate::api::inquiries::Get;
use crate::api::page::Page;
use crate::api::settings;

fn reply(request: &List, generation: u64, at: i64, result: Result<Paged<Inquiry>, Failure>) -> Reply {
    let call = request.call();
    let result = result.map(|page| Arc::new(page) as Arc<dyn Any + Send + Sync>);
    Reply { key: call.key(), generation, call, at: Timestamp(at), body: None, result }
}

fn page(of: impl IntoIterator<Item = i64>) -> Paged<Inquiry> {
    Paged { rows: rows(of), ..Paged::default() }
}

#[test]
fn an_old_answer_is_dropped_and_a_failure_keeps_what_is_known() {
    let mut store = Store::new("test");
    let request = walk_request(WalkList::All, 1);
    let key = request.call().key();
    store.mark_loading(&key, 1);
    assert!(store.query(&request).loading);
    store.mark_loading(&key, 2);
    assert!(!store.accept(reply(&request, 1, 10, Ok(page([1])))).taken);
    let changes = store.accept(reply(&request, 2, 11, Ok(page([1, 2]))));
    assert_eq!((changes.taken, changes.new), (true, 2));
    store.mark_loading(&key, 3);
    store.accept(reply(&request, 3, 12, Err(failure(FailureKind::Server))));
    let known = store.query(&request);
    assert_eq!(known.value.map(|page| page.rows.len()), Some(2));
    assert_eq!((known.at, known.loading, known.failure.is_some()), (Some(Timestamp(11)), false, true));
}

#[test]
fn a_cancelled_read_is_shown_only_if_the_user_cancelled_it_and_until_it_is_read_again() {
    let mut store = Store::new("test");
    let request = walk_request(WalkList::All, 1);
    let key = request.call().key();
    let cancelled = || Err(failure(FailureKind::Cancelled));
    store.mark_loading(&key, 1);
    store.wanted([]);
    store.accept(reply(&request, 1, 10, cancelled()));
    store.wanted([&*key]);
    assert!(store.query(&request).failure.is_none(), "no screen wanted it");
    store.mark_loading(&key, 2);
    store.accept(reply(&request, 2, 11, cancelled()));
    assert!(store.query(&request).failure.is_some(), "the user did it");
    store.mark_loading(&key, 3);
    assert!(store.query(&request).failure.is_none(), "it is being read");
}

#[test]
fn a_query_made_stale_by_a_write_stays_so_over_an_older_answer() {
    let mut store = Store::new("test");
    let request = walk_request(WalkList::All, 1);
    let key = request.call().key();
    store.mark_loading(&key, 1);
    store.accept(reply(&request, 1, 10, Ok(page([1]))));
    store.mark_loading(&key, 2);
    store.stale(&[Resource::Inquiries]);
    assert_eq!(store.take_stale(), [key.clone()].into());
    store.stale(&[Resource::Profile]);
    assert!(store.take_stale().is_empty());
    store.accept(reply(&request, 2, 11, Ok(page([1]))));
    assert!(store.query(&request).stale);
    store.mark_loading(&key, 3);
    store.accept(reply(&request, 3, 12, Ok(page([1]))));
    assert!(!store.query(&request).stale);
}

#[test]
fn a_kept_answer_never_covers_a_newer_one() {
    let mut store = Store::new("test");
    let request = walk_request(WalkList::All, 1);
    let kept = |n: i64| Arc::new(page([n])) as Arc<dyn Any + Send + Sync>;
    assert!(store.accept_kept(&request.call(), Timestamp(5), kept(1)));
    assert!(store.query(&request).from_disk);
    store.mark_loading(&request.call().key(), 1);
    store.accept(reply(&request, 1, 10, Ok(page([2]))));
    assert!(!store.accept_kept(&request.call(), Timestamp(5), kept(1)));
    assert!(!store.query(&request).from_disk);
}

#[test]
fn wanted_answers_stay_while_four_hundred_others_come() {
    let mut store = Store::new("test");
    let (form, currency) = (walk_request(WalkList::All, 1), walk_request(WalkList::Hidden, 1));
    for request in [&form, &currency] {
        store.mark_loading(&request.call().key(), 1);
        store.accept(reply(request, 1, 10, Ok(page([1]))));
    }
    for n in 2..=400 {
        let read = List { page: Page::new(n, 1), ..walk_request(WalkList::All, 1) };
        store.wanted([form.call().key().as_str(), read.call().key().as_str()]);
        store.mark_loading(&read.call().key(), 1);
        store.accept(reply(&read, 1, 10, Ok(page([i64::from(n)]))));
        assert!(store.query(&currency).value.is_some(), "read with each frame");
    }
    assert!(store.has(&form.call().key()), "wanted all the time, and read by nobody");
    let first = List { page: Page::new(2, 1), ..walk_request(WalkList::All, 1) };
    assert!(!store.has(&first.call().key()), "what nobody stands on goes");
}

#[test]
fn a_page_of_own_settings_is_not_kept_once_it_is_taken_over() {
    let mut store = Store::new("test");
    let request = store.next_own_settings();
    let call = request.call();
    let body = br#"{"domains":[{"domain":"a.com","settings":{"bin_price":{"value":5,"source":"domain"}}}],"pagination":{"current_page":1,"last_page":2,"per_page":200,"total":201}}"#;
    let value = crate::store::answers::decode::<crate::api::domains::AllSettings>(body).expect("a page");
    store.mark_loading(&call.key(), 1);
    store.accept(Reply { key: call.key(), generation: 1, call, at: Timestamp(1), body: None, result: Ok(value) });
    assert!(store.own_settings().of("a.com").is_some());
    assert!(!store.has(&request.call().key()));
    assert_ne!(store.next_own_settings().call().key(), request.call().key(), "the next page is asked for");
}

#[test]
fn memory_keeps_only_a_few_whole_inquiries() {
    let mut store = Store::new("test");
    for n in 1..=100 {
        let call = Get { id: id(n) }.call();
        let value = Arc::new(row(n, n, [false; 4], r#","message":"whole""#)) as Arc<dyn Any + Send + Sync>;
        store.accept(Reply { key: call.key(), generation: 0, call, at: Timestamp(n), body: None, result: Ok(value) });
    }
    assert!(store.inquiries().full(id(100)).is_some_and(|whole| whole.message.get().is_some()));
    assert!(store.inquiries().full(id(1)).is_none());
    assert_eq!(store.inquiries().len(), 100);
}

#[test]
fn answers_nobody_wants_are_dropped_when_bodies_are_too_large() {
    let mut store = Store::new("test");
    let body = bytes::Bytes::from(vec![b' '; 3 << 20]);
    let requests: Vec<_> = (1..=12).map(|number| walk_request(WalkList::All, number)).collect();
    let stood_on = requests[0].call().key();
    for (request, n) in requests.iter().zip(1..) {
        store.mark_loading(&request.call().key(), 1);
        store.answers.wanted([stood_on.as_str()]);
        store.accept(Reply { body: Some(body.clone()), ..reply(request, 1, 10, Ok(page([n]))) });
    }
    let kept: Vec<bool> = requests.iter().map(|request| store.query(request).value.is_some()).collect();
    assert!(kept[0], "what a screen stands on stays");
    assert!(kept[11], "and the newest");
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 5, "of 3 MB each, within 16 MB: {kept:?}");
}

/// A setting changed elsewhere may be the currency of all prices.
#[test]
fn settings_that_were_saved_elsewhere_since_are_read_again() {
    let mut store = Store::new("test");
    let (get, history) = (settings::Get {}, crate::store::shown::versions::of_account(1));
    let read = settings::Get::decode(br#"{"settings":{}}"#).expect("settings");
    let took = |store: &mut Store, call: crate::api::Call, at: i64, value: Arc<dyn Any + Send + Sync>| {
        let key = call.key();
        let generation = store.generation(&key) + 1;
        store.mark_loading(&key, generation);
        store.accept(Reply { key, generation, call, at: Timestamp(at), body: None, result: Ok(value) });
    };
    took(&mut store, get.call(), 100, Arc::new(read));
    for (saved, is_stale) in [(90, false), (100, false), (101, true)] {
        let version = format!(r#"{{"versions":[{{"history_id":{saved},"date":{saved},"scope":"account"}}]}}"#);
        let versions = settings::History::decode(version.as_bytes()).expect("versions");
        took(&mut store, history.call(), 200, Arc::new(versions));
        assert_eq!(store.query(&get).stale, is_stale, "saved at {saved}");
    }
}
