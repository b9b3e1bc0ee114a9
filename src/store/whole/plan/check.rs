//! Changes of a plan that the service would refuse. They are found before anything is sent, by the schema and by the
//! settings of the domains that were read.

use crate::api::SettingType;
use crate::api::settings::Schema;
use crate::api::types::SettingSchema;
use crate::base::{Currency, nearest, one_of, unknown};
use crate::store::Store;
use crate::store::subject::{Item, PRICES, Subject, Value};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::Plan;
use crate::store::writes::probe::Found;

/// Most choices named in one sentence.
const NAMED: usize = 12;

/// Type of value; a value may be replaced by another of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Switch,
    Number,
    Text,
    List,
}

impl Class {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(_) => Some(Self::Switch),
            Value::Whole(_) | Value::Number(_) => Some(Self::Number),
            Value::Text(_) => Some(Self::Text),
            Value::Json(json) if json.is_array() => Some(Self::List),
            Value::Null | Value::Json(_) => None,
        }
    }

    /// Type by the schema; `None` if it may be any.
    fn of_schema(entry: &SettingSchema) -> Option<Self> {
        if PRICES.contains(&entry.name.raw()) {
            return Some(Self::Number);
        }
        match SettingType::of(entry)? {
            SettingType::Switch => Some(Self::Switch),
            SettingType::Whole | SettingType::Decimal | SettingType::Money => Some(Self::Number),
            SettingType::Text | SettingType::Long => Some(Self::Text),
            SettingType::List => Some(Self::List),
            SettingType::Line | SettingType::Images => None,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Switch => "true or false",
            Self::Number => "a number",
            Self::Text => "a text",
            Self::List => "a list",
        }
    }
}

impl Plan {
    /// Changes that cannot be written as far as is known, each with a sentence about the reason.
    pub fn wrong(&self, store: &Store, found: &[Found]) -> Vec<(Item, String)> {
        let known = self.currencies_after(store);
        let why = |edit: &SettingEdit| {
            let why = foreign(edit, found).or_else(|| store.unfit(edit)).or_else(|| store.unseen(edit));
            let why = why.or_else(|| self.other_money(edit, &known)).or_else(|| self.unread_money(edit, &known))?;
            Some((edit.item(), why))
        };
        self.edits.iter().filter_map(why).collect()
    }
}

impl Plan {
    /// Reason not to write an amount whose currency was named while that of prices is not known, a sentence.
    fn unread_money(&self, edit: &SettingEdit, known: impl Fn(&Subject) -> Option<Currency>) -> Option<String> {
        let asked = self.currencies.get(&edit.item()).filter(|_| edit.edit.after != Value::Null)?;
        let words = || format!("It was made in {}; the currency of prices here cannot be read.", asked.code());
        known(&edit.subject).is_none().then(words)
    }
}

fn foreign(edit: &SettingEdit, found: &[Found]) -> Option<String> {
    let name = edit.subject.name()?;
    let gone = |found: &Found| match found {
        Found::OwnSettings(own) => own.get(name.punycode()).is_some_and(Option::is_none),
        _ => false,
    };
    found.iter().any(gone).then(|| format!("{} is not a domain of this account.", name.unicode()))
}

impl Store {
    /// Reason why the schema does not allow this value for a setting.
    fn unfit(&self, SettingEdit { subject, edit }: &SettingEdit) -> Option<String> {
        let schema = self.query(&Schema {}).value?;
        let name = edit.field.as_str();
        let Some(entry) = schema.values().find(|entry| entry.name.raw() == name) else {
            let near = nearest(name, schema.values().map(|entry| entry.name.raw()));
            let name: String = name.chars().take(80).collect();
            return Some(unknown("setting", &name, near));
        };
        let label = self.setting_label(name, name);
        let (level, whose) = match subject {
            Subject::Account => (&entry.account_level, "the account"),
            _ => (&entry.domain_level, "a domain"),
        };
        if level.is(&false) {
            return Some(format!("{label} is not a setting of {whose}."));
        }
        if entry.available.is(&false) {
            return Some(format!("{label} is not part of this account."));
        }
        if edit.after == Value::Null {
            return None;
        }
        let words = edit.after.words();
        if let Some(allowed) = entry.allowed_values.get().filter(|allowed| !allowed.is_empty()) {
            let allowed: Vec<Value> = allowed.iter().cloned().map(Value::from).collect();
            let is_one = |value: &Value| allowed.iter().any(|allowed| allowed.is_same(value));
            let fits = match &edit.after {
                Value::Json(json) => {
                    json.as_array().is_some_and(|rows| rows.iter().cloned().map(Value::from).all(|row| is_one(&row)))
                }
                value => is_one(value),
            };
            let all: Vec<String> = allowed.iter().take(NAMED).map(Value::words).collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let all = if allowed.len() > NAMED { format!("{}, …", all.join(", ")) } else { one_of(&all) };
            return (!fits).then(|| format!("{label} cannot be {words}. Use {all}."));
        }
        let samples = [self.default_setting(name), self.account_value(name), edit.before.clone()];
        let like = samples.iter().flatten().find_map(Class::of);
        let (takes, is) = (Class::of_schema(entry).or(like)?, Class::of(&edit.after));
        if is != Some(takes) && (is != like || is.is_none()) {
            return Some(format!("{label} takes {}, not {words}.", takes.words()));
        }
        let below_zero = PRICES.contains(&name) && edit.after.as_number().is_some_and(|price| price < 0.0);
        below_zero.then(|| format!("{label} cannot be below zero."))
    }

    /// Reason why a change must not be written: the present value could not be read, or has changed since the plan was
    /// made.
    fn unseen(&self, edit: &SettingEdit) -> Option<String> {
        match (self.own_setting(&edit.item()), self.moved_to(edit)) {
            (None, _) => Some("What it is now could not be read.".to_owned()),
            (_, Some(now)) => {
                let words = |value: Option<&Value>| self.said(&edit.item(), value);
                let (seen, now) = (words(edit.edit.before.as_ref()), words(Some(&now)));
                Some(format!("It was changed since the plan was made: from {seen} to {now}."))
            }
            _ => None,
        }
    }
}
