//! Reading parts of a report whose shape the documents leave open: anything with a label and a count is a row.

use serde_json::Value;

use super::blocks::{Block, Fact, Row, Rows, is_of_few, percent};
use crate::api::{Seen, loose};
use crate::base::{clean_line, title_of};
use crate::ui::text::{counted, grouped};

/// Keys under which a count may come.
const COUNTS: [&str; 4] = ["count", "hits", "visitors", "total"];

/// A text of the answer, cleaned.
pub fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(|text| clean_line(text).into_owned()).filter(|text| !text.is_empty())
}

pub fn number(value: &Value, key: &str) -> Option<f64> {
    loose::number(value.get(key)?)
}

/// Entries of a part, each with its key if it has one. The part may be a list, an object used as a list, or an object
/// that has one of these under one of `keys`.
pub fn list<'a>(value: &'a Value, keys: &[&str]) -> Vec<(Option<&'a str>, &'a Value)> {
    let inner = keys.iter().find_map(|key| value.get(key));
    // An object with a list has other members, too; one used as a list has only entries.
    let is_list = |value: &&Value| value.as_object().is_none_or(|members| members.values().all(Value::is_object));
    let inner = inner.or_else(|| Some(value).filter(|value| keys.is_empty() || is_list(value)));
    inner.map(loose::members).unwrap_or_default()
}

/// Label of an entry: its own, else its key. Numbers of a list are not labels.
fn label(value: &Value, key: Option<&str>) -> Option<String> {
    let own = text(value, "label").or_else(|| text(value, "key").map(|key| title_of(&key)));
    own.or_else(|| key.filter(|key| key.parse::<u64>().is_err()).map(|key| clean_line(&title_of(key)).into_owned()))
}

fn hits(value: &Value) -> Option<i64> {
    let count = |value: &Value| loose::number(value).map(|count| count as i64);
    if value.is_object() { COUNTS.iter().find_map(|key| count(value.get(key)?)) } else { count(value) }
}

/// Row with its label (else its key), count and share; `None` when it is not a row.
pub fn row((key, value): (Option<&str>, &Value)) -> Option<Row> {
    let (label, hits) = (label(value, key)?, hits(value)?);
    let share = number(value, "share");
    // For few visits or inquiries, counts say more than a percentage.
    let few = |share: f64| is_of_few(hits, share) == Some(true);
    let part = |share: f64| {
        let of = (hits as f64 * 100.0 / share.max(f64::EPSILON)).round() as usize;
        if few(share) { format!("{} of {}", grouped(hits.unsigned_abs()), grouped(of)) } else { percent(share) }
    };
    let of_step = |share| format!("{} {} the step before", part(share), if few(share) { "in" } else { "of" });
    let conversion = number(value, "conversion");
    let conversion = conversion.map(|share| Fact::number("share_of_step_percent", share, of_step(share)));
    let overall = number(value, "overall").filter(|overall| Some(*overall) != share);
    let overall =
        || overall.map(|share| Fact::number("share_of_all_percent", share, format!("{} of all", percent(share))));
    let more = conversion.or_else(overall).into_iter().collect();
    let key = text(value, "key").or_else(|| key.map(|key| clean_line(key).into_owned()));
    Some(Row { label, key, hits, share, more, ..Row::default() })
}

/// All rows of a part.
pub fn rows(value: &Value, keys: &[&str]) -> Vec<Row> {
    list(value, keys).into_iter().filter_map(row).collect()
}

/// Words for a range of seconds: `30s to 1m`. `next` is where the next range starts.
pub fn band(from: f64, next: Option<f64>) -> String {
    let span = |seconds: f64| crate::ui::text::span(seconds as i64);
    match next {
        Some(next) => format!("{} to {}", span(from), span(next)),
        None => format!("{} and more", span(from)),
    }
}

/// Rows of ranges of seconds, with the service's own words if it has any.
pub fn bands(value: &Value) -> Vec<Row> {
    let bands = list(value, &["bands"]);
    let row = |(at, (_, band)): (usize, &(Option<&str>, &Value))| {
        let from = || {
            let next = bands.get(at + 1).and_then(|(_, next)| number(next, "from"));
            Some(self::band(number(band, "from")?, next))
        };
        let label = text(band, "label").or_else(from)?;
        Some(Row { label, hits: hits(band)?, share: number(band, "share"), ..Row::default() })
    };
    bands.iter().enumerate().filter_map(row).collect()
}

/// Block saying that a part came in an unknown shape.
pub fn not_understood(title: &str) -> Block {
    Block::Words(format!("{title}: the answer was not understood; R shows it as sent."))
}

/// Value of a part, in whatever shape it came.
pub fn sent(value: &Seen<Value>) -> Option<&Value> {
    value.get().or(value.odd())
}

/// Block of the rows a part lists, itself or under one of `keys`. Unknown shapes and unreadable rows are reported.
pub fn part(title: &str, value: &Seen<Value>, keys: &[&str], note: Option<String>) -> Option<Block> {
    let value = sent(value)?;
    let rows = rows(value, keys);
    let listed = keys.iter().find_map(|key| value.get(key)).unwrap_or(value);
    if rows.is_empty() {
        return (!loose::is_empty(listed)).then(|| not_understood(title));
    }
    let unread = list(value, keys).len() - rows.len();
    Some(Block::Rows(Rows { title: title.to_owned(), rows, ..Rows::default() }.noted(note, unread)))
}

impl Rows {
    /// Table with a note, and with the number of rows that could not be read.
    pub fn noted(self, note: Option<String>, unread: usize) -> Self {
        let is_part = unread > 0;
        let unread = is_part.then(|| format!("{} could not be read.", counted(unread as u64, "row", "rows")));
        let words: Vec<String> = note.into_iter().chain(unread).collect();
        Self { note: (!words.is_empty()).then(|| words.join(" ")), is_part, ..self }
    }

    /// Adds a sentence before the note.
    pub fn say(&mut self, words: &str) {
        self.note = Some(self.note.take().map_or_else(|| words.to_owned(), |note| format!("{words} {note}")));
    }
}
