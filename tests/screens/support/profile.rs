//! The seller's profile as the service answers it.

use parkade::api::profile::Get;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use super::portfolio;

/// A profile with most fields filled in.
pub fn full() -> Value {
    json!({
        "profile": {
            "display_name": "Harbour Lane Domains", "website": "https://harbourlane.example",
            "website_use_portfolio": false, "atom_network_id": "harbour_1", "wise_business_id": null,
            "user_card_html": "<p>Domains since 2004.</p>\n<p>Write in English or German.</p>",
            "social_email": "hello@harbourlane.example", "social_phone_number": "+44 117 496 0100",
            "social_whatsapp": null, "social_telegram": "harbourlane", "social_signal": null, "social_sms": null,
            "social_x": "harbourlane", "social_linkedin": null, "contact_icons_position": "below",
            "avatar_visibility": "everyone", "default_currency": "EUR"
        },
        "parking_email": "sales@harbourlane.example",
        "payment_emails": { "paypal": "pay@harbourlane.example", "escrow": "escrow@harbourlane.example" }
    })
}

/// The profile with other values of these fields.
pub fn with(changes: &Value) -> Value {
    let mut answer = full();
    for (name, value) in changes.as_object().expect("fields") {
        answer["profile"][name] = value.clone();
    }
    answer
}

/// Answers the profile with this one.
pub fn answer(story: &mut Story, answer: &Value) {
    portfolio::no_currency_set(story);
    story.answer(&Get {}, &answer.to_string());
}
