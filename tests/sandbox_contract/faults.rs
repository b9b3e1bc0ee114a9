use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::support::{Api, NOW, ids, small, start};

async fn one(api: &Api) -> (i64, String) {
    let id = ids(&api.inquiries("starred=0").await)[0];
    (id, format!("parking/inquiry/{id}/star"))
}

#[tokio::test]
async fn faults_with_an_answer_of_their_own_apply_nothing() {
    let api = start(&small());
    let (_, star) = one(&api).await;
    for (fault, status) in [
        ("401", 401),
        ("500", 500),
        ("502", 502),
        ("503", 503),
        ("504", 504),
        ("html", 200),
        ("redirect", 302),
        ("garbage", 200),
        ("empty", 200),
    ] {
        api.faults(&[&format!("{fault}@POST parking/inquiry/{{id}}/star:1")]).await;
        let got = api.post(&star).await;
        assert_eq!(got.status, status, "{fault}");
        assert_eq!(got.json["errors"].is_array(), matches!(status, 401 | 500 | 503 | 504), "{fault}: {}", got.text);
        assert_eq!(got.text.starts_with('<'), matches!(fault, "html" | "redirect" | "502"), "{fault}");
    }
    assert!(api.writes().await.is_empty());
    api.post(&star).await.ok();
    assert_eq!(api.writes().await.len(), 1, "each struck once");
}

#[tokio::test]
async fn floods_come_with_every_kind_of_header() {
    let api = start(&small());
    let (_, star) = one(&api).await;
    for (fault, header) in
        [("429", Some("2")), ("429=7", Some("7")), ("429-none", None), ("429-junk", Some("in a while"))]
    {
        api.faults(&[fault]).await;
        let got = api.post(&star).await;
        got.refused(429, "np_parking_api_error_flood");
        assert_eq!(got.retry_after.as_deref(), header, "{fault}");
    }
    api.faults(&["429-date"]).await;
    let date = httpdate::parse_http_date(&api.post(&star).await.retry_after.expect("a header")).expect("a date");
    assert_eq!(date, std::time::UNIX_EPOCH + Duration::from_secs(NOW as u64 + 3));
}

#[tokio::test]
async fn a_reset_breaks_the_connection_before_or_after_applying() {
    let api = start(&small());
    let (_, star) = one(&api).await;
    for (fault, applied) in [("reset", 0), ("reset-after", 1)] {
        api.faults(&[&format!("{fault}:1")]).await;
        let error = api.send("POST", &star, None).await.expect_err("no answer");
        assert!(error.is_request() && !error.is_connect(), "the request went out: {error:?}");
        let mut source: Option<&dyn std::error::Error> = Some(&error);
        let mut reset = false;
        while let Some(cause) = source {
            reset |= cause
                .downcast_ref::<std::io::Error>()
                .is_some_and(|io| io.kind() == std::io::ErrorKind::ConnectionReset);
            source = cause.source();
        }
        assert!(reset, "a real reset: {error:?}");
        assert_eq!(api.writes().await.len(), applied, "{fault}");
    }
}

#[tokio::test]
async fn bodies_are_cut_slow_or_doubly_long_although_the_write_was_applied() {
    let api = start(&small());
    let (_, star) = one(&api).await;
    for (number, fault) in ["cut", "double-length"].into_iter().enumerate() {
        api.faults(&[&format!("{fault}:1")]).await;
        assert!(api.send("POST", &star, None).await.is_err(), "{fault}");
        assert_eq!(api.writes().await.len(), number + 1);
    }
    api.faults(&["slow=1:1"]).await;
    assert_eq!(api.post(&star).await.ok()["marks"]["starred"], true);
    api.faults(&["500-after:1"]).await;
    assert_eq!(api.post(&star).await.status, 500);
    assert_eq!(api.writes().await.len(), 4, "carried out, then a server error");
}

#[tokio::test]
async fn a_stall_sends_nothing() {
    let api = start(&small());
    api.faults(&["stall@GET parking/domains"]).await;
    assert!(timeout(Duration::from_millis(60), api.get("parking/domains")).await.is_err());
    api.get("parking/settings-schema").await.ok();
}

#[tokio::test]
async fn faults_strike_where_and_as_often_as_asked() {
    let api = start(&small());
    api.faults(&["503@GET parking/inquiries:2", "500@* parking/inquiry/*", "504:0"]).await;
    let statuses = [api.get("parking/inquiries").await.status, api.get("parking/domains").await.status];
    assert_eq!(statuses, [503, 200]);
    assert_eq!([api.get("parking/inquiries").await.status, api.get("parking/inquiries").await.status], [503, 200]);
    assert_eq!(api.get("parking/inquiry/7/history").await.status, 500);
    assert_eq!(
        api.get("/_sandbox/state").await.ok()["faults"],
        json!(["500@* parking/inquiry/*"]),
        "those used up are gone"
    );
    api.faults(&["500:50%"]).await;
    let mut failed = 0;
    for _ in 0..60 {
        failed += u32::from(api.get("parking/settings-schema").await.status == 500);
    }
    assert!((10..50).contains(&failed), "about half: {failed}");
    let bad = api.post_json("/_sandbox/faults", json!({ "add": ["melt"] })).await;
    bad.refused(400, "bad_fault");
}

#[tokio::test]
async fn latency_holds_every_answer_back() {
    let mut options = small();
    options.latency = Duration::from_secs(60);
    let api = start(&options);
    assert!(timeout(Duration::from_millis(60), api.get("parking/domains")).await.is_err());
    api.get("/_sandbox/state").await.ok();
}
