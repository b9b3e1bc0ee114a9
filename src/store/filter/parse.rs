//! From the line to terms.

use super::amount::{amount, compare};
use super::terms::{FLOW, NAMES, Topic, UNITS, named, names, values};
use super::{Compare, Filter, FilterError, Local, Test, domains};
use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason, Visibility};
use crate::base::{DomainName, nearest};
use crate::store::Mark;

/// Reads a filter line about inquiries.
///
/// # Errors
/// The first word that cannot be read, where it stands, what is wrong and the nearest that would work.
pub fn parse(line: &str) -> Result<Filter, FilterError> {
    let mut filter = Filter::default();
    for word in words(line, Topic::Inquiries)? {
        term(&mut filter, &word)?;
    }
    Ok(filter)
}

/// Reads a filter line about domains.
///
/// # Errors
/// As [`parse`].
pub fn parse_domains(line: &str) -> Result<Filter, FilterError> {
    let mut filter = Filter::default();
    for word in words(line, Topic::Domains)? {
        domains::term(&mut filter, &word)?;
    }
    Ok(filter)
}

/// A word of the line.
pub(super) struct Word {
    pub typed: String,
    pub place: usize,
    pub negated: bool,
    pub name: Option<String>,
    pub value: String,
    pub topic: Topic,
}

impl Word {
    pub fn error(&self, problem: impl Into<String>, suggestion: Option<String>) -> FilterError {
        FilterError { word: self.typed.clone(), place: self.place, problem: problem.into(), suggestion }
    }

    pub fn minus(&self) -> &'static str {
        if self.negated { "-" } else { "" }
    }

    /// The name before the colon as the table has it.
    pub fn known(&self, typed: &str) -> Result<&'static str, FilterError> {
        let Some(name) = named(self.topic, typed) else {
            let near = nearest(typed, names(self.topic));
            let suggestion = near.map_or_else(
                || format!("\"{}{}:{}\" for the words themselves", self.minus(), typed, self.value),
                |near| format!("{}{near}:{}", self.minus(), self.value),
            );
            let problem = match (self.topic, NAMES.iter().any(|other| other.name == typed)) {
                (_, false) => format!("there is no filter word {typed}:"),
                (Topic::Inquiries, true) => format!("{typed}: is a filter word for domains, not for inquiries"),
                (Topic::Domains, true) => format!("{typed}: is a filter word for inquiries, not for domains"),
            };
            return Err(self.error(problem, Some(suggestion)));
        };
        if self.value.is_empty() {
            let suggestion =
                values(self.topic, name.name).first().map(|value| format!("{}{}:{value}", self.minus(), name.name));
            return Err(self.error(format!("{}: needs a value ({})", name.name, name.hint), suggestion));
        }
        Ok(name.name)
    }
}

/// Cuts the line at white space outside quotes; a colon outside quotes ends a name made of letters.
fn words(line: &str, topic: Topic) -> Result<Vec<Word>, FilterError> {
    let mut found = Vec::new();
    let mut chars = line.chars().enumerate().peekable();
    while let Some((place, first)) = chars.next_if(|_| true) {
        if first.is_whitespace() {
            continue;
        }
        let mut word = Word { typed: String::new(), place, negated: false, name: None, value: String::new(), topic };
        let (mut quoted, mut any_quote) = (false, false);
        let mut next = Some(first);
        while let Some(c) = next {
            word.typed.push(c);
            match c {
                '"' => (quoted, any_quote) = (!quoted, true),
                '\\' if quoted => {
                    if let Some((_, escaped)) = chars.next() {
                        word.typed.push(escaped);
                        word.value.push(escaped);
                    }
                }
                '-' if word.typed.len() == 1 => word.negated = true,
                ':' if !any_quote && word.name.is_none() && is_name(&word.value) => {
                    word.name = Some(std::mem::take(&mut word.value).to_lowercase());
                }
                _ => word.value.push(c),
            }
            next = chars.next_if(|(_, c)| quoted || !c.is_whitespace()).map(|(_, c)| c);
        }
        if quoted {
            let closed = format!("{}\"", word.typed);
            return Err(word.error("the quote is not closed", Some(closed)));
        }
        if word.name.is_none() && word.value.is_empty() {
            let problem =
                if word.negated { "a word must follow the minus" } else { "there is nothing between the quotes" };
            return Err(word.error(problem, None));
        }
        found.push(word);
    }
    Ok(found)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
}

fn term(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let Some(typed) = &word.name else {
        local(filter, word, Test::Text(lower(&word.value)));
        return Ok(());
    };
    let name = word.known(typed)?;
    match name {
        "is" => is(filter, word),
        "status" => status(filter, word),
        "delivery" => delivery(filter, word),
        "reason" => {
            no_minus(word, name)?;
            for part in word.value.split(',').filter(|part| !part.is_empty()) {
                let reason = choice(word, name, UnsentReason::parse(&part.to_lowercase()))?;
                if !filter.server.reasons.contains(&reason) {
                    filter.server.reasons.push(reason);
                }
            }
            Ok(())
        }
        "flow" => {
            no_minus(word, name)?;
            let place = FLOW.iter().position(|known| *known == word.value.to_lowercase());
            filter.server.flow_items |= choice(word, name, place)? == 0;
            Ok(())
        }
        "risk" => risk(filter, word),
        "in" => visibility(filter, word),
        "domain" => domain(filter, word),
        "order" => {
            no_minus(word, name)?;
            let order = choice(word, name, Order::parse(&word.value.to_lowercase()))?;
            once(word, &mut filter.server.order, order)
        }
        "offer" | "bin" => {
            let amount = amount(word, name)?;
            local(filter, word, if name == "bin" { Test::Bin(amount) } else { Test::Offer(amount) });
            Ok(())
        }
        "age" => {
            let test = age(word)?;
            local(filter, word, test);
            Ok(())
        }
        "score" => {
            let (compare, figure) = compare(&word.value);
            let n = figure.parse().map_err(|_| word.error("score: needs a figure", Some("score:>60".into())))?;
            local(filter, word, Test::Score(compare, n));
            Ok(())
        }
        _ => {
            let wanted = lower(&word.value);
            let test = match name {
                "buyer" => Test::Buyer(wanted),
                "country" => Test::Country(wanted),
                "tag" => Test::Tag(wanted),
                "note" => Test::Note(wanted),
                _ => Test::State(wanted),
            };
            local(filter, word, test);
            Ok(())
        }
    }
}

pub(super) fn local(filter: &mut Filter, word: &Word, test: Test) {
    let term = Local { negated: word.negated, test };
    if !filter.local.contains(&term) {
        filter.local.push(term);
    }
}

/// Lower case, and without what could never stand in a cleaned text.
pub(super) fn lower(text: &str) -> String {
    crate::base::clean_line(text).to_lowercase()
}

pub(super) fn choice<T>(word: &Word, name: &str, value: Option<T>) -> Result<T, FilterError> {
    value.ok_or_else(|| {
        let known = values(word.topic, name);
        let near = nearest(&word.value.to_lowercase(), known.iter().copied()).or(known.first().copied());
        let suggestion = near.map(|near| format!("{}{name}:{near}", word.minus()));
        word.error(format!("{name}: takes {}", list(&known)), suggestion)
    })
}

fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    }
}

pub(super) fn no_minus(word: &Word, name: &str) -> Result<(), FilterError> {
    if word.negated {
        return Err(
            word.error(format!("{name}: cannot be turned round with a minus"), Some(word.typed[1..].to_owned()))
        );
    }
    Ok(())
}

pub(super) fn once<T: PartialEq>(word: &Word, place: &mut Option<T>, value: T) -> Result<(), FilterError> {
    if place.as_ref().is_some_and(|known| *known != value) {
        return Err(word.error("this contradicts an earlier word; keep one of the two", None));
    }
    *place = Some(value);
    Ok(())
}

fn is(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    // Words of `status:` and `delivery:` that people try after `is:`.
    let value = word.value.to_lowercase();
    let (mark, to) =
        match value.as_str() {
            "unread" => (Mark::Read, false),
            "read" => (Mark::Read, true),
            "starred" => (Mark::Starred, true),
            "unstarred" => (Mark::Starred, false),
            "archived" => (Mark::Archived, true),
            "unarchived" => (Mark::Archived, false),
            "hidden" => (Mark::Hidden, true),
            "shown" => (Mark::Hidden, false),
            other => {
                let elsewhere =
                    ["status", "delivery", "risk"].iter().find(|name| values(Topic::Inquiries, name).contains(&other));
                return match elsewhere {
                    Some(name) => Err(word
                        .error(format!("is: does not know {other}"), Some(format!("{}{name}:{other}", word.minus())))),
                    None => choice(word, "is", None),
                };
            }
        };
    let to = to != word.negated;
    match (mark, to) {
        (Mark::Read, false) => filter.server.unread = true,
        (Mark::Starred, true) => filter.server.starred = true,
        _ => {
            let term = Local { negated: false, test: Test::Mark(mark, to) };
            if !filter.local.contains(&term) {
                filter.local.push(term);
            }
        }
    }
    Ok(())
}

fn status(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let status = choice(word, "status", Status::parse(&word.value.to_lowercase()))?;
    let status = match (word.negated, status) {
        (false, status) => status,
        (true, Status::Confirmed) => Status::Unconfirmed,
        (true, Status::Unconfirmed) => Status::Confirmed,
        (true, Status::All) => return no_minus(word, "status:all"),
    };
    once(word, &mut filter.server.status, status)
}

fn delivery(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let delivery = choice(word, "delivery", DeliveryFilter::parse(&word.value.to_lowercase()))?;
    let delivery = match (word.negated, delivery) {
        (false, delivery) => delivery,
        (true, DeliveryFilter::Delivered) => DeliveryFilter::Unsent,
        (true, DeliveryFilter::Unsent) => DeliveryFilter::Delivered,
        (true, DeliveryFilter::All) => return no_minus(word, "delivery:all"),
    };
    once(word, &mut filter.server.delivery, delivery)
}

fn risk(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let risk = choice(word, "risk", RiskFilter::parse(&word.value.to_lowercase()))?;
    match (word.negated, risk) {
        (false, risk) => once(word, &mut filter.server.risk, risk),
        (true, RiskFilter::High) => once(word, &mut filter.server.risk, RiskFilter::NotHigh),
        (true, RiskFilter::NotHigh) => once(word, &mut filter.server.risk, RiskFilter::High),
        (true, RiskFilter::All) => no_minus(word, "risk:all"),
        (true, risk) => {
            local(filter, word, Test::Risk(risk));
            Ok(())
        }
    }
}

fn visibility(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let visibility = match word.value.to_lowercase().as_str() {
        // The service's own word, for those who know the API.
        "hidden" | "removed" => Some(Visibility::Removed),
        other => Visibility::parse(other),
    };
    let visibility = choice(word, "in", visibility)?;
    match (word.negated, visibility) {
        (false, visibility) => once(word, &mut filter.server.visibility, visibility),
        (true, Visibility::Archived) => {
            filter.local.push(Local { negated: false, test: Test::Mark(Mark::Archived, false) });
            Ok(())
        }
        (true, Visibility::Removed) => {
            filter.local.push(Local { negated: false, test: Test::Mark(Mark::Hidden, false) });
            Ok(())
        }
        (true, _) => no_minus(word, "in"),
    }
}

fn domain(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    if word.negated {
        local(filter, word, Test::Domain(lower(&word.value)));
        return Ok(());
    }
    let part = || Some(format!("{} for a part of a name", word.value));
    if !word.value.contains(['.', '\u{3002}']) {
        return Err(word.error("domain: takes a whole name with its ending", part()));
    }
    let name = DomainName::parse(&word.value)
        .map_err(|error| word.error(format!("this is no domain name ({})", error.0.trim_end_matches('.')), part()))?;
    once(word, &mut filter.server.domain, name)
}

fn age(word: &Word) -> Result<Test, FilterError> {
    let (sign, seconds) = span(word, "age")?;
    Ok(Test::Age(sign, seconds))
}

/// A length of time with the sign before it.
pub(super) fn span(word: &Word, name: &str) -> Result<(Compare, i64), FilterError> {
    let (sign, rest) = compare(&word.value);
    let wrong = || word.error(format!("{name}: takes a time in m, h, d or w"), Some(format!("{name}:<7d")));
    let unit = rest.chars().last().map(|c| c.to_ascii_lowercase()).ok_or_else(wrong)?;
    let (_, size) = UNITS.iter().find(|(known, _)| *known == unit).ok_or_else(wrong)?;
    let n: i64 = rest[..rest.len() - 1].parse().map_err(|_| wrong())?;
    let seconds = n.checked_mul(*size).filter(|s| *s >= 0).ok_or_else(wrong)?;
    // `age:7d` is meant as within seven days: an age is never exactly that.
    Ok((if sign == Compare::Equal { Compare::AtMost } else { sign }, seconds))
}
