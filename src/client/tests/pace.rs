//! Tests of the order and pace of requests: which go first, how fast background work goes, and when nothing is sent.

use super::*;
use crate::api::FIRST_READS;

/// Proves R-36.
#[tokio::test(start_paused = true)]
async fn background_work_does_not_start_while_the_user_waits() {
    let bench = Bench::always(slow(3, ok()));
    let mine = bench.spawn(Lane::User);
    settle().await;
    let behind = bench.spawn(Lane::Background);
    mine.await.unwrap().unwrap();
    behind.await.unwrap().unwrap();
    assert_eq!(bench.times(), [0.0, 3.0]);
}

/// Proves R-36.
#[tokio::test(start_paused = true)]
async fn the_user_never_waits_for_background_work() {
    let bench = Bench::always(slow(3, ok()));
    let behind: Vec<_> = (0..20).map(|_| bench.spawn(Lane::Background)).collect();
    settle().await;
    let mine = bench.spawn(Lane::User);
    settle().await;
    assert!(bench.script.count() <= 3, "a small window: {:?}", bench.times());
    mine.await.unwrap().unwrap();
    assert_eq!(bench.start.elapsed().as_secs(), 3);
    for task in behind {
        task.await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_download_holds_background_work_only_until_it_begins() {
    let bench = Bench::new([Step::Stalls]);
    let (client, cancel) = (bench.client.clone(), bench.cancel.clone());
    let file = tokio::spawn(async move {
        let call = call_of(&FILE);
        client.download(&call, u64::MAX, &mut Vec::new(), |_, _| {}, &cancel).await
    });
    settle().await;
    bench.read(Lane::Background).await.unwrap();
    assert_eq!(bench.start.elapsed().as_secs(), 0);
    bench.cancel.cancel();
    assert_eq!(file.await.unwrap().unwrap_err().kind, FailureKind::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn the_pace_is_halved_by_a_429_and_grows_again() {
    let bench = Bench::new([slow(1, Step::Says(429, &[("retry-after", "1")], ""))]);
    for _ in 0..400 {
        bench.read(Lane::Background).await.unwrap();
    }
    let times = bench.times();
    let gap = |i: usize| times[i + 1] - times[i];
    assert!((0.5..=5.0).contains(&gap(2)), "spaced after the 429: {}", gap(2));
    assert!(gap(100) < gap(10) && gap(10) < gap(2), "slowly faster");
}

#[tokio::test(start_paused = true)]
async fn eight_requests_run_at_once_and_four_after_a_429() {
    for (floods, at_once) in [(0, 8), (1, 4)] {
        let quick = std::iter::repeat_n(ok(), 60);
        let flood = std::iter::repeat_n(Step::Says(429, &[("retry-after", "1")], ""), floods);
        let bench = Bench::seeded(quick.chain(flood).chain([ok()]), slow(10_000, ok()), 1);
        for _ in 0..61 {
            bench.read(Lane::Background).await.unwrap();
        }
        let before = bench.script.count();
        let tasks: Vec<_> = (0..20).map(|_| bench.spawn(Lane::Background)).collect();
        tokio::time::sleep(Duration::from_secs(25)).await;
        assert_eq!(bench.script.count() - before, at_once);
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }
}

/// Proves R-43.
#[tokio::test(start_paused = true)]
async fn after_a_401_nothing_is_sent_until_a_new_token_is_given() {
    let bench = Bench::new([slow(1, Step::Says(401, &[], "")), slow(2, ok())]);
    let status = bench.client.status();
    let (first, under_way) = (bench.spawn(Lane::User), bench.spawn(Lane::User));
    settle().await;
    let waiting = bench.spawn(Lane::Background);
    assert_eq!(first.await.unwrap().unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!(waiting.await.unwrap().unwrap_err().kind, FailureKind::Unauthorized);
    assert!(under_way.await.unwrap().is_ok(), "what was under way may end");
    assert_eq!(status.borrow().connection, Connection::Unauthorized, "and does not open the way again");
    for lane in [Lane::User, Lane::Ahead, Lane::Background] {
        assert_eq!(bench.read(lane).await.unwrap_err().kind, FailureKind::Unauthorized);
    }
    assert!(matches!(bench.write().await, WriteOutcome::NotSent(f) if f.kind == FailureKind::Unauthorized));
    assert_eq!(bench.script.count(), 2);
    bench.client.read(&call_of(&ADS), Lane::User, &bench.cancel).await.expect("the ads service has its own key");
    bench.client.resume_with(Secret::new("new-token".to_owned()));
    bench.read(Lane::User).await.unwrap();
    assert_eq!(bench.script.credentials().last().unwrap(), "authorization=Bearer new-token");
    assert_eq!(status.borrow().connection, Connection::Online);
}

/// A missing ability may give a 401. Once another call was answered, a 401 is about its own call only, until a call
/// that was answered before is refused.
#[tokio::test(start_paused = true)]
async fn a_401_concerns_its_call_once_another_was_answered() {
    let denied = || Step::Says(401, &[], "");
    // The last answer but one goes to the read that checks whether the token is still accepted.
    let bench = Bench::new([ok(), denied(), ok(), ok(), denied(), denied()]);
    let call = call_of(&FILE_LIST);
    let other = || bench.client.read(&call, Lane::User, &bench.cancel);
    bench.read(Lane::User).await.unwrap();
    assert_eq!(other().await.unwrap_err().kind, FailureKind::Forbidden);
    bench.read(Lane::User).await.unwrap();
    assert_eq!(other().await.unwrap_err().kind, FailureKind::Forbidden);
    assert_eq!(bench.client.status().borrow().connection, Connection::Online);
    assert_eq!(bench.read(Lane::User).await.unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!(other().await.unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!((bench.script.count(), bench.client.status().borrow().connection), (6, Connection::Unauthorized));
}

/// A token revoked while the program runs is noticed at the first call, whichever it is.
#[tokio::test(start_paused = true)]
async fn a_revoked_token_is_refused_at_a_call_that_was_never_answered() {
    let denied = || Step::Says(401, &[], "");
    let bench = Bench::new([ok(), denied(), denied()]);
    bench.read(Lane::User).await.unwrap();
    let other = bench.client.read(&call_of(&FILE_LIST), Lane::User, &bench.cancel).await;
    assert_eq!(other.unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!((bench.script.count(), bench.client.status().borrow().connection), (3, Connection::Unauthorized));
}

/// A page or text from a proxy in front of the service says nothing about the token and its abilities.
#[tokio::test(start_paused = true)]
async fn a_403_of_something_in_front_of_the_service_is_not_the_tokens() {
    let page = Step::Says(403, &[("content-type", "text/html")], "<html><title>Attention</title></html>");
    let bench = Bench::new([page, Step::Says(403, &[], "error code: 1020"), ok()]);
    for call in [call_of(&LIST), call_of(&FILE_LIST)] {
        let failure = bench.client.read(&call, Lane::User, &bench.cancel).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::NotTheApi);
        assert!(failure.what().contains("in front of the service"), "{}", failure.what());
    }
    assert_eq!(bench.client.status().borrow().connection, Connection::Online);
}

/// A token may lack the ability for most reads of a start. Whichever answer comes first, a good one shows that the
/// service knows the token.
#[tokio::test(start_paused = true)]
async fn a_good_answer_lifts_a_401_in_whatever_order_the_answers_come() {
    static OTHER: Endpoint = Endpoint { name: "others.list", ..things::READ };
    for status in [401, 403] {
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            let denied = Step::Says(status, &[], "");
            let answers = [ok(), denied.clone(), denied.clone()];
            let steps = order.into_iter().zip(answers).map(|(at, answer)| slow(at, answer));
            // After a 401 that comes later than an answer to another call, that call is repeated once for each
            // refusal. After a 403 that comes first, the first reads are made until one is answered.
            let (files, others) = (order[1] > order[0], order[2] > order[0]);
            let (again, later) = match status {
                401 => (usize::from(files) + usize::from(others), usize::from(!files)),
                _ => (usize::from(!files || !others), 0),
            };
            let oks = |many| std::iter::repeat_n(ok(), many);
            let bench = Bench::new(steps.chain(oks(again)).chain([denied.clone()]).chain(oks(later + 2)));
            let [list, files, others] = [&LIST, &FILE_LIST, &OTHER].map(call_of);
            let read = |call| bench.client.read(call, Lane::User, &bench.cancel);
            let (listed, ..) = tokio::join!(read(&list), read(&files), read(&others));
            let connection = || bench.client.status().borrow().connection;
            assert!(listed.is_ok(), "{status} {order:?}");
            assert_eq!(connection(), Connection::Online, "{status} {order:?}");
            assert_eq!(read(&files).await.unwrap_err().kind, FailureKind::Forbidden, "{status} {order:?}");
            assert!(matches!(bench.write().await, WriteOutcome::Applied(_)), "{status} {order:?}");
            read(&list).await.unwrap();
            assert_eq!((bench.script.count(), connection()), (6 + again + later, Connection::Online));
        }
    }
}

/// A call that was answered before is refused: the token has expired, and an answer already on its way does not
/// change that.
#[tokio::test(start_paused = true)]
async fn a_good_answer_that_was_on_its_way_does_not_lift_the_401_of_an_expired_token() {
    let bench = Bench::new([ok(), slow(2, ok()), slow(1, Step::Says(401, &[], ""))]);
    let (list, other) = (call_of(&LIST), call_of(&FILE_LIST));
    bench.read(Lane::User).await.unwrap();
    let (under_way, refused) = tokio::join!(
        bench.client.read(&other, Lane::User, &bench.cancel),
        bench.client.read(&list, Lane::User, &bench.cancel)
    );
    assert_eq!((under_way.is_ok(), refused.unwrap_err().kind), (true, FailureKind::Unauthorized));
    assert_eq!(bench.client.status().borrow().connection, Connection::Unauthorized);
    assert!(matches!(bench.write().await, WriteOutcome::NotSent(f) if f.kind == FailureKind::Unauthorized));
    assert_eq!(bench.script.count(), 3);
}

/// Some services answer an unknown token with 403 to every first read. The first reads are made only once.
#[tokio::test(start_paused = true)]
async fn a_403_to_every_first_read_means_a_rejected_token() {
    let denied = std::iter::repeat_n(Step::Says(403, &[], ""), 1 + FIRST_READS.len());
    let late = [Step::Says(403, &[], ""), ok(), Step::Says(403, &[], "")];
    let bench = Bench::new(denied.chain(late));
    let call = call_of(&FILE_LIST);
    let other = || bench.client.read(&call, Lane::User, &bench.cancel);
    assert_eq!(bench.read(Lane::User).await.unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!(bench.client.status().borrow().connection, Connection::Unauthorized);
    assert_eq!(bench.read(Lane::User).await.unwrap_err().kind, FailureKind::Unauthorized);
    other().await.unwrap();
    assert_eq!(
        bench.client.status().borrow().connection,
        Connection::Online,
        "an answer shows that the token is known"
    );
    assert_eq!(bench.read(Lane::User).await.unwrap_err().kind, FailureKind::Forbidden);
    assert_eq!(bench.script.count(), 4 + FIRST_READS.len());
}

/// Several calls are refused without naming an ability, and one is answered: the token lacks abilities.
#[tokio::test(start_paused = true)]
async fn a_403_without_words_is_the_calls_once_a_first_read_is_answered() {
    let denied = || Step::Says(403, &[], "{}");
    let bench = Bench::new([slow(1, denied()), slow(1, denied()), denied(), denied(), ok()]);
    let [list, files] = [&LIST, &FILE_LIST].map(call_of);
    let read = |call| bench.client.read(call, Lane::User, &bench.cancel);
    let answers: [_; 2] = tokio::join!(read(&list), read(&files)).into();
    assert_eq!(answers.map(|read| read.unwrap_err().kind), [FailureKind::Forbidden, FailureKind::Forbidden]);
    assert_eq!((bench.script.count(), bench.client.status().borrow().connection), (5, Connection::Online));
}

#[tokio::test(start_paused = true)]
async fn a_wait_of_the_ads_service_does_not_hold_the_parking_service() {
    let bench = Bench::new([Step::Says(429, &[("retry-after", "600")], ""), ok()]);
    let ads = bench.client.read(&call_of(&ADS), Lane::User, &bench.cancel).await;
    assert_eq!(ads.unwrap_err().kind, FailureKind::Flood);
    bench.read(Lane::Background).await.expect("asked at once");
    assert_eq!(bench.start.elapsed().as_secs(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_late_401_to_the_token_before_does_not_stop_the_new_one() {
    let bench = Bench::new([slow(1, Step::Says(401, &[], "")), slow(5, Step::Says(401, &[], "")), ok()]);
    let (first, late) = (bench.spawn(Lane::User), bench.spawn(Lane::User));
    settle().await;
    assert_eq!(first.await.unwrap().unwrap_err().kind, FailureKind::Unauthorized);
    bench.client.resume_with(Secret::new("another".to_owned()));
    assert_eq!(late.await.unwrap().unwrap_err().kind, FailureKind::Unauthorized);
    assert_ne!(bench.client.status().borrow().connection, Connection::Unauthorized);
    bench.read(Lane::User).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_401_ends_the_waits_before_retries() {
    let bench = Bench::new([broken(), Step::Says(401, &[], "")]);
    let retrying = bench.spawn(Lane::User);
    settle().await;
    bench.read(Lane::User).await.unwrap_err();
    assert_eq!(retrying.await.unwrap().unwrap_err().kind, FailureKind::Unauthorized);
    assert_eq!((bench.script.count(), bench.start.elapsed().as_millis()), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn without_a_connection_background_work_tries_every_30_to_300_seconds() {
    let bench = Bench::always(refused());
    let status = bench.client.status();
    bench.read(Lane::User).await.unwrap_err();
    let Connection::Offline { since, next_try } = status.borrow().connection else { panic!("offline") };
    assert_eq!((since, next_try), (Timestamp(NOW), Timestamp(NOW + 30)));
    assert_eq!(bench.script.count(), 3);
    let mut gaps = Vec::new();
    for _ in 0..6 {
        let before = Instant::now();
        bench.read(Lane::Background).await.unwrap_err();
        gaps.push(before.elapsed().as_secs());
    }
    assert_eq!(gaps, [30, 60, 120, 240, 300, 300]);
    assert_eq!(bench.script.count(), 9, "one try each");
    bench.read(Lane::User).await.unwrap_err();
    assert_eq!(bench.script.count(), 10, "the user's own request goes at once");
}

/// Proves R-80.
#[tokio::test(start_paused = true)]
async fn after_an_outage_background_work_does_not_come_back_all_at_once() {
    let mut first = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let bench = Bench::seeded([refused(), refused(), refused()], ok(), seed);
        bench.read(Lane::User).await.unwrap_err();
        bench.read(Lane::User).await.unwrap();
        let back = Instant::now();
        bench.read(Lane::Background).await.unwrap();
        assert!(back.elapsed() <= Duration::from_secs(5));
        first.insert(back.elapsed().as_millis());
    }
    assert!(first.len() > 10, "{first:?}");
}

#[tokio::test(start_paused = true)]
async fn a_web_page_as_an_answer_delays_no_other_call() {
    let bench = Bench::new([Step::Says(200, &[("content-type", "text/html")], "<html>")]);
    assert_eq!(bench.read(Lane::Background).await.unwrap_err().kind, FailureKind::NotTheApi);
    assert_eq!(bench.client.status().borrow().trouble, Some((FailureKind::NotTheApi, Some(200))));
    bench.read(Lane::Background).await.unwrap();
    assert_eq!(bench.start.elapsed().as_secs(), 0);
    assert_eq!(bench.client.status().borrow().trouble, None, "an answer of the API ends it");
}

#[tokio::test(start_paused = true)]
async fn a_web_page_says_nothing_of_the_clock_of_the_service() {
    let page = [("content-type", "text/html"), ("date", "Sun, 06 Nov 1994 08:49:37 GMT")];
    let bench = Bench::new([Step::Says(200, Box::leak(Box::new(page)), "<html>")]);
    bench.read(Lane::User).await.unwrap_err();
    assert_eq!(bench.client.status().borrow().server_clock_skew, None);
}

#[tokio::test(start_paused = true)]
async fn the_status_tells_since_when_requests_are_on_their_way() {
    let bench = Bench::new([slow(5, ok())]);
    let reading = bench.spawn(Lane::User);
    settle().await;
    assert_eq!(bench.client.status().borrow().under_way, [Timestamp(NOW)]);
    reading.await.unwrap().unwrap();
    assert!(bench.client.status().borrow().under_way.is_empty());
}

/// Between two tries of a read no request is running, but the read has not ended.
#[tokio::test(start_paused = true)]
async fn the_status_tells_since_when_tries_fail_without_an_answer() {
    let status = |bench: &Bench| bench.client.status().borrow().clone();
    for (failing, silent) in [(refused(), true), (broken(), true), (Step::Says(502, &[], ""), false)] {
        let bench = Bench::new([failing, slow(5, ok())]);
        let reading = bench.spawn(Lane::User);
        settle().await;
        let now = status(&bench);
        assert_eq!((now.under_way, now.unanswered), (Vec::new(), silent.then_some(Timestamp(NOW))));
        reading.await.unwrap().unwrap();
        assert_eq!(status(&bench).unanswered, None);
    }
}

#[tokio::test(start_paused = true)]
async fn the_status_changes_only_when_something_happens() {
    let bench = Bench::always(Step::Says(200, &[("date", "Sun, 06 Nov 1994 08:49:37 GMT")], "{}"));
    let mut status = bench.client.status();
    status.mark_unchanged();
    tokio::time::sleep(Duration::from_secs(60 * 60)).await;
    assert!(!status.has_changed().unwrap());
    bench.read(Lane::User).await.unwrap();
    let now = status.borrow_and_update().clone();
    assert_eq!((now.under_way, now.last_answer), (Vec::new(), Some(Timestamp(NOW))));
    assert_eq!(now.server_clock_skew, Some(784_111_777 - NOW));
}

/// Two answers at the size limit would take twice its memory, unless the second waits until the first is dropped
///
#[tokio::test(start_paused = true)]
async fn of_several_large_answers_one_is_in_memory_at_a_time() {
    let bench = Bench::always(Step::Large(2));
    let first = bench.read(Lane::User).await.unwrap();
    let second = bench.spawn(Lane::User);
    settle().await;
    assert!(!second.is_finished(), "the first is still held");
    drop(first);
    assert_eq!(second.await.unwrap().unwrap().body.len(), 2 * 1024 * 1024 + 8);
}
