//! Undoes one version of settings. The service saves the undo as a new version and changes nothing else.
//!
//! The targets are the settings of the version, each from its present value to the one before the version, so that `u`
//! undoes the write like a save.

use serde::{Deserialize, Serialize};

use super::super::edit::{self, Edit, Values, known_or_not};
use super::super::kind::{Kind, Said, Undone};
use super::super::rule::{Back, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{FieldName, Intent, Item, PricesIn, Subject, Value};
use super::profile::{SaveProfile, profile_value};
use super::settings::{SaveSettings, SettingEdit, found_value};
use crate::api::abilities::{DOMAINS_SETTINGS_RESTORE, SETTINGS_RESTORE};
use crate::api::{Ability, Call, DecodeError, Request, profile, settings};
use crate::base::{DomainName, Id};
use crate::store::answers::Queries;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Setting in the version, with its values before and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    pub name: FieldName,
    pub before: Value,
    pub after: Value,
    /// Present value when the user asks for the undo; `None` if it was not read.
    #[serde(default, with = "known_or_not")]
    pub now: Option<Value>,
    /// Label of the setting.
    #[serde(default)]
    pub label: String,
}

impl Changed {
    pub fn new(name: FieldName, before: Value, after: Value) -> Self {
        Self { name, before, after, now: None, label: String::new() }
    }
}

/// Undo of one version of settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoVersion {
    pub version: i64,
    /// Thing whose settings the version has: the account, the profile or a domain.
    pub of: Subject,
    pub changes: Vec<Changed>,
    /// True when the service sent all changes and the present values were read. Then the targets are the settings,
    /// else the version as a whole.
    #[serde(default)]
    pub told: bool,
    /// Currencies of the amounts that it sets.
    #[serde(default, flatten)]
    pub prices_in: PricesIn,
}

impl Verb {
    pub const UNDO_VERSION: Self = Self("UndoVersion");
    /// Verb for a version whose values the service does not send, or whose present values may not be read.
    pub const UNDO_UNTOLD: Self = Self("UndoUntoldVersion");
}

const UNDO: Rule = Rule {
    verb: Verb::UNDO_UNTOLD,
    topic: Topic::VALUES,
    noun: Noun::VERSION,
    asked: "Undo {}",
    done: "undone",
    doing: "Undoing {}",
    action: "undo {}",
    consequence: "It becomes a new version, which can be undone here, too. Nothing else changes.",
    travel: Travel::SINGLY,
    still: Still::alike("nothing changed"),
    ..Rule::BASE
};

pub(super) static RULES: [Rule; 2] = [
    UNDO,
    Rule {
        verb: Verb::UNDO_VERSION,
        noun: Noun::SETTING,
        undone: "set again",
        back: Back::Inverse,
        way_back: "This is saved as a new version; undo it with :undo.",
        travel: Travel::Whole,
        ..UNDO
    },
];

impl UndoVersion {
    pub fn new(version: i64, of: Subject, changes: Vec<Changed>, told: bool) -> Self {
        Self { version, of, changes, told, prices_in: PricesIn::default() }
    }

    fn now(&self) -> Probe {
        match &self.of {
            Subject::Domain(name) => Probe::OwnSettings(vec![DomainName::from_service(name)]),
            Subject::Profile => Probe::answer(&profile::Get {}),
            _ => Probe::answer(&settings::Get {}),
        }
    }

    fn item(&self, change: &Changed) -> Item {
        Item::field(self.of.clone(), change.name.clone())
    }

    fn find(&self, item: &Item) -> Option<&Changed> {
        self.changes.iter().find(|change| Some(&change.name) == item.field.as_ref())
    }

    /// Write that sets these values of the thing.
    fn save(&self, edits: Vec<Edit>) -> Intent {
        if self.of == Subject::Profile {
            return SaveProfile::from(edits).into();
        }
        let labels = self.changes.iter().map(|change| (change.name.to_string(), change.label.clone())).collect();
        let edit = |edit| SettingEdit { subject: self.of.clone(), edit };
        SaveSettings::new(edits.into_iter().map(edit).collect(), labels).into()
    }

    /// True when every setting of the version has the value that `of` picks; `None` if one was not read.
    fn all_are(&self, found: &Found, of: fn(&Changed) -> &Value) -> Option<bool> {
        // A version without changes shows nothing.
        let mut same = (!self.changes.is_empty()).then_some(true)?;
        for change in &self.changes {
            same &= self.found(found, &self.item(change))?.is_same(of(change));
        }
        Some(same)
    }
}

impl Values for UndoVersion {
    fn label(&self, item: &Item) -> String {
        self.find(item).map(|change| change.label.clone()).unwrap_or_default()
    }

    fn found(&self, found: &Found, item: &Item) -> Option<Value> {
        match self.of {
            Subject::Profile => profile_value(found.answer()?, item.field.as_ref()?.as_str()),
            _ => found_value(found, item),
        }
    }

    fn acknowledge(&self, answers: &mut Queries, item: &Item, value: &Value) {
        if let Some(values) = self.save(Vec::new()).values() {
            values.acknowledge(answers, item, value);
        }
    }
}

impl Kind for UndoVersion {
    fn rule(&self) -> &'static Rule {
        &RULES[usize::from(self.told)]
    }

    fn items(&self) -> Vec<Item> {
        if self.told {
            self.changes.iter().map(|change| self.item(change)).collect()
        } else {
            vec![Subject::Version(self.version).into()]
        }
    }

    /// Keeps the version as a whole, and takes the values before the undo from these targets.
    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let mut undo = self.clone();
        for target in targets {
            let changed = undo.changes.iter_mut().find(|change| Some(&change.name) == target.field.as_ref());
            if let Some(changed) = changed {
                changed.now.clone_from(&target.before);
            }
        }
        Some(undo.into())
    }

    fn ability(&self) -> Option<Ability> {
        Some(if self.of.name().is_some() { DOMAINS_SETTINGS_RESTORE } else { SETTINGS_RESTORE })
    }

    fn call(&self, _: &[Item]) -> Call {
        settings::Undo { history_id: Id::new(self.version) }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        settings::Undo::decode(body).map(|_| Said::done())
    }

    fn what(&self) -> String {
        format!("version {} of {}", self.version, self.of.words())
    }

    fn after(&self, item: &Item) -> Value {
        self.find(item).map_or(Value::Bool(true), |change| change.before.clone())
    }

    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        self.find(item)?.now.clone().or_else(|| self.truth(grounds, item))
    }

    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        item.field.as_ref()?;
        self.save(Vec::new()).truth(grounds, item)
    }

    fn values(&self) -> Option<&dyn Values> {
        Some(self)
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let edits = Edit::all_back(undone);
        let mut back = self.save(edits);
        back.note_prices_in(self.prices_in.of_undo(&undone.targets));
        (!back.items().is_empty()).then_some(back)
    }

    fn reads_first<'a>(&'a self, grounds: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let now = self.told.then(|| ReadAgain::always(self.now()));
        now.into_iter().chain(self.prices_in.reads_first(grounds, items)).collect()
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(self.now())
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        if item.field.is_some() {
            return edit::reading(entry, item, self.found(found, item));
        }
        match (self.all_are(found, |change| &change.before), self.all_are(found, |change| &change.after)) {
            (Some(true), _) => Reading::Done(None),
            (_, Some(true)) => Reading::Not,
            (Some(false), Some(false)) => Reading::Other,
            _ => Reading::Failed,
        }
    }
}
