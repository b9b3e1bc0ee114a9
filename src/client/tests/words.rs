//! Tests of words for users and logs, and of secrets that must not be in them.

use std::fmt::Write;

use rstest::rstest;

use super::*;

#[rstest]
#[case("https://parking.example.com", "https://parking.example.com/")]
#[case("https://parking.example.com/", "https://parking.example.com/")]
#[case(" https://parking.example.com/sub/ ", "https://parking.example.com/sub")]
#[case("http://127.0.0.1:8080", "http://127.0.0.1:8080/")]
#[case("http://[::1]:8080", "http://[::1]:8080/")]
#[case("http://localhost:8080/", "http://localhost:8080/")]
fn https_and_addresses_of_this_machine_are_allowed(#[case] text: &str, #[case] url: &str) {
    assert_eq!(ClientConfig::check_base_url(text).unwrap().as_str(), url);
}

#[rstest]
#[case("parking.example.com", Some("https://parking.example.com/"))]
#[case(" parking.example.com/sub/\n", Some("https://parking.example.com/sub"))]
#[case("localhost:8080", Some("http://localhost:8080/"))]
#[case("127.0.0.1.example.com", Some("https://127.0.0.1.example.com/"))]
#[case("me:hidden@127.0.0.1", None)]
#[case("http://parking.example.com", None)]
#[case("", None)]
fn an_address_without_a_scheme_means_https_and_http_to_this_machine(#[case] text: &str, #[case] url: Option<&str>) {
    assert_eq!(ClientConfig::likely_base_url(text).as_ref().map(Url::as_str), url);
}

/// Proves R-31.
#[rstest]
#[case("", "empty")]
#[case("parking.example.com", "https:// in front")]
#[case("localhost:8080", "needs http:// in front, like http://localhost:8080")]
#[case("http://parking.example.com", "plain http is only allowed to this machine")]
#[case("http://127.0.0.1.example.com", "plain http is only allowed to this machine")]
#[case("ftp://parking.example.com", "begin with https://")]
#[case("file:///etc/passwd", "begin with https://")]
#[case("https://me:hidden@parking.example.com", "user name or password")]
#[case("http://127.0.0.1:1@evil.example", "user name or password")]
#[case("https://parking.example.com/?a=hidden", "question mark")]
#[case("https://parking.example.com/#hidden", "# sign")]
#[case("https://parking.example.com/api/v1/", "before /api/v1")]
#[case("https://park ing.example.com", "space")]
#[case("https://", "not valid")]
fn a_refused_address_is_reported_in_one_sentence(#[case] text: &str, #[case] says: &str) {
    let sentence = ClientConfig::check_base_url(text).unwrap_err();
    assert!(sentence.contains(says), "{sentence}");
    assert!(!sentence.contains("hidden") && !sentence.contains('\n'), "{sentence}");
}

/// Proves R-45.
#[test]
fn a_secret_shows_its_last_four_characters_and_of_a_short_one_less_than_half() {
    assert_eq!(format!("{:?}", Secret::new("abcdefghijkl\n".to_owned())), "…ijkl");
    assert_eq!(Secret::new("abcd".to_owned()).last4(), "cd");
    assert_eq!(Secret::new("a".to_owned()).last4(), "");
}

/// Proves R-42.
#[tokio::test(start_paused = true)]
async fn token_and_typed_text_are_in_no_log_line_and_no_failure() {
    let echo = r#"{"errors":[{"code":"canary-7f3a-token-9XYZ","message":"bad canary-7f3a-token-9XYZ","field":"canary-7f3a-token-9XYZ"}]}"#;
    let mut all = String::new();
    for step in [
        Step::Says(403, &[], echo),
        Step::Says(400, &[], "what is canary-7f3a-token-9XYZ"),
        Step::Says(302, &[("location", "http://evil.example/?t=canary-7f3a-token-9XYZ")], ""),
        Step::Says(200, &[], "<title>canary-7f3a-token-9XYZ</title>"),
        Step::Fails(WireFailure::new(Stage::NotSent, FailureKind::Offline, "canary-7f3a-token-9XYZ")),
    ] {
        let bench = Bench::always(step);
        let failure = bench.read(Lane::User).await.unwrap_err();
        write!(all, "{failure:?} {} {:?} ", failure.sentence(), failure.hint()).unwrap();
        write!(all, "{:?} {:?} {:?}", bench.client.requests(), bench.client, bench.client.status()).unwrap();
        assert_eq!(bench.client.requests()[0].path, "parking/things?name");
    }
    assert!(!all.contains("canary-7f3a"), "{all}");
    assert!(!all.contains("secret-person"), "{all}");
}

#[tokio::test(start_paused = true)]
async fn a_command_names_no_key_of_a_screen() {
    let flood = r#"{"errors":[{"code":"np_parking_api_error_flood","message":"Slow down."}]}"#;
    for (status, headers, body, told) in [
        (401, &[][..], "{}", "Store a new one with `parkade login`."),
        (429, &[("retry-after", "90")][..], flood, "Run it again in 2 minutes."),
    ] {
        let failure = Bench::always(Step::Says(status, headers, body)).read(Lane::Background).await.unwrap_err();
        let words = failure.in_command("parkade login");
        assert!(words.ends_with(told), "{words}");
        assert!(!failure.with_hint().contains("esc"), "nothing that was refused is being sent again");
    }
}

#[test]
fn a_secret_is_removed_from_a_body_in_every_json_spelling_unless_it_is_short() {
    let scrub = |secret: &str, body: &str| {
        let scrubbed = Secret::new(secret.to_owned()).scrub_body(body.as_bytes());
        scrubbed.map(|bytes| String::from_utf8(bytes).expect("text"))
    };
    let secret = "canary/7f3a-token";
    assert_eq!(scrub(secret, r#"{"a":"Bearer canary/7f3a-token."}"#).as_deref(), Some(r#"{"a":"Bearer …."}"#));
    assert_eq!(scrub(secret, r#"["canary\/7f3a-token","canary/7f3a-token"]"#).as_deref(), Some(r#"["…","…"]"#));
    assert_eq!(scrub(secret, r#"{"a":"canary"}"#), None);
    assert_eq!(scrub("full", r#"{"full_name":"full"}"#), None);
}

#[test]
fn a_short_secret_is_removed_from_a_message_only_where_it_is_a_word() {
    let scrub = |secret: &str, text: &str| Secret::new(secret.to_owned()).scrub(text);
    assert_eq!(scrub("t", "nothing answers on that port"), None);
    assert_eq!(scrub("t", "the token t, (t) and t/x").as_deref(), Some("the token …, (…) and …/x"));
    assert_eq!(scrub("full", "beautiful full").as_deref(), Some("beautiful …"));
    assert_eq!(scrub("7f3a9XYZ", "a7f3a9XYZb").as_deref(), Some("a…b"), "a real one, wherever it is");
    assert_eq!(scrub("", "nothing"), None);
}

#[tokio::test(start_paused = true)]
async fn a_token_repeated_in_a_good_answer_is_gone_before_the_answer_is_read() {
    let bench = Bench::always(Step::Says(200, &[], r#"{"tok":"Bearer canary-7f3a-token-9XYZ"}"#));
    let answer = bench.read(Lane::User).await.expect("an answer");
    assert_eq!(std::str::from_utf8(&answer.body), Ok(r#"{"tok":"Bearer …"}"#));
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_one_clean_sentence() {
    for (step, sentence) in [
        (Step::Says(502, &[], "<html><b>nginx</b>"), "A gateway in front of the service answered with an error"),
        (Step::Says(500, &[("x-request-id", "ab-1")], ""), "The service has an internal error (500): (request ab-1)"),
        (
            Step::Says(302, &[("location", "https://evil.example/")], ""),
            "The address leads to evil.example, which is not followed: following would send the token to https://evil.example",
        ),
        (Step::Says(200, &[], "<title>Hotel\nlogin</title>"), "The service answered with a web page: Hotel login"),
        (Step::Says(429, &[("retry-after", "7200")], ""), "Too many requests; the service asks to wait 2 hours"),
    ] {
        let bench = Bench::always(step);
        assert_eq!(bench.read(Lane::User).await.unwrap_err().sentence(), sentence);
    }
}

#[tokio::test(start_paused = true)]
async fn the_words_of_the_service_come_first_cleaned_and_on_one_line() {
    let bench = Bench::always(Step::Says(403, &[], r#"{"errors":[{"code":"x_y","message":"No \u001b[31m\nway"}]}"#));
    let failure = bench.read(Lane::User).await.unwrap_err();
    let sentence = failure.sentence();
    assert!(sentence.starts_with("No ") && sentence.ends_with("[31m way"), "{sentence}");
    assert!(!sentence.chars().any(char::is_control));
    assert_eq!(failure.code(), Some("x_y"));
}

#[tokio::test(start_paused = true)]
async fn the_log_keeps_the_newest_500() {
    let bench = Bench::always(ok());
    for _ in 0..510 {
        bench.read(Lane::User).await.unwrap();
    }
    let lines = bench.client.requests();
    assert_eq!((lines.len(), lines[0].bytes, lines[0].status), (500, 2, Some(200)));
}

/// The worker spawns these calls, which is impossible if a guard is held over an await.
#[tokio::test(start_paused = true)]
async fn requests_can_be_spawned() {
    fn sendable(_: impl Send) {}
    let bench = Bench::always(ok());
    let (call, mut to) = (list(), Vec::new());
    sendable(bench.client.read(&call, Lane::User, &bench.cancel));
    sendable(bench.client.write(&call, &bench.cancel));
    sendable(bench.client.download(&call, u64::MAX, &mut to, |_, _| {}, &bench.cancel));
}
