//! Settings of the account, of one domain or of several: their fields and present values.

use std::collections::HashMap;

use super::schema::{At, Entry, Said, entry, known};
use crate::api::replies::Settings as Answer;
use crate::api::{Paged, domains, settings};
use crate::base::DomainName;
use crate::client::{Failure, Lane};
use crate::store::lists::settings::own_value;
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::store::{FieldName, Item, Known, Own, Store, Subject, Value, Wants};
use crate::ui::text::{counted, figure, grouped};

/// Most domains read one by one when no page of settings has them, and the number read at a time.
const SINGLY: usize = 200;
const AT_ONCE: usize = 8;

/// The owner of the settings on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    #[default]
    Account,
    /// One domain or several.
    Domains(Vec<DomainName>),
}

/// Own values of several domains, or for the account of all that are not known to be unverified: for each setting a
/// value, the number of domains that have one, and whether all are equal.
#[derive(Debug, Default)]
pub struct Summary {
    /// Versions of the own settings and of the list of domains it was made from.
    version: Option<(u64, u64)>,
    own: HashMap<Box<str>, (Value, usize, bool)>,
    /// Number of domains whose own settings are known.
    read: usize,
}

impl About {
    fn at(&self) -> At {
        if *self == Self::Account { At::Account } else { At::Domain }
    }

    /// Names of the domains; empty for the account.
    pub fn names(&self) -> &[DomainName] {
        if let Self::Domains(names) = self { names } else { &[] }
    }

    /// Subjects the settings belong to.
    fn subjects(&self) -> Vec<Subject> {
        match self {
            Self::Account => vec![Subject::Account],
            Self::Domains(names) => names.iter().map(Subject::domain).collect(),
        }
    }

    /// Words for the owner: `Account`, `solarpark.de`, `124 domains`.
    pub fn words(&self) -> String {
        match self {
            Self::Account => "Account".to_owned(),
            Self::Domains(names) => match names.as_slice() {
                [name] => name.unicode().to_owned(),
                names => counted(names.len() as u64, "domain", "domains"),
            },
        }
    }

    /// Answer that has the values, or its failure; several domains have no such answer.
    pub fn answer<'a>(&self, store: &'a Store) -> (Option<&'a Answer>, Option<&'a Failure>) {
        match self {
            Self::Account => {
                let loaded = store.query(&settings::Get {});
                (loaded.value, loaded.failure)
            }
            Self::Domains(names) => match names.as_slice() {
                [name] => {
                    let loaded = store.query(&domains::Settings { name: name.clone() });
                    (loaded.value, loaded.failure)
                }
                _ => (None, store.own_settings_failure()),
            },
        }
    }

    /// True when enough is known to show fields.
    pub fn is_loaded(&self, store: &Store) -> bool {
        match self {
            Self::Domains(names) if names.len() != 1 => store.query(&settings::Schema {}).value.is_some(),
            _ => self.answer(store).0.is_some(),
        }
    }

    /// Adds the wants of the screen.
    pub fn wants(&self, store: &Store, wants: &mut Wants) {
        wants.want(&settings::Schema {}, Lane::User).fresh_for = std::time::Duration::from_secs(60 * 60);
        wants.want(&crate::api::profile::Get {}, Lane::Ahead);
        match self {
            Self::Account => {
                wants.want(&settings::Get {}, Lane::User);
                store.want_own_settings(wants);
            }
            Self::Domains(names) => {
                wants.want(&settings::Get {}, Lane::Ahead);
                if let [name] = names.as_slice() {
                    wants.want(&domains::Settings { name: name.clone() }, Lane::User);
                    return;
                }
                store.want_own_settings(wants);
                for request in self.single_reads(store).take(AT_ONCE) {
                    wants.want(&request, Lane::Ahead);
                }
            }
        }
    }

    /// Fields, each with its category, in the order of the schema; those that only the answer has come last.
    pub fn fields(&self, summary: &Summary, store: &Store) -> Vec<Entry> {
        let schema = store.query(&settings::Schema {}).value;
        let currency = match self {
            Self::Domains(names) if names.len() == 1 => store.currency_of(names[0].punycode()),
            _ => store.price_currency(),
        };
        let profile = store.profile_currency();
        let (answer, _) = self.answer(store);
        let setting = |name: &str| answer.and_then(|answer| answer.settings.get(name));
        let several = matches!(self, Self::Domains(names) if names.len() != 1);
        let account = several.then(|| store.query(&settings::Get {}).value).flatten();
        let said = |name: &str, here| Said {
            here,
            account: account.and_then(|account| account.settings.get(name)),
            currency: currency.as_ref(),
            profile: profile.as_ref(),
        };
        let mut fields = Vec::new();
        for row in schema.into_iter().flat_map(Paged::values) {
            let name = row.name.raw();
            let served = setting(name);
            // A setting missing from the answer may be one that the token may not read, which is not the same as having
            // the default. It is left out.
            if answer.is_some() && served.is_none() && !row.available.is(&false) {
                continue;
            }
            fields.extend(known(name, Some(row), said(name, served), self.at()));
        }
        let beside = answer.into_iter().flat_map(|answer| answer.settings.iter());
        for (name, served) in beside.filter(|(name, _)| entry(schema, name.raw()).is_none()) {
            fields.extend(known(name.raw(), None, said(name.raw(), served.get()), self.at()));
        }
        for entry in fields.iter_mut().filter(|_| several) {
            match self.value(&entry.field.id, summary, store) {
                Ok(Known::Is(value)) => entry.say_source(Some(value != Value::Null)),
                Ok(_) => {}
                Err(()) => entry.say_source(None),
            }
        }
        if *self == Self::Account {
            for known in &mut fields {
                let many = summary.own.get(&*known.field.id).map_or(0, |(_, many, _)| *many as u64);
                if many > 0 {
                    let many = Known::rows(many, None, store.own_settings().is_whole());
                    let by = figure(&many, |many| counted(*many, "verified domain", "verified domains")).text;
                    let level = std::mem::take(&mut known.field.aside);
                    let too = if level == "own" { "also on" } else { "own on" };
                    let level = if level.is_empty() { String::new() } else { format!("{level} · ") };
                    known.field.aside = format!("{level}{too} {by}").into();
                }
            }
        }
        fields
    }

    /// Present own value of a setting.
    ///
    /// # Errors
    /// An empty error when the domains have different values.
    pub fn value(&self, name: &str, summary: &Summary, store: &Store) -> Result<Known<Value>, ()> {
        let Self::Domains(names) = self else { return Ok(self.single(&Subject::Account, name, store)) };
        if let [domain] = names.as_slice() {
            return Ok(self.single(&Subject::domain(domain), name, store));
        }
        let is_whole = summary.read == names.len();
        match summary.own.get(name) {
            None if is_whole => Ok(Known::Is(Value::Null)),
            Some((value, many, true)) if is_whole && *many == names.len() => Ok(Known::Is(value.clone())),
            // A part of the domains is enough to know that they differ.
            Some((_, many, is_same)) if !is_same || *many < summary.read => Err(()),
            _ if self.reads(summary, store) => Ok(Known::Reading),
            _ => Ok(Known::NotRead),
        }
    }

    fn single(&self, subject: &Subject, name: &str, store: &Store) -> Known<Value> {
        // Just after an undo, use the restored value, not the one it replaces.
        let restored = store.restored_value(&Item::field(subject.clone(), FieldName::named(name))).cloned();
        let told = || own_value(subject, self.answer(store).0?.settings.get(name)?);
        restored.or_else(told).map_or(Known::NotRead, Known::Is)
    }

    /// Plan of these changes for each subject, with its present own values.
    pub fn plan(&self, edits: &[Edit], store: &Store) -> Plan {
        let mut plan = Plan::default();
        let several = matches!(self, Self::Domains(names) if names.len() != 1);
        for subject in self.subjects() {
            for edit in edits {
                let item = Item::field(subject.clone(), edit.field.clone());
                let before = if several { store.own_setting(&item) } else { edit.before.clone() };
                if before.as_ref() != Some(&edit.after) {
                    let edit = Edit { before, ..edit.clone() };
                    plan.edits.push(SettingEdit { subject: subject.clone(), edit });
                }
            }
        }
        plan
    }

    /// Reads of domains whose own settings are on no page, because the pages have only verified domains. Each domain is
    /// read on its own.
    fn single_reads<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = domains::Settings> + 'a {
        let pages = store.own_settings().is_whole() || store.own_settings_failure().is_some();
        let few = |names: &&[DomainName]| pages && (2..=SINGLY).contains(&names.len());
        let names = Some(self.names()).filter(few).unwrap_or_default();
        let unread = names.iter().filter(|name| !is_read(name, store));
        let request = unread.map(|name| domains::Settings { name: name.clone() });
        request.filter(|request| store.query(request).failure.is_none())
    }

    /// True while settings of some of several domains are still being read.
    fn reads(&self, summary: &Summary, store: &Store) -> bool {
        let pages = || !store.own_settings().is_whole() && store.own_settings_failure().is_none();
        let many = self.names().len();
        many > 1 && summary.read < many && (pages() || self.single_reads(store).next().is_some())
    }

    /// Progress of reading the settings of several domains: `reading 400 of 1,200`.
    pub fn reading(&self, summary: &Summary, store: &Store) -> Option<String> {
        let many = self.names().len();
        if many < 2 || summary.read == many {
            return None;
        }
        let (read, left) = (grouped(summary.read), grouped(many - summary.read));
        Some(if self.reads(summary, store) {
            format!("reading {read} of {}", grouped(many))
        } else {
            format!("What {left} of {} have of their own was not read.", counted(many as u64, "domain", "domains"))
        })
    }
}

/// True when the own settings of a domain are known.
fn is_read(name: &DomainName, store: &Store) -> bool {
    store.own_setting(&Item::field(Subject::domain(name), FieldName::fixed(""))).is_some()
}

impl Summary {
    /// Updates the summary if something has changed.
    pub fn update(&mut self, about: &About, store: &Store) {
        let (own, index) = (store.own_settings(), store.domains());
        let version = (own.version(), index.version());
        if self.version == Some(version) || about.names().len() == 1 {
            return;
        }
        *self = Self { version: Some(version), ..Self::default() };
        match about {
            About::Account => {
                let listed = own.iter().filter(|(name, _)| !index.is_unverified(name));
                listed.for_each(|(_, own)| self.add(own));
            }
            About::Domains(names) => {
                for name in names {
                    match own.of(name.punycode()) {
                        Some(own) => self.add(own),
                        None => self.read += usize::from(is_read(name, store)),
                    }
                }
            }
        }
    }

    fn add(&mut self, own: &Own) {
        self.read += 1;
        for (name, value) in own.iter() {
            let sum = self.own.entry((**name).into()).or_insert_with(|| (value.clone(), 0, true));
            sum.1 += 1;
            sum.2 &= sum.0 == *value;
        }
    }
}
