//! The form of settings over schemas as another service might write them: types under other names or unknown, values as
//! text or number, no allowed values or many, gates, levels, missing parts, hundreds of rows.

use parkade::api::Page;
use parkade::api::domains::AllSettings;
use parkade::api::settings::{Get, Schema};
use parkade::screens::ALL;
use parkade::store::{Subject, Value};
use parkade::ui::Place;
use parkade::ui::testing::Story;
use serde_json::{Value as Json, json};

use crate::support::settings;

const SEEDS: u64 = 24;
const TYPES: [&str; 18] = [
    "bool",
    "boolean",
    "toggle",
    "integer",
    "int",
    "number",
    "decimal",
    "money",
    "string",
    "url",
    "text",
    "html",
    "list",
    "tags",
    "images",
    "schedule",
    "enum",
    "x-new-in-2031",
];

/// A value of a type as a service might write it: with `as_text` numbers and switches are texts.
fn value(dice: &mut fastrand::Rng, kind: &str, as_text: bool) -> Json {
    let number = dice.i32(0..5_000);
    match kind {
        "bool" | "boolean" | "toggle" if as_text => json!(if dice.bool() { "1" } else { "0" }),
        "bool" | "boolean" | "toggle" => json!(dice.bool()),
        "integer" | "int" | "number" | "decimal" | "money" if as_text => json!(number.to_string()),
        "integer" | "int" | "number" | "decimal" | "money" => json!(number),
        "list" | "tags" => json!(["a", "b"]),
        "images" => json!({ "images": [{ "id": 7 }] }),
        "schedule" => json!({ "mon": "9-17", "tue": null }),
        "x-new-in-2031" => [json!(1), json!("x"), json!({ "deep": [1, [2]] }), json!(null)][dice.usize(0..4)].clone(),
        _ => json!(format!("text {number}")),
    }
}

struct Row {
    name: String,
    shown: bool,
    locked: bool,
    own: Json,
    allowed: Vec<Json>,
}

/// A schema with the account's settings, and the rows they must show.
fn generate(dice: &mut fastrand::Rng) -> (Vec<Json>, serde_json::Map<String, Json>, Vec<Row>) {
    let many = dice.usize(1..200);
    let (mut schema, mut settings, mut rows) = (Vec::new(), serde_json::Map::new(), Vec::new());
    for at in 0..many {
        let (name, kind, as_text) = (format!("setting_{at}"), TYPES[dice.usize(0..TYPES.len())], dice.bool());
        let default = if dice.u8(0..4) == 0 { Json::Null } else { value(dice, kind, as_text) };
        let allowed: Vec<Json> = match (kind, dice.u8(0..3)) {
            ("enum", _) => (0..dice.usize(1..9)).map(|nth| json!(format!("word {nth}"))).collect(),
            ("integer" | "int", 0) => vec![json!(6), json!(12), json!(24)],
            _ => Vec::new(),
        };
        let own = match (allowed.is_empty(), dice.bool()) {
            (_, false) => Json::Null,
            (true, true) => value(dice, kind, as_text),
            (false, true) => allowed[dice.usize(0..allowed.len())].clone(),
        };
        let (level, available) = (dice.u8(0..8) > 0, dice.u8(0..8) > 0);
        let mut entry = json!({
            "name": name, "type": kind, "label": format!("Label {at}"), "explain": null, "account_level": level,
            "domain_level": true, "permission_gated": dice.bool(), "available": available,
            "allowed_values": if allowed.is_empty() { Json::Null } else { allowed.clone().into() },
            "default": default, "category": format!("part {}", at % 5)
        });
        // Parts may be missing, and new ones may be there.
        let parts = entry.as_object_mut().expect("an object");
        for part in ["explain", "category", "permission_gated", "default"] {
            if dice.u8(0..6) == 0 {
                parts.remove(part);
            }
        }
        parts.insert("since".to_owned(), json!("2031"));
        let source = if own.is_null() { "default" } else { "account" };
        let in_force = if own.is_null() { default } else { own.clone() };
        settings.insert(name.clone(), json!({ "value": in_force, "source": source }));
        rows.push(Row { name, shown: level, locked: !available, own, allowed });
        schema.push(entry);
    }
    (schema, settings, rows)
}

fn opened(schema: &[Json], settings: &serde_json::Map<String, Json>) -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 30).open("settings", "");
    story.answer(&Schema {}, &json!({ "schema": schema }).to_string());
    story.answer(&Get {}, &json!({ "settings": settings }).to_string());
    let page = json!({ "current_page": 1, "last_page": 1, "per_page": 200, "shown": 0, "total": 0 });
    let own = AllSettings { overrides_only: Some(true), page: Page::new(1, 200) };
    story.answer(&own, &json!({ "domains": [], "pagination": page }).to_string());
    story
}

/// Number of the type of a JSON value.
fn manner(value: &Json) -> u8 {
    match value {
        Json::Null => 0,
        Json::Bool(_) => 1,
        Json::Number(_) => 2,
        Json::String(_) => 3,
        Json::Array(_) => 4,
        Json::Object(_) => 5,
    }
}

fn with_seeds(test: impl Fn(&mut fastrand::Rng)) {
    for seed in 0..SEEDS {
        let run = std::panic::AssertUnwindSafe(|| test(&mut fastrand::Rng::with_seed(seed)));
        if let Err(panic) = std::panic::catch_unwind(run) {
            eprintln!("failed with seed {seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn every_setting_of_any_schema_is_shown_and_can_be_reached() {
    with_seeds(|dice| {
        let (schema, settings, rows) = generate(dice);
        let mut story = opened(&schema, &settings);
        story.size(120, 260);
        let mut seen = String::new();
        for _ in 0..8 {
            seen.push_str(&story.snap());
            story.keys("]");
        }
        for (at, row) in rows.iter().enumerate() {
            let label = format!("Label {at} ");
            assert_eq!(seen.contains(&label), row.shown, "{}", row.name);
        }
        for (width, height) in [(40, 12), (80, 24), (160, 48)] {
            story.size(width, height).keys("G g g").snap();
        }
    });
}

#[test]
fn a_typed_value_is_staged_as_the_service_writes_it_or_refused_with_a_reason() {
    with_seeds(|dice| {
        let (schema, settings, rows) = generate(dice);
        let mut story = opened(&schema, &settings);
        let typed = ["yes", "no", "17", "-3", "2.5", "word 0", "12", "a, b", "{\"a\": 1}", "[1, 2]", "x", "7", ""];
        story.quietly(|story| {
            for row in rows.iter().filter(|row| row.shown) {
                story.line(&format!("set {}={}", row.name, typed[dice.usize(0..typed.len())])).wait(1);
                if dice.u8(0..5) == 0 {
                    story.line(&format!("inherit {}", row.name));
                }
            }
        });
        story.keys("ctrl-s").wait(1);
        let Some(staging) = story.store.staging() else { return };
        for edit in &staging.plan.edits {
            assert_eq!(edit.subject, Subject::Account);
            let row = rows.iter().find(|row| row.name == edit.edit.field.as_str()).expect("a setting there is");
            assert!(!row.locked, "{} is not part of the account", row.name);
            let after = Json::from(edit.edit.after.clone());
            if edit.edit.after == Value::Null {
                continue;
            }
            if !row.own.is_null() {
                assert_eq!(manner(&after), manner(&row.own), "{}: {} became {after}", row.name, row.own);
            }
            if !row.allowed.is_empty() {
                assert!(row.allowed.contains(&after), "{}: {after} is none of {:?}", row.name, row.allowed);
            }
        }
    });
}

#[test]
fn keys_at_random_lose_nothing_and_never_break_a_form_of_any_schema() {
    let keys =
        ["j", "k", "e", "enter", "esc", "space", "d", "backspace", "u", "U", "G", "g g", "]", "[", "tab", "ctrl-k"];
    with_seeds(|dice| {
        let (schema, settings, _) = generate(dice);
        let mut story = opened(&schema, &settings);
        for _ in 0..150 {
            match dice.u8(0..6) {
                0 => story.typed(["12", "abc", "true", "{", "ä"][dice.usize(0..5)]),
                _ => story.keys(keys[dice.usize(0..keys.len())]),
            };
        }
        story.size(80, 24).snap();
        assert_eq!(story.store.journal().entries().count(), 0, "nothing is written");
    });
}

#[test]
fn settings_that_are_read_before_their_schema_are_not_called_changed() {
    let types = ["html", "number", "bool", "images", "url", "list", "schedule"];
    let mut dice = fastrand::Rng::with_seed(7);
    let rows = types.map(|kind| (kind, value(&mut dice, kind, false)));
    let settings: serde_json::Map<String, Json> =
        rows.iter().map(|(kind, value)| ((*kind).to_owned(), json!({ "value": value, "source": "account" }))).collect();
    let schema = types.map(|kind| json!({ "name": kind, "type": kind, "account_level": true, "category": "all" }));
    let mut story = Story::new(ALL);
    story.size(120, 30).open("settings", "");
    story.answer(&Get {}, &json!({ "settings": settings }).to_string());
    assert!(story.snap().contains("text "), "{}", story.snap());
    story.answer(&Schema {}, &json!({ "schema": schema }).to_string());
    let frame = story.snap();
    assert!(!frame.contains("not saved") && !frame.contains("was "), "nobody changed anything: {frame}");
    assert!(story.keys("j").line("set url=x").snap().contains("1 change not saved"), "{}", story.snap());
}

#[test]
fn further_sections_of_settings_follow_in_order_and_hidden_settings_are_counted() {
    let mut story = settings::open();
    let frame = story.size(80, 24).snap();
    assert!(frame.contains("mon: 9-17") && !frame.contains('{'), "in words: {frame}");
    assert!(!frame.contains("more"), "all of it is in sight: {frame}");
    let frame = story.size(80, 12).snap();
    assert!(frame.contains("Lander") && frame.contains("headline") && frame.contains("↓ 5 more"), "{frame}");
    assert!(!frame.contains("catchall"), "none is passed over: {frame}");
}

#[test]
fn a_choice_of_many_values_is_made_in_a_menu_and_one_of_few_by_the_key_itself() {
    let mut story = settings::open();
    story.go(Place::Setting("design".to_owned()));
    let frame = story.keys("enter").snap();
    assert!(frame.contains("✓ classic") && frame.contains("split"), "the value in force is named: {frame}");
    story.keys("j j j enter");
    assert!(story.snap().contains("1 change not saved") && story.snap().contains("split"), "{}", story.snap());
    story.keys("backspace").go(Place::Setting("for_sale".to_owned()));
    let frame = story.keys("enter").snap();
    assert!(frame.contains("esc reset") && frame.contains("1 change not saved"), "{frame}");
}
