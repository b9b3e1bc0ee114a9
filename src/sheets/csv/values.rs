//! The fields of the settings schema, and whether a cell is a valid value of one.

use serde_json::Value as Json;

use crate::api::SettingType;
use crate::api::types::SettingSchema;
use crate::base::{Amount, Currency, Decimal, Odd, Reading, Value, clean_line, is_nothing, switch};

/// Highest price that is not refused as a mistake, in whole units of its currency.
pub const HIGHEST_PRICE: u64 = 100_000_000;

/// A field a column can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// Label for users; the name if the schema has none.
    pub label: String,
    pub kind: FieldKind,
}

/// Kind of a field's values. The types are not documented, so values of an unknown one are not checked.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    Switch,
    Number,
    /// An amount of money; 0 is allowed if `zero` is true, as for the lowest offer.
    Price {
        zero: bool,
    },
    Whole,
    /// One of the listed values.
    Choice(Vec<String>),
    Anything,
}

/// Meaning of a cell as a value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Empty, or a sign for no value.
    Empty,
    Good,
    Amount(Amount),
    /// A number that can be read in two ways.
    Unclear(Amount, Amount),
    /// Sentence why the cell is not a value.
    Wrong(String),
}

/// Fields that single domains can have, from the schema.
pub fn fields(schema: &[SettingSchema]) -> Vec<Field> {
    let usable = |row: &&SettingSchema| !row.domain_level.is(&false) && !row.available.is(&false);
    schema.iter().filter(usable).map(field).collect()
}

fn field(row: &SettingSchema) -> Field {
    let name = row.name.line().into_owned();
    let label = row.label.get().map(|label| label.line().into_owned()).filter(|label| !label.is_empty());
    let choices = row.allowed_values.get().map(|values| values.iter().map(in_words).collect::<Vec<_>>());
    let money = FieldKind::Price { zero: name.contains("offer") };
    let kind = match (SettingType::of(row), choices) {
        (_, Some(choices)) if !choices.is_empty() => FieldKind::Choice(choices),
        (Some(SettingType::Switch), _) => FieldKind::Switch,
        (Some(SettingType::Money), _) => money,
        (Some(SettingType::Decimal), _) if is_price(&name) => money,
        (Some(SettingType::Decimal), _) => FieldKind::Number,
        (Some(SettingType::Whole), _) => FieldKind::Whole,
        // The documents say that the BIN price is a number, whatever type the schema names.
        _ if name == "bin_price" => money,
        _ => FieldKind::Anything,
    };
    Field { label: label.unwrap_or_else(|| name.clone()), name, kind }
}

/// True for a field whose name says that its numbers are amounts of money; the schema does not say so.
fn is_price(name: &str) -> bool {
    name.split('_').any(|word| matches!(word, "price" | "offer" | "amount" | "fee" | "rent"))
}

fn in_words(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Field {
    /// Conversion of the field's cells for the service, if it has one; `own` for a file that the service wrote.
    pub fn value(&self, decimal: Option<Decimal>, own: bool) -> Option<Value> {
        match self.kind {
            FieldKind::Number | FieldKind::Price { .. } => Some(Value::Number(decimal)),
            FieldKind::Switch if own => Some(Value::OwnSwitch),
            FieldKind::Switch => Some(Value::Switch),
            FieldKind::Whole | FieldKind::Choice(_) | FieldKind::Anything => None,
        }
    }

    /// Meaning of a cell. `currency` is that of prices, as far as known.
    pub fn cell(&self, cell: &str, decimal: Option<Decimal>, currency: Option<&Currency>) -> Cell {
        let text = cell.trim();
        let empty = if self.value(None, false).is_some() { is_nothing(text) } else { text.is_empty() };
        let wrong = |expected: &str| Cell::Wrong(format!("{} is not {expected}.", quoted(text)));
        match &self.kind {
            _ if empty => Cell::Empty,
            FieldKind::Switch if switch(text).is_none() => wrong("yes or no"),
            FieldKind::Number | FieldKind::Price { .. } => match Amount::read(text).with(decimal) {
                Reading::Exact(amount) => match self.why_not(amount, currency) {
                    None => Cell::Amount(amount),
                    Some(why) => Cell::Wrong(format!("{}: {why}.", quoted(text))),
                },
                Reading::Ambiguous { point, comma } => Cell::Unclear(point, comma),
                Reading::NotANumber(Odd::Words) => wrong("a number such as $99.50"),
                Reading::NotANumber(odd) => Cell::Wrong(format!("{} {}.", quoted(text), odd.why())),
            },
            FieldKind::Whole if text.parse::<i64>().is_err() => wrong("a whole number"),
            FieldKind::Choice(choices) if !choices.iter().any(|choice| choice == text) => {
                let shown: Vec<&str> = choices.iter().take(6).map(String::as_str).collect();
                let more = if choices.len() > shown.len() { " …" } else { "" };
                wrong(&format!("one of {}{more}", clean_line(&shown.join(", "))))
            }
            _ => Cell::Good,
        }
    }

    /// Clause that says why a number is not a value of this field; `None` if it is one.
    fn why_not(&self, amount: Amount, currency: Option<&Currency>) -> Option<String> {
        let FieldKind::Price { zero } = self.kind else {
            return amount.currency().map(|named| format!("{} is not a price, so it has no {}", self.name, named.0));
        };
        let digits = currency.map_or(2, Currency::decimals).max(2);
        match currency {
            _ if amount.is_negative() => Some("a price cannot be negative".to_owned()),
            _ if amount.is_zero() && !zero => {
                Some("a price of zero; leave the cell empty for a domain without a price".to_owned())
            }
            _ if amount.is_above(HIGHEST_PRICE) => Some("a price above 100,000,000 is taken for a mistake".to_owned()),
            _ if amount.decimals() > digits => Some(format!("a price has at most {digits} digits after the point")),
            Some(currency) if !amount.fits(currency) => {
                let named = amount.currency().map_or_else(String::new, |named| named.0);
                Some(format!("it is in {named}; your prices are in {}", currency.code()))
            }
            _ => None,
        }
    }
}

/// Cell of a file, cleaned and cut to 40 characters, in quotes for a sentence.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    format!("“{}”", clean_line(&shown))
}
