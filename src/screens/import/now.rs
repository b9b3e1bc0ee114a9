//! Values in force of a domain that a file is compared with: as far as they are known, or read again.

use crate::api::{Seen, loose};
use crate::base::{Amount, Decimal, Timestamp, switch};
use crate::sheets::csv::{AMOUNTS, LOWEST_OFFER, SWITCHES};
use crate::store::{DomainRow, FieldName, Item, Store, Subject, Value};

/// Value in force of a domain, as far as it is known.
#[derive(Clone, Debug)]
pub struct Now<T> {
    pub value: Option<T>,
    /// True if an empty cell changes nothing.
    pub is_none: bool,
    /// True when it is known whether there is a value.
    pub is_told: bool,
    /// Own value of the domain, if it was read again.
    pub own: Option<Value>,
    /// True when the value in force is known to be inherited.
    pub inherits: bool,
}

impl<T> Now<T> {
    /// Value shown in a list, which does not tell whether it is the domain's own.
    fn listed(value: Option<T>, is_none: bool, is_told: bool) -> Self {
        Self { value, is_none, is_told, own: None, inherits: false }
    }
}

/// Values of one domain, in the order of [`SWITCHES`] and [`AMOUNTS`].
#[derive(Clone, Debug)]
pub struct Values {
    pub switches: [Now<bool>; SWITCHES.len()],
    pub amounts: [Now<Amount>; AMOUNTS.len()],
}

impl Values {
    /// Values shown in a row of the list of domains, and the lowest offer by the settings known.
    pub fn shown(row: &DomainRow<'_>, store: &Store) -> Self {
        let (sale, offers) = (row.for_sale(), row.offers());
        let takes =
            offers.get().and_then(|told| switch(&told.as_str().map_or_else(|| told.to_string(), str::to_owned)));
        let (bin, target) = (row.bin(), row.target());
        let is_bin_told = !matches!(bin, Seen::Missing);
        let price = bin.get().and_then(|bin| read(&bin.to_string()));
        let lowest_offer = Item::field(Subject::Domain(row.punycode().into()), FieldName::named(LOWEST_OFFER));
        let inherits = store.own_setting(&lowest_offer) == Some(Value::Null);
        let lowest = store.minimum_of(row.punycode()).map(serde_json::Value::from);
        let is_none = lowest.as_ref().is_some_and(serde_json::Value::is_null);
        Self {
            switches: [
                Now::listed(sale, sale.is_none(), sale.is_some()),
                Now::listed(takes, is_empty(&offers), takes.is_some()),
            ],
            amounts: [
                Now::listed(price, is_empty(&bin), is_bin_told),
                Now::listed(target.get().and_then(amount), is_empty(&target), true),
                Now { inherits, ..Now::listed(lowest.as_ref().and_then(amount), is_none, lowest.is_some()) },
            ],
        }
    }

    /// The values, with those that were read at `since` or later in place of the listed ones.
    #[must_use]
    pub fn read_again(&self, subject: &Subject, since: Timestamp, store: &Store) -> Self {
        let mut values = self.clone();
        if store.own_settings_at(subject).is_none_or(|at| at < since) {
            return values;
        }
        let read = |field: &str| {
            let item = Item::field(subject.clone(), FieldName::named(field));
            let own = store.own_setting(&item)?;
            let in_force: serde_json::Value = store.in_force(&item, Some(&own))?.into();
            Some((own, in_force))
        };
        for (field, now) in SWITCHES.iter().zip(&mut values.switches) {
            if let Some((own, told)) = read(field) {
                let (value, inherits) = (loose::yes(&told), own == Value::Null);
                *now = Now { value, is_none: told.is_null(), is_told: true, own: Some(own), inherits };
            }
        }
        for (field, now) in AMOUNTS.iter().zip(&mut values.amounts) {
            if let Some((own, told)) = read(field) {
                let (value, inherits) = (amount(&told), own == Value::Null);
                *now = Now { value, is_none: told.is_null(), is_told: true, own: Some(own), inherits };
            }
        }
        values
    }
}

fn is_empty<T>(seen: &Seen<T>) -> bool {
    matches!(seen, Seen::Null | Seen::Missing)
}

fn amount(told: &serde_json::Value) -> Option<Amount> {
    match told {
        serde_json::Value::Number(number) => read(&number.to_string()),
        serde_json::Value::String(text) => read(text),
        _ => None,
    }
}

fn read(text: &str) -> Option<Amount> {
    Amount::read(text).with(Some(Decimal::Point)).exact()
}
