//! What is to be looked at before values are written, and that every way to write them asks the same.

use parkade::store::Value;
use parkade::store::intent::{Edit, SettingEdit};
use parkade::store::writes::guard::{guard, warnings};
use parkade::store::{FieldName, Subject};
use parkade::ui::testing::Story;

use crate::support::{portfolio, settings};

fn edit(name: &str, field: &str, before: Value, after: Value) -> SettingEdit {
    let edit = Edit { field: FieldName::named(field), before: Some(before), after };
    SettingEdit { subject: Subject::domain(&portfolio::name(name)), edit }
}

/// Everything to look at, in words.
fn looked_at(story: &Story, edits: &[SettingEdit]) -> Vec<String> {
    guard(edits, &story.store).iter().map(|concern| concern.words(&story.store)).collect()
}

#[test]
fn a_price_is_looked_at_when_it_is_zero_removed_or_far_from_the_old_one() {
    let story = settings::domains();
    for (before, after, expected) in [
        (500, 0, "$500 → $0, zero"),
        (500, 5_000, "$500 → $5,000, ten times the old price or more"),
        (500, 50, "$500 → $50, a tenth of the old price or less"),
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
    assert_eq!(warnings(&guard(&removed, &story.store)), ["1 price is removed: solarpark.de."]);
    let unknown = [SettingEdit { edit: Edit { before: None, ..removed[0].edit.clone() }, ..removed[0].clone() }];
    assert_eq!(looked_at(&story, &unknown), ["$2,400 → no price, removed"], "its row tells what is in force");
    let none = [edit("solarpark.de", "bin_price", Value::Null, Value::Whole(5))];
    assert!(looked_at(&story, &none).is_empty(), "a first price is compared with nothing");
}

#[test]
fn a_target_above_the_bin_price_is_looked_at() {
    let story = settings::domains();
    let target = edit("solarpark.de", "target_price", Value::Whole(2_000), Value::Whole(2_600));
    assert_eq!(looked_at(&story, &[target.clone()]), ["$2,000 → $2,600, above the BIN price of $2,400"]);
    let bin = edit("solarpark.de", "bin_price", Value::Whole(2_400), Value::Whole(3_000));
    assert!(looked_at(&story, &[bin, target]).is_empty(), "the plan raises the BIN price, too");
}

#[test]
fn prices_removed_are_to_check_and_ask_for_the_count() {
    let mut story = settings::domains();
    let edits = ["bergluft.at", "solarpark.de"].map(|name| edit(name, "bin_price", Value::Whole(600), Value::Null));
    story.store.stage(parkade::store::plan::Plan { edits: edits.to_vec(), ..Default::default() });
    let frame = story.line("review").line("tab to check").snap();
    assert!(frame.contains("To check 2") && frame.contains("no price") && !frame.contains("inherit"), "{frame}");
    let frame = story.keys("ctrl-s").wait(400).snap();
    assert!(frame.contains("2 prices are removed") && frame.contains("Type 2 to save"), "{frame}");
}
