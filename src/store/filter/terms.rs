//! The words of the filter line: their names, their values, and the nearest one to a typing mistake.

use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason};
use crate::store::Mark;

/// Every name before the colon, whether the service evaluates it, and what it means for people.
pub const NAMES: &[(&str, bool, &str)] = &[
    ("is", true, "unread, starred, read, archived, hidden"),
    ("status", true, "confirmed, unconfirmed or all"),
    ("delivery", true, "delivered, unsent or all"),
    ("reason", true, "why it was not mailed"),
    ("flow", true, "items for each step not mailed, conversations for those that never reached you"),
    ("risk", true, "not_high, low, medium, high or all"),
    ("in", true, "active, archived, hidden or all"),
    ("domain", true, "one of your names"),
    ("order", true, "newest or offer"),
    ("offer", false, "an amount: >500, <=1000eur, none, any"),
    ("buyer", false, "a part of name, company or address"),
    ("country", false, "two letters"),
    ("age", false, "younger or older: <7d, >2h"),
    ("bin", false, "the Buy Now price: none, any"),
    ("score", false, "a figure: >60"),
    ("tag", false, "one of your tags"),
    ("note", false, "a part of your note"),
    ("state", false, "the state of the domain"),
];

/// Names that mean the same.
pub(super) const ALIASES: &[(&str, &str)] = &[("from", "buyer"), ("visibility", "in"), ("spam", "risk")];

/// The words after `is:`.
pub(super) const IS: &[&str] = &["unread", "starred", "read", "unstarred", "archived", "hidden"];

/// The words after `in:`.
pub(super) const IN: &[&str] = &["active", "archived", "hidden", "all"];

/// The words after `flow:`, the one that is sent first.
pub(super) const FLOW: &[&str] = &["items", "conversations"];

/// The words after a name that has a closed set of them.
pub(super) fn values(name: &str) -> Vec<&'static str> {
    match name {
        "is" => IS.to_vec(),
        "in" => IN.to_vec(),
        "flow" => FLOW.to_vec(),
        "status" => Status::ALL.iter().map(|v| v.as_str()).collect(),
        "delivery" => DeliveryFilter::ALL.iter().map(|v| v.as_str()).collect(),
        "reason" => UnsentReason::ALL.iter().map(|v| v.as_str()).collect(),
        "risk" => RiskFilter::ALL.iter().map(|v| v.as_str()).collect(),
        "order" => Order::ALL.iter().map(|v| v.as_str()).collect(),
        "offer" | "bin" => vec!["none", "any"],
        _ => Vec::new(),
    }
}

/// What the word being typed could become, whole words: `is:un` gives `is:unread`, `is:unstarred`.
pub fn complete(word: &str) -> Vec<String> {
    let (minus, word) = word.strip_prefix('-').map_or(("", word), |rest| ("-", rest));
    match word.split_once(':') {
        None => NAMES.iter().filter(|(name, ..)| name.starts_with(word)).map(|n| format!("{minus}{}:", n.0)).collect(),
        Some((name, start)) => values(name)
            .into_iter()
            .filter(|value| value.starts_with(start) && *value != start)
            .map(|value| format!("{minus}{name}:{value}"))
            .collect(),
    }
}

/// The mark words of `is:`.
pub(super) fn mark_word(mark: Mark, to: bool) -> &'static str {
    match (mark, to) {
        (Mark::Read, true) => "read",
        (Mark::Read, false) => "unread",
        (Mark::Starred, true) => "starred",
        (Mark::Starred, false) => "unstarred",
        (Mark::Archived, true) => "archived",
        (Mark::Archived, false) => "unarchived",
        (Mark::Hidden, true) => "hidden",
        (Mark::Hidden, false) => "shown",
    }
}

/// Units of `age:`, largest first.
pub(super) const UNITS: &[(char, i64)] = &[('w', 7 * 86_400), ('d', 86_400), ('h', 3_600), ('m', 60)];

/// `7d` for 604,800.
pub(super) fn duration(seconds: i64) -> String {
    // Weeks are only typed: `7d` reads better than `1w` and says the same.
    let (unit, size) = UNITS[1..].iter().find(|(_, size)| seconds % size == 0).unwrap_or(&UNITS[3]);
    format!("{}{unit}", seconds / size)
}

/// The nearest of `known` to a typing mistake: at most two slips, fewer for short words.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = if word.chars().count() < 4 { 1 } else { 2 };
    known
        .into_iter()
        .map(|k| (slips(word, k), k))
        .filter(|(slips, k)| *slips <= most || (word.len() > 2 && k.starts_with(word)))
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, k)| k)
}

/// How many letters differ (Levenshtein), at most what fits the loop of short words.
fn slips(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(40).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
