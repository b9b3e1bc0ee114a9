//! Settings of the account and of domains. Only changed ones are sent. Those of the account are saved all or none.
//! Each domain is saved on its own, and domains with the same values go in one call.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::super::edit::{self, Edit, Values};
use super::super::kind::{Kind, Refusal, Said, Told, Undone};
use super::super::rule::{Back, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{FieldName, Intent, Item, PricesIn, Subject, Value};
use crate::api::limits::SETTINGS_NAMES;
use crate::api::replies::Settings;
use crate::api::types::{Named, SaveResult};
use crate::api::wire::Changes;
use crate::api::{Call, DecodeError, Endpoint, Request, domains, settings};
use crate::base::{DomainName, clean_line};
use crate::client::{Failure, FailureKind};
use crate::store::lists::settings::own_value;
use crate::store::subject::FOR_SALE;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe, ReadAgain};

/// Settings for the sale of a domain, with the labels they have on every screen, whatever the service's labels are.
const SALE: [(&str, &str); 5] = [
    (FOR_SALE, "For sale"),
    ("bin_price", "BIN price"),
    ("target_price", "Target price"),
    ("min_offer", "Lowest offer"),
    ("accept_offers", "Accept offers"),
];

/// Label of the program for a setting in `SALE`; `None` for another one.
pub fn sale_label(name: &str) -> Option<&'static str> {
    SALE.iter().find(|(known, _)| *known == name).map(|(_, label)| *label)
}

/// Change of one setting of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingEdit {
    pub subject: Subject,
    #[serde(flatten)]
    pub edit: Edit,
}

impl SettingEdit {
    /// Item of the change.
    pub fn item(&self) -> Item {
        Item::field(self.subject.clone(), self.edit.field.clone())
    }
}

/// Sets settings of the account or of domains; null to inherit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveSettings {
    /// Changes sorted by subject and name; empty in the journal, where the targets have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    edits: Vec<SettingEdit>,
    /// Labels of the settings, by name.
    labels: BTreeMap<String, String>,
    /// Currencies of the amounts that it sets.
    #[serde(flatten)]
    pub prices_in: PricesIn,
}

impl SaveSettings {
    /// Write of settings of the account or of domains, but not of both.
    pub fn new(mut edits: Vec<SettingEdit>, labels: BTreeMap<String, String>) -> Self {
        edits.sort_unstable_by(|a, b| (&a.subject, &a.edit.field).cmp(&(&b.subject, &b.edit.field)));
        Self { edits, labels, ..Self::default() }
    }

    /// Changes sorted by subject and name.
    pub fn edits(&self) -> &[SettingEdit] {
        &self.edits
    }

    fn find(&self, item: &Item) -> Option<&Edit> {
        let key = (&item.subject, item.field.as_ref()?);
        let place = self.edits.binary_search_by(|edit| (&edit.subject, &edit.edit.field).cmp(&key)).ok()?;
        Some(&self.edits[place].edit)
    }

    fn is_account(&self) -> bool {
        self.edits.first().is_none_or(|edit| edit.subject == Subject::Account)
    }

    fn domains(&self) -> usize {
        self.edits.chunk_by(|a, b| a.subject == b.subject).count()
    }

    /// Values that the write sets for these items, by name.
    fn changes(&self, items: &[Item]) -> Changes {
        let edits = items.iter().filter_map(|item| self.find(item));
        edits.map(|edit| (edit.field.as_str().to_owned(), edit.after.clone().into())).collect()
    }

    /// Values of these items in an answer about one thing.
    fn saved(items: &[Item], answer: &Settings) -> Said {
        let value = |item: &Item| own_value(&item.subject, answer.settings.get(item.field.as_ref()?.as_str())?);
        Said::Saved(items.iter().filter_map(|item| Some((item.clone(), value(item)?))).collect())
    }
}

impl Verb {
    pub const SAVE_SETTINGS: Self = Self("SaveSettings");
    pub const SAVE_DOMAIN_SETTINGS: Self = Self("SaveDomainSettings");
}

const SAVE: Rule = Rule {
    verb: Verb::SAVE_SETTINGS,
    topic: Topic::VALUES,
    noun: Noun::SETTING,
    asked: "Save {}",
    done: "saved",
    doing: "Saving {}",
    undone: "set back",
    action: "save {}",
    consequence: "Every domain without a value of its own takes it over.",
    back: Back::Inverse,
    way_back: "Press u to undo.",
    travel: Travel::Whole,
    still: Still::alike("nothing changed"),
    skips_so: true,
    ..Rule::BASE
};

pub(super) static RULES: [Rule; 2] = [
    SAVE,
    Rule {
        verb: Verb::SAVE_DOMAIN_SETTINGS,
        consequence: "Live on the landers at once.",
        of_several: "If one domain fails, the others are still saved.",
        singly: true,
        travel: Travel::Alike(SETTINGS_NAMES),
        ..SAVE
    },
];

impl Values for SaveSettings {
    fn label(&self, item: &Item) -> String {
        item.field.as_ref().map(|field| self.name_of(field)).unwrap_or_default()
    }

    fn found(&self, found: &Found, item: &Item) -> Option<Value> {
        found_value(found, item)
    }
}

impl Kind for SaveSettings {
    fn rule(&self) -> &'static Rule {
        &RULES[usize::from(!self.is_account())]
    }

    fn items(&self) -> Vec<Item> {
        self.edits.iter().map(SettingEdit::item).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let edit = |target: &Target| Some(SettingEdit { subject: target.subject.clone(), edit: Edit::of(target)? });
        let narrowed = Self::new(targets.filter_map(edit).collect(), self.labels.clone());
        Some(Self { prices_in: self.prices_in.clone(), ..narrowed }.into())
    }

    fn endpoint(&self) -> &'static Endpoint {
        if self.is_account() { settings::Save::ENDPOINT } else { domains::SaveManySettings::ENDPOINT }
    }

    fn call(&self, items: &[Item]) -> Call {
        let of_one = items.chunk_by(|a, b| a.subject == b.subject).next().unwrap_or_default();
        let settings = self.changes(of_one);
        let mut names: Vec<DomainName> = items.iter().filter_map(|item| item.name()).collect();
        names.dedup();
        match names.as_slice() {
            [] => settings::Save { settings }.call(),
            [name] => domains::SaveSettings { name: name.clone(), settings }.call(),
            _ => domains::SaveManySettings { names, settings }.call(),
        }
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        if self.is_account() {
            return Ok(Self::saved(items, &settings::Save::decode(body)?));
        }
        if items.iter().all(|item| item.subject == items[0].subject) {
            return Ok(Self::saved(items, &domains::SaveSettings::decode(body)?));
        }
        let answer = domains::SaveManySettings::decode(body)?;
        let results: HashMap<&str, &SaveResult> =
            answer.results.values().map(|result| (result.name.punycode(), result)).collect();
        let fate = |item: &Item| {
            let Subject::Domain(punycode) = &item.subject else { return Told::ReadBack };
            match results.get(&**punycode).map(|result| (result, result.ok.get())) {
                Some((_, Some(true))) if !item.is_price() => Told::Done,
                Some((result, Some(false))) => Told::Refused(refusal(result)),
                _ => Told::ReadBack,
            }
        };
        Ok(Said::Each(items.iter().map(|item| (item.clone(), fate(item))).collect()))
    }

    fn size(&self) -> usize {
        if self.is_account() { self.edits.len() } else { self.domains() }
    }

    fn what(&self) -> String {
        let names: HashSet<&FieldName> = self.edits.iter().map(|edit| &edit.edit.field).collect();
        let settings = match (names.len(), self.edits.first()) {
            (1, Some(edit)) => self.name_of(&edit.edit.field),
            _ => Noun::SETTING.count(self.edits.len()),
        };
        match (self.is_account(), self.domains(), self.edits.first()) {
            (true, ..) | (_, _, None) => settings,
            (_, 1, Some(edit)) => format!("{settings} of {}", edit.subject.words()),
            (_, many, _) => format!("{settings} of {}", Noun::DOMAIN.count(many)),
        }
    }

    fn after(&self, item: &Item) -> Value {
        self.find(item).map_or(Value::Null, |edit| edit.after.clone())
    }

    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        self.find(item)?.before.clone().or_else(|| grounds.own_setting(item))
    }

    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        grounds.own_setting(item)
    }

    fn refusal(&self, refused: &Failure, item: &Item) -> Refusal {
        edit::refusal(refused, item)
    }

    fn values(&self) -> Option<&dyn Values> {
        Some(self)
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let back = |target: &&Target| Some(SettingEdit { subject: target.subject.clone(), edit: Edit::back(target)? });
        let back = Self::new(undone.targets.iter().filter_map(back).collect(), self.labels.clone());
        Some(Self { prices_in: self.prices_in.of_undo(&undone.targets), ..back }.into())
    }

    fn reads_first<'a>(&'a self, grounds: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let profile = self.prices_in.reads_first(grounds, items);
        self.now_of(items).map(ReadAgain::always).into_iter().chain(profile).collect()
    }

    fn probe(&self, _: &Entry, items: &[Item]) -> Option<Probe> {
        self.now_of(items)
    }
}

impl SaveSettings {
    /// Request that reads the present values of these items.
    fn now_of(&self, items: &[Item]) -> Option<Probe> {
        if self.is_account() {
            return Some(Probe::answer(&settings::Get {}));
        }
        let mut names: Vec<DomainName> = items.iter().filter_map(|item| item.name()).collect();
        names.dedup();
        (!names.is_empty()).then_some(Probe::OwnSettings(names))
    }

    fn name_of(&self, field: &FieldName) -> String {
        let label = self.labels.get(field.as_str()).map_or(field.as_str(), String::as_str);
        clean_line(label).into_owned()
    }
}

/// Own value of a setting in what was read.
pub(super) fn found_value(found: &Found, item: &Item) -> Option<Value> {
    let name = item.field.as_ref()?.as_str();
    match found {
        Found::OwnSettings(own) => {
            let settings = own.get(item.name()?.punycode())?.as_ref()?;
            own_value(&item.subject, settings.get(name)?)
        }
        found => own_value(&item.subject, found.answer::<Settings>()?.settings.get(name)?),
    }
}

/// Result for one domain in a save of many, as the failure of a call about it alone.
fn refusal(result: &SaveResult) -> Failure {
    let mut failure = Failure::new(FailureKind::Refused, "");
    if let Some(key) = result.error.get() {
        failure.errors.push(crate::api::errors::ErrorEntry {
            code: key.clone(),
            message: crate::base::Untrusted::default(),
            field: None,
        });
    }
    for (name, why) in result.errors.get().into_iter().flat_map(Named::iter) {
        let message = why.get().map(|why| why.as_str().map_or_else(|| why.to_string(), str::to_owned));
        failure.errors.push(crate::api::errors::ErrorEntry {
            code: result.error.get().cloned().unwrap_or_default(),
            message: message.unwrap_or_default().into(),
            field: Some(name.clone()),
        });
    }
    failure
}
