//! Prices of many domains, by a formula or by a sheet, which is a text with a line for each domain.
//!
//! The work is done in parts, so that no turn of the loop waits for 100,000 domains. Look first at [`Repricing`].
//! `text.rs` writes the sheet and `reading.rs` reads it.

mod reading;
mod text;

use std::sync::Arc;

use crate::base::DomainName;
use crate::store::Store;
use crate::store::subject::{FOR_SALE, FieldName, Item, PRICES, Subject, Value};
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::{Formula, Plan};

pub use reading::SheetReading;
pub use text::SheetText;

/// Cell of an inherited price. Typed by the user, it removes the domain's own price.
const INHERIT: &str = "-";
/// Cell of an unknown price, and the mark after a price whose currency is not known.
const UNKNOWN: &str = "?";
/// Columns after the domain.
const COLUMNS: [&str; 3] = [FOR_SALE, PRICES[0], PRICES[1]];
/// Number of domains done in one turn of the loop; this takes ten to fifteen milliseconds.
const PART: usize = 4_000;

impl Store {
    /// Adds the change that a formula makes to a price with this own value.
    ///
    /// # Errors
    /// A sentence, where the formula names another currency than that of the price.
    fn apply(
        &self,
        formula: Formula,
        typed: &str,
        name: &DomainName,
        (item, own): (Item, Option<Value>),
        priced: &mut Priced,
    ) -> Result<(), String> {
        if let Some(why) = formula.misfit(typed, || self.currencies_known()(&item.subject)) {
            return Err(why);
        }
        let price = self.in_force(&item, own.as_ref()).and_then(|price| price.as_number());
        let Some(after) = formula.of(price).map(Value::from) else {
            priced.without.push(name.clone());
            return Ok(());
        };
        if formula.follows() {
            priced.plan.formulas.insert(item.clone(), typed.trim().into());
        } else if own.as_ref().is_some_and(|before| before.is_same(&after)) {
            return Ok(());
        }
        // The currency is looked up here and not for all changes at the end, which would stop the loop.
        let currency = self.currencies_known()(&item.subject);
        priced.plan.currencies.extend(currency.map(|currency| (item.clone(), currency)));
        priced.plan.edits.extend(change_of(item, own, after));
        Ok(())
    }
}

/// Change of a setting that had the value `before`.
fn change_of(item: Item, before: Option<Value>, after: Value) -> Option<SettingEdit> {
    let Item { subject, field } = item;
    Some(SettingEdit { subject, edit: Edit { field: field?, before, after } })
}

/// Formula that is being applied to the BIN prices of these domains.
#[derive(Debug)]
pub struct Repricing {
    names: Arc<[DomainName]>,
    formula: Formula,
    typed: String,
    /// Number of domains done so far.
    done: usize,
    priced: Priced,
}

impl Repricing {
    /// Formula for these domains, applied to none yet.
    ///
    /// # Errors
    /// A sentence, where the formula cannot be read.
    pub fn new(names: Arc<[DomainName]>, typed: &str) -> Result<Self, String> {
        let (formula, typed) = (Formula::read(typed)?, typed.trim().to_owned());
        Ok(Self { names, formula, typed, done: 0, priced: Priced::default() })
    }

    /// Formula as it was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Does the next part. Returns the changes once all domains are done.
    ///
    /// # Errors
    /// A sentence with the first domain whose price is in another currency than the formula.
    pub fn go_on(&mut self, store: &Store) -> Result<Option<Priced>, String> {
        let to = self.names.len().min(self.done + PART);
        for name in &self.names[self.done..to] {
            let item = Item::field(Subject::domain(name), FieldName::fixed(PRICES[0]));
            let own = store.own_setting(&item);
            store
                .apply(self.formula, &self.typed, name, (item, own), &mut self.priced)
                .map_err(|why| format!("{}: {why}", name.unicode()))?;
        }
        self.done = to;
        Ok((to == self.names.len()).then(|| std::mem::take(&mut self.priced)))
    }
}

/// Changes of prices made by a formula or a sheet.
#[derive(Debug, Default)]
pub struct Priced {
    /// Plan with the changes, without labels.
    pub plan: Plan,
    /// Domains without a price, although their formula needs one.
    pub without: Vec<DomainName>,
}
