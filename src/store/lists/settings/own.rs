//! Own settings by domain, with the time they were read: from the pages of all domains that have some, or one by one.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::api::Seen;
use crate::api::types::{Named, Setting};
use crate::base::{Currency, Timestamp, work};
use crate::client::Failure;
use crate::store::lists::settings::own_value;
use crate::store::subject::{CURRENCY, Subject, Value};

use super::own_values::{Own, SettingNames};

/// Most changes remembered one by one; after more, all domains count as changed.
const TOUCHED: usize = 4_000;

/// Own settings of one domain, and the time they were read.
#[derive(Debug)]
pub(in crate::store) struct Read {
    pub own: Own,
    pub at: Timestamp,
}

/// The settings domains have of their own.
#[derive(Debug, Default)]
pub struct OwnSettings {
    pub(in crate::store) of: HashMap<Arc<str>, Read>,
    /// Domains whose single read of own settings failed, each with the time of the attempt and the failure.
    failed: HashMap<Arc<str>, (Timestamp, Failure)>,
    setting_names: SettingNames,
    /// Number of domains with their own value, by setting.
    pub(super) counts: HashMap<Arc<str>, usize>,
    /// Own currency of each domain whose prices are not in that of the account.
    pub(super) currencies: Arc<HashMap<Arc<str>, Currency>>,
    /// The currency the account has set, if any, as the last answer about a domain told it, and when.
    account_currency: Option<(Timestamp, Option<Currency>)>,
    /// The currencies when they were last read to the end, by an earlier run or this one: as the disk has them.
    pub(in crate::store) kept: Option<Arc<HashMap<Arc<str>, Currency>>>,
    /// The page to read next; `None` once all were read.
    pub(in crate::store) next: Option<u32>,
    pub(in crate::store) begun: bool,
    /// Number of domains with own settings, as last told by the pages.
    pub(in crate::store) total: Option<u64>,
    /// Time of the first of the pages being read.
    pub(in crate::store) since: Timestamp,
    /// Time of the first of the pages that were last read to their end: a verified domain on none of them has no
    /// settings of its own.
    pub(in crate::store) whole: Option<Timestamp>,
    /// Domains found on the pages while these are read again; `None` at other times.
    pub(in crate::store) seen: Option<HashSet<Arc<str>>>,
    /// Time since which a domain that is on no page must have been read alone, or it counts as unread.
    again: Timestamp,
    pub(super) version: u64,
    /// Version that differs whenever one of the currencies does.
    currencies_version: u64,
    /// The domains of the last versions, one for each, the newest last.
    touched: VecDeque<Arc<str>>,
}

impl OwnSettings {
    /// True when every verified domain with settings of its own is known.
    pub fn is_whole(&self) -> bool {
        self.begun && self.next.is_none()
    }

    /// Number of domains whose settings were read.
    pub fn read(&self) -> u64 {
        self.of.len() as u64
    }

    /// Time since which the pages read so far are current, even if they were not read to their end.
    pub fn pages_at(&self) -> Option<Timestamp> {
        self.whole.or_else(|| self.begun.then_some(self.since))
    }

    /// Own settings of all domains known, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Own)> {
        work::each(self.of.iter()).map(|(name, read)| (name, &read.own)).filter(|(_, own)| !own.is_empty())
    }

    /// Own settings of one domain; `None` if it was not read and no page had it.
    pub fn of(&self, punycode: &str) -> Option<&Own> {
        self.of.get(punycode).map(|read| &read.own)
    }

    /// The domains whose settings were read, for work off the loop.
    pub fn read_names(&self) -> HashSet<Arc<str>> {
        work::each(self.of.keys()).cloned().collect()
    }

    /// The settings that any domain has.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.counts.iter().filter(|(_, many)| **many > 0).map(|(name, _)| &**name)
    }

    /// The currency a domain has set for its prices, as far as that was read.
    pub fn currency_of(&self, punycode: &str) -> Option<&Currency> {
        self.currencies.get(punycode)
    }

    /// The currencies that domains have set, for work off the loop.
    pub fn currencies(&self) -> &Arc<HashMap<Arc<str>, Currency>> {
        &self.currencies
    }

    /// Version that differs whenever one of these currencies does.
    pub fn currencies_version(&self) -> u64 {
        self.currencies_version
    }

    /// The currency the account has set, if any, as the last answer about a domain told it, and when.
    pub(in crate::store) fn account_currency(&self) -> Option<(Timestamp, Option<&Currency>)> {
        self.account_currency.as_ref().map(|(at, currency)| (*at, currency.as_ref()))
    }

    /// Takes over what an answer about a domain tells of the account's currency.
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

    /// Takes over the currencies an earlier run has kept, unless they are being read already.
    pub(in crate::store) fn take_kept(&mut self, kept: Option<HashMap<String, Currency>>) {
        if let Some(kept) = kept.filter(|_| !self.begun && self.of.is_empty()) {
            self.currencies = Arc::new(kept.into_iter().map(|(name, currency)| (name.into(), currency)).collect());
            self.kept = Some(Arc::clone(&self.currencies));
            self.currencies_version += 1;
            self.touch_all();
        }
    }

    /// Drops currencies of domains that have none of their own any more; called when all pages were read. Returns the
    /// rest if the disk has others.
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

    /// Notes the currency a domain has set; `None` removes the known one.
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

    /// The reason a domain could not be read alone, if reading it was tried at `since` or later.
    pub fn failure(&self, punycode: &str, since: Timestamp) -> Option<&Failure> {
        self.failed.get(punycode).filter(|(at, _)| *at >= since).map(|(_, failure)| failure)
    }

    /// Number of known domains with their own value for a setting.
    pub fn overriding(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Version that differs whenever a setting, a failure or a currency does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The domains that changed since a version, some of them twice; `None` where these are too many to tell.
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

    /// Forgets all settings, so that they are read again.
    pub fn forget(&mut self) {
        let currencies_version = self.currencies_version + 1;
        *self = Self { version: self.version + 1, currencies_version, ..Self::default() };
    }

    /// Starts reading all again that was read before `since`; known settings stay until the pages are read.
    pub(in crate::store) fn reread(&mut self, since: Timestamp) {
        (self.next, self.begun, self.seen, self.again) = (None, false, Some(HashSet::new()), since);
    }

    /// True for a domain that is on no page and was not read alone since all was to be read again.
    pub(in crate::store) fn is_unread_alone(&self, punycode: &str) -> bool {
        self.of.get(punycode).is_none_or(|read| read.at < self.again)
    }

    /// Drops domains that were on no page and, of those the pages never have, all that were not read again alone;
    /// called when all pages were read again.
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

    /// Sets one own value of a domain whose settings were read at `at`; without `at`, its settings stay unknown.
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
