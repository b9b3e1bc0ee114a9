//! The seller's profile, and the confirmed addresses of the account.

use std::sync::LazyLock;

use serde_json::Value;

use super::call::{Ask, Obj, Outcome, Refusal};
use super::options::Feature;
use super::settings::{self, Asked, Holder, PROFILE};
use super::world::{World, broken};

/// `parking_email` and `payment_emails`, which are confirmed on the service's site and cannot be written here.
static ADDRESSES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../assets/sandbox/addresses.json")).unwrap_or_default());

/// `GET parking/profile`.
pub fn get(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    let mut json = Obj::new();
    json.raw("profile", &object(world)?)
        .put("parking_email", parking_email(world))
        .put("payment_emails", &ADDRESSES["payment_emails"]);
    Ok(json.end())
}

/// `POST parking/profile`: saves all fields or none, as one version.
pub fn save(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let asked = Asked::read(world, &PROFILE, &Holder::Profile, &ask.json()?, "profile")?;
    asked.all_or_none(false)?;
    settings::store(world, &Holder::Profile, &asked, ask, now)?;
    Ok(Obj::new().raw("profile", &object(world)?).end())
}

fn object(world: &World) -> Result<String, Refusal> {
    let own = Holder::Profile.own(&world.db).map_err(|error| broken(&error))?;
    let mut json = Obj::new();
    settings::fields(&mut json, PROFILE.all(), &own);
    Ok(json.end())
}

/// Confirmed address to which inquiries are mailed, if there is one.
pub fn parking_email(world: &World) -> Option<&'static str> {
    ADDRESSES["parking_email"].as_str().filter(|_| world.has(Feature::ParkingEmail))
}
