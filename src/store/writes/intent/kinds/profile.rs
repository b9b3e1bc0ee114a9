//! Saves values of the seller's profile.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::super::edit::Edit;
use super::super::rule::{Back, Noun, Rule, Still, Topic, Verb};
use super::super::{Subject, Value};
use super::fields::{Fields, Object, field_value};
use crate::api::replies::Answered;
use crate::api::types::ProfileAnswer;
use crate::api::wire::Changes;
use crate::api::{Reply, profile};

/// Fields of the profile (document 2, *Seller profile*) with their labels.
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
    /// Changes; empty in the journal, where the targets have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
}

impl Verb {
    pub const SAVE_PROFILE: Self = Self("SaveProfile");
}

/// Rule shared by writes of the fields of one thing.
pub(super) const SAVE: Rule = Rule {
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
    skips_so: true,
    ..Rule::BASE
};

pub(super) static RULES: [Rule; 1] = [SAVE];

/// Value of a field in an answer; `None` where the answer does not have it.
pub fn profile_value(answer: &Answered<ProfileAnswer>, field: &str) -> Option<Value> {
    field_value::<SaveProfile>(answer, field)
}

impl From<Vec<Edit>> for SaveProfile {
    fn from(edits: Vec<Edit>) -> Self {
        Self { edits }
    }
}

impl Fields for SaveProfile {
    type Read = profile::Get;
    type Save = profile::Save;

    const SUBJECT: Subject = Subject::Profile;
    const FIELDS: &'static [(&'static str, &'static str)] = &PROFILE_FIELDS;
    const READ: profile::Get = profile::Get {};

    fn edits(&self) -> &[Edit] {
        &self.edits
    }

    fn save(profile: Changes) -> profile::Save {
        profile::Save { profile }
    }

    fn object(answer: &Answered<ProfileAnswer>) -> Option<Object> {
        let mut json: Map<String, Json> = serde_json::from_str(&answer.raw).ok()?;
        if let Json::Object(profile) = json.remove("profile")? { Some(profile) } else { None }
    }

    fn with_object(answer: &Answered<ProfileAnswer>, object: Object) -> Option<Answered<ProfileAnswer>> {
        let mut json: Map<String, Json> = serde_json::from_str(&answer.raw).ok()?;
        json.insert("profile".to_owned(), object.into());
        Answered::decode(Json::from(json).to_string().as_bytes()).ok()
    }
}
