//! The JSON text a service usually sends for a domain, made again from its row, so that the cache keeps texts only of
//! rows that came otherwise.

use std::fmt::Write as _;

use super::cells::{Cells, Figure, Flag, Kind, Parts, bits, mark};
use crate::api::Seen;
use crate::api::types::DomainState;

/// How a service writes what JSON allows to be written in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Style {
    /// True for `24750`, false for `24750.0`.
    whole_numbers: bool,
    /// True for `https:\/\/`.
    escaped_slashes: bool,
}

const STYLES: [Style; 4] = [
    Style { whole_numbers: false, escaped_slashes: false },
    Style { whole_numbers: true, escaped_slashes: false },
    Style { whole_numbers: false, escaped_slashes: true },
    Style { whole_numbers: true, escaped_slashes: true },
];

/// True when [`text_of`] gives this text back from the parts.
pub(in crate::store) fn tells(parts: &Parts<'_>, text: &str) -> bool {
    parts.mark == mark(text) && text_of(parts).is_some_and(|usual| usual == text)
}

/// The text the row came as; `None` where it was not the usual one.
pub(in crate::store) fn text_of(parts: &Parts<'_>) -> Option<String> {
    if !parts.aside.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(400);
    STYLES.iter().find_map(|style| {
        text.clear();
        write(parts, *style, &mut text)?;
        (mark(&text) == parts.mark).then(|| std::mem::take(&mut text))
    })
}

/// Writes the members of a domain in the order of the domains API; a member that was not told is left out.
fn write(parts: &Parts<'_>, style: Style, out: &mut String) -> Option<()> {
    let cells = &parts.cells;
    let name = if parts.shown.is_empty() { parts.punycode } else { parts.shown };
    let mut put = |member: &str, value: &dyn std::fmt::Display| {
        out.push(if out.is_empty() { '{' } else { ',' });
        write!(out, "\"{member}\":{value}").ok()
    };
    if cells.id != 0 {
        put("domain_id", &cells.id)?;
    }
    put("name", &serde_json::Value::from(name))?;
    put("punycode", &serde_json::Value::from(parts.punycode))?;
    let state = (cells.bits & bits::STATE) >> bits::STATE_AT;
    if let Some(place) = (state as usize).checked_sub(1) {
        put("state", &format_args!("\"{}\"", DomainState::KNOWN.get(place)?.as_str()))?;
    }
    for (member, flag) in
        [("is_approved", Flag::Approved), ("is_verified", Flag::Verified), ("is_portfolio_host", Flag::Host)]
    {
        if let Some(yes) = flag.of(cells.bits) {
            put(member, &yes)?;
        }
    }
    let times = ["added_date", "verified_since", "last_verified", "next_check"];
    for (member, time) in times.into_iter().zip(cells.times) {
        match Cells::time(time)? {
            Seen::Is(at) => put(member, &at.0)?,
            Seen::Null => put(member, &"null")?,
            _ => {}
        }
    }
    let slash = if style.escaped_slashes { "\\/" } else { "/" };
    match Flag::Lander.of(cells.bits) {
        Some(true) => put("lander_url", &format_args!("\"https:{slash}{slash}{}{slash}\"", parts.punycode))?,
        Some(false) => put("lander_url", &"null")?,
        None => {}
    }
    if let Some(yes) = Flag::ForSale.of(cells.bits) {
        put("for_sale", &yes)?;
    }
    for (member, figure) in
        [("bin_price", Figure::Bin), ("target_price", Figure::Target), ("accept_offers", Figure::Offers)]
    {
        let number = cells.figures[figure.place()];
        match figure.kind(cells.bits) {
            Kind::Missing => {}
            Kind::Null => put(member, &"null")?,
            Kind::No => put(member, &false)?,
            Kind::Yes => put(member, &true)?,
            // Whole numbers up to 2^53 are exact; `Display` writes no exponent.
            Kind::Number if style.whole_numbers => put(member, &number)?,
            Kind::Number => put(member, &serde_json::Value::from(number))?,
            Kind::Aside => return None,
        }
    }
    out.push('}');
    Some(())
}
