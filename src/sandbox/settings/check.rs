//! Checks of values by their settings, and the refusal that names every wrong value.

use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::catalogue::{Catalogue, Kind, Setting};
use super::formats::{self, Format};
use super::holder::Holder;
use crate::api::limits::is_color;
use crate::sandbox::call::Refusal;
use crate::sandbox::images;
use crate::sandbox::world::World;

/// Most images of one cover.
const COVER: usize = 5;
/// Longest text, in characters, of a setting without a length of its own.
const LINE: usize = 200;
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Reason why a value is refused: a sentence without its subject, the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bad {
    /// Wrong type: then the whole call is refused.
    Type(String),
    Value(String),
}

impl Bad {
    /// The reason in words.
    pub fn text(&self) -> &str {
        match self {
            Self::Type(text) | Self::Value(text) => text,
        }
    }
}

/// Value in the form in which it is stored; null has none.
///
/// # Errors
/// The required form, in words.
pub fn value(db: &Connection, setting: &Setting, sent: &Value) -> Result<Value, Bad> {
    let check = &setting.check;
    let wrong = |what: &str| Err(Bad::Type(format!("must be {what}, not {}", shown(sent))));
    match setting.kind {
        Kind::Bool if sent.is_boolean() => Ok(sent.clone()),
        Kind::Bool => wrong("true or false"),
        Kind::Number | Kind::Integer => number(setting, sent),
        Kind::Choice => match (sent.as_str(), &setting.choices) {
            (None, _) => wrong("a text"),
            (Some(text), Some(choices)) if !choices.iter().any(|choice| choice == text) => {
                Err(Bad::Value(format!("must be one of {}, not {}", choices.join(", "), shown(sent))))
            }
            _ => Ok(sent.clone()),
        },
        Kind::Color => match sent.as_str() {
            None => wrong("a text"),
            Some(text) if !is_color(text) => {
                Err(Bad::Value(format!("must be a colour such as #2f6fde, not {}", shown(sent))))
            }
            _ => Ok(sent.clone()),
        },
        Kind::String | Kind::Url | Kind::Text | Kind::Html => match sent.as_str() {
            None => wrong("a text"),
            Some(text) => words(setting, text).map(|()| sent.clone()),
        },
        Kind::List => {
            let Some(list) = sent.as_array() else { return wrong("a list of texts") };
            if list.iter().any(|item| !item.is_string()) {
                return wrong("a list of texts");
            }
            let most = check.most.unwrap_or(20);
            if list.len() > most {
                return Err(Bad::Value(format!("must have at most {most} entries, not {}", list.len())));
            }
            list.iter().filter_map(Value::as_str).try_for_each(|item| entry(setting, item)).map(|()| sent.clone())
        }
        Kind::Images => cover(db, sent),
        Kind::Image => match sent.as_i64() {
            None => wrong("the id of an image"),
            Some(id) if !images::exists(db, id) => Err(Bad::Value(no_image(id))),
            Some(_) => Ok(sent.clone()),
        },
        Kind::Schedule => schedule(sent),
    }
}

/// Start of a value, for a message.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(59).chain(['…']).collect() }
}

fn number(setting: &Setting, sent: &Value) -> Result<Value, Bad> {
    let whole = setting.kind == Kind::Integer;
    let number = if whole { sent.as_i64().map(|whole| whole as f64) } else { sent.as_f64() };
    let what = if whole { "a whole number" } else { "a number" };
    let Some(number) = number else { return Err(Bad::Type(format!("must be {what}, not {}", shown(sent)))) };
    let (min, max) = (setting.check.min.unwrap_or(0.0), setting.check.max.unwrap_or(f64::MAX));
    if !(min..=max).contains(&number) {
        let range =
            setting.check.max.map_or_else(|| format!("of at least {min}"), |max| format!("from {min} to {max}"));
        return Err(Bad::Value(format!("must be {what} {range}, not {}", shown(sent))));
    }
    Ok(if whole { sent.clone() } else { number.into() })
}

fn words(setting: &Setting, text: &str) -> Result<(), Bad> {
    let check = &setting.check;
    let block = matches!(setting.kind, Kind::Text | Kind::Html);
    let (count, most) = (text.chars().count(), check.length.unwrap_or(LINE));
    let refused = |why: String| Err(Bad::Value(why));
    if check.required && text.trim().is_empty() {
        return refused("must not be empty".to_owned());
    }
    if count > most {
        return refused(format!("must have at most {most} characters, not {count}"));
    }
    if text.chars().any(|c| c.is_control() && !(block && matches!(c, '\n' | '\r' | '\t'))) {
        return refused(if block { "must be plain text".to_owned() } else { "must be one line".to_owned() });
    }
    if setting.kind == Kind::Html && formats::runs_code(text) {
        return refused("must not contain scripts or frames".to_owned());
    }
    match check.format {
        Some(format) if !text.is_empty() && !format.fits(text) => {
            refused(format!("must be {}, not {}", format.words(), shown(&text.into())))
        }
        _ => Ok(()),
    }
}

fn entry(setting: &Setting, item: &str) -> Result<(), Bad> {
    let check = &setting.check;
    let not = |what: &str| Err(Bad::Value(format!("must hold {what}, not {}", shown(&item.into()))));
    match check.format {
        _ if item.trim().is_empty() || item.chars().count() > LINE => not("short texts"),
        Some(format) if !format.fits(item) => not(format.words()),
        _ if !check.items.is_empty() && !check.items.iter().any(|known| known == item) => {
            not(&format!("any of {}", check.items.join(", ")))
        }
        _ => Ok(()),
    }
}

fn no_image(id: i64) -> String {
    format!("must name images of your account; there is no image {id}")
}

/// Reads `{"images":[{"id":7}]}`; other members of the objects are not kept.
fn cover(db: &Connection, sent: &Value) -> Result<Value, Bad> {
    let ids: Option<Vec<i64>> =
        sent["images"].as_array().and_then(|images| images.iter().map(|image| image["id"].as_i64()).collect());
    let Some(ids) = ids else {
        let what = "an object with the key images, a list of objects with the key id";
        return Err(Bad::Type(format!("must be {what}, not {}", shown(sent))));
    };
    if ids.len() > COVER {
        return Err(Bad::Value(format!("must have at most {COVER} images, not {}", ids.len())));
    }
    if let Some(id) = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id)).map(|(_, id)| id) {
        return Err(Bad::Value(format!("must name each image once; image {id} is there twice")));
    }
    match ids.iter().find(|id| !images::exists(db, **id)) {
        Some(id) => Err(Bad::Value(no_image(*id))),
        None => Ok(json!({ "images": ids.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>() })),
    }
}

fn schedule(sent: &Value) -> Result<Value, Bad> {
    let Some(days) = sent.as_object() else {
        return Err(Bad::Type(format!("must be an object from mon to sun, not {}", shown(sent))));
    };
    for (day, hours) in days {
        if !DAYS.contains(&day.as_str()) {
            return Err(Bad::Value(format!("must have the keys {} only, not {day}", DAYS.join(", "))));
        }
        let fits = match hours {
            Value::Null => true,
            Value::Array(list) => list.iter().all(|item| item.as_str().is_some_and(|text| Format::Hours.fits(text))),
            _ => false,
        };
        if !fits {
            let what = Format::Hours.words();
            return Err(Bad::Value(format!("must have a list of {what}, or null, for {day}, not {}", shown(hours))));
        }
    }
    Ok(sent.clone())
}

/// Values of a write, checked by their catalogue.
#[derive(Debug, Default)]
pub struct Asked {
    /// Names with their values; null inherits.
    pub values: Vec<(String, Value)>,
    /// Names of refused values, with the reasons.
    refused: Vec<(String, Bad, String)>,
}

impl Asked {
    /// Reads the member `member` of a body, an object of names and values; without it nothing is asked for.
    ///
    /// # Errors
    /// 400 when it is not an object, or has an unknown name.
    pub fn read(
        world: &World,
        catalogue: &'static Catalogue,
        holder: &Holder<'_>,
        body: &Map<String, Value>,
        member: &str,
    ) -> Result<Self, Refusal> {
        let none = Map::new();
        let sent = match body.get(member) {
            None | Some(Value::Null) => &none,
            Some(Value::Array(list)) if list.is_empty() => &none,
            Some(Value::Object(sent)) => sent,
            Some(_) => {
                return Err(Refusal::new(
                    400,
                    "invalid_body",
                    format!("{member} must be an object of names and values."),
                ));
            }
        };
        let unknown: Vec<_> = sent.keys().filter(|name| catalogue.get(name).is_none()).collect();
        if !unknown.is_empty() {
            let messages =
                unknown.into_iter().map(|name| (name.clone(), format!("There is no setting '{}'.", short(name))));
            return Err(Refusal::fields("np_parking_api_error_unknown_settings", messages.collect()));
        }
        let mut asked = Self::default();
        for (setting, sent) in sent.iter().filter_map(|(name, sent)| Some((catalogue.get(name)?, sent))) {
            match one(world, setting, holder, sent) {
                Ok(value) => asked.values.push((setting.name.clone(), value)),
                Err(bad) => asked.refuse(setting, bad),
            }
        }
        Ok(asked)
    }

    /// Records that a value is refused.
    pub fn refuse(&mut self, setting: &Setting, bad: Bad) {
        self.refused.push((setting.name.clone(), bad, setting.label.clone()));
    }

    /// Every refused name with its message.
    pub fn messages(&self) -> Vec<(String, String)> {
        self.refused.iter().map(|(name, bad, label)| (name.clone(), format!("{label} {}.", bad.text()))).collect()
    }

    /// Fails with the refusal that names each wrong value, if there is one.
    ///
    /// # Errors
    /// 400 when any value was refused; with `types_only`, when any had a wrong type.
    pub fn all_or_none(&self, types_only: bool) -> Result<(), Refusal> {
        let stops = |bad: &Bad| !types_only || matches!(bad, Bad::Type(_));
        if self.refused.iter().any(|(_, bad, _)| stops(bad)) { Err(refuse(self.messages())) } else { Ok(()) }
    }
}

/// 400 that names each refused setting or field.
pub fn refuse(messages: Vec<(String, String)>) -> Refusal {
    Refusal::fields("np_parking_api_error_invalid_settings", messages)
}

fn short(name: &str) -> String {
    name.chars().take(60).collect()
}

fn one(world: &World, setting: &Setting, holder: &Holder<'_>, sent: &Value) -> Result<Value, Bad> {
    // A rule that is the same for all holders refuses a call for many domains, as a wrong type does.
    match holder {
        Holder::Account if !setting.of_account => return Err(Bad::Type("can only be set for single domains".into())),
        Holder::Domain { .. } if !setting.of_domain => return Err(Bad::Type("can only be set for the account".into())),
        _ if !setting.is_available(world) => return Err(Bad::Type("is not available to your account".into())),
        _ => {}
    }
    match sent {
        Value::Null if setting.check.required => Err(Bad::Value("must not be empty".to_owned())),
        Value::Null => Ok(Value::Null),
        sent => value(&world.db, setting, sent),
    }
}

/// Reason why a domain in this state cannot have a value that others can have.
pub fn of_state(setting: &Setting, value: &Value, state: &str) -> Option<Bad> {
    (setting.name == "portfolio_pinned" && *value == true && state != "verified")
        .then(|| Bad::Value("can only be turned on for a verified domain".to_owned()))
}
