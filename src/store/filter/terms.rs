//! The words of the filter line: their names and their values.

use crate::api::domains::{Listing, Tab};
use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason};
use crate::store::Mark;

/// What a filter line is about; the words differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Inquiries,
    Domains,
}

/// A name before the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    pub name: &'static str,
    /// The service evaluates it, at least where it can.
    pub server: bool,
    /// What may follow, for people.
    pub hint: &'static str,
    /// The lists that know it.
    pub of: &'static [Topic],
}

const fn of(of: &'static [Topic], name: &'static str, server: bool, hint: &'static str) -> Name {
    Name { name, server, hint, of }
}

const INQUIRIES: &[Topic] = &[Topic::Inquiries];
const DOMAINS: &[Topic] = &[Topic::Domains];
const BOTH: &[Topic] = &[Topic::Inquiries, Topic::Domains];

/// Every name there is; the one table of help, completion and mistakes.
pub const NAMES: &[Name] = &[
    of(INQUIRIES, "is", true, "unread, starred, read, archived, hidden"),
    of(INQUIRIES, "status", true, "confirmed, unconfirmed or all"),
    of(INQUIRIES, "delivery", true, "delivered, unsent or all"),
    of(INQUIRIES, "reason", true, "why it was not mailed"),
    of(INQUIRIES, "flow", true, "items for each step not mailed, conversations for those that never reached you"),
    of(INQUIRIES, "risk", true, "not_high, low, medium, high or all"),
    of(INQUIRIES, "in", true, "active, archived, hidden or all"),
    of(INQUIRIES, "domain", true, "one of your names"),
    of(INQUIRIES, "order", true, "newest or offer"),
    of(INQUIRIES, "offer", false, "an amount: >500, <=1000eur, none, any"),
    of(INQUIRIES, "buyer", false, "a part of name, company or address"),
    of(INQUIRIES, "country", false, "two letters"),
    of(INQUIRIES, "age", false, "younger or older: <7d, >2h"),
    of(BOTH, "bin", false, "the Buy Now price: none, any"),
    of(INQUIRIES, "score", false, "a figure: >60"),
    of(INQUIRIES, "tag", false, "one of your tags"),
    of(INQUIRIES, "note", false, "a part of your note"),
    of(BOTH, "state", false, "the state of the domain"),
    of(DOMAINS, "listing", true, "all, for_sale or off_market"),
    of(DOMAINS, "name", false, "a part of the name"),
    of(DOMAINS, "tld", false, "the ending of the name: com, co.uk"),
    of(DOMAINS, "sale", false, "yes or no"),
    of(DOMAINS, "target", false, "the target price: >500, none, any"),
    of(DOMAINS, "offers", false, "yes or no"),
    of(DOMAINS, "host", false, "yes or no"),
    of(DOMAINS, "added", false, "how long ago: <30d, none, any"),
    of(DOMAINS, "verified", false, "since when: >1w, none, any"),
    of(DOMAINS, "checked", false, "the last check: >2d, none, any"),
    of(DOMAINS, "next", false, "the next check: <1d, overdue, none, any"),
];

/// Names that mean the same.
pub(super) const ALIASES: &[(Topic, &str, &str)] = &[
    (Topic::Inquiries, "from", "buyer"),
    (Topic::Inquiries, "visibility", "in"),
    (Topic::Inquiries, "spam", "risk"),
    (Topic::Domains, "domain", "name"),
    (Topic::Domains, "price", "bin"),
    (Topic::Domains, "ending", "tld"),
];

/// The entry of a name or alias, when that list has such a word.
pub(super) fn named(topic: Topic, typed: &str) -> Option<&'static Name> {
    let name = ALIASES.iter().find(|(of, alias, _)| *of == topic && *alias == typed).map_or(typed, |(.., name)| name);
    NAMES.iter().find(|known| known.name == name && known.of.contains(&topic))
}

/// The names a list knows.
pub(super) fn names(topic: Topic) -> impl Iterator<Item = &'static str> {
    NAMES.iter().filter(move |name| name.of.contains(&topic)).map(|name| name.name)
}

/// The words after `is:`.
pub(super) const IS: &[&str] = &["unread", "starred", "read", "unstarred", "archived", "hidden"];

/// The words after `in:`.
pub(super) const IN: &[&str] = &["active", "archived", "hidden", "all"];

/// The words after `flow:`, the one that is sent first.
pub(super) const FLOW: &[&str] = &["items", "conversations"];

/// The words after `state:` for domains, and the tab that holds exactly these where there is one.
pub(super) const STATES: &[(&str, Option<Tab>)] = &[
    ("verified", Some(Tab::Verified)),
    ("unverified", Some(Tab::Unverified)),
    ("detected", Some(Tab::Detected)),
    ("removed", Some(Tab::Removed)),
    ("inactive", None),
];

/// The words after a name that has a closed set of them.
pub(super) fn values(topic: Topic, name: &str) -> Vec<&'static str> {
    match name {
        "state" if topic == Topic::Domains => STATES.iter().map(|(word, _)| *word).collect(),
        "listing" => Listing::ALL.iter().map(|v| v.as_str()).collect(),
        "sale" | "offers" | "host" => vec!["yes", "no"],
        "next" => vec!["overdue", "none", "any"],
        "is" => IS.to_vec(),
        "in" => IN.to_vec(),
        "flow" => FLOW.to_vec(),
        "status" => Status::ALL.iter().map(|v| v.as_str()).collect(),
        "delivery" => DeliveryFilter::ALL.iter().map(|v| v.as_str()).collect(),
        "reason" => UnsentReason::ALL.iter().map(|v| v.as_str()).collect(),
        "risk" => RiskFilter::ALL.iter().map(|v| v.as_str()).collect(),
        "order" => Order::ALL.iter().map(|v| v.as_str()).collect(),
        "offer" | "bin" | "target" | "added" | "verified" | "checked" => vec!["none", "any"],
        _ => Vec::new(),
    }
}

/// What the word being typed could become, whole words: `is:un` gives `is:unread`, `is:unstarred`.
pub fn complete(word: &str) -> Vec<String> {
    complete_in(Topic::Inquiries, word)
}

/// The same for a line about domains.
pub fn complete_domains(word: &str) -> Vec<String> {
    complete_in(Topic::Domains, word)
}

fn complete_in(topic: Topic, word: &str) -> Vec<String> {
    let (minus, word) = word.strip_prefix('-').map_or(("", word), |rest| ("-", rest));
    match word.split_once(':') {
        None => names(topic).filter(|name| name.starts_with(word)).map(|name| format!("{minus}{name}:")).collect(),
        Some((name, start)) => values(topic, name)
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
