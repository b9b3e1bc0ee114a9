//! Plans: changes of settings that are shown as old → new before they are written. A plan can be a file, which is
//! refused once the old values have changed.
//!
//! Look first at [`Plan`], then at [`Staging`] (the plan under review) and `review.rs` (how plans are combined). The
//! comparison of a plan with known values is in `store/whole/plan/`.

mod file;
mod formula;
mod reading;
mod review;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::intent::{SaveSettings, SettingEdit};
use crate::base::{Currency, Timestamp};
use crate::sheets::Slot;
use crate::store::subject::{EntryId, FieldName, Item, Subject, Value};

pub use file::PlanFile;
pub use formula::Formula;
pub use reading::{FRESH, Reading, ToRead};
pub use review::{ReviewStep, Reviews, Stepped};

/// Changes of settings, each with the value that the user saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub edits: Vec<SettingEdit>,
    /// Labels of the settings by name.
    pub labels: BTreeMap<String, String>,
    /// Formulas of prices made from earlier prices, as typed; the price is computed anew if the earlier price changes.
    pub formulas: BTreeMap<Item, Box<str>>,
    /// Currencies in which the user gave the amounts; items whose currency is unknown are left out.
    pub currencies: BTreeMap<Item, Currency>,
    /// Id of a plan whose changes a form keeps as well; `None` for a plan from a sheet, a formula or a file.
    pub id: Option<PlanId>,
}

/// Id of the plan that a form makes for one thing; the same in every session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlanId(Box<str>);

impl PlanId {
    /// Id for the form that keeps its drafts in this slot, about this thing.
    pub fn of_form(slot: Slot, about: &str) -> Self {
        Self(format!("{slot} {about}").into())
    }

    /// Name of the thing, if the plan is of the form that keeps its drafts in this slot.
    pub(in crate::store) fn about(&self, slot: Slot) -> Option<&str> {
        self.0.strip_prefix(slot)?.strip_prefix(' ')
    }
}

/// Plan under review, before it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging {
    /// Number of the staging, higher with every plan put under review.
    pub number: u64,
    /// Number of the staging that last brought new changes; one that only leaves changes out does not count.
    pub arrived: u64,
    /// All parts as one plan.
    pub plan: Arc<Plan>,
    /// Parts in the order they were added; each value is in one part only.
    pub parts: Vec<Arc<Plan>>,
    /// Time of reading from which on values count as read for the review.
    pub since: Timestamp,
    /// Entry of the write that saves the plan, once it is planned.
    pub entry: Option<EntryId>,
    /// True if the plan comes from an earlier session and is unchanged.
    pub old: bool,
}

impl Staging {
    /// Number of changes, among those at these places of the plan, that a form keeps as well.
    pub fn kept_by_forms(&self, places: &HashSet<usize>) -> usize {
        let parts = self.parts.iter().flat_map(|part| std::iter::repeat_n(part.id.is_some(), part.edits.len()));
        parts.enumerate().filter(|(place, kept)| *kept && places.contains(place)).count()
    }
}

impl Plan {
    /// Write that saves the plan.
    pub fn write(&self) -> SaveSettings {
        SaveSettings::new(self.edits.clone(), self.labels.clone())
    }

    /// Number of things whose settings the plan changes.
    pub fn subjects(&self) -> usize {
        let mut subjects: Vec<&Subject> = self.edits.iter().map(|edit| &edit.subject).collect();
        subjects.sort_unstable();
        subjects.dedup();
        subjects.len()
    }

    /// Label of a setting; its name if the plan has no label.
    pub fn label(&self, field: &FieldName) -> String {
        let label = self.labels.get(field.as_str()).map_or(field.as_str(), String::as_str);
        crate::base::clean_line(label).into_owned()
    }

    /// Sentence about an amount that would now be saved in another currency than the user gave it in; see
    /// [`Plan::currencies_after`].
    pub fn other_money(&self, edit: &SettingEdit, known: impl Fn(&Subject) -> Option<Currency>) -> Option<String> {
        let (asked, now) = (self.currencies.get(&edit.item())?, known(&edit.subject)?);
        let words = || format!("It was made in {}, but prices are in {} now.", asked.code(), now.code());
        (*asked != now && edit.edit.after != Value::Null).then(words)
    }

    /// Formula of an item's price, if that is made from an earlier price.
    pub(in crate::store) fn formula(&self, item: &Item) -> Option<Formula> {
        Formula::read(self.formulas.get(item)?).ok()
    }
}
