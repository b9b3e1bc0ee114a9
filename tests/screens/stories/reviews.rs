//! Several plans under review: they add up or wait beside each other, are undone, and are kept for the next start.

use parkade::api::domains::Tab;
use parkade::screens::ALL;
use parkade::store::{Item, Target, Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk, Tone};
use serde_json::json;

use crate::support::{portfolio, settings};

/// The changes under review in front: name or account, setting, new value.
pub fn front(story: &Story) -> Vec<(String, String, String)> {
    let staging = story.store.staging().expect("something under review");
    let row = |edit: &parkade::store::writes::intent::SettingEdit| {
        (edit.subject.to_string(), edit.edit.field.to_string(), edit.edit.after.words())
    };
    staging.plan.edits.iter().map(row).collect()
}

fn prices(story: &Story) -> Vec<(String, String)> {
    front(story).into_iter().map(|(name, _, price)| (name, price)).collect()
}

#[test]
fn a_second_price_is_added_to_what_is_under_review_and_the_later_one_counts() {
    let mut story = settings::domains();
    story.line("price =5000");
    let first = prices(&story);
    story.keys("esc j").line("price =7000").wait(1);
    let frame = story.snap();
    assert!(frame.contains("1 change added to the 1 under review"), "{frame}");
    assert!(frame.contains("2 changes · 2 domains · 2 parts"), "{frame}");
    assert!(frame.contains("5,000") && frame.contains("7,000"), "{frame}");
    story.keys("esc").line("price =9000").wait(1);
    assert!(
        story.snap().contains("added to the 2 under review, 1 of them in place of earlier ones"),
        "{}",
        story.snap()
    );
    let both = prices(&story);
    assert_eq!((both.len(), both[0].clone()), (2, first[0].clone()), "{both:?}");
    assert_eq!(both[1].1, "9000", "the later price counts: {both:?}");
    assert_eq!(story.store.journal().entries().count(), 0, "nothing is written");
}

fn raised() -> Story {
    let mut story = settings::domains();
    settings::own(&mut story, &[]);
    story.keys("space space").line("price +10%").wait(1);
    story
}

#[test]
fn a_review_of_prices_has_their_change_in_percent_and_the_domain_beside_them() {
    let mut story = raised();
    let frame = story.snap();
    assert!(frame.contains("change") && frame.contains("+10.0 %"), "{frame}");
    assert!(frame.contains("│ BIN price"), "{frame}");
}

#[test]
fn the_question_about_a_few_prices_has_their_sums() {
    let mut story = raised();
    story.keys("ctrl-s").wait(400);
    assert!(story.snap().contains("BIN prices, in all "), "{}", story.snap());
}

#[test]
fn thousands_of_prices_are_set_by_one_formula_and_by_one_sheet() {
    const MANY: usize = 4_321;
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    let row = |n: usize| {
        let name = format!("name{n}.com");
        portfolio::row(n as i64, &name, &name, "verified", true, Some(100.0), json!(null), json!(true))
    };
    let rows: Vec<_> = (1..=MANY).map(row).collect();
    for tab in [Tab::MyDomains, Tab::Verified] {
        portfolio::fill(&mut story, tab, &rows);
    }
    settings::fill(&mut story);
    let names: Vec<String> = (1..=MANY).map(|n| format!("name{n}.com")).collect();
    let own: Vec<_> = names.iter().map(|name| (name.as_str(), json!({ "bin_price": 100 }))).collect();
    settings::own(&mut story, &own);
    story.sent();
    story.keys("*").line("price +10%").wait(1);
    let frame = story.snap();
    assert!(frame.contains("4,321 changes · 4,321 domains"), "{frame}");
    assert!(prices(&story).iter().all(|(_, price)| price == "110"), "{:?}", prices(&story).first());
    story.keys("esc").sent();
    let sheet = |story: &mut Story| {
        story.keys("$");
        story.sent().into_iter().find_map(|effect| match effect {
            Effect::File(FileAsk::Edit { slot, text, .. }) => Some((slot, text)),
            _ => None,
        })
    };
    story.keys("*");
    let (slot, text) = sheet(&mut story).expect("the editor opens");
    assert_eq!(text.lines().filter(|line| line.starts_with("name")).count(), MANY, "{}", &text[..800]);
    let priced = text.replace(" 100 ", " +20% ");
    story.store.files_mut().put_text(slot, Ok(priced.into()));
    story.sync().wait(1);
    assert!(prices(&story).len() == MANY && prices(&story).iter().all(|(_, price)| price == "120"), "{}", story.snap());
}

#[test]
fn the_last_step_of_a_review_is_undone_with_u() {
    let mut story = settings::domains();
    story.line("price =5000");
    story.keys("esc j").line("price =7000").keys("u").wait(1);
    assert_eq!(prices(&story).len(), 1, "{}", story.snap());
    story.keys("esc").line("price =7000").wait(1);
    story.keys("d").wait(1);
    assert!(story.snap().contains("1 change left out · u undoes it."), "{}", story.snap());
    assert_eq!(prices(&story).len(), 1);
    story.keys("u").wait(1);
    assert_eq!(prices(&story).len(), 2, "{}", story.snap());
}

#[test]
fn an_act_that_ends_meanwhile_names_a_way_to_undo_it_that_is_not_a_step_of_the_review() {
    let mut story = settings::domains();
    story.line("price =5000").keys("esc j").line("price =7000").wait(1);
    story.shell.toast(Tone::Good, "3 inquiries archived · u undo", 0);
    assert!(story.snap().contains("3 inquiries archived · undo with :undo"), "{}", story.snap());
    story.keys("esc").shell.toast(Tone::Good, "3 inquiries archived · u undo", 0);
    assert!(story.snap().contains("3 inquiries archived · u undo"), "{}", story.snap());
}

#[test]
fn saved_changes_are_undone_while_other_changes_wait() {
    let mut story = settings::domains();
    story.line("price =5000").sent();
    story.open("settings", "").line("set min_offer=300").keys("ctrl-s").wait(1);
    story.keys("ctrl-s").wait(400).keys("y").settle(None).wait(10_000);
    assert_eq!(front(&story)[0].1, "bin_price", "{}", story.snap());
    assert!(story.snap_header().contains("1 unsaved"), "{}", story.snap_header());
    story.keys("u").wait(1);
    let undone = story.store.journal().entries().filter(|entry| entry.origin.reverses().is_some()).count();
    assert_eq!((undone, prices(&story).len()), (1, 1), "{}", story.snap());
    story.keys("u").wait(1);
    assert!(story.snap().contains("No step of this review to undo"), "once: {}", story.snap());
}

#[test]
fn a_new_price_is_in_sight_whatever_tab_was_left_in_front() {
    let mut story = settings::domains();
    story.line("price =20000").line("tab to check").keys("esc j").line("price =15000").wait(1);
    assert!(story.snap().contains("15,000"), "{}", story.snap());
    story.line("tab to check").line("discard").wait(1);
    assert!(story.snap().contains("Nothing is under review."), "{}", story.snap());
}

#[test]
fn everything_under_review_is_left_out_with_discard_and_is_back_with_u() {
    let mut story = settings::domains();
    story.line("price =5000");
    story.keys("esc j").line("price =7000").line("discard").wait(1);
    assert!(story.store.staging().is_none(), "{}", story.snap());
    assert!(story.snap().contains("2 changes left out · u undoes it."), "{}", story.snap());
    story.keys("u").wait(1);
    assert_eq!(prices(&story).len(), 2, "{}", story.snap());
}

#[test]
fn a_form_change_left_out_of_the_review_is_said_to_stay_in_its_form() {
    let mut story = settings::open();
    story.line("set headline=Welcome").line("set min_offer=300").keys("ctrl-s").wait(1);
    story.keys("d").wait(1);
    let frame = story.snap();
    assert!(frame.contains("1 change left out, still unsaved in Settings (backspace there reverts)"), "{frame}");
    assert_eq!((front(&story).len(), story.store.unsaved()), (1, 2), "{frame}");
    let frame = story.wait(10_000).snap();
    assert!(frame.contains("1 more stays unsaved in Settings"), "{frame}");
    story.keys("ctrl-s").wait(400);
    assert!(story.snap().contains("1 more stays unsaved in Settings."), "the question says it: {}", story.snap());
    story.keys("y").settle(None).wait(10_000);
    story.open("settings", "");
    assert!(story.snap().contains("1 change not saved"), "{}", story.snap());
}

#[test]
fn a_change_that_is_reverted_in_its_form_is_not_under_review_any_more() {
    let mut story = settings::domains();
    story.line("price =5000").sent();
    story.open("settings", "").line("set headline=Welcome").line("set min_offer=300").keys("ctrl-s").wait(1);
    story.keys("esc u").wait(1);
    assert_eq!((front(&story)[0].1.as_str(), front(&story).len()), ("headline", 1), "{}", story.snap());
    assert!(story.snap_header().contains("2 unsaved"), "{}", story.snap_header());
    story.keys("u").wait(1);
    assert_eq!(front(&story)[0].1, "bin_price", "what waited is in front: {}", story.snap());
    assert!(story.snap_header().contains("1 unsaved"), "{}", story.snap_header());
    story.line("review").keys("u").wait(1);
    assert_eq!(prices(&story).len(), 1, "no step brings back what the form does not have: {}", story.snap());
}

#[test]
fn a_change_that_was_not_saved_and_is_reverted_then_leaves_the_review_too() {
    let mut story = settings::open();
    story.line("set min_offer=300").keys("ctrl-s").wait(1);
    story.keys("ctrl-s").wait(400).keys("y");
    let failure = crate::support::failure(parkade::client::FailureKind::Forbidden);
    story.settle(Some(&failure)).wait(10_000);
    assert_eq!((front(&story).len(), story.store.unsaved()), (1, 1), "{}", story.snap());
    story.open("settings", "").keys("u").wait(1);
    assert!(story.store.staging().is_none() && story.store.unsaved() == 0, "{}", story.snap());
}

#[test]
fn ctrl_s_outside_a_form_goes_to_what_is_under_review() {
    let mut story = settings::domains();
    assert!(story.keys("ctrl-s").snap().contains("Nothing to save here: change a setting"), "{}", story.snap());
    story.line("price =5000").keys("esc ctrl-s");
    assert_eq!(story.shell.current(), Some("review"), "{}", story.snap());
    story.keys("esc").line("w");
    assert_eq!(story.shell.current(), Some("review"), "{}", story.snap());
    assert!(story.line("w").wait(400).snap().contains("Save BIN price of"), "there it saves: {}", story.snap());
    story.wait(1_000).keys("esc").line("discard").open("settings", "").line("set headline=Welcome");
    story.open("domains", "").keys("ctrl-s");
    assert!(story.snap().contains(":drafts lists what is unsaved"), "{}", story.snap());
    story.open("settings", "").line("w");
    assert_eq!(story.shell.current(), Some("review"), "{}", story.snap());
}

#[test]
fn a_filter_of_one_review_does_not_hide_the_changes_of_the_next() {
    let mut story = settings::domains();
    story.line("review discard").open("domains", "").line("price =5000").wait(1);
    assert!(story.snap().contains("5,000") && !story.snap().contains("No match"), "{}", story.snap());
    story.line("filter nobody").open("domains", "").keys("j").line("price =7000").wait(1);
    assert!(story.snap().contains("7,000") && !story.snap().contains("No match"), "{}", story.snap());
    story.line("filter 7,000").keys("d").wait(1);
    assert!(
        story.snap().contains("No match for 7,000"),
        "the same changes without one keep the filter: {}",
        story.snap()
    );
    story.keys("u").wait(1);
    assert!(story.snap().contains("7,000") && !story.snap().contains("5,000"), "nor is its undo: {}", story.snap());
}

#[test]
fn a_form_that_is_staged_again_takes_the_place_of_what_it_staged_before() {
    let mut story = settings::domains();
    story.line("price =5000").sent();
    story.line("settings solarpark.de");
    settings::fill_domain(&mut story, "solarpark.de", 14_900);
    story.line("set headline=Welcome").keys("ctrl-s").wait(1);
    assert_eq!(front(&story).len(), 2, "{}", story.snap());
    story.keys("esc").line("set headline=Hi").keys("ctrl-s").wait(1);
    let all = front(&story);
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[1].2, "“Hi”");
    assert!(story.snap_header().contains("2 unsaved"), "a form under review is counted once: {}", story.snap_header());
}

#[test]
fn rows_that_were_not_saved_stay_when_a_price_is_added() {
    let mut story = settings::domains();
    story.line("price =5000").keys("ctrl-s").wait(400).keys("1 enter");
    let failure = crate::support::failure(parkade::client::FailureKind::Forbidden);
    story.settle(Some(&failure)).wait(10_000);
    assert_eq!(prices(&story).len(), 1, "{}", story.snap());
    story.open("domains", "").keys("j").line("price =7000").wait(1);
    assert_eq!(prices(&story).len(), 2, "{}", story.snap());
}

#[test]
fn rows_are_made_anew_when_the_settings_of_the_account_come_later_than_the_review() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).open("domains", "");
    crate::support::portfolio::all(&mut story);
    let mut edit = settings::price("bergluft.at", 5_000);
    edit.edit.field = parkade::store::FieldName::fixed("for_sale");
    (edit.edit.before, edit.edit.after) = (None, parkade::store::Value::Bool(false));
    story.store.stage(parkade::store::writes::plan::Plan { edits: vec![edit], ..Default::default() });
    let before = story.line("review").snap();
    assert!(!before.contains("inherit (yes)"), "nobody has said what it inherits: {before}");
    settings::fill(&mut story);
    let frame = story.sync().wait(1).snap();
    assert!(frame.contains("inherit (yes)"), "{frame}");
}

#[test]
fn an_undone_price_is_shown_with_its_currency() {
    let mut story = settings::domains();
    settings::own(&mut story, &[("solarpark.de", serde_json::json!({ "bin_price": 2_400 }))]);
    story.line("filter solarpark.de").line("price =2600").keys("ctrl-s").wait(400).keys("y");
    story.settle(None);
    story.open("domains", "").keys("u");
    assert!(story.snap().contains("BIN price of solarpark.de set to $2,400"), "{}", story.snap());
}

#[test]
fn a_plan_is_not_saved_in_other_money_than_it_was_made_in() {
    let mut story = settings::domains();
    story.line("price =20000").sent();
    let plan = story.store.staging().expect("staged").plan.to_json();
    assert!(plan.contains("\"currency\": \"USD\""), "{plan}");
    settings::own(&mut story, &[("bergluft.at", json!({ "bin_price": 14_900, "currency": "JPY" }))]);
    story.line("plan apply plan.json");
    story.store.files_mut().put_text("review", Ok(plan.into()));
    story.sync().wait(400);
    let frame = story.snap();
    assert!(frame.contains("Not saved: bergluft.at. It was made in USD, but prices are in JPY now."), "{frame}");
}

#[test]
fn an_image_becomes_the_cover_of_the_marked_domains() {
    let mut story = settings::domains();
    story.line("cover front").sent();
    assert!(story.snap().contains("“front” is not an image number"), "{}", story.snap());
    story.keys("space space").line("cover 733").sent();
    let staged = &story.store.staging().expect("something under review").plan;
    let image = json!({ "images": [{ "id": 733 }] });
    let is_so = |edit: &parkade::store::writes::intent::SettingEdit| {
        edit.edit.field.as_str() == "cover_images" && serde_json::Value::from(edit.edit.after.clone()) == image
    };
    assert!(staged.edits.len() == 2 && staged.edits.iter().all(is_so), "{staged:?}");
}

/// A review of two prices of 100, each raised by 10 %, whose write is on its way; also the items of that write.
fn two_prices_on_their_way() -> (Story, Vec<Item>) {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    let names = ["one.com", "two.com"];
    let row = |n: usize| {
        portfolio::row(n as i64, names[n], names[n], "verified", true, Some(100.0), json!(null), json!(true))
    };
    let rows: Vec<_> = (0..2).map(row).collect();
    for tab in [Tab::MyDomains, Tab::Verified] {
        portfolio::fill(&mut story, tab, &rows);
    }
    settings::fill(&mut story);
    settings::own(&mut story, &[("one.com", json!({ "bin_price": 100 })), ("two.com", json!({ "bin_price": 100 }))]);
    story.keys("*").line("price +10%").wait(1);
    // Both are below the lowest offer of the account, so the question asks for their number.
    story.keys("tab").line("tab all").keys("ctrl-s").wait(1_000).keys("2 enter").wait(1);
    let entry = story.store.staging().and_then(|staging| staging.entry).expect("it became a write");
    let items = story.store.journal().get(entry).expect("kept").targets.iter().map(Target::item).collect();
    (story, items)
}

/// Takes a step of the write under review.
fn settle(story: &mut Story, items: &[Item], step: WriteStep) {
    let entry = story.store.staging().and_then(|staging| staging.entry).expect("it became a write");
    story.store.settle(WriteProgress { entry, targets: Which::These(items.to_vec()), step, at: story.now });
}

#[test]
fn a_formula_is_not_applied_again_to_prices_its_write_has_set() {
    let (mut story, items) = two_prices_on_their_way();
    settle(&mut story, &items[..1], WriteStep::Applied { marks: None });
    settings::own(&mut story, &[("one.com", json!({ "bin_price": 110 })), ("two.com", json!({ "bin_price": 100 }))]);
    story.sync().wait(1);
    let frame = story.snap();
    assert!(frame.contains("110") && !frame.contains("121"), "{frame}");
}

#[test]
fn a_formula_whose_write_was_not_sent_is_shown_and_asked_about_with_the_present_price() {
    let (mut story, items) = two_prices_on_their_way();
    settle(&mut story, &items, WriteStep::Dropped { why: "changed elsewhere".to_owned() });
    settings::own(&mut story, &[("one.com", json!({ "bin_price": 60 })), ("two.com", json!({ "bin_price": 100 }))]);
    story.sync().wait(1);
    let words = |story: &mut Story| story.snap().split_whitespace().collect::<Vec<_>>().join(" ");
    let frame = words(&mut story);
    assert!(frame.contains("60 66 +10.0 % Changed meanwhile, now 60"), "{}", story.snap());
    story.keys("ctrl-s").wait(1_000);
    let frame = words(&mut story);
    assert!(frame.contains("60 → 66 (one.com)") && frame.contains("100 → 110 (two.com)"), "{}", story.snap());
}

#[test]
fn a_price_that_was_removed_is_dropped_from_its_formula_and_named() {
    let (mut story, items) = two_prices_on_their_way();
    settle(&mut story, &items, WriteStep::Dropped { why: "changed elsewhere".to_owned() });
    settings::own(&mut story, &[("one.com", json!({ "bin_price": null })), ("two.com", json!({ "bin_price": 100 }))]);
    let frame = story.sync().wait(1).snap();
    assert!(frame.contains("1 change dropped: one.com has no price any more."), "{frame}");
    assert_eq!(prices(&story), [("domain:two.com".to_owned(), "110".to_owned())], "{frame}");
    story.keys("ctrl-s").wait(1_000);
    assert!(!story.snap().contains("no price →"), "{}", story.snap());
}
