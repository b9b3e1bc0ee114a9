//! Fields of `parkade api`: `name=text` and `name=value`, with brackets for members of objects and lists.

use serde_json::{Map, Value};

/// A field as it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name with its brackets: `settings[bin_price]`.
    pub name: String,
    pub given: Given,
}

/// Value given for a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Value(Value),
    /// Name of a file whose content is the value: `@FILE`.
    File(String),
}

impl Field {
    /// Reads `name=text`.
    ///
    /// # Errors
    /// A sentence when there is no name.
    pub fn text(given: &str) -> Result<Self, String> {
        let (name, text) = halves(given)?;
        Ok(Self { name, given: Given::Value(text.into()) })
    }

    /// Reads `name=value`.
    ///
    /// # Errors
    /// A sentence when there is no name.
    pub fn value(given: &str) -> Result<Self, String> {
        let (name, text) = halves(given)?;
        let given = match text {
            "true" => Given::Value(true.into()),
            "false" => Given::Value(false.into()),
            "null" => Given::Value(Value::Null),
            text => match (text.strip_prefix('@'), text.parse::<i64>()) {
                (Some(file), _) => Given::File(file.to_owned()),
                (None, Ok(number)) => Given::Value(number.into()),
                (None, Err(_)) => Given::Value(text.into()),
            },
        };
        Ok(Self { name, given })
    }
}

fn halves(given: &str) -> Result<(String, &str), String> {
    let (name, text) = given.split_once('=').unwrap_or(("", given));
    if name.is_empty() || name.starts_with('[') {
        return Err(format!("The field “{given}” has no name. Write it as NAME=VALUE."));
    }
    Ok((name.to_owned(), text))
}

/// Puts a value at the place its name gives: `a`, `a[b]`, `a[b][]`, `a[]` once for each entry.
///
/// # Errors
/// A sentence when the name cannot be read, or a value is already there.
pub fn put(body: &mut Map<String, Value>, name: &str, value: Value) -> Result<(), String> {
    let (first, rest) = name.find('[').map_or((name, ""), |at| name.split_at(at));
    let inner = if rest.is_empty() { Some("") } else { rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) };
    let inner = inner.ok_or_else(|| format!("The brackets of the field “{name}” are not closed."))?;
    let steps: Vec<&str> = if rest.is_empty() { Vec::new() } else { inner.split("][").collect() };
    let twice = || format!("The field “{name}” is given twice.");
    if steps.is_empty() && body.contains_key(first) {
        return Err(twice());
    }
    let mut at = body.entry(first).or_insert(Value::Null);
    for (place, step) in steps.iter().enumerate() {
        let is_last = place + 1 == steps.len();
        if step.is_empty() {
            if is_last && at.is_null() {
                *at = Value::Array(Vec::new());
            }
            if !is_last || !at.is_array() {
                return Err(format!("[] can only end the field “{name}”, and only where no value stands."));
            }
            continue;
        }
        if at.is_null() {
            *at = Value::Object(Map::new());
        }
        let Value::Object(members) = at else { return Err(twice()) };
        at = members.entry(*step).or_insert(Value::Null);
    }
    match at {
        Value::Array(list) => list.push(value),
        Value::Null => *at = value,
        _ => return Err(twice()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn body(fields: &[&str]) -> Result<Value, String> {
        let mut body = Map::new();
        for field in fields {
            let Field { name, given: Given::Value(value) } = Field::value(field)? else { panic!("a file") };
            put(&mut body, &name, value)?;
        }
        Ok(body.into())
    }

    #[test]
    fn fields_make_members_objects_and_lists() {
        for (fields, expected) in [
            (
                &["a=1", "b=x", "c=true", "d=null", "e=1.5"][..],
                json!({"a": 1, "b": "x", "c": true, "d": null, "e": "1.5"}),
            ),
            (
                &["settings[bin_price]=900", "settings[for_sale]=false"],
                json!({"settings": {"bin_price": 900, "for_sale": false}}),
            ),
            (&["ids[]=1", "ids[]=2"], json!({"ids": [1, 2]})),
            (&["a[b][]=x=y", "a[c]="], json!({"a": {"b": ["x=y"], "c": ""}})),
        ] {
            assert_eq!(body(fields), Ok(expected));
        }
        assert_eq!(Field::text("a=true"), Ok(Field { name: "a".into(), given: Given::Value("true".into()) }));
        assert_eq!(Field::value("a=@b.csv"), Ok(Field { name: "a".into(), given: Given::File("b.csv".into()) }));
    }

    #[test]
    fn a_field_that_cannot_be_meant_is_named() {
        for (fields, word) in [
            (&["=1"][..], "no name"),
            (&["novalue"], "no name"),
            (&["[a]=1"], "no name"),
            (&["a=1", "a=2"], "twice"),
            (&["a=1", "a[b]=2"], "twice"),
            (&["a[b=1"], "not closed"),
            (&["a[][b]=1"], "only end"),
        ] {
            assert!(body(fields).is_err_and(|why| why.contains(word)), "{fields:?}");
        }
    }
}
