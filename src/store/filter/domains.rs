//! Words of a filter line about domains.

use super::amount::{amounts, figures};
use super::canonical::quoted;
use super::notes;
use super::parse::{Word, each, local, local_any, lower, no_minus, once, pattern, when, words};
use super::terms::{STATES, Topic, duration};
use super::{Compare, CountField, Filter, FilterError, Span, Test, TimeField};
use crate::api::domains::Listing;
use crate::store::subject::finding::Kind;

/// Reads a filter line about domains.
///
/// # Errors
/// As [`parse()`](super::parse()).
pub fn parse_domains(line: &str) -> Result<Filter, FilterError> {
    let mut filter = Filter::default();
    for word in words(line, Topic::Domains)? {
        term(&mut filter, &word)?;
    }
    Ok(filter)
}

/// Reads one word of a filter line into the filter.
pub(super) fn term(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let Some(typed) = &word.name else {
        local(filter, word, named(word));
        return Ok(());
    };
    let name = word.known(typed)?;
    let all = |amounts: Vec<_>, test: fn(_) -> Test| amounts.into_iter().map(test).collect();
    let tests: Vec<Test> = match name {
        "state" => return state(filter, word),
        "listing" => return listing(filter, word),
        "tld" => {
            let ending = |part: &str| Some(lower(part.trim_start_matches('.'))).filter(|ending| !ending.is_empty());
            each(word, name, ending)?.into_iter().map(Test::Ending).collect()
        }
        "bin" => all(amounts(word, name)?, Test::Bin),
        "target" => all(amounts(word, name)?, Test::Target),
        "best" => all(amounts(word, name)?, Test::Best),
        "sale" => yes(word, name, Test::ForSale)?,
        "offers" => yes(word, name, Test::Offers)?,
        "host" => yes(word, name, Test::Host)?,
        "hyphen" => yes(word, name, Test::Hyphen)?,
        "idn" => yes(word, name, Test::Idn)?,
        "length" => count(word, name, CountField::Length)?,
        "digits" => count(word, name, CountField::Digits)?,
        "asked" => count(word, name, CountField::Asked)?,
        "visits" => count(word, name, CountField::Visits)?,
        "id" => count(word, name, CountField::Id)?,
        "finding" => each(word, name, Kind::parse)?.into_iter().map(Test::Finding).collect(),
        "added" => when(word, name, TimeField::Added)?,
        "verified" => when(word, name, TimeField::Verified)?,
        "checked" => when(word, name, TimeField::Checked)?,
        "next" => when(word, name, TimeField::Next)?,
        name => notes::tests(word, name).unwrap_or_else(|| Ok(vec![named(word)]))?,
    };
    local_any(filter, word, tests);
    Ok(())
}

impl Test {
    /// True for a test on visits, which only reports can decide.
    pub fn is_of_visits(&self) -> bool {
        self.any(|test| matches!(test, Self::Count(CountField::Visits, ..)))
    }
}

impl Filter {
    /// True for a filter with a test on visits, which only reports can decide.
    pub fn is_of_visits(&self) -> bool {
        self.local.iter().any(|term| term.test.is_of_visits())
    }
}

/// Test of a word without a colon: a part of the domain's name, or a pattern of it.
fn named(word: &Word) -> Test {
    pattern(word).map_or_else(|| Test::Name(lower(&word.value)), Test::Like)
}

/// Reads `state:`. The service filters by a single state that has a tab of its own; another state, several or negated
/// ones are checked locally.
fn state(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let states = each(word, "state", |value| STATES.iter().find(|(state, _)| *state == value))?;
    match states.as_slice() {
        [(_, Some(tab))] if !word.negated => once(word, &mut filter.server.state, *tab),
        states => {
            local_any(filter, word, states.iter().map(|(state, _)| Test::State((*state).to_owned())).collect());
            Ok(())
        }
    }
}

/// Reads `listing:`. The service takes one value, so that two values ask for all domains.
fn listing(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    no_minus(word, "listing")?;
    let listings = each(word, "listing", Listing::parse)?;
    let listing = if let [one] = listings.as_slice() { *one } else { Listing::All };
    once(word, &mut filter.server.listing, listing)
}

fn yes(word: &Word, name: &str, test: fn(bool) -> Test) -> Result<Vec<Test>, FilterError> {
    let read = |value: &str| match value {
        "yes" | "y" | "true" | "1" => Some(true),
        "no" | "n" | "false" | "0" => Some(false),
        _ => None,
    };
    Ok(each(word, name, read)?.into_iter().map(test).collect())
}

fn count(word: &Word, name: &str, field: CountField) -> Result<Vec<Test>, FilterError> {
    let number = |text: &str| -> Result<i64, FilterError> {
        let wrong = || word.error(format!("{name}: “{text}” is not a number (5, <6, 4-6)"));
        text.parse().ok().filter(|number| *number >= 0).ok_or_else(wrong)
    };
    let read = |part: &String| {
        let (compare, figure) = match part.as_str() {
            "none" => (Compare::Equal, 0),
            "any" => (Compare::More, 0),
            text => figures(word, name, text, number)?,
        };
        Ok(Test::Count(field, compare, figure))
    };
    word.parts(name)?.iter().map(read).collect()
}

/// Term about domains as it is typed.
pub(super) fn canonical(test: &Test) -> String {
    let said = |yes: &bool| if *yes { "yes" } else { "no" };
    match test {
        // A name with a colon, or one that reads as something else, is quoted, so that it stays a word without a name.
        Test::Name(part) => quoted(part),
        Test::Ending(part) => format!("tld:{}", quoted(part)),
        Test::ForSale(yes) => format!("sale:{}", said(yes)),
        Test::Host(yes) => format!("host:{}", said(yes)),
        Test::Offers(yes) => format!("offers:{}", said(yes)),
        Test::Target(amount) => format!("target:{}", amount.canonical()),
        Test::Hyphen(yes) => format!("hyphen:{}", said(yes)),
        Test::Idn(yes) => format!("idn:{}", said(yes)),
        Test::Finding(kind) => format!("finding:{}", kind.word()),
        Test::Best(amount) => format!("best:{}", amount.canonical()),
        Test::Count(field, compare, figure) => {
            let name = match field {
                CountField::Length => "length",
                CountField::Digits => "digits",
                CountField::Asked => "asked",
                CountField::Visits => "visits",
                CountField::Id => "id",
            };
            format!("{name}:{}", compare.with(*figure, |figure| figure.to_string()))
        }
        Test::When(field, span) => format!("{}:{}", word_of(*field), span_text(*span)),
        _ => String::new(),
    }
}

fn word_of(field: TimeField) -> &'static str {
    match field {
        TimeField::Added => "added",
        TimeField::Verified => "verified",
        TimeField::Checked => "checked",
        TimeField::Next => "next",
        TimeField::Confirmed => "confirmed",
    }
}

fn span_text(span: Span) -> String {
    match span {
        Span::None => "none".to_owned(),
        Span::Any => "any".to_owned(),
        Span::Overdue => "overdue".to_owned(),
        Span::Age(compare, seconds) => compare.with(seconds, duration),
    }
}
