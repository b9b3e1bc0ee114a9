//! `POST parking/settings-undo`: sets every value that one save changed back to the value before that save.

use rusqlite::OptionalExtension;
use serde_json::Value;

use super::check;
use super::domain::Held;
use super::history::{COLUMNS, Version};
use super::holder::Holder;
use super::versions::{self, By};
use super::{PROFILE, SETTINGS};
use crate::api::Needs;
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::world::{World, broken};

fn cannot(why: impl Into<String>) -> Refusal {
    Refusal::new(409, "np_parking_api_error_history_cannot_undo", why)
}

/// Answers the call, also under its old name `settings-restore`.
pub fn undo(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let id = match body.get("history_id") {
        Some(Value::String(text)) => text.trim().parse().unwrap_or(-1),
        Some(value) => value.as_i64().unwrap_or(-1),
        None => -1,
    };
    let version = world
        .db
        .prepare_cached(&format!("SELECT {COLUMNS} FROM versions WHERE id = ?1"))
        .and_then(|mut query| query.query_row([id], Version::of).optional())
        .map_err(|error| broken(&error))?
        .ok_or_else(|| {
            Refusal::not_found(
                "np_parking_api_error_history_not_found",
                "The requested version of the settings could not be found.",
            )
        })?;
    allowed(ask, &version.scope)?;
    if !version.can_undo {
        return Err(cannot("There is nothing before this version, so it cannot be undone."));
    }
    let held = match &version.domain {
        None => None,
        Some(name) => match Held::find(&world.db, name)? {
            None => return Err(cannot("This domain is no longer in your account, so its settings cannot be undone.")),
            held => held,
        },
    };
    let holder = match (&held, version.scope.as_str()) {
        (Some(held), _) => held.holder(),
        (None, "profile") => Holder::Profile,
        (None, _) => Holder::Account,
    };
    let values = before(world, &version)?;
    world.together(|| {
        let by = By { source: "undo", reference: Some(&ask.called) };
        versions::write(&world.db, &holder, &values)
            .and_then(|changes| versions::store(&world.db, &holder, &versions::text(&changes), by, now))
            .map_err(|error| broken(&error))
    })?;
    Ok(Obj::new().raw("version", &version.object()).end())
}

/// Refuses a token without the ability for the scope of the version.
fn allowed(ask: &Ask, scope: &str) -> Result<(), Refusal> {
    let Some(endpoint) = crate::api::CATALOGUE.iter().find(|endpoint| endpoint.name == "settings.undo") else {
        return Ok(());
    };
    let Needs::PerScope(scopes) = &endpoint.needs else { return Ok(()) };
    match scopes.iter().find(|(name, _)| *name == scope) {
        Some((_, ability)) if !ask.grant.holds(ability.0) => Err(ask.likes.lacking(Ask::lacks(ability.0))),
        _ => Ok(()),
    }
}

/// Values of a version's settings before it, if they can still be set.
fn before(world: &World, version: &Version) -> Result<Vec<(String, Value)>, Refusal> {
    let catalogue = if version.scope == "profile" { &PROFILE } else { &SETTINGS };
    let mut values = Vec::new();
    for (name, change) in &version.changes {
        let before = change["before"].clone();
        let Some(setting) = catalogue.get(name) else {
            return Err(cannot(format!("There is no setting '{name}' any more.")));
        };
        if !setting.is_available(world) {
            return Err(cannot(format!("{} is not available to your account.", setting.label)));
        }
        if !before.is_null()
            && let Err(bad) = check::value(&world.db, setting, &before)
        {
            return Err(cannot(format!("The earlier value cannot be set again: {} {}.", setting.label, bad.text())));
        }
        values.push((name.clone(), before));
    }
    Ok(values)
}
