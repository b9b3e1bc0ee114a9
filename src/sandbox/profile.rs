//! The seller's profile.

use std::sync::LazyLock;

use serde_json::Value;

use super::call::{Ask, Outcome};
use super::options::Feature;
use super::world::World;

const PROFILE: &str = include_str!("../../assets/sandbox/profile.json");

static PROFILE_JSON: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(PROFILE).unwrap_or_default());

/// `GET parking/profile`.
#[expect(clippy::unnecessary_wraps, reason = "a handler like all others")]
pub fn get(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    if world.has(Feature::ParkingEmail) {
        return Ok(PROFILE.trim_end().to_owned());
    }
    let mut profile = PROFILE_JSON.clone();
    profile["parking_email"] = Value::Null;
    Ok(profile.to_string())
}

/// The confirmed address inquiries go to, if there is one.
pub fn parking_email(world: &World) -> Option<&'static str> {
    PROFILE_JSON["parking_email"].as_str().filter(|_| world.has(Feature::ParkingEmail))
}
