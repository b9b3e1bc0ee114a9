//! The schema, and the settings of the account.

use std::collections::HashMap;

use serde_json::json;

use super::check::Asked;
use super::holder::Holder;
use super::versions::{self, By};
use super::{SETTINGS, Setting, Values};
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::world::{World, broken};

/// `GET parking/settings-schema`.
#[expect(clippy::unnecessary_wraps, reason = "a handler like all others")]
pub fn schema(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    Ok(Obj::new().put("schema", SETTINGS.rows(world)).end())
}

/// Value in force of a setting of the account, and its source.
pub fn in_force<'a>(setting: &'a Setting, account: &'a Values) -> (&'a serde_json::Value, &'static str) {
    account.get(&setting.name).map_or((&setting.default, "default"), |value| (value, "account"))
}

/// `GET parking/settings`: the account's settings that are available to it.
pub fn get(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    answer(world)
}

fn answer(world: &World) -> Outcome {
    let account = Holder::Account.own(&world.db).map_err(|error| broken(&error))?;
    let mut settings = Obj::new();
    for setting in SETTINGS.all().iter().filter(|setting| setting.of_account && setting.is_available(world)) {
        let (value, source) = in_force(setting, &account);
        settings.put(&setting.name, json!({ "value": value, "source": source }));
    }
    Ok(Obj::new().raw("settings", &settings.end()).end())
}

/// `POST parking/settings`: saves all values or none.
pub fn save(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let asked = Asked::read(world, &SETTINGS, &Holder::Account, &ask.json()?, "settings")?;
    asked.all_or_none(false)?;
    store(world, &Holder::Account, &asked, ask, now)?;
    answer(world)
}

/// Saves the given values as one version of this token.
pub fn store(world: &World, holder: &Holder<'_>, asked: &Asked, ask: &Ask, now: i64) -> Result<(), Refusal> {
    world.together(|| {
        versions::save(&world.db, holder, &asked.values, By::token(&ask.called), now).map_err(|error| broken(&error))
    })?;
    Ok(())
}

/// Adds the fields of the profile or portfolio with their values, in the order of the catalogue.
pub fn fields(json: &mut Obj, settings: &[Setting], own: &HashMap<String, serde_json::Value>) {
    for setting in settings {
        json.put(&setting.name, own.get(&setting.name).unwrap_or(&setting.default));
    }
}
