//! One domain as labelled text without colours or widths: Overview, Sale and Status.
//!
//! Nothing here draws, and of these files only `around.rs` has wants; text from strangers is cleaned as it comes in.
//! Look first at `overview.rs`, the page a user sees when a domain is opened, and `preview.rs`, the one beside a list.

pub mod around;
pub mod next;
pub mod overview;
pub mod own;
pub mod preview;
pub mod sale;
pub mod status;

use serde_json::Value;

use crate::api::Seen;
use crate::api::domains::Get;
use crate::api::types::Domain;
use crate::api::{nameservers, types::Nameservers};
use crate::base::{Currency, DomainName, Untrusted};
use crate::store::DomainRow;
use crate::store::index::domains::DomainTime;
use crate::ui::World;
use crate::ui::widgets::doc::Doc;

/// Currency of the domain's prices; empty when it is unknown.
pub fn currency(name: &DomainName, world: &World<'_>) -> Currency {
    world.store.currency_of(name.punycode()).unwrap_or_default()
}

/// Best known record of a domain: the answer about this domain, else its whole row of a list, with the prices of the
/// index, which follow what was saved since; else the index alone.
pub fn known(name: &DomainName, world: &World<'_>) -> Option<Domain> {
    let index = world.store.domains();
    let key = index.find(name.punycode());
    let answer = world.store.query(&Get { name: name.clone() }).value.map(|row| row.value.clone());
    let read = answer.or_else(|| index.full(key?).map(|row| row.value.clone()));
    match (read, key.and_then(|key| index.row(key))) {
        (Some(read), Some(row)) => Some(with_prices(read, &row)),
        (read, row) => read.or_else(|| Some(from_row(&row?))),
    }
}

/// Record with the values of the index that a save changes, where the index has them.
fn with_prices(read: Domain, row: &DomainRow<'_>) -> Domain {
    fn newer<T: Clone>(now: Seen<T>, read: &Seen<T>) -> Seen<T> {
        if now.is_missing() { read.clone() } else { now }
    }
    let now = from_row(row);
    Domain {
        sale: Seen::Missing,
        for_sale: newer(now.for_sale, read.for_sale()),
        bin_price: newer(now.bin_price, read.bin_price()),
        target_price: newer(now.target_price, read.target_price()),
        accept_offers: newer(now.accept_offers, read.accept_offers()),
        ..read
    }
}

/// JSON text a domain came as, for fields the documents do not name.
pub fn raw(name: &DomainName, world: &World<'_>) -> Option<std::sync::Arc<str>> {
    if let Some(row) = world.store.query(&Get { name: name.clone() }).value {
        return Some(row.raw.clone());
    }
    let index = world.store.domains();
    Some(index.full(index.find(name.punycode())?)?.raw.clone())
}

/// A domain record from the index; values it does not keep are missing.
fn from_row(row: &DomainRow<'_>) -> Domain {
    let seen = |flag: Option<bool>| flag.map_or(Seen::Missing, Seen::Is);
    Domain {
        punycode: row.domain_name(),
        domain_id: row.id().map_or(Seen::Missing, |id| Seen::Is(crate::base::Id::new(id))),
        name: Seen::Is(Untrusted::new(row.name())),
        state: row.state().map_or(Seen::Missing, Seen::Is),
        is_approved: seen(row.approved()),
        is_verified: seen(row.verified()),
        is_portfolio_host: seen(row.host()),
        added_date: row.time(DomainTime::Added),
        verified_since: row.time(DomainTime::VerifiedSince),
        last_verified: row.time(DomainTime::LastVerified),
        next_check: row.time(DomainTime::NextCheck),
        lander_url: if row.has_lander() == Some(false) { Seen::Null } else { Seen::Missing },
        sale: Seen::Missing,
        for_sale: seen(row.for_sale()),
        bin_price: row.bin(),
        target_price: row.target(),
        accept_offers: row.offers(),
    }
}

/// Address of the lander, as sent; `None` while it is unknown.
///
/// # Errors
/// A sentence when there is no lander.
pub fn lander(name: &DomainName, world: &World<'_>) -> Result<Option<String>, String> {
    match known(name, world).map(|domain| domain.lander_url) {
        Some(Seen::Is(address)) if !address.is_blank() => Ok(Some(address.raw().trim().to_owned())),
        Some(Seen::Null | Seen::Is(_)) => Err("No lander: the domain is not in the account.".to_owned()),
        Some(Seen::Odd(_)) => Err("The service sent no usable address.".to_owned()),
        Some(Seen::Missing) | None => Ok(None),
    }
}

/// Writes where a name must point in order to be verified. False while the account's nameservers and records are
/// unknown.
pub fn how_to_verify(doc: &mut Doc, world: &World<'_>) -> bool {
    let Some(answer) = world.store.query(&nameservers::Get {}).value else { return false };
    let lines = records(&answer.value);
    if lines.is_empty() {
        return false;
    }
    doc.heading("How it becomes verified");
    doc.dim("Set one of these at the registrar; the service then verifies it automatically.");
    for (label, value) in lines {
        doc.field(label, value);
    }
    true
}

/// Label of the nameserver records, which suffice on their own.
pub const NAMESERVERS: &str = "Nameservers";

/// Records of the account, each with its label.
pub fn records(nameservers: &Nameservers) -> Vec<(&'static str, String)> {
    let line = |field: &Seen<Untrusted>| field.get().map(|text| text.line().trim().to_owned());
    let hosts = nameservers
        .ns
        .get()
        .map(|hosts| hosts.iter().map(|host| host.line().trim().to_owned()).collect::<Vec<_>>().join(", "));
    let all =
        [(NAMESERVERS, hosts), ("CNAME record", line(&nameservers.cname)), ("TXT record", line(&nameservers.txt))];
    all.into_iter().filter_map(|(label, value)| Some((label, value.filter(|text| !text.is_empty())?))).collect()
}

/// Text of a field: its value in `words`, a value outside the documents as sent, or why it is missing.
fn told<T>(sent: &Seen<T>, words: impl FnOnce(&T) -> String, why_not: &str) -> String {
    match sent {
        Seen::Is(value) => words(value),
        Seen::Odd(value) => odd(value),
        Seen::Null => format!("— {why_not}"),
        Seen::Missing => "— not reported".to_owned(),
    }
}

/// Line for a value of a kind the documents do not name.
fn odd(value: &Value) -> String {
    crate::screens::domain::words::any(&Seen::Is(value.clone())).unwrap_or_else(|| crate::ui::text::NONE.to_owned())
}
