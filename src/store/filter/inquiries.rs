//! Words of a filter line about inquiries.

use super::amount::{amounts, figures};
use super::parse::{Word, each, local, local_any, lower, no_minus, once, pattern, span, when, words};
use super::terms::{FLOW, Topic, values};
use super::{Amount, Compare, Filter, FilterError, Local, Noted, Test, TimeField, notes};
use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason, Visibility};
use crate::base::DomainName;
use crate::store::notes::Turn;
use crate::store::subject::Mark;

/// Reads a filter line about inquiries.
///
/// # Errors
/// The first word that cannot be read, with its place, what is wrong and the nearest word that would work.
pub fn parse(line: &str) -> Result<Filter, FilterError> {
    let mut filter = Filter::default();
    for word in words(line, Topic::Inquiries)? {
        term(&mut filter, &word)?;
    }
    Ok(filter)
}

/// Reads one word of a filter line into the filter.
pub(super) fn term(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let Some(typed) = &word.name else {
        let text = || Test::Text(lower(&word.value));
        local(filter, word, pattern(word).map_or_else(text, Test::Like));
        return Ok(());
    };
    let name = word.known(typed)?;
    match name {
        "is" => is(filter, word),
        "status" => status(filter, word),
        "delivery" => delivery(filter, word),
        "reason" => {
            no_minus(word, name)?;
            for reason in each(word, name, UnsentReason::parse)? {
                if !filter.server.reasons.contains(&reason) {
                    filter.server.reasons.push(reason);
                }
            }
            Ok(())
        }
        "flow" => {
            no_minus(word, name)?;
            let places = each(word, name, |value| FLOW.iter().position(|known| *known == value))?;
            filter.server.flow_items |= places.contains(&0);
            Ok(())
        }
        "risk" => risk(filter, word),
        "in" => visibility(filter, word),
        "domain" => domain(filter, word),
        "order" => {
            no_minus(word, name)?;
            each(word, name, Order::parse)?
                .into_iter()
                .try_for_each(|order| once(word, &mut filter.server.order, order))
        }
        _ => {
            let tests = match name {
                "offer" => amounts(word, name)?.into_iter().map(Test::Offer).collect(),
                "bin" => {
                    // An inquiry shows only whether its domain has a price; the price itself is known only in the list
                    // of domains.
                    let amount = |value: &str| match value {
                        "none" => Some(Amount::None),
                        "any" => Some(Amount::Any),
                        _ => None,
                    };
                    each(word, name, amount)?.into_iter().map(Test::Bin).collect()
                }
                "age" => {
                    let age = |part: &String| span(word, name, part).map(|(sign, seconds)| Test::Age(sign, seconds));
                    word.parts(name)?.iter().map(age).collect::<Result<_, _>>()?
                }
                "score" => word.parts(name)?.iter().map(|part| score(word, name, part)).collect::<Result<_, _>>()?,
                "confirmed" => when(word, name, TimeField::Confirmed)?,
                "held" => each(word, name, UnsentReason::parse)?.into_iter().map(Test::Held).collect(),
                "country" => word.parts(name)?.into_iter().map(Test::Country).collect(),
                name => notes::tests(word, name).unwrap_or_else(|| Ok(vec![Test::Buyer(lower(&word.value))]))?,
            };
            local_any(filter, word, tests);
            Ok(())
        }
    }
}

fn score(word: &Word, name: &str, part: &str) -> Result<Test, FilterError> {
    let number = |text: &str| {
        let wrong = || word.error(format!("{name}: “{text}” is not a number from 0 to 100 (>60, 40-60)"));
        text.parse::<u8>().ok().filter(|score| *score <= 100).map(i64::from).ok_or_else(wrong)
    };
    Ok(Test::Score(match part {
        "none" => None,
        "any" => Some((Compare::AtLeast, 0)),
        text => Some(figures(word, name, text, number)?),
    }))
}

fn mark(value: &str) -> Option<Test> {
    let (mark, to) = match value {
        "unread" => (Mark::Read, false),
        "read" => (Mark::Read, true),
        "starred" => (Mark::Starred, true),
        "unstarred" => (Mark::Starred, false),
        "archived" => (Mark::Archived, true),
        "unarchived" => (Mark::Archived, false),
        "hidden" => (Mark::Hidden, true),
        "shown" => (Mark::Hidden, false),
        "answered" => return Some(Test::Answered(true)),
        "unanswered" => return Some(Test::Answered(false)),
        "draft" => return Some(Test::Draft),
        "ignored" => return Some(Test::Ignored),
        _ => return None,
    };
    Some(Test::Mark(mark, to))
}

fn is(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let parts = word.parts("is")?;
    for other in parts.iter().filter(|part| mark(part).is_none()) {
        // Users try values of these filters after `is:`.
        let elsewhere =
            ["status", "delivery", "risk"].iter().find(|name| values(Topic::Inquiries, name).contains(&other.as_str()));
        if let Some(name) = elsewhere {
            return Err(word.error(format!("is: has no “{other}”. Did you mean “{name}:{other}”?")));
        }
    }
    let marks = each(word, "is", mark)?;
    match marks.as_slice() {
        [Test::Mark(kind, to)] => match (*kind, *to != word.negated) {
            (Mark::Read, false) => filter.server.unread = true,
            (Mark::Starred, true) => filter.server.starred = true,
            // Archived and hidden rows are in lists of their own, so this word chooses the list.
            (Mark::Archived, true) if filter.server.visibility.is_none() => {
                filter.server.visibility = Some(Visibility::Archived);
            }
            (Mark::Hidden, true) if filter.server.visibility.is_none() => {
                filter.server.visibility = Some(Visibility::Removed);
            }
            (kind, to) => push(filter, Test::Mark(kind, to)),
        },
        [Test::Answered(to)] => push(filter, Test::Answered(*to != word.negated)),
        _ => local_any(filter, word, marks),
    }
    Ok(())
}

/// Adds a local term without a minus.
fn push(filter: &mut Filter, test: Test) {
    let term = Local { negated: false, test };
    if !filter.local.contains(&term) {
        filter.local.push(term);
    }
}

fn status(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let parts = word.parts("status")?;
    let (turns, others): (Vec<_>, Vec<_>) = parts.iter().partition(|part| Turn::parse(part).is_some());
    match (turns.as_slice(), others.as_slice()) {
        ([], _) => {}
        (_, []) => {
            let turns = each(word, "status", |part| Some(Test::Noted(Noted::Turn(Turn::parse(part)?))))?;
            local_any(filter, word, turns);
            return Ok(());
        }
        // The service filters by confirmation, this computer by turn. Both would have to hold, so they must be two
        // words.
        ([turn, ..], [other, ..]) => {
            return Err(
                word.error(format!("status: does not mix “{turn}” and “{other}”. Type status:{turn} status:{other}"))
            );
        }
    }
    let statuses = each(word, "status", Status::parse)?;
    // Two different values together ask for all.
    let status = match (word.negated, if let [one] = statuses.as_slice() { *one } else { Status::All }) {
        (false, status) => status,
        (true, Status::Confirmed) => Status::Unconfirmed,
        (true, Status::Unconfirmed) => Status::Confirmed,
        (true, Status::All) => return no_minus(word, "status:all"),
    };
    once(word, &mut filter.server.status, status)
}

fn delivery(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let deliveries = each(word, "delivery", DeliveryFilter::parse)?;
    let delivery = match (word.negated, if let [one] = deliveries.as_slice() { *one } else { DeliveryFilter::All }) {
        (false, delivery) => delivery,
        (true, DeliveryFilter::Delivered) => DeliveryFilter::Unsent,
        (true, DeliveryFilter::Unsent) => DeliveryFilter::Delivered,
        (true, DeliveryFilter::All) => return no_minus(word, "delivery:all"),
    };
    once(word, &mut filter.server.delivery, delivery)
}

fn risk(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    let risks = each(word, "risk", RiskFilter::parse)?;
    let [risk] = risks.as_slice() else {
        // The service takes one risk, so it is asked for all, and these are filtered locally.
        if !word.negated {
            once(word, &mut filter.server.risk, RiskFilter::All)?;
        }
        local_any(filter, word, risks.into_iter().map(Test::Risk).collect());
        return Ok(());
    };
    match (word.negated, *risk) {
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
    let read = |value: &str| match value {
        // `removed` is the service's word for hidden, for users who know the API.
        "hidden" | "removed" => Some(Visibility::Removed),
        other => Visibility::parse(other),
    };
    let folders = each(word, "in", read)?;
    match (word.negated, folders.as_slice()) {
        (false, [folder]) => once(word, &mut filter.server.visibility, *folder),
        (false, folders) => {
            once(word, &mut filter.server.visibility, Visibility::All)?;
            let has = |folder| folders.contains(&folder);
            // Each inquiry is in one folder: hidden, else archived, else active.
            match (has(Visibility::Active), has(Visibility::Archived), has(Visibility::Removed)) {
                _ if has(Visibility::All) => {}
                (true, true, false) => push(filter, Test::Mark(Mark::Hidden, false)),
                (false, true, true) => {
                    push(filter, Test::Any(vec![Test::Mark(Mark::Archived, true), Test::Mark(Mark::Hidden, true)]));
                }
                (true, false, true) => {
                    push(filter, Test::Any(vec![Test::Mark(Mark::Archived, false), Test::Mark(Mark::Hidden, true)]));
                }
                _ => {}
            }
            Ok(())
        }
        (true, folders) if folders.iter().any(|folder| [Visibility::Active, Visibility::All].contains(folder)) => {
            no_minus(word, "in")
        }
        (true, folders) => {
            for folder in folders {
                let mark = if *folder == Visibility::Archived { Mark::Archived } else { Mark::Hidden };
                push(filter, Test::Mark(mark, false));
            }
            Ok(())
        }
    }
}

fn domain(filter: &mut Filter, word: &Word) -> Result<(), FilterError> {
    if word.negated {
        local(filter, word, Test::Domain(lower(&word.value)));
        return Ok(());
    }
    let part = format!("To search for a part of a name, type {} alone.", word.value);
    if !word.value.contains(['.', '\u{3002}']) {
        return Err(word.error(format!("domain: takes a whole name with its ending. {part}")));
    }
    let name = DomainName::parse(&word.value)
        .map_err(|error| word.error(format!("domain: takes one whole name. {}", error.0)))?;
    once(word, &mut filter.server.domain, name)
}
