//! The portfolio site: fields of any type the service returns, the effects of a save named before it, the host from a
//! list, and undo.

use parkade::api::errors::ErrorEntry;
use parkade::client::{Failure, FailureKind};
use parkade::screens::ALL;
use parkade::store::Intent;
use parkade::store::writes::intent::SavePortfolio;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::{Value as Json, json};

use crate::support::portfolio;
use crate::support::site::{answer, full, with};

fn opened_with(site: &Json) -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 40).keys("8");
    answer(&mut story, site);
    story.sent();
    story
}

fn opened() -> Story {
    opened_with(&full())
}

/// The changes of the write that was sent, by name.
fn saved(story: &mut Story) -> Option<Json> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Write(Intent::Portfolio(SavePortfolio { edits })) => {
            Some(edits.into_iter().map(|edit| (edit.field.to_string(), Json::from(edit.after))).collect())
        }
        _ => None,
    })
}

/// Saves the staged changes after reading the question; returns the question.
fn save(story: &mut Story, typed: &str) -> String {
    story.sent();
    let question = story.keys("ctrl-s").wait(400).snap();
    if typed.is_empty() {
        story.keys("y");
    } else {
        story.keys("y");
        assert_eq!(saved(story), None, "a y is not enough");
        story.keys("ctrl-u").typed(typed).keys("enter");
    }
    question
}

#[test]
fn help_that_several_fields_share_is_shown_once() {
    let mut story = opened_with(&with(&json!({ "tagline": null, "subtitle": null, "imprint": null })));
    story.size(160, 60);
    let frame = story.snap();
    assert_eq!(frame.matches("{…}").count(), 1, "{frame}");
}

#[test]
fn the_kind_of_a_field_follows_from_its_value() {
    let mut story = opened();
    for line in [
        "title=Ours",
        "tagline=12 & more",
        "columns=2",
        "show_prices=no",
        "languages=de, en, nl",
        "order=2, 9",
        "opening={\"from\":8}",
    ] {
        story.line(&format!("set {line}"));
    }
    let question = save(&mut story, "");
    assert!(question.contains("Show prices: yes → no"), "{question}");
    let expected = json!({
        "title": "Ours", "tagline": "12 & more", "columns": 2, "show_prices": false, "languages": ["de", "en", "nl"],
        "order": [2, 9], "opening": { "from": 8 },
    });
    assert_eq!(saved(&mut story), Some(expected), "{question}");
}

#[test]
fn an_empty_field_takes_the_type_of_the_typed_text() {
    for (typed, sent) in [
        ("Come in", json!("Come in")),
        ("611", json!(611)),
        ("\"611\"", json!("611")),
        ("true", json!(true)),
        ("[\"en\"]", json!(["en"])),
    ] {
        let mut story = opened();
        story.line(&format!("set tagline={typed}"));
        save(&mut story, "");
        assert_eq!(saved(&mut story), Some(json!({ "tagline": sent })), "{typed}");
    }
    let mut story = opened();
    for (line, why) in [
        ("columns=two", "not a number"),
        ("show_prices=perhaps", "neither yes nor no"),
        ("opening={", "Not JSON"),
        ("url=https://a.example", "Address is read-only"),
        ("tilte=x", "title"),
        ("title", "Usage"),
    ] {
        let frame = story.line(&format!("set {line}")).snap();
        assert!(frame.contains(why), "{line}: {frame}");
    }
}

#[test]
fn a_field_is_cleared_and_a_text_of_several_lines_is_written_in_the_editor() {
    let mut story = opened();
    story.line("set title=x").keys("backspace d");
    assert!(story.snap().contains("(empty)"), "{}", story.snap());
    story.keys("j E");
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { slot, text, .. }) => Some((slot, text)),
        _ => None,
    });
    let (slot, text) = asked.expect("the editor opens");
    assert_eq!(text, "");
    story.store.files_mut().put_text(slot, Ok("One\nTwo\n".into()));
    story.sync();
    save(&mut story, "");
    assert_eq!(saved(&mut story), Some(json!({ "title": null, "tagline": "One\nTwo" })));
}

#[test]
fn turning_the_site_off_names_its_effects_and_an_undo_brings_the_host_back() {
    let mut story = opened();
    story.keys("space");
    let question = save(&mut story, "");
    assert!(question.contains("its host solarpark.de is released, the permanent link is kept"), "{question}");
    let lists = ["Save 2 fields", "Host domain: “solarpark.de” → (empty)"];
    assert!(lists.iter().all(|words| question.contains(words)), "{question}");
    assert_eq!(saved(&mut story), Some(json!({ "enabled": false, "host_domain": null })));
    story.settle(None);
    answer(&mut story, &with(&json!({ "enabled": false, "host_domain": null, "url": null })));
    let frame = story.keys("u").snap();
    assert!(frame.contains("Site set to yes, Host domain set to “solarpark.de”"), "{frame}");
}

#[test]
fn the_host_is_chosen_among_the_verified_domains() {
    let mut story = opened_with(&with(&json!({ "host_domain": null })));
    portfolio::all(&mut story);
    let frame = story.keys("8 G k k k k k k k k k e").snap();
    assert!(frame.contains("Host domain") && frame.contains("solarpark.de"), "{frame}");
    assert!(!frame.contains("unverified"), "{frame}");
    story.keys("enter");
    let question = save(&mut story, "");
    assert!(question.contains("Framing in an iframe is turned on for "), "{question}");
    let sent = saved(&mut story).expect("sent");
    assert!(sent["host_domain"].is_string() && sent.as_object().expect("an object").len() == 1, "{sent}");
}

#[test]
fn giving_up_a_public_name_needs_the_name_typed() {
    for (line, after) in [("set public_name=", Json::Null), ("set public_name=quay", json!("quay"))] {
        let mut story = opened();
        story.line(line);
        let question = save(&mut story, "harbour-lane");
        assert!(question.contains("“harbour-lane” becomes free"), "{question}");
        assert_eq!(saved(&mut story), Some(json!({ "public_name": after })));
    }
    // The undo that gives up the new name asks for it, too.
    let mut story = opened_with(&with(&json!({ "public_name": null })));
    story.line("set public_name=quay");
    save(&mut story, "");
    story.settle(None);
    answer(&mut story, &with(&json!({ "public_name": "quay" })));
    story.sent();
    let frame = story.keys("u").wait(400).snap();
    assert!(frame.contains("“quay” becomes free"), "{frame}");
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::Reverse(_))));
    story.typed("quay").keys("enter");
    assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Reverse(_))));
}

#[test]
fn each_refusal_is_shown_beside_its_field() {
    let refused = |code: &str, field: Option<&str>, message: &str| {
        let error = ErrorEntry { code: code.into(), message: message.into(), field: field.map(Into::into) };
        Failure { status: Some(400), errors: vec![error], ..Failure::new(FailureKind::Refused, "") }
    };
    let mut story = opened();
    story.line("set columns=9").line("set title=Ours");
    save(&mut story, "");
    let no = refused("np_parking_api_error_invalid_settings", Some("columns"), "From 1 to 6.");
    let frame = story.settle(Some(&no)).wait(10_000).snap();
    assert!(frame.contains("From 1 to 6.") && frame.contains("2 changes not saved"), "{frame}");

    let mut story = opened_with(&with(&json!({ "host_domain": null })));
    story.line("set host_domain=nobody.example");
    save(&mut story, "");
    let no = refused("np_parking_api_error_domain_not_found", None, "No such domain.");
    let frame = story.settle(Some(&no)).wait(10_000).snap();
    let lines: Vec<&str> = frame.lines().collect();
    let at = lines.iter().position(|line| line.contains("nobody.example")).expect("the field");
    assert!(lines[at + 1].contains("No such domain."), "{frame}");
    assert!(frame.contains("nobody.example"), "{frame}");
}

#[test]
fn the_profile_is_the_tab_beside_the_site() {
    let mut story = opened();
    story.keys("]");
    assert_eq!(story.shell.current(), Some("profile"));
    story.keys("[");
    assert_eq!(story.shell.current(), Some("site"));
    story.line("tab profile");
    assert_eq!(story.shell.current(), Some("profile"));
}

#[test]
fn the_site_is_opened_and_its_addresses_copied() {
    let mut story = opened();
    story.keys("o").wait(400).keys("y");
    assert!(story.sent().contains(&Effect::OpenUrl("https://solarpark.de/".to_owned())));
    let frame = story.keys("y").snap();
    assert!(frame.contains("permanent link") && frame.contains("harbour-lane"), "{frame}");
    let mut story = opened_with(&with(&json!({ "url": null })));
    assert!(story.keys("o").snap().contains("The site has no address now."));
}

/// Site and Profile are tabs of one place, as those of Account are.
#[test]
fn site_and_profile_are_tabs_of_one_place_that_stays_highlighted() {
    let mut story = opened();
    assert!(story.snap_header().contains("8 Site"), "{}", story.snap_header());
    story.keys("]");
    assert_eq!(story.shell.current(), Some("profile"));
    let frame = story.snap();
    let header = frame.lines().next().unwrap_or_default();
    assert!(header.contains("7 Settings  8 Site  9 Account") && !header.contains("Profile"), "{frame}");
    assert!(frame.lines().nth(1).is_some_and(|tabs| tabs.contains("Site") && tabs.contains("Profile")), "{frame}");
    story.line("tab site");
    assert_eq!(story.shell.current(), Some("site"));
}

#[test]
fn a_field_is_found_by_its_words_and_esc_shows_all_again() {
    let mut story = opened();
    story.keys("/").typed("host");
    let frame = story.snap();
    assert!(frame.contains("Host domain") && !frame.contains("Public name"), "{frame}");
    story.keys("enter");
    assert!(story.snap().contains("esc clears"), "{}", story.snap());
    story.keys("esc");
    assert!(story.snap().contains("Public name"), "{}", story.snap());
    story.line("find nowhere");
    assert!(story.snap().contains("No match for nowhere"), "{}", story.snap());
    // A value set by name is shown even if a search would hide its field.
    story.line("set columns=2");
    let frame = story.snap();
    assert!(frame.contains("1 change not saved") && frame.contains("Public name"), "{frame}");
}
