//! Tests of the class of each answer to a write; a write is sent once, whatever happens.

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::api::{Body, Part};

#[derive(Debug, PartialEq, Eq)]
enum Class {
    Applied,
    Refused,
    NotSent,
    Unknown,
}

fn class(outcome: &WriteOutcome) -> Class {
    match outcome {
        WriteOutcome::Applied(_) => Class::Applied,
        WriteOutcome::Refused(_) => Class::Refused,
        WriteOutcome::NotSent(_) => Class::NotSent,
        WriteOutcome::Unknown(_) => Class::Unknown,
    }
}

const DENIED: &str = r#"{"errors":[{"code":"do_not_have_permission","message":"Not now"}]}"#;
const UNHEARD: &str = r#"{"errors":[{"code":"unheard_of","message":"Hm"}]}"#;
const FLOOD: &str = r#"{"errors":[{"code":"np_parking_api_error_flood","message":"Slow"}]}"#;
const YEARLY: &str = r#"{"errors":[{"code":"np_parking_api_error_nameserver_limit","message":"In May"}]}"#;
const BY_FIELD: &str = r#"{"errors":{"bin_price":["Too low"]}}"#;

fn fails(stage: Stage, kind: FailureKind) -> Step {
    Step::Fails(WireFailure::new(stage, kind, ""))
}

#[rstest]
#[case::connect(fails(Stage::NotSent, FailureKind::Offline), Class::NotSent)]
#[case::tls(fails(Stage::NotSent, FailureKind::Tls(TlsProblem::Time)), Class::NotSent)]
#[case::tunnel(fails(Stage::NotSent, FailureKind::Proxy), Class::NotSent)]
#[case::reset(fails(Stage::Sent, FailureKind::Broken), Class::Unknown)]
#[case::no_first_byte(Step::Hangs, Class::Unknown)]
#[case::stall(Step::Stalls, Class::Unknown)]
#[case::drip(Step::Drips, Class::Unknown)]
#[case::cut(fails(Stage::Body, FailureKind::Cut), Class::Unknown)]
#[case::bomb(fails(Stage::Body, FailureKind::TooLarge), Class::Unknown)]
#[case::object(Step::Says(200, &[], r#"{"success":true}"#), Class::Applied)]
#[case::created(Step::Says(201, &[], r#"{"import":{}}"#), Class::Applied)]
#[case::no_errors(Step::Says(200, &[], r#"{"errors":[],"saved":2}"#), Class::Applied)]
#[case::wrong_type_valid_json(Step::Says(200, &[("content-type", "text/plain")], "{}"), Class::Applied)]
#[case::contradiction(Step::Says(200, &[], r#"{"success":false}"#), Class::Unknown)]
#[case::empty(Step::Says(200, &[], ""), Class::Unknown)]
#[case::no_content(Step::Says(204, &[], ""), Class::Unknown)]
#[case::half_json(Step::Says(200, &[], r#"{"success":tr"#), Class::Unknown)]
#[case::number(Step::Says(200, &[], "1"), Class::Unknown)]
#[case::login_page(Step::Says(200, &[], "<html>"), Class::Unknown)]
#[case::documented_with_200(Step::Says(200, &[], DENIED), Class::Refused)]
#[case::unheard_with_200(Step::Says(200, &[], UNHEARD), Class::Unknown)]
#[case::s301(Step::Says(301, &[("location", "/x")], ""), Class::Unknown)]
#[case::s303(Step::Says(303, &[], ""), Class::Unknown)]
#[case::s400_list(Step::Says(400, &[], UNHEARD), Class::Refused)]
#[case::s400_by_field(Step::Says(400, &[], BY_FIELD), Class::Refused)]
#[case::s400_bare(Step::Says(400, &[], "Bad Request"), Class::Unknown)]
#[case::s400_wordy(Step::Wordy(400, 100), Class::Refused)]
#[case::s400_endless(Step::Wordy(400, 4_096), Class::Refused)]
#[case::s422_endless(Step::Wordy(422, 4_096), Class::Refused)]
#[case::s408_endless(Step::Wordy(408, 4_096), Class::Unknown)]
#[case::s502_endless(Step::Wordy(502, 4_096), Class::Unknown)]
#[case::s401_list(Step::Says(401, &[], DENIED), Class::Refused)]
#[case::s401_bare(Step::Says(401, &[], ""), Class::Refused)]
#[case::s403_list(Step::Says(403, &[], DENIED), Class::Refused)]
#[case::s403_page(Step::Says(403, &[], "<html>"), Class::Unknown)]
#[case::s404_list(Step::Says(404, &[], UNHEARD), Class::Refused)]
#[case::s404_bare(Step::Says(404, &[], ""), Class::Unknown)]
#[case::s409_list(Step::Says(409, &[], UNHEARD), Class::Refused)]
#[case::s422_list(Step::Says(422, &[], UNHEARD), Class::Refused)]
#[case::s422_bare(Step::Says(422, &[], "{}"), Class::Unknown)]
#[case::flood(Step::Says(429, &[], FLOOD), Class::Refused)]
#[case::yearly(Step::Says(429, &[], YEARLY), Class::Refused)]
#[case::s429_bare(Step::Says(429, &[], ""), Class::Unknown)]
#[case::s408_list(Step::Says(408, &[], UNHEARD), Class::Unknown)]
#[case::s425_list(Step::Says(425, &[], UNHEARD), Class::Unknown)]
#[case::s500_list(Step::Says(500, &[], DENIED), Class::Unknown)]
#[case::s502(Step::Says(502, &[], "<html>"), Class::Unknown)]
#[case::s503(Step::Says(503, &[("retry-after", "5")], ""), Class::Unknown)]
#[case::s504(Step::Says(504, &[], ""), Class::Unknown)]
#[case::s522(Step::Says(522, &[], ""), Class::Unknown)]
#[case::s101(Step::Says(101, &[], ""), Class::Unknown)]
#[tokio::test(start_paused = true)]
async fn a_write_is_sent_once_and_classed_by_its_answer(#[case] step: Step, #[case] expected: Class) {
    let bench = Bench::always(step);
    let outcome = bench.write().await;
    assert_eq!(class(&outcome), expected, "{outcome:?}");
    assert_eq!(bench.script.count(), 1);
}

#[rstest]
#[tokio::test(start_paused = true)]
async fn a_status_that_refuses_a_write_needs_no_list_of_errors(
    #[values(405, 407, 411, 413, 414, 415, 417, 421, 426, 428, 431, 451, 501, 505)] status: u16,
) {
    let bench = Bench::always(Step::Says(status, &[], ""));
    assert_eq!(class(&bench.write().await), Class::Refused);
    assert_eq!(bench.script.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_yearly_nameserver_limit_is_not_a_flood() {
    let bench = Bench::new([Step::Says(429, &[("retry-after", "9")], YEARLY)]);
    let WriteOutcome::Refused(failure) = bench.write().await else { panic!("refused") };
    assert_eq!((failure.kind.clone(), failure.sentence()), (FailureKind::Refused, "In May".to_owned()));
    bench.read(Lane::Background).await.unwrap();
    assert_eq!(bench.start.elapsed().as_secs(), 0, "it holds nothing back");
}

/// Proves R-34.
#[tokio::test(start_paused = true)]
async fn a_cancelled_write_is_unknown_once_it_may_have_left() {
    let bench = Bench::always(Step::Hangs);
    bench.cancel.cancel();
    assert_eq!(class(&bench.write().await), Class::NotSent);
    assert_eq!(bench.script.count(), 0);

    let bench = Bench::always(Step::Hangs);
    let (client, cancel) = (bench.client.clone(), bench.cancel.clone());
    let write = tokio::spawn(async move { client.write(&save(), &cancel).await });
    settle().await;
    bench.cancel.cancel();
    let outcome = write.await.unwrap();
    assert_eq!(class(&outcome), Class::Unknown);
    assert!(matches!(outcome, WriteOutcome::Unknown(f) if f.kind == FailureKind::Cancelled));
    assert_eq!(bench.start.elapsed().as_millis(), 0);
}

/// The service cannot use a part of a file, so nothing needs to be read before the file is sent again.
#[tokio::test(start_paused = true)]
async fn an_upload_cancelled_before_its_last_piece_was_not_sent() {
    let bench = Bench::always(Step::Hangs);
    let part = Part::Field { name: "file", value: "a".repeat(1_000) };
    let call = Call { body: Body::Multipart(vec![part]), ..save() };
    let (client, cancel) = (bench.client.clone(), bench.cancel.clone());
    let write = tokio::spawn(async move { client.write(&call, &cancel).await });
    settle().await;
    assert_eq!(bench.script.count(), 1, "it was begun");
    bench.cancel.cancel();
    assert!(matches!(write.await.unwrap(), WriteOutcome::NotSent(f) if f.kind == FailureKind::Cancelled));
}

/// Proves R-33.
#[tokio::test(start_paused = true)]
async fn writes_wait_60_seconds_and_bulk_writes_120() {
    static BULK: Endpoint = Endpoint {
        name: "things.bulk",
        needs: Needs::PerAction { actions: &[], with_all: api::Ability("a.b") },
        ..SAVE_AS
    };
    const SAVE_AS: Endpoint = Endpoint { method: Method::Post, resend: Resend::ByUser, ..READ };
    for (call, seconds) in [(save(), 60), (call_of(&BULK), 120)] {
        let bench = Bench::always(Step::Hangs);
        bench.client.write(&call, &bench.cancel).await;
        assert_eq!(bench.start.elapsed().as_secs(), seconds);
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_without_its_file_or_token_is_not_sent() {
    let part = |path: std::path::PathBuf| api::Part::File {
        name: "file",
        path,
        file_name: "a.csv".to_owned(),
        content_type: "text/csv",
        written: crate::base::Written::default(),
        digest: None,
    };
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.csv");
    std::fs::write(&other, "domain\nevil.com\n").unwrap();
    let reviewed = |mut part: api::Part| {
        let api::Part::File { digest, .. } = &mut part else { panic!("a file") };
        *digest = Some(crate::base::digest(b"domain\ngood.com\n"));
        part
    };
    for part in [part(folder.path().join("missing")), part(folder.path().to_owned()), reviewed(part(other.clone()))] {
        let bench = Bench::always(ok());
        let call = Call { body: api::Body::Multipart(vec![part]), ..save() };
        let outcome = bench.client.write(&call, &bench.cancel).await;
        assert!(matches!(outcome, WriteOutcome::NotSent(f) if f.kind == FailureKind::File));
        assert_eq!(bench.script.count(), 0);
    }
    let bench = Bench::always(ok());
    let client = Client::with_transport(ClientConfig { token: None, ..config() }, bench.script.clone());
    let outcome = client.write(&save(), &bench.cancel).await;
    assert!(matches!(outcome, WriteOutcome::NotSent(f) if f.kind == FailureKind::Unauthorized));
    assert_eq!(bench.script.count(), 0);
}

proptest! {
    /// A write counts as done only after a 2xx with JSON, and never as not sent after any answer.
    #[test]
    fn no_answer_to_a_write_is_classed_as_more_than_it_proves(
        status in 100_u16..600,
        body in prop_oneof!["\\PC{0,40}", Just(DENIED.to_owned()), Just("{}".to_owned()), Just("[1]".to_owned())],
        html: bool,
    ) {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static(if html { "text/html" } else { "application/json" }));
        let got = judge::Got { status, headers, body: Bytes::from(body.clone()), over: false };
        let url = Url::parse("http://127.0.0.1:1/x").unwrap();
        match judge::class_of(judge::judge(got, &SAVE, &url, Timestamp(NOW))) {
            WriteOutcome::Applied(_) => {
                prop_assert!((200..300).contains(&status));
                prop_assert!(serde_json::from_str::<serde_json::Value>(&body).is_ok());
            }
            WriteOutcome::NotSent(_) => prop_assert!(false, "an answer came"),
            WriteOutcome::Refused(failure) => {
                prop_assert!(!(300..400).contains(&status) && ![408, 425, 500, 502, 503, 504].contains(&status));
                prop_assert!(!failure.sentence().chars().any(char::is_control));
            }
            WriteOutcome::Unknown(failure) => prop_assert!(!failure.sentence().chars().any(char::is_control)),
        }
    }
}
