//! Prices of many domains: formulas such as `+10%`, `=2495` and `round 9`, and a sheet, a text with a line for each domain.
//!
//! All of it is done in parts, so that no turn of the loop waits for 100,000 names. Look first at [`Formula`], then at
//! [`Repricing`]; the sheet is written by `text.rs` and read by `reading.rs`.

mod reading;
mod text;

use std::sync::Arc;

use super::Plan;
use crate::base::{Amount, Currency, DomainName, Reading};
use crate::store::Store;
use crate::store::subject::{FieldName, Item, PRICES, Subject, Value};
use crate::store::writes::intent::{Edit, SettingEdit};

pub use reading::SheetReading;
pub use text::SheetText;

/// Cell of a price the domain inherits; typed, it removes the domain's own.
const INHERIT: &str = "-";
/// Cell of an unknown price.
const UNKNOWN: &str = "?";
/// The columns behind the name.
const COLUMNS: [&str; 3] = ["for_sale", PRICES[0], PRICES[1]];
/// Names done in one turn of the loop: ten to fifteen milliseconds.
const PART: usize = 4_000;

/// A change of a price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    step: Step,
    /// The last digit the price gets by rounding to the nearest.
    round: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Keep,
    Percent(f64),
    To(f64, Amount),
}

impl Formula {
    /// Reads `+10%`, `-5 %`, `=2495`, `$2,495`, `2k`, `round 9`, `+10% round 9`.
    ///
    /// # Errors
    /// A sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (text, round) = match text.split_once("round") {
            Some((before, digit)) => {
                let digit = digit.trim().parse::<u8>().ok().filter(|digit| *digit < 10);
                let why = || format!("“{text}”: round takes the last digit, as in round 9.");
                (before.trim(), Some(digit.ok_or_else(why)?))
            }
            None => (text, None),
        };
        let step = match (text, text.strip_suffix('%')) {
            ("", _) if round.is_some() => Step::Keep,
            ("", _) => return Err("Give a price or a formula such as +10%, =2495 or round 9.".to_owned()),
            (_, Some(percent)) => {
                let number = percent.trim().replace(',', ".").parse::<f64>().ok();
                let percent = number.filter(|percent| percent.is_finite() && *percent > -100.0);
                Step::Percent(percent.ok_or_else(|| format!("“{text}” is not a percentage above -100%."))?)
            }
            (price, None) => {
                let amount = Reading::one(price.trim_start_matches('=').trim())?;
                if amount.is_negative() {
                    return Err(format!("“{price}” is below zero."));
                }
                Step::To(amount.plain().parse().map_err(|_| format!("“{price}” is not a price."))?, amount)
            }
        };
        Ok(Self { step, round })
    }

    /// True when it makes a price from another one.
    pub fn follows(self) -> bool {
        !matches!(self.step, Step::To(..))
    }

    /// Reason why it makes no price of this currency, a sentence; `typed` is the formula. The currency is asked for
    /// only where the formula names one.
    fn misfit(self, typed: &str, currency: impl FnOnce() -> Option<Currency>) -> Option<String> {
        match self.step {
            Step::To(_, amount) if amount.currency().is_some() => amount.misfit(typed, &currency()?),
            _ => None,
        }
    }

    /// True when the price it makes of one is rounded to a whole one.
    pub fn rounds(self, price: f64) -> bool {
        let exact = if let Step::Percent(percent) = self.step { price * (100.0 + percent) / 100.0 } else { price };
        self.round.is_none() && price.fract() == 0.0 && (exact - exact.round()).abs() > 1e-6
    }

    /// The price it makes of another; `None` where it needs one and there is none. A whole price stays whole.
    pub fn of(self, price: Option<f64>) -> Option<f64> {
        let is_whole = |price: f64| price.fract() == 0.0;
        let new = match (self.step, price) {
            (Step::To(new, _), _) => new,
            (Step::Keep, price) => price?,
            (Step::Percent(percent), price) => {
                let old = price?;
                let new = (old * (100.0 + percent)).round() / 100.0;
                if is_whole(old) { new.round() } else { new }
            }
        };
        Some(match self.round {
            None => new,
            // The nearest number that ends so, and never below it.
            Some(digit) => {
                let digit = f64::from(digit);
                (((new - digit) / 10.0).round() * 10.0 + digit).max(digit)
            }
        })
    }
}

impl Store {
    /// The price a formula starts from: what a thing has of its own, else of the account; of a BIN price that was not read
    /// what the row of the domain shows, until it is.
    pub(super) fn price_now(&self, item: &Item) -> Option<f64> {
        self.in_force(item, self.own_setting(item).as_ref())?.as_number()
    }

    /// Adds the change a formula makes of a price, which has this own value.
    ///
    /// # Errors
    /// A sentence where it names another currency than that of the price.
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
        priced.plan.edits.extend(change_of(item, own, after));
        Ok(())
    }
}

/// The change of a setting that had this value before.
fn change_of(item: Item, before: Option<Value>, after: Value) -> Option<SettingEdit> {
    let Item { subject, field } = item;
    Some(SettingEdit { subject, edit: Edit { field: field?, before, after } })
}

/// A formula that is being applied to the BIN prices of these domains.
#[derive(Debug)]
pub struct Repricing {
    names: Arc<[DomainName]>,
    formula: Formula,
    typed: String,
    /// Number of names done.
    done: usize,
    priced: Priced,
}

impl Repricing {
    /// # Errors
    /// A sentence where the formula cannot be read.
    pub fn new(names: Arc<[DomainName]>, typed: &str) -> Result<Self, String> {
        let (formula, typed) = (Formula::read(typed)?, typed.trim().to_owned());
        Ok(Self { names, formula, typed, done: 0, priced: Priced::default() })
    }

    /// The formula as it was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Does the next part; returns the changes once all names are done.
    ///
    /// # Errors
    /// A sentence that names the first one whose price is in another currency than the formula.
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

/// Prices made by formulas or a sheet.
#[derive(Debug, Default)]
pub struct Priced {
    /// The changes, without the names of the settings.
    pub plan: Plan,
    /// Names without a price that their formula needs.
    pub without: Vec<DomainName>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_make_the_price_people_mean() {
        for (formula, old, new) in [
            ("+10%", Some(1_499.0), Some(1_649.0)),
            ("-5 %", Some(99.5), Some(94.53)),
            ("=2495", None, Some(2_495.0)),
            ("$2,495", Some(1.0), Some(2_495.0)),
            ("2k", None, Some(2_000.0)),
            ("round 9", Some(1_493.0), Some(1_489.0)),
            ("round 9", Some(1_496.0), Some(1_499.0)),
            ("+10% round 9", Some(1_000.0), Some(1_099.0)),
            ("+10%", None, None),
            ("round 0", Some(3.0), Some(0.0)),
        ] {
            assert_eq!(Formula::read(formula).unwrap().of(old), new, "{formula} of {old:?}");
        }
        for wrong in ["", "cheap", "1.500", "-5", "-100%", "round", "round 12", "%"] {
            assert!(Formula::read(wrong).is_err(), "{wrong}");
        }
    }
}
