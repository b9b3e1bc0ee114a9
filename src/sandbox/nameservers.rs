//! The account's nameservers and the records that verify a domain without them.

use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use super::call::{Ask, Obj, Outcome, Refusal};
use super::world::{World, broken};
use crate::api::limits::is_nameserver_name;
use crate::base::{Timestamp, Zone};

/// Domain of the nameservers of the invented service.
const DOMAIN: &str = "parking.example";
/// Names that other members have.
const TAKEN: [&str; 4] = ["parking", "domains", "sedona", "harbour"];
/// Most names in a year; the documents do not give the limit of the service.
const YEARLY: i64 = 2;
const YEAR: i64 = 365 * 86_400;
const LONGEST: usize = 30;

/// `GET parking/nameservers`. The values of the records are made from the seed, because they differ by account.
pub fn get(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    object(world).map_err(|error| broken(&error))
}

fn object(world: &World) -> rusqlite::Result<String> {
    let proof = fastrand::Rng::with_seed(world.maker.seed ^ 0x6e61_6d65).u64(..);
    let second = current(&world.db)?.map_or_else(|| format!("ns2.{DOMAIN}"), |name| format!("ns2.{name}.{DOMAIN}"));
    let mut json = Obj::new();
    json.put("ns", [format!("ns1.{DOMAIN}"), second])
        .put("cname", format!("{proof:016x}.verify.{DOMAIN}"))
        .put("txt", format!("parking-verification={proof:016x}"));
    Ok(json.end())
}

fn current(db: &Connection) -> rusqlite::Result<Option<String>> {
    db.query_row("SELECT name FROM nameserver_names ORDER BY date DESC, rowid DESC LIMIT 1", [], |row| row.get(0))
        .optional()
}

/// `POST parking/nameservers`: creates a name for good.
pub fn create(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let name = body.get("name").and_then(Value::as_str).unwrap_or_default().trim().to_lowercase();
    let refused = |why: &str| Refusal::new(400, "np_parking_api_error_nameserver_refused", why);
    if !is_nameserver_name(&name) || name.len() > LONGEST {
        return Err(refused("The name must be of 1 to 30 letters and digits."));
    }
    if TAKEN.contains(&name.as_str()) {
        return Err(refused("The name is taken."));
    }
    let before = |name: &str| world.db.prepare_cached("SELECT 1 FROM nameserver_names WHERE name = ?1")?.exists([name]);
    match (current(&world.db), before(&name)) {
        (Ok(Some(current)), _) if current == name => return Err(refused("This is the current name.")),
        (_, Ok(true)) => return Err(refused("The name was yours before and cannot be used again.")),
        (Err(error), _) | (_, Err(error)) => return Err(broken(&error)),
        _ => {}
    }
    let mut dates = world
        .db
        .prepare_cached("SELECT date FROM nameserver_names WHERE date > ?1 ORDER BY date")
        .map_err(|error| broken(&error))?;
    let dates: Result<Vec<i64>, _> = dates.query_map([now - YEAR], |row| row.get(0)).and_then(Iterator::collect);
    let dates = dates.map_err(|error| broken(&error))?;
    if let Some(oldest) = dates.first().filter(|_| dates.len() as i64 >= YEARLY) {
        let next = oldest + YEAR;
        let day = Timestamp(next).day(Zone::Utc);
        let message =
            format!("You have named your nameservers {YEARLY} times this year. The next is possible on {day}.");
        let mut refusal = Refusal::new(429, "np_parking_api_error_nameserver_limit", message);
        refusal.retry_after = Some((next - now).to_string());
        return Err(refusal);
    }
    world
        .db
        .execute("INSERT INTO nameserver_names (name, date) VALUES (?1, ?2)", (&name, now))
        .and_then(|_| object(world))
        .map(|nameservers| Obj::new().raw("nameservers", &nameservers).end())
        .map_err(|error| broken(&error))
}
