//! Parts of reports whose shape the documents leave open: funnels, times of visits, the tree of an inquiry's steps.

use serde_json::Value;

use super::blocks::{Block, FEWEST, Fact, Figure, Row, RowKind, Rows, is_of_few, percent};
use super::read::{self, number};
use super::reports::{At, block, whole};
use crate::api::types::InquiriesReport;
use crate::api::{Seen, loose};
use crate::base::Timestamp;
use crate::ui::text::{counted, span};

/// Key of the number of those who took the next step.
const WENT_ON: &str = "went_on";
/// Acts of visitors, with their words in the figures.
const DID: [(&str, &str); 3] =
    [("continue", "Continued"), ("form_start", "Started the form"), ("contact", "Used a contact link")];
/// Label of the average time of visits.
pub const ACTIVE: &str = "Active time on average";

/// Figure of a time; `None` without one.
pub fn timed(label: &str, seconds: Option<f64>) -> Option<Figure> {
    let seconds = seconds?.round() as i64;
    let label = label.to_owned();
    Some(Figure { label, value: span(seconds), hits: None, share: None, seconds: Some(seconds), change: None })
}

/// Blocks of the steps from a visit to an inquiry, and of what else visitors did.
pub fn funnel(value: &Seen<Value>, at: At) -> Vec<Block> {
    let Some(sent) = read::sent(value) else { return Vec::new() };
    let since = number(sent, "since").map(|since| Timestamp(since as i64).day(at.zone));
    let note = since.as_ref().map(|since| format!("Inquiries are counted from {since} on."));
    let mut steps = read::part("Funnel", value, &["steps"], note);
    if let (Some(Block::Rows(Rows { rows, .. })), Some(_)) = (&mut steps, since) {
        // The service divides inquiries of only some days by the visitors of all days, so these shares are dropped.
        for row in rows.iter_mut().filter(|row| row.key.as_deref().is_some_and(|key| key.contains("inquir"))) {
            (row.share, row.more) = (None, Vec::new());
        }
    }
    let side = sent.get("side").and_then(|side| {
        let rows = read::rows(side, &[]);
        let unread = read::list(side, &[]).len() - rows.len();
        let title = "Besides the form".to_owned();
        (rows.len() + unread > 0).then(|| Rows { title, rows, ..Rows::default() }.noted(None, unread))
    });
    steps.into_iter().chain(side.map(Block::Rows)).collect()
}

pub fn visit_time(value: &Seen<Value>) -> Vec<Block> {
    let Some(value) = read::sent(value).filter(|value| !loose::is_empty(value)) else { return Vec::new() };
    let bands = Rows { title: "Active time of a visit".to_owned(), rows: read::bands(value), ..Rows::default() };
    let timed = number(value, "timed").map(|timed| timed as i64);
    if timed == Some(0) {
        return Vec::new();
    }
    let note = timed.map(|timed| format!("Of {}.", counted(timed.unsigned_abs(), "timed visit", "timed visits")));
    // For few visits, shares are given as counts.
    let few = timed.filter(|timed| *timed < FEWEST);
    let mut blocks: Vec<Block> = Vec::new();
    blocks.extend((!bands.rows.is_empty()).then(|| Block::Rows(Rows { note, ..bands }).closed(None)));
    let still = listed(value, "still").into_iter().filter_map(|(_, row)| {
        let (at, share) = (number(row, "at")?, number(row, "share")?);
        let label = format!("after {}", span(at as i64));
        let Some(few) = few else {
            return Some(Row { label, kind: RowKind::Share, share: Some(share), ..Row::default() });
        };
        let more = vec![Fact::number("timed", few as f64, format!("of {few}"))];
        Some(Row {
            label,
            hits: (share * few as f64 / 100.0).round() as i64,
            share: Some(share),
            more,
            ..Row::default()
        })
    });
    blocks.extend(block("Still there", still.collect()));
    let bands: Vec<f64> = listed(value, "bands").into_iter().filter_map(|(_, band)| number(band, "from")).collect();
    let middle = |from: f64| read::band(from, bands.iter().copied().find(|next| *next > from));
    let actions = listed(value, "actions").into_iter().filter_map(|(key, action)| {
        let middle = number(action, "band").map(middle);
        let fact = middle.map(|band| Fact::text("middle_visitor", &band, format!("middle visitor: {band}")));
        let row = read::row((key, action))?;
        let did = DID.iter().find(|(did, _)| row.key.as_deref() == Some(*did));
        let label = did.map_or(row.label, |(_, words)| (*words).to_owned());
        Some(Row { label, more: fact.into_iter().collect(), ..row })
    });
    blocks.extend(block("What timed visitors did", actions.collect()));
    if blocks.is_empty() && average(value).is_none() {
        blocks.push(read::not_understood("Time of visits"));
    }
    blocks
}

fn listed<'a>(value: &'a Value, key: &str) -> Vec<(Option<&'a str>, &'a Value)> {
    value.get(key).map(loose::members).unwrap_or_default()
}

/// Average time of a visit. The documents do not name its key.
pub fn average(time: &Value) -> Option<Figure> {
    const NAMES: [&str; 4] = ["average", "average_active_seconds", "average_seconds", "seconds"];
    timed(ACTIVE, NAMES.iter().find_map(|name| number(time, name)))
}

/// Table of the steps of inquiries, each with how many went on and how many stopped, sent as nodes or as bare counts.
pub fn flow_tree(report: &InquiriesReport) -> Option<Block> {
    const TITLE: &str = "How far inquiries go";
    const PARTS: [(&str, &str); 4] =
        [(WENT_ON, "Went on"), ("stopped", "Stopped"), ("skipped", "Skipped"), ("actions", "Actions")];
    let sent = read::sent(&report.flow_tree)?;
    let steps = read::list(sent, &["steps"]);
    let (mut rows, mut unread) = (Vec::new(), 0);
    for (key, step) in &steps {
        let whole_step = step.get("reached").and_then(|reached| read::row((*key, &node(step, reached)?)));
        let Some(reached) = whole_step else {
            unread += 1;
            continue;
        };
        let asked = number(step, "asked").filter(|asked| *asked as i64 != reached.hits);
        let bases = [asked.map_or(0, |asked| asked as i64), reached.hits];
        let optional = step.get("optional").and_then(loose::yes) == Some(true);
        let optional = optional.then(|| Fact::text("optional", "yes", "optional".to_owned()));
        let asked = asked.map(|asked| Fact::number("asked", asked, format!("{} asked", whole(asked as i64))));
        let (parent, everyone) = (Some(reached.label.clone()), reached.hits);
        // If all went on, the next step shows it.
        let is_said = |part: &str, hits: i64| part == WENT_ON && hits == everyone;
        rows.push(Row { more: optional.into_iter().chain(asked).collect(), ..reached });
        for (name, label) in PARTS {
            let Some(part) = step.get(name).filter(|part| !loose::is_empty(part)) else { continue };
            if let Some(count) = loose::number(part) {
                let (label, parent) = (label.to_owned(), parent.clone());
                let row = Row { label, parent, hits: count as i64, ..Row::default() };
                rows.extend((row.hits > 0 && !is_said(name, row.hits)).then_some(row));
                continue;
            }
            let nodes = if part.get("count").is_some() { vec![(None, part)] } else { loose::members(part) };
            unread += usize::from(nodes.is_empty());
            for node in nodes {
                match read::row(node) {
                    Some(row) if is_said(name, row.hits) => {}
                    Some(row) if row.hits > 0 => {
                        rows.push(of_all(Row { parent: parent.clone(), ..row }, node.1, bases));
                    }
                    Some(_) => {}
                    None => unread += 1,
                }
            }
        }
    }
    if rows.is_empty() {
        return (!loose::is_empty(sent)).then(|| read::not_understood(TITLE));
    }
    let missing = report.flow_tree_missing.copied().filter(|missing| *missing > 0);
    let note = missing
        .map(|missing| format!("{} not in this tree.", counted(missing.unsigned_abs(), "inquiry is", "inquiries are")));
    let is_shared = rows.iter().any(|row| row.share.is_some());
    let mut tree = Rows { title: TITLE.to_owned(), rows, ..Rows::default() }.noted(note, unread);
    if is_shared {
        tree.say("Shares are of all first messages.");
    }
    Some(Block::Rows(tree))
}

/// Row of a part of a step, with its share of all inquiries, as the other steps have. Beside it, its share of the base
/// the service uses, one of `bases`: those who were asked, or who came that far.
fn of_all(row: Row, sent: &Value, bases: [i64; 2]) -> Row {
    /// Greatest distance of a percentage with one decimal from the one it was rounded from, and a little more.
    const ROUNDED: f64 = 0.06;

    let Some((all, share)) = number(sent, "overall").zip(row.share).filter(|(_, share)| *share > 0.0) else {
        return row;
    };
    // A base counted back from a rounded share could be another number than the step's own.
    let is_base = |base: &&i64| **base > 0 && (row.hits as f64 * 100.0 / **base as f64 - share).abs() < ROUNDED;
    let words = match (bases.iter().find(is_base), is_of_few(row.hits, share)) {
        (Some(base), Some(true)) => format!("{} of {}", whole(row.hits), whole(*base)),
        (Some(base), _) => format!("{} of {}", percent(share), whole(*base)),
        (None, _) => format!("{} of the step", percent(share)),
    };
    let own = ((share - all).abs() >= ROUNDED).then(|| Fact::number("share_of_step_percent", share, words));
    Row { share: Some(all), more: own.into_iter().collect(), ..row }
}

/// Node for a step: its names, with the count of those who reached it.
fn node(step: &Value, reached: &Value) -> Option<Value> {
    let count = loose::number(reached).or_else(|| number(reached, "count"))?;
    Some(serde_json::json!({ "label": step.get("label"), "key": step.get("key"), "count": count }))
}

pub fn confirm_time(value: &Seen<Value>) -> Option<Block> {
    let value = read::sent(value)?;
    let mut words = Vec::new();
    words.extend(number(value, "median_seconds").map(|median| format!("median {}", span(median as i64))));
    words.extend(number(value, "after_reminder").map(|late| format!("{} after a reminder", whole(late as i64))));
    let (title, rows) = ("Time until an address is confirmed", read::bands(value));
    let note = (!words.is_empty()).then(|| crate::base::capital(&format!("{}.", words.join(", "))));
    let unread = read::list(value, &["bands"]).len().saturating_sub(rows.len());
    if !rows.is_empty() {
        let rows = Rows { title: title.to_owned(), rows, ..Rows::default() }.noted(note, unread);
        return Some(Block::Rows(rows).closed(None));
    }
    match note {
        Some(note) => Some(Block::Words(format!("{title}: {note}"))),
        None => (unread > 0 || !(value.is_object() || value.is_array())).then(|| read::not_understood(title)),
    }
}
