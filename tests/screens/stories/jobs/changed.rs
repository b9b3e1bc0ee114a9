//! The values a CSV import changed: listed old → new with the import, and set back after a review.

use parkade::base::{DomainName, HeldBack};
use parkade::store::writes::intent::{Edit, SettingEdit};
use parkade::store::{FieldName, Subject, Value};
use serde_json::json;

use super::open_jobs;
use crate::support::jobs::{csv_sent, prices_sent};
use crate::support::settings;

#[test]
fn the_values_a_csv_import_changed_are_listed_and_set_back_after_a_review() {
    let mut story = open_jobs();
    story.keys("G b");
    assert!(story.snap().contains("only a CSV import started here keeps them"), "{}", story.snap());
    prices_sent(&mut story, 4_708);
    let told = story.sync().keys("p").snap();
    assert!(told.contains("bergluft.at") && told.contains("1,200 → "), "{told}");
    assert!(told.contains("b sets them back"), "{told}");
    story.keys("esc b");
    assert_eq!(story.shell.current(), Some("review"), "{}", story.snap());
    assert!(story.snap().contains("(not known)  1,200"), "what it is now was not read:\n{}", story.snap());
    settings::own(
        &mut story,
        &[("bergluft.at", json!({ "bin_price": 1_320 })), ("solarpark.de", json!({ "bin_price": 950 }))],
    );
    let review = story.sync().snap();
    assert!(review.contains("1,320  1,200") && review.contains("950    900"), "{review}");
}

#[test]
fn a_price_replaced_together_with_its_currency_is_shown_in_its_old_one() {
    let mut story = open_jobs();
    let name = DomainName::from_service("bergluft.at");
    let edit = |field: &'static str, before: Value, after: Value| SettingEdit {
        subject: Subject::domain(&name),
        edit: Edit { field: FieldName::fixed(field), before: Some(before), after },
    };
    let over = vec![
        edit("bin_price", Value::Whole(1_200), Value::Whole(1_000)),
        edit("currency", Value::text("GBP"), Value::text("EUR")),
    ];
    csv_sent(&mut story, 4_708, over, HeldBack::default());
    let told = story.sync().keys("G p").snap();
    assert!(told.contains("£1,200 → €1,000"), "{told}");
}
