//! Changes a campaign, deactivates it or activates it again, by calls that not every service has.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::super::edit::{self, Edit, Values};
use super::super::kind::{Kind, Refusal, Said, Undone};
use super::super::rule::{Back, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{FieldName, Intent, Item, Subject, Value};
use super::add_campaign::ADS;
use super::fields::called;
use crate::api::limits::BULK;
use crate::api::types::{Campaign, ads_answer};
use crate::api::{Call, DecodeError, Patch, Request, ads};
use crate::base::Timestamp;
use crate::client::Failure;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe, ReadAgain};

/// Fields of a campaign (dynamic ads API, and its extension) with their labels.
const CAMPAIGN_FIELDS: [(&str, &str); 8] = [
    ("horizontal_logo_url", "Wide logo"),
    ("vertical_logo_url", "Tall logo"),
    ("theme", "Theme colour"),
    ("logo_action", "Logo opens"),
    ("ad_tag", "Tracking tag"),
    ("horizontal_logo_size", "Wide logo width"),
    ("vertical_logo_size", "Tall logo width"),
    (ACTIVE, "Active"),
];

/// Label of a field of a campaign; for a field not in the documents, its name in words.
pub fn campaign_label(field: &str) -> String {
    called(&CAMPAIGN_FIELDS, field)
}

/// Reason given once the service has shown that it lacks the calls that change campaigns.
pub const NO_CAMPAIGN_CALLS: &str = "This service does not offer changing campaigns.";

const ACTIVE: &str = "is_active";

/// Sets fields of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveCampaign {
    pub campaign: i64,
    /// Changes; empty in the journal, where the targets have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
}

impl Verb {
    pub const SAVE_CAMPAIGN: Self = Self("SaveCampaign");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::SAVE_CAMPAIGN,
    topic: Topic::VALUES,
    noun: Noun::FIELD,
    asked: "Save {}",
    done: "saved",
    doing: "Saving {}",
    undone: "restored",
    action: "save {}",
    consequence: "The ads show it at once. A campaign that is not active keeps its listings and clicks.",
    back: Back::Inverse,
    way_back: "Press u to undo; a logo is loaded again from its address.",
    travel: Travel::Together(BULK),
    still: Still::alike("nothing changed"),
    skips_so: true,
    ..ADS
}];

/// Value of a field of a campaign; `None` where the answer does not have it.
pub fn campaign_value(campaign: &Campaign, field: &str) -> Option<Value> {
    match field {
        // These two have different names in different answers, and are members of `Campaign`.
        "ad_tag" => campaign.tag.as_deref().map(Value::text),
        ACTIVE => campaign.active.map(Value::Bool),
        field => campaign.members.get(field).cloned().map(Value::from),
    }
}

impl SaveCampaign {
    /// Write that activates or deactivates a campaign.
    pub fn active(campaign: i64, before: Option<bool>, after: bool) -> Self {
        let (before, after) = (before.map(Value::Bool), Value::Bool(after));
        Self { campaign, edits: vec![Edit { field: FieldName::fixed(ACTIVE), before, after }] }
    }

    fn subject(&self) -> Subject {
        Subject::Campaign(self.campaign.to_string().into())
    }

    /// True for a write that only deactivates the campaign.
    fn ends(&self) -> bool {
        matches!(self.edits.as_slice(), [edit] if edit.field.as_str() == ACTIVE && edit.after == Value::Bool(false))
    }

    fn probe(&self) -> Probe {
        Probe::answer(&ads::Campaign { campaign_id: self.campaign })
    }
}

impl Values for SaveCampaign {
    fn label(&self, item: &Item) -> String {
        item.field.as_ref().map(|field| campaign_label(field.as_str())).unwrap_or_default()
    }

    fn found(&self, found: &Found, item: &Item) -> Option<Value> {
        campaign_value(found.answer::<Campaign>()?, item.field.as_ref()?.as_str())
    }
}

impl Kind for SaveCampaign {
    fn items(&self) -> Vec<Item> {
        Edit::items(&self.edits, &self.subject())
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { campaign: self.campaign, edits: targets.filter_map(Edit::of).collect() }.into())
    }

    fn call(&self, items: &[Item]) -> Call {
        if self.ends() {
            return ads::EndCampaign { campaign_id: self.campaign }.call();
        }
        let after = |field: &str| {
            let item = items.iter().find(|item| item.field.as_ref().is_some_and(|own| own.as_str() == field))?;
            Edit::find(&self.edits, item).map(|edit| Json::from(edit.after.clone()))
        };
        let text = |field: &str| after(field).and_then(|value| value.as_str().map(str::to_owned));
        let size = |field: &str| match after(field) {
            None => Patch::Keep,
            Some(value) => value.as_u64().and_then(|size| size.try_into().ok()).map_or(Patch::Clear, Patch::Set),
        };
        ads::SaveCampaign {
            campaign_id: self.campaign,
            horizontal_logo_url: text("horizontal_logo_url"),
            vertical_logo_url: text("vertical_logo_url"),
            theme: text("theme"),
            ad_tag: text("ad_tag"),
            horizontal_logo_size: size("horizontal_logo_size"),
            vertical_logo_size: size("vertical_logo_size"),
            logo_action: match after("logo_action") {
                None => Patch::Keep,
                Some(Json::String(address)) => Patch::Set(address),
                Some(_) => Patch::Clear,
            },
            is_active: after(ACTIVE).and_then(|value| value.as_bool()),
        }
        .call()
    }

    /// Takes the values as the service has saved them (a logo at the service's address, a width within its limits),
    /// because an undo compares with these.
    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        let Some(campaign) = Campaign::in_answer(&ads_answer(body)?) else { return Ok(Said::done()) };
        let saved = items
            .iter()
            .filter_map(|item| Some((item.clone(), campaign_value(&campaign, item.field.as_ref()?.as_str())?)));
        Ok(Said::Saved(saved.collect()))
    }

    fn size(&self) -> usize {
        self.edits.len()
    }

    fn what(&self) -> String {
        match self.edits.as_slice() {
            [one] => format!("“{}” of campaign {}", campaign_label(one.field.as_str()), self.campaign),
            several => format!("{} of campaign {}", self.rule().noun.count(several.len()), self.campaign),
        }
    }

    fn after(&self, item: &Item) -> Value {
        Edit::find(&self.edits, item).map_or(Value::Null, |edit| edit.after.clone())
    }

    fn why_not(&self, grounds: &Grounds<'_>, _: Timestamp) -> Option<String> {
        grounds.session.no_campaign_calls.then(|| NO_CAMPAIGN_CALLS.to_owned())
    }

    fn before(&self, _: &Grounds<'_>, item: &Item) -> Option<Value> {
        Edit::find(&self.edits, item)?.before.clone()
    }

    fn refusal(&self, refused: &Failure, item: &Item) -> Refusal {
        edit::refusal(refused, item)
    }

    fn values(&self) -> Option<&dyn Values> {
        Some(self)
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        Some(Self { campaign: self.campaign, edits: Edit::all_back(undone) }.into())
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Self::probe(self))]
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Self::probe(self))
    }
}
