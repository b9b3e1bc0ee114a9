//! Images as the service would answer them, for stories.

use parkade::api::settings;
use parkade::screens::ALL;
use parkade::store::images_page;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::NOW;

/// A valid GIF of one pixel.
pub const GIF: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// Images of the stories, newest first: both types, and one address with an escape sequence.
pub fn rows() -> Vec<Value> {
    [
        (731, "external", "https://harbourlane.example/img/night.jpg", 12),
        (703, "hosted", "https://images.parking.example/703/orchard.jpg", 118),
        (702, "hosted", "https://images.parking.example/702/\u{1b}[31mworkshop.png", 118),
        (611, "hosted", "https://images.parking.example/611/logo.svg", 1_002),
    ]
    .map(|(id, kind, url, days)| image(id, kind, url, NOW - days * 86_400))
    .to_vec()
}

/// An image as the service lists it.
pub fn image(id: i64, kind: &str, url: &str, date: i64) -> Value {
    json!({ "image_id": id, "type": kind, "url": url, "date_added": date })
}

/// Answers the list with these rows.
pub fn fill_with(story: &mut Story, rows: &[Value]) {
    let page = json!({ "page": 1, "per_page": 200, "total": rows.len() });
    story.answer(&images_page(1), &json!({ "images": rows, "pagination": page }).to_string());
}

/// Answers the list, and that image 611 is the account's cover.
pub fn fill(story: &mut Story) {
    let covers = json!({ "value": { "images": [{ "id": 611 }] }, "source": "account" });
    story.answer(&settings::Get {}, &json!({ "settings": { "cover_images": covers } }).to_string());
    fill_list(story);
}

/// Answers the list alone.
pub fn fill_list(story: &mut Story) {
    fill_with(story, &rows());
}

/// The screen with its list.
pub fn open() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("images", "");
    fill(&mut story);
    story.sent();
    story
}
