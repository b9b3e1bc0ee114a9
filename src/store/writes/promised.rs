//! What the question about a value promised besides the value: the currency of an amount, and what a domain that is given
//! back to the account inherits. What is read before the write tells both anew.

use std::collections::HashMap;

use super::Batch;
use super::probe::Found;
use crate::api::Resource;
use crate::api::Seen;
use crate::base::Currency;
use crate::store::Store;
use crate::store::subject::{AMOUNTS, Item, Subject, Value};

/// The promise of a question about one change.
#[derive(Debug)]
pub(super) struct Promise {
    item: Item,
    currency: Option<Currency>,
    /// The value inherited; `None` where that is not asked for, or not known.
    inherits: Option<Value>,
}

impl Store {
    /// Promises of the questions about these changes of domains, before what is read now is taken in. What an undo sets back
    /// was promised when it was changed.
    pub(super) fn promised(&self, batch: &Batch) -> Vec<Promise> {
        let promise = |entry, item: &Item| {
            let (_, target) = self.kept_target(entry, item)?;
            let Subject::Domain(punycode) = &item.subject else { return None };
            let field = item.field.as_ref()?.as_str();
            let is_own = self.writes.journal.get(entry)?.origin.awaits().is_none();
            let currency = AMOUNTS.contains(&field).then(|| self.currency_of(punycode)).flatten();
            let inherits = (target.after == Value::Null).then(|| self.inherited(item)).flatten();
            is_own.then(|| Promise { item: item.clone(), currency, inherits })
        };
        batch.targets.iter().filter_map(|(entry, item)| promise(*entry, item)).collect()
    }

    /// Changes of which something else was found than was promised, each with a clause that says what.
    pub(super) fn broken(&mut self, promised: Vec<Promise>, found: &[Found]) -> HashMap<Item, String> {
        let mut broken = HashMap::new();
        for Promise { item, currency, inherits } in promised {
            let Subject::Domain(punycode) = &item.subject else { continue };
            let now = self.currency_of(punycode);
            if let (Some(before), Some(now)) = (&currency, &now)
                && before != now
            {
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

/// The value the account has set, as the answer about a domain tells it.
fn account_value(found: &Found, item: &Item) -> Option<Value> {
    let Found::OwnSettings(of) = found else { return None };
    let settings = of.get(item.name()?.punycode())?.as_ref()?;
    match &settings.get(item.field.as_ref()?.as_str())?.account_value {
        Seen::Is(value) => Some(Value::from(value.clone())),
        _ => None,
    }
}
