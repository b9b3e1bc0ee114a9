//! Tests of the index of domains with answers made by the tests. Look first at `walk/`.

mod disk;
mod hostile;
mod index;
mod saved;
mod texts;
mod walk;

use serde_json::{Value, json};

use super::*;
use crate::api::Row;
use crate::api::domains::Listing;
use crate::api::types::Domain;
use crate::base::Timestamp;
use crate::store::Walked;
use crate::store::filter::parse_domains;
use crate::store::index::walk::Begin;

/// Domain as the service would send it, with `more` in place of its usual members; the value `"-"` leaves a member
/// out.
pub(super) fn json(name: &str, state: &str, more: Value) -> Value {
    let mine = matches!(state, "verified" | "unverified" | "inactive");
    let mut domain = json!({
        "domain_id": name.len(), "name": name, "punycode": name, "state": state, "is_approved": mine,
        "is_verified": state == "verified", "is_portfolio_host": false, "added_date": 1_700_000_000,
        "verified_since": null, "last_verified": null, "next_check": null, "lander_url": null,
        "for_sale": true, "bin_price": null, "target_price": null, "accept_offers": true,
    });
    let Value::Object(more) = more else { panic!("an object") };
    for (key, value) in more {
        domain[key] = value;
    }
    domain.as_object_mut().expect("an object").retain(|_, value| *value != "-");
    domain
}

pub(super) fn row(name: &str, state: &str, more: Value) -> Row<Domain> {
    Row::from_raw(&json(name, state, more).to_string()).expect("a row of the test")
}

pub(super) fn index_of(rows: &[Row<Domain>], tab: DomainTab) -> DomainIndex {
    let mut index = DomainIndex::default();
    index.absorb(Fresh::page(rows), from(Some(tab), 0), NOW);
    index
}

pub(super) const NOW: Timestamp = Timestamp(1_800_000_000);

pub(super) fn view(tab: DomainTab, line: &str) -> DomainView {
    let filter = parse_domains(line).unwrap_or_else(|error| panic!("{error}"));
    DomainView::new(tab, Listing::All, &filter, DomainSort::default(), NOW)
}

pub(super) fn names(index: &DomainIndex, view: &DomainView) -> Vec<String> {
    index.view(view).iter().map(|key| index.row(*key).expect("a row").name().to_owned()).collect()
}

pub(super) fn shows(index: &DomainIndex, line: &str) -> Vec<String> {
    names(index, &view(DomainTab::MyDomains, line))
}

pub(super) fn from(listed: Option<DomainTab>, began: u64) -> Source {
    Source { listed, began, pass: None }
}
