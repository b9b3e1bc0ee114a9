//! Facts that a question about a value has shown besides the value: the currency of an amount, and the value that a domain
//! inherits once its own is removed. A reading before the write shows whether both are still so.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::store::writes::Batch;
use crate::store::writes::intent::{CsvImport, Intent, PricesIn};
use crate::store::writes::journal::Target;
use crate::store::writes::probe::Found;

use crate::api::types::{Setting, SettingSource};
use crate::api::{Resource, Seen};
use crate::base::Currency;
use crate::store::Store;
use crate::store::subject::{AMOUNTS, CURRENCY, Item, Subject, Value};

/// Currency and inherited value that a question about one change has shown.
#[derive(Debug)]
pub(super) struct Promise {
    item: Item,
    currency: Option<Currency>,
    /// Inherited value; `None` where the change does not remove an own value, or it is not known.
    inherits: Option<Value>,
}

impl Store {
    /// Promises of the questions about these changes, collected before the values are read again. For an undo that
    /// lets a domain inherit, no inherited value is promised.
    pub(super) fn promised(&self, batch: &Batch) -> Vec<Promise> {
        let known = self.currencies_known();
        let promise = |entry, item: &Item| {
            let (kept, target) = self.kept_target(entry, item)?;
            // Prices in a file are in the account's currency, which the targets of its import do not have.
            if let Intent::ImportCsv(CsvImport { currency: Some(currency), .. }) = kept {
                return Some(Promise { item: item.clone(), currency: Some(currency.clone()), inherits: None });
            }
            let field = item.field.as_ref()?.as_str();
            let is_own = self.writes.journal.get(entry)?.origin.awaits().is_none();
            let noted = kept.prices_in().and_then(|noted| noted.of(item)).cloned();
            let currency = noted.or_else(|| known(&item.subject)).filter(|_| AMOUNTS.contains(&field));
            let inherits = (is_own && target.after == Value::Null).then(|| self.inherited(item)).flatten();
            Some(Promise { item: item.clone(), currency, inherits })
        };
        batch.targets.iter().filter_map(|(entry, item)| promise(*entry, item)).collect()
    }

    /// Present currencies of the amounts that these targets set; empty where no target sets an amount.
    pub(super) fn prices_in(&self, targets: &[Target]) -> PricesIn {
        let is_amount = |target: &&Target| target.field.as_ref().is_some_and(|field| AMOUNTS.contains(&field.as_str()));
        let mut amounts = targets.iter().filter(is_amount).peekable();
        let account = amounts.peek().and_then(|_| self.price_currency());
        let own = |target: &Target| {
            let Subject::Domain(name) = &target.subject else { return None };
            Some(((&**name).into(), self.own_settings().currency_of(name)?.clone()))
        };
        PricesIn { account, own: amounts.filter_map(own).collect() }
    }

    /// Function for the present currency of the amounts of the account, a domain or a file, as far as it is known.
    /// Make it once for many calls.
    pub fn currencies_known(&self) -> impl Fn(&Subject) -> Option<Currency> + '_ {
        let account = self.price_currency();
        move |of| match of {
            Subject::Account | Subject::File(_) => account.clone(),
            Subject::Domain(punycode) => self.own_settings().currency_of(punycode).cloned().or_else(|| account.clone()),
            _ => None,
        }
    }

    /// Changes for which a reading found another currency or inherited value than was promised, each with the
    /// difference as a clause.
    pub(super) fn broken(&mut self, promised: Vec<Promise>, found: &[Found]) -> HashMap<Item, String> {
        let mut broken = HashMap::new();
        for Promise { item, currency, inherits } in promised {
            let told = found.iter().find_map(|found| currency_in_force(found, &item));
            let now = told.or_else(|| self.currencies_known()(&item.subject));
            if let (Some(before), Some(now)) = (&currency, &now)
                && before != now
            {
                // The account's own value may have changed, too.
                self.stale(&[Resource::Settings]);
                let why = format!("its prices are in {} now, not in {}; look at it again", now.code(), before.code());
                broken.insert(item, why);
                continue;
            }
            let told = found.iter().find_map(|found| account_value(found, &item));
            if let (Some(before), Some(now)) = (inherits, told)
                && before != now
            {
                self.stale(&[Resource::Settings]);
                let why = format!("the account’s value is {} now; look at it again", self.said(&item, Some(&now)));
                broken.insert(item, why);
            }
        }
        broken
    }
}

/// Setting of a domain in the answer about that domain.
fn setting<'a>(found: &'a Found, item: &Item, name: &str) -> Option<&'a Setting> {
    let Found::OwnSettings(of) = found else { return None };
    of.get(item.name()?.punycode())?.as_ref()?.get(name)
}

/// Currency of a domain's amounts by the answer about it: its own or the account's. A default of the service does not
/// count, because the profile comes before it.
fn currency_in_force(found: &Found, item: &Item) -> Option<Currency> {
    let setting = setting(found, item, CURRENCY)?;
    let set = setting.value.get().filter(|_| !setting.source.is(&SettingSource::Default));
    set.and_then(Json::as_str).map(Currency::new).filter(|set| !set.0.is_empty())
}

/// Value that the account has set, by the answer about a domain.
fn account_value(found: &Found, item: &Item) -> Option<Value> {
    match &setting(found, item, item.field.as_ref()?.as_str())?.account_value {
        Seen::Is(value) => Some(Value::from(value.clone())),
        _ => None,
    }
}
