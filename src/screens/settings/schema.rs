//! A setting of the schema as a field: its type by name or values, allowed values, level, and availability.

use crate::api::SettingType;
use crate::api::types::{Setting, SettingSchema, SettingSource};
use crate::api::{Paged, Seen};
use crate::base::{Currency, Untrusted, title_of};
use crate::store::Value;
use crate::store::subject::{AMOUNTS, CURRENCY, NO_PRICE, PRICES};
use crate::store::writes::intent::sale_label;
use crate::ui::widgets::form::{Field, Kind};

/// Words for where an inherited value comes from.
const ACCOUNT: &str = "account";
const DEFAULT: &str = "default";
const PROFILE: &str = "profile";
/// Category of settings that are not in the schema.
const OTHER: &str = "other";

/// Level at which settings are edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Account,
    Domain,
}

/// Setting as the screen shows it.
pub struct Entry {
    pub field: Field,
    pub category: String,
    /// Where the inherited value comes from; empty if unknown.
    from: &'static str,
}

impl Entry {
    /// Sets the words for where the value of domains comes from: their own (`true`), inherited (`false`), or different
    /// ones (`None`).
    pub fn say_source(&mut self, own: Option<bool>) {
        let (from, inherited) = (self.from, self.field.inherited_words());
        let has = if from.is_empty() || inherited.is_empty() { None } else { Some(format!("{from}: {inherited}")) };
        self.field.aside = match (own, has) {
            (Some(false), _) => from.into(),
            (Some(true), Some(has)) => format!("own · {has}").into(),
            (Some(true), None) => "own".into(),
            (None, has) => has.unwrap_or_default().into(),
        };
    }
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

/// Kind of a field, by the type's name, else by its values.
fn kind(name: &str, of: Option<&SettingSchema>, values: &[Option<Value>], currency: Option<&Currency>) -> Kind {
    let of_schema = of.and_then(SettingType::of);
    let allowed = of.and_then(|of| of.allowed_values.get()).filter(|allowed| !allowed.is_empty());
    if let Some(allowed) = allowed {
        let listed = |value: &Value| matches!(value, Value::Json(json) if json.is_array());
        let word_of = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let choices = allowed.iter().map(word_of).collect();
        // A value that is a list shows that several can be chosen, whatever the type is called.
        let several = of_schema == Some(SettingType::List) || values.iter().flatten().any(listed);
        return if several { Kind::Choices(choices) } else { Kind::Choice(choices) };
    }
    if AMOUNTS.contains(&name) {
        return Kind::Money(currency.cloned());
    }
    match of_schema {
        Some(SettingType::Switch) => Kind::Bool,
        Some(SettingType::Whole) => Kind::Number { min: i64::MIN, max: i64::MAX },
        Some(SettingType::Decimal) => Kind::Decimal,
        Some(SettingType::Money) => Kind::Money(None),
        Some(SettingType::Text | SettingType::Line) => Kind::Text,
        Some(SettingType::Long) => Kind::Long,
        Some(SettingType::List) => Kind::List,
        Some(SettingType::Images) => Kind::Images,
        None => values.iter().flatten().find_map(Kind::of).unwrap_or(Kind::Json),
    }
}

/// Known values of one setting, besides its schema.
#[derive(Clone, Copy, Default)]
pub struct Said<'a> {
    /// Setting in the answer about the account or the one domain.
    pub here: Option<&'a Setting>,
    /// Setting of the account, used for several domains, which have no such answer.
    pub account: Option<&'a Setting>,
    /// Currency of the amounts beside it, and that of the profile, as far as these are known.
    pub currency: Option<&'a Currency>,
    pub profile: Option<&'a Currency>,
}

/// Value inherited by a setting without an own value at this level, and where it comes from; `None` if unknown.
fn inherited(name: &str, of: Option<&SettingSchema>, said: Said<'_>, at: At) -> (Option<Value>, &'static str) {
    match (said.profile, inherited_by_answer(of, said, at)) {
        // The currency of the profile counts before the service's own default, which the answer has as in force.
        (Some(profile), (_, DEFAULT)) if name == CURRENCY => (Some(Value::text(&*profile.0)), PROFILE),
        (None, (_, DEFAULT)) if name == CURRENCY => (None, ""),
        (_, inherited) => inherited,
    }
}

fn inherited_by_answer(of: Option<&SettingSchema>, said: Said<'_>, at: At) -> (Option<Value>, &'static str) {
    let default = of.and_then(|of| json(&of.default));
    if at == At::Account {
        return (default, DEFAULT);
    }
    let Some(here) = said.here else {
        return match said.account {
            Some(account) if account.source.is(&SettingSource::Default) => (json(&account.value), DEFAULT),
            Some(account) => (json(&account.value), ACCOUNT),
            None if of.is_some_and(|of| of.account_level.is(&false)) => (default, DEFAULT),
            None => (None, ""),
        };
    };
    let account = json(&here.account_value).filter(|value| *value != Value::Null);
    let in_force = json(&here.value);
    match here.source.get() {
        Some(SettingSource::Account) => (in_force.or(account), ACCOUNT),
        Some(SettingSource::Default) => (in_force.or(default), DEFAULT),
        _ if account.is_some() => (account, ACCOUNT),
        _ => (default, DEFAULT),
    }
}

/// Field of a setting at a level; `None` where it is not edited there.
pub fn known(name: &str, of: Option<&SettingSchema>, said: Said<'_>, at: At) -> Option<Entry> {
    let setting = said.here;
    let level = of.map(|of| if at == At::Account { &of.account_level } else { &of.domain_level });
    if level.is_some_and(|level| level.is(&false)) {
        return None;
    }
    let default = of.and_then(|of| json(&of.default));
    let in_force = setting.and_then(|setting| json(&setting.value));
    let like = of.and_then(|of| of.allowed_values.get()?.first().cloned()).map(Value::from);
    let label = sale_label(name).map(str::to_owned).or_else(|| of.and_then(|of| words(&of.label)));
    let label = label.unwrap_or_else(|| title_of(name));
    let (inherited, from) = inherited(name, of, said, at);
    let kind = kind(name, of, &[in_force, inherited.clone(), default], said.currency);
    let mut field = Field::of(name.to_owned(), label, kind, None);
    field.like = like;
    if let Some(explain) = of.and_then(|of| words(&of.explain)) {
        field.help = explain.into();
    }
    let available = of.is_none_or(|of| !of.available.is(&false));
    if !available {
        field.locked = Some("Not part of this account.".into());
        field.set_unread("not available");
    }
    // The inherited value is known to be empty.
    let is_empty =
        |value: &Value| matches!(value, Value::Null) || matches!(value, Value::Text(text) if text.is_empty());
    if !from.is_empty() && inherited.as_ref().is_some_and(is_empty) {
        field.nothing = "none".into();
    }
    field.inherit(inherited.unwrap_or(Value::Null));
    if PRICES.contains(&name) && !from.is_empty() {
        field.nothing = NO_PRICE.into();
    }
    match setting.and_then(|setting| setting.source.get()).filter(|_| at == At::Account) {
        Some(SettingSource::Default) => field.aside = from.into(),
        Some(SettingSource::Account) => field.aside = "own".into(),
        _ => {}
    }
    let category = of.and_then(|of| words(&of.category)).unwrap_or_else(|| OTHER.to_owned());
    let mut entry = Entry { field, category, from };
    if let (At::Domain, Some(source)) = (at, setting.and_then(|setting| setting.source.get())) {
        entry.say_source(Some(*source == SettingSource::Domain));
    }
    Some(entry)
}

/// Entry of the schema with this name.
pub fn entry<'a>(schema: Option<&'a Paged<SettingSchema>>, name: &str) -> Option<&'a SettingSchema> {
    schema?.values().find(|entry| entry.name.raw() == name)
}
