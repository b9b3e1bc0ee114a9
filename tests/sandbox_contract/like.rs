//! Effects of `--like`, choice by choice.

use std::collections::BTreeSet;

use parkade::sandbox::{LIKE_CHOICES, Like, Options};

use super::support::{Api, NOW, small, start};

fn like(choices: &[&str]) -> Api {
    let like = choices.iter().map(|choice| choice.parse().expect("a choice")).collect();
    start(&Options { like, ..small() })
}

#[test]
fn every_choice_is_read_named_and_explained() {
    let text = include_str!("../../assets/sandbox.md");
    for (name, _) in LIKE_CHOICES {
        let spelled = name.replace("=N", "=25").replace("+N", "+2y").replace("-N", "-300");
        assert!(spelled.parse::<Like>().is_ok(), "{spelled}");
        assert!(text.contains(&format!("`{name}`")), "assets/sandbox.md explains {name}");
    }
    for wrong in ["", "short", "per-page-cap=0", "per-page-cap=", "clock", "clock5", "clock+", "clock+1w", "clock+-3"] {
        let why = wrong.parse::<Like>().expect_err(wrong).to_string();
        assert!(why.contains("page-behind-end-404, "), "{why}");
    }
}

#[tokio::test]
async fn a_page_after_the_last_is_answered_as_the_choice_says() {
    let path = "parking/inquiries?status=all&visibility=all&per_page=100&page=4";
    for (choice, status) in [("page-behind-end-refused", 400), ("page-behind-end-404", 404)] {
        let api = like(&[choice]);
        assert_eq!(api.get(path).await.status, status);
        assert_eq!(api.get(&path.replace("page=4", "page=3")).await.status, 200);
    }
    let last = like(&["page-behind-end-repeated"]).get(path).await.ok();
    assert_eq!(
        (last["pagination"]["current_page"].as_i64(), last["pagination"]["shown"].as_i64()),
        (Some(3), Some(60))
    );
}

#[tokio::test]
async fn short_and_capped_pages_give_their_number_of_rows() {
    let first = like(&["short-pages"]).get("parking/domains?per_page=50").await.ok();
    let pagination = &first["pagination"];
    assert_eq!((pagination["per_page"].as_i64(), pagination["shown"].as_i64()), (Some(50), Some(25)));
    assert!(pagination["last_page"].as_i64() > Some(3), "{pagination}");
    let api = like(&["per-page-cap=25"]);
    assert_eq!(api.get("parking/domains?per_page=200").await.ok()["pagination"]["per_page"], 25);
    assert_eq!(api.inquiries("status=all&visibility=all").await.len(), 260);
}

#[tokio::test]
async fn statuses_of_refused_tokens_and_abilities_are_swapped() {
    let like = |choice: &str| vec![choice.parse().expect("a choice")];
    let tokens = vec!["full=domains.list".parse().expect("a token")];
    let api = start(&Options { like: like("401-for-403"), tokens, ..small() });
    assert_eq!(api.get("parking/inquiries").await.status, 401);
    assert_eq!(api.get("parking/domains").await.status, 200);
    let api = start(&Options { like: like("403-for-401"), ..small() }).with_token(Some("nobody"));
    assert_eq!(api.get("parking/domains").await.status, 403);
}

#[tokio::test]
async fn hidden_inquiries_are_listed_apart_and_not_found_by_number() {
    let api = like(&["all-without-hidden", "hidden-404"]);
    let number = |row: &serde_json::Value| row["inquiry_id"].as_i64().expect("an id");
    let all: BTreeSet<i64> = api.inquiries("status=all&visibility=all").await.iter().map(number).collect();
    let hidden: BTreeSet<i64> = api.inquiries("status=all&visibility=removed").await.iter().map(number).collect();
    assert!(!hidden.is_empty() && all.is_disjoint(&hidden) && all.len() + hidden.len() == 260);
    let one = hidden.first().expect("one");
    api.get(&format!("parking/inquiry/{one}")).await.refused(404, "np_parking_api_error_inquiry_not_found");
    assert_eq!(api.post(&format!("parking/inquiry/{one}/restore")).await.status, 200);
    assert_eq!(api.get(&format!("parking/inquiry/{one}")).await.status, 200);
}

#[tokio::test]
async fn a_choice_gives_jobs_other_final_words_and_refusals_another_shape() {
    let api = like(&["other-final-words", "error-message-shape"]);
    let imports = api.get("parking/imports").await.ok();
    let words: BTreeSet<&str> =
        imports["imports"].as_array().expect("rows").iter().filter_map(|row| row["status"].as_str()).collect();
    assert!(words.contains("done") && !words.contains("finished"), "{words:?}");
    let no = api.get("parking/inquiry/1").await;
    assert_eq!((no.status, &no.json["error"]), (404, &"np_parking_api_error_inquiry_not_found".into()));
    assert!(no.json["error_message"].is_string() && no.json["errors"].is_null());
}

#[tokio::test]
async fn a_choice_sets_the_clock_wrong_or_leaves_dates_out() {
    let newest = |api: Api| async move {
        let page = api.get("parking/inquiries?status=all&visibility=all&per_page=1").await.ok();
        page["inquiries"][0]["inquire_date"].as_i64().expect("a time")
    };
    let now = newest(like(&[])).await;
    assert!((NOW - now) < 86_400);
    assert_eq!(newest(like(&["clock+2y"])).await, now + 2 * 31_557_600);
    assert_eq!(newest(like(&["clock-5m"])).await, now - 300);
    let api = like(&["no-date"]);
    let dated = reqwest::Client::builder().no_proxy().tls_certs_only(std::iter::empty()).build().expect("a client");
    let url = format!("{}/api/v1/parking/domains", api.running.base_url());
    let answer = dated.get(url).header("Authorization", "Bearer full").send().await.expect("an answer");
    assert!(answer.status() == 200 && answer.headers().get("date").is_none(), "{:?}", answer.headers());
}

#[tokio::test]
async fn reports_are_sent_in_the_other_forms_the_documents_allow() {
    let inquiries = "parking/insights-inquiries?days=0";
    let plain = like(&[]).get(inquiries).await.ok();
    let numbers = like(&["flow-tree-numbers"]).get(inquiries).await.ok();
    for (step, nodes) in
        numbers["flow_tree"].as_array().expect("steps").iter().zip(plain["flow_tree"].as_array().expect("steps"))
    {
        assert_eq!(step["reached"], nodes["reached"]);
        let stopped = nodes["stopped"]
            .as_array()
            .expect("nodes")
            .first()
            .map_or(0, |node| node["count"].as_i64().expect("a count"));
        assert_eq!(step["stopped"].as_i64(), Some(stopped), "{step}");
        assert!(step["skipped"].is_i64() && step["went_on"].is_i64(), "{step}");
    }
    let domains = "parking/insights-domains?days=0";
    let average = like(&[]).get(domains).await.ok()["visit_time"]["average"].clone();
    assert!(average.is_i64());
    for (choice, name) in [("average-active-seconds", "average_active_seconds"), ("average-seconds", "seconds")] {
        let time = like(&[choice]).get(domains).await.ok()["visit_time"].clone();
        assert!(time[name] == average && time["average"].is_null(), "{time}");
    }
    let labelled = like(&["bands-with-labels"]).get(inquiries).await.ok();
    let labels: Vec<&str> = labelled["confirm_time"]["bands"]
        .as_array()
        .expect("bands")
        .iter()
        .filter_map(|band| band["label"].as_str())
        .collect();
    assert_eq!(
        labels,
        ["under 10 minutes", "10 minutes to 1 hour", "1 hour to 6 hours", "6 hours to 1 day", "1 day or longer"]
    );
}

#[tokio::test]
async fn values_are_sent_in_the_forms_of_other_languages() {
    let path = "parking/inquiries?status=all&visibility=all&per_page=2";
    let plain = like(&[]).get(path).await.ok();
    let text = like(&["numbers-as-text"]).get(path).await.ok();
    let total = plain["pagination"]["total"].as_i64().expect("a total").to_string();
    assert_eq!(text["pagination"]["total"].as_str(), Some(total.as_str()));
    let switched = like(&["booleans-as-numbers"]).get(path).await.ok();
    let confirmed = plain["inquiries"][0]["email_confirmed"].as_bool().expect("yes or no");
    assert_eq!(switched["inquiries"][0]["email_confirmed"], i64::from(confirmed));
    let objects = like(&["lists-as-objects"]).get(path).await.ok();
    assert_eq!(objects["inquiries"]["1"]["inquiry_id"], plain["inquiries"][1]["inquiry_id"]);
    assert_eq!(objects["inquiries"].as_object().map(serde_json::Map::len), Some(2));
}
