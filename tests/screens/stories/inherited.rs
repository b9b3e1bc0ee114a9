//! The form over several domains: they inherit the account's values, and unread values are not shown.

use parkade::api::domains::Settings as OfDomain;
use parkade::api::settings::{Get, Schema};
use parkade::base::DomainName;
use parkade::client::{Failure, FailureKind};
use parkade::screens::ALL;
use parkade::store::Value;
use parkade::ui::Place;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::{portfolio, settings};

const VERIFIED: &str = "solarpark.de";
const UNVERIFIED: &str = "xn--80ak6aa92e.com";

fn open(story: &mut Story, names: &[&str]) {
    story.go(Place::SettingsOf(names.iter().copied().map(DomainName::from_service).collect()));
}

/// The form over these domains, with everything read that can be read of verified ones.
fn form(names: &[&str]) -> Story {
    let mut story = settings::domains();
    open(&mut story, names);
    story
}

/// The line of a field.
fn line(story: &mut Story, label: &str) -> String {
    let frame = story.snap();
    // Beside the fields is a text about the one under the cursor.
    let mut fields = frame.lines().map(|line| line.split('│').next().unwrap_or_default());
    fields.find(|line| line.contains(label)).unwrap_or_else(|| panic!("no {label}: {frame}")).to_owned()
}

/// Staged changes: setting, before, after.
fn staged(story: &mut Story) -> Vec<(String, Option<Value>, Value)> {
    story.keys("ctrl-s");
    let edits = story.store.staging().map(|staging| staging.plan.edits.clone()).unwrap_or_default();
    edits.into_iter().map(|edit| (edit.edit.field.to_string(), edit.edit.before, edit.edit.after)).collect()
}

#[test]
fn several_domains_inherit_what_the_account_has_and_not_what_the_schema_has() {
    let mut story = form(&[VERIFIED, "greenhaus.com"]);
    assert!(line(&mut story, "For sale").contains("inherits · default"), "{}", story.snap());
    let offer = line(&mut story, "Lowest offer");
    assert!(offer.contains("inherits") && offer.contains("250") && offer.contains("account"), "{offer}");
    story.line("tab lander");
    assert!(line(&mut story, "headline").contains("inherits · account"), "{}", story.snap());
}

#[test]
fn values_of_the_account_are_not_shown_before_they_are_read() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    portfolio::all(&mut story);
    story.answer(&Schema {}, &settings::schema().to_string());
    settings::own(&mut story, &[]);
    open(&mut story, &[VERIFIED, "greenhaus.com"]);
    let offer = line(&mut story, "Lowest offer");
    assert!(offer.contains("inherit") && !offer.contains('('), "{offer}");
    story.answer(&Get {}, &settings::account().to_string());
    assert!(line(&mut story, "Lowest offer").contains("250"), "{}", story.snap());
}

#[test]
fn a_field_of_several_domains_says_that_it_is_being_read_and_then_shows_its_value() {
    let mut story = form(&[VERIFIED, UNVERIFIED]);
    assert!(line(&mut story, "For sale").contains('…'), "{}", story.snap());
    assert!(story.snap().contains("reading 1 of 2"), "{}", story.snap());
    assert!(story.wanted().iter().any(|key| key.contains(UNVERIFIED)), "{:?}", story.wanted());
    let answer = json!({ "settings": { "for_sale": { "value": false, "source": "domain", "domain_value": false } } });
    story.answer(&OfDomain { name: portfolio::name(UNVERIFIED) }, &answer.to_string());
    assert!(line(&mut story, "For sale").contains("(differs)"), "{}", story.snap());
    assert!(line(&mut story, "Lowest offer").contains("inherit"), "{}", story.snap());
}

#[test]
fn an_unread_value_is_shown_as_unknown_and_no_key_changes_it_to_another() {
    let mut story = form(&[VERIFIED, UNVERIFIED]);
    story.fail(&OfDomain { name: portfolio::name(UNVERIFIED) }, Failure::new(FailureKind::NotFound, "gone"));
    let sale = line(&mut story, "For sale");
    assert!(sale.contains("not known") && !sale.contains(" no "), "{sale}");
    assert!(story.snap().contains("What 1 of 2 domains have of their own was not read."), "{}", story.snap());
    story.keys("space");
    assert!(story.snap().contains("yes") && !story.snap().contains("not saved"), "asks which: {}", story.snap());
    story.keys("esc");
    assert!(line(&mut story, "For sale").contains("not known"), "{}", story.snap());
    story.keys("space enter");
    assert!(line(&mut story, "For sale").contains("was not known"), "{}", story.snap());
    let rows = staged(&mut story);
    assert!(rows.contains(&("for_sale".to_owned(), None, Value::Bool(true))), "no before is made up: {rows:?}");
}

#[test]
fn the_preview_of_a_change_has_no_old_facts_of_a_domain_that_is_gone() {
    let mut story = form(&[VERIFIED, UNVERIFIED]);
    story.fail(&OfDomain { name: portfolio::name(UNVERIFIED) }, Failure::new(FailureKind::NotFound, "gone"));
    story.keys("space enter ctrl-s").size(160, 40);
    let frame = story.keys("j").snap();
    assert!(frame.contains("What was known of it is from before"), "the domain is gone: {frame}");
    assert!(!frame.contains("Verified since"), "{frame}");
}

#[test]
fn a_setting_that_inherits_everywhere_is_not_staged_to_inherit() {
    let mut story = form(&[VERIFIED, "greenhaus.com"]);
    story.keys("d");
    assert!(!story.snap().contains("not saved"), "{}", story.snap());
    // A change staged before the values were known is dropped once the domains turn out to inherit.
    let mut story = form(&[VERIFIED, UNVERIFIED]);
    story.keys("d");
    assert!(line(&mut story, "For sale").contains("was …"), "{}", story.snap());
    story.answer(&OfDomain { name: portfolio::name(UNVERIFIED) }, &json!({ "settings": {} }).to_string());
    assert!(!story.snap().contains("not saved"), "{}", story.snap());
}

#[test]
fn several_choices_are_chosen_in_a_menu_and_saved_as_a_list() {
    let mut schema = settings::schema();
    let rows = schema["schema"].as_array_mut().expect("rows");
    let mut row = rows[5].clone();
    (row["name"], row["label"], row["type"]) = (json!("question_set"), json!("Questions"), json!("choices"));
    (row["default"], row["allowed_values"]) = (json!([]), json!(["timeline", "need", "budget"]));
    rows.insert(0, row);
    let mut account = settings::account();
    account["settings"]["question_set"] = json!({ "value": [], "source": "default" });
    let mut story = settings::open();
    story.answer(&Schema {}, &schema.to_string()).answer(&Get {}, &account.to_string());
    story.line("tab lander").keys("G");
    assert!(line(&mut story, "Questions").contains("inherits"), "{}", story.snap());
    story.keys("e enter j enter esc");
    assert!(line(&mut story, "Questions").contains("timeline, need"), "{}", story.snap());
    story.line("set question_set=[\"need\",\"budget\"]");
    let list = Value::from(json!(["need", "budget"]));
    let rows = staged(&mut story);
    assert_eq!(rows, [("question_set".to_owned(), Some(Value::Null), list)]);
}
