//! The catalogue of settings, and what single domains have set for themselves.
//!
//! Names, types and defaults are the sandbox's own: the documents name only eight. No setting is changed through its
//! own call here; look first at `own.rs`, which reads and writes values of one domain for imports and exports.

pub mod own;

use std::sync::LazyLock;

use serde_json::Value;

use super::call::{Ask, Outcome};
use super::options::Feature;
use super::world::World;

const SCHEMA: &str = include_str!("../../../assets/sandbox/settings_schema.json");

/// Features that decide whether a setting is available.
const GATES: [Feature; 3] = [Feature::Catchall, Feature::Portfolio, Feature::Insights];

/// One setting of the catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub name: String,
    /// The `type` of the schema.
    pub kind: String,
    /// What a choice accepts.
    pub choices: Vec<String>,
    /// What is in force when nobody has set anything.
    pub default: Value,
    /// Can be set for one domain.
    pub of_domain: bool,
    /// The feature it needs.
    feature: Option<Feature>,
}

static ALL: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    // Our own file: a test reads every row of it.
    let schema: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let rows = schema["schema"].as_array().cloned().unwrap_or_default();
    rows.iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            let gate = text("available");
            Setting {
                name: text("name"),
                kind: text("type"),
                choices: row["allowed_values"].as_array().into_iter().flatten().map(in_words).collect(),
                default: row["default"].clone(),
                of_domain: row["domain_level"] == true,
                feature: GATES.into_iter().find(|feature| gate.strip_prefix('@') == Some(feature.name())),
            }
        })
        .collect()
});

fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Every setting one domain can have on this account, in the order of the catalogue.
pub fn of_domains(world: &World) -> impl Iterator<Item = &'static Setting> {
    ALL.iter().filter(|setting| setting.of_domain && setting.feature.is_none_or(|feature| world.has(feature)))
}

/// The setting of this name.
pub fn known(name: &str) -> Option<&'static Setting> {
    ALL.iter().find(|setting| setting.name == name)
}

/// `GET parking/settings-schema`; settings of a feature the account lacks are there but not available.
#[expect(clippy::unnecessary_wraps, reason = "a handler like all others")]
pub fn schema(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    let mut text = SCHEMA.trim_end().to_owned();
    for feature in GATES {
        let available = if world.has(feature) { "true" } else { "false" };
        text = text.replace(&format!("\"@{}\"", feature.name()), available);
    }
    Ok(text)
}
