use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use super::{OFFLINE_WAIT, Queries};
use crate::api::{Body, Call, DecodeError, Endpoint, Method, Needs, PageRule, Resend, Service};
use crate::client::{Failure, FailureKind, Lane};
use crate::store::{Every, Want};

static LIST: Endpoint = Endpoint {
    name: "things.list",
    summary: "Things.",
    documented: "",
    service: Service::Parking,
    method: Method::Get,
    path: "things",
    params: &[],
    needs: Needs::NotShown,
    resend: Resend::Read,
    about: &[],
    touches: &[],
    page: PageRule::None,
    answer: crate::api::Answer::Json,
    standing: crate::api::Standing::Documented,
};

fn want(key: &str, every: Every) -> Want {
    Want {
        apart: None,
        keep: true,
        key: key.to_owned(),
        call: Call { endpoint: &LIST, path: key.to_owned(), query: Vec::new(), body: Body::None },
        decode: |_| -> Result<Arc<dyn Any + Send + Sync>, DecodeError> { Ok(Arc::new(())) },
        lane: Lane::User,
        fresh_for: Duration::from_secs(30),
        every,
        after: Duration::ZERO,
        paced: false,
    }
}

fn failure(kind: FailureKind) -> Failure {
    Failure { kind, status: None, errors: Vec::new(), retry_after: None, detail: String::new() }
}

#[test]
fn a_missing_answer_is_asked_once_and_a_known_one_not_at_all() {
    let mut queries = Queries::default();
    let starts = queries.reconcile(vec![want("a", Every::Once), want("b", Every::Once)], 0, |want| want.key == "b");
    assert_eq!(starts.iter().map(|start| start.want.key.as_str()).collect::<Vec<_>>(), ["a"]);
    assert!(queries.reconcile(vec![want("a", Every::Once), want("b", Every::Once)], 1, |_| false).is_empty());
    assert_eq!(queries.next_due(), None, "nothing wakes the loop while a request runs");
}

#[test]
fn an_unwanted_query_is_cancelled() {
    let mut queries = Queries::default();
    let starts = queries.reconcile(vec![want("a", Every::Once)], 0, |_| false);
    assert!(queries.reconcile(Vec::new(), 1, |_| false).is_empty());
    assert!(starts[0].cancel.is_cancelled());
}

#[test]
fn a_query_for_a_passed_row_waits_until_the_cursor_rests_and_is_dropped() {
    let resting = |key: &str| Want { after: Duration::from_millis(400), ..want(key, Every::Once) };
    let mut queries = Queries::default();
    for (row, now) in [("a", 0), ("b", 50), ("c", 100)] {
        assert!(queries.reconcile(vec![resting(row)], now, |_| false).is_empty(), "passing over {row} asks nothing");
    }
    assert_eq!(queries.next_due(), Some(500), "the loop wakes when the rest is long enough");
    assert!(queries.reconcile(vec![resting("c")], 499, |_| false).is_empty());
    let starts = queries.reconcile(vec![resting("c")], 500, |_| false);
    assert_eq!(starts.iter().map(|start| start.want.key.as_str()).collect::<Vec<_>>(), ["c"]);
    queries.reconcile(Vec::new(), 510, |_| false);
    assert!(starts[0].cancel.is_cancelled());
}

#[test]
fn a_query_whose_wait_is_shortened_is_asked_at_once() {
    let waiting = |ms: u64| Want { after: Duration::from_millis(ms), ..want("a", Every::Once) };
    let mut queries = Queries::default();
    assert!(queries.reconcile(vec![waiting(60_000)], 0, |_| false).is_empty());
    assert!(queries.reconcile(vec![waiting(60_000)], 900, |_| false).is_empty());
    assert_eq!(queries.reconcile(vec![waiting(0)], 1_000, |_| false).len(), 1);
    assert!(queries.reconcile(vec![waiting(0)], 1_001, |_| false).is_empty(), "it is under way");
}

/// Proves R-36.
#[test]
fn a_poll_backs_off_while_nothing_changes_and_starts_over_when_something_does() {
    let every = Every::BackingOff(Duration::from_secs(2), Duration::from_secs(10));
    let mut queries = Queries::default();
    let mut now = 0;
    let mut waits = Vec::new();
    for changed in [false, false, false, false, true] {
        let starts = queries.reconcile(vec![want("a", every)], now, |_| false);
        queries.ended("a", starts[0].generation, changed, None, now);
        let due = queries.next_due().expect("a poll is due");
        waits.push(due - now);
        now = due;
    }
    assert_eq!(waits, [4_000, 8_000, 10_000, 10_000, 2_000]);
}

#[test]
fn offline_waits_double_from_half_a_minute_to_five() {
    let mut queries = Queries::default();
    let mut now = 0;
    let mut waits = Vec::new();
    for _ in 0..6 {
        let starts = queries.reconcile(vec![want("a", Every::Once)], now, |_| false);
        queries.ended("a", starts[0].generation, false, Some(&failure(FailureKind::Offline)), now);
        let due = queries.next_due().expect("an offline query is asked again");
        waits.push((due - now) / 1_000);
        now = due;
    }
    assert_eq!(waits.first(), Some(&OFFLINE_WAIT.0.as_secs()));
    assert_eq!(waits, [30, 60, 120, 240, 300, 300]);
}

#[test]
fn a_refusal_is_not_asked_again_until_the_user_does() {
    let mut queries = Queries::default();
    let starts = queries.reconcile(vec![want("a", Every::Once)], 0, |_| false);
    queries.ended("a", starts[0].generation, false, Some(&failure(FailureKind::Forbidden)), 0);
    assert_eq!(queries.next_due(), None);
    queries.refresh(5);
    assert_eq!(queries.reconcile(vec![want("a", Every::Once)], 5, |_| false).len(), 1);
}

#[test]
fn an_answer_of_an_older_generation_changes_nothing() {
    let mut queries = Queries::default();
    let first = queries.reconcile(vec![want("a", Every::Once)], 0, |_| false);
    queries.cancel();
    queries.refresh(1);
    let second = queries.reconcile(vec![want("a", Every::Once)], 1, |_| false);
    queries.ended("a", first[0].generation, true, None, 2);
    queries.refresh(2);
    assert!(queries.reconcile(vec![want("a", Every::Once)], 2, |_| false).is_empty(), "the second one still runs");
    assert_ne!(first[0].generation, second[0].generation);
}

#[test]
fn lists_a_write_touched_are_asked_again_once_and_not_at_once() {
    let mut queries = Queries::default();
    let starts = queries.reconcile(vec![want("a", Every::Once)], 0, |_| false);
    queries.ended("a", starts[0].generation, true, None, 0);
    for now in [100, 200, 300] {
        queries.soon(&["a".to_owned()].into(), &[], now);
        assert!(queries.reconcile(vec![want("a", Every::Once)], now, |_| false).is_empty());
    }
    assert_eq!(queries.next_due(), Some(5_300));
    let awaited = || vec![Want { fresh_for: Duration::ZERO, ..want("a", Every::Once) }];
    queries.soon(&["a".to_owned()].into(), &awaited(), 400);
    assert_eq!(queries.reconcile(awaited(), 400, |_| false).len(), 1, "the user waits for it");
}

#[test]
fn paused_queries_are_not_asked_by_time() {
    let every = Every::Steady(Duration::from_secs(60));
    let mut queries = Queries::default();
    let starts = queries.reconcile(vec![want("a", every)], 0, |_| false);
    queries.ended("a", starts[0].generation, true, None, 0);
    queries.pause(true, 0);
    assert_eq!(queries.next_due(), None);
    queries.pause(false, 10);
    assert_eq!(queries.next_due(), Some(60_010));
}

#[test]
fn a_refresh_during_a_request_is_asked_after_it() {
    let every = Every::Steady(Duration::from_secs(60));
    let wants = || vec![want("a", every)];
    let mut queries = Queries::default();
    let first = queries.reconcile(wants(), 0, |_| false).remove(0);
    queries.refresh(10);
    assert!(queries.reconcile(wants(), 10, |_| true).is_empty(), "one at a time");
    queries.ended("a", first.generation, false, Some(&failure(FailureKind::Unauthorized)), 20);
    assert_eq!(queries.reconcile(wants(), 20, |_| true).len(), 1, "the refusal belongs to the question before");
}

#[test]
fn only_failed_queries_are_asked_again_when_their_cause_is_over() {
    let wants = || vec![want("a", Every::Once), want("b", Every::Once), want("c", Every::Once)];
    let mut queries = Queries::default();
    let starts = queries.reconcile(wants(), 0, |_| false);
    queries.ended("a", starts[0].generation, true, None, 0);
    queries.ended("b", starts[1].generation, false, Some(&failure(FailureKind::Unauthorized)), 0);
    queries.retry_failed(10);
    let again: Vec<_> = queries.reconcile(wants(), 10, |_| true).into_iter().map(|start| start.want.key).collect();
    assert_eq!(again, ["b"], "c is still on its way");
}

/// Answers to other queries in between do not end the trouble.
#[test]
fn a_list_that_cannot_be_read_is_a_trouble_until_it_is_read() {
    let wants = || vec![want("a", Every::Once), want("b", Every::Once)];
    let mut queries = Queries::default();
    let starts = queries.reconcile(wants(), 0, |_| false);
    queries.ended("a", starts[0].generation, false, Some(&failure(FailureKind::NotUnderstood)), 0);
    queries.ended("b", starts[1].generation, true, None, 0);
    assert_eq!(queries.trouble().map(|(kind, _)| kind), Some(&FailureKind::NotUnderstood));
    queries.refresh(10);
    for start in queries.reconcile(wants(), 10, |_| true) {
        queries.ended(&start.want.key, start.generation, true, None, 20);
    }
    assert_eq!(queries.trouble(), None);
    queries.refresh(30);
    for start in queries.reconcile(wants(), 30, |_| true) {
        queries.ended(&start.want.key, start.generation, false, Some(&failure(FailureKind::Forbidden)), 40);
    }
    assert_eq!(queries.trouble(), None, "a missing ability is no trouble of the connection");
}

#[test]
fn the_users_pace_wins_over_the_screens() {
    let every = Every::Steady(Duration::from_secs(60));
    let mut queries = Queries::every(Duration::from_secs(5 * 60));
    let starts = queries.reconcile(vec![want("a", every)], 0, |_| false);
    queries.ended("a", starts[0].generation, false, None, 0);
    assert_eq!(queries.next_due(), Some(300_000));
    queries.set_pace(Some(Duration::from_secs(30)), 1_000);
    assert_eq!(queries.next_due(), Some(31_000));
    queries.set_pace(None, 2_000);
    assert_eq!(queries.next_due(), None, "watching is off");
}

#[test]
fn polls_keep_to_two_requests_in_any_second() {
    let every = Every::Steady(Duration::from_secs(2));
    let names = ["a", "b", "c", "d"];
    let mut queries = Queries::default();
    let wants = || names.map(|name| want(name, every)).to_vec();
    let first = queries.reconcile(wants(), 0, |_| false);
    assert_eq!(first.len(), 4, "what a key opened is asked at once");
    for start in first {
        queries.ended(&start.want.key, start.generation, false, None, 10);
    }
    let mut asked: Vec<(u64, String)> = Vec::new();
    let mut now = 10;
    while now < 30_000 {
        now = queries.next_due().expect("something is always due").max(now);
        for start in queries.reconcile(wants(), now, |_| true) {
            asked.push((now, start.want.key.clone()));
            queries.ended(&start.want.key, start.generation, false, None, now);
        }
    }
    for pair in asked.windows(3) {
        assert!(pair[2].0 >= pair[0].0 + 1_000, "three within a second: {pair:?}");
    }
    for name in names {
        let often = asked.iter().filter(|(_, key)| key == name).count();
        assert!(often >= 13, "{name} had its turn {often} times");
    }
}

#[test]
fn queries_of_a_key_do_not_wait_for_polls() {
    let paced = |key: &str| Want { paced: true, ..want(key, Every::Once) };
    let mut queries = Queries::default();
    let starts = queries.reconcile(vec![paced("a"), paced("b"), paced("c"), want("d", Every::Once)], 0, |_| false);
    assert_eq!(starts.iter().map(|start| start.want.key.as_str()).collect::<Vec<_>>(), ["d", "a", "b"]);
    assert_eq!(queries.next_due(), Some(1_000), "the loop sleeps until the third may go");
    queries.refresh(500);
    let wants = || vec![paced("a"), paced("b"), paced("c"), want("d", Every::Once)];
    let starts = queries.reconcile(wants(), 500, |_| false);
    assert_eq!(starts.iter().map(|start| start.want.key.as_str()).collect::<Vec<_>>(), ["c"], "refreshed by hand");
}

#[test]
fn a_message_that_nobody_wants_any_more_is_let_go() {
    let mut queries = Queries::default();
    let message = |key: &str| Want { apart: Some(|_, _| std::sync::Arc::new(())), ..want(key, Every::Once) };
    queries.reconcile(vec![message("a"), message("b"), want("c", Every::Once)], 0, |_| false);
    assert!(queries.take_unwanted().is_empty());
    queries.reconcile(vec![message("b")], 1, |_| true);
    assert_eq!(queries.take_unwanted(), ["a"], "other answers stay");
    assert!(queries.take_unwanted().is_empty());
}
