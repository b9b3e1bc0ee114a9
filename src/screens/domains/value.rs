//! What the names of an act are worth: their BIN prices, added up in the currency of the profile.

use crate::api::Seen;
use crate::base::{Currency, Money};
use crate::store::DomainRow;
use crate::ui::text;

/// The BIN prices of some rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Value {
    rows: usize,
    sum: Option<Money>,
    priced: usize,
    unknown: usize,
}

/// Adds up the BIN prices, all in the currency of the profile.
pub fn value(rows: &[DomainRow<'_>], currency: &Currency) -> Value {
    let mut value = Value { rows: rows.len(), ..Value::default() };
    for row in rows {
        let price = match row.bin() {
            Seen::Is(price) => Money::from_number(price, currency.clone()),
            Seen::Null => continue,
            Seen::Missing | Seen::Odd(_) => None,
        };
        match price {
            Some(price) => {
                value.priced += 1;
                let minor = value.sum.as_ref().map_or(0, |sum| sum.minor).saturating_add(price.minor);
                value.sum = Some(Money { minor, ..price });
            }
            None => value.unknown += 1,
        }
    }
    value
}

impl Value {
    /// `$16,100` or `no`, for the line above the footer.
    pub fn short(&self) -> Option<String> {
        Some(self.sum.as_ref()?.text())
    }

    /// The sentence for a question.
    pub fn goes(&self) -> String {
        match (self.rows, &self.sum) {
            (1, Some(sum)) => return format!("Its BIN price of {} is deleted too.", sum.text()),
            (1, None) if self.unknown == 0 => return "It has no BIN price.".to_owned(),
            (1, None) => return "Its BIN price is not known.".to_owned(),
            _ => {}
        }
        let unknown = match self.unknown {
            0 => String::new(),
            n => format!(" The price of {} is not known.", text::counted(n as u64, "name", "names")),
        };
        match &self.sum {
            None if self.unknown == 0 => "None of them has a BIN price.".to_owned(),
            None => format!("Their BIN prices are not known.{unknown}"),
            Some(sum) => {
                let priced = text::counted(self.priced as u64, "name", "names");
                format!("BIN prices of {} on {priced} are deleted too.{unknown}", sum.text())
            }
        }
    }
}
