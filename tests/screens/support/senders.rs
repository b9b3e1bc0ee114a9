//! Ignored senders as the service would answer them, for stories.

use parkade::api::senders::List;
use parkade::screens::ALL;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::NOW;

/// Ignored senders of the stories, newest first: emails and IP addresses, one with an escape sequence.
pub fn rows() -> Vec<Value> {
    [
        (15, "ip", "2001:db8::7", 1),
        (14, "email", "ceo@freemail.example", 3),
        (12, "email", "spam@\u{1b}[31mspam.example", 40),
        (11, "ip", "192.0.2.7", 90),
        (3, "email", "bulk@spam.example", 400),
    ]
    .map(|(id, kind, value, days)| json!({ "id": id, "type": kind, "value": value, "date": NOW - days * 86_400 }))
    .to_vec()
}

/// Answers the list with these rows.
pub fn fill_with(story: &mut Story, rows: &[Value]) {
    story.answer(&List {}, &json!({ "senders": rows }).to_string());
}

/// Answers the list.
pub fn fill(story: &mut Story) {
    fill_with(story, &rows());
}

/// The screen with its list.
pub fn open() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("senders", "");
    fill(&mut story);
    story.sent();
    story
}
