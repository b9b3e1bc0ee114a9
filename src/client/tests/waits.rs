//! Tests of Retry-After in all its forms, and of the effect of a 429 on later requests.

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::client::retry::{own_wait, retry_after};

/// The time Sun, 06 Nov 1994 08:49:37 GMT.
const THEIRS: i64 = 784_111_777;

#[rstest]
#[case::seconds("12", Some(12))]
#[case::spaces(" 12 ", Some(12))]
#[case::zero("0", Some(0))]
#[case::imf("Sun, 06 Nov 1994 08:49:47 GMT", Some(10))]
#[case::rfc850("Sunday, 06-Nov-94 08:49:47 GMT", Some(10))]
#[case::asctime("Sun Nov  6 08:49:47 1994", Some(10))]
#[case::past("Sun, 06 Nov 1994 08:00:00 GMT", Some(0))]
#[case::year_9999("Fri, 31 Dec 9999 23:59:59 GMT", Some(366 * 24 * 3600))]
#[case::huge("9223372036854775807", Some(366 * 24 * 3600))]
#[case::beyond_any_number("99999999999999999999999999999999", Some(366 * 24 * 3600))]
#[case::negative("-5", None)]
#[case::plus("+5", None)]
#[case::fraction("1.5", None)]
#[case::hex("0x10", None)]
#[case::word("soon", None)]
#[case::other_digits("١٢", None)]
#[case::empty("", None)]
fn retry_after_is_read_in_every_form(#[case] value: &str, #[case] seconds: Option<u64>) {
    assert_eq!(retry_after(value, Timestamp(THEIRS)), seconds.map(Duration::from_secs));
}

proptest! {
    #[test]
    fn no_value_makes_a_wait_of_more_than_a_year_or_stops_the_program(value in "\\PC*|-?[0-9]{1,40}", now: i64) {
        if let Some(wait) = retry_after(&value, Timestamp(now)) {
            prop_assert!(wait <= Duration::from_secs(366 * 24 * 60 * 60));
        }
    }
}

#[test]
fn without_a_time_the_wait_doubles_from_2_to_60_seconds() {
    let waits: Vec<u64> = (1..=7).map(|row| own_wait(row).as_secs()).collect();
    assert_eq!(waits, [2, 4, 8, 16, 32, 60, 60]);
    assert_eq!(own_wait(u32::MAX).as_secs(), 60);
}

#[rstest]
#[case::seconds(&[("retry-after", "7")], 7.0)]
// The service's clock is years behind ours, so only its own Date header counts.
#[case::date(&[("date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("retry-after", "Sun, 06 Nov 1994 08:49:44 GMT")], 7.0)]
#[case::absent(&[], 2.0)]
#[case::junk(&[("retry-after", "-1")], 2.0)]
#[case::at_once(&[("retry-after", "0")], 0.5)]
#[tokio::test(start_paused = true)]
async fn a_read_waits_out_a_429_and_goes_on(
    #[case] headers: &'static [(&'static str, &'static str)],
    #[case] wait: f64,
) {
    let bench = Bench::new([Step::Says(429, headers, "")]);
    let status = bench.client.status();
    bench.read(Lane::User).await.unwrap();
    let times = bench.times();
    assert!((times[1] - wait).abs() < 0.01, "{times:?}");
    assert!(status.borrow().waiting_until.unwrap() >= Timestamp(NOW + wait as i64));
}

#[rstest]
#[case("121")]
#[case("18446744073709551616")]
#[tokio::test(start_paused = true)]
async fn a_longer_wait_than_two_minutes_is_told_and_nothing_sent_meanwhile(#[case] value: &'static str) {
    let headers: &'static [_] =
        if value == "121" { &[("retry-after", "121")] } else { &[("retry-after", "18446744073709551616")] };
    let bench = Bench::new([Step::Says(429, headers, "")]);
    for _ in 0..3 {
        let failure = bench.read(Lane::User).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Flood);
        assert!(failure.retry_after.unwrap() > Duration::from_secs(2 * 60), "{failure:?}");
    }
    assert!(matches!(bench.write().await, WriteOutcome::NotSent(f) if f.kind == FailureKind::Flood));
    assert_eq!((bench.script.count(), bench.start.elapsed().as_secs()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_429_for_ever_ends_after_five_waits() {
    let bench = Bench::always(Step::Says(429, &[("retry-after", "10")], ""));
    assert_eq!(bench.read(Lane::Background).await.unwrap_err().kind, FailureKind::Flood);
    assert_eq!((bench.script.count(), bench.start.elapsed().as_secs()), (6, 50));
}

#[tokio::test(start_paused = true)]
async fn a_503_with_a_time_is_asked_again_after_it() {
    let bench = Bench::new([Step::Says(503, &[("retry-after", "30")], "")]);
    bench.read(Lane::User).await.unwrap();
    assert!(bench.times()[1] >= 30.0);
    let bench = Bench::always(Step::Says(503, &[("retry-after", "500")], ""));
    assert_eq!(bench.read(Lane::User).await.unwrap_err().retry_after, Some(Duration::from_secs(500)));
    assert_eq!(bench.script.count(), 1);
}

/// Proves R-36.
#[tokio::test(start_paused = true)]
async fn a_429_holds_all_background_work_back() {
    let bench = Bench::new([Step::Says(429, &[("retry-after", "20")], "")]);
    let tasks: Vec<_> = (0..6).map(|i| bench.spawn(if i % 2 == 0 { Lane::Background } else { Lane::Ahead })).collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let times = bench.times();
    // Only requests that were running when the 429 came did not wait.
    assert!(times.iter().filter(|at| **at < 20.0).count() <= 2, "{times:?}");
    assert_eq!(times.len(), 7);
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_writes_lets_the_user_go_on_reading() {
    let flood = r#"{"errors":[{"code":"np_parking_api_error_flood","message":"Slow down"}]}"#;
    let bench = Bench::new([Step::Says(429, &[("retry-after", "20")], flood)]);
    let WriteOutcome::Refused(failure) = bench.write().await else { panic!("a flood is a refusal") };
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::Flood, Some(Duration::from_secs(20))));
    let behind = bench.spawn(Lane::Background);
    bench.read(Lane::User).await.unwrap();
    assert!(matches!(bench.write().await, WriteOutcome::Applied(_)));
    behind.await.unwrap().unwrap();
    let times = bench.times();
    assert!(times[1] < 0.001, "the user's read does not wait: {times:?}");
    assert!(times[2] >= 20.0 && times[3] >= 20.0, "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn the_user_may_send_although_the_service_asked_for_an_hour() {
    let flood = r#"{"errors":[{"code":"np_parking_api_error_flood","message":"Slow down"}]}"#;
    let bench = Bench::new([Step::Says(429, &[("retry-after", "3600")], flood), ok(), ok()]);
    assert!(matches!(bench.write().await, WriteOutcome::Refused(f) if f.kind == FailureKind::Flood));
    assert!(matches!(bench.write().await, WriteOutcome::NotSent(f) if f.kind == FailureKind::Flood), "not unasked");
    assert!(bench.client.status().borrow().waiting_until.is_some());
    bench.client.send_anyway();
    assert!(matches!(bench.write().await, WriteOutcome::Applied(_)));
    // Requests no longer wait, until the service asks for it again.
    bench.read(Lane::Background).await.unwrap();
    assert_eq!((bench.script.count(), bench.start.elapsed().as_secs()), (3, 0));
    assert_eq!(bench.client.status().borrow().waiting_until, None);
}

#[tokio::test(start_paused = true)]
async fn a_wait_of_an_earlier_run_holds_writes_and_background_work_but_not_the_user() {
    let bench = Bench::always(ok());
    bench.client.keep_waiting(Duration::from_secs(50 * 60));
    assert!(matches!(bench.write().await, WriteOutcome::NotSent(f) if f.kind == FailureKind::Flood));
    assert_eq!(bench.read(Lane::Ahead).await.unwrap_err().kind, FailureKind::Flood);
    bench.read(Lane::User).await.unwrap();
    assert_eq!(bench.script.count(), 1);
    assert_eq!(bench.client.status().borrow().waiting_until, Some(Timestamp(NOW + 3_000)));
}

#[tokio::test(start_paused = true)]
async fn a_date_to_wait_for_is_read_by_the_clock_the_service_had_before() {
    // The service's clock is five minutes ahead of ours, and the 429 itself has no Date header.
    let date = [("date", "Fri, 15 Jan 2027 08:05:00 GMT")];
    let until = [("retry-after", "Fri, 15 Jan 2027 08:05:20 GMT")];
    let bench =
        Bench::new([Step::Says(200, Box::leak(Box::new(date)), "{}"), Step::Says(429, Box::leak(Box::new(until)), "")]);
    assert_eq!(NOW, 1_800_000_000, "8:00 of that day");
    bench.read(Lane::User).await.unwrap();
    bench.read(Lane::User).await.unwrap();
    assert_eq!(bench.start.elapsed().as_secs(), 20);
}
