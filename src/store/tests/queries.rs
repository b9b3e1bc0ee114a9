use super::*;
use crate::api::inquiries::Get;

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
fn what_a_write_makes_stale_stays_so_over_an_answer_asked_before() {
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
fn a_single_read_is_whole_in_memory_and_a_few_only() {
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
