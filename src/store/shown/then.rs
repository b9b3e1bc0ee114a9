//! Currencies of the past: the present ones, with the changes made since taken back.

use std::collections::HashMap;
use std::sync::Arc;

use super::versions::{has_changed, listed, value_before};
use crate::api::types::{HistoryScope, HistoryVersion};
use crate::base::{Currency, Timestamp};
use crate::store::Store;
use crate::store::subject::{CURRENCY, DEFAULT_CURRENCY, Subject, Value};

/// Date and number of a version; the later one of two versions is the greater.
pub type Place = (Option<Timestamp>, i64);

/// Currencies at a time that only goes back, as values of their settings: null for none, `None` where it is unknown.
pub struct Past<'a> {
    store: &'a Store,
    profile: Option<Value>,
    account: Option<Value>,
    of_domains: HashMap<Arc<str>, Option<Value>>,
    /// Versions of account and profile whose changes still hold, the oldest first.
    versions: Vec<&'a HistoryVersion>,
    /// True if there are no older versions than these.
    is_whole: bool,
}

/// The value that sets a currency, or none.
fn setting(currency: Option<Currency>) -> Value {
    currency.map_or(Value::Null, |currency| Value::text(currency.0))
}

/// The currency a value sets; null and an empty text set none.
fn set_by(value: &Value) -> Option<Currency> {
    value.as_text().map(Currency::new).filter(|currency| !currency.0.is_empty())
}

fn place(version: &HistoryVersion) -> Place {
    (version.date.copied(), version.history_id.get())
}

impl<'a> Past<'a> {
    /// The currencies of now.
    pub fn of(store: &'a Store) -> Self {
        let listed = listed(None, store);
        let mut versions = listed.rows().to_vec();
        versions.sort_by_key(|version| place(version));
        Self {
            store,
            profile: store.profile_currency().map(|currency| setting(Some(currency))),
            account: store.account_currency().map(setting),
            of_domains: HashMap::new(),
            versions,
            is_whole: listed.next.is_none(),
        }
    }

    /// Goes back to the time right after a version was made.
    pub fn go_to(&mut self, to: Place) {
        while let Some(version) = self.versions.pop_if(|version| place(version) > to) {
            let (name, then) = if version.scope.is(&HistoryScope::Profile) {
                (DEFAULT_CURRENCY, &mut self.profile)
            } else {
                (CURRENCY, &mut self.account)
            };
            if version.domain.get().is_none() && has_changed(version, name) {
                *then = value_before(version, name);
            }
        }
        if self.versions.is_empty() && !self.is_whole {
            (self.account, self.profile) = (None, None);
        }
    }

    /// Takes back a change of a domain's own currency; `before` is `None` where the value before is unknown.
    pub fn take_back(&mut self, name: &Arc<str>, before: Option<&Value>) {
        self.of_domains.insert(Arc::clone(name), before.cloned());
    }

    /// The currency in which the amounts of a thing were at that time; `None` if unknown.
    pub fn in_force(&mut self, of: &Subject) -> Option<Currency> {
        let own = match of {
            Subject::Domain(name) => {
                let (own, store) = (self.store.own_settings(), self.store);
                let now = || match own.currency_of(name) {
                    Some(own) => Some(setting(Some(own.clone()))),
                    None => store.inherits_currency(name).then_some(Value::Null),
                };
                set_by(self.of_domains.entry(Arc::clone(name)).or_insert_with(now).as_ref()?)
            }
            _ => None,
        };
        let inherited = || set_by(self.account.as_ref()?).or_else(|| set_by(self.profile.as_ref()?));
        own.or_else(inherited)
    }
}
