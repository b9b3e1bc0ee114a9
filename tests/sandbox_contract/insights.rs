//! Contract of the reports: the members that the documents name, and figures that agree with each other and with the
//! lists.

use serde_json::Value;

use crate::support::{Api, NOW, keys, small, start};
use parkade::sandbox::{Feature, Options};

const REPORTS: [&str; 4] = [
    "parking/insights-domains",
    "parking/insights-inquiries",
    "parking/insights-portfolio",
    "parking/portfolio-activity",
];

async fn report(api: &Api, path: &str) -> Value {
    api.get(path).await.ok()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

fn sum(rows: &Value, key: &str) -> i64 {
    rows.as_array().unwrap_or_else(|| panic!("{rows} is no list")).iter().map(|row| number(&row[key])).sum()
}

#[tokio::test]
async fn every_member_the_documents_name_is_there() {
    let api = start(&small());
    let domains = report(&api, "parking/insights-domains").await;
    let members = [
        "days",
        "only_verified",
        "visitors",
        "trends",
        "engagement",
        "chart",
        "funnel",
        "unverified",
        "countries",
        "sections",
        "visit_time",
        "ever_used",
    ];
    assert_eq!(keys(&domains), members);
    assert_eq!((&domains["days"], &domains["only_verified"]), (&30.into(), &true.into()), "as the documents have it");
    assert_eq!(keys(&domains["engagement"]), ["continue", "form_start", "contact"]);
    assert_eq!(keys(&domains["funnel"]), ["steps", "side", "since"]);
    assert_eq!(keys(&domains["funnel"]["steps"][0]), ["key", "label", "count", "share", "conversion"]);
    assert_eq!(keys(&domains["visit_time"]), ["average", "timed", "bands", "still", "actions"]);
    assert_eq!(keys(&domains["chart"]), ["slots", "peak"]);
    assert_eq!(keys(&domains["chart"]["slots"][0]), ["ts", "hits"]);
    assert!(domains["sections"]["utm_campaign"][0]["inquired"].is_i64());

    let name = domains["sections"]["domains"][0]["label"].as_str().expect("a name").to_owned();
    let domain = report(&api, &format!("parking/insights-domain?name={name}")).await;
    let members = [
        "domain",
        "ended_at",
        "days",
        "only_verified",
        "visitors",
        "trends",
        "engagement",
        "chart",
        "funnel",
        "average_active_seconds",
        "visit_time",
        "inquiries",
    ];
    assert_eq!(keys(&domain), members);

    let inquiries = report(&api, "parking/insights-inquiries").await;
    let members = [
        "days",
        "inquiries",
        "confirmed",
        "delivered",
        "continued",
        "confirmed_rate",
        "delivered_rate",
        "buyers",
        "trends",
        "per_day",
        "funnel",
        "flow_tree",
        "flow_tree_missing",
        "emailed",
        "not_emailed",
        "sections",
        "offers",
        "confirm_time",
        "weekdays",
        "day_parts",
        "buyer_facts",
        "spam_risk",
        "ever_used",
    ];
    assert_eq!(keys(&inquiries), members);
    assert_eq!(keys(&domain["inquiries"]), members, "the same shape for one domain alone");
    for rows in inquiries["sections"].as_object().unwrap().values().chain([&domain["inquiries"]["sections"]["domains"]])
    {
        for row in rows.as_array().unwrap() {
            assert_eq!(keys(row), ["key", "label", "hits", "share", "unknown"]);
            assert!(row["key"].as_str().is_some_and(|key| !key.is_empty()), "{row}");
        }
    }
    let steps: Vec<&str> =
        inquiries["flow_tree"].as_array().unwrap().iter().filter_map(|step| step["key"].as_str()).collect();
    assert_eq!(steps, ["submitted", "confirm", "interest", "bant", "offer", "completed"]);
    assert_eq!(keys(&inquiries["offers"][0]), ["currency", "count", "median", "average", "highest", "lowest"]);
    assert_eq!(inquiries["weekdays"].as_array().unwrap().len(), 7);
    assert_eq!(inquiries["day_parts"].as_array().unwrap().len(), 6);

    let site = report(&api, "parking/insights-portfolio").await;
    assert_eq!(keys(&site), ["days", "visits", "searched", "filtered", "trends", "chart", "sections", "ever_used"]);
    assert_eq!(site["sections"].as_object().unwrap().len(), 15);
    let activity = report(&api, "parking/portfolio-activity").await;
    assert_eq!(keys(&activity), ["visits", "days", "sections", "ever_used"]);
    assert!(activity["sections"]["searches"][0]["portfolios"].is_i64());
}

#[tokio::test]
async fn figures_agree_with_each_other_in_every_window() {
    let api = start(&small());
    let mut visitors = Vec::new();
    for days in [7, 30, 90, 0] {
        for verified in [0, 1] {
            let report = report(&api, &format!("parking/insights-domains?days={days}&verified={verified}")).await;
            let all = number(&report["visitors"]);
            assert_eq!(sum(&report["chart"]["slots"], "hits"), all, "every visit is in one slot, {days} days");
            assert_eq!(number(&report["funnel"]["steps"][0]["count"]), all);
            for place in ["devices", "browsers", "systems", "referrers"] {
                assert_eq!(sum(&report["sections"][place], "hits"), all, "{place}");
            }
            assert_eq!(number(&report["engagement"]["form_start"]), number(&report["funnel"]["steps"][1]["count"]));
            let time = &report["visit_time"];
            assert_eq!(sum(&time["bands"], "visitors"), number(&time["timed"]));
            assert!(number(&time["timed"]) <= all);
            if days == 0 {
                assert_eq!(report["trends"], serde_json::json!({}), "all time has nothing to compare with");
            }
            visitors.push(all);
        }
        let report = report(&api, &format!("parking/insights-inquiries?days={days}")).await;
        let all = number(&report["inquiries"]);
        assert_eq!(sum(&report["per_day"], "hits"), all);
        assert_eq!(sum(&report["per_day"], "confirmed"), number(&report["confirmed"]));
        assert_eq!(sum(&report["weekdays"], "hits"), all);
        assert_eq!(sum(&report["day_parts"], "hits"), all);
        assert_eq!(sum(&report["spam_risk"], "hits"), all);
        assert_eq!(number(&report["emailed"]["total"]) + number(&report["not_emailed"]["total"]), all);
        assert_eq!(sum(&report["confirm_time"]["bands"], "count"), number(&report["confirmed"]));
        let tree = report["flow_tree"].as_array().unwrap();
        for pair in tree.windows(2) {
            let stopped: i64 = sum(&pair[0]["stopped"], "count");
            assert_eq!(number(&pair[0]["reached"]) - stopped, number(&pair[1]["reached"]), "{}", pair[1]["key"]);
        }
    }
    assert!(visitors.windows(2).step_by(2).all(|pair| pair[0] > pair[1]), "bots are more: {visitors:?}");
    assert!(visitors[0] < visitors[2] && visitors[2] < visitors[4] && visitors[4] < visitors[6]);
}

#[tokio::test]
async fn counts_of_reports_equal_those_of_the_lists() {
    let api = start(&small());
    let first = |row: &Value| row["origin"] == "initial";
    let all = api.inquiries("status=all&visibility=all").await;
    let report = report(&api, "parking/insights-inquiries?days=0").await;
    assert_eq!(number(&report["inquiries"]), all.iter().filter(|row| first(row)).count() as i64);
    let confirmed = all.iter().filter(|row| first(row) && row["email_confirmed"] == true).count() as i64;
    assert_eq!(number(&report["confirmed"]), confirmed);
    let name = report["sections"]["domains"][0]["label"].as_str().unwrap().to_owned();
    let of_name = all.iter().filter(|row| first(row) && row["domain"] == name.as_str()).count() as i64;
    assert_eq!(number(&report["sections"]["domains"][0]["hits"]), of_name);
    let domain = self::report(&api, &format!("parking/insights-domain?name={name}&days=0")).await;
    assert_eq!(number(&domain["inquiries"]["inquiries"]), of_name);
    assert!(number(&domain["visitors"]) >= of_name, "who asks has visited");
}

#[tokio::test]
async fn a_new_inquiry_and_its_visit_are_counted_at_once() {
    let api = start(&Options { now: None, ..small() });
    let before = report(&api, "parking/insights-inquiries?days=7").await;
    let visits = report(&api, "parking/insights-domains?days=7").await;
    api.post_json("/_sandbox/arrive", serde_json::json!({ "count": 40 })).await.ok();
    let after = report(&api, "parking/insights-inquiries?days=7").await;
    let come = number(&after["inquiries"]) - number(&before["inquiries"]);
    assert!(come > 20, "{come}; the rest are further steps");
    let visits_after = report(&api, "parking/insights-domains?days=7").await;
    assert_eq!(number(&visits_after["visitors"]) - number(&visits["visitors"]), come);
}

#[tokio::test]
async fn a_domain_that_left_answers_with_its_history() {
    let api = start(&small());
    let removed = api.get("parking/domains?state=removed").await.ok();
    let row = &removed["domains"][0];
    let name = row["punycode"].as_str().expect("a name");
    let report = report(&api, &format!("parking/insights-domain?name={name}&days=0")).await;
    assert!(number(&report["ended_at"]) < NOW, "{report}");
    api.get("parking/insights-domain?name=never-mine.example")
        .await
        .refused(404, "np_parking_api_error_domain_not_found");
    api.get("parking/insights-domain").await.refused(404, "np_parking_api_error_domain_not_found");
}

#[tokio::test]
async fn reports_need_the_feature_and_the_ability() {
    for path in REPORTS.iter().chain(&["parking/insights-domain?name=a.example"]) {
        let feature = if path.contains("activity") { Feature::Activity } else { Feature::Insights };
        let without = start(&Options { without: vec![feature], ..small() });
        without.get(path).await.refused(403, "do_not_have_permission");
    }
}

#[tokio::test]
async fn an_account_without_visits_has_no_chart_and_was_never_used() {
    let api = start(&Options { domains: 0, inquiries: 0, ..small() });
    for path in REPORTS {
        let report = report(&api, path).await;
        assert_eq!(report["ever_used"], false, "{path}");
        assert!(report["chart"].is_null(), "{path}");
    }
}

/// The list of domains shows these rows, so each must equal the report of its domain.
#[tokio::test]
async fn rows_by_domain_agree_with_the_report_of_the_domain() {
    let api = start(&small());
    let visits = report(&api, "parking/insights-domains?days=30&verified=1").await;
    let asked = report(&api, "parking/insights-inquiries?days=30").await;
    for (rows, place) in [(&visits, "/visitors"), (&asked, "/inquiries/inquiries")] {
        for row in &rows["sections"]["domains"].as_array().expect("rows")[..3] {
            let name = row["label"].as_str().expect("a name");
            let own = report(&api, &format!("parking/insights-domain?name={name}&days=30&verified=1")).await;
            assert_eq!(own.pointer(place), Some(&row["hits"]), "{name}{place}");
        }
    }
}
