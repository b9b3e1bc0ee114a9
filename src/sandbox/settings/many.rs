//! The settings of many domains: the list of verified ones, and one write for up to 500 names.

use rusqlite::params_from_iter;
use serde_json::{Map, Value};

use super::check::Asked;
use super::domain::{self, Held};
use super::holder::Holder;
use super::versions::{self, By};
use super::{SETTINGS, of_domains};
use crate::sandbox::call::{self, Ask, Obj, Outcome, Page, Refusal};
use crate::sandbox::world::{World, broken};

/// Most names of one write.
const MOST: usize = 500;

/// `GET parking/domains-settings`: all verified domains, or those with own values.
pub fn list(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let own_only = ask.flag("overrides_only");
    let page = Page::of(ask, 200);
    let read = |world: &mut World| -> rusqlite::Result<(u64, Vec<String>)> {
        let (total, ids) = found(world, own_only, page)?;
        let account = Holder::Account.own(&world.db)?;
        let mut rows = Vec::with_capacity(ids.len());
        for (id, name) in &ids {
            let own = Holder::Domain { id: *id, name }.own(&world.db)?;
            let settings = domain::object(world, &own, &account, own_only);
            rows.push(Obj::new().put("domain", name).raw("settings", &settings).end());
        }
        Ok((total, rows))
    };
    let (total, rows) = read(world).map_err(|error| broken(&error))?;
    Ok(call::list("domains", &rows, &page.object(total, rows.len())))
}

/// Number of verified domains (or of those with an own value available to the account), and one page of them by name.
fn found(world: &mut World, own_only: bool, page: Page) -> rusqlite::Result<(u64, Vec<(i64, String)>)> {
    let names: Vec<&str> = of_domains(world).map(|setting| setting.name.as_str()).collect();
    let names = serde_json::to_string(&names).unwrap_or_default();
    let World { db, lists, .. } = world;
    let sql = if own_only { OVERRIDES } else { VERIFIED };
    let (total, ids) = lists.page(db, sql, page, |db| {
        let mut query = db.prepare_cached(sql)?;
        let ids = query.query_map(params_from_iter(own_only.then_some(names)), |row| row.get(0))?;
        ids.collect()
    })?;
    let mut name = db.prepare_cached("SELECT punycode FROM domains WHERE id = ?1")?;
    let rows = ids.iter().map(|id| Ok((*id, name.query_row([id], |row| row.get(0))?)));
    Ok((total, rows.collect::<rusqlite::Result<_>>()?))
}

const VERIFIED: &str = "SELECT id FROM domains WHERE state = 'verified' ORDER BY punycode";

/// `?1`: the names of the settings a domain may have, as a JSON list.
const OVERRIDES: &str = "WITH known AS MATERIALIZED (SELECT value AS name FROM json_each(?1)) \
     SELECT id FROM domains WHERE state = 'verified' AND EXISTS \
     (SELECT 1 FROM domain_settings own WHERE own.domain = domains.id AND own.name IN (SELECT name FROM known)) \
     ORDER BY punycode";

fn names(body: &Map<String, Value>) -> Result<Vec<String>, Refusal> {
    let wrong = || Refusal::new(400, "invalid_body", "names must be a list of domain names.");
    let list = match body.get("names") {
        None | Some(Value::Null) => &Vec::new(),
        Some(value) => value.as_array().ok_or_else(wrong)?,
    };
    if list.is_empty() {
        return Err(Refusal::new(400, "np_parking_api_error_no_domains", "No domains were given."));
    }
    if list.len() > MOST {
        let message = format!("At most {MOST} domains can be given in one request.");
        return Err(Refusal::new(400, "np_parking_api_error_too_many_domains", message));
    }
    list.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
}

/// `POST parking/domains-settings`: refused as a whole if a setting is unknown or a value has a wrong type; else each
/// domain is saved on its own.
pub fn save(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let names = names(&body)?;
    let anyone = Holder::Domain { id: 0, name: "" };
    // This reading may refuse the whole call; rules about one domain are checked with that domain.
    Asked::read(world, &SETTINGS, &anyone, &body, "settings")?.all_or_none(true)?;
    let (mut saved, mut rows) = (0, Vec::with_capacity(names.len()));
    world.together(|| {
        for name in &names {
            let mut row = Obj::new();
            row.put("name", name);
            match one(world, ask, name, &body, now)? {
                Ok(()) => {
                    saved += 1;
                    row.put("ok", true);
                }
                Err(refusal) => {
                    row.put("ok", false).put("error", refusal.code);
                    if !refusal.fields.is_empty() {
                        let mut errors = Obj::new();
                        for (name, message) in &refusal.fields {
                            errors.put(name, message);
                        }
                        row.raw("errors", &errors.end());
                    }
                }
            }
            rows.push(row.end());
        }
        Ok(())
    })?;
    let mut json = Obj::new();
    json.put("saved", saved).put("failed", names.len() - saved).raw("results", &format!("[{}]", rows.join(",")));
    Ok(json.end())
}

/// Saves one domain. The inner refusal is about that domain only; the outer one ends the call.
fn one(
    world: &World,
    ask: &Ask,
    name: &str,
    body: &Map<String, Value>,
    now: i64,
) -> Result<Result<(), Refusal>, Refusal> {
    let Some(held) = Held::named(&world.db, name)? else {
        return Ok(Err(crate::sandbox::domains::not_found()));
    };
    let mut asked = Asked::read(world, &SETTINGS, &held.holder(), body, "settings")?;
    held.narrow(&mut asked);
    if let Err(refusal) = asked.all_or_none(false) {
        return Ok(Err(refusal));
    }
    versions::save(&world.db, &held.holder(), &asked.values, By::token(&ask.called), now)
        .map_err(|error| broken(&error))?;
    Ok(Ok(()))
}
