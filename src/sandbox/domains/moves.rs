//! Acts on one domain: removing, ignoring, checking; and adding names.

use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use super::{named, not_found};
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::imports::{self, Kind, Order};
use crate::sandbox::settings::{self, By, Holder};
use crate::sandbox::world::{World, broken};

/// Facts on which the possible actions depend.
struct Standing {
    state: String,
    approved: bool,
    /// True when the domain hosts the portfolio site.
    host: bool,
    /// True when the domain was once verified for this account.
    ever: bool,
}

fn standing(db: &Connection, id: i64) -> Result<Option<Standing>, Refusal> {
    db.prepare_cached("SELECT state, approved, host, ever FROM domains WHERE id = ?1")
        .and_then(|mut query| {
            query
                .query_row([id], |row| {
                    Ok(Standing { state: row.get(0)?, approved: row.get(1)?, host: row.get(2)?, ever: row.get(3)? })
                })
                .optional()
        })
        .map_err(|error| broken(&error))
}

/// Removes one domain from the account, with its prices and own settings; the service makes a version of that.
///
/// # Errors
/// 403 when it is not in the account, or hosts the portfolio.
pub fn take_out(db: &Connection, id: i64, now: i64) -> Result<(), Refusal> {
    match standing(db, id)? {
        Some(Standing { approved: true, host: false, .. }) => {}
        Some(Standing { approved: true, .. }) => {
            return Err(Refusal::forbidden("This domain hosts your portfolio; choose another host for it first."));
        }
        _ => return Err(Refusal::forbidden("This domain is not in your account, so it cannot be removed.")),
    }
    clear(db, id, now).map_err(|error| broken(&error))?;
    db.prepare_cached(
        "UPDATE domains SET state = 'removed', approved = 0, verified = 0, verified_since = NULL, \
         last_verified = NULL, next_check = NULL, for_sale = 0, bin_price = NULL, target_price = NULL, \
         accept_offers = 'true', min_offer = 100 WHERE id = ?1",
    )
    .and_then(|mut change| change.execute([id]))
    .map_err(|error| broken(&error))?;
    Ok(())
}

/// Removes all own settings.
fn clear(db: &Connection, id: i64, now: i64) -> rusqlite::Result<()> {
    let name: String =
        db.prepare_cached("SELECT punycode FROM domains WHERE id = ?1")?.query_row([id], |row| row.get(0))?;
    let holder = Holder::Domain { id, name: &name };
    let mut values: Vec<_> = holder.own(db)?.into_keys().map(|name| (name, Value::Null)).collect();
    values.sort_by(|one, other| one.0.cmp(&other.0));
    settings::save_version(db, &holder, &values, By { source: "system", reference: None }, now)?;
    Ok(())
}

/// Removes one domain from the detected list, for good.
///
/// # Errors
/// 403 when it is not on that list.
pub fn forget(db: &Connection, id: i64) -> Result<(), Refusal> {
    let gone = db
        .prepare_cached("DELETE FROM domains WHERE id = ?1 AND state = 'detected'")
        .and_then(|mut change| change.execute([id]))
        .map_err(|error| broken(&error))?;
    if gone == 0 { Err(Refusal::forbidden("Only detected domains can be ignored.")) } else { Ok(()) }
}

/// `DELETE parking/domain`. The documents list no 404 for it, so a name that is not in the account is refused with
/// 403.
pub fn remove(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    take_out(&world.db, named(&world.db, ask)?.map_or(-1, |(id, _)| id), now)?;
    Ok(Obj::new().put("success", true).end())
}

/// `POST parking/domain-ignore`.
pub fn ignore(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    forget(&world.db, named(&world.db, ask)?.map_or(-1, |(id, _)| id))?;
    Ok(Obj::new().put("success", true).end())
}

/// `POST parking/domain-verify`.
pub fn verify(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let (id, punycode) = named(&world.db, ask)?.ok_or_else(not_found)?;
    match standing(&world.db, id)? {
        Some(standing) if standing.approved => {
            Err(Refusal::forbidden("This domain is already in your account; it is checked again with a retry."))
        }
        Some(standing) if standing.state == "detected" || standing.ever => {
            imports::start(world, Order::names(Kind::Verify, punycode), now)
        }
        // A name that was removed before it was ever verified can only be added again.
        _ => Err(not_found()),
    }
}

/// `POST parking/domains`.
pub fn add(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let text = match body.get("domains") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(list)) => {
            let words = list.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            words.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    };
    if text.trim().is_empty() {
        return Err(Refusal::new(400, "np_parking_api_error_no_domains", "No domains were given."));
    }
    let manual = body.get("casing_mode").and_then(Value::as_str) == Some("manual");
    imports::start(world, Order { manual, ..Order::names(Kind::Add, text) }, now)
}
