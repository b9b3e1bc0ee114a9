//! Values as cells of a CSV: writing and reading them.

use rusqlite::Connection;
use serde_json::Value;

use super::catalogue::{Kind, Setting};
use super::check;

/// Cell for a value.
pub fn write(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()),
        other => other.to_string(),
    }
}

/// Value of this setting in a cell; an empty cell is null, which inherits.
///
/// # Errors
/// Why the cell is not such a value, without the setting's name.
pub fn read(db: &Connection, setting: &Setting, cell: &str) -> Result<Value, String> {
    let text = cell.trim();
    if text.is_empty() {
        return Ok(Value::Null);
    }
    let sent = match setting.kind {
        Kind::Bool => match text.to_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Value::Bool(true),
            "false" | "no" | "off" | "0" => Value::Bool(false),
            _ => Value::from(text),
        },
        Kind::Number => text.parse::<f64>().map_or_else(|_| text.into(), Value::from),
        Kind::Integer | Kind::Image => text.parse::<i64>().map_or_else(|_| text.into(), Value::from),
        Kind::List | Kind::Images | Kind::Schedule => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        Kind::Choice | Kind::Color | Kind::Url => Value::from(text),
        Kind::String | Kind::Text | Kind::Html => Value::from(cell),
    };
    check::value(db, setting, &sent).map_err(|bad| bad.text().to_owned())
}
