//! Tests that read one report in every shape in which a service may write it.

use serde_json::{Map, Value, json};

use super::super::blocks::Block;
use super::{At, domain, domains, inquiries};
use crate::api::tolerant::Lenient;
use crate::api::types::{DomainReport, DomainsReport, InquiriesReport};
use crate::base::Zone;
use crate::ui::testing::NOW;

const AT: At = At { now: NOW, zone: Zone::Utc, days: 30, bots: false };

fn node(key: &str, label: &str, count: i64) -> Value {
    json!({ "key": key, "label": label, "count": count, "share": 50, "conversion": null })
}

fn of_inquiries() -> Value {
    json!({
        "days": 30, "inquiries": 40, "confirmed": 30, "delivered": 20, "confirmed_rate": 75.0, "buyers": 38,
        "trends": { "inquiries": { "previous": 20, "change": 100, "unit": "percent", "direction": "up" } },
        "per_day": [{ "ts": NOW.0 - 86_400, "hits": 4, "confirmed": 3, "delivered": 2 }],
        "funnel": [node("submitted", "Submitted", 40), node("confirmed", "Confirmed", 30)],
        "flow_tree": [{ "key": "submitted", "label": "Submitted", "optional": true, "reached": 40, "asked": 39, "skipped": 3,
            "went_on": [node("confirm", "Confirmed", 30)], "stopped": [node("no", "No answer", 10)] }],
        "flow_tree_missing": 2,
        "emailed": { "total": 20, "reasons": [node("default", "By default", 20)] },
        "not_emailed": { "total": 0, "reasons": [] },
        "sections": { "countries": [{ "label": "Norway", "hits": 12, "share": 30.0 }] },
        "confirm_time": { "median_seconds": 300, "after_reminder": 2,
            "bands": [{ "from": 0, "label": "under 5 minutes", "count": 20 }, { "from": 300, "count": 10 }] },
        "weekdays": [node("mon", "Monday", 7)], "day_parts": [node("night", "Night", 3)],
        "buyer_facts": { "repeat_capped": true, "rows": [node("repeat", "Wrote before", 5)] },
        "spam_risk": { "rows": [node("low", "Low", 33)] }, "ever_used": true
    })
}

fn of_domains() -> Value {
    json!({
        "days": 30, "only_verified": true, "visitors": 400, "unverified": 17, "countries": 9, "trends": {},
        "engagement": { "continue": 3, "form_start": 20, "contact": 1 },
        "chart": { "slots": [{ "ts": NOW.0 - 86_400, "hits": 200 }, { "ts": NOW.0, "hits": 200 }], "peak": 0 },
        "funnel": { "steps": [node("visitors", "Visitors", 400)], "side": [node("contact", "Used a contact link", 1)],
            "since": NOW.0 },
        "visit_time": { "timed": 100, "average": 64, "bands": [{ "from": 0, "count": 60 }, { "from": 30, "count": 40 }],
            "still": [{ "at": 10, "share": 80 }], "actions": { "form": { "count": 6, "band": 0 } } },
        "sections": { "countries": [{ "label": "Norway", "hits": 12, "share": 30.0 }] }, "ever_used": true
    })
}

/// The answer with each of its values changed by `change`.
fn changed(value: &Value, change: fn(Value) -> Value) -> Value {
    let inner = match value {
        Value::Array(list) => Value::Array(list.iter().map(|value| changed(value, change)).collect()),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(key, value)| (key.clone(), changed(value, change))).collect())
        }
        plain => plain.clone(),
    };
    change(inner)
}

fn numbers_as_texts(value: Value) -> Value {
    if let Value::Number(number) = &value { json!(number.to_string()) } else { value }
}

fn numbers_with_decimals(value: Value) -> Value {
    value.as_i64().map_or(value, |number| json!(number as f64))
}

fn lists_as_objects(value: Value) -> Value {
    let Value::Array(list) = value else { return value };
    Value::Object(list.into_iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect::<Map<_, _>>())
}

fn yes_as_one(value: Value) -> Value {
    value.as_bool().map_or(value, |yes| json!(i64::from(yes)))
}

fn yes_as_text(value: Value) -> Value {
    value.as_bool().map_or(value, |yes| json!(yes.to_string()))
}

fn read_inquiries(value: &Value) -> Vec<Block> {
    inquiries(&InquiriesReport::lenient(&value.to_string()).expect("a report"), AT)
}

fn read_domains(value: &Value) -> Vec<Block> {
    domains(&DomainsReport::lenient(&value.to_string()).expect("a report"), AT)
}

fn shown(blocks: &[Block]) -> String {
    format!("{blocks:#?}")
}

#[test]
fn a_report_reads_the_same_in_every_shape_of_its_answer() {
    type Reshape = fn(Value) -> Value;
    let shapes: [(&str, Reshape); 5] = [
        ("numbers as texts", numbers_as_texts),
        ("numbers with decimals", numbers_with_decimals),
        ("lists as objects", lists_as_objects),
        ("yes as 1", yes_as_one),
        ("yes as a text", yes_as_text),
    ];
    for (name, shape) in shapes {
        let plain = read_inquiries(&of_inquiries());
        pretty_eq(name, &plain, &read_inquiries(&changed(&of_inquiries(), shape)));
        let plain = read_domains(&of_domains());
        pretty_eq(name, &plain, &read_domains(&changed(&of_domains(), shape)));
    }
}

fn pretty_eq(name: &str, plain: &[Block], other: &[Block]) {
    assert_eq!(plain.len(), other.len(), "{name}: {}", shown(other));
    for (plain, other) in plain.iter().zip(other) {
        assert_eq!(plain, other, "{name}");
    }
}

#[test]
fn the_average_time_of_visits_is_read_under_each_of_its_names() {
    for name in ["average", "average_active_seconds", "average_seconds", "seconds"] {
        let mut report = of_domains();
        let time = report["visit_time"].as_object_mut().expect("times");
        let average = time.remove("average").expect("an average");
        time.insert(name.to_owned(), average);
        let blocks = shown(&read_domains(&report));
        assert!(blocks.contains("Active time on average") && blocks.contains("1m 4s"), "{name}: {blocks}");
    }
}

#[test]
fn a_band_of_times_keeps_the_services_name() {
    let blocks = shown(&read_inquiries(&of_inquiries()));
    assert!(blocks.contains("under 5 minutes") && blocks.contains("5m and more"), "{blocks}");
    assert!(!blocks.contains("0s to"), "{blocks}");
}

#[test]
fn a_flow_step_is_read_as_node_or_number_and_never_as_zero() {
    let mut report = of_inquiries();
    report["flow_tree"][0]["went_on"] = json!("30");
    report["flow_tree"][0]["stopped"] = json!(10);
    let blocks = shown(&read_inquiries(&report));
    assert!(blocks.contains("Went on") && blocks.contains("Stopped") && blocks.contains("Skipped"), "{blocks}");
    report["flow_tree"][0]["reached"] = json!("many");
    let blocks = shown(&read_inquiries(&report));
    assert!(blocks.contains("How far inquiries go: the answer was not understood"), "{blocks}");
    assert!(!blocks.contains("hits: 0"), "{blocks}");
}

#[test]
fn a_share_of_a_flow_step_names_the_count_of_the_step_and_none_counted_back_from_it() {
    let mut report = of_inquiries();
    let action = |share: f64| json!({ "key": "bin", "label": "Buy Now", "count": 2, "share": share, "overall": 1.6 });
    for (share, words) in [(2.6, "of 76"), (2.9, "2.9 % of the step")] {
        report["flow_tree"] =
            json!([{ "key": "completed", "label": "Completed", "reached": 76, "actions": [action(share)] }]);
        let blocks = shown(&read_inquiries(&report));
        assert!(blocks.contains(words) && !blocks.contains("of 77"), "{blocks}");
    }
}

#[test]
fn a_day_whose_count_is_not_understood_is_never_drawn_as_zero() {
    let mut report = of_inquiries();
    report["per_day"][0]["hits"] = json!("many");
    let blocks = shown(&read_inquiries(&report));
    assert!(blocks.contains("First messages per day: the answer was not understood"), "{blocks}");
}

#[test]
fn a_report_part_that_is_not_understood_is_named() {
    for (name, title) in [
        ("funnel", "Funnel of inquiries"),
        ("flow_tree", "How far inquiries go"),
        ("emailed", "Emailed to you, and why"),
        ("confirm_time", "Time until an address is confirmed"),
        ("weekdays", "Weekdays, in the account's time zone"),
        ("spam_risk", "Spam risk"),
        ("sections", "Reports"),
        ("per_day", "First messages per day"),
        ("trends", "Changes"),
    ] {
        let mut report = of_inquiries();
        report[name] = json!("see the site");
        let blocks = shown(&read_inquiries(&report));
        assert!(blocks.contains(&format!("{title}: the answer was not understood")), "{name}: {blocks}");
    }
    let mut report = of_inquiries();
    report["buyers"] = json!({});
    report["weekdays"] = json!([node("mon", "Monday", 7), "?"]);
    let blocks = shown(&read_inquiries(&report));
    assert!(blocks.contains("not understood") && blocks.contains("1 row could not be read."), "{blocks}");
}

fn read_domain(visitors: i64, timed: i64, asked: i64) -> Vec<Block> {
    let mut report = of_domains();
    report["visitors"] = json!(visitors);
    report["visit_time"] = json!({ "timed": timed, "still": [{ "at": 10, "share": if timed > 0 { 75 } else { 0 } }] });
    report["inquiries"] = of_inquiries();
    if asked == 0 {
        report["inquiries"] = changed(&of_inquiries(), |value| if value.is_number() { json!(0) } else { value });
    }
    domain(&DomainReport::lenient(&report.to_string()).expect("a report"), AT)
}

#[test]
fn a_domain_without_visits_and_inquiries_has_one_sentence() {
    let [Block::Words(words)] = &read_domain(0, 0, 0)[..] else { panic!("one sentence") };
    assert_eq!(words, "No visitors and no inquiries in 30 days · > longer · b counts bots");
    let visited = read_domain(400, 100, 0);
    let zeros = |block: &&Block| matches!(block, Block::Rows(rows) if rows.rows.iter().all(|row| row.hits == 0));
    let shares = "Still there";
    assert!(
        visited.iter().filter(zeros).all(|block| shown(std::slice::from_ref(block)).contains(shares)),
        "{}",
        shown(&visited)
    );
    assert!(shown(&visited).contains("No inquiries in this window."), "{}", shown(&visited));
    assert!(shown(&read_domain(0, 0, 40)).contains("First messages"), "somebody asked");
}

#[test]
fn few_timed_visits_are_shown_as_counts_without_shares() {
    let still = |timed| {
        let blocks = read_domain(400, timed, 40);
        let found = blocks.into_iter().find_map(|block| match block {
            Block::Rows(rows) if rows.title == "Still there" => Some(rows),
            _ => None,
        });
        found.expect("a table")
    };
    let few = still(4);
    assert_eq!((few.rows[0].hits, few.rows[0].more_words(few.are_few())), (3, "of 4".to_owned()));
    assert!(few.are_few() && !still(100).are_few());
    assert!(!shown(&read_domain(400, 0, 40)).contains("Still there"), "without timed visits there is no table");
}

#[test]
fn a_slot_without_a_readable_count_keeps_its_place_and_is_reported() {
    let slot = |days: i64, hits: serde_json::Value| json!({ "ts": NOW.0 - days * 86_400, "hits": hits });
    let slots = json!([slot(2, json!(4)), slot(1, json!("many")), slot(0, json!(1))]);
    let report: DomainsReport = serde_json::from_value(json!({ "chart": { "slots": slots } })).expect("a report");
    let blocks = domains(&report, AT);
    let Some(Block::Chart(series)) = blocks.iter().find(|block| matches!(block, Block::Chart(_))) else {
        panic!("{blocks:?}")
    };
    assert_eq!((series.points.len(), series.unread), (3, 1));
    let read = |at: usize| series.read(at, 60, Zone::Utc).unwrap_or_default();
    assert!(read(1).ends_with(": could not be read"), "{}", read(1));
    assert!(read(2).contains(": 1 visitor so far"), "{}", read(2));
    assert_eq!(series.table(Zone::Utc).rows[1][2], "—");
}

#[test]
fn searches_end_with_others_and_a_total_where_their_shares_tell_it() {
    let searched = |shares: [f64; 2]| {
        let row = |(label, hits): (&str, i64), share: f64| json!({ "label": label, "hits": hits, "share": share });
        let rows = [row(("solar", 16), shares[0]), row(("travel", 10), shares[1])];
        let sent = json!({ "visits": 900, "ever_used": true, "sections": { "searches": rows } });
        let report: crate::api::types::PortfolioActivity = serde_json::from_value(sent).expect("a report");
        let blocks = super::activity(&report, AT);
        let found = blocks.into_iter().find_map(|block| match block {
            Block::Rows(rows) => Some(rows.rows),
            _ => None,
        });
        found.expect("a table").into_iter().map(|row| (row.label, row.hits)).collect::<Vec<_>>()
    };
    let row = |label: &str, hits| (label.to_owned(), hits);
    let listed = [row("solar", 16), row("travel", 10)];
    assert_eq!(searched([28.6, 17.9]), [&listed[..], &[row("Others", 30), row("Total", 56)]].concat());
    assert_eq!(searched([28.6, 40.0]), listed, "shares of something else");
}

#[test]
fn a_table_without_a_total_says_that_not_all_are_listed() {
    let note = |shares: [f64; 2]| {
        let row = |(label, hits): (&str, i64), share: f64| json!({ "label": label, "hits": hits, "share": share });
        let rows = [row(("com", 16), shares[0]), row(("io", 10), shares[1])];
        let sent = json!({ "visits": 900, "ever_used": true, "sections": { "extensions": rows } });
        let report: crate::api::types::PortfolioActivity = serde_json::from_value(sent).expect("a report");
        let blocks = super::activity(&report, AT);
        blocks.into_iter().find_map(|block| match block {
            Block::Rows(rows) => Some(rows.note),
            _ => None,
        })
    };
    assert_eq!(note([28.6, 17.9]), Some(Some("Not all are listed; some may be in several rows.".to_owned())));
    assert_eq!(note([61.5, 38.5]), Some(None), "these are all");
    assert_eq!(note([80.0, 50.0]), Some(None), "one is in several rows");
}
