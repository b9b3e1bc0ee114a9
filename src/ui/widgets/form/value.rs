//! Texts of a field as values of the service and back, and mistakes in texts.

use serde_json::{Map, Value as Json};

use super::field::{Field, Holds};
use super::kind::Kind;
use crate::api::limits::{COVER_IMAGES, is_color};
use crate::base::{Currency, Reading};
use crate::store::Value;

/// Key of the list of images in a value.
const IMAGES: &str = "images";

/// Shown in place of an empty text, as in the question about it.
pub(super) const EMPTY: &str = "(empty)";

/// Message for a text that is not a colour.
const NO_COLOUR: &str = "Write # and six digits or letters a to f, as in #0f766e.";

/// Price in words, if the text is one.
fn price(text: &str, currency: &Currency) -> Option<String> {
    Some(Reading::of(text).exact()?.money(currency.clone())?.text())
}

impl Field {
    /// Staged value; `None` while nothing has changed.
    pub fn staged(&self) -> Option<Value> {
        if !self.changed() {
            return None;
        }
        let text = self.value();
        let staged = match self.kind {
            _ if self.holds != Holds::Value => return Some(Value::Null),
            Kind::Bool => Value::Bool(text == "yes"),
            Kind::Number { .. } => number(&text.replace(['_', ','], "")),
            Kind::Decimal | Kind::Money(_) => {
                Reading::of(&text).exact().map_or(Value::Null, |amount| number(&amount.plain()))
            }
            Kind::Choices(_) => Value::from(Json::Array(text.lines().map(|word| self.row(word)).collect())),
            Kind::List if text.is_empty() && !self.can_inherit() => Value::Null,
            Kind::List => list(&text, |word| self.row(word)),
            Kind::Images | Kind::Json | Kind::Any if text.is_empty() => Value::Null,
            Kind::Images => self.images(&text),
            Kind::Json => serde_json::from_str(&text).unwrap_or(Value::Null),
            Kind::Any => serde_json::from_str(&text).unwrap_or_else(|_| Value::text(text)),
            // No value stays none; a text that was there becomes empty.
            _ => Value::text(text),
        };
        Some(self.as_sent(staged))
    }

    /// Choice in the form in which the service writes it. Numbers and switches are sent in their own type, even if an
    /// answer has them as texts.
    fn as_sent(&self, value: Value) -> Value {
        match (self.sample(), value) {
            (Some(Value::Whole(_) | Value::Number(_)), Value::Text(word)) if self.turns() => number(&word),
            (_, value) => value,
        }
    }

    /// Example of a value as the service writes it.
    fn sample(&self) -> Option<&Value> {
        let all = [self.started.as_ref(), self.inherits.as_ref(), self.like.as_ref()];
        all.into_iter().flatten().find(|value| **value != Value::Null)
    }

    /// Entry of a list as JSON: a number if the service lists numbers.
    fn row(&self, word: &str) -> Json {
        let numbers = match (&self.like, self.sample()) {
            (Some(like), _) if matches!(self.kind, Kind::Choices(_)) => {
                matches!(like, Value::Whole(_) | Value::Number(_))
            }
            (_, Some(Value::Json(before))) => {
                before.as_array().is_some_and(|rows| !rows.is_empty() && rows.iter().all(Json::is_number))
            }
            _ => false,
        };
        let number = || word.parse::<serde_json::Number>().ok().map(Json::Number);
        numbers.then(number).flatten().unwrap_or_else(|| word.into())
    }

    /// List of images: an object that contains it, unless the service lists bare numbers.
    fn images(&self, text: &str) -> Value {
        let ids = list(text, |word| word.parse::<i64>().map_or(word.into(), Into::into));
        match (self.sample(), ids) {
            (Some(Value::Json(before)), ids) if before.is_array() => ids,
            (_, ids) => {
                let ids = Json::from(ids).as_array().cloned().unwrap_or_default();
                let rows: Vec<Json> = ids.into_iter().map(|id| serde_json::json!({ "id": id })).collect();
                Value::from(serde_json::json!({ IMAGES: rows }))
            }
        }
    }

    pub(super) fn text_of(&self, value: &Value) -> String {
        match (&self.kind, value) {
            (_, Value::Null) => String::new(),
            (Kind::Bool, value) => if value.is_same(&Value::Bool(true)) { "yes" } else { "no" }.to_owned(),
            (_, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
            (Kind::Any, Value::Text(text)) if serde_json::from_str::<Json>(text).is_ok() => {
                Json::from(&**text).to_string()
            }
            (_, Value::Text(text)) => text.to_string(),
            (_, Value::Whole(number)) => number.to_string(),
            (_, Value::Number(number)) => number.to_string(),
            (Kind::Choices(words), Value::Json(json)) => {
                let mut chosen: Vec<String> = rows_of(json).map(json_word).collect();
                chosen.sort_by_key(|word| words.iter().position(|known| known == word).unwrap_or(usize::MAX));
                chosen.join("\n")
            }
            (Kind::List | Kind::Images, Value::Json(json)) => {
                let word = |value: &Json| json_word(value.get("id").unwrap_or(value));
                let rows = json.get(IMAGES).unwrap_or(json);
                rows_of(rows).map(word).collect::<Vec<_>>().join(", ")
            }
            (Kind::Any, Value::Json(json)) => json.to_string(),
            (_, Value::Json(json)) => serde_json::to_string_pretty(json).unwrap_or_default(),
        }
    }

    /// Value in one line.
    pub(super) fn shown(&self, value: &str) -> String {
        if let (Kind::Json, Ok(json)) = (&self.kind, serde_json::from_str::<Json>(value)) {
            return Value::from(json).words();
        }
        if let Kind::Choices(_) | Kind::Choice(_) = self.kind {
            let chosen = value.lines().map(crate::base::words_of).collect::<Vec<_>>().join(", ");
            let is_none = chosen.is_empty() && matches!(self.kind, Kind::Choices(_));
            return if is_none { "none".to_owned() } else { chosen };
        }
        let mut lines = value.lines();
        let first = crate::base::clean_line(lines.next().unwrap_or_default()).into_owned();
        match (&self.kind, lines.count()) {
            (Kind::Money(Some(currency)), 0) => price(&first, currency).unwrap_or(first),
            (_, 0) if first.is_empty() && self.can_inherit() => EMPTY.to_owned(),
            (_, 0) => first,
            (_, more) => format!("{first} · {} lines", more + 1),
        }
    }

    pub(super) fn check(&mut self) -> bool {
        self.error = if self.holds == Holds::Value { self.wrong(&self.value()) } else { None };
        self.error.is_none()
    }

    fn wrong(&self, value: &str) -> Option<String> {
        match &self.kind {
            _ if value.is_empty() && self.required && self.clears => Some("Press d to clear it.".to_owned()),
            _ if value.is_empty() && self.required => Some("Required.".to_owned()),
            _ if value.is_empty() => None,
            Kind::Number { min, max } => match value.replace(['_', ','], "").parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => None,
                Ok(_) => Some(format!("Between {min} and {max}.")),
                Err(_) => Some(format!("“{value}” is not a whole number.")),
            },
            Kind::Colour if !is_color(value.trim()) => Some(NO_COLOUR.to_owned()),
            Kind::Decimal => Reading::one(value).err(),
            Kind::Money(currency) => match Reading::one(value) {
                Err(why) => Some(why),
                Ok(amount) if amount.is_negative() => Some("Not below zero.".to_owned()),
                Ok(amount) => currency.as_ref().and_then(|currency| amount.misfit(value, currency)),
            },
            Kind::Images => {
                let mut words = value.split(',').map(str::trim).filter(|word| !word.is_empty());
                match words.find(|word| word.parse::<i64>().is_err()) {
                    Some(word) => Some(format!("“{word}” is not the number of an image.")),
                    None if value.split(',').count() > COVER_IMAGES => Some(format!("At most {COVER_IMAGES} images.")),
                    None => None,
                }
            }
            Kind::Json => serde_json::from_str::<Json>(value).err().map(|why| format!("Not JSON: {why}.")),
            _ => self.rule.and_then(|rule| rule(value).err()),
        }
    }
}

/// Entries of a list, which some services send as an object with numbered keys.
fn rows_of(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_array().into_iter().flatten().chain(json.as_object().into_iter().flat_map(Map::values))
}

/// Entry of a list as a word.
pub(super) fn json_word(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn number(text: &str) -> Value {
    text.parse::<serde_json::Number>().map_or(Value::Null, |number| Value::from(Json::Number(number)))
}

fn list(text: &str, of: impl Fn(&str) -> Json) -> Value {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    Value::from(Json::Array(words.map(of).collect()))
}
