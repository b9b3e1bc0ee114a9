//! The catalogue of settings. Names, types and defaults are the sandbox's own: the documents name only eight.

use super::call::{Ask, Outcome};
use super::options::Feature;
use super::world::World;

const SCHEMA: &str = include_str!("../../assets/sandbox/settings_schema.json");

/// `GET parking/settings-schema`; settings of a feature the account lacks are there but not available.
#[expect(clippy::unnecessary_wraps, reason = "a handler like all others")]
pub fn schema(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    let mut text = SCHEMA.trim_end().to_owned();
    for feature in [Feature::Catchall, Feature::Portfolio, Feature::Insights] {
        let available = if world.has(feature) { "true" } else { "false" };
        text = text.replace(&format!("\"@{}\"", feature.name()), available);
    }
    Ok(text)
}
