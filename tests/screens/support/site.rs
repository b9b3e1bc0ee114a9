//! The portfolio site as the service answers it.

use parkade::api::portfolio::Get;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

/// A site with a value of every type among its fields.
pub fn full() -> Value {
    json!({ "portfolio": {
        "enabled": true, "url": "https://solarpark.de/", "slug_url": "https://portfolio.example/p/k3x9",
        "public_name": "harbour-lane", "host_domain": "solarpark.de",
        "title": "Domains for sale", "tagline": null, "about_html": "<p>Us.</p>\n<p>Since 2004.</p>", "columns": 3,
        "show_prices": true, "languages": ["en", "de"], "order": [3, 1], "opening": { "from": 9, "to": [17] }
    } })
}

/// The site with other values of these fields.
pub fn with(changes: &Value) -> Value {
    let mut answer = full();
    for (name, value) in changes.as_object().expect("fields") {
        answer["portfolio"][name] = value.clone();
    }
    answer
}

/// Answers the site with this one.
pub fn answer(story: &mut Story, answer: &Value) {
    story.answer(&Get {}, &answer.to_string());
}
