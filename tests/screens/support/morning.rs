//! Home with one thing of each kind that the morning run shows.

use parkade::base::{Moment, Timestamp};
use parkade::screens::ALL;
use parkade::store::notes::{Key, NoteChange};
use parkade::store::{Subject, Tab};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use super::inbox::{fill, first_page, rows, unsent_page, walk};
use super::{portfolio, senders};

/// Two inquiries that wait, and one that was held back.
pub fn inquiries() -> Vec<Value> {
    let mut all = rows()[..3].to_vec();
    all[2]["delivery"] = json!({ "state": "unsent", "reason": "below_min_offer" });
    all[2]["email_confirmed"] = json!(false);
    all
}

/// Two leads, an offer that was held back, a reminder of a domain, and findings.
pub fn home() -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 40).open("home", "");
    let all = inquiries();
    fill(&mut story, Tab::Active, &all[..2]);
    walk(&mut story, &all);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&all[2..], 1, [0, 1, 0, 0, 0]));
    portfolio::all(&mut story);
    senders::fill_with(&mut story, &[]);
    let due = Moment::At(Timestamp(NOW.0 - 3_600)).kept();
    let about = Subject::Domain("greenhaus.com".into());
    story.store.change_notes(vec![NoteChange::new(about, Key::Remind, &due)], String::new(), NOW);
    story.sync();
    story
}

/// The morning run after `passed` things were passed over.
pub fn run(passed: usize) -> Story {
    let mut story = home();
    let parking = r#"{"profile":{},"parking_email":"sales@seller.example","payment_emails":{}}"#;
    story.answer(&parkade::api::profile::Get {}, parking);
    story.keys("k enter").hold("space", passed);
    story.sent();
    story
}

/// The morning run in a window with few lines, after these keys.
pub fn low(keys: &[&str]) -> Story {
    let mut story = run(0);
    story.size(80, 12).sync().draw();
    for key in keys {
        story.keys(key);
    }
    story
}
