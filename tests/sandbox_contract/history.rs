use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::{Api, NOW, ids, keys, small, start};

const DAY: i64 = 86_400;

async fn history(api: &Api, id: i64, query: &str) -> Value {
    api.get(&format!("parking/inquiry/{id}/history?{query}")).await.ok()
}

fn rows(got: &Value) -> &[Value] {
    got["inquiries"].as_array().expect("rows")
}

/// Inquiry whose buyer writes `more` times again, today.
async fn regular(api: &Api, more: u32) -> i64 {
    let id = ids(&api.inquiries("status=all&visibility=all").await)[100];
    let body = json!({ "count": more, "from": id });
    let got = api.post_json("/_sandbox/arrive", body).await.ok();
    assert_eq!(got["ids"].as_array().map(Vec::len), Some(more as usize));
    id
}

#[tokio::test]
async fn the_history_has_twenty_rows_a_page_to_its_end() {
    let api = start(&small());
    let id = regular(&api, 47).await;
    let first = history(&api, id, "match=email").await;
    let total = first["pagination"]["total"].as_u64().unwrap();
    assert!(total >= 47);
    let last = total.div_ceil(20);
    assert_eq!(
        (&first["pagination"]["per_page"], &first["pagination"]["last_page"], &first["pagination"]["shown"]),
        (&20.into(), &last.into(), &20.into())
    );
    let asked = history(&api, id, "match=email&per_page=100").await;
    assert_eq!(rows(&asked).len(), 20, "there is no per_page");
    let mut seen = Vec::new();
    for page in 1..=last {
        let got = history(&api, id, &format!("match=email&page={page}")).await;
        assert_eq!(got["pagination"]["current_page"], page);
        seen.extend(rows(&got).to_vec());
    }
    assert_eq!(seen.len() as u64, total);
    assert_eq!(seen.iter().map(|row| row["inquiry_id"].as_i64().unwrap()).collect::<HashSet<_>>().len(), seen.len());
    let dates: Vec<_> = seen.iter().map(|row| row["inquire_date"].as_i64().unwrap()).collect();
    assert!(dates.windows(2).all(|pair| pair[0] >= pair[1]), "newest first");
    assert!(rows(&history(&api, id, &format!("match=email&page={}", last + 1)).await).is_empty());
}

#[tokio::test]
async fn match_days_and_type_narrow_the_history() {
    let api = start(&small());
    let id = regular(&api, 5).await;
    let all = history(&api, id, "").await;
    let found: Vec<&str> = rows(&all).iter().map(|row| row["matched_by"].as_str().unwrap()).collect();
    assert!(found.iter().all(|by| matches!(*by, "email" | "ip" | "both")) && found.contains(&"both"));
    for (matching, by) in [("email", ["email", "both"]), ("ip", ["ip", "both"])] {
        let got = history(&api, id, &format!("match={matching}")).await;
        assert!(!rows(&got).is_empty());
        for row in rows(&got) {
            assert!(by.contains(&row["matched_by"].as_str().unwrap()), "{matching}: {row}");
        }
    }
    for days in [7, 30, 90] {
        for row in rows(&history(&api, id, &format!("days={days}")).await) {
            assert!(row["inquire_date"].as_i64().unwrap() >= NOW - days * DAY, "{days}: {row}");
        }
    }
    assert_eq!(history(&api, id, "days=0").await, all, "0 is all time, and the default");
    assert!(rows(&all)[0].get("details").is_some());
    assert!(rows(&history(&api, id, "type=compact").await)[0].get("details").is_none());
}

#[tokio::test]
async fn inquiries_to_other_sellers_are_counted_and_never_listed() {
    let api = start(&small());
    let id = regular(&api, 12).await;
    let got = history(&api, id, "").await;
    assert_eq!(keys(&got), ["inquiries", "pagination", "stats", "capped"]);
    assert_eq!(keys(&got["stats"]), ["email", "ip", "own", "total"]);
    for side in ["email", "ip"] {
        let stats = &got["stats"][side];
        assert_eq!(keys(stats), ["7", "30", "90", "0", "first", "last"]);
        let mut before = 0;
        for days in ["7", "30", "90", "0"] {
            let (count, domains) = (stats[days]["count"].as_i64().unwrap(), stats[days]["domains"].as_i64().unwrap());
            assert!(count >= before && domains <= count && count >= 12, "{side} {days}: {stats}");
            before = count;
        }
        assert!(stats["first"].as_i64() <= stats["last"].as_i64());
    }
    assert!(got["stats"]["total"].as_i64() >= got["stats"]["own"].as_i64());
    assert_eq!(got["stats"]["own"], got["pagination"]["total"]);
}

#[tokio::test]
async fn beyond_two_thousand_the_list_is_capped_and_says_so() {
    let api = start(&small());
    let id = regular(&api, 1_990).await;
    let below = history(&api, id, "match=email").await;
    assert_eq!(below["capped"], false, "{}", below["pagination"]);
    api.post_json("/_sandbox/arrive", json!({ "count": 40, "from": id })).await.ok();
    let got = history(&api, id, "match=email&page=100").await;
    assert_eq!((&got["capped"], &got["pagination"]["total"]), (&true.into(), &2_000.into()));
    assert_eq!(rows(&got).len(), 20);
    assert!(rows(&history(&api, id, "match=email&page=101").await).is_empty(), "the list stops there");
    assert_eq!(history(&api, id, "match=email&days=7&page=1").await["capped"], true, "within a window too");
}

#[tokio::test]
async fn a_foreign_or_invalid_history_query_is_refused() {
    let api = start(&small());
    let id = ids(&api.inquiries("").await)[0];
    for nobody in ["1", "abc"] {
        let path = format!("parking/inquiry/{nobody}/history");
        api.get(&path).await.refused(404, "np_parking_api_error_inquiry_not_found");
    }
    for query in ["match=phone", "days=14", "days=all"] {
        api.get(&format!("parking/inquiry/{id}/history?{query}"))
            .await
            .refused(400, "np_parking_api_error_invalid_inquiry_filter");
    }
}
