//! Advertises domains in a campaign, one call each. No list shows whether a listing was made, so a listing whose
//! answer was lost stays unknown and is never sent again.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Refusal, Said};
use super::super::rule::{Noun, Rule, Verb};
use super::super::{Intent, Item, Subject, Value};
use super::add_campaign::{ADS, without_ads_key};
use crate::api::types::ads_answer;
use crate::api::{Call, DecodeError, Patch, Request, ads};
use crate::base::{DomainName, Timestamp};
use crate::client::{Failure, FailureKind};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Target;

/// Listing to be created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    pub domain: DomainName,
    /// Time at which the listing ends; `None` for no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ad_expires_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_url: Option<String>,
}

/// Advertises domains in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddListings {
    pub campaign: i64,
    /// Listings; empty in the journal, where the targets have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listings: Vec<Listing>,
}

impl Verb {
    pub const ADD_LISTINGS: Self = Self("AddListings");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::ADD_LISTINGS,
    noun: Noun::DOMAIN,
    asked: "Advertise {}",
    done: "advertised",
    doing: "Advertising {}",
    action: "advertise {}",
    consequence: "Each becomes a listing of the campaign. Changing or ending a listing is not documented, so it is not \
                  possible from here.",
    ways_on: &[(FailureKind::Forbidden, "The ads key needs the scope “np_ads_listings:write”.")],
    ..ADS
}];

impl AddListings {
    /// Subject for the listing of a domain in a campaign.
    pub fn subject(campaign: i64, domain: &DomainName) -> Subject {
        Subject::Listing(format!("{}@{campaign}", domain.punycode()).into())
    }

    fn listing(&self, item: &Item) -> Option<&Listing> {
        self.listings.iter().find(|listing| Self::subject(self.campaign, &listing.domain) == item.subject)
    }
}

impl Kind for AddListings {
    fn items(&self) -> Vec<Item> {
        self.listings.iter().map(|listing| Self::subject(self.campaign, &listing.domain).into()).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let listing = |target: &Target| match &target.after {
            Value::Json(listing) => serde_json::from_value(listing.as_ref().clone()).ok(),
            _ => None,
        };
        Some(Self { campaign: self.campaign, listings: targets.filter_map(listing).collect() }.into())
    }

    fn call(&self, items: &[Item]) -> Call {
        let listing = items.first().and_then(|item| self.listing(item)).cloned();
        let listing = listing.unwrap_or_else(|| Listing {
            domain: DomainName::from_service(""),
            ad_expires_at: None,
            action_label: None,
            action_url: None,
        });
        ads::CreateListing {
            campaign_id: self.campaign,
            domain: listing.domain,
            ad_expires_at: listing.ad_expires_at.map_or(Patch::Keep, Patch::Set),
            action_label: listing.action_label,
            action_url: listing.action_url,
        }
        .call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        ads_answer(body).map(|_| Said::done())
    }

    fn size(&self) -> usize {
        self.listings.len()
    }

    /// Whole listing, so that it can be sent from the journal alone.
    fn after(&self, item: &Item) -> Value {
        let json = self.listing(item).and_then(|listing| serde_json::to_value(listing).ok());
        json.map_or(Value::Null, Value::from)
    }

    fn why_not(&self, grounds: &Grounds<'_>, now: Timestamp) -> Option<String> {
        let over = |listing: &&Listing| listing.ad_expires_at.is_some_and(|end| end <= now);
        let ended = self.listings.iter().find(over).map(|listing| listing.domain.both());
        let ended = ended.map(|name| format!("The ad of {name} would have ended already; choose a later day."));
        ended.or_else(|| without_ads_key(grounds))
    }

    /// Recognizes the refusal of a listing that the campaign already has. Only the words of the refusal say that.
    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        let about_domain = |field: &str| field == "domain";
        let already = |text: &str| text.to_lowercase().contains("already");
        Refusal::so_if(refused.errors.iter().any(|error| {
            error.field.as_ref().is_some_and(|field| about_domain(field.raw())) && already(error.message.raw())
        }))
    }
}
