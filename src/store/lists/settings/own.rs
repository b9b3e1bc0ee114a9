//! Own settings of domains with the time they were read, from the pages of all domains that have some or one by one.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::api::Seen;
use crate::api::types::{Named, Setting};
use crate::base::{Currency, Timestamp, work};
use crate::client::Failure;
use crate::store::lists::settings::own_value;
use crate::store::subject::{CURRENCY, Subject, Value};

use super::own_values::{Own, SettingNames};

/// Most changed domains that are remembered. After more changes, all domains count as changed.
const TOUCHED: usize = 4_000;

/// Own settings of one domain, and the time they were read.
#[derive(Debug)]
pub(in crate::store) struct Read {
    pub own: Own,
    pub at: Timestamp,
}

/// Own settings of domains.
#[derive(Debug, Default)]
pub struct OwnSettings {
    pub(in crate::store) of: HashMap<Arc<str>, Read>,
    /// Domains whose own settings could not be read alone, with the time of the last try and the failure.
    failed: HashMap<Arc<str>, (Timestamp, Failure)>,
    setting_names: SettingNames,
    /// Number of domains with an own value, by setting.
    pub(super) counts: HashMap<Arc<str>, usize>,
    /// Own currency of each domain that has set one.
    pub(super) currencies: Arc<HashMap<Arc<str>, Currency>>,
    /// Currency that the account has set, if any, by the last answer about a domain, and the time of that answer.
    account_currency: Option<(Timestamp, Option<Currency>)>,
    /// Currencies as the disk has them: those known when all pages were last read, in this or an earlier run.
    pub(in crate::store) kept: Option<Arc<HashMap<Arc<str>, Currency>>>,
    /// Page to read next; `None` once all were read, or before the first one.
    pub(in crate::store) next: Option<u32>,
    pub(in crate::store) begun: bool,
    /// Number of domains with own settings, as the pages last gave it.
    pub(in crate::store) total: Option<u64>,
    /// Time of the first of the pages that are being read.
    pub(in crate::store) since: Timestamp,
    /// Time of the first page of the last complete reading: a verified domain on none of its pages has no own
    /// settings.
    pub(in crate::store) whole: Option<Timestamp>,
    /// Domains seen on the pages while all are read again; else `None`.
    pub(in crate::store) seen: Option<HashSet<Arc<str>>>,
    /// Time since which a domain without a page must have been read alone to count as read.
    again: Timestamp,
    pub(super) version: u64,
    /// Version that changes whenever one of the currencies does.
    currencies_version: u64,
    /// Domain changed by each of the last versions, the newest last.
    touched: VecDeque<Arc<str>>,
}

impl OwnSettings {
    /// True when all verified domains with own settings are known.
    pub fn is_whole(&self) -> bool {
        self.begun && self.next.is_none()
    }

    /// Number of domains whose settings were read.
    pub fn read(&self) -> u64 {
        self.of.len() as u64
    }

    /// Time from which the pages read so far are, even if there are more; `None` before the first one.
    pub fn pages_at(&self) -> Option<Timestamp> {
        self.whole.or_else(|| self.begun.then_some(self.since))
    }

    /// Own settings of all known domains that have some, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Own)> {
        work::each(self.of.iter()).map(|(name, read)| (name, &read.own)).filter(|(_, own)| !own.is_empty())
    }

    /// Own settings of one domain; `None` if it was not read alone and is on no page that was read.
    pub fn of(&self, punycode: &str) -> Option<&Own> {
        self.of.get(punycode).map(|read| &read.own)
    }

    /// Domains whose settings were read, for work off the loop.
    pub fn read_names(&self) -> HashSet<Arc<str>> {
        work::each(self.of.keys()).cloned().collect()
    }

    /// Names of the settings of which some domain has an own value.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.counts.iter().filter(|(_, many)| **many > 0).map(|(name, _)| &**name)
    }

    /// Own currency of a domain for its prices, as far as it was read.
    pub fn currency_of(&self, punycode: &str) -> Option<&Currency> {
        self.currencies.get(punycode)
    }

    /// Own currencies of domains, for work off the loop.
    pub fn currencies(&self) -> &Arc<HashMap<Arc<str>, Currency>> {
        &self.currencies
    }

    /// Version that changes whenever one of these currencies does.
    pub fn currencies_version(&self) -> u64 {
        self.currencies_version
    }

    /// Currency that the account has set, if any, by the last answer about a domain, and the time of that answer.
    pub(in crate::store) fn account_currency(&self) -> Option<(Timestamp, Option<&Currency>)> {
        self.account_currency.as_ref().map(|(at, currency)| (*at, currency.as_ref()))
    }

    /// Takes the account's currency from an answer about a domain, if it is in it.
    pub(in crate::store) fn put_account_currency(&mut self, settings: &Named<Setting>, at: Timestamp) {
        let Some(setting) = settings.get(CURRENCY) else { return };
        let told = match &setting.account_value {
            Seen::Is(set) => set.as_str().map(|set| Some(Currency::new(set)).filter(|set| !set.0.is_empty())),
            Seen::Null => Some(None),
            Seen::Missing | Seen::Odd(_) => None,
        };
        if let Some(told) = told {
            self.account_currency = Some((at, told));
        }
    }

    /// Takes the currencies that an earlier run has kept, unless reading them has begun.
    pub(in crate::store) fn take_kept(&mut self, kept: Option<HashMap<String, Currency>>) {
        if let Some(kept) = kept.filter(|_| !self.begun && self.of.is_empty()) {
            self.currencies = Arc::new(kept.into_iter().map(|(name, currency)| (name.into(), currency)).collect());
            self.kept = Some(Arc::clone(&self.currencies));
            self.currencies_version += 1;
            self.touch_all();
        }
    }

    /// Drops the currencies of domains without own settings; called when all pages were read. Returns the others if
    /// the disk must be changed.
    pub(in crate::store) fn unkept(&mut self) -> Option<&Arc<HashMap<Arc<str>, Currency>>> {
        self.whole?;
        if self.currencies.keys().any(|name| !self.of.contains_key(name)) {
            Arc::make_mut(&mut self.currencies).retain(|name, _| self.of.contains_key(name));
            self.currencies_version += 1;
        }
        if self.kept.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &self.currencies)) {
            return None;
        }
        self.kept = Some(Arc::clone(&self.currencies));
        self.kept.as_ref()
    }

    /// Sets the own currency of a domain; `None` removes it.
    fn put_currency(&mut self, punycode: &str, own: Option<&Value>) {
        let own = own.and_then(Value::as_text).map(Currency::new).filter(|own| !own.0.is_empty());
        if own.as_ref() == self.currencies.get(punycode) {
            return;
        }
        self.currencies_version += 1;
        let all = Arc::make_mut(&mut self.currencies);
        match own {
            Some(own) => drop(all.insert(punycode.into(), own)),
            None => drop(all.remove(punycode)),
        }
    }

    /// Reason why a domain could not be read alone, if that was tried at `since` or later.
    pub fn failure(&self, punycode: &str, since: Timestamp) -> Option<&Failure> {
        self.failed.get(punycode).filter(|(at, _)| *at >= since).map(|(_, failure)| failure)
    }

    /// Number of known domains with an own value for a setting.
    pub fn overriding(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Version that changes whenever a setting, a failure or a currency does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Domains changed since a version, some of them twice; `None` where too many have changed to tell.
    pub fn changed_since(&self, version: u64) -> Option<impl Iterator<Item = &Arc<str>>> {
        let many = usize::try_from(self.version.checked_sub(version)?).ok()?;
        Some(self.touched.range(self.touched.len().checked_sub(many)?..))
    }

    /// Marks the settings of all domains as possibly changed.
    pub(in crate::store) fn touch_all(&mut self) {
        self.version += 1;
        self.touched.clear();
    }

    fn touch(&mut self, name: Arc<str>) {
        self.version += 1;
        if self.touched.len() == TOUCHED {
            self.touched.pop_front();
        }
        self.touched.push_back(name);
    }

    /// Removes all settings, so that they are read again.
    pub fn forget(&mut self) {
        let currencies_version = self.currencies_version + 1;
        *self = Self { version: self.version + 1, currencies_version, ..Self::default() };
    }

    /// Begins to read all pages again. Known settings stay until that is done. Domains without a page must be read
    /// alone after `since`.
    pub(in crate::store) fn reread(&mut self, since: Timestamp) {
        (self.next, self.begun, self.seen, self.again) = (None, false, Some(HashSet::new()), since);
    }

    /// True for a domain that must be read alone again, because it was not since [`OwnSettings::reread`].
    pub(in crate::store) fn is_unread_alone(&self, punycode: &str) -> bool {
        self.of.get(punycode).is_none_or(|read| read.at < self.again)
    }

    /// Drops domains that were on no page, once all pages were read again. A domain for which `is_unlisted` is true is
    /// never on one; it stays if it was read alone since.
    pub(in crate::store) fn drop_unseen(&mut self, is_unlisted: impl Fn(&str) -> bool) {
        let Some(seen) = self.seen.take() else { return };
        let is_kept = |name: &str| seen.contains(name) || is_unlisted(name) && !self.is_unread_alone(name);
        let gone: Vec<Arc<str>> = self.of.keys().filter(|name| !is_kept(name)).cloned().collect();
        for name in &gone {
            self.take_out(name);
        }
        self.touch_all();
    }

    pub(in crate::store) fn put(&mut self, punycode: &str, settings: &Named<Setting>, at: Timestamp) {
        let subject = Subject::Domain(punycode.into());
        let own = settings.iter().filter_map(|(name, setting)| {
            let value = own_value(&subject, setting.get()?).filter(|value| *value != Value::Null)?;
            Some((self.setting_names.shared(name.raw()), value))
        });
        let own: Own = own.collect();
        self.take_out(punycode);
        for name in own.keys() {
            *self.counts.entry(Arc::clone(name)).or_default() += 1;
        }
        self.put_currency(punycode, own.get(CURRENCY));
        let name: Arc<str> = punycode.into();
        self.of.insert(Arc::clone(&name), Read { own, at });
        self.failed.remove(punycode);
        self.touch(name);
    }

    /// Notes that a domain could not be read alone.
    pub(in crate::store) fn put_failure(&mut self, punycode: &str, at: Timestamp, failure: &Failure) {
        let name: Arc<str> = punycode.into();
        self.failed.insert(Arc::clone(&name), (at, failure.clone()));
        self.touch(name);
    }

    /// Sets an own value of a domain whose settings were read at `at`. Without `at` its settings stay unknown.
    pub(in crate::store) fn set(&mut self, punycode: &str, name: &str, value: &Value, at: Option<Timestamp>) {
        self.touch(punycode.into());
        let Some(at) = at else { return };
        if name == CURRENCY {
            self.put_currency(punycode, Some(value));
        }
        let own = &mut self.of.entry(punycode.into()).or_insert_with(|| Read { own: Own::default(), at }).own;
        let name = self.setting_names.shared(name);
        let count = self.counts.entry(Arc::clone(&name)).or_default();
        if *value == Value::Null {
            *count -= usize::from(own.take_out(&name));
        } else {
            *count += usize::from(own.put(name, value.clone()));
        }
    }

    pub(super) fn take_out(&mut self, punycode: &str) {
        for name in self.of.remove(punycode).iter().flat_map(|read| read.own.keys()) {
            if let Some(count) = self.counts.get_mut(name) {
                *count -= 1;
            }
        }
        self.put_currency(punycode, None);
    }
}
