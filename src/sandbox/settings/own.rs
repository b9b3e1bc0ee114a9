//! What one domain has set for itself: read and written value by value, and as cells of a CSV.
//!
//! The settings of the sale block are columns of the domain, the others rows of their own. Setting nothing means
//! inheriting; of the columns that cannot be empty it means the value the account starts with.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;

use super::Setting;

/// Settings that are columns of the domain, with what stands in them for nothing.
const COLUMNS: [(&str, &str); 5] = [
    ("for_sale", "1"),
    ("bin_price", "NULL"),
    ("target_price", "NULL"),
    ("accept_offers", "'null'"),
    ("min_offer", "100"),
];
/// Longest text of one setting, in characters.
const TEXT: usize = 20_000;

/// Every own value of a domain, by setting.
pub fn all(db: &Connection, domain: i64) -> rusqlite::Result<HashMap<String, Value>> {
    let mut values: HashMap<String, Value> = db
        .prepare_cached("SELECT name, value FROM domain_settings WHERE domain = ?1")?
        .query_map([domain], |row| Ok((row.get(0)?, json(&row.get::<_, String>(1)?))))?
        .collect::<Result<_, _>>()?;
    let sale = db
        .prepare_cached(
            "SELECT for_sale, bin_price, target_price, accept_offers, min_offer FROM domains WHERE id = ?1",
        )?
        .query_row([domain], |row| {
            Ok([
                Value::Bool(row.get(0)?),
                row.get::<_, Option<f64>>(1)?.into(),
                row.get::<_, Option<f64>>(2)?.into(),
                json(&row.get::<_, String>(3)?),
                row.get::<_, f64>(4)?.into(),
            ])
        })?;
    values.extend(COLUMNS.iter().map(|(name, _)| (*name).to_owned()).zip(sale));
    values.retain(|_, value| !value.is_null());
    Ok(values)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Writes one own value, `None` to inherit; answers whether that changed anything.
pub fn set(db: &Connection, domain: i64, name: &str, value: Option<&Value>) -> rusqlite::Result<bool> {
    if let Some((column, nothing)) = COLUMNS.iter().find(|(column, _)| *column == name) {
        let changed = match value {
            None => format!("UPDATE domains SET {column} = {nothing} WHERE id = ?1 AND {column} IS NOT {nothing}"),
            Some(_) => format!("UPDATE domains SET {column} = ?2 WHERE id = ?1 AND {column} IS NOT ?2"),
        };
        let mut change = db.prepare_cached(&changed)?;
        let changed = match value {
            None => change.execute([domain])?,
            // Its type is not documented, so it is kept as JSON.
            Some(value) if *column == "accept_offers" => change.execute(params![domain, value.to_string()])?,
            Some(Value::Bool(yes)) => change.execute(params![domain, yes])?,
            Some(value) => change.execute(params![domain, value.as_f64().unwrap_or(0.0)])?,
        };
        return Ok(changed > 0);
    }
    let Some(value) = value else {
        let gone = db
            .prepare_cached("DELETE FROM domain_settings WHERE domain = ?1 AND name = ?2")?
            .execute(params![domain, name])?;
        return Ok(gone > 0);
    };
    let text = value.to_string();
    let before: Option<String> = db
        .prepare_cached("SELECT value FROM domain_settings WHERE domain = ?1 AND name = ?2")?
        .query_row(params![domain, name], |row| row.get(0))
        .optional()?;
    if before.as_ref() == Some(&text) {
        return Ok(false);
    }
    db.prepare_cached("INSERT OR REPLACE INTO domain_settings (domain, name, value) VALUES (?1, ?2, ?3)")?
        .execute(params![domain, name, text])?;
    Ok(true)
}

/// A value as a cell of a CSV.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()),
        other => other.to_string(),
    }
}

/// A cell of a CSV as a value of this setting; an empty one inherits.
///
/// # Errors
/// Why the cell is no value of it, without the setting's name.
pub fn read(setting: &Setting, cell: &str) -> Result<Option<Value>, String> {
    let text = cell.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let shown: String = text.chars().take(40).collect();
    let not = |what: &str| Err(format!("'{shown}' is not {what}"));
    let value = match setting.kind.as_str() {
        "bool" => match text.to_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Value::Bool(true),
            "false" | "no" | "off" | "0" => Value::Bool(false),
            _ => return not("true or false"),
        },
        "number" => match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => number.into(),
            _ => return not("a number"),
        },
        "integer" => match text.parse::<u32>() {
            Ok(number) => number.into(),
            Err(_) => return not("a whole number"),
        },
        "choice" if !setting.choices.iter().any(|choice| choice == text) => {
            return not(&format!("one of {}", setting.choices.join(", ")));
        }
        "color" if !is_color(text) => return not("a colour such as #2f6fde"),
        "list" => match serde_json::from_str(text) {
            Ok(value @ Value::Array(_)) => value,
            _ => return not("a list"),
        },
        "images" => match serde_json::from_str::<Value>(text) {
            Ok(value) if value["images"].as_array().is_some_and(|images| images.len() <= 5) => value,
            _ => return not("a list of at most five images"),
        },
        _ if cell.chars().count() > TEXT => return not("short enough"),
        _ => Value::from(cell),
    };
    Ok(Some(value))
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}
