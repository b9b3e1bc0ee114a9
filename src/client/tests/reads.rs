//! Tests of failed reads: which are tried again, how often, and after how long.

use rstest::rstest;

use super::*;
use crate::api::FIRST_READS;

/// Proves R-35.
#[rstest]
#[case::refused(refused(), 3, FailureKind::Offline)]
#[case::reset(broken(), 3, FailureKind::Broken)]
#[case::no_first_byte(Step::Hangs, 3, FailureKind::Timeout)]
#[case::stall_in_the_body(Step::Stalls, 3, FailureKind::Timeout)]
#[case::one_byte_a_second(Step::Drips, 2, FailureKind::Timeout)]
#[case::cut(Step::Fails(WireFailure::new(Stage::Body, FailureKind::Cut, "")), 3, FailureKind::Cut)]
#[case::malformed(Step::Fails(WireFailure { malformed: true, ..WireFailure::new(Stage::Sent, FailureKind::Broken, "") }), 2, FailureKind::Broken)]
#[case::too_large(Step::Fails(WireFailure::new(Stage::Body, FailureKind::TooLarge, "")), 1, FailureKind::TooLarge)]
#[case::tls(
    Step::Fails(WireFailure::new(Stage::NotSent, FailureKind::Tls(TlsProblem::Time), "")),
    1,
    FailureKind::Tls(TlsProblem::Time)
)]
#[case::proxy(Step::Fails(WireFailure::new(Stage::NotSent, FailureKind::Proxy, "")), 1, FailureKind::Proxy)]
#[case::not_json(Step::Says(200, &[], "<<"), 1, FailureKind::NotTheApi)]
#[case::page(Step::Says(200, &[("content-type", "text/html")], "<html><title>Hotel</title>"), 1, FailureKind::NotTheApi)]
#[case::two_documents(Step::Says(200, &[], "{}{}"), 2, FailureKind::NotUnderstood)]
#[case::empty(Step::Says(200, &[], ""), 2, FailureKind::NotUnderstood)]
#[case::packed(Step::Says(200, &[("content-encoding", "gzip, gzip")], "{}"), 2, FailureKind::NotUnderstood)]
#[case::error_list_with_200(Step::Says(200, &[], r#"{"errors":[{"code":"x_y","message":"No"}]}"#), 1, FailureKind::Refused)]
#[case::redirect(Step::Says(302, &[("location", "http://evil.example/x")], ""), 1, FailureKind::Redirect("evil.example".into()))]
#[case::login(Step::Says(302, &[("location", "/account/login?back=1")], ""), 1, FailureKind::LoginPage("127.0.0.1/account/login".into()))]
#[case::login_elsewhere(Step::Says(303, &[("location", "https://sso.example/x")], ""), 1, FailureKind::LoginPage("sso.example/x".into()))]
#[case::s400(Step::Says(400, &[], ""), 1, FailureKind::Refused)]
#[case::s403_and_all_first_reads(Step::Says(403, &[], ""), 1 + FIRST_READS.len(), FailureKind::Unauthorized)]
#[case::s404(Step::Says(404, &[], ""), 1, FailureKind::NotFound)]
#[case::s408(Step::Says(408, &[], ""), 3, FailureKind::Timeout)]
#[case::s409(Step::Says(409, &[], ""), 1, FailureKind::Conflict)]
#[case::s425(Step::Says(425, &[], ""), 3, FailureKind::Refused)]
#[case::s500(Step::Says(500, &[], ""), 2, FailureKind::Server)]
#[case::s501(Step::Says(501, &[], ""), 1, FailureKind::Server)]
#[case::s502(Step::Says(502, &[], "<html>"), 3, FailureKind::Server)]
#[case::s503(Step::Says(503, &[], ""), 3, FailureKind::Server)]
#[case::s504(Step::Says(504, &[], ""), 3, FailureKind::Server)]
#[tokio::test(start_paused = true)]
async fn a_read_is_tried_as_often_as_the_fault_table_says(
    #[case] step: Step,
    #[case] attempts: usize,
    #[case] kind: FailureKind,
) {
    let bench = Bench::always(step);
    let failure = bench.read(Lane::User).await.unwrap_err();
    assert_eq!((failure.kind, bench.script.count()), (kind, attempts));
}

#[tokio::test(start_paused = true)]
async fn the_first_test_of_an_address_is_one_try() {
    for step in [refused(), broken(), Step::Says(503, &[], "")] {
        let bench = Bench::always(step);
        bench.client.read_once(&list(), Lane::User, &bench.cancel).await.unwrap_err();
        assert_eq!(bench.script.count(), 1);
    }
}

/// Proves R-35.
#[tokio::test(start_paused = true)]
async fn waits_between_attempts_are_random_and_within_bounds() {
    let mut waits = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let bench = Bench::seeded([], broken(), seed);
        bench.read(Lane::User).await.unwrap_err();
        let times = bench.times();
        let (first, second) = (times[1] - times[0], times[2] - times[1]);
        assert!((0.5..=2.01).contains(&first), "{first}");
        assert!((0.5..=8.01).contains(&second), "{second}");
        waits.insert((first * 1000.0) as u64);
    }
    assert!(waits.len() > 100, "as good as no jitter: {}", waits.len());
}

/// Proves R-35.
#[tokio::test(start_paused = true)]
async fn retries_stay_within_a_fifth_of_the_requests() {
    let bench = Bench::always(broken());
    let reads = 200;
    for _ in 0..reads {
        bench.read(Lane::User).await.unwrap_err();
    }
    let extra = bench.script.count() - reads;
    assert!((30..=45).contains(&extra), "{extra} retries of {reads} reads (a fifth and a reserve of 5)");
}

#[tokio::test(start_paused = true)]
async fn a_read_that_recovers_is_a_success() {
    let bench = Bench::new([broken(), Step::Says(503, &[], "")]);
    assert_eq!(bench.read(Lane::User).await.unwrap().body, "{}");
    let log = bench.client.requests();
    assert_eq!(
        log.iter().map(|line| (line.attempt, line.outcome)).collect::<Vec<_>>(),
        [(1, "broken"), (2, "server error"), (3, "ok")]
    );
}

#[tokio::test(start_paused = true)]
async fn invalid_utf_8_is_repaired_and_a_byte_order_mark_removed() {
    let bench = Bench::new([Step::Says(200, &[], "\u{feff}{\"a\":1}")]);
    assert_eq!(bench.read(Lane::User).await.unwrap().body, r#"{"a":1}"#);
}

/// Proves R-34.
#[rstest]
#[case(Lane::User)]
#[case(Lane::Background)]
#[tokio::test(start_paused = true)]
async fn every_request_ends_at_once_when_cancelled(#[case] lane: Lane) {
    for step in [Step::Hangs, Step::Stalls, Step::Drips, broken(), Step::Says(429, &[("retry-after", "60")], "")] {
        let bench = Bench::always(step);
        let read = bench.spawn(lane);
        tokio::time::sleep(Duration::from_millis(300)).await;
        let pressed = Instant::now();
        bench.cancel.cancel();
        assert_eq!(read.await.unwrap().unwrap_err().kind, FailureKind::Cancelled);
        assert!(pressed.elapsed() <= Duration::from_millis(100));
        assert!(bench.client.status().borrow().under_way.is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_is_never_sent_by_the_way_of_reads() {
    let bench = Bench::always(ok());
    assert!(bench.client.read(&save(), Lane::User, &bench.cancel).await.is_err());
    assert_eq!(bench.script.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn each_service_gets_its_own_credential_and_never_both() {
    let bench = Bench::always(ok());
    bench.read(Lane::User).await.unwrap();
    bench.client.read(&call_of(&ADS), Lane::User, &bench.cancel).await.unwrap();
    assert_eq!(
        bench.script.credentials(),
        [format!("authorization=Bearer {TOKEN}"), "xf-api-key=canary-ads-key-1234".to_owned()]
    );
}

#[tokio::test(start_paused = true)]
async fn a_download_is_written_and_an_error_in_its_place_is_not() {
    let file = call_of(&FILE);
    let seen = Mutex::new(Vec::new());
    let note = |bytes, total| seen.lock().unwrap().push((bytes, total));
    let headers = &[("content-length", "3"), ("content-disposition", "attachment; filename=\"a.csv\"")];
    let bench = Bench::new([broken(), Step::Says(200, headers, "a,b")]);
    let mut to = Vec::new();
    let info = bench.client.download(&file, u64::MAX, &mut to, note, &bench.cancel).await.unwrap();
    assert_eq!((to.as_slice(), info.bytes), (b"a,b".as_slice(), 3));
    assert_eq!(info.file_name.unwrap().raw(), "a.csv");
    assert_eq!(*seen.lock().unwrap(), [(3, Some(3))]);

    for (step, kind) in [
        (
            Step::Says(200, &[("content-type", "application/json")], r#"{"errors":[{"code":"a_b"}]}"#),
            FailureKind::Refused,
        ),
        (Step::Says(200, &[("content-type", "application/json")], "{}"), FailureKind::NotUnderstood),
        (Step::Says(200, &[], "<!DOCTYPE html><title>x"), FailureKind::NotTheApi),
        (
            Step::Says(409, &[], r#"{"errors":[{"code":"np_parking_api_error_export_not_ready"}]}"#),
            FailureKind::Conflict,
        ),
    ] {
        let bench = Bench::always(step);
        let mut to = Vec::new();
        let failure = bench.client.download(&file, u64::MAX, &mut to, |_, _| {}, &bench.cancel).await.unwrap_err();
        assert_eq!((failure.kind, to.len()), (kind, 0));
    }
    let bench = Bench::always(Step::Says(200, &[("content-length", "9")], "a,b"));
    let failure = bench.client.download(&file, u64::MAX, &mut Vec::new(), |_, _| {}, &bench.cancel).await.unwrap_err();
    assert_eq!((failure.kind, bench.script.count()), (FailureKind::Cut, 1), "not again after something was written");
}

/// Proves R-32.
#[tokio::test(start_paused = true)]
async fn a_file_longer_than_it_may_be_is_stopped_whether_its_length_is_told_or_not() {
    let file = call_of(&FILE);
    for headers in [[].as_slice(), &[("content-length", "3")]] {
        let bench = Bench::always(Step::Says(200, headers, "a,b"));
        let mut to = Vec::new();
        let failure = bench.client.download(&file, 2, &mut to, |_, _| {}, &bench.cancel).await.unwrap_err();
        assert_eq!((failure.kind, to.len(), bench.script.count()), (FailureKind::TooLarge, 0, 1));
    }
}

/// Proves R-32.
#[tokio::test(start_paused = true)]
async fn an_answer_of_more_values_than_any_has_is_refused_before_a_tree_is_built() {
    let bomb = |start: &str, end: &str| -> &'static str {
        Box::leak(format!("{start}{}0{end}", "0,".repeat(600_000)).into_boxed_str())
    };
    for body in [bomb("{\"success\":[", "]}"), bomb("{\"inquiries\":[{\"x\":[", "]}]}")] {
        let bench = Bench::always(Step::Says(200, &[], body));
        let failure = bench.read(Lane::User).await.unwrap_err();
        assert_eq!((failure.kind, bench.script.count()), (FailureKind::TooLarge, 1));
    }
}
