//! The fields of the settings schema, and whether a cell can be a value of one.

use serde_json::Value;

use crate::api::types::SettingSchema;
use crate::base::{Untrusted, clean_line};

/// A field a column can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// For people; the name where the schema has none.
    pub label: String,
    pub kind: FieldKind,
}

/// What its values are. The set of types is not documented, so that an unknown one is not checked.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    Switch,
    Number,
    Whole,
    /// One of these.
    Choice(Vec<String>),
    Anything,
}

/// The fields of single domains, from the schema.
pub fn fields(schema: &[SettingSchema]) -> Vec<Field> {
    let usable = |row: &&SettingSchema| !row.domain_level.is(&false) && !row.available.is(&false);
    schema.iter().filter(usable).map(field).collect()
}

fn field(row: &SettingSchema) -> Field {
    let name = row.name.line().into_owned();
    let label = row.label.get().map(|label| label.line().into_owned()).filter(|label| !label.is_empty());
    let choices = row.allowed_values.get().map(|values| values.iter().map(in_words).collect::<Vec<_>>());
    let kind = match (row.kind.get().map(Untrusted::raw), choices) {
        (_, Some(choices)) if !choices.is_empty() => FieldKind::Choice(choices),
        (Some("bool" | "boolean"), _) => FieldKind::Switch,
        (Some("number" | "float" | "decimal" | "money"), _) => FieldKind::Number,
        (Some("integer" | "int" | "uint"), _) => FieldKind::Whole,
        _ => FieldKind::Anything,
    };
    Field { label: label.unwrap_or_else(|| name.clone()), name, kind }
}

fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Field {
    /// Its values are numbers.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, FieldKind::Number | FieldKind::Whole)
    }

    /// Why the cell is no value of this field, a sentence. An empty one is always allowed.
    pub fn wrong(&self, cell: &str) -> Option<String> {
        let text = cell.trim();
        let expected = match &self.kind {
            _ if text.is_empty() => return None,
            FieldKind::Switch if switch(text).is_none() => "true or false".to_owned(),
            FieldKind::Number if number(text).is_none() => {
                "a number without a currency, such as 1250 or 99.50".to_owned()
            }
            FieldKind::Whole if text.parse::<i64>().is_err() => "a whole number".to_owned(),
            FieldKind::Choice(choices) if !choices.iter().any(|choice| choice == text) => {
                let shown: Vec<&str> = choices.iter().take(6).map(String::as_str).collect();
                let more = if choices.len() > shown.len() { " …" } else { "" };
                format!("one of {}{more}", clean_line(&shown.join(", ")))
            }
            _ => return None,
        };
        let shown: String = text.chars().take(40).collect();
        Some(format!("“{}” is not {expected}.", clean_line(&shown)))
    }
}

/// A switch as people and exports write it.
pub fn switch(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// A number as the service writes it: digits and a point, nothing else.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'e' | b'E' | b'+'));
    text.parse::<f64>().ok().filter(|number| plain && number.is_finite())
}
