//! The seller's profile.

use std::sync::LazyLock;

use serde_json::Value;

use super::call::{Ask, Outcome};
use super::world::World;

const PROFILE: &str = include_str!("../../assets/sandbox/profile.json");

static PARKING_EMAIL: LazyLock<Option<String>> = LazyLock::new(|| {
    let value: Value = serde_json::from_str(PROFILE).ok()?;
    value["parking_email"].as_str().map(str::to_owned)
});

/// `GET parking/profile`.
#[expect(clippy::unnecessary_wraps, reason = "a handler like all others")]
pub fn get(_world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    Ok(PROFILE.trim_end().to_owned())
}

/// The confirmed address inquiries go to, if there is one.
pub fn parking_email() -> Option<&'static str> {
    PARKING_EMAIL.as_deref()
}
