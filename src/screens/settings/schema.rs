//! What the schema says of a setting, as a field: types under whatever name, allowed values, levels and gates.

use crate::api::types::{Setting, SettingSchema, SettingSource};
use crate::api::{Paged, Seen};
use crate::base::{Currency, Untrusted, title_of};
use crate::store::Value;
use crate::store::intent::PRICES;
use crate::ui::widgets::form::{Field, Kind};

/// The category of settings the schema says nothing about.
const OTHER: &str = "other";

/// At which level settings are edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Account,
    Domain,
}

/// One setting as the screen shows it.
pub struct Known {
    pub field: Field,
    pub category: String,
}

fn words(text: &Seen<Untrusted>) -> Option<String> {
    text.get().map(|text| text.line().into_owned()).filter(|text| !text.is_empty())
}

fn json(seen: &Seen<serde_json::Value>) -> Option<Value> {
    match seen {
        Seen::Null => Some(Value::Null),
        seen => seen.get().cloned().map(Value::from),
    }
}

/// What a field takes, by the type's name, else by the values there are.
fn kind(name: &str, of: Option<&SettingSchema>, values: &[Option<Value>], currency: Option<&Currency>) -> Kind {
    let allowed = of.and_then(|of| of.allowed_values.get()).filter(|allowed| !allowed.is_empty());
    if let Some(allowed) = allowed {
        let word = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        return Kind::Choice(allowed.iter().map(word).collect());
    }
    if PRICES.contains(&name) {
        return Kind::Money(currency.cloned());
    }
    let word = of.and_then(|of| words(&of.kind)).unwrap_or_default().to_lowercase();
    match word.as_str() {
        "bool" | "boolean" | "checkbox" | "toggle" | "switch" | "flag" => Kind::Bool,
        "integer" | "int" => Kind::Number { min: i64::MIN, max: i64::MAX },
        "number" | "float" | "decimal" | "double" => Kind::Decimal,
        "money" | "price" | "currency" | "amount" => Kind::Money(None),
        "string" | "url" | "color" | "colour" | "email" | "phone" | "date" | "time" | "choice" | "select" | "enum" => {
            Kind::Text
        }
        "text" | "html" | "textarea" | "longtext" | "markdown" | "css" | "code" => Kind::Long,
        "list" | "array" | "tags" | "multiselect" | "multi" | "set" => Kind::List,
        "images" | "image_list" | "gallery" => Kind::Images,
        _ => values.iter().flatten().find_map(Kind::of).unwrap_or(Kind::Json),
    }
}

/// The field of one setting at a level; `None` where it is not edited there. `setting` is what the answer said of it.
pub fn known(
    name: &str,
    of: Option<&SettingSchema>,
    setting: Option<&Setting>,
    at: At,
    currency: Option<&Currency>,
) -> Option<Known> {
    let level = of.map(|of| if at == At::Account { &of.account_level } else { &of.domain_level });
    if level.is_some_and(|level| level.is(&false)) {
        return None;
    }
    let default = of.and_then(|of| json(&of.default));
    let in_force = setting.and_then(|setting| json(&setting.value));
    let like = of.and_then(|of| of.allowed_values.get()?.first().cloned()).map(Value::from);
    let label = of.and_then(|of| words(&of.label)).unwrap_or_else(|| title_of(name));
    let kind = kind(name, of, &[in_force.clone(), default.clone()], currency);
    let mut field = Field::new(name.to_owned(), label, kind, "");
    field.like = like;
    if let Some(explain) = of.and_then(|of| words(&of.explain)) {
        field.help = explain.into();
    }
    let available = of.is_none_or(|of| !of.available.is(&false));
    if !available {
        field.locked = Some("Not part of this account.".into());
    }
    let account = setting.and_then(|setting| json(&setting.account_value)).filter(|value| *value != Value::Null);
    let (inherited, from) = match (at, setting.and_then(|setting| setting.source.get())) {
        (At::Domain, Some(SettingSource::Account)) => (in_force.or(account), "from the account"),
        (At::Domain, Some(SettingSource::Default)) => (in_force.or(default), "the default"),
        (At::Domain, Some(_) | None) if account.is_some() => (account, "from the account"),
        _ => (default, "the default"),
    };
    field.inherit(inherited.unwrap_or(Value::Null));
    let own = setting.is_some_and(|setting| !matches!(setting.source.get(), Some(SettingSource::Default)));
    field.aside = match (at, setting.and_then(|setting| setting.source.get())) {
        (At::Domain, Some(SettingSource::Domain)) if field.inherited_words().is_empty() => "own".into(),
        (At::Domain, Some(SettingSource::Domain)) => format!("own · {from}: {}", field.inherited_words()).into(),
        (At::Domain, Some(_)) => from.into(),
        (At::Account, _) if setting.is_some() && !own => "default".into(),
        _ => "".into(),
    };
    let category = of.and_then(|of| words(&of.category)).unwrap_or_else(|| OTHER.to_owned());
    Some(Known { field, category })
}

/// The schema's entry of a name.
pub fn entry<'a>(schema: Option<&'a Paged<SettingSchema>>, name: &str) -> Option<&'a SettingSchema> {
    schema?.values().find(|entry| entry.name.raw() == name)
}
