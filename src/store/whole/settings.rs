//! Settings in the store: own settings of domains are read page by page, saved values are taken, effective values
//! looked up.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;

use crate::api::domains::{AllSettings, Settings as OfDomain};
use crate::api::limits::PER_PAGE;
use crate::api::replies::Settings;
use crate::api::settings::{Get, History, Schema};
use crate::api::types::{DomainSettings, HistoryVersion, Named, Setting, SettingSource};
use crate::api::{Call, Page, Paged, Request, Resource, Seen, loose, profile};
use crate::base::{DomainName, Timestamp, Untrusted};
use crate::client::{Failure, FailureKind, Lane};
use crate::store::lists::settings::{OwnSettings, UNASKED, is_in_rows, page};
use crate::store::subject::{EntryId, FOR_SALE, FieldName, Item, PRICES, Subject, Value};
use crate::store::{DomainRow, DomainTab, Known, Store, Wants};

impl Store {
    /// Own settings of domains.
    pub fn own_settings(&self) -> &OwnSettings {
        &self.lists.settings
    }

    /// Removes the own settings of domains, so that they are read from the first page.
    #[cfg(any(test, feature = "testing"))]
    pub fn forget_own_settings(&mut self) {
        self.lists.settings.forget();
    }

    /// Adds the want for the schema, which is read at most once an hour.
    pub fn want_schema(wants: &mut Wants) {
        wants.want(&Schema {}, Lane::Ahead).fresh_for = Duration::from_secs(60 * 60);
    }

    /// Reads own settings of domains again; the known ones stay meanwhile.
    pub fn reread_own_settings(&mut self, now: Timestamp) {
        self.lists.settings.reread(now);
        self.answers.stale(&[Resource::DomainSettings]);
    }

    /// Reads the pages again if their reading began before `since`.
    pub(in crate::store) fn reread_pages(&mut self, since: Timestamp) {
        if self.lists.settings.begun && self.lists.settings.since < since {
            self.reread_own_settings(since);
        }
    }

    /// True when reading the pages can bring values from after `since`: the token may read them, and they were not all
    /// read since then.
    pub(in crate::store) fn pages_help(&self, since: Timestamp) -> bool {
        let refused = |failure: &Failure| matches!(failure.kind, FailureKind::Forbidden | FailureKind::NotFound);
        let more = !self.lists.settings.is_whole() || self.lists.settings.since < since;
        more && !self.own_settings_failure().is_some_and(refused)
    }

    /// Request for the next page of domains with own settings.
    pub fn next_own_settings(&self) -> AllSettings {
        page(self.lists.settings.next.unwrap_or(1))
    }

    /// Adds the want for the next page of domains with own settings, until all are known.
    pub fn want_own_settings(&self, wants: &mut Wants) {
        if !self.lists.settings.is_whole() {
            // The settings are kept in [`OwnSettings`], so neither the answers nor the disk keep the pages.
            wants.want(&self.next_own_settings(), Lane::Ahead).keep = false;
        }
    }

    /// How well the own currencies of domains are known. The service does not list unverified domains.
    pub fn own_currencies(&self) -> Known<()> {
        match self.lists.settings.kept {
            Some(_) => Known::Is(()),
            None if self.reads_currencies() => Known::Reading,
            None => Known::NotRead,
        }
    }

    /// True when currencies are read in the background: there are few pages, the token may read them, and they were
    /// not read to the end.
    fn reads_currencies(&self) -> bool {
        // The first page gives the number of domains.
        let few = self.lists.settings.total.is_none_or(|domains| domains <= UNASKED);
        let allowed = || self.session.missing_for(AllSettings::ENDPOINT).is_none();
        few && !self.lists.settings.is_whole() && allowed() && self.own_settings_failure().is_none()
    }

    /// Adds the want for currencies in the background, where `UNASKED` allows it.
    pub fn want_currencies(&self, wants: &mut Wants) {
        if self.reads_currencies() {
            wants.want(&self.next_own_settings(), Lane::Background).keep = false;
        }
    }

    /// True for a domain of the account that is on no page of settings and was not read alone. Only an answer about
    /// this domain gives the currency of its prices.
    pub fn reads_currency_alone(&self, punycode: &str) -> bool {
        let row = self.index.domains.find(punycode).and_then(|key| self.index.domains.row(key));
        row.is_some_and(|row| row.on(DomainTab::MyDomains) && !row.on(DomainTab::Verified))
            && self.lists.settings.is_unread_alone(punycode)
    }

    /// Adds the wants, four at a time, for the settings of domains for which [`Self::reads_currency_alone`] is true
    /// and that have a price.
    pub fn want_currencies_of<'a>(
        &self,
        rows: impl Iterator<Item = DomainRow<'a>>,
        after: Duration,
        wants: &mut Wants,
    ) {
        const AT_ONCE: usize = 4;
        if self.session.missing_for(OfDomain::ENDPOINT).is_some() {
            return;
        }
        let unread = rows.filter(|row| row.bin().copied().is_some() && self.reads_currency_alone(row.punycode()));
        let requests = unread.map(|row| OfDomain { name: row.domain_name() });
        for request in requests.filter(|request| self.query(request).failure.is_none()).take(AT_ONCE) {
            wants.want(&request, Lane::Ahead).after = after;
        }
    }

    /// Keeps the currencies for the next run, once all were read.
    fn keep_currencies(&mut self) {
        if let (Some(currencies), Some(disk)) = (self.lists.settings.unkept(), &self.disk) {
            disk.put_currencies(currencies);
        }
    }

    /// Reason why the pages of domains with own settings cannot be read.
    pub fn own_settings_failure(&self) -> Option<&Failure> {
        self.query(&self.next_own_settings()).failure.filter(|_| !self.lists.settings.is_whole())
    }

    /// Own value of a setting for the account or a domain, by [`Store::grounds`]: null if it inherits, `None` if it is
    /// not known.
    pub fn own_setting(&self, item: &Item) -> Option<Value> {
        self.grounds().own_setting(item)
    }

    /// Time at which the own settings of a thing were last read, by [`Store::grounds`].
    pub fn own_settings_at(&self, subject: &Subject) -> Option<Timestamp> {
        self.grounds().own_settings_at(subject)
    }

    /// True when all domains with own settings are known. The service lists verified domains only, so this is false
    /// while there are unverified ones.
    pub fn knows_own_settings(&self) -> bool {
        self.lists.settings.is_whole() && self.index.domains.total(DomainTab::Unverified) == Some(0)
    }

    /// Takes the settings of domains from an answer.
    pub(in crate::store) fn absorb_settings(&mut self, call: &Call, value: &dyn std::any::Any, at: Timestamp) {
        if let Some(read) = value.downcast_ref::<Paged<DomainSettings>>() {
            let Some(number) = call.sent("page").and_then(|page| page.parse().ok()) else { return };
            if call.sent("overrides_only").is_none() {
                return;
            }
            for row in read.values() {
                if let Some(settings) = row.settings.get() {
                    self.take_own(row.domain.punycode(), settings, at);
                }
                if let Some(seen) = &mut self.lists.settings.seen {
                    seen.insert(row.domain.punycode().into());
                }
            }
            if self.lists.settings.next.unwrap_or(1) == number && !self.lists.settings.is_whole() {
                if !std::mem::replace(&mut self.lists.settings.begun, true) {
                    self.lists.settings.since = at;
                }
                self.lists.settings.next = read.next(Page::new(number, PER_PAGE));
                self.lists.settings.total = read.pagination.total();
                if self.lists.settings.is_whole() {
                    self.lists.settings.whole = Some(self.lists.settings.since);
                    self.lists.settings.touch_all();
                    // Unverified domains are on no page of settings, so those read one by one since then stay.
                    self.lists.settings.drop_unseen(|name| self.index.domains.is_unverified(name));
                }
            }
        } else if let Some(read) = value.downcast_ref::<Settings>()
            && call.endpoint == OfDomain::ENDPOINT
            && let Some(name) = call.sent("name")
        {
            self.take_own(DomainName::from_service(name).punycode(), &read.settings, at);
        } else if let Some(versions) = value.downcast_ref::<Paged<HistoryVersion>>()
            && call.endpoint == History::ENDPOINT
        {
            self.stale_before(versions);
        }
        self.keep_currencies();
    }

    /// Reads the account's settings and its profile again if one of these versions was saved after they were read,
    /// because the currency of every price may have changed.
    fn stale_before(&mut self, versions: &Paged<HistoryVersion>) {
        let Some(newest) = versions.values().filter_map(|version| version.date.copied()).max() else { return };
        let is_older = |at: Option<Timestamp>| at.is_some_and(|at| self.service_time(at) < newest);
        let older = [
            (Resource::Settings, is_older(self.query(&Get {}).at)),
            (Resource::Profile, is_older(self.query(&profile::Get {}).at)),
        ];
        for (resource, _) in older.into_iter().filter(|(_, is_older)| *is_older) {
            self.stale(&[resource]);
        }
    }

    /// Takes the settings of a domain. Where the price in its row differs, the row is changed.
    fn take_own(&mut self, punycode: &str, settings: &Named<Setting>, at: Timestamp) {
        self.lists.settings.put(punycode, settings, at);
        let before = self.account_currency();
        self.lists.settings.put_account_currency(settings, at);
        if before.is_some() && self.account_currency() != before {
            self.stale(&[Resource::Settings]);
        }
        let row = self.index.domains.find(punycode).and_then(|key| self.index.domains.row(key));
        let Some(row) = row.filter(|row| row.read_at() < at) else { return };
        let (bin, for_sale) = (row.bin().copied(), row.for_sale());
        let other = |(name, setting): &(&Untrusted, &Setting)| match (name.raw(), &setting.value) {
            (FOR_SALE, Seen::Is(now)) => loose::yes(now) != for_sale,
            (name, Seen::Is(now)) if name == PRICES[0] => now.as_f64() != bin,
            (name, Seen::Null) => name == PRICES[0] && bin.is_some(),
            _ => false,
        };
        let told = settings.iter().filter_map(|(name, setting)| Some((name, setting.get()?))).filter(other);
        let told: Vec<(String, Json)> =
            told.map(|(name, now)| (name.raw().to_owned(), now.value.get().cloned().unwrap_or_default())).collect();
        for (name, now) in told {
            self.domain_priced(&DomainName::from_service(punycode), &name, &now);
        }
    }

    /// Takes settings of domains that were read before a write was sent.
    pub(in crate::store) fn own_settings_read(
        &mut self,
        found: &HashMap<String, Option<Named<Setting>>>,
        at: Timestamp,
    ) {
        self.shown.version += 1;
        for (punycode, settings) in found.iter().filter_map(|(name, settings)| Some((name, settings.as_ref()?))) {
            self.take_own(punycode, settings, at);
        }
        self.keep_currencies();
    }

    /// Notes that a domain could not be read alone, for a failure after which no other try is made automatically.
    pub(in crate::store) fn own_settings_failed(&mut self, call: &Call, at: Timestamp, failure: &Failure) {
        let Some(name) = call.sent("name").filter(|_| call.endpoint == OfDomain::ENDPOINT) else { return };
        if matches!(
            failure.kind,
            FailureKind::NotFound | FailureKind::Forbidden | FailureKind::Refused | FailureKind::NotUnderstood
        ) {
            self.lists.settings.put_failure(DomainName::from_service(name).punycode(), at, failure);
        }
    }

    /// Changes everything known about a setting to the value that the service has saved.
    pub(in crate::store) fn setting_saved(&mut self, item: &Item, value: &Value) {
        let Some(name) = item.field.as_ref().map(FieldName::as_str) else { return };
        let patched = |setting: &Setting| Self::with_own(setting, &item.subject, value);
        let patch = |answer: &Settings| {
            let mut answer = answer.clone();
            let (_, seen) = answer.settings.0.iter_mut().find(|(known, _)| known.raw() == name)?;
            *seen = Seen::Is(patched(seen.get()?));
            Some(answer)
        };
        match &item.subject {
            Subject::Account => self.answers.patch(&Get {}.call().key(), patch),
            Subject::Domain(punycode) => {
                let domain = DomainName::from_service(punycode);
                self.answers.patch(&OfDomain { name: domain.clone() }.call().key(), patch);
                self.lists.settings.set(punycode, name, value, self.own_settings_at(&item.subject));
                self.keep_currencies();
                let shown = if *value == Value::Null { self.account_value(name) } else { Some(value.clone()) };
                if is_in_rows(name) {
                    let clock = self.index.inquiries.tick();
                    self.index.domains.sale_saved(punycode, clock);
                }
                if let Some(shown) = shown.filter(|_| is_in_rows(name)) {
                    self.domain_priced(&domain, name, &shown.into());
                }
            }
            _ => {}
        }
    }

    /// Reads domains again whose price depends on saved settings: all domains after a setting of the account, and a
    /// domain that now inherits a value that is not known.
    pub(in crate::store) fn read_repriced(&mut self, entry: EntryId, items: &[Item], now: Timestamp) {
        let Some(kept) = self.writes.journal.get(entry) else { return };
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

    /// True when domains inherit this setting of the account, unless the schema says otherwise.
    pub fn is_of_domains(&self, name: &str) -> bool {
        let schema = self.query(&Schema {}).value;
        let entry = schema.and_then(|schema| schema.values().find(|entry| entry.name.raw() == name));
        entry.is_none_or(|entry| !entry.domain_level.is(&false))
    }

    /// Value of a setting that nobody has set, by the schema.
    pub fn default_setting(&self, name: &str) -> Option<Value> {
        let schema = self.query(&Schema {}).value?;
        let entry = schema.values().find(|entry| entry.name.raw() == name)?;
        entry.default.get().cloned().map(Value::from)
    }

    /// True when the settings of the account were read.
    pub fn has_account_settings(&self) -> bool {
        self.query(&Get {}).value.is_some()
    }

    /// True for a setting that neither the account nor the schema has, where both were read.
    pub fn lacks_setting(&self, name: &str) -> bool {
        let account = self.query(&Get {}).value.is_some_and(|account| account.settings.get(name).is_none());
        account
            && self.query(&Schema {}).value.is_some_and(|schema| schema.values().all(|entry| entry.name.raw() != name))
    }

    /// Value of a setting for a domain that has not set it; `None` if it is not known.
    pub fn inherited_setting(&self, name: &str) -> Option<Value> {
        // The default counts only where the account is known to have set nothing.
        if !self.has_account_settings() {
            return None;
        }
        self.account_value(name).or_else(|| self.default_setting(name))
    }

    /// Value of the account, which domains without an own value inherit.
    pub fn account_value(&self, name: &str) -> Option<Value> {
        let setting = self.query(&Get {}).value?.settings.get(name)?;
        match &setting.value {
            Seen::Null => Some(Value::Null),
            value => value.get().cloned().map(Value::from),
        }
    }

    /// Copy of a setting with this own value.
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
