//! Ads campaigns as the service would answer them, for stories.

use parkade::api::ads::{Campaign, Campaigns};
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::{Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::{NOW, failure};

/// A campaign as the service lists it.
pub fn campaign(id: i64, tag: &str, theme: &str, active: bool) -> Value {
    json!({
        "campaign_id": id, "campaign_tag": tag,
        "horizontal_logo_url": format!("https://images.parking.example/ads/{id}/horizontal.png"),
        "vertical_logo_url": null, "theme": theme, "logo_action": "https://shop.example/?from=parking",
        "horizontal_logo_size": 120, "vertical_logo_size": null, "is_active": active,
        "date_created": NOW - id % 7 * 86_400, "listing_count": id * 3,
    })
}

/// Campaigns of the stories, newest first; one tag has an escape sequence.
pub fn rows() -> Vec<Value> {
    vec![
        campaign(904, "autumn", "#b45309", true),
        campaign(903, "spr\u{1b}[31ming", "#0f766e", true),
        campaign(902, "premium", "#1d4ed8", false),
        campaign(901, "c901", "no colour", true),
    ]
}

/// Answers the list with these rows.
pub fn fill_with(story: &mut Story, rows: &[Value]) {
    story.answer(&Campaigns {}, &json!({ "campaigns": rows }).to_string());
}

/// Answers the list with [`rows`].
pub fn fill(story: &mut Story) {
    fill_with(story, &rows());
}

/// Answers the read of one campaign.
pub fn one(story: &mut Story, campaign: &Value) {
    let campaign_id = campaign["campaign_id"].as_i64().expect("a number");
    story.answer(&Campaign { campaign_id }, &json!({ "campaign": campaign }).to_string());
}

/// Loses the answers to all open writes.
pub fn lose(story: &mut Story) {
    let open: Vec<_> = story.store.journal().entries().filter(|entry| entry.open()).map(|entry| entry.id).collect();
    for entry in open {
        let step = WriteStep::Unknown(failure(FailureKind::Timeout));
        story.store.settle(WriteProgress { entry, targets: Which::All, step, at: story.now });
    }
    story.sync();
}

/// The screen with its list.
pub fn open() -> Story {
    let mut story = Story::new(ALL);
    "https://park.example/".clone_into(&mut story.store.session_mut().base_url);
    story.size(160, 48).open("ads", "");
    fill(&mut story);
    story.sent();
    story
}
