//! Changes of settings that are staged: what will be written, seen as old → new first, and kept as a file that is refused
//! once the old values have moved.
//!
//! Look first at [`Plan`], then at [`Staging`], the one plan under review; what is odd about its values is said by
//! `writes/guard.rs`.

mod check;
mod file;
mod sheet;

use std::collections::{BTreeMap, BTreeSet};

use super::intent::{Intent, Item, SaveSettings, SettingEdit, Subject};
use super::journal::EntryId;
use super::writes::probe::{Found, Probe};
use super::{FieldName, Store, Value};
use crate::api::Paged;
use crate::base::Timestamp;

pub use file::PlanFile;
pub use sheet::Formula;

/// Changes of settings with what was seen before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub edits: Vec<SettingEdit>,
    /// What the settings are called, by name.
    pub labels: BTreeMap<String, String>,
    /// The form that made it and keeps the same changes; none for a sheet, a formula or a file.
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

    /// What is known to have another value now than the plan was made over, and than it makes of it.
    pub fn moved(&self, store: &Store) -> Vec<Item> {
        self.edits.iter().filter(|edit| store.moved_to(edit).is_some()).map(SettingEdit::item).collect()
    }

    /// Every setting is known to be as the plan makes it.
    pub fn is_so(&self, store: &Store) -> bool {
        self.edits.iter().all(|edit| store.is_so(edit))
    }

    /// What tells the values of its settings as they are now.
    pub fn reads(&self, store: &Store, now: Timestamp) -> Vec<Probe> {
        let intent = Intent::from(self.write());
        intent.reads_first(store, &intent.items()).iter().filter_map(|again| again.due(now)).collect()
    }

    /// The same with the old values and the labels that became known since it was made.
    #[must_use]
    pub fn known(&self, store: &Store) -> Self {
        let mut plan = self.clone();
        let names: BTreeSet<&str> = self.edits.iter().map(|edit| edit.edit.field.as_str()).collect();
        for name in names {
            let label = store.setting_label(name, plan.labels.get(name).map_or("", String::as_str));
            if !label.is_empty() {
                plan.labels.insert(name.to_owned(), label);
            }
        }
        for edit in plan.edits.iter_mut().filter(|edit| edit.edit.before.is_none()) {
            edit.edit.before = store.own_setting(&edit.item());
        }
        plan
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

    /// A setting is known to be as a change makes it.
    pub fn is_so(&self, edit: &SettingEdit) -> bool {
        self.own_setting(&edit.item()).is_some_and(|now| now.is_same(&edit.edit.after))
    }

    /// What a setting is known to be now, where that is neither what a change was made over nor what it makes of it.
    pub fn moved_to(&self, edit: &SettingEdit) -> Option<Value> {
        let (now, before) = self.own_setting(&edit.item()).zip(edit.edit.before.as_ref())?;
        (!now.is_same(before) && !now.is_same(&edit.edit.after)).then_some(now)
    }

    /// Takes in what was read of the settings of a plan.
    pub fn plan_read(&mut self, found: &[Found], now: Timestamp) {
        for found in found {
            self.take_found(found, now);
        }
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
        let failed = |edit: &SettingEdit| kept.target(&edit.item()).is_some_and(|target| !target.state.applied());
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
        let target = kept.target(&edit.item())?;
        (target.state.ended() && !target.state.applied()).then_some(&*target.evidence)
    }
}
