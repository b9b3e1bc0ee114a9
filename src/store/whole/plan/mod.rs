//! Plans compared with the known values: what they would change now, what must be read before, and what their write
//! did.
//!
//! Look first at [`Plan`], then at `review.rs`, the steps of a review. `reading.rs` finds values that must be read,
//! `check.rs` changes that the service would refuse, and `sheet/` makes prices by formulas and from a sheet.

mod check;
mod question;
mod reading;
mod review;
mod sheet;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::api::Paged;
use crate::base::{Currency, Timestamp};
use crate::client::{Failure, FailureKind};
use crate::store::Store;
use crate::store::subject::{AMOUNTS, CURRENCY, FieldName, Item, Subject, Value};
use crate::store::writes::intent::{Intent, SettingEdit};
use crate::store::writes::journal::Target;
use crate::store::writes::plan::Plan;
use crate::store::writes::probe::{Found, Moved, Probe};

pub use question::Question;
pub use sheet::{Priced, Repricing, SheetReading, SheetText};

impl Plan {
    /// Items whose known present value is neither the one seen when the plan was made nor the one that the plan sets.
    pub fn moved(&self, store: &Store) -> Vec<Item> {
        self.edits.iter().filter(|edit| store.moved_to(edit).is_some()).map(SettingEdit::item).collect()
    }

    /// True when all settings are known to have the plan's values.
    pub fn is_so(&self, store: &Store) -> bool {
        self.edits.iter().all(|edit| store.is_so(edit))
    }

    /// Requests that read the present values of the plan's settings.
    pub fn reads(&self, store: &Store, now: Timestamp) -> Vec<Probe> {
        let intent = Intent::from(self.write());
        intent.reads_first(&store.grounds(), &intent.items()).iter().filter_map(|again| again.due(now)).collect()
    }

    /// Function for the currency that amounts are in once the plan is written: the one that it sets, else the present
    /// one. Make it once for many calls.
    pub fn currencies_after<'a>(&'a self, store: &'a Store) -> impl Fn(&Subject) -> Option<Currency> + 'a {
        let sets = self.edits.iter().filter(|edit| edit.edit.field.as_str() == CURRENCY);
        let set: HashMap<&Subject, &Value> = sets.map(|edit| (&edit.subject, &edit.edit.after)).collect();
        let known = store.currencies_known();
        move |of| match set.get(of) {
            Some(set) => store.currency_beside(of, Some(set)),
            None => known(of),
        }
    }

    /// Plan with their currency for amounts that have none.
    #[must_use]
    pub fn priced(mut self, store: &Store) -> Self {
        let amounts = || self.edits.iter().filter(|edit| AMOUNTS.contains(&edit.edit.field.as_str()));
        if self.currencies.len() == amounts().count() {
            return self;
        }
        let missing: Vec<Item> =
            amounts().map(SettingEdit::item).filter(|item| !self.currencies.contains_key(item)).collect();
        let known = self.currencies_after(store);
        let priced = missing.into_iter().filter_map(|item| known(&item.subject).map(|currency| (item, currency)));
        let priced: Vec<_> = priced.collect();
        drop(known);
        self.currencies.extend(priced);
        self
    }

    /// True when the price that the plan's formula makes for an item is rounded to a whole one.
    pub fn rounds(&self, item: &Item, store: &Store) -> bool {
        self.formula(item).zip(store.price_now(item)).is_some_and(|(formula, now)| formula.rounds(now))
    }

    /// Plan that starts from the present values as far as they are known, with labels that became known since it was
    /// made.
    #[must_use]
    pub fn known(&self, store: &Store) -> Self {
        let mut plan = Self { labels: self.labels_now(store), ..self.clone() };
        for edit in &mut plan.edits {
            self.look_again(edit, store);
        }
        plan
    }

    /// Labels of the plan, and of its settings whose labels became known since.
    fn labels_now(&self, store: &Store) -> BTreeMap<String, String> {
        let names: BTreeSet<&FieldName> = self.edits.iter().map(|edit| &edit.edit.field).collect();
        let known = names.into_iter().map(|name| (name.to_string(), self.label_now(name, store)));
        let known = known.filter(|(_, label)| !label.is_empty());
        self.labels.clone().into_iter().chain(known).collect()
    }

    /// Label of a setting; empty where none is known.
    fn label_now(&self, field: &FieldName, store: &Store) -> String {
        store.setting_label(field.as_str(), self.labels.get(field.as_str()).map_or("", String::as_str))
    }

    /// Label of a setting, cleaned for the screen.
    pub fn said_label(&self, field: &FieldName, store: &Store) -> String {
        let label = Some(self.label_now(field, store)).filter(|label| !label.is_empty());
        label.map_or_else(|| self.label(field), |label| crate::base::clean_line(&label).into_owned())
    }

    /// Changes one change of the plan to start from the known present value, with the price that its formula makes of
    /// that.
    pub fn look_again(&self, edit: &mut SettingEdit, store: &Store) {
        let item = edit.item();
        let now = store.own_setting(&item);
        if let Some(after) = now.as_ref().and_then(|now| self.made_of(&item, now, store)) {
            edit.edit.after = after;
        }
        edit.edit.before = now.or_else(|| edit.edit.before.take());
    }

    /// Value that the plan's formula makes for an item with this own value; `None` without a formula.
    fn made_of(&self, item: &Item, own: &Value, store: &Store) -> Option<Value> {
        let price = store.in_force(item, Some(own)).and_then(|price| price.as_number());
        // A formula leaves a domain without a price as it is.
        Some(self.formula(item)?.of(price).map_or_else(|| own.clone(), Value::from))
    }

    /// Makes the prices of the plan's formulas from newly read values, for the targets left to write and for those the
    /// user is asked about. Those that would stay the same are dropped.
    pub(in crate::store) fn made_again(&self, left: &mut Vec<Target>, asked: &mut Vec<Moved>, store: &Store) {
        for target in &mut *left {
            let own = target.before.as_ref();
            if let Some(after) = own.and_then(|own| self.made_of(&target.item(), own, store)) {
                target.after = after;
            }
        }
        for moved in &mut *asked {
            if let Some(yours) = self.made_of(&moved.item, &moved.now, store) {
                moved.yours = yours;
                moved.label.extend([", ", &*self.formulas[&moved.item]]);
            }
        }
        left.retain(Target::would_change);
        asked.retain(|moved| !moved.yours.is_same(&moved.now));
    }
}

impl Store {
    /// Label of a setting: the program's own, else the schema's, else `or`.
    pub fn setting_label(&self, name: &str, or: &str) -> String {
        if let Some(label) = crate::store::writes::intent::sale_label(name) {
            return label.to_owned();
        }
        let schema = self.query(&crate::api::settings::Schema {}).value;
        let entry = schema.into_iter().flat_map(Paged::values).find(|entry| entry.name.raw() == name);
        let label = entry.and_then(|entry| entry.label.get()).map(|label| label.line().into_owned());
        label.unwrap_or_else(|| or.to_owned())
    }

    /// True when a setting is known to have the value that a change sets.
    pub fn is_so(&self, edit: &SettingEdit) -> bool {
        self.own_setting(&edit.item()).is_some_and(|now| now.is_same(&edit.edit.after))
    }

    /// Known present value of a setting, if it is neither the one seen when the change was made nor the one that the
    /// change sets. For a BIN price that was not read, the one seen is that of the domain's row.
    pub fn moved_to(&self, edit: &SettingEdit) -> Option<Value> {
        let item = edit.item();
        let now = self.own_setting(&item)?;
        let moved = match &edit.edit.before {
            Some(before) => !now.is_same(before),
            None => match (self.in_force(&item, None), self.in_force(&item, Some(&now))) {
                (Some(shown), Some(now)) => !shown.is_same(&now),
                _ => false,
            },
        };
        (moved && !now.is_same(&edit.edit.after)).then_some(now)
    }

    /// Reason why the present value that a change under review would replace could not be read.
    pub fn why_not_read(&self, edit: &SettingEdit) -> Option<String> {
        let Subject::Domain(punycode) = &edit.subject else { return None };
        Some(self.staged_failure(punycode)?.sentence())
    }

    /// True where the service answered under this review that it does not have the domain.
    pub fn is_gone(&self, punycode: &str) -> bool {
        self.staged_failure(punycode).is_some_and(|failure| failure.kind == FailureKind::NotFound)
    }

    /// Failure of the reading of a domain's settings under this review.
    fn staged_failure(&self, punycode: &str) -> Option<&Failure> {
        self.lists.settings.failure(punycode, self.staging()?.since)
    }

    /// Takes the settings that were read for a plan.
    pub fn plan_read(&mut self, found: &[Found], now: Timestamp) {
        let began = self.clock();
        for found in found {
            self.take_found(found, began, now);
        }
    }

    /// Changes of the plan that its write did not make, once the write has ended.
    pub fn not_saved(&self) -> Vec<SettingEdit> {
        let Some(staging) = self.staging() else { return Vec::new() };
        let kept = staging.entry.and_then(|entry| self.writes.journal.get(entry));
        let failed = |edit: &&SettingEdit| match kept.and_then(|kept| kept.target(&edit.item())) {
            Some(target) => !target.state.applied(),
            // The write has no target for the change, or there is no write.
            None => !self.own_setting(&edit.item()).is_some_and(|now| now.is_same(&edit.edit.after)),
        };
        staging.plan.edits.iter().filter(failed).cloned().collect()
    }

    /// Reason why the plan's write did not make a change.
    pub fn why_not_saved(&self, edit: &SettingEdit) -> Option<&str> {
        let kept = self.writes.journal.get(self.staging()?.entry?)?;
        let target = kept.target(&edit.item())?;
        (target.state.ended() && !target.state.applied()).then_some(&*target.evidence)
    }
}
