//! Settings: staged in one form made from the schema, reviewed as old → new, saved, refused name by name, undone.

use parkade::api::errors::ErrorEntry;
use parkade::api::settings::{Get, Schema};
use parkade::client::{Failure, FailureKind};
use parkade::store::writes::intent::SaveSettings;
use parkade::store::{Intent, Value, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk, Place};
use serde_json::json;

use crate::support::{portfolio, settings};

/// Changes that were confirmed: subject, setting, before, after.
fn saved(story: &Story) -> Vec<(String, String, Option<Value>, Value)> {
    let entry = story.store.journal().entries().next().expect("a write");
    let Intent::Settings(SaveSettings { .. }) = &*entry.intent else { panic!("{entry:?}") };
    let row = |target: &parkade::store::Target| {
        let field = target.field.as_ref().expect("a setting").to_string();
        (target.subject.to_string(), field, target.before.clone(), target.after.clone())
    };
    entry.targets.iter().map(row).collect()
}

/// The settings may be known long before their schema is.
#[test]
fn a_setting_that_was_asked_for_is_shown_once_the_schema_is_read() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).answer(&Get {}, &settings::account().to_string());
    story.go(Place::Setting("links".to_owned()));
    story.answer(&Schema {}, &settings::schema().to_string());
    assert!(story.snap().contains("What links does."), "{}", story.snap());
    story.go(Place::Setting("design".to_owned()));
    assert!(story.snap().contains("What design does."), "{}", story.snap());
}

#[test]
fn changes_of_the_account_are_staged_reviewed_and_only_they_are_sent() {
    let mut story = settings::open();
    let frame = story.snap();
    assert!(frame.contains("Lowest offer") && frame.contains("250") && frame.contains("inherits"), "{frame}");
    assert!(!frame.contains("BIN price"), "not a setting of the account: {frame}");
    assert!(frame.contains("own on 1 verified domain"), "{frame}");
    story.line("set min_offer=$1,300").line("inherit headline");
    assert!(story.snap().contains("2 changes not saved"), "{}", story.snap());
    story.keys("ctrl-s");
    let frame = story.snap();
    assert!(frame.contains("“Come in”") && frame.contains("inherit (“For sale”)"), "{frame}");
    assert!(
        frame.contains("250") && frame.contains("1,300") && frame.contains("Nothing has been saved yet"),
        "{frame}"
    );
    assert_eq!(story.store.journal().entries().count(), 0, "nothing is written before the yes");
    story.keys("ctrl-s").wait(400);
    assert!(story.snap().contains("takes it over"), "how many domains it reaches is said: {}", story.snap());
    story.keys("y");
    let text = |text: &str| Some(Value::text(text));
    let expected = [
        ("account:".to_owned(), "headline".to_owned(), text("Come in"), Value::Null),
        ("account:".to_owned(), "min_offer".to_owned(), Some(Value::Whole(250)), Value::Whole(1_300)),
    ];
    assert_eq!(saved(&story), expected);
    story.settle(None).wait(10_000);
    assert!(story.store.staging().is_none(), "nothing is left to review");
    story.open("settings", "");
    assert!(!story.snap().contains("not saved"), "{}", story.snap());
    story.line("undo");
    let frame = story.snap();
    assert!(frame.contains("Undoing: ") && frame.contains(" 250"), "not called done before it is: {frame}");
    assert!(!frame.contains("1300") && !frame.contains("not saved"), "the form shows what it was at once: {frame}");
}

#[test]
fn every_type_of_setting_says_what_it_takes_and_keeps_the_typed_text() {
    for (typed, said) in [
        ("set min_offer=cheap", "“cheap” is not a number such as"),
        ("set min_offer=1.500", "1500 or 1.5"),
        ("set design=round", "none of: classic, dark, card"),
        ("set for_sale=maybe", "neither yes nor no"),
        ("set hours={", "Not JSON"),
        ("set catchall=yes", "Not part of this account"),
        ("set min_ofer=5", "min_offer"),
        ("set", "Usage"),
    ] {
        let mut story = settings::open();
        let frame = story.line(typed).snap();
        assert!(frame.contains(said), "{typed}: {frame}");
    }
}

#[test]
fn a_refusal_is_shown_beside_its_setting_and_no_typed_text_is_lost() {
    let mut story = settings::open();
    story.line("set headline=Welcome").line("set min_offer=300").keys("ctrl-s ctrl-s").wait(400).keys("y");
    let error = ErrorEntry {
        code: "np_parking_api_error_invalid_settings".into(),
        message: "must be shorter".into(),
        field: Some("headline".into()),
    };
    let failure = Failure { status: Some(400), errors: vec![error], ..Failure::new(FailureKind::Refused, "") };
    story.settle(Some(&failure)).wait(10_000);
    let frame = story.snap();
    assert!(frame.contains("Must be shorter") && frame.contains("not saved"), "{frame}");
    let frame = story.keys("esc").line("tab lander").snap();
    assert!(frame.contains("Welcome") && frame.contains("Must be shorter"), "{frame}");
    story.line("set headline=Hi").keys("ctrl-s ctrl-s").wait(400).keys("y");
    let headline = saved(&story).into_iter().find(|(_, name, ..)| name == "headline");
    assert_eq!(headline.expect("sent again").3, Value::text("Hi"));
}

#[test]
fn marked_domains_share_one_form_and_each_keeps_what_it_had() {
    let mut story = settings::domains();
    story.keys("space j space e");
    let frame = story.snap();
    assert!(frame.contains("2 domains") && frame.contains("(differs)"), "{frame}");
    story.line("set bin_price=5000").keys("ctrl-s");
    let frame = story.snap();
    assert!(frame.contains("2 changes · 2 domains") && frame.contains("Half the old price or less"), "{frame}");
    story.keys("ctrl-s").wait(400);
    assert!(
        story.snap().contains("half the old price or less: bergluft.at"),
        "a price that falls by half is said: {}",
        story.snap()
    );
    story.keys("enter");
    assert_eq!(story.store.journal().entries().count(), 0, "and asks for the number");
    story.typed("2").keys("enter");
    for (_, name, _, after) in saved(&story) {
        assert_eq!((name.as_str(), after), ("bin_price", Value::Whole(5_000)));
    }
}

#[test]
fn a_change_refused_for_one_name_stays_under_review_with_its_reason() {
    let mut story = settings::domains();
    story.keys("space j space").line("price =5000").keys("ctrl-s").wait(400).typed("2").keys("enter");
    let entry = story.store.journal().entries().next().expect("a write");
    let (id, items): (_, Vec<_>) = (entry.id, entry.targets.iter().map(parkade::store::Target::item).collect());
    let refused = Failure::new(FailureKind::Forbidden, "");
    for (item, step) in items.into_iter().zip([WriteStep::Applied { marks: None }, WriteStep::Refused(refused)]) {
        story.store.settle(WriteProgress { entry: id, targets: item.into(), step, at: story.now });
    }
    story.sync().wait(10_000);
    let frame = story.sync().snap();
    assert!(frame.contains("1 change · 1 domain") && frame.contains("does not permit"), "{frame}");
    assert!(frame.contains("These were not saved"), "{frame}");
}

#[test]
fn the_price_sheet_is_edited_as_text_and_a_mistake_keeps_it() {
    let mut story = settings::domains();
    story.keys("space j space").sent();
    let edited =
        |effect| if let Effect::File(FileAsk::Edit { slot, text, .. }) = effect { Some((slot, text)) } else { None };
    let open = |story: &mut Story| story.keys("$").sent().into_iter().find_map(edited).expect("the editor opens");
    let (slot, text) = open(&mut story);
    assert!(text.contains("bergluft.at") && text.contains("14900"), "{text}");
    let hand_in = |story: &mut Story, text: &str| {
        story.store.files_mut().put_text(slot, Ok(text.into()));
        story.sync().wait(1);
    };
    hand_in(&mut story, &text.replace("14900", "cheap"));
    assert!(story.snap().contains("bin_price: “cheap”"), "{}", story.snap());
    story.keys("esc").sent();
    let (_, other) = open(&mut story);
    assert!(!other.contains("cheap") && story.snap().contains("is kept"), "{other}\n{}", story.snap());
    hand_in(&mut story, &other);
    story.keys("g g space j space").sent();
    let (_, again) = open(&mut story);
    assert!(again.contains("cheap"), "what was typed stays: {again}");
    hand_in(&mut story, &text.replace("14900", "+10% round 9"));
    let frame = story.snap();
    assert!(frame.contains("1 change · 1 domain") && frame.contains("16,389"), "{frame}");
}

#[test]
fn a_change_that_turns_out_to_change_nothing_is_dropped_from_the_review() {
    let mut story = settings::domains();
    let mut edits = ["bergluft.at", "other.example"].map(|name| settings::price(name, 20_000)).to_vec();
    edits[0].edit.before = None;
    story.store.stage(parkade::store::writes::plan::Plan { edits, ..Default::default() });
    story.line("review").sent();
    settings::own(&mut story, &[("bergluft.at", json!({ "bin_price": 20_000 }))]);
    let frame = story.sync().wait(1).snap();
    assert_eq!(story.store.staging().map(|staging| staging.plan.edits.len()), Some(1), "{frame}");
    assert!(frame.contains("1 change dropped: that is the value already."), "{frame}");
}

#[test]
fn a_plan_file_is_refused_when_the_old_values_have_changed() {
    let mut story = settings::domains();
    story.line("price =20000").sent();
    let plan = story.store.staging().expect("staged").plan.to_json();
    story.line("plan apply plan.json");
    settings::own(&mut story, &[("bergluft.at", json!({ "bin_price": 15_000 }))]);
    story.store.files_mut().put_text("review", Ok(plan.into()));
    story.sync().wait(1);
    assert!(story.snap().contains("The plan is refused: 1 value has changed"), "{}", story.snap());
}

#[test]
fn a_plan_that_is_shown_names_values_changed_since_and_applying_one_asks_at_once() {
    let mut story = settings::domains();
    story.line("price =20000").sent();
    let plan = story.store.staging().expect("staged").plan.to_json();
    let hand_in = |story: &mut Story, plan: &str| {
        story.store.files_mut().put_text("review", Ok(plan.into()));
        story.sync().wait(400);
    };
    story.line("plan apply plan.json");
    hand_in(&mut story, &plan);
    assert!(story.snap().contains("Save BIN price"), "the question: {}", story.snap());
    story.keys("esc");
    settings::own(&mut story, &[("bergluft.at", json!({ "bin_price": 15_000 }))]);
    story.line("plan show plan.json");
    hand_in(&mut story, &plan);
    let frame = story.line("tab to check").snap();
    assert!(frame.contains("Changed meanwhile, now $15,000"), "{frame}");
    assert_eq!(story.store.journal().entries().count(), 0, "nothing is written");
}

#[test]
fn a_long_text_is_written_in_place_line_by_line() {
    let mut story = settings::open();
    story.line("tab lander").keys("j e").typed("We sell names.").keys("enter").typed("Since 2004.").keys("up home");
    story.typed("Hello! ");
    let frame = story.snap();
    assert!(frame.contains("Hello! We sell names.") && frame.contains("Since 2004."), "{frame}");
    story.keys("esc");
    let frame = story.snap();
    assert!(frame.contains("Hello! We sell names. · 2 lines") && frame.contains("1 change not saved"), "{frame}");
    story.keys("ctrl-s enter");
    let frame = story.snap();
    assert!(frame.contains("Since 2004.") && frame.contains("For"), "the review shows the whole text: {frame}");
    story.keys("esc esc").line("settings").line("tab lander").sent();
    story.keys("e ctrl-o");
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { text, .. }) => Some(text),
        _ => None,
    });
    assert_eq!(asked.as_deref(), Some("Hello! We sell names.\nSince 2004."), "the editor goes on where it was left");
    story.keys("u");
    assert!(!story.snap().contains("not saved"), "{}", story.snap());
}

#[test]
fn invalid_json_keeps_its_field_open_with_the_mistake() {
    let mut story = settings::open();
    story.line("tab lander").keys("G e ctrl-k").typed("{").keys("esc");
    assert!(story.snap().contains("Not JSON"), "{}", story.snap());
    story.typed("}").keys("esc");
    assert!(!story.snap().contains("Not JSON"), "{}", story.snap());
}

#[test]
fn the_price_of_a_domain_is_drawn_over_time() {
    let mut story = settings::open();
    story.size(100, 30).line("history solarpark.de");
    settings::history(&mut story);
    settings::prices(&mut story, "solarpark.de", &[json!(null), json!(900), json!(1_200), json!(1_499)]);
    let frame = story.snap();
    assert!(frame.contains("BIN price of solarpark.de") && frame.contains("3 changes"), "{frame}");
    let cursor = frame.lines().find(|line| line.starts_with('▌')).expect("a row under the cursor");
    assert!(cursor.contains("1,499"), "its own versions are in front, and not those of the account: {frame}");
    insta::assert_snapshot!("price_chart", story.snap_screen());
    story.keys("c");
    assert!(!story.snap().contains("BIN price of solarpark.de"), "{}", story.snap());
}

#[test]
fn unsaved_changes_survive_the_next_start_marked_as_old() {
    let mut story = settings::open();
    story.line("set headline=Welcome");
    let kept = story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::Keep { slot: "settings", text, .. }) => Some(text),
        _ => None,
    });
    let mut next = settings::open();
    next.store.files_mut().put_text("settings", Ok(kept.expect("kept").into()));
    next.sync().wait(1);
    let frame = next.snap();
    assert!(frame.contains("1 change not saved, from an earlier session"), "{frame}");
    assert!(next.line("tab lander").snap().contains("Welcome"));
}

#[test]
fn edits_are_undone_one_by_one_before_they_are_saved() {
    let mut story = settings::open();
    story.line("set min_offer=300").line("set min_offer=400").keys("u");
    assert!(story.snap().contains("300"), "{}", story.snap());
    story.keys("u");
    assert!(!story.snap().contains("not saved"), "{}", story.snap());
    story.keys("U");
    assert!(story.snap().contains("1 change not saved"), "{}", story.snap());
}

#[test]
fn a_setting_is_found_by_its_words_in_every_category() {
    let mut story = settings::open();
    story.line("find headline");
    let frame = story.snap();
    assert!(frame.contains("headline") && !frame.contains("Lowest offer"), "{frame}");
    let frame = story.keys("esc").snap();
    assert!(frame.contains("▌ headline") && frame.contains("design"), "the found one in its category: {frame}");
    story.line("settings solarpark.de");
    settings::fill_domain(&mut story, "solarpark.de", 14_900);
    let frame = story.snap();
    assert!(frame.contains("14") && frame.contains("own") && frame.contains("solarpark.de"), "{frame}");
}

/// Proves R-56.
#[test]
fn a_version_is_undone_with_its_exact_effect_and_a_warning_of_newer_ones() {
    let mut story = settings::open();
    story.keys("g h").size(200, 30);
    settings::history(&mut story);
    let frame = story.snap();
    assert!(frame.contains("Lowest offer: 100 → 250") && frame.contains("pricing script"), "{frame}");
    assert!(frame.contains("assistant") && frame.contains("website"), "{frame}");
    story.keys("j j u").wait(400);
    let frame = story.snap();
    assert!(frame.contains("Lowest offer: 250 → inherit") && frame.contains("Version 98 has changed"), "{frame}");
    assert!(frame.contains("saved as a new version; undo it with :undo."), "{frame}");
    story.keys("y");
    let entry = story.store.journal().entries().next().expect("a write");
    let Intent::UndoVersion(undo) = &*entry.intent else { panic!("{entry:?}") };
    assert_eq!((undo.version, entry.targets.len()), (90, 1));
    assert_eq!(entry.targets[0].before, Some(parkade::store::Value::Whole(250)), "what is in force is what is undone");
    story.settle(None);
    assert!(story.keys("u").snap().contains("being read again"), "{}", story.snap());
    story.open("settings", "").line("undo");
    assert!(story.snap().contains("Lowest offer set to 250"), "{}", story.snap());
}

/// Proves R-56.
#[test]
fn the_question_about_a_version_waits_until_the_values_it_sets_were_read() {
    let mut story = settings::domains();
    let name = portfolio::name("xn--80ak6aa92e.com");
    story.line("history xn--80ak6aa92e.com");
    settings::history(&mut story);
    settings::prices(&mut story, "xn--80ak6aa92e.com", &[json!(null), json!(1_000), json!(1_273)]);
    story.keys("u").wait(400);
    assert!(story.shell.layer_names().is_empty(), "nothing is asked yet:\n{}", story.snap());
    assert!(story.snap().contains("Reading the present values: 0 of 1"), "{}", story.snap());
    settings::fill_domain(&mut story, name.punycode(), 1_500);
    let frame = story.wait(400).snap();
    assert!(frame.contains("BIN price: $1,500 → $1,000"), "now, and not what the version had made:\n{frame}");
    story.keys("esc").wait(400);
    settings::fill_domain(&mut story, name.punycode(), 1_000);
    let frame = story.keys("u").wait(400).snap();
    assert!(frame.contains("Nothing to undo: every value is as it was"), "{frame}");
}

#[test]
fn a_version_with_none_before_it_says_why_it_cannot_be_undone() {
    let mut story = settings::open();
    story.keys("g h");
    settings::history(&mut story);
    assert!(story.keys("G u").snap().contains("nothing before this version"), "{}", story.snap());
}

#[test]
fn unsaved_changes_of_one_domain_wait_while_another_is_opened() {
    let mut story = settings::domains();
    let open = |story: &mut Story, name: &str| {
        story.line(&format!("settings {name}"));
        settings::fill_domain(story, name, 14_900);
    };
    open(&mut story, "bergluft.at");
    story.line("set headline=Welcome");
    open(&mut story, "solarpark.de");
    assert!(!story.snap().contains("not saved"), "{}", story.snap());
    open(&mut story, "bergluft.at");
    let frame = story.wait(1).snap();
    assert!(frame.contains("1 change not saved ·"), "{frame}");
    assert!(story.line("tab lander").snap().contains("Welcome"), "{}", story.snap());
}

#[test]
fn the_old_value_is_shown_once_it_is_known_and_kept_in_the_plan_file() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).open("domains", "");
    portfolio::rows(&mut story);
    portfolio::account_in_dollars(&mut story);
    story.line("price =5000");
    assert!(story.snap().contains("1,200"), "what is in force until it is read: {}", story.snap());
    settings::fill(&mut story);
    assert!(story.snap().contains("$14,900"), "{}", story.snap());
    story.line("plan save plan.json");
    let saved = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(save),
        _ => None,
    });
    let parkade::ui::SaveFrom::Text(text) = saved.expect("saved").from else { panic!("a text") };
    assert!(text.contains("14900"), "{text}");
}
