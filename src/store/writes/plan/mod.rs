//! Changes of settings that are staged: what will be written, shown as old → new first, and kept as a file that is
//! refused once the old values have changed.
//!
//! Look first at [`Plan`], then at [`Staging`], the plan under review, and at `review.rs`, how plans add up to it. How
//! a plan compares with the known values is in `store/whole/plan/`.

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

/// Changes of settings, each with the value seen before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub edits: Vec<SettingEdit>,
    /// Labels of the settings by name.
    pub labels: BTreeMap<String, String>,
    /// Formulas as typed, of prices that are made from earlier prices; computed again when an earlier price changes.
    pub formulas: BTreeMap<Item, Box<str>>,
    /// Currencies the user meant the amounts in, as far as known.
    pub currencies: BTreeMap<Item, Currency>,
    /// Id of the plan where a form keeps the same changes; `None` for a sheet, a formula or a file.
    pub id: Option<PlanId>,
}

/// Id of the plan that a form makes of its changes. It stays the same when the changes do not, and from session to
/// session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlanId(Box<str>);

impl PlanId {
    /// Id of the plan of the form that keeps its drafts in this slot, for the thing the form shows.
    pub fn of_form(slot: Slot, about: &str) -> Self {
        Self(format!("{slot} {about}").into())
    }

    /// Name of the thing the form shows, if it is the form that keeps its drafts in this slot.
    pub(in crate::store) fn about(&self, slot: Slot) -> Option<&str> {
        self.0.strip_prefix(slot)?.strip_prefix(' ')
    }
}

/// A plan that is reviewed before it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging {
    /// Number of the staging, one higher with every plan that is staged.
    pub number: u64,
    /// Number of the staging that last brought other changes to the front; leaving some out brings none.
    pub arrived: u64,
    /// All parts as one plan; the part itself where there is only one.
    pub plan: Arc<Plan>,
    /// Parts of the plan in the order they were added; no value is in two parts.
    pub parts: Vec<Arc<Plan>>,
    /// Time before which a reading of a value does not count.
    pub since: Timestamp,
    /// Write the plan became, once it is one.
    pub entry: Option<EntryId>,
    /// True if an earlier session left the plan and it is unchanged since.
    pub old: bool,
}

impl Staging {
    /// Number of changes at these places of the plan that a form keeps as well.
    pub fn kept_by_forms(&self, places: &HashSet<usize>) -> usize {
        let parts = self.parts.iter().flat_map(|part| std::iter::repeat_n(part.id.is_some(), part.edits.len()));
        parts.enumerate().filter(|(place, kept)| *kept && places.contains(place)).count()
    }
}

impl Plan {
    /// The write that saves the plan.
    pub fn write(&self) -> SaveSettings {
        SaveSettings::new(self.edits.clone(), self.labels.clone())
    }

    /// Number of things the plan is about.
    pub fn subjects(&self) -> usize {
        let mut subjects: Vec<&Subject> = self.edits.iter().map(|edit| &edit.subject).collect();
        subjects.sort_unstable();
        subjects.dedup();
        subjects.len()
    }

    /// Label of a setting.
    pub fn label(&self, field: &FieldName) -> String {
        let label = self.labels.get(field.as_str()).map_or(field.as_str(), String::as_str);
        crate::base::clean_line(label).into_owned()
    }

    /// Reason why an amount would be in another currency than the user meant, a sentence; see
    /// [`crate::store::Store::currencies_known`].
    pub fn other_money(&self, edit: &SettingEdit, known: impl Fn(&Subject) -> Option<Currency>) -> Option<String> {
        let (asked, now) = (self.currencies.get(&edit.item())?, known(&edit.subject)?);
        let words = || format!("It was made in {}, but prices are in {} now.", asked.code(), now.code());
        (*asked != now && edit.edit.after != Value::Null).then(words)
    }

    /// The formula that makes the plan's price of an item from an earlier price.
    pub(in crate::store) fn formula(&self, item: &Item) -> Option<Formula> {
        Formula::read(self.formulas.get(item)?).ok()
    }
}
