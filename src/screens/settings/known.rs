//! What is known of the settings of the account, of one domain or of many: the fields, and their values now.

use std::collections::{BTreeMap, HashMap};

use super::schema::{At, Known, entry, known};
use crate::api::replies::Settings as Answer;
use crate::api::types::Setting;
use crate::api::{Paged, domains, settings};
use crate::base::DomainName;
use crate::client::{Failure, Lane};
use crate::store::intent::{Edit, FieldName, SettingEdit, own_value};
use crate::store::plan::Plan;
use crate::store::{Item, Store, Subject, Value, Wants};
use crate::ui::text::{counted, grouped};

/// What the settings on the screen are those of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    #[default]
    Account,
    /// One name or several.
    Domains(Vec<DomainName>),
}

/// The values of many domains: of each setting how many have one of their own, and whether these are the same.
#[derive(Debug, Default)]
pub struct Summary {
    version: u64,
    own: HashMap<Box<str>, (Value, usize, bool)>,
    /// Domains whose own settings are known.
    read: usize,
}

impl About {
    fn at(&self) -> At {
        if *self == Self::Account { At::Account } else { At::Domain }
    }

    /// The domains they are those of.
    pub fn names(&self) -> &[DomainName] {
        if let Self::Domains(names) = self { names } else { &[] }
    }

    /// The things the settings belong to.
    fn subjects(&self) -> Vec<Subject> {
        match self {
            Self::Account => vec![Subject::Account],
            Self::Domains(names) => names.iter().map(Subject::domain).collect(),
        }
    }

    /// In words: `The account`, `solarpark.de`, `124 domains`.
    pub fn words(&self) -> String {
        match self {
            Self::Account => "Account".to_owned(),
            Self::Domains(names) => match names.as_slice() {
                [name] => name.unicode().to_owned(),
                names => counted(names.len() as u64, "domain", "domains"),
            },
        }
    }

    /// The one answer that has the values; many domains have none.
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

    /// Whether there is enough to show fields.
    pub fn is_loaded(&self, store: &Store) -> bool {
        match self {
            Self::Domains(names) if names.len() != 1 => store.query(&settings::Schema {}).value.is_some(),
            _ => self.answer(store).0.is_some(),
        }
    }

    /// What the screen stands on.
    pub fn wants(&self, store: &Store, wants: &mut Wants) {
        wants.want(&settings::Schema {}, Lane::User).fresh_for = std::time::Duration::from_hours(1);
        wants.want(&crate::api::profile::Get {}, Lane::Ahead);
        match self {
            Self::Account => {
                wants.want(&settings::Get {}, Lane::User);
                store.want_own_settings(wants);
            }
            Self::Domains(names) => {
                wants.want(&settings::Get {}, Lane::Ahead);
                match names.as_slice() {
                    [name] => drop(wants.want(&domains::Settings { name: name.clone() }, Lane::User)),
                    _ => store.want_own_settings(wants),
                }
            }
        }
    }

    /// The fields, each with its category, in the order of the schema; what only the answer has is behind them.
    pub fn fields(&self, store: &Store) -> Vec<Known> {
        let schema = store.query(&settings::Schema {}).value;
        let currency = match self {
            Self::Domains(names) if names.len() == 1 => store.currency_of(names[0].punycode()),
            _ => store.price_currency(),
        };
        let (answer, _) = self.answer(store);
        let setting = |name: &str| answer.and_then(|answer| answer.settings.get(name));
        let mut fields = Vec::new();
        for row in schema.into_iter().flat_map(Paged::values) {
            let name = row.name.raw();
            let served = setting(name);
            // Only readable settings appear: one that is left out is not the default.
            if answer.is_some() && served.is_none() && !row.available.is(&false) {
                continue;
            }
            fields.extend(known(name, Some(row), served, self.at(), currency.as_ref()));
        }
        let beside = answer.into_iter().flat_map(|answer| answer.settings.iter());
        for (name, served) in beside.filter(|(name, _)| entry(schema, name.raw()).is_none()) {
            fields.extend(known(name.raw(), None, served.get(), self.at(), currency.as_ref()));
        }
        if *self == Self::Account {
            for known in &mut fields {
                let many = store.own_settings().overriding(&known.field.id);
                if many > 0 {
                    let by = counted(many as u64, "domain", "domains");
                    let own = std::mem::take(&mut known.field.aside);
                    let own = if own.is_empty() { String::new() } else { format!("{own} · ") };
                    known.field.aside = format!("{own}overridden by {by}").into();
                }
            }
        }
        fields
    }

    /// The value of a setting now, by itself; `Err` where the domains differ, `Ok(None)` where it is not known.
    pub fn value(&self, name: &str, summary: &Summary, store: &Store) -> Result<Option<Value>, ()> {
        let own =
            |subject: &Subject, setting: Option<&Setting>| setting.and_then(|setting| own_value(subject, setting));
        match self {
            Self::Domains(names) if names.len() != 1 => match summary.own.get(name) {
                None if summary.read == names.len() => Ok(Some(Value::Null)),
                None => Ok(None),
                Some((value, many, true)) if *many == names.len() => Ok(Some(value.clone())),
                Some(_) => Err(()),
            },
            _ => {
                let (answer, _) = self.answer(store);
                let subject = &self.subjects()[0];
                // Who has just undone a save reads what it was before, not what is being replaced.
                let restored = store.restored_value(&Item::field(subject.clone(), FieldName::named(name)));
                Ok(restored.cloned().or_else(|| own(subject, answer.and_then(|answer| answer.settings.get(name)))))
            }
        }
    }

    /// The changes as a plan, with what each thing has of its own.
    pub fn plan(&self, edits: &[Edit], labels: BTreeMap<String, String>, store: &Store) -> Plan {
        let mut plan = Plan { labels, ..Plan::default() };
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

    /// How far the settings of many domains are known, while they are read.
    pub fn reading(&self, summary: &Summary, store: &Store) -> Option<String> {
        let Self::Domains(names) = self else { return None };
        let reads = names.len() > 1 && summary.read < names.len() && !store.own_settings().is_whole();
        reads.then(|| format!("{} of {} read", grouped(summary.read), grouped(names.len())))
    }
}

impl Summary {
    /// Sums up where something changed since.
    pub fn update(&mut self, about: &About, store: &Store) -> bool {
        let About::Domains(names) = about else { return false };
        let version = store.own_settings().version() + 1;
        if self.version == version || names.len() == 1 {
            return false;
        }
        *self = Self { version, ..Self::default() };
        for name in names {
            let Some(own) = store.own_settings().of(name.punycode()) else {
                let item = Item::field(Subject::domain(name), crate::store::FieldName::fixed(""));
                self.read += usize::from(store.own_setting(&item).is_some());
                continue;
            };
            self.read += 1;
            for (name, value) in own {
                let sum = self.own.entry(name.clone()).or_insert_with(|| (value.clone(), 0, true));
                sum.1 += 1;
                sum.2 &= sum.0 == *value;
            }
        }
        true
    }
}
