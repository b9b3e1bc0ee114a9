//! The words of a line about domains.

use super::amount::amount;
use super::parse::{Word, choice, local, lower, no_minus, once, span};
use super::terms::{STATES, duration};
use super::{Compare, Filter, FilterError, Span, Test, TimeField, quoted};
use crate::api::domains::Listing;

/// Reads one word of the line.
pub(super) fn term(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let Some(typed) = &word.name else {
        local(filter, word, Test::Name(lower(&word.value)));
        return Ok(());
    };
    let name = word.known(typed)?;
    let test = match name {
        "state" => return state(filter, word),
        "listing" => {
            no_minus(word, name)?;
            let listing = choice(word, name, Listing::parse(&word.value.to_lowercase()))?;
            return once(word, &mut filter.server.listing, listing);
        }
        "tld" => match lower(word.value.trim_start_matches('.')) {
            ending if ending.is_empty() => {
                return Err(word.error("tld: needs the ending of a name", Some("tld:com".to_owned())));
            }
            ending => Test::Ending(ending),
        },
        "bin" => Test::Bin(amount(word, name)?),
        "target" => Test::Target(amount(word, name)?),
        "sale" => Test::ForSale(yes(word, name)?),
        "offers" => Test::Offers(yes(word, name)?),
        "host" => Test::Host(yes(word, name)?),
        "added" => Test::When(TimeField::Added, when(word, name)?),
        "verified" => Test::When(TimeField::Verified, when(word, name)?),
        "checked" => Test::When(TimeField::Checked, when(word, name)?),
        "next" => Test::When(TimeField::Next, when(word, name)?),
        _ => Test::Name(lower(&word.value)),
    };
    local(filter, word, test);
    Ok(())
}

/// A state that is a tab of its own can be asked of the service; of the others and of their opposites it knows nothing.
fn state(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let value = word.value.to_lowercase();
    let (state, tab) = choice(word, "state", STATES.iter().find(|(state, _)| *state == value))?;
    match tab {
        Some(tab) if !word.negated => once(word, &mut filter.server.state, *tab),
        _ => {
            local(filter, word, Test::State((*state).to_owned()));
            Ok(())
        }
    }
}

fn yes(word: &Word, name: &str) -> Result<bool, FilterError> {
    let said = match word.value.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" => Some(true),
        "no" | "n" | "false" | "0" => Some(false),
        _ => None,
    };
    choice(word, name, said)
}

fn when(word: &Word, name: &str) -> Result<Span, FilterError> {
    Ok(match word.value.to_lowercase().as_str() {
        "none" | "never" => Span::None,
        "any" => Span::Any,
        "overdue" if name == "next" => Span::Overdue,
        _ => {
            let (compare, seconds) = span(word, name)?;
            Span::Age(compare, seconds)
        }
    })
}

/// A term of this file as typed.
pub(super) fn canonical(test: &Test) -> String {
    let said = |yes: &bool| if *yes { "yes" } else { "no" };
    match test {
        // A word with a colon in it, or one that reads as something else, is quoted, so that it stays a bare word.
        Test::Name(part) => quoted(part),
        Test::Ending(part) => format!("tld:{}", quoted(part)),
        Test::ForSale(yes) => format!("sale:{}", said(yes)),
        Test::Host(yes) => format!("host:{}", said(yes)),
        Test::Offers(yes) => format!("offers:{}", said(yes)),
        Test::Target(amount) => format!("target:{}", amount.canonical()),
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
    }
}

fn span_text(span: Span) -> String {
    match span {
        Span::None => "none".to_owned(),
        Span::Any => "any".to_owned(),
        Span::Overdue => "overdue".to_owned(),
        Span::Age(compare, seconds) => format!("{}{}", Compare::sign(compare), duration(seconds)),
    }
}
