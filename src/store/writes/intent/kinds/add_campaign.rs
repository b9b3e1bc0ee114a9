//! Creates an ads campaign. The service cannot tell a repeated call from a second campaign, so the call is never sent
//! again; where its answer is lost, the list of campaigns shows the outcome.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::super::kind::{Kind, Refusal, Said};
use super::super::rule::{Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Item, Subject};
use crate::api::types::{Campaign, CampaignList, ads_answer};
use crate::api::{Call, DecodeError, Request, ads};
use crate::base::{Timestamp, clean_line};
use crate::client::{Failure, FailureKind};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Entry;
use crate::store::writes::probe::{Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Campaign to be created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddCampaign {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizontal_logo_url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertical_logo_url: Option<String>,
    /// Colour as `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo_action: Option<String>,
}

impl Verb {
    pub const ADD_CAMPAIGN: Self = Self("AddCampaign");
}

/// Rule shared by writes about campaigns and listings.
pub(super) const ADS: Rule = Rule {
    topic: Topic::ADS,
    noun: Noun::CAMPAIGN,
    travel: Travel::SINGLY,
    undetermined: "look at the campaign before it is sent a second time",
    ..Rule::BASE
};

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::ADD_CAMPAIGN,
    asked: "Create {}",
    done: "created",
    doing: "Creating {}",
    action: "create {}",
    consequence: "The service loads each logo from its address, cleans it and hosts its own copy.",
    still: Still::alike("no campaign was created"),
    ..ADS
}];

/// Reason why nothing can be written to the ads service: its key is missing, or was rejected. `None` without such a
/// reason.
pub fn without_ads_key(grounds: &Grounds<'_>) -> Option<String> {
    let failure = grounds.answers.of(&ads::Campaigns {}).failure?;
    (failure.kind == FailureKind::Unauthorized)
        .then(|| "There is no ads key the service accepts; Account › Ads says how to set one up.".to_owned())
}

/// Name of a campaign that has no number yet. One campaign is created at a time.
const NEW: &str = "the new campaign";

impl AddCampaign {
    /// True when a campaign of the list may be this one. Fields that the list lacks are not compared.
    fn is(&self, campaign: &Campaign) -> bool {
        let told = |name: &str, wanted: Option<&String>| match (campaign.members.get(name), wanted) {
            (Some(Json::String(is)), Some(wanted)) => is.eq_ignore_ascii_case(wanted),
            _ => true,
        };
        // The addresses of logos are not compared, because the service hosts logos at its own addresses.
        told("theme", self.theme.as_ref()) && told("logo_action", self.logo_action.as_ref())
    }
}

impl Kind for AddCampaign {
    fn items(&self) -> Vec<Item> {
        vec![Subject::Campaign(NEW.into()).into()]
    }

    fn call(&self, _: &[Item]) -> Call {
        ads::CreateCampaign {
            horizontal_logo_url: self.horizontal_logo_url.clone(),
            vertical_logo_url: self.vertical_logo_url.clone(),
            theme: self.theme.clone(),
            logo_action: self.logo_action.clone(),
        }
        .call()
    }

    /// Takes every successful answer as done, because its content is not documented.
    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        let made = Campaign::in_answer(&ads_answer(body)?).and_then(|campaign| campaign.id);
        Ok(made.map_or(Said::done(), Said::made))
    }

    fn what(&self) -> String {
        "a campaign".to_owned()
    }

    fn why_not(&self, grounds: &Grounds<'_>, _: Timestamp) -> Option<String> {
        let nothing = (*self == Self::default()).then(|| "A campaign needs a logo, a colour or an address.".to_owned());
        nothing.or_else(|| without_ads_key(grounds))
    }

    /// Names the addresses of the logos if one is refused, because the refusal does not say which.
    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        let logos: Vec<_> = [&self.horizontal_logo_url, &self.vertical_logo_url].into_iter().flatten().collect();
        if logos.is_empty() || refused.code().is_none_or(|code| !code.contains("logo")) {
            return Refusal::Whole;
        }
        let logos: Vec<_> = logos.into_iter().map(|logo| clean_line(logo)).collect();
        let refusal = refused.sentence();
        Refusal::Of(format!("{} ({}); + opens the form again", refusal.trim_end_matches('.'), logos.join(", ")))
    }

    fn made_words(&self, made: i64) -> Option<String> {
        Some(format!("campaign {made} created"))
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::answer(&ads::Campaigns {}))]
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        // Without the number that the newest campaign had before, an older campaign could be taken as this one.
        let [item] = items else { return None };
        entry.target(item)?.newest.map(|_| Probe::answer(&ads::Campaigns {}))
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        let (Some(list), Some(newest)) =
            (found.answer::<CampaignList>(), entry.target(item).and_then(|target| target.newest))
        else {
            return Reading::Failed;
        };
        let newer = list.rows.iter().filter(|row| row.id.is_some_and(|id| id > newest));
        match newer.filter(|row| self.is(row)).find_map(|row| row.id) {
            Some(id) => Reading::Done(Some(id)),
            // A row without a number may be this campaign.
            None if list.newest().is_none() => Reading::Failed,
            None => Reading::Not,
        }
    }
}
