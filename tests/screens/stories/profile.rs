//! The seller's profile: edited field by field, reviewed, saved, refused, undone, and never lost.

use parkade::api::errors::ErrorEntry;
use parkade::client::{Failure, FailureKind};
use parkade::screens::ALL;
use parkade::store::Value;
use parkade::store::writes::intent::SaveProfile;
use parkade::store::{Intent, Item, State, Subject, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::json;

use crate::support::profile::{answer, full, with};

fn opened() -> Story {
    let mut story = Story::new(ALL);
    story.line("profile");
    answer(&mut story, &full());
    story.sent();
    story
}

/// The edits of the write that was sent: field, before, after.
fn saved(story: &mut Story) -> Option<Vec<(String, Option<Value>, Value)>> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Write(Intent::Profile(SaveProfile { edits })) => {
            Some(edits.into_iter().map(|edit| (edit.field.to_string(), edit.before, edit.after)).collect())
        }
        _ => None,
    })
}

/// Stages a website, and whether it is the portfolio site.
fn stage_two(story: &mut Story) {
    story.keys("j e ctrl-u").typed("https://new.example").keys("enter j space");
}

#[test]
fn profile_changes_are_staged_and_reviewed_and_only_they_are_sent() {
    let mut story = opened();
    let frame = story.snap();
    assert!(frame.contains("Harbour Lane Domains") && !frame.contains("not saved"), "{frame}");
    stage_two(&mut story);
    assert!(story.snap().contains("2 changes not saved"), "{}", story.snap());
    story.sent();
    story.keys("ctrl-s").wait(400);
    let frame = story.snap();
    assert!(frame.contains("Website: “https://harbourlane.example” → “https://new.example”"), "{frame}");
    assert!(frame.contains("Link the portfolio site: no → yes"), "{frame}");
    assert_eq!(saved(&mut story), None, "nothing is sent before the yes");
    story.keys("y");
    let text = |text: &str| Value::text(text);
    let expected = vec![
        ("website".to_owned(), Some(text("https://harbourlane.example")), text("https://new.example")),
        ("website_use_portfolio".to_owned(), Some(Value::Bool(false)), Value::Bool(true)),
    ];
    assert_eq!(saved(&mut story), Some(expected));
    assert!(story.wait(10_000).snap().contains("Saving the changes."), "{}", story.snap());
    story.settle(None);
    let frame = story.snap();
    assert!(!frame.contains("not saved") && frame.contains("https://new.example"), "{frame}");
}

#[test]
fn a_refusal_is_shown_beside_its_field_and_no_typed_text_is_lost() {
    let mut story = opened();
    stage_two(&mut story);
    story.keys("ctrl-s").wait(400).keys("y");
    let error = ErrorEntry {
        code: "np_parking_api_error_invalid_settings".into(),
        message: "Not an address we can reach.".into(),
        field: Some("website".into()),
    };
    let failure = Failure { status: Some(400), errors: vec![error], ..Failure::new(FailureKind::Refused, "") };
    let frame = story.settle(Some(&failure)).wait(10_000).snap();
    assert!(frame.contains("Not an address we can reach."), "{frame}");
    assert!(frame.contains("https://new.example") && frame.contains("2 changes not saved"), "{frame}");
    story.sent();
    story.keys("e ctrl-u").typed("https://newer.example").keys("enter ctrl-s").wait(400).keys("y");
    let edits = saved(&mut story).expect("sent again");
    assert_eq!(edits.len(), 2);
    assert_eq!(edits[0].2, Value::text("https://newer.example"));
}

#[test]
fn undo_of_a_profile_change_names_the_values_it_sets() {
    let mut story = opened();
    story.keys("j e ctrl-u").typed("https://new.example").keys("enter ctrl-s").wait(400).keys("y").settle(None);
    answer(&mut story, &with(&json!({ "website": "https://new.example" })));
    story.keys("u");
    let frame = story.snap();
    assert!(frame.contains("Website set to “https://harbourlane.example”"), "{frame}");
    story.settle(None);
    assert!(story.snap().contains("https://harbourlane.example"), "{}", story.snap());
}

#[test]
fn unsaved_changes_survive_other_screens_and_the_next_start() {
    let mut story = opened();
    stage_two(&mut story);
    let kept = story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::Keep { slot: "profile", text, .. }) => Some(text),
        _ => None,
    });
    let kept = kept.expect("the draft is kept");
    story.line("jobs").line("profile");
    assert!(story.snap().contains("2 changes not saved"), "{}", story.snap());

    let mut next = Story::new(ALL);
    next.line("profile");
    assert!(next.sent().contains(&Effect::File(FileAsk::Kept { slot: "profile" })));
    next.store.files_mut().put_text("profile", Ok(kept.into()));
    next.sync();
    answer(&mut next, &full());
    let frame = next.snap();
    assert!(frame.contains("2 changes not saved") && frame.contains("https://new.example"), "{frame}");
    next.sent();
    next.keys("ctrl-x").wait(400).keys("y");
    assert!(!next.snap().contains("not saved"), "{}", next.snap());
    let text = String::new();
    assert!(next.sent().contains(&Effect::File(FileAsk::keep("profile", text))), "the draft goes");
}

#[test]
fn a_long_text_is_written_in_the_editor() {
    let mut story = opened();
    while !story.snap().lines().any(|line| line.contains('▌') && line.contains("Card HTML")) {
        story.keys("j");
    }
    story.sent();
    story.keys("E");
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { slot, text, .. }) => Some((slot, text)),
        _ => None,
    });
    let (slot, text) = asked.expect("the editor opens");
    assert!(text.starts_with("<p>Domains since 2004.</p>\n"), "{text}");
    story.store.files_mut().put_text(slot, Ok("<p>New.</p>\n".into()));
    story.sync();
    assert!(story.snap().contains("1 change not saved"), "{}", story.snap());
    story.keys("ctrl-s").wait(400).keys("y");
    assert_eq!(saved(&mut story).expect("sent")[0].2, Value::text("<p>New.</p>"));
}

#[test]
fn values_changed_elsewhere_are_shown_beside_the_field_and_typed_ones_kept() {
    let mut story = opened();
    story.keys("j e ctrl-u").typed("https://new.example").keys("enter ctrl-s").wait(400).keys("y");
    let entry = story.store.journal().entries().next().expect("an entry").id;
    answer(&mut story, &with(&json!({ "website": "https://theirs.example" })));
    let item = Item::field(Subject::Profile, parkade::store::FieldName::fixed("website"));
    let step = WriteStep::Dropped { why: parkade::store::writes::CHANGED.to_owned() };
    story.store.settle(WriteProgress { entry, targets: item.into(), step, at: story.now });
    story.sync();
    let frame = story.snap();
    assert!(frame.contains("Changed meanwhile: now “https://theirs.example”."), "{frame}");
    assert!(frame.contains("https://new.example"), "what was typed stays: {frame}");
    story.sent();
    story.keys("ctrl-s").wait(400).keys("y");
    let edits = saved(&mut story).expect("sent over it");
    assert_eq!(edits[0].1, Some(Value::text("https://theirs.example")), "over what was shown");
    assert_eq!(story.store.journal().get(entry).expect("kept").targets[0].state, State::Refused);
}
