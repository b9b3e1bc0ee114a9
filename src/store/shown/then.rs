//! Currencies of an earlier time: the present ones, without the changes that versions have made since.

use std::collections::HashMap;
use std::sync::Arc;

use super::versions::{has_changed, listed, values};
use crate::api::types::{HistoryScope, HistoryVersion};
use crate::base::{Currency, Timestamp};
use crate::store::Store;
use crate::store::subject::{CURRENCY, DEFAULT_CURRENCY, Subject, Value};

/// Date and number of a version. Of two versions the later one is greater.
pub type Place = (Option<Timestamp>, i64);

/// Currencies at a time that is moved back step by step, as values of their settings: null where none is set, `None`
/// where it is not known.
pub struct Past<'a> {
    store: &'a Store,
    profile: Option<Value>,
    account: Option<Value>,
    of_domains: HashMap<Arc<str>, Option<Value>>,
    /// Versions of account and profile that were made before that time, the oldest first.
    versions: Vec<&'a HistoryVersion>,
    /// True if the service has no older versions than these.
    is_whole: bool,
}

/// Value of a currency's setting; null for none.
fn setting(currency: Option<Currency>) -> Value {
    currency.map_or(Value::Null, |currency| Value::text(currency.0))
}

/// Currency that a value sets; null and an empty text set none.
fn set_by(value: &Value) -> Option<Currency> {
    value.as_text().map(Currency::new).filter(|currency| !currency.0.is_empty())
}

/// Whether versions are of the profile, and the name of the currency in these versions.
type Kind = (bool, &'static str);
const PROFILE: Kind = (true, DEFAULT_CURRENCY);
const ACCOUNT: Kind = (false, CURRENCY);

fn kind_of(version: &HistoryVersion) -> Kind {
    if version.scope.is(&HistoryScope::Profile) { PROFILE } else { ACCOUNT }
}

fn place(version: &HistoryVersion) -> Place {
    (version.date.copied(), version.history_id.get())
}

impl<'a> Past<'a> {
    /// Currencies of the present. A currency that differs from what its newest version has set is not known, because
    /// the versions do not say when it was changed.
    pub fn of(store: &'a Store) -> Self {
        let listed = listed(None, store);
        let mut versions = listed.rows().to_vec();
        versions.sort_by_key(|version| place(version));
        let newest = |kind: (bool, &str)| {
            let changed =
                versions.iter().rev().find(|version| kind_of(version) == kind && has_changed(version, kind.1));
            changed.and_then(|version| values(version, kind.1)[1].clone())
        };
        let told = |today: Option<Value>, kind| {
            let newest = newest(kind);
            today.filter(|today| newest.is_none_or(|newest| set_by(&newest) == set_by(today)))
        };
        let profile = store.profile_currency().map(|currency| setting(Some(currency)));
        let (profile, account) = (told(profile, PROFILE), told(store.account_currency().map(setting), ACCOUNT));
        Self { store, profile, account, of_domains: HashMap::new(), versions, is_whole: listed.next.is_none() }
    }

    /// Goes back to the time just after a version was made.
    pub fn go_to(&mut self, to: Place) {
        while let Some(version) = self.versions.pop_if(|version| place(version) > to) {
            let (is_profile, name) = kind_of(version);
            if version.domain.get().is_none() && has_changed(version, name) {
                let [before, _] = values(version, name);
                *(if is_profile { &mut self.profile } else { &mut self.account }) = before;
            }
        }
        if self.versions.is_empty() && !self.is_whole {
            (self.account, self.profile) = (None, None);
        }
    }

    /// Takes the currency that the newest change of a domain's currency has set. Where the present one differs, it is
    /// not known since when.
    pub fn take_newest(&mut self, name: &Arc<str>, after: &Value) {
        let now = self.own_now(name);
        if now.is_some_and(|now| set_by(&now) != set_by(after)) {
            self.of_domains.insert(Arc::clone(name), None);
        }
    }

    /// Present own currency of a domain.
    fn own_now(&self, name: &str) -> Option<Value> {
        match self.store.own_settings().currency_of(name) {
            Some(own) => Some(setting(Some(own.clone()))),
            None => self.store.inherits_currency(name).then_some(Value::Null),
        }
    }

    /// Goes back before a change of a domain's own currency. `before` is `None` where the earlier value is not known.
    pub fn take_back(&mut self, name: &Arc<str>, before: Option<&Value>) {
        self.of_domains.insert(Arc::clone(name), before.cloned());
    }

    /// Currency of the amounts of a thing at that time; `None` where it is not known.
    pub fn in_force(&mut self, of: &Subject) -> Option<Currency> {
        let own = match of {
            Subject::Domain(name) => {
                let now = self.own_now(name);
                set_by(self.of_domains.entry(Arc::clone(name)).or_insert(now).as_ref()?)
            }
            _ => None,
        };
        let inherited = || set_by(self.account.as_ref()?).or_else(|| set_by(self.profile.as_ref()?));
        own.or_else(inherited)
    }
}
