//! Names and values of the words of a filter line.

use crate::api::domains::{Listing, Tab};
use crate::api::emails::ExtensionLocation;
use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason};
use crate::store::notes::Turn;
use crate::store::subject::Mark;
use crate::store::subject::finding::Kind;

/// List that a filter line is about; it decides which words there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Inquiries,
    Domains,
    Mail,
}

/// Filter name, the word before the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    pub name: &'static str,
    /// True when the service evaluates the word, at least for some values.
    pub server: bool,
    /// Meaning of the word, with examples where `values` cannot list all values.
    pub hint: &'static str,
    /// Lists that have the word.
    pub of: &'static [Topic],
}

const fn of(of: &'static [Topic], name: &'static str, server: bool, hint: &'static str) -> Name {
    Name { name, server, hint, of }
}

const INQUIRIES: &[Topic] = &[Topic::Inquiries];
const DOMAINS: &[Topic] = &[Topic::Domains];
const NOTED: &[Topic] = &[Topic::Inquiries, Topic::Domains];
const MAIL: &[Topic] = &[Topic::Mail];

/// All filter names: the one table from which help, completion and errors are made.
pub const NAMES: &[Name] = &[
    of(INQUIRIES, "is", true, "marked as"),
    of(INQUIRIES, "offer", false, "the offer: >500, 500-900, <=$1k, none, any"),
    of(INQUIRIES, "score", false, "lead score, 0 to 100: >60, 40-60, none"),
    of(INQUIRIES, "country", false, "the buyer's country: US, DE"),
    of(INQUIRIES, "buyer", false, "part of name, company or address"),
    of(INQUIRIES, "age", false, "how long ago: <7d, >2h, 2d-7d"),
    of(INQUIRIES, "confirmed", false, "when the buyer confirmed the address: <7d, >2h, none, any"),
    of(&[Topic::Inquiries, Topic::Mail], "domain", true, "exact domain"),
    of(INQUIRIES, "risk", true, "spam risk"),
    of(INQUIRIES, "bin", false, "whether the domain has a BIN price"),
    of(INQUIRIES, "status", true, "whose turn it is, how it ended, or whether the buyer confirmed the address"),
    of(INQUIRIES, "delivery", true, "emailed to you or not"),
    of(INQUIRIES, "reason", true, "why it was not emailed"),
    of(INQUIRIES, "held", false, "the first reason why it was not emailed"),
    of(INQUIRIES, "in", true, "folder"),
    of(INQUIRIES, "order", true, "order at the service"),
    of(INQUIRIES, "flow", true, "every unsent step, or unsent conversations only"),
    of(DOMAINS, "state", true, "state in the account"),
    of(DOMAINS, "bin", false, "BIN price: >500, 5k-9k, <=$1,000, none, any"),
    of(DOMAINS, "tld", false, "ending: com, co.uk"),
    of(DOMAINS, "asked", false, "inquiries in 90 days: >2, 1-5, none, any"),
    of(DOMAINS, "visits", false, "visitors in 30 days, where they were read: >20, 1-5, none, any"),
    of(DOMAINS, "best", false, "best offer: >$5,000, none, any"),
    of(DOMAINS, "length", false, "characters before the ending: 5, <6, 4-6"),
    of(DOMAINS, "digits", false, "digits in the name: none, any, 2-4"),
    of(DOMAINS, "hyphen", false, "a hyphen in the name"),
    of(DOMAINS, "idn", false, "letters beyond a to z"),
    of(DOMAINS, "sale", false, "for sale"),
    of(DOMAINS, "target", false, "target price: >500, none, any"),
    of(DOMAINS, "offers", false, "offers accepted"),
    of(DOMAINS, "listing", true, "listed for sale"),
    of(DOMAINS, "added", false, "how long ago: <30d, 1w-4w, none, any"),
    of(DOMAINS, "verified", false, "verified since: >1w, none, any"),
    of(DOMAINS, "checked", false, "last check: >2d, none, any"),
    of(DOMAINS, "next", false, "next check: <1d, overdue, none, any"),
    of(DOMAINS, "finding", false, "what Home and Health say is wrong"),
    of(DOMAINS, "host", false, "the portfolio host"),
    of(DOMAINS, "name", false, "part of the name"),
    of(DOMAINS, "id", false, "the service's number, higher for newer names: >50000"),
    of(NOTED, "tag", false, "your tags: hot, broker, none, any"),
    of(NOTED, "note", false, "part of your note, none, any"),
    of(NOTED, "remind", false, "your reminders"),
    of(NOTED, "snooze", false, "put off until a time"),
    of(INQUIRIES, "quote", false, "whether a price you named still stands"),
    of(MAIL, "exact", true, "whole words only"),
    of(MAIL, "ext", true, "your endings the sender has in the domain: de, co.uk"),
    of(MAIL, "at", true, "where the sender has your ending"),
    of(MAIL, "files", false, "attached files"),
    of(MAIL, "from", false, "part of the sender's name or address"),
    of(MAIL, "is", false, "marked on this computer as"),
];

/// Other words for a name: the list, the other word, and the name it stands for.
pub(super) const ALIASES: &[(Topic, &str, &str)] = &[
    (Topic::Inquiries, "from", "buyer"),
    (Topic::Inquiries, "visibility", "in"),
    (Topic::Inquiries, "spam", "risk"),
    (Topic::Domains, "domain", "name"),
    (Topic::Domains, "price", "bin"),
    (Topic::Domains, "ending", "tld"),
    (Topic::Mail, "has", "files"),
    (Topic::Mail, "file", "files"),
    (Topic::Mail, "attachment", "files"),
];

/// Entry for a name or alias; `None` where this list has no such word.
pub(super) fn named(topic: Topic, typed: &str) -> Option<&'static Name> {
    let name = ALIASES.iter().find(|(of, alias, _)| *of == topic && *alias == typed).map_or(typed, |(.., name)| name);
    NAMES.iter().find(|known| known.name == name && known.of.contains(&topic))
}

/// Entries for a list, in the order in which they are offered.
pub(super) fn of_topic(topic: Topic) -> impl Iterator<Item = &'static Name> {
    NAMES.iter().filter(move |name| name.of.contains(&topic))
}

/// Title of the screen with the list.
pub(super) fn title(topic: Topic) -> &'static str {
    match topic {
        Topic::Inquiries => "Inquiries",
        Topic::Domains => "Domains",
        Topic::Mail => "Mail",
    }
}

/// Values of `is:` for inquiries.
pub(super) const IS: &[&str] =
    &["unread", "starred", "read", "unstarred", "archived", "hidden", "answered", "unanswered", "draft", "ignored"];

/// Values of `is:` for mail.
const MAIL_IS: &[&str] = &["unread", "read", "starred", "unstarred"];

/// Values of `in:`.
pub(super) const IN: &[&str] = &["active", "archived", "hidden", "all"];

/// Values of `flow:`; only the first changes what the service is asked.
pub(super) const FLOW: &[&str] = &["items", "conversations"];

/// Values of `state:` for domains, each with the tab that has exactly the domains in this state, if there is one.
pub(super) const STATES: &[(&str, Option<Tab>)] = &[
    ("verified", Some(Tab::Verified)),
    ("unverified", Some(Tab::Unverified)),
    ("detected", Some(Tab::Detected)),
    ("removed", Some(Tab::Removed)),
    ("inactive", None),
];

/// Values that can be listed for a name: all of them, or for a name that also takes figures or texts, just its words.
pub(super) fn values(topic: Topic, name: &str) -> Vec<&'static str> {
    match name {
        "state" => STATES.iter().map(|(word, _)| *word).collect(),
        "listing" => Listing::ALL.iter().map(|v| v.as_str()).collect(),
        "sale" | "offers" | "host" | "hyphen" | "idn" | "exact" => vec!["yes", "no"],
        "next" => vec!["overdue", "none", "any"],
        "remind" => vec!["due", "none", "any"],
        "snooze" | "files" => vec!["none", "any"],
        "quote" => vec!["expired", "none", "any"],
        "is" if topic == Topic::Mail => MAIL_IS.to_vec(),
        "is" => IS.to_vec(),
        "finding" => Kind::of_domains().map(Kind::word).collect(),
        "in" => IN.to_vec(),
        "at" => ExtensionLocation::ALL.iter().map(|v| v.as_str()).collect(),
        "flow" => FLOW.to_vec(),
        "status" => Turn::ALL.iter().map(|v| v.word()).chain(Status::ALL.iter().map(|v| v.as_str())).collect(),
        "delivery" => DeliveryFilter::ALL.iter().map(|v| v.as_str()).collect(),
        "reason" | "held" => UnsentReason::ALL.iter().map(|v| v.as_str()).collect(),
        "risk" => RiskFilter::ALL.iter().map(|v| v.as_str()).collect(),
        "order" => Order::ALL.iter().map(|v| v.as_str()).collect(),
        "bin" | "offer" | "score" | "target" | "best" | "asked" | "visits" | "digits" | "added" | "verified"
        | "checked" | "confirmed" | "tag" | "note" => {
            vec!["none", "any"]
        }
        _ => Vec::new(),
    }
    .into_iter()
    .filter(|_| named(topic, name).is_some())
    .collect()
}

/// True for a name that takes no values beyond [`values`].
fn is_closed(name: &str) -> bool {
    const OPEN: [&str; 15] = [
        "next",
        "offer",
        "score",
        "target",
        "best",
        "asked",
        "visits",
        "digits",
        "added",
        "verified",
        "checked",
        "bin",
        "tag",
        "note",
        "confirmed",
    ];
    !OPEN.contains(&name)
}

impl Name {
    /// All values of the name; empty where it takes others than [`values`].
    fn all_values(&self) -> Vec<&'static str> {
        let topic = self.of[0];
        let all = is_closed(self.name) || (topic, self.name) == (Topic::Inquiries, "bin");
        if all { values(topic, self.name) } else { Vec::new() }
    }

    /// Meaning of the name, and the values it takes.
    pub fn doc(&self) -> String {
        let values = self.all_values();
        if values.is_empty() { self.hint.to_owned() } else { format!("{} ({})", self.hint, values.join(", ")) }
    }

    /// Values that the name takes, or where these cannot be listed its meaning.
    pub(super) fn takes(&self) -> String {
        let values = self.all_values();
        if values.is_empty() { self.hint.to_owned() } else { values.join(", ") }
    }
}

/// Completion of a word that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Whole word: `state:`, `-is:unread`, `tld:com,de`.
    pub word: String,
    /// Meaning of the completion; empty where the word says it.
    pub doc: String,
}

/// Source of values that the program does not have itself, such as the tags in use.
pub trait Tells {
    /// Values for a filter name, the most used first, each with a description.
    fn told(&self, name: &str) -> Vec<(String, String)>;
}

/// Completions of the word being typed: filter names; after a colon, values; after a comma, further values.
pub fn offers(topic: Topic, word: &str, tells: &dyn Tells) -> Vec<Offer> {
    let (minus, word) = word.strip_prefix('-').map_or(("", word), |rest| ("-", rest));
    let lower = word.to_lowercase();
    match lower.split_once(':') {
        None => of_topic(topic)
            .filter(|name| name.name.starts_with(&lower))
            .map(|name| Offer { word: format!("{minus}{}:", name.name), doc: name.doc() })
            .collect(),
        Some((name, typed)) => {
            let Some(known) = named(topic, name) else { return Vec::new() };
            let (before, start) = typed.rfind(',').map_or(("", typed), |at| typed.split_at(at + 1));
            let taken: Vec<&str> = before.split(',').collect();
            let fixed = values(topic, known.name).into_iter().map(|value| (value.to_owned(), String::new()));
            tells
                .told(known.name)
                .into_iter()
                .chain(fixed)
                .filter(|(value, _)| value.starts_with(start) && value != start && !taken.contains(&value.as_str()))
                .map(|(value, doc)| Offer { word: format!("{minus}{name}:{before}{value}"), doc })
                .collect()
        }
    }
}

/// Words of [`offers`].
pub fn complete(topic: Topic, word: &str, tells: &dyn Tells) -> Vec<String> {
    offers(topic, word, tells).into_iter().map(|offer| offer.word).collect()
}

/// Entry for the name before the colon of `word`; `None` without a colon, or for an unknown name.
pub fn about(topic: Topic, word: &str) -> Option<&'static Name> {
    named(topic, &word.trim_start_matches('-').split_once(':')?.0.to_lowercase())
}

/// Value of `is:` for inquiries that are answered, or not.
pub(super) const fn answered_word(to: bool) -> &'static str {
    if to { "answered" } else { "unanswered" }
}

/// Value of `is:` for a mark that is set, or not.
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

/// Units of ages in seconds, the largest first.
pub(super) const UNITS: &[(char, i64)] = &[('w', 7 * 86_400), ('d', 86_400), ('h', 3_600), ('m', 60)];

/// Age as typed: `7d` for 604,800 seconds.
pub fn duration(seconds: i64) -> String {
    // Weeks are read but never written: `7d` is easier to read than `1w`.
    let (unit, size) = UNITS[1..].iter().find(|(_, size)| seconds % size == 0).unwrap_or(&UNITS[3]);
    format!("{}{unit}", seconds / size)
}
