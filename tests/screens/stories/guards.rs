//! Warnings before values are written: they are the same for every way to write them.

use std::collections::BTreeMap;

use parkade::api::domains::Tab;
use parkade::store::Value;
use parkade::store::guard::Inspection;
use parkade::store::writes::intent::{Edit, SaveSettings, SettingEdit};
use parkade::store::writes::plan::Plan;
use parkade::store::{Conflict, EntryId, FieldName, Intent, Moved, Subject};
use parkade::ui::testing::Story;
use parkade::ui::{Confirm, Effect, FileAsk};
use serde_json::json;

use super::import::{look, read_again, said};
use crate::support::{inbox, portfolio, profile, settings};

fn edit(name: &str, field: &str, before: Value, after: Value) -> SettingEdit {
    let edit = Edit { field: FieldName::named(field), before: Some(before), after };
    SettingEdit { subject: Subject::domain(&portfolio::name(name)), edit }
}

/// All warnings about these changes, in words.
fn looked_at(story: &Story, edits: &[SettingEdit]) -> Vec<String> {
    Inspection::of(edits, &story.store).concerns.iter().map(|concern| concern.words(&story.store)).collect()
}

#[test]
fn a_price_is_warned_of_when_it_is_zero_removed_or_far_from_the_old_one() {
    let story = settings::domains();
    for (before, after, expected) in [
        (500, 0, "$500 → $0, zero"),
        (500, 5_000, "$500 → $5,000, ten times the old price or more"),
        (5_000, 500, "$5,000 → $500, a tenth of the old price or less"),
        (500, 1_000, "$500 → $1,000, twice the old price or more"),
        (500, 250, "$500 → $250, half the old price or less"),
        (500, 999, ""),
        (500, 251, ""),
    ] {
        let edits = [edit("solarpark.de", "bin_price", Value::Whole(before), Value::Whole(after))];
        assert_eq!(looked_at(&story, &edits).join("; "), expected, "{before} → {after}");
    }
    let removed = [edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Null)];
    assert_eq!(looked_at(&story, &removed), ["$2,400 → no price, removed"]);
    assert_eq!(
        Inspection::of(&removed, &story.store).warnings(&story.store),
        ["1 price is removed: solarpark.de $2,400 → no price."]
    );
    let unknown = [SettingEdit { edit: Edit { before: None, ..removed[0].edit.clone() }, ..removed[0].clone() }];
    assert_eq!(looked_at(&story, &unknown), ["$2,400 → no price, removed"], "its row tells what is in force");
    let none = [edit("solarpark.de", "bin_price", Value::Null, Value::Whole(300))];
    assert!(looked_at(&story, &none).is_empty(), "a first price is compared with nothing");
}

#[test]
fn only_a_question_about_several_domains_speaks_of_the_others() {
    let price = |name: &str| edit(name, "bin_price", Value::Whole(500), Value::Whole(600));
    let asked = |edits: Vec<SettingEdit>| {
        Confirm::of(&SaveSettings::new(edits, BTreeMap::new()).into(), Vec::new()).expect("a question").consequence
    };
    assert_eq!(asked(vec![price("solarpark.de")]), "Live on the landers at once.");
    let both = asked(vec![price("solarpark.de"), price("bergluft.at")]);
    assert_eq!(both, "Live on the landers at once. If one domain fails, the others are still saved.");
}

#[test]
fn a_name_with_inquiries_is_warned_of_when_it_goes_off_sale() {
    let mut story = settings::domains();
    let off = |name: &str| edit(name, "for_sale", Value::Bool(true), Value::Bool(false));
    let edits = [off("solarpark.de"), off("bergluft.at")];
    assert!(looked_at(&story, &edits).is_empty(), "nobody asked for it");
    inbox::fill(&mut story, parkade::store::Tab::Active, &inbox::rows());
    assert_eq!(looked_at(&story, &edits), ["yes → no, off sale with open inquiries"]);
    let warnings = Inspection::of(&edits, &story.store).warnings(&story.store);
    assert_eq!(warnings, ["1 name goes off sale with open inquiries: solarpark.de yes → no."]);
    assert_eq!(
        Inspection::of(&edits[1..], &story.store).unseen(&story.store).as_deref(),
        Some("Not all inquiries were read: whether the name that goes off sale has open ones is not known."),
        "no inquiry about it was read, which is not all"
    );
    let on = [edit("solarpark.de", "for_sale", Value::Bool(false), Value::Bool(true))];
    assert!(looked_at(&story, &on).is_empty());
    assert_eq!(Inspection::of(&on, &story.store).unseen(&story.store), None);
}

#[test]
fn sums_over_different_numbers_of_prices_say_how_many_they_are_of() {
    let story = settings::domains();
    let money = |edits: &[SettingEdit]| Inspection::of(edits, &story.store).money().expect("prices");
    let rise = edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Whole(2_500));
    let first = edit("bergluft.at", "bin_price", Value::Null, Value::Whole(300));
    assert_eq!(money(std::slice::from_ref(&rise)), "1 BIN price, in all $2,400 → $2,500.");
    assert_eq!(money(&[rise, first.clone()]), "2 BIN prices, in all $2,400 for 1 → $2,800 for 2.");
    assert_eq!(money(&[first]), "1 BIN price, in all none → $300 for 1.");
}

#[test]
fn a_price_under_review_is_compared_with_offers_as_soon_as_its_currency_is_known() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).open("domains", "");
    portfolio::rows(&mut story);
    portfolio::account_in_dollars(&mut story);
    inbox::fill(&mut story, parkade::store::Tab::Active, &inbox::rows());
    story.store.stage(Plan { edits: vec![settings::price("solarpark.de", 2_300)], ..Plan::default() });
    story.open("review", "");
    assert!(!story.snap().contains("an offer"), "{}", story.snap());
    let unseen = Inspection::of(&[settings::price("solarpark.de", 2_300)], &story.store).unseen(&story.store);
    assert!(
        unseen
            .as_ref()
            .is_some_and(|words| words.contains("The currency of the price was not read: whether it is below")),
        "{unseen:?}"
    );
    settings::own(&mut story, &[("solarpark.de", json!({ "bin_price": 2_400 }))]);
    assert!(story.sync().snap().contains("an offer of $12,500"), "{}", story.snap());
}

#[test]
fn a_price_below_a_waiting_offer_or_the_lowest_offer_is_warned_of() {
    let mut story = settings::domains();
    inbox::fill(&mut story, parkade::store::Tab::Active, &inbox::rows());
    let below = edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Whole(2_300));
    assert_eq!(looked_at(&story, std::slice::from_ref(&below)), ["$2,400 → $2,300, below an offer of $12,500"]);
    let least = [edit("solarpark.de", "bin_price", Value::Whole(400), Value::Whole(240))];
    assert_eq!(
        looked_at(&story, &least)[1..],
        ["$400 → $240, below the lowest offer of $250"],
        "that of its settings, whatever it was when the newest inquiry came"
    );
    assert!(
        Inspection::of(&least, &story.store)
            .unseen(&story.store)
            .is_some_and(|words| words.contains("the price is below an open offer"))
    );
    story.store.stage(parkade::store::writes::plan::Plan { edits: vec![below], ..Default::default() });
    let frame = story.line("review").line("tab to check").snap();
    assert!(frame.contains("To check ≥ 1"), "not all offers were read:\n{frame}");
    let frame = story.keys("ctrl-s").wait(400).snap();
    assert!(frame.contains("Type 1 to save"), "{frame}");
    let above = edit("solarpark.de", "bin_price", Value::Whole(12_600), Value::Whole(12_500));
    assert!(looked_at(&story, &[above]).is_empty(), "as much as was offered");
}

#[test]
fn a_target_above_the_bin_price_is_warned_of() {
    let mut story = settings::domains();
    let target = edit("solarpark.de", "target_price", Value::Whole(2_000), Value::Whole(2_600));
    assert_eq!(looked_at(&story, std::slice::from_ref(&target)), ["$2,000 → $2,600, above the BIN price of $2,400"]);
    let bin = edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Whole(3_000));
    assert!(looked_at(&story, &[bin, target]).is_empty(), "the plan raises the BIN price, too");
    let in_no_list = [edit("elsewhere.de", "target_price", Value::Null, Value::Whole(2_600))];
    assert!(looked_at(&story, &in_no_list).is_empty());
    settings::own(&mut story, &[("elsewhere.de", json!({ "bin_price": 2_400 }))]);
    assert_eq!(looked_at(&story, &in_no_list), ["no price → $2,600, above the BIN price of $2,400"]);
}

#[test]
fn removed_prices_are_warned_of_and_ask_for_the_count() {
    let mut story = settings::domains();
    let edits = vec![edit("bergluft.at", "bin_price", Value::Whole(14_900), Value::Null)];
    story.store.stage(parkade::store::writes::plan::Plan { edits, ..Default::default() });
    let frame = story.line("review").line("tab to check").keys("p").snap();
    assert!(frame.contains("To check 1") && frame.contains("no price") && !frame.contains("inherit"), "{frame}");
    let frame = story.keys("ctrl-s").wait(400).snap();
    assert!(frame.contains("1 price is removed") && frame.contains("Type 1 to save"), "{frame}");
}

#[test]
fn a_value_saved_over_that_of_somebody_else_is_warned_of_like_any_other() {
    let story = settings::domains();
    for (yours, typed) in [(500, Some("1")), (5_500, None)] {
        let edits = vec![edit("solarpark.de", "bin_price", Value::Whole(5_000), Value::Whole(yours))];
        let (item, label) = (edits[0].item(), "BIN price of solarpark.de".to_owned());
        let (yours, seen, now) = (Value::Whole(yours), Some(Value::Whole(600)), Value::Whole(5_000));
        let moved = vec![Moved { item, label, yours, seen, now }];
        let over = SaveSettings::new(edits, BTreeMap::new()).into();
        let conflict = Conflict { entry: EntryId(1), over, moved, staged: false };
        let confirm = Confirm::of_conflict(&conflict, &story.store);
        assert_eq!(confirm.must_type().as_deref(), typed, "{confirm:?}");
        let warns = confirm.warnings.iter().any(|warning| warning.contains("a tenth of the old price or less"));
        assert_eq!(warns, typed.is_some(), "{confirm:?}");
    }
}

#[test]
fn an_amount_in_a_conflict_is_in_the_currency_that_is_set_with_it() {
    let mut story = settings::domains();
    let price = edit("solarpark.de", "bin_price", Value::Whole(600), Value::Whole(4_000));
    let edits = vec![price, edit("solarpark.de", "currency", Value::Null, Value::Text("EUR".into()))];
    let (item, label) = (edits[0].item(), "BIN price of solarpark.de".to_owned());
    let over: Intent = SaveSettings::new(edits, BTreeMap::new()).into();
    let entry = story.store.plan(over.clone(), story.now).expect("planned");
    let (yours, seen, now) = (Value::Whole(4_000), Some(Value::Whole(600)), Value::Whole(5_000));
    let conflict = Conflict { entry, over, moved: vec![Moved { item, label, yours, seen, now }], staged: false };
    let changes = Confirm::of_conflict(&conflict, &story.store).changes;
    assert_eq!(changes, ["BIN price of solarpark.de: yours €4,000 · you saw $600 · now $5,000"]);
}

/// The sheet of the marked domains, handed to the editor.
fn sheet(story: &mut Story) -> String {
    story.sent();
    story.keys("$");
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { text, .. }) => Some(text),
        _ => None,
    });
    asked.expect("the editor opens")
}

fn hand_in(story: &mut Story, slot: &'static str, text: &str) {
    story.store.files_mut().put_text(slot, Ok(text.into()));
    story.sync().wait(400);
}

/// One way to write a price.
type Road = fn(&mut Story);

#[test]
fn every_way_to_write_a_price_asks_for_the_count_when_it_looks_odd() {
    let roads: [(&str, Road); 5] = [
        ("the form", |story| {
            story.keys("e");
            settings::fill_domain(story, "bergluft.at", 14_900);
            story.line("set bin_price=5").keys("ctrl-s ctrl-s").wait(400);
        }),
        ("the formula", |story| {
            story.line("price =5").keys("ctrl-s").wait(400);
        }),
        ("the sheet", |story| {
            let text = sheet(story);
            hand_in(story, "prices", &text.replace("14900", "5"));
            story.keys("ctrl-s").wait(400);
        }),
        ("a plan", |story| {
            story.line("price =5").sent();
            let plan = story.store.staging().expect("staged").plan.to_json();
            story.line("plan apply plan.json");
            hand_in(story, "review", &plan);
        }),
        ("a CSV import", |story| {
            story.line("import ~/prices.csv");
            look(story, b"domain,bin_price\nbergluft.at,5\n");
            story.keys("ctrl-s").wait(500);
            read_again(story);
        }),
    ];
    for (name, road) in roads {
        let mut story = settings::domains();
        road(&mut story);
        let frame = said(&mut story);
        assert!(frame.contains("Type 1 to"), "{name} goes past the guard:\n{frame}");
        assert!(frame.contains("a tenth of the old price or less"), "{name}:\n{frame}");
        story.keys("y");
        assert_eq!(story.store.journal().entries().count(), 0, "{name}: a y alone writes nothing");
    }
}

#[test]
fn a_change_of_the_account_that_reaches_many_domains_asks_for_their_number() {
    let mut story = settings::open();
    let mine = portfolio::mine();
    portfolio::fill_of(&mut story, Tab::MyDomains, &mine, 3_862);
    portfolio::fill_of(&mut story, Tab::Verified, &mine[..2], 3_294);
    story.line("set for_sale=no").keys("ctrl-s");
    assert!(story.snap().contains("To check 1"), "{}", story.snap());
    story.keys("ctrl-s").wait(400);
    let frame = said(&mut story);
    assert!(frame.contains("3,293 to 3,861 domains inherit it; live at once."), "{frame}");
    assert!(frame.contains("Type 3861 to"), "{frame}");
}

#[test]
fn a_price_set_together_with_its_currency_is_shown_and_compared_in_the_new_one() {
    let mut story = settings::domains();
    let to = |bin: i64| {
        let price = edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Whole(bin));
        [price, edit("solarpark.de", "currency", Value::Null, Value::text("JPY"))]
    };
    assert_eq!(looked_at(&story, &to(0)), ["$2,400 → ¥0, zero"]);
    assert!(looked_at(&story, &to(360_000)).is_empty(), "{:?}", looked_at(&story, &to(360_000)));
    let looked = Inspection::of(&to(360_000), &story.store);
    assert_eq!(looked.money().as_deref(), Some("1 BIN price, in all $2,400 → ¥360,000."));
    settings::own(&mut story, &[("solarpark.de", json!({ "bin_price": 2_400 }))]);
    story.store.stage(Plan { edits: to(360_000).to_vec(), ..Plan::default() });
    let frame = story.line("review").snap();
    assert!(frame.contains("$2,400") && frame.contains("¥360,000") && !frame.contains("$360"), "{frame}");
    story.keys("ctrl-s").wait(400).keys("y");
    story.settle(None);
    let frame = story.open("domains", "").keys("u").snap();
    assert!(frame.contains("solarpark.de set to $2,400"), "undone, it is in the old one again:\n{frame}");
}

#[test]
fn another_default_currency_says_which_prices_become_other_money_and_asks_for_their_number() {
    let mut story = settings::domains();
    profile::answer(&mut story, &profile::with(&json!({ "default_currency": "USD" })));
    story.line("profile").line("set default_currency=EUR").keys("ctrl-s").wait(400);
    let frame = said(&mut story);
    assert!(frame.contains("Prices are read as EUR and not converted: 4 BIN prices, $19,450 in all."), "{frame}");
    assert!(frame.contains("Type 4 to"), "{frame}");
}

#[test]
fn a_currency_of_its_own_turns_the_price_of_a_domain_into_other_money() {
    let mut story = settings::domains();
    let own = [edit("solarpark.de", "currency", Value::Null, Value::text("JPY"))];
    assert_eq!(
        Inspection::of(&own, &story.store).warnings(&story.store),
        ["Prices are read as JPY and not converted: 1 BIN price, $2,400 in all."]
    );
    settings::own(&mut story, &[("solarpark.de", json!({ "currency": "JPY", "bin_price": 2_400 }))]);
    let price = [edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Whole(240))];
    assert_eq!(
        looked_at(&story, &price),
        ["¥2,400 → ¥240, a tenth of the old price or less", "¥2,400 → ¥240, below the lowest offer of ¥250"]
    );
    story.store.stage(parkade::store::writes::plan::Plan { edits: price.to_vec(), ..Default::default() });
    let frame = story.line("review").snap();
    assert!(frame.contains("¥2,400") && frame.contains("¥240") && !frame.contains("$240"), "{frame}");
}

#[test]
fn a_name_twice_in_the_sheet_is_a_bad_line() {
    let mut story = settings::domains();
    let text = sheet(&mut story);
    let line = text.lines().find(|line| line.contains("14900")).expect("a line");
    hand_in(&mut story, "prices", &format!("{}{}\n", text.replace("14900", "900"), line.replace("14900", "700")));
    let frame = story.snap();
    assert!(frame.contains("bergluft.at is on line") && frame.contains("already"), "{frame}");
    assert!(story.store.staging().is_none(), "nothing is staged");
}

#[test]
fn many_different_prices_are_offered_to_be_reviewed_before_they_are_offered_as_an_import() {
    let mut story = settings::domains();
    let names: Vec<String> = (0..60).map(|n| format!("n{n:02}.com")).collect();
    let row = |(n, name): (usize, &String)| {
        portfolio::row(100 + n as i64, name, name, "verified", true, Some(500.0), json!(null), json!(true))
    };
    let rows: Vec<_> = names.iter().enumerate().map(row).collect();
    portfolio::fill(&mut story, Tab::MyDomains, &rows);
    story.keys("*").sent();
    sheet(&mut story);
    let raised: Vec<String> = (0..60).map(|n| format!("n{n:02}.com  ?  {}\n", 501 + n)).collect();
    let raised = raised.concat();
    hand_in(&mut story, "prices", &raised);
    let frame = story.snap();
    let place = |words: &str| frame.lines().position(|line| line.contains(words));
    assert!(place("Review and save").is_some() && place("Review and save") < place("One CSV import"), "{frame}");
    assert!(frame.contains("undoable, 60 requests") && frame.contains("fast, cannot be undone"), "{frame}");
}
