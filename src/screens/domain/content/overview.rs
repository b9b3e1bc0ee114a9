//! The Overview tab: every field of a domain, or the reason why it is missing.

use serde_json::Value;

use crate::api::Seen;
use crate::api::domains::Get;
use crate::api::types::{Domain, DomainState};
use crate::base::{Currency, DomainName, Timestamp, Untrusted};
use crate::screens::domain::words;
use crate::screens::lookalike;
use crate::store::{DomainRow, Known, Subject};
use crate::ui::list::noting;
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::page::Part;
use crate::ui::{Tone, World, text};

use super::{odd, told};

/// Label of the first field.
pub const STATE: &str = "State";

/// Text of the page, without [`undocumented`]. `brief` is for the preview beside a list, which shows ages instead of
/// times.
pub fn doc(
    name: &DomainName,
    domain: Option<&Domain>,
    currency: &Currency,
    row: Option<&DomainRow<'_>>,
    brief: bool,
    world: &World<'_>,
) -> Doc {
    let mut doc = Doc::default();
    let price = domain.and_then(|domain| domain.bin_price().copied());
    let right = price.map_or_else(String::new, |price| format!("BIN {}", words::money(price, currency)));
    doc.title(name.both(), right);
    if let Some(warning) = lookalike::warning(name) {
        doc.warn(warning);
    }
    doc.parts.extend(noting::lines(&Subject::domain(name), world));
    doc.gap();
    let Some(domain) = domain else {
        doc.dim("No further data yet.");
        return doc;
    };
    match row.and_then(|row| row.pending) {
        Some(pending) => doc.toned(STATE, format!("in progress: {}", words::pending(pending)), Tone::Warn),
        None => state(&mut doc, &domain.state),
    }
    // The title has the name; these fields are its other spellings.
    doc.field_if("Shown as", shown(&domain.name).filter(|shown| shown != name.unicode()));
    let punycode = crate::base::clean_line(name.punycode()).into_owned();
    doc.field_if("Punycode", Some(punycode).filter(|punycode| punycode != name.unicode()));
    if !brief {
        doc.field_or("Domain number", number(domain), "none was sent");
        doc.gap();
    }
    // Beside a list, rows are only for what the state does not say already.
    let is = |state: &[DomainState]| matches!(&domain.state, Seen::Is(is) if state.contains(is));
    let flags = [
        ("In the account", &domain.is_approved, is(&[DomainState::Verified, DomainState::Unverified])),
        ("Verified", &domain.is_verified, is(&[DomainState::Verified])),
        ("Portfolio site", &domain.is_portfolio_host, false),
    ];
    for (label, told, _) in flags.into_iter().filter(|(_, told, usual)| !brief || **told != Seen::Is(*usual)) {
        flag(&mut doc, label, told);
    }
    doc.gap();
    let past = |at: &Timestamp| {
        let whole = || text::past(*at, world.now, world.zone);
        if brief { text::ago(&at.age(world.now, world.zone).text) } else { whole() }
    };
    let to_come = |at: &Timestamp| {
        let whole = || words::to_come(*at, world.now, world.zone);
        if brief { words::ahead(*at, world.now, world.zone).0 } else { whole() }
    };
    doc.field("Added", told(&domain.added_date, past, "never added"));
    doc.field("Verified since", told(&domain.verified_since, past, "not verified in this account"));
    doc.field("Last verified", told(&domain.last_verified, past, "none in this account"));
    doc.field("Next check", told(&domain.next_check, to_come, "none planned, or not verified yet"));
    doc.gap();
    // Rows of a list lack the address; opening the page reads it.
    if !(brief && domain.lander_url.is_missing()) {
        let read = world.store.query(&Get { name: name.clone() }).value.is_some();
        let address = if domain.lander_url.is_missing() && !read {
            text::figure(&Known::<u64>::NotRead, |_| String::new()).text
        } else {
            lander(&domain.lander_url)
        };
        doc.field("Lander", address);
    }
    doc
}

fn state(doc: &mut Doc, state: &Seen<DomainState>) {
    let (words, tone) = match state {
        Seen::Is(DomainState::Verified) => ("verified: the check passed and your lander is shown", Some(Tone::Info)),
        Seen::Is(DomainState::Unverified) => {
            ("unverified: in the account, and no check has passed yet", Some(Tone::Warn))
        }
        Seen::Is(DomainState::Detected) => ("detected: found by the service, not in the account", None),
        Seen::Is(DomainState::Removed) => ("removed from the account · a add back", None),
        Seen::Is(DomainState::Inactive) => ("inactive", Some(Tone::Warn)),
        Seen::Is(other @ DomainState::Other(_)) => (&*format!("{} (undocumented)", words::state(other).0), None),
        Seen::Odd(value) => (&*odd(value), None),
        Seen::Null | Seen::Missing => ("— the service did not say", None),
    };
    match tone {
        Some(tone) => doc.toned(STATE, words, tone),
        None => doc.field(STATE, words),
    }
}

fn shown(name: &Seen<Untrusted>) -> Option<String> {
    name.get().filter(|name| !name.is_blank()).map(|name| name.line().trim().to_owned())
}

fn number(domain: &Domain) -> Option<String> {
    match &domain.domain_id {
        Seen::Is(id) => Some(id.to_string()),
        Seen::Odd(value) => Some(odd(value)),
        Seen::Null | Seen::Missing => None,
    }
}

fn flag(doc: &mut Doc, label: &'static str, flag: &Seen<bool>) {
    let words = match flag {
        Seen::Is(yes) => words::yes_no(*yes).to_owned(),
        Seen::Odd(value) => odd(value),
        Seen::Null | Seen::Missing => "— the service did not say".to_owned(),
    };
    doc.field(label, words);
}

fn lander(address: &Seen<Untrusted>) -> String {
    const NONE: &str = "only a domain of the account has one";
    let sent = |address: &Untrusted| address.line().trim().to_owned();
    let words = |address: &Untrusted| if address.is_blank() { format!("— {NONE}") } else { sent(address) };
    told(address, words, NONE)
}

/// Members the documents do not name, as they were in `raw`, the JSON text of the domain.
pub fn undocumented(raw: Option<&str>) -> Doc {
    let mut doc = Doc::default();
    let Some(Value::Object(members)) = raw.and_then(|raw| serde_json::from_str(raw).ok()) else { return doc };
    let unknown: Vec<_> = members.iter().filter(|(name, _)| !Domain::FIELDS.contains(&name.as_str())).collect();
    if unknown.is_empty() {
        return doc;
    }
    doc.parts.push(Part::Blank);
    doc.heading("Also sent");
    for (name, value) in unknown {
        doc.field(crate::base::clean_line(name).into_owned(), odd(value));
    }
    doc
}
