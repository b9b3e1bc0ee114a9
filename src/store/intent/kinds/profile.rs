//! Values of the seller's profile: only what changed is sent, and the service saves all of it or nothing.

use serde::{Deserialize, Serialize};

use super::super::edit::{self, Edit};
use super::super::kind::{Kind, Said, Undone};
use super::super::rule::{Back, Noun, Rule, Still, Topic, Verb};
use super::super::{FieldName, Intent, Item, Subject, Value};
use crate::api::replies::Answered;
use crate::api::types::ProfileAnswer;
use crate::api::{Call, DecodeError, Endpoint, Reply, Request, profile};
use crate::client::Failure;
use crate::store::Store;
use crate::store::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// The fields of the profile (document 2, *Seller profile*) and what they are called.
pub const PROFILE_FIELDS: [(&str, &str); 17] = [
    ("display_name", "Display name"),
    ("website", "Website"),
    ("website_use_portfolio", "Link the portfolio site"),
    ("avatar_visibility", "Avatar shown to"),
    ("default_currency", "Default currency"),
    ("contact_icons_position", "Contact icons"),
    ("social_email", "Email"),
    ("social_phone_number", "Phone"),
    ("social_whatsapp", "WhatsApp"),
    ("social_telegram", "Telegram"),
    ("social_signal", "Signal"),
    ("social_sms", "SMS"),
    ("social_x", "X"),
    ("social_linkedin", "LinkedIn"),
    ("atom_network_id", "Atom network ID"),
    ("wise_business_id", "Wise business ID"),
    ("user_card_html", "Card HTML"),
];

/// Sets fields of the profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveProfile {
    /// Kept as targets, not here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
}

impl Verb {
    pub const SAVE_PROFILE: Self = Self("SaveProfile");
}

static RULE: Rule = Rule {
    verb: Verb::SAVE_PROFILE,
    topic: Topic::VALUES,
    noun: Noun::FIELD,
    asked: "Save {}",
    done: "saved",
    doing: "Saving {}",
    undone: "restored",
    action: "save {}",
    consequence: "Your landers show it at once.",
    back: Back::Inverse,
    way_back: "Press u to undo.",
    still: Still::alike("nothing changed"),
    ..Rule::BASE
};

/// The value of a field in an answer; `None` where it does not carry it.
pub fn profile_value(answer: &Answered<ProfileAnswer>, field: &str) -> Option<Value> {
    let json: serde_json::Value = serde_json::from_str(&answer.raw).ok()?;
    json.get("profile")?.get(field).cloned().map(Value::from)
}

fn value_of(answer: &Answered<ProfileAnswer>, item: &Item) -> Option<Value> {
    profile_value(answer, item.field.as_ref()?.as_str())
}

/// The answer with another value of a field.
fn with_value(answer: &Answered<ProfileAnswer>, field: &FieldName, value: &Value) -> Option<Answered<ProfileAnswer>> {
    let mut json: serde_json::Value = serde_json::from_str(&answer.raw).ok()?;
    json.get_mut("profile")?.as_object_mut()?.insert(field.as_str().to_owned(), value.clone().into());
    Answered::decode(json.to_string().as_bytes()).ok()
}

impl Kind for SaveProfile {
    fn rules() -> &'static [Rule] {
        std::slice::from_ref(&RULE)
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }

    fn items(&self) -> Vec<Item> {
        Edit::items(&self.edits, &Subject::Profile)
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Intent {
        Self { edits: targets.filter_map(Edit::of).collect() }.into()
    }

    fn endpoint(&self) -> &'static Endpoint {
        profile::Save::ENDPOINT
    }

    fn call(&self, items: &[Item]) -> Call {
        let edits = items.iter().filter_map(|item| Edit::find(&self.edits, item));
        let profile = edits.map(|edit| (edit.field.as_str().to_owned(), edit.after.clone().into())).collect();
        profile::Save { profile }.call()
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        let answer = profile::Save::decode(body)?;
        Ok(Said::Saved(items.iter().filter_map(|item| Some((item.clone(), value_of(&answer, item)?))).collect()))
    }

    fn size(&self) -> usize {
        self.edits.len()
    }

    fn what(&self) -> String {
        match self.items().as_slice() {
            [one] => self.label(one),
            items => RULE.noun.count(items.len()),
        }
    }

    fn after(&self, item: &Item) -> Value {
        Edit::find(&self.edits, item).map_or(Value::Null, |edit| edit.after.clone())
    }

    fn before(&self, _: &Store, item: &Item) -> Option<Value> {
        Edit::find(&self.edits, item)?.before.clone()
    }

    fn truth(&self, store: &Store, item: &Item) -> Option<Value> {
        let loaded = store.query(&profile::Get {});
        loaded.value.filter(|_| !loaded.stale).and_then(|answer| value_of(answer, item))
    }

    fn leaves_out_what_is_so(&self) -> bool {
        true
    }

    fn refusal_of(&self, refused: &Failure, item: &Item) -> Option<String> {
        edit::refusal(refused, item)
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        Some(Self { edits: Edit::all_back(undone) }.into())
    }

    fn reads_first<'a>(&'a self, _: &'a Store, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::answer(&profile::Get {}))]
    }

    fn compare(&self, target: &Target, found: &Found) -> Compared {
        let now = found.answer().and_then(|answer| value_of(answer, &target.item()));
        edit::compare(target, now)
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::answer(&profile::Get {}))
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        edit::reading(entry, item, found.answer().and_then(|answer| value_of(answer, item)))
    }

    fn acknowledge(&self, store: &mut Store, item: &Item, value: &Value) {
        let Some(field) = &item.field else { return };
        store.queries.patch(&profile::Get {}.call().key(), |answer| with_value(answer, field, value));
    }

    fn label(&self, item: &Item) -> String {
        let name = item.field.as_ref().map(FieldName::as_str).unwrap_or_default();
        PROFILE_FIELDS.iter().find(|(known, _)| *known == name).map_or(name, |(_, label)| label).to_owned()
    }
}
