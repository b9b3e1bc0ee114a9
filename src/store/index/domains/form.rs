//! Form of a domain's JSON text: the text with a sign in place of each value that is also in the row's cells. A
//! service writes most rows in the same form, so that the cache keeps it once for all of them.

use std::fmt::Write as _;

use super::cells::{Cells, Figure, Flag, Kind, Parts, bits, mark};
use crate::api::Seen;
use crate::api::types::DomainState;

/// Members whose values are in the row, by their names in the domains API.
const MEMBERS: [(&str, Member); 16] = [
    ("domain_id", Member::Id),
    ("name", Member::Name),
    ("punycode", Member::Punycode),
    ("state", Member::State),
    ("is_approved", Member::Flag(Flag::Approved)),
    ("is_verified", Member::Flag(Flag::Verified)),
    ("is_portfolio_host", Member::Flag(Flag::Host)),
    ("added_date", Member::Time(0)),
    ("verified_since", Member::Time(1)),
    ("last_verified", Member::Time(2)),
    ("next_check", Member::Time(3)),
    ("lander_url", Member::Lander),
    ("for_sale", Member::Flag(Flag::ForSale)),
    ("bin_price", Member::Figure(Figure::Bin)),
    ("target_price", Member::Figure(Figure::Target)),
    ("accept_offers", Member::Figure(Figure::Offers)),
];

#[derive(Clone, Copy)]
enum Member {
    Id,
    Name,
    Punycode,
    State,
    Flag(Flag),
    /// Time at this place of [`Cells::times`].
    Time(usize),
    Lander,
    Figure(Figure),
}

/// Way in which a service writes a value: `24750.0` or `24750`, `https://` or `https:\/\/`, `ö` or `\u00f6`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    Other,
}

/// Signs that stand for the value of the member named before them, one for each way to write it. They are control
/// characters, which no JSON text contains, and differ from those that shorten texts on the disk.
const SIGNS: [(char, Way); 2] = [('\x17', Way::Plain), ('\x18', Way::Other)];

/// True for a form; texts that are kept as they came contain no sign.
pub(in crate::store) fn is_form(text: &str) -> bool {
    sign_in(text).is_some()
}

/// Form of a row's text; `None` where no value is in the row, or the text cannot be made from form and row.
pub(in crate::store) fn form_of(parts: &Parts<'_>, text: &str) -> Option<String> {
    let mut form = String::with_capacity(text.len());
    let (mut rest, mut value) = (text, String::new());
    while let Some(at) = memchr::memchr(b'"', rest.as_bytes()) {
        form.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some((member, told)) = named(rest) else {
            form.push('"');
            rest = &rest[1..];
            continue;
        };
        form.push_str(&rest[..told]);
        rest = &rest[told..];
        for (sign, way) in SIGNS {
            value.clear();
            let after = put(member, parts, way, &mut value).and_then(|()| rest.strip_prefix(value.as_str()));
            if let Some(after) = after.filter(|after| after.starts_with([',', '}', ' ', '\t', '\r', '\n'])) {
                form.push(sign);
                rest = after;
                break;
            }
        }
    }
    form.push_str(rest);
    (is_form(&form) && text_of(parts, &form)? == text).then_some(form)
}

/// Text of a row that has this form; `None` where the row has changed since.
pub(in crate::store) fn text_of(parts: &Parts<'_>, form: &str) -> Option<String> {
    let mut text = String::with_capacity(form.len() + 200);
    let mut rest = form;
    while let Some((at, way)) = sign_in(rest) {
        let before = &rest[..at];
        text.push_str(before);
        let name = before.trim_end().strip_suffix(':')?.trim_end().strip_suffix('"')?;
        put(member(&name[memchr::memrchr(b'"', name.as_bytes())? + 1..])?, parts, way, &mut text)?;
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
    (mark(&text) == parts.mark).then_some(text)
}

fn sign_in(text: &str) -> Option<(usize, Way)> {
    let at = memchr::memchr2(SIGNS[0].0 as u8, SIGNS[1].0 as u8, text.as_bytes())?;
    let sign = SIGNS.iter().find(|(sign, _)| text[at..].starts_with(*sign))?;
    Some((at, sign.1))
}

/// Member whose quoted name begins this text, and the place of its value.
fn named(text: &str) -> Option<(Member, usize)> {
    let (name, after) = text[1..].split_once('"')?;
    let member = member(name)?;
    let value = after.trim_start().strip_prefix(':')?.trim_start();
    Some((member, text.len() - value.len()))
}

fn member(name: &str) -> Option<Member> {
    MEMBERS.iter().find(|(known, _)| *known == name).map(|(_, member)| *member)
}

/// Writes the value of a member; `None` where the row does not have it, or this way does not differ from the plain
/// one.
fn put(member: Member, parts: &Parts<'_>, way: Way, out: &mut String) -> Option<()> {
    let cells = &parts.cells;
    let other = way == Way::Other;
    if other && !matches!(member, Member::Name | Member::Lander | Member::Figure(_)) {
        return None;
    }
    let yes_or_no = |yes| if yes { "true" } else { "false" };
    match member {
        Member::Id if cells.id != 0 => write!(out, "{}", cells.id).ok()?,
        Member::Id => return None,
        Member::Name => put_text(if parts.shown.is_empty() { parts.punycode } else { parts.shown }, other, out)?,
        Member::Punycode => put_text(parts.punycode, false, out)?,
        Member::State => {
            let place = ((cells.bits & bits::STATE) >> bits::STATE_AT) as usize;
            put_text(DomainState::KNOWN.get(place.checked_sub(1)?)?.as_str(), false, out)?;
        }
        Member::Flag(flag) => out.push_str(yes_or_no(flag.of(cells.bits)?)),
        Member::Time(at) => match Cells::time(cells.times[at])? {
            Seen::Is(at) => write!(out, "{}", at.0).ok()?,
            Seen::Null => out.push_str("null"),
            _ => return None,
        },
        Member::Lander => {
            let slash = if other { "\\/" } else { "/" };
            if Flag::Lander.of(cells.bits)? {
                write!(out, "\"https:{slash}{slash}{}{slash}\"", parts.punycode).ok()?;
            } else {
                out.push_str("null");
            }
        }
        Member::Figure(figure) => {
            let number = cells.figures[figure.place()];
            match figure.kind(cells.bits) {
                Kind::Null => out.push_str("null"),
                kind @ (Kind::No | Kind::Yes) => out.push_str(yes_or_no(kind == Kind::Yes)),
                // Whole numbers below 2^53 are exact, and `Display` writes no exponent.
                Kind::Number if other => write!(out, "{number}").ok()?,
                Kind::Number => write!(out, "{}", serde_json::Value::from(number)).ok()?,
                Kind::Missing | Kind::Aside => return None,
            }
        }
    }
    Some(())
}

/// Writes a JSON string, with letters beyond ASCII escaped if `escaped`; `None` for a text that needs other escapes.
fn put_text(text: &str, escaped: bool, out: &mut String) -> Option<()> {
    out.push('"');
    for sign in text.chars() {
        match sign {
            '"' | '\\' => return None,
            sign if sign.is_control() => return None,
            sign if escaped && !sign.is_ascii() => {
                for unit in sign.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}").ok()?;
                }
            }
            sign => out.push(sign),
        }
    }
    out.push('"');
    Some(())
}
