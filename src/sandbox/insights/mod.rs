//! Reports on visits and inquiries, all computed from the rows of the tables, so that their figures agree.
//!
//! Look first at [`Window`]; `visits.rs` is about landers, `inquiries.rs` about inquiries, `site.rs` about the
//! portfolio site.

mod inquiries;
mod site;
mod visits;

use rusqlite::{Connection, ToSql};
use serde_json::{Map, Value, json};

use super::call::Ask;

pub use inquiries::report;
pub use site::{activity, portfolio};
pub use visits::{domain, domains};

const DAY: i64 = 86_400;
/// Most rows of a section.
const ROWS: usize = 25;
/// Time since which visits are matched to inquiries: 1 October 2026.
const COUNTED_SINCE: i64 = 1_790_812_800;

/// The window of a report.
#[derive(Clone, Copy)]
struct Window {
    days: i64,
    from: i64,
    to: i64,
}

impl Window {
    /// Window asked for; an unknown number counts as not given.
    fn of(ask: &Ask, now: i64) -> Self {
        let days = ask.param("days").and_then(|days| days.parse().ok()).filter(|days| [7, 30, 90, 0].contains(days));
        Self::ending(days.unwrap_or(30), now)
    }

    fn ending(days: i64, to: i64) -> Self {
        Self { days, from: if days == 0 { 0 } else { to - days * DAY }, to }
    }

    /// The window of equal length before this one; `None` for all time.
    fn before(self) -> Option<Self> {
        (self.days > 0).then(|| Self { from: self.from - self.days * DAY, to: self.from - 1, ..self })
    }

    /// Length of a slot of a chart, in seconds.
    fn slot(self) -> i64 {
        if self.days == 0 { 7 * DAY } else { DAY }
    }
}

/// `part` as a share of `whole`, in percent with one decimal.
fn share(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 * 1_000.0 / whole as f64).round() / 10.0 }
}

/// Comparisons with the window before. A rate is in percent.
fn trends(all: &[(&str, Option<f64>, Option<f64>, bool)]) -> Value {
    let mut trends = Map::new();
    for (name, now, before, is_rate) in all {
        let (Some(now), Some(before)) = (now, before.filter(|before| *before > 0.0)) else { continue };
        let change = if *is_rate { now - before } else { (now - before) * 100.0 / before };
        let change = (change * 10.0).round() / 10.0;
        let direction = if change > 0.0 {
            "up"
        } else if change < 0.0 {
            "down"
        } else {
            "same"
        };
        let unit = if *is_rate { "points" } else { "percent" };
        let trend = json!({ "previous": before, "change": change, "unit": unit, "direction": direction });
        trends.insert((*name).to_owned(), trend);
    }
    Value::Object(trends)
}

/// Counts by label, most frequent first; rows without a label count as unknown.
fn section(db: &Connection, sql: &str, of: &[&dyn ToSql]) -> rusqlite::Result<Vec<(Option<String>, i64, i64)>> {
    let sql = format!("{sql} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {ROWS}");
    db.prepare_cached(&sql)?.query_map(of, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// Rows of a section as the service sends them, without the member `key`. `extra` names the second count, which is
/// left out if `None`.
fn rows(counts: &[(Option<String>, i64, i64)], whole: i64, extra: Option<&str>) -> Value {
    let row = |(label, hits, more): &(Option<String>, i64, i64)| {
        let mut row = json!({
            "label": label.as_deref().unwrap_or("Unknown"), "hits": hits, "share": share(*hits, whole),
            "unknown": label.is_none()
        });
        if let Some(name) = extra {
            row[name] = json!(more);
        }
        row
    };
    counts.iter().map(row).collect()
}

/// Steps of a funnel: key, label, count.
fn funnel(steps: &[(&str, &str, i64)]) -> Vec<Value> {
    let whole = steps.first().map_or(0, |(_, _, count)| *count);
    let mut before = None;
    let step = |(key, label, count): &(&str, &str, i64)| {
        let conversion = before.replace(*count).map(|before| share(*count, before));
        json!({ "key": key, "label": label, "count": count, "share": share(*count, whole), "conversion": conversion })
    };
    steps.iter().map(step).collect()
}

/// Counts with their labels and shares.
fn counts(all: &[(&str, &str, i64)], whole: i64) -> Vec<Value> {
    let row = |(key, label, hits): &(&str, &str, i64)| json!({ "key": key, "label": label, "hits": hits, "share": share(*hits, whole) });
    all.iter().map(row).collect()
}

/// Chart of counts at these times, with every slot of the window, including empty ones; null without times.
fn chart(times: &[i64], window: Window) -> Value {
    let Some(oldest) = times.iter().min() else { return Value::Null };
    let slot = window.slot();
    let begin = |ts: i64| ts - ts.rem_euclid(slot);
    let first = begin(window.from.max(*oldest - if window.days == 0 { 0 } else { window.to }));
    let many = (begin(window.to) - first) / slot + 1;
    let mut hits = vec![0_i64; usize::try_from(many).unwrap_or(1)];
    for ts in times {
        if let Some(slot) = usize::try_from((begin(*ts) - first) / slot).ok().and_then(|at| hits.get_mut(at)) {
            *slot += 1;
        }
    }
    let slots: Vec<Value> =
        hits.iter().enumerate().map(|(at, hits)| json!({ "ts": first + at as i64 * slot, "hits": hits })).collect();
    json!({ "slots": slots, "peak": hits.iter().max() })
}
