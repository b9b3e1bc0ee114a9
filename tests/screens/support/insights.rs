//! Reports as the service answers them.

use parkade::api::insights::{Domain, Domains, Inquiries, Portfolio};
use parkade::api::portfolio::Activity;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use super::{NOW, portfolio};

const DAY: i64 = 86_400;

/// A month of counts that go up and down.
fn chart() -> Value {
    chart_of(30)
}

/// As [`chart`], over `days` days that end with those of the month.
pub fn chart_of(days: i64) -> Value {
    let today = NOW - NOW % DAY;
    let hits = |day: i64| 40 + (day * 37).rem_euclid(61) + if day == 21 { 1_100 } else { 0 };
    let slot = |day: i64| json!({ "ts": today - (29 - day) * DAY, "hits": hits(day) });
    json!({ "slots": (30 - days..30).map(slot).collect::<Vec<_>>(), "peak": 1_189 })
}

fn rows(labels: &[&str], most: i64) -> Value {
    let row = |(at, label): (i64, &&str)| json!({ "label": label, "hits": most / (at + 1), "share": 40.0 / (at + 1) as f64, "unknown": false });
    (0_i64..).zip(labels).map(row).collect()
}

fn trend(change: f64, unit: &str) -> Value {
    let direction = if change > 0.0 { "up" } else { "down" };
    json!({ "previous": 812.0, "change": change, "unit": unit, "direction": direction })
}

/// Report on visits to all domains.
pub fn domains() -> Value {
    let mut campaigns = rows(&["spring-sale"], 40);
    campaigns[0]["inquired"] = json!(3);
    json!({
        "days": 30, "only_verified": true, "visitors": 3_012,
        "trends": { "visitors": trend(12.4, "percent"), "inquiry_rate": trend(-1.5, "points") }, "unverified": 418,
        "engagement": { "continue": 512, "form_start": 240, "contact": 31 }, "countries": 23, "chart": chart(),
        "funnel": {
            "steps": [
                { "key": "visitors", "label": "Visitors", "count": 3_012, "share": 100.0, "conversion": null },
                { "key": "form_start", "label": "Started the form", "count": 240, "share": 8.0, "conversion": 8.0 },
                { "key": "inquiry", "label": "Sent an inquiry", "count": 61, "share": 2.0, "conversion": 25.4 }
            ],
            "side": [{ "key": "continue", "label": "Continued", "count": 512, "share": 17.0, "conversion": null }],
            "since": 1_790_812_800
        },
        "sections": {
            "domains": rows(&["solarpark.de", "bergluft.at", "fjordtours.no"], 300), "countries": rows(&["Germany", "Norway"], 900),
            "utm_campaign": campaigns, "x_new_report": rows(&["something new\u{202e}"], 7)
        },
        "visit_time": {
            "average": 71, "timed": 2_800,
            "bands": [{ "from": 0, "visitors": 1_400, "share": 50.0 }, { "from": 30, "visitors": 1_400, "share": 50.0 }],
            "still": [{ "at": 30, "share": 50.0 }], "actions": { "contact": { "count": 31, "band": 30 } }
        },
        "ever_used": true
    })
}

/// Report on inquiries.
pub fn inquiries() -> Value {
    let day = |back: i64, hits: i64| json!({ "ts": NOW - NOW % DAY - back * DAY, "hits": hits, "confirmed": hits, "delivered": hits });
    let counts = |labels: &[&str]| -> Value {
        (1..)
            .zip(labels)
            .map(|(at, label)| json!({ "key": label, "label": label, "hits": at * 3, "share": 10.0 }))
            .collect()
    };
    json!({
        "days": 30, "inquiries": 61, "confirmed": 44, "delivered": 40, "continued": 9, "confirmed_rate": 72.1,
        "delivered_rate": 65.6, "buyers": 55, "trends": { "inquiries": trend(8.0, "percent") },
        "per_day": [day(12, 3), day(3, 40), day(1, 18)],
        "funnel": [{ "key": "received", "label": "Received", "count": 61, "share": 100.0, "conversion": null }],
        "flow_tree": [{
            "key": "confirm", "label": "Confirm the address", "optional": false, "reached": 61, "asked": 61, "skipped": 0,
            "went_on": { "key": "went_on", "label": "Went on", "count": 44, "share": 72.1, "overall": 72.1 },
            "stopped": [{ "key": "stopped", "label": "Never confirmed", "count": 17, "share": 27.9, "overall": 27.9 }]
        }],
        "flow_tree_missing": 2,
        "emailed": { "total": 40, "reasons": counts(&["Confirmed", "Follow-up"]) },
        "not_emailed": { "total": 21, "reasons": counts(&["Below the minimum offer"]) },
        "sections": { "domains": rows(&["solarpark.de"], 12) },
        "offers": [{ "currency": "USD", "count": 20, "median": 1_250.0, "average": 2_421.36, "highest": 9_000.0, "lowest": 90.0 }],
        "confirm_time": { "median_seconds": 240, "after_reminder": 3, "bands": [{ "from": 0, "count": 44, "share": 100.0 }] },
        "weekdays": counts(&["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
        "day_parts": counts(&["00:00 to 04:00", "04:00 to 08:00", "08:00 to 12:00", "12:00 to 16:00", "16:00 to 20:00", "20:00 to 24:00"]),
        "buyer_facts": { "rows": counts(&["Named a company"]), "repeat_capped": true },
        "spam_risk": counts(&["Low", "Medium", "High", "Not assessed"]), "ever_used": true
    })
}

/// Report on visits to one domain; `ended` is the time it left the account.
pub fn domain(name: &str, ended: Option<i64>) -> Value {
    let mut report = domains();
    report["domain"] = json!({ "name": name, "id": 7 });
    report["ended_at"] = json!(ended);
    report["average_active_seconds"] = json!(71);
    report["inquiries"] = inquiries();
    report
}

/// Report without any counts.
pub fn nothing() -> Value {
    json!({
        "days": 30, "only_verified": true, "visitors": 0, "trends": {}, "chart": null, "funnel": null, "sections": {},
        "ever_used": false
    })
}

/// Answers the report on all domains over `days` days.
pub fn answer(story: &mut Story, days: u32, report: &Value) {
    story.answer(&Domains { days: Some(days), verified: Some(true) }, &report.to_string());
}

/// Answers every report over 30 days.
pub fn all(story: &mut Story) {
    answer(story, 30, &domains());
    story.answer(&Inquiries { days: Some(30) }, &inquiries().to_string());
    let site = json!({ "days": 30, "visits": 90, "searched": 20, "filtered": 31, "trends": {}, "chart": chart(),
        "sections": { "searches": rows(&["solar", "travel"], 12) }, "ever_used": true });
    story.answer(&Portfolio { days: Some(30) }, &site.to_string());
    let mut searches = rows(&["solar"], 70);
    searches[0]["portfolios"] = json!(31);
    let activity = json!({ "visits": 900, "days": 30, "sections": { "searches": searches }, "ever_used": true });
    story.answer(&Activity { days: Some(30) }, &activity.to_string());
    of_domain(story, "solarpark.de", None);
}

/// Answers the report on one domain over 30 days.
pub fn of_domain(story: &mut Story, name: &str, ended: Option<i64>) {
    let ask = Domain { name: portfolio::name(name), days: Some(30), verified: Some(true) };
    story.answer(&ask, &domain(name, ended).to_string());
}
