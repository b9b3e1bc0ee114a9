//! What domains have of their own, by domain, with when it was read: from the pages of all of them, or one by one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::api::types::{Named, Setting};
use crate::base::{Currency, Timestamp, work};
use crate::client::Failure;
use crate::store::intent::{Subject, own_value};
use crate::store::{CURRENCY, Value};

/// What one domain has of its own, by name of the setting; without null.
pub type Own = BTreeMap<Box<str>, Value>;

/// What one domain has of its own, and when that was read.
#[derive(Debug)]
pub(super) struct Read {
    pub own: Own,
    pub at: Timestamp,
}

/// The settings domains have of their own.
#[derive(Debug, Default)]
pub struct OwnSettings {
    pub(super) of: HashMap<Arc<str>, Read>,
    /// Those that cannot be read by themselves, when that was tried, and why.
    pub(super) failed: HashMap<Arc<str>, (Timestamp, Failure)>,
    /// How many of them have a value of their own for a setting.
    pub(super) counts: HashMap<Box<str>, usize>,
    /// The currency of those whose prices are not in that of the account.
    pub(super) currencies: Arc<HashMap<Arc<str>, Currency>>,
    /// The page to read next; `None` once all were read.
    pub(super) next: Option<u32>,
    pub(super) begun: bool,
    /// When the first of the pages that are read came.
    pub(super) since: Timestamp,
    /// The same of the pages that were last read to their end: a verified domain on none of them has nothing of its own.
    pub(super) whole: Option<Timestamp>,
    /// Those the pages had since they are read again.
    pub(super) seen: Option<HashSet<Arc<str>>>,
    pub(super) version: u64,
}

impl OwnSettings {
    /// True when every verified domain with settings of its own is known.
    pub fn is_whole(&self) -> bool {
        self.begun && self.next.is_none()
    }

    /// How many domains were read.
    pub fn read(&self) -> u64 {
        self.of.len() as u64
    }

    /// Since when the pages count that were read, also where they were not read to their end.
    pub fn pages_at(&self) -> Option<Timestamp> {
        self.whole.or_else(|| self.begun.then_some(self.since))
    }

    /// Those known, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Own)> {
        work::each(self.of.iter()).map(|(name, read)| (name, &read.own)).filter(|(_, own)| !own.is_empty())
    }

    /// Those of one domain; `None` where it was not read and no page had it.
    pub fn of(&self, punycode: &str) -> Option<&Own> {
        self.of.get(punycode).map(|read| &read.own)
    }

    /// The settings any of them has.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.counts.iter().filter(|(_, many)| **many > 0).map(|(name, _)| &**name)
    }

    /// The currency a domain has set for its prices, as far as that was read.
    pub fn currency_of(&self, punycode: &str) -> Option<&Currency> {
        self.currencies.get(punycode)
    }

    /// These currencies, for work off the loop.
    pub fn currencies(&self) -> &Arc<HashMap<Arc<str>, Currency>> {
        &self.currencies
    }

    /// Takes over the currency a domain has set; none takes it out.
    fn put_currency(&mut self, punycode: &str, own: Option<&Value>) {
        let own = own.and_then(Value::as_text).map(Currency::new).filter(|own| !own.0.is_empty());
        if own.as_ref() == self.currencies.get(punycode) {
            return;
        }
        let all = Arc::make_mut(&mut self.currencies);
        match own {
            Some(own) => drop(all.insert(punycode.into(), own)),
            None => drop(all.remove(punycode)),
        }
    }

    /// Why a domain could not be read by itself, when that was tried at `since` or later.
    pub fn failure(&self, punycode: &str, since: Timestamp) -> Option<&Failure> {
        self.failed.get(punycode).filter(|(at, _)| *at >= since).map(|(_, failure)| failure)
    }

    /// How many of the known domains have a value of their own for a setting.
    pub fn overriding(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Differs whenever something in it does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What may have changed is read again.
    pub fn forget(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }

    /// All pages are read again; what is known stays until then.
    pub(super) fn reread(&mut self) {
        (self.next, self.begun, self.seen) = (None, false, Some(HashSet::new()));
    }

    /// Everything was read again: what no page had any more is gone.
    pub(super) fn drop_unseen(&mut self) {
        let Some(seen) = self.seen.take() else { return };
        let gone: Vec<Arc<str>> = self.of.keys().filter(|name| !seen.contains(*name)).cloned().collect();
        for name in &gone {
            self.take_out(name);
        }
        self.version += 1;
    }

    pub(super) fn put(&mut self, punycode: &str, settings: &Named<Setting>, at: Timestamp) {
        let subject = Subject::Domain(punycode.into());
        let own = settings.iter().filter_map(|(name, setting)| {
            let value = own_value(&subject, setting.get()?).filter(|value| *value != Value::Null)?;
            Some((name.raw().into(), value))
        });
        let own: Own = own.collect();
        self.take_out(punycode);
        for name in own.keys() {
            *self.counts.entry(name.clone()).or_default() += 1;
        }
        self.put_currency(punycode, own.get(CURRENCY));
        self.of.insert(punycode.into(), Read { own, at });
        self.failed.remove(punycode);
        self.version += 1;
    }

    /// Of a domain that was not read (`at`: when it was) the rest stays unknown.
    pub(super) fn set(&mut self, punycode: &str, name: &str, value: &Value, at: Option<Timestamp>) {
        self.version += 1;
        let Some(at) = at else { return };
        if name == CURRENCY {
            self.put_currency(punycode, Some(value));
        }
        let own = &mut self.of.entry(punycode.into()).or_insert_with(|| Read { own: Own::new(), at }).own;
        let count = self.counts.entry(name.into()).or_default();
        if *value == Value::Null {
            *count -= usize::from(own.remove(name).is_some());
        } else {
            *count += usize::from(own.insert(name.into(), value.clone()).is_none());
        }
    }

    pub(super) fn take_out(&mut self, punycode: &str) {
        for name in self.of.remove(punycode).map(|read| read.own).unwrap_or_default().into_keys() {
            if let Some(count) = self.counts.get_mut(&name) {
                *count -= 1;
            }
        }
        self.put_currency(punycode, None);
    }
}
