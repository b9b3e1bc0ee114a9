//! The ads service: campaigns and listings, with a key of its own. Its answers are not documented, so they are read
//! as open JSON.

use serde_json::Value;

use super::abilities::{ADS_READ, ADS_WRITE};
use super::endpoint::Needs;
use super::types;
use super::wire::Patch;
use crate::base::{DomainName, Timestamp};

/// Path of the public page of a campaign, relative to the service's base address.
pub fn preview_path(campaign_tag: &str, campaign_id: i64) -> String {
    format!("ads/listings/{}.{campaign_id}/preview", super::wire::segment(campaign_tag))
}

endpoints! {
    about [Campaigns];

    /// Creates a campaign; logos are fetched and hosted by the service.
    ///
    /// Dynamic ads API: Endpoints.
    CreateCampaign "ads.create_campaign" ByUser = Ads POST "ads/campaigns", Needs::NotShown, {
            json horizontal_logo_url: Option<String>,
            json vertical_logo_url: Option<String>,
            /// Colour as `#rrggbb`.
            json theme: Option<String>,
            json logo_action: Option<String>,
        }, touches [Campaigns] => Value;

    /// Your campaigns.
    ///
    /// Dynamic ads API: Endpoints.
    Campaigns "ads.campaigns" Read = Ads GET "ads/campaigns", Needs::Scope(ADS_READ), {} => types::CampaignList;

    /// Advertises one domain in a campaign.
    ///
    /// Dynamic ads API: Endpoints.
    CreateListing "ads.create_listing" ByUser = Ads POST "ads/campaign/{campaign_id}/listing",
        Needs::Scope(ADS_WRITE), {
            path campaign_id: i64,
            json domain: DomainName,
            /// Time at which the advertisement ends; clearing it sends null, so that it does not end.
            json ad_expires_at: Patch<Timestamp>,
            json action_label: Option<String>,
            json action_url: Option<String>,
        }, touches [Campaigns] => Value;

    /// One campaign.
    ///
    /// Dynamic ads API: Endpoints.
    Campaign "ads.campaign" Read = Ads GET "ads/campaign/{campaign_id}", Needs::NotShown,
        { path campaign_id: i64, }, standing Standing::Extension => types::Campaign;

    /// Changes a campaign; only what is given.
    ///
    /// Dynamic ads API: Endpoints.
    SaveCampaign "ads.save_campaign" ByUser = Ads POST "ads/campaign/{campaign_id}", Needs::NotShown, {
            path campaign_id: i64,
            json horizontal_logo_url: Option<String>,
            json vertical_logo_url: Option<String>,
            json theme: Option<String>,
            /// Tag of letters and digits that begins with a letter.
            json ad_tag: Option<String>,
            /// Width in pixels; the service keeps it between 40 and 150.
            json horizontal_logo_size: Patch<u32>,
            /// Width in pixels; the service keeps it between 18 and 40.
            json vertical_logo_size: Patch<u32>,
            json logo_action: Patch<String>,
            json is_active: Option<bool>,
        }, touches [Campaigns], standing Standing::Extension => Value;

    /// Deactivates a campaign; its data, listings and clicks stay.
    ///
    /// Dynamic ads API: Endpoints.
    EndCampaign "ads.end_campaign" ByUser = Ads DELETE "ads/campaign/{campaign_id}", Needs::NotShown,
        { path campaign_id: i64, }, touches [Campaigns], standing Standing::Extension => Value;
}
