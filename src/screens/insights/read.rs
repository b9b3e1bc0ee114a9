//! Rows and nodes of the parts of a report whose shape the documents only name: whatever carries a label and a count.

use serde_json::Value;

use super::blocks::{Row, percent};
use crate::base::{clean_line, title_of};

/// Names under which a count comes.
const COUNTS: [&str; 4] = ["count", "hits", "visitors", "total"];

/// A text of the answer, cleaned.
pub fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(|text| clean_line(text).into_owned()).filter(|text| !text.is_empty())
}

pub fn number(value: &Value, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}

/// The rows of a part: a list, or an object that carries one.
pub fn list<'a>(value: &'a Value, keys: &[&str]) -> &'a [Value] {
    let inner = keys.iter().find_map(|key| value.get(key)).unwrap_or(value);
    inner.as_array().map_or(&[], Vec::as_slice)
}

/// A row by its label, else its key, with its count and share; `None` for what is none.
pub fn row(value: &Value) -> Option<Row> {
    let label = text(value, "label").or_else(|| text(value, "key").map(|key| title_of(&key)))?;
    let hits = COUNTS.iter().find_map(|key| number(value, key))? as i64;
    let share = number(value, "share");
    let more = number(value, "conversion").map(|share| format!("{} of the step before", percent(share)));
    let overall = number(value, "overall").filter(|overall| Some(*overall) != share);
    let more = more.or(overall.map(|overall| format!("{} of all", percent(overall))));
    Some(Row { label, hits, share, more: more.unwrap_or_default(), name: None })
}

/// All rows of a part.
pub fn rows(value: &Value, keys: &[&str]) -> Vec<Row> {
    list(value, keys).iter().filter_map(row).collect()
}

/// `30s to 1m` for a band that begins at so many seconds, `next` being where the next one does.
pub fn band(from: f64, next: Option<f64>) -> String {
    let span = |seconds: f64| crate::ui::text::span(seconds as i64);
    match next {
        Some(next) => format!("{} to {}", span(from), span(next)),
        None => format!("{} and more", span(from)),
    }
}

/// Bands of seconds as rows.
pub fn bands(value: &Value) -> Vec<Row> {
    let bands = list(value, &["bands"]);
    let row = |(at, band): (usize, &Value)| {
        let from = number(band, "from")?;
        let next = bands.get(at + 1).and_then(|next| number(next, "from"));
        let hits = COUNTS.iter().find_map(|key| number(band, key))? as i64;
        Some(Row { label: self::band(from, next), hits, share: number(band, "share"), ..Row::default() })
    };
    bands.iter().enumerate().filter_map(row).collect()
}
