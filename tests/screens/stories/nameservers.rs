//! Nameservers: copied for the registrar; a name for them is created after a question that is answered by typing it.

use parkade::api::errors::NAMESERVER_LIMIT;
use parkade::client::{Failure, FailureKind, ServiceError};
use parkade::screens::ALL;
use parkade::store::Intent;
use parkade::store::writes::intent::NameNameservers;
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::failure;
use crate::support::nameservers::fill;

fn open() -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 30).open("nameservers", "");
    fill(&mut story);
    story.sent();
    story
}

fn writes(story: &mut Story) -> Vec<Intent> {
    let write = |effect| if let Effect::Write(intent) = effect { Some(intent) } else { None };
    story.sent().into_iter().filter_map(write).collect()
}

fn copied(story: &mut Story) -> Option<String> {
    story.sent().into_iter().find_map(|effect| if let Effect::Copy { text, .. } = effect { Some(text) } else { None })
}

/// Words of the frame without borders and line breaks.
fn dense(story: &mut Story) -> String {
    story.snap().replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn nameservers_and_records_are_listed_in_order_and_copied_by_y() {
    let mut story = open();
    let frame = story.snap();
    let at = |words: &str| frame.find(words).unwrap_or_else(|| panic!("{words}:\n{frame}"));
    assert!(at("ns1.parking.example") < at("ns2.harbour.") && at("ns2.harbour.") < at("5f1c.verify."), "{frame}");
    assert!(dense(&mut story).contains("To verify without changing nameservers, set the CNAME or TXT record."));
    story.keys("y");
    assert_eq!(copied(&mut story).as_deref(), Some("ns1.parking.example"));
    story.keys("G y");
    assert_eq!(copied(&mut story).as_deref(), Some("parking-verification=5f1c0a"));
    story.keys("g g space space y");
    assert_eq!(copied(&mut story).as_deref(), Some("ns1.parking.example\nns2.harbour.parking.example"));
}

#[test]
fn a_nameserver_name_is_created_only_after_its_effects_were_shown_and_it_was_typed() {
    let mut story = open();
    story.keys("+").typed("Lighthouse").keys("enter");
    let question = dense(&mut story);
    for words in ["permanent", "can never be used again", "verified domains keep working", "a few names in a year"] {
        assert!(question.contains(words), "{words}:\n{question}");
    }
    story.wait(1_000).keys("y").keys("enter");
    assert_eq!(writes(&mut story), [], "y is no answer");
    story.keys("esc").line("nameservers.create Lighthouse").wait(1_000).typed("lighthouse").keys("enter");
    assert_eq!(writes(&mut story), [Intent::NameNameservers(NameNameservers::new("lighthouse"))]);
    assert!(story.sync().snap().contains("Creating nameserver name lighthouse"), "{}", story.snap());
}

#[test]
fn an_impossible_nameserver_name_is_refused_before_anything_is_asked() {
    let mut story = open();
    let long = "a".repeat(64);
    for (name, why) in [
        (long.as_str(), "63 at most"),
        ("two-words", "letters and digits"),
        ("ns.x", "letters and digits"),
        ("HARBOUR", "current"),
    ] {
        story.line(&format!("nameservers.create {name}"));
        assert!(story.snap().contains(why), "{name}: {}", story.snap());
        assert!(!story.shell.layer_names().contains(&"dialog"), "{name}");
        story.keys("esc");
    }
    assert_eq!(writes(&mut story), []);
}

#[test]
fn beyond_the_yearly_maximum_the_list_says_when_the_next_name_is_possible() {
    let mut story = open();
    story.line("nameservers.create pier9").wait(1_000).typed("pier9").keys("enter").sync();
    let said = "The next is possible on 4 May 2027.";
    let error = ServiceError { code: NAMESERVER_LIMIT.into(), message: said.into(), field: None };
    story.settle(Some(&Failure { status: Some(429), errors: vec![error], ..failure(FailureKind::Refused) }));
    story.wait(30_000);
    let words = dense(&mut story);
    assert!(words.contains("Not created: nameserver name pier9") && words.contains(said), "{words}");
}
