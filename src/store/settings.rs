//! Settings as far as they are known: those domains have of their own, and what a save made of them.
//!
//! The pages of domains with settings of their own are read one after the other while a screen asks for them; single
//! domains that are read by themselves are taken in, too. Lost with the program.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;

use super::intent::{Item, PRICES, Subject, Value, own_value};
use super::journal::EntryId;
use super::{DomainTab, FieldName, Store, Wants};
use crate::api::domains::{AllSettings, Settings as OfDomain};
use crate::api::limits::PER_PAGE;
use crate::api::replies::Settings;
use crate::api::settings::{Get, Schema};
use crate::api::types::{DomainSettings, Named, Setting, SettingSource};
use crate::api::{Call, Page, Paged, Request, Resource, Seen};
use crate::base::{DomainName, Timestamp};
use crate::client::{Failure, FailureKind, Lane};

/// What one domain has of its own, by name of the setting; without null.
pub type Own = BTreeMap<Box<str>, Value>;

/// The settings rows of domains show the outcome of.
fn is_in_rows(name: &str) -> bool {
    PRICES.contains(&name) || name == "for_sale"
}

/// What one domain has of its own, and when that was read.
#[derive(Debug)]
struct Read {
    own: Own,
    at: Timestamp,
}

/// The settings domains have of their own.
#[derive(Debug, Default)]
pub struct OwnSettings {
    of: HashMap<Arc<str>, Read>,
    /// Those that cannot be read by themselves, when that was tried, and why.
    failed: HashMap<Arc<str>, (Timestamp, Failure)>,
    /// How many of them have a value of their own for a setting.
    counts: HashMap<Box<str>, usize>,
    /// The page to read next; `None` once all were read.
    next: Option<u32>,
    begun: bool,
    /// When the first of the pages that are read came.
    since: Timestamp,
    /// The same of the pages that were last read to their end: a verified domain on none of them has nothing of its own.
    whole: Option<Timestamp>,
    /// Those the pages had since they are read again.
    seen: Option<HashSet<Arc<str>>>,
    version: u64,
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

    /// Those known, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Own)> {
        self.of.iter().map(|(name, read)| (name, &read.own)).filter(|(_, own)| !own.is_empty())
    }

    /// Those of one domain; `None` where it was not read and no page had it.
    pub fn of(&self, punycode: &str) -> Option<&Own> {
        self.of.get(punycode).map(|read| &read.own)
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
    fn reread(&mut self) {
        (self.next, self.begun, self.seen) = (None, false, Some(HashSet::new()));
    }

    /// Everything was read again: what no page had any more is gone.
    fn drop_unseen(&mut self) {
        let Some(seen) = self.seen.take() else { return };
        let gone: Vec<Arc<str>> = self.of.keys().filter(|name| !seen.contains(*name)).cloned().collect();
        for name in &gone {
            self.take_out(name);
        }
        self.version += 1;
    }

    fn put(&mut self, punycode: &str, settings: &Named<Setting>, at: Timestamp) {
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
        self.of.insert(punycode.into(), Read { own, at });
        self.failed.remove(punycode);
        self.version += 1;
    }

    /// Of a domain that was not read (`at`: when it was) the rest stays unknown.
    fn set(&mut self, punycode: &str, name: &str, value: &Value, at: Option<Timestamp>) {
        self.version += 1;
        let Some(at) = at else { return };
        let read = self.of.entry(punycode.into()).or_insert_with(|| Read { own: Own::new(), at });
        let own = &mut read.own;
        let count = self.counts.entry(name.into()).or_default();
        if *value == Value::Null {
            *count -= usize::from(own.remove(name).is_some());
        } else {
            *count += usize::from(own.insert(name.into(), value.clone()).is_none());
        }
    }

    fn take_out(&mut self, punycode: &str) {
        for name in self.of.remove(punycode).map(|read| read.own).unwrap_or_default().into_keys() {
            if let Some(count) = self.counts.get_mut(&name) {
                *count -= 1;
            }
        }
    }
}

/// All that the answer to this call says is known here once it was taken in.
pub(super) fn is_taken_over(call: &Call) -> bool {
    call.endpoint == AllSettings::ENDPOINT && call.sent("overrides_only").is_some()
}

fn page(number: u32) -> AllSettings {
    AllSettings { overrides_only: Some(true), page: Page::new(number, PER_PAGE) }
}

impl Store {
    /// What domains have of their own.
    pub fn own_settings(&self) -> &OwnSettings {
        &self.settings
    }

    /// What domains have of their own is read again from the first page.
    pub fn forget_own_settings(&mut self) {
        self.settings.forget();
    }

    /// Wants the schema, which seldom changes.
    pub fn want_schema(wants: &mut Wants) {
        wants.want(&Schema {}, Lane::Ahead).fresh_for = Duration::from_hours(1);
    }

    /// What domains have of their own is read again, while what is known stays.
    pub fn reread_own_settings(&mut self) {
        self.reread_pages(Timestamp(i64::MAX));
    }

    /// The same where the pages that are read, or were, began before `since`.
    pub(super) fn reread_pages(&mut self, since: Timestamp) {
        if self.settings.begun && self.settings.since < since {
            self.settings.reread();
            self.queries.stale(&[Resource::DomainSettings]);
        }
    }

    /// Whether reading the pages tells what was not read since: the token may, and there are more, or they are older.
    pub(super) fn pages_help(&self, since: Timestamp) -> bool {
        let refused = |failure: &Failure| matches!(failure.kind, FailureKind::Forbidden | FailureKind::NotFound);
        let more = !self.settings.is_whole() || self.settings.since < since;
        more && !self.own_settings_failure().is_some_and(refused)
    }

    /// What asks for the next page of domains with settings of their own.
    pub fn next_own_settings(&self) -> AllSettings {
        page(self.settings.next.unwrap_or(1))
    }

    /// Wants the next page of domains with settings of their own, until all are known.
    pub fn want_own_settings(&self, wants: &mut Wants) {
        if !self.settings.is_whole() {
            // They are known here once they came: neither the answers nor the disk need to keep the pages.
            wants.want(&self.next_own_settings(), Lane::Ahead).keep = false;
        }
    }

    /// Why the pages of domains with settings of their own cannot be read.
    pub fn own_settings_failure(&self) -> Option<&Failure> {
        self.query(&self.next_own_settings()).failure.filter(|_| !self.settings.is_whole())
    }

    /// What a setting is by itself for the account or a domain: null where it inherits. `None` where that is not known.
    pub fn own_setting(&self, item: &Item) -> Option<Value> {
        let name = item.field.as_ref()?.as_str();
        match &item.subject {
            Subject::Account => {
                let loaded = self.query(&Get {});
                own_value(&item.subject, loaded.value.filter(|_| !loaded.stale)?.settings.get(name)?)
            }
            Subject::Domain(punycode) => match self.settings.of(punycode) {
                Some(own) => Some(own.get(name).cloned().unwrap_or(Value::Null)),
                None if self.settings.whole.is_some() && self.is_verified(punycode) => Some(Value::Null),
                None => None,
            },
            _ => None,
        }
    }

    /// When what a thing has of its own was last read.
    pub fn own_settings_at(&self, subject: &Subject) -> Option<Timestamp> {
        match subject {
            Subject::Account => {
                let loaded = self.query(&Get {});
                loaded.at.filter(|_| !loaded.stale && !loaded.from_disk)
            }
            Subject::Domain(punycode) => match self.settings.of.get(punycode) {
                Some(read) => Some(read.at),
                None => self.settings.whole.filter(|_| self.is_verified(punycode)),
            },
            _ => None,
        }
    }

    pub(super) fn is_verified(&self, punycode: &str) -> bool {
        let row = self.domains.find(punycode).and_then(|key| self.domains.row(key));
        row.is_some_and(|row| row.on(DomainTab::Verified))
    }

    /// Takes in what an answer says about the settings of domains.
    pub(super) fn absorb_settings(&mut self, call: &Call, value: &dyn std::any::Any, at: Timestamp) {
        if let Some(read) = value.downcast_ref::<Paged<DomainSettings>>() {
            let Some(number) = call.sent("page").and_then(|page| page.parse().ok()) else { return };
            if call.sent("overrides_only").is_none() {
                return;
            }
            for row in read.values() {
                if let Some(settings) = row.settings.get() {
                    self.settings.put(row.domain.punycode(), settings, at);
                }
                if let Some(seen) = &mut self.settings.seen {
                    seen.insert(row.domain.punycode().into());
                }
            }
            if self.settings.next.unwrap_or(1) == number && !self.settings.is_whole() {
                if !std::mem::replace(&mut self.settings.begun, true) {
                    self.settings.since = at;
                }
                self.settings.next = read.next(Page::new(number, PER_PAGE));
                if self.settings.is_whole() {
                    self.settings.whole = Some(self.settings.since);
                    self.settings.version += 1;
                    self.settings.drop_unseen();
                }
            }
        } else if let Some(read) = value.downcast_ref::<Settings>()
            && call.endpoint == OfDomain::ENDPOINT
            && let Some(name) = call.sent("name")
        {
            self.settings.put(DomainName::from_service(name).punycode(), &read.settings, at);
        }
    }

    /// Takes in what was read of domains before a write went out.
    pub(super) fn own_settings_read(&mut self, found: &HashMap<String, Option<Named<Setting>>>, at: Timestamp) {
        self.version += 1;
        for (punycode, settings) in found.iter().filter_map(|(name, settings)| Some((name, settings.as_ref()?))) {
            self.settings.put(punycode, settings, at);
        }
    }

    /// Takes in that a domain could not be read by itself, where no later try reads it unasked.
    pub(super) fn own_settings_failed(&mut self, call: &Call, at: Timestamp, failure: &Failure) {
        let Some(name) = call.sent("name").filter(|_| call.endpoint == OfDomain::ENDPOINT) else { return };
        if matches!(
            failure.kind,
            FailureKind::NotFound | FailureKind::Forbidden | FailureKind::Refused | FailureKind::NotUnderstood
        ) {
            self.settings.version += 1;
            let name = DomainName::from_service(name).punycode().into();
            self.settings.failed.insert(name, (at, failure.clone()));
        }
    }

    /// The service has taken the value of a setting: what is known here says so, too.
    pub(super) fn setting_saved(&mut self, item: &Item, value: &Value) {
        let Some(name) = item.field.as_ref().map(FieldName::as_str) else { return };
        let patched = |setting: &Setting| Self::with_own(setting, &item.subject, value);
        let patch = |answer: &Settings| {
            let mut answer = answer.clone();
            let (_, seen) = answer.settings.0.iter_mut().find(|(known, _)| known.raw() == name)?;
            *seen = Seen::Is(patched(seen.get()?));
            Some(answer)
        };
        match &item.subject {
            Subject::Account => self.queries.patch(&Get {}.call().key(), patch),
            Subject::Domain(punycode) => {
                let domain = DomainName::from_service(punycode);
                self.queries.patch(&OfDomain { name: domain.clone() }.call().key(), patch);
                self.settings.set(punycode, name, value, self.own_settings_at(&item.subject));
                let shown = if *value == Value::Null { self.account_value(name) } else { Some(value.clone()) };
                if let Some(shown) = shown.filter(|_| is_in_rows(name)) {
                    self.domain_priced(&domain, name, &shown.into());
                }
            }
            _ => {}
        }
    }

    /// Domains whose price follows from a setting of the account are read again where it changed: all of them with the
    /// account's, and one that was given back to the account whose value is not known here.
    pub(super) fn read_repriced(&mut self, entry: EntryId, items: &[Item], now: Timestamp) {
        let Some(kept) = self.journal.get(entry) else { return };
        let setting = |item: &Item| item.field.clone().filter(|field| is_in_rows(field.as_str()));
        let priced = || items.iter().filter_map(|item| Some((item, setting(item)?)));
        if priced().any(|(item, _)| item.subject == Subject::Account) {
            return self.sync_domains(now);
        }
        let given_back = |item: &Item, field: &FieldName| {
            let back = kept.target(item).is_some_and(|target| target.after == Value::Null);
            back && self.account_value(field.as_str()).is_none()
        };
        let names: HashSet<Arc<str>> = priced()
            .filter(|(item, field)| given_back(item, field))
            .filter_map(|(item, _)| if let Subject::Domain(name) = &item.subject { Some(name.clone()) } else { None })
            .collect();
        self.read_domains_again(names.iter().map(AsRef::as_ref), now);
    }

    /// A value of the account is taken over by domains, as far as the schema tells.
    pub fn is_of_domains(&self, name: &str) -> bool {
        let schema = self.query(&Schema {}).value;
        let entry = schema.and_then(|schema| schema.values().find(|entry| entry.name.raw() == name));
        entry.is_none_or(|entry| !entry.domain_level.is(&false))
    }

    /// What is in force when nobody has set anything, as the schema tells.
    pub fn default_setting(&self, name: &str) -> Option<Value> {
        let schema = self.query(&Schema {}).value?;
        let entry = schema.values().find(|entry| entry.name.raw() == name)?;
        entry.default.get().cloned().map(Value::from)
    }

    /// What a domain without a value of its own has.
    pub fn account_value(&self, name: &str) -> Option<Value> {
        let setting = self.query(&Get {}).value?.settings.get(name)?;
        match &setting.value {
            Seen::Null => Some(Value::Null),
            value => value.get().cloned().map(Value::from),
        }
    }

    /// The setting with another value of its own.
    fn with_own(setting: &Setting, subject: &Subject, value: &Value) -> Setting {
        let mut setting = setting.clone();
        let seen = |value: &Value| match value {
            Value::Null => Seen::Null,
            value => Seen::Is(Json::from(value.clone())),
        };
        if *subject == Subject::Account {
            if *value != Value::Null {
                (setting.value, setting.source) = (seen(value), Seen::Is(SettingSource::Account));
            }
            return setting;
        }
        setting.domain_value = seen(value);
        (setting.value, setting.source) = match (value, setting.account_value.get()) {
            (Value::Null, Some(account)) => (Seen::Is(account.clone()), Seen::Is(SettingSource::Account)),
            (Value::Null, None) => return setting,
            _ => (seen(value), Seen::Is(SettingSource::Domain)),
        };
        setting
    }
}
