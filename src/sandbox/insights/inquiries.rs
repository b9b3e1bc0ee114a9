//! Report on inquiries as counts: how many came, which steps they reached, what was offered.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::visits::ever;
use super::{DAY, Window, counts, funnel, share, trends};
use crate::sandbox::call::{Ask, Outcome};
use crate::sandbox::world::{World, broken};

/// Seconds by which the account's time zone is ahead of UTC.
const ZONE: i64 = 3_600;
/// Seconds after which a reminder is sent.
const REMINDED: i64 = DAY;
/// Bands of the time until an email address is confirmed, by their first second.
const BANDS: [i64; 5] = [0, 600, 3_600, 21_600, DAY];
/// Reasons why something was emailed, and why not.
const EMAILED: [(&str, &str); 3] = [
    ("confirmed", "Address confirmed"),
    ("immediate", "At once, address not confirmed"),
    ("followup", "A further step of a known buyer"),
];
const NOT_EMAILED: [(i64, &str, &str); 5] = [
    (1, "unconfirmed", "Address not confirmed"),
    (2, "below_min_offer", "Below the minimum offer"),
    (4, "unqualified_interest", "Not interested enough"),
    (8, "unqualified_bant", "Not qualified"),
    (16, "other", "Other"),
];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// First message of a conversation, and how the conversation went on.
struct First {
    id: i64,
    date: i64,
    domain: String,
    confirmed: Option<i64>,
    delivered: bool,
    reasons: i64,
    email: String,
    spam: Option<String>,
    /// Furthest step: 0 the form, 1 interest, 2 qualification, 3 offer.
    step: i64,
    source: Option<String>,
    intent: Option<String>,
    timeline: Option<String>,
    role: Option<String>,
    company: bool,
    phone: bool,
}

/// `GET parking/insights-inquiries`.
pub fn report(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    of(&world.db, Window::of(ask, now), "").map(|json| json.to_string()).map_err(|error| broken(&error))
}

/// Report on one domain; an empty name means all domains.
pub fn of(db: &Connection, window: Window, domain: &str) -> rusqlite::Result<Value> {
    let all = read(db, window, domain)?;
    let before = window.before().map(|before| read(db, before, domain)).transpose()?;
    let many = all.len() as i64;
    let confirmed = count(&all, |first| first.confirmed.is_some());
    let delivered = count(&all, |first| first.delivered);
    let continued = count(&all, |first| first.step > 0);
    let rate =
        |part: fn(&First) -> bool, of: &[First]| (!of.is_empty()).then(|| share(count(of, part), of.len() as i64));
    let is_confirmed: fn(&First) -> bool = |first| first.confirmed.is_some();
    let is_delivered: fn(&First) -> bool = |first| first.delivered;
    let past = before.as_deref();
    let compared = [
        ("inquiries", Some(many as f64), past.map(|of| of.len() as f64), false),
        ("confirmed_rate", rate(is_confirmed, &all), past.and_then(|of| rate(is_confirmed, of)), true),
        ("delivered_rate", rate(is_delivered, &all), past.and_then(|of| rate(is_delivered, of)), true),
        ("buyers", Some(buyers(&all) as f64), past.map(|of| buyers(of) as f64), false),
    ];
    let steps = [
        ("received", "Received", many),
        ("confirmed", "Address confirmed", confirmed),
        ("delivered", "Emailed to you", count(&all, |first| first.delivered && first.confirmed.is_some())),
        ("continued", "Went a step further", count(&all, |first| first.delivered && first.step > 0)),
    ];
    Ok(json!({
        "days": window.days, "inquiries": many, "confirmed": confirmed, "delivered": delivered, "continued": continued,
        "confirmed_rate": rate(is_confirmed, &all), "delivered_rate": rate(is_delivered, &all), "buyers": buyers(&all),
        "trends": trends(&compared), "per_day": per_day(&all), "funnel": funnel(&steps), "flow_tree": flow_tree(&all),
        "flow_tree_missing": 0, "emailed": emailed(&all), "not_emailed": not_emailed(&all),
        "sections": sections(db, &all)?, "offers": offers(db, &all)?, "confirm_time": confirm_time(&all),
        "weekdays": weekdays(&all), "day_parts": day_parts(&all), "buyer_facts": facts(&all), "spam_risk": spam_risk(&all),
        "ever_used": ever(db, "inquiries")?
    }))
}

fn read(db: &Connection, window: Window, domain: &str) -> rusqlite::Result<Vec<First>> {
    db.prepare_cached(
        "SELECT i.id, i.date, i.domain, i.confirmed_date, i.conversation_delivered, i.reasons, lower(i.email), i.spam_risk, \
         (SELECT count(*) FROM inquiries o WHERE o.conversation = i.id AND o.id <> i.id), \
         json_extract('{' || t.tail || '}', '$.source'), json_extract('{' || t.head || '}', '$.intent'), \
         json_extract('{' || t.tail || '}', '$.bant.timeline'), json_extract('{' || t.tail || '}', '$.bant.decision_role'), \
         json_extract('{' || t.head || '}', '$.company') IS NOT NULL, json_extract('{' || t.head || '}', '$.phone') IS NOT NULL \
         FROM inquiries i JOIN inquiry_text t ON t.id = i.id \
         WHERE i.id = i.conversation AND i.date >= ?1 AND i.date <= ?2 AND (?3 = '' OR i.domain = ?3)",
    )?
    .query_map(params![window.from, window.to, domain], |row| {
        Ok(First {
            id: row.get(0)?,
            date: row.get(1)?,
            domain: row.get(2)?,
            confirmed: row.get(3)?,
            delivered: row.get(4)?,
            reasons: row.get(5)?,
            email: row.get(6)?,
            spam: row.get(7)?,
            step: row.get::<_, i64>(8)?.min(3),
            source: row.get(9)?,
            intent: row.get(10)?,
            timeline: row.get(11)?,
            role: row.get(12)?,
            company: row.get(13)?,
            phone: row.get(14)?,
        })
    })?
    .collect()
}

fn count(all: &[First], which: impl Fn(&First) -> bool) -> i64 {
    all.iter().filter(|first| which(first)).count() as i64
}

fn buyers(all: &[First]) -> usize {
    all.iter().map(|first| first.email.as_str()).collect::<BTreeSet<_>>().len()
}

/// Inquiries per UTC day; days without any are left out.
fn per_day(all: &[First]) -> Vec<Value> {
    let mut days: BTreeMap<i64, [i64; 3]> = BTreeMap::new();
    for first in all {
        let day = days.entry(first.date - first.date.rem_euclid(DAY)).or_default();
        day[0] += 1;
        day[1] += i64::from(first.confirmed.is_some());
        day[2] += i64::from(first.delivered);
    }
    let row = |(ts, [hits, confirmed, delivered]): (i64, [i64; 3])| json!({ "ts": ts, "hits": hits, "confirmed": confirmed, "delivered": delivered });
    days.into_iter().map(row).collect()
}

/// Tree of steps at which inquiries continue or stop. Each inquiry stops at most once.
fn flow_tree(all: &[First]) -> Vec<Value> {
    let whole = all.len() as i64;
    let node = |key: &str, label: &str, count: i64, asked: i64| json!({ "key": key, "label": label, "count": count, "share": share(count, asked), "overall": share(count, whole) });
    let step = |key: &str, label: &str, optional: bool, reached: i64, asked: i64, stopped: i64, why: &str| {
        json!({
            "key": key, "label": label, "optional": optional, "reached": reached, "asked": asked,
            "skipped": [node("skipped", "Not asked", reached - asked, reached)],
            "went_on": [node("went_on", "Went on", asked - stopped, asked)],
            "stopped": if stopped > 0 { vec![node("stopped", why, stopped, asked)] } else { Vec::new() }
        })
    };
    let mut tree = vec![step("submitted", "Sent the form", false, whole, whole, 0, "")];
    let mut left: Vec<&First> = all.iter().collect();
    let unconfirmed = left.iter().filter(|first| first.confirmed.is_none()).count() as i64;
    tree.push(step("confirm", "Confirm the address", false, whole, whole, unconfirmed, "Never confirmed"));
    left.retain(|first| first.confirmed.is_some());
    for (key, label, bit, least) in
        [("interest", "Interest questions", 4, 1), ("bant", "Qualification", 8, 2), ("offer", "Make an offer", 2, 3)]
    {
        let reached = left.len() as i64;
        let stopped = left.iter().filter(|first| first.reasons & bit != 0).count() as i64;
        let asked = left.iter().filter(|first| first.reasons & bit != 0 || first.step >= least).count() as i64;
        tree.push(step(key, label, true, reached, asked, stopped, "Held back"));
        left.retain(|first| first.reasons & bit == 0);
    }
    let reached = left.len() as i64;
    let mut last = step("completed", "Completed", false, reached, reached, 0, "");
    let intent = |word: &str| left.iter().filter(|first| first.intent.as_deref() == Some(word)).count() as i64;
    last["actions"] = json!([
        node("buy_now", "Buy Now", intent("buynow"), reached),
        node("contact", "Contact request", intent("contact"), reached)
    ]);
    tree.push(last);
    tree
}

fn emailed(all: &[First]) -> Value {
    let sent: Vec<&First> = all.iter().filter(|first| first.delivered).collect();
    let of = |which: fn(&First) -> bool| sent.iter().filter(|first| which(first)).count() as i64;
    let total = sent.len() as i64;
    let counted =
        [of(|first| first.confirmed.is_some()), of(|first| first.confirmed.is_none()), of(|first| first.step > 0)];
    let rows: Vec<_> = EMAILED.into_iter().zip(counted).map(|((key, label), count)| (key, label, count)).collect();
    json!({ "total": total, "reasons": counts(&rows, total) })
}

fn not_emailed(all: &[First]) -> Value {
    let held: Vec<&First> = all.iter().filter(|first| !first.delivered).collect();
    let total = held.len() as i64;
    let rows = NOT_EMAILED
        .map(|(bit, key, label)| (key, label, held.iter().filter(|first| first.reasons & bit != 0).count() as i64));
    json!({ "total": total, "reasons": counts(&rows, total) })
}

fn sections(db: &Connection, all: &[First]) -> rusqlite::Result<Value> {
    let grouped = |of: &dyn Fn(&First) -> Option<String>| {
        let mut rows: HashMap<Option<String>, i64> = HashMap::new();
        for first in all {
            *rows.entry(of(first)).or_default() += 1;
        }
        let mut rows: Vec<_> = rows.into_iter().map(|(label, hits)| (label, hits, 0)).collect();
        rows.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
        rows.truncate(super::ROWS);
        rows
    };
    let whole = all.len() as i64;
    let known = |of: &dyn Fn(&First) -> Option<String>| {
        let rows: Vec<_> = grouped(of).into_iter().filter(|(label, ..)| label.is_some()).collect();
        let whole = rows.iter().map(|(_, hits, _)| hits).sum();
        keyed(&rows, whole)
    };
    let mut spam: HashMap<String, i64> = HashMap::new();
    for first in all {
        let reasons: Option<String> = db
            .prepare_cached("SELECT CASE json_type(details, '$.spam_risk.reasons') WHEN 'array' THEN details -> '$.spam_risk.reasons' END FROM inquiry_text WHERE id = ?1")?
            .query_row([first.id], |row| row.get(0))?;
        let reasons: Vec<Value> = reasons.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        reasons.iter().filter_map(Value::as_str).for_each(|reason| *spam.entry(reason.to_owned()).or_default() += 1);
    }
    let mut spam: Vec<_> = spam.into_iter().map(|(label, hits)| (Some(label), hits, 0)).collect();
    spam.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    Ok(json!({
        "domains": keyed(&grouped(&|first| Some(first.domain.clone())), whole),
        "starts": keyed(&grouped(&|first| first.source.clone()), whole),
        "interest_answers": known(&|first| first.timeline.clone()),
        "intents": known(&|first| first.intent.clone()),
        "qualification_answers": known(&|first| first.role.clone()),
        "spam_reasons": keyed(&spam, whole)
    }))
}

/// Rows of a section with the member `key`, which the other reports leave out.
fn keyed(counts: &[(Option<String>, i64, i64)], whole: i64) -> Vec<Value> {
    let row = |(label, hits, _): &(Option<String>, i64, i64)| {
        json!({
            "key": label.as_deref().unwrap_or("unknown"), "label": label.as_deref().unwrap_or("Unknown"), "hits": hits,
            "share": share(*hits, whole), "unknown": label.is_none()
        })
    };
    counts.iter().map(row).collect()
}

/// Highest offer in the conversation of each confirmed inquiry, by currency.
fn offers(db: &Connection, all: &[First]) -> rusqlite::Result<Vec<Value>> {
    let mut by_currency: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut highest = db.prepare_cached(
        "SELECT i.offer, json_extract('{' || t.head || '}', '$.offer_currency') FROM inquiries i \
         JOIN inquiry_text t ON t.id = i.id WHERE i.conversation = ?1 AND i.offer IS NOT NULL ORDER BY i.offer DESC LIMIT 1",
    )?;
    for first in all.iter().filter(|first| first.confirmed.is_some()) {
        let mut found = highest.query([first.id])?;
        if let Some(row) = found.next()? {
            by_currency.entry(row.get::<_, Option<String>>(1)?.unwrap_or_default()).or_default().push(row.get(0)?);
        }
    }
    let stats = |(currency, mut offers): (String, Vec<f64>)| {
        offers.sort_by(f64::total_cmp);
        let cents = |amount: f64| (amount * 100.0).round() / 100.0;
        let median = f64::midpoint(offers[(offers.len() - 1) / 2], offers[offers.len() / 2]);
        json!({
            "currency": currency, "count": offers.len(), "median": cents(median),
            "average": cents(offers.iter().sum::<f64>() / offers.len() as f64),
            "highest": offers.last(), "lowest": offers.first()
        })
    };
    let mut all: Vec<Value> = by_currency.into_iter().map(stats).collect();
    all.sort_by_key(|row| std::cmp::Reverse(row["count"].as_u64()));
    Ok(all)
}

fn confirm_time(all: &[First]) -> Value {
    let mut took: Vec<i64> = all.iter().filter_map(|first| Some(first.confirmed? - first.date)).collect();
    took.sort_unstable();
    let bands = BANDS.iter().enumerate().map(|(at, from)| {
        let next = BANDS.get(at + 1).copied().unwrap_or(i64::MAX);
        let hits = took.iter().filter(|took| (*from..next).contains(*took)).count() as i64;
        json!({ "from": from, "count": hits, "share": share(hits, took.len() as i64) })
    });
    let bands: Vec<Value> = bands.collect();
    let late = took.iter().filter(|took| **took > REMINDED).count();
    json!({ "median_seconds": took.get(took.len() / 2), "after_reminder": late, "bands": bands })
}

fn weekdays(all: &[First]) -> Vec<Value> {
    let day = |first: &First| (first.date + ZONE).div_euclid(DAY).wrapping_add(3).rem_euclid(7);
    let rows: Vec<(String, &str, i64)> = WEEKDAYS
        .iter()
        .zip(0_i64..)
        .map(|(name, at)| (name[..3].to_lowercase(), *name, count(all, |first| day(first) == at)))
        .collect();
    let rows: Vec<(&str, &str, i64)> = rows.iter().map(|(key, label, hits)| (key.as_str(), *label, *hits)).collect();
    counts(&rows, all.len() as i64)
}

fn day_parts(all: &[First]) -> Vec<Value> {
    let part = |first: &First| (first.date + ZONE).rem_euclid(DAY) / (4 * 3_600);
    let rows: Vec<(String, i64)> = (0..6)
        .map(|at| (format!("{:02}:00 to {:02}:00", at * 4, at * 4 + 4), count(all, |first| part(first) == at)))
        .collect();
    let rows: Vec<(&str, &str, i64)> = rows.iter().map(|(label, hits)| (&label[..2], label.as_str(), *hits)).collect();
    counts(&rows, all.len() as i64)
}

fn facts(all: &[First]) -> Value {
    let mut seen: HashMap<&str, i64> = HashMap::new();
    for first in all {
        *seen.entry(first.email.as_str()).or_default() += 1;
    }
    let rows = [
        ("company", "Named a company", count(all, |first| first.company)),
        ("phone", "Left a phone number", count(all, |first| first.phone)),
        ("repeat", "Wrote more than once", count(all, |first| seen[first.email.as_str()] > 1)),
    ];
    json!({ "rows": counts(&rows, all.len() as i64), "repeat_capped": false })
}

fn spam_risk(all: &[First]) -> Vec<Value> {
    let of = |level: Option<&str>| count(all, |first| first.spam.as_deref() == level);
    let rows = [
        ("low", "Low", of(Some("low"))),
        ("medium", "Medium", of(Some("medium"))),
        ("high", "High", of(Some("high"))),
        ("unassessed", "Not assessed", of(None)),
    ];
    counts(&rows, all.len() as i64)
}
