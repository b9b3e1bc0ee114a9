//! Changes of settings that are staged: what will be written, seen as old → new first, and kept as a file that is refused
//! once the old values have moved.
//!
//! Look first at [`Plan`], then at [`Guard`] (what is odd about a price) and at [`Staging`], the one plan under review.

mod guard;
mod sheet;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::intent::{Item, SaveSettings, SettingEdit, Subject};
use super::journal::EntryId;
use super::{FieldName, Store};
use crate::api::Paged;

pub use guard::{Guard, Guards};
pub use sheet::Formula;

/// Changes of settings with what was seen before them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub edits: Vec<SettingEdit>,
    /// What the settings are called, by name.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// The form that made it and keeps the same changes; none for a sheet, a formula or a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A plan that is reviewed before it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging {
    /// Counts up with every plan that is staged.
    pub number: u64,
    pub plan: Plan,
    /// The write it became.
    pub entry: Option<EntryId>,
}

impl Plan {
    /// The write of it.
    pub fn write(&self) -> SaveSettings {
        SaveSettings::new(self.edits.clone(), self.labels.clone())
    }

    /// How many things it is about.
    pub fn subjects(&self) -> usize {
        let mut subjects: Vec<&Subject> = self.edits.iter().map(|edit| &edit.subject).collect();
        subjects.sort_unstable();
        subjects.dedup();
        subjects.len()
    }

    /// What a setting is called.
    pub fn label(&self, field: &FieldName) -> String {
        let label = self.labels.get(field.as_str()).map_or(field.as_str(), String::as_str);
        crate::base::clean_line(label).into_owned()
    }

    /// What is known to have another value now than the plan was made over.
    pub fn moved(&self, store: &Store) -> Vec<Item> {
        let item = |edit: &SettingEdit| Item::field(edit.subject.clone(), edit.edit.field.clone());
        let moved = |edit: &&SettingEdit| {
            let now = store.own_setting(&item(edit));
            now.zip(edit.edit.before.as_ref()).is_some_and(|(now, before)| !now.is_same(before))
        };
        self.edits.iter().filter(moved).map(item).collect()
    }

    /// The same with the old values that became known since it was made.
    #[must_use]
    pub fn known(&self, store: &Store) -> Self {
        let mut plan = self.clone();
        for edit in plan.edits.iter_mut().filter(|edit| edit.edit.before.is_none()) {
            edit.edit.before = store.own_setting(&Item::field(edit.subject.clone(), edit.edit.field.clone()));
        }
        plan
    }

    /// The plan as a file: JSON that people can read.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).map(|json| json + "\n").unwrap_or_default()
    }

    /// Reads a plan file.
    ///
    /// # Errors
    /// What is wrong with it, a sentence.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let plan: Self = serde_json::from_str(text).map_err(|why| format!("Not a plan: {why}."))?;
        let account = plan.edits.iter().filter(|edit| edit.subject == Subject::Account).count();
        let domains = plan.edits.iter().filter(|edit| edit.subject.name().is_some()).count();
        match (plan.edits.len(), account, domains) {
            (0, ..) => Err("The plan changes nothing.".to_owned()),
            (all, 0, domains) if domains == all => Ok(plan),
            (all, account, 0) if account == all => Ok(plan),
            _ => Err("A plan is about the account or about domains, not about other things.".to_owned()),
        }
    }
}

impl Store {
    /// The plan under review.
    pub fn staging(&self) -> Option<&Staging> {
        self.staging.as_ref()
    }

    /// Puts a plan under review, in place of the one before.
    pub fn stage(&mut self, plan: Plan) {
        self.version += 1;
        self.staged += 1;
        self.staging = (!plan.edits.is_empty()).then_some(Staging { number: self.staged, plan, entry: None });
    }

    /// What the schema calls a setting, else this.
    pub fn setting_label(&self, name: &str, or: &str) -> String {
        let schema = self.query(&crate::api::settings::Schema {}).value;
        let entry = schema.into_iter().flat_map(Paged::values).find(|entry| entry.name.raw() == name);
        let label = entry.and_then(|entry| entry.label.get()).map(|label| label.line().into_owned());
        label.unwrap_or_else(|| or.to_owned())
    }

    /// The plan under review became a write.
    pub fn staged_became(&mut self, entry: EntryId) {
        self.version += 1;
        if let Some(staging) = &mut self.staging {
            staging.entry = Some(entry);
        }
    }

    /// What of the plan is not done once its write is over stays under review; nothing else does.
    pub fn keep_what_failed(&mut self) {
        let Some(entry) = self.staging.as_ref().and_then(|staging| staging.entry) else { return };
        let Some(kept) = self.journal.get(entry).filter(|kept| !kept.open()) else { return };
        let failed = |edit: &SettingEdit| {
            let item = Item::field(edit.subject.clone(), edit.edit.field.clone());
            kept.target(&item).is_some_and(|target| !target.state.applied())
        };
        let Some(staging) = &mut self.staging else { return };
        staging.plan.edits.retain(failed);
        if staging.plan.edits.is_empty() {
            self.staging = None;
        }
        self.version += 1;
    }

    /// Why a change of the plan was not done by its write.
    pub fn why_not_saved(&self, edit: &SettingEdit) -> Option<&str> {
        let kept = self.journal.get(self.staging.as_ref()?.entry?)?;
        let target = kept.target(&Item::field(edit.subject.clone(), edit.edit.field.clone()))?;
        (target.state.ended() && !target.state.applied()).then_some(&*target.evidence)
    }
}
