//! The portfolio site: on or off, its addresses, its host, and its fields for look and content.
//!
//! The documents name no scope for it in the history, so its saves make no version. Settings that a domain gets as
//! the host do.

use rusqlite::{Connection, OptionalExtension};
use serde_json::{Map, Value};

use super::call::{Ask, Obj, Outcome, Refusal};
use super::domains;
use super::settings::{self, Asked, By, Holder, PORTFOLIO, Values};
use super::world::{World, broken};

/// Address of portfolio sites.
const SITE: &str = "https://portfolio.parking.example";
/// Vanity addresses other members have.
const TAKEN: [&str; 6] = ["admin", "brandable", "domains", "names", "portfolio", "premium"];
/// Setting that is turned on for a domain that becomes the host.
const FRAMING: &str = "allow_framing";

/// `GET parking/portfolio`.
pub fn get(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    answer(&world.db)
}

fn answer(db: &Connection) -> Outcome {
    let read = || Ok((Holder::Portfolio.own(db)?, host(db)?));
    let (own, host) = read().map_err(|error| broken(&error))?;
    let text = |name: &str| own.get(name).and_then(Value::as_str);
    let slug = format!("{SITE}/p/{}", text("slug").unwrap_or_default());
    let url = match (&host, text("public_name")) {
        _ if !is_on(&own) => None,
        (Some((_, host)), _) => Some(format!("https://{host}/")),
        (None, Some(name)) => Some(format!("{SITE}/{name}")),
        (None, None) => Some(slug.clone()),
    };
    let mut json = Obj::new();
    json.put("enabled", is_on(&own))
        .put("url", url)
        .put("slug_url", slug)
        .put("public_name", text("public_name"))
        .put("host_domain", host.map(|(_, name)| name));
    settings::fields(&mut json, PORTFOLIO.all(), &own);
    Ok(Obj::new().raw("portfolio", &json.end()).end())
}

fn is_on(own: &Values) -> bool {
    own.get("enabled") == Some(&Value::Bool(true))
}

/// The domain that hosts the site.
fn host(db: &Connection) -> rusqlite::Result<Option<(i64, String)>> {
    db.prepare_cached("SELECT id, punycode FROM domains WHERE host = 1")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Change of the host by a save.
enum Host {
    Kept,
    Released,
    Chosen(i64, String),
}

/// `POST parking/portfolio`: saves everything or nothing.
pub fn save(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let asked = Asked::read(world, &PORTFOLIO, &Holder::Portfolio, &body, "portfolio")?;
    let own = Holder::Portfolio.own(&world.db).map_err(|error| broken(&error))?;
    let mut refused = asked.messages();
    let mut values = asked.values;
    let mut on = is_on(&own);
    match body.get("enabled") {
        None => {}
        Some(Value::Bool(yes)) => {
            on = *yes;
            values.push(("enabled".to_owned(), Value::Bool(on)));
        }
        Some(_) => refused.push(("enabled".to_owned(), "Enabled must be true or false.".to_owned())),
    }
    match public_name(&body) {
        Ok(None) => {}
        Ok(Some(name)) => values.push(("public_name".to_owned(), name)),
        Err(why) => refused.push(("public_name".to_owned(), why)),
    }
    let wanted = match body.get("host_domain") {
        None | Some(Value::Null) => None,
        Some(Value::String(_)) if !on => {
            let why = "The host domain can be chosen while the portfolio is on.";
            refused.push(("host_domain".to_owned(), why.to_owned()));
            None
        }
        Some(Value::String(name)) => Some(name),
        Some(_) => {
            refused.push(("host_domain".to_owned(), "The host domain must be a domain name or null.".to_owned()));
            None
        }
    };
    if !refused.is_empty() {
        return Err(settings::refuse(refused));
    }
    let host = match wanted {
        Some(name) => verified(&world.db, name)?,
        None if !on || body.contains_key("host_domain") => Host::Released,
        None => Host::Kept,
    };
    world.together(|| store(world, ask, &values, &host, now).map_err(|error| broken(&error)))?;
    answer(&world.db)
}

/// Change of the vanity address in a body: none, a name, or null to release it.
fn public_name(body: &Map<String, Value>) -> Result<Option<Value>, String> {
    let name = match body.get("public_name") {
        None => return Ok(None),
        Some(Value::Null) => return Ok(Some(Value::Null)),
        Some(Value::String(name)) => name,
        Some(_) => return Err("The public name must be a text or null.".to_owned()),
    };
    let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !plain || !(3..=30).contains(&name.len()) || name.starts_with('-') || name.ends_with('-') {
        return Err("The public name must have 3 to 30 small letters, digits and hyphens, none at an end.".to_owned());
    }
    if TAKEN.contains(&name.as_str()) {
        return Err(format!("The public name '{name}' is taken."));
    }
    Ok(Some(Value::from(name.as_str())))
}

fn verified(db: &Connection, name: &str) -> Result<Host, Refusal> {
    let Some((id, punycode)) = domains::find(db, name)? else { return Err(domains::not_found()) };
    let is_verified = db
        .prepare_cached("SELECT 1 FROM domains WHERE id = ?1 AND state = 'verified'")
        .and_then(|mut query| query.exists([id]))
        .map_err(|error| broken(&error))?;
    if is_verified { Ok(Host::Chosen(id, punycode)) } else { Err(domains::not_found()) }
}

fn store(world: &World, ask: &Ask, values: &[(String, Value)], host: &Host, now: i64) -> rusqlite::Result<()> {
    let (db, by) = (&world.db, By::token(&ask.called));
    settings::save_version(db, &Holder::Portfolio, values, by, now)?;
    if matches!(host, Host::Kept) {
        return Ok(());
    }
    db.prepare_cached("UPDATE domains SET host = 0 WHERE host = 1")?.execute([])?;
    if let Host::Chosen(id, name) = host {
        db.prepare_cached("UPDATE domains SET host = 1 WHERE id = ?1")?.execute([id])?;
        let framing = [(FRAMING.to_owned(), Value::Bool(true))];
        settings::save_version(db, &Holder::Domain { id: *id, name }, &framing, by, now)?;
    }
    Ok(())
}
