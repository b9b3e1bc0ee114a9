//! The control endpoint under `/_sandbox/`, for tests and for trying things out. It answers requests of this machine
//! only, under a name of this machine, and needs no token. The exception is the log, which has the contents of writes:
//! if the token cannot be guessed, the log needs it.
//!
//! | Call | Does |
//! |---|---|
//! | `GET /_sandbox/state` | `{now, domains, inquiries, emails, seed, writes, faults, jobs, imports, exports}`; the last three are those under way |
//! | `GET /_sandbox/log` | `{writes:[{sequence, method, path, body, token, time}]}`, oldest first; `?after=SEQUENCE` for newer ones only |
//! | `POST /_sandbox/faults` `{"add":["503@GET parking/inquiries:2"]}` | adds faults, spelled as on the command line; `{"clear":true}` removes all first; answers those in force |
//! | `POST /_sandbox/clock` `{"seconds":86400}` | moves the sandbox's clock; answers `{now}` |
//! | `POST /_sandbox/arrive` `{"count":3}` | inquiries come in now; `{"from":ID}` lets them come from the buyer of that inquiry; answers their ids |

use serde_json::{Value, json};

use super::call::{Ask, Refusal, truthy};
use super::faults::{Fault, KINDS};
use super::http::Reply;
use super::options::Token;
use super::service::Shared;
use super::work;
use super::world::{World, broken};

/// Most inquiries that one call adds.
const ARRIVE_LIMIT: i64 = 10_000;

/// Answers one call of the control endpoint.
pub fn answer(shared: &Shared, ask: &Ask, local: bool) -> Reply {
    if !local {
        return Refusal::forbidden("The control endpoint answers to this machine only.").into();
    }
    let outcome = match (ask.method.as_str(), ask.path.as_str()) {
        ("GET", "state") => state(shared),
        ("GET", "log") if !may_read(shared, ask) => Err(super::service::unauthorized()),
        ("GET", "log") => Ok(log(shared, ask)),
        ("POST", "faults") => faults(shared, ask),
        ("POST", "clock") => clock(shared, ask),
        ("POST", "arrive") => arrive(shared, ask),
        _ => Err(Refusal::new(
            404,
            "endpoint_not_found",
            "The control endpoint has GET state, GET log, POST faults, POST clock and POST arrive.",
        )),
    };
    match outcome {
        Ok(value) => Reply::json(200, value.to_string()),
        Err(refusal) => refusal.into(),
    }
}

fn state(shared: &Shared) -> Result<Value, Refusal> {
    let now = shared.clock.now();
    let mut world = shared.world();
    work::settle(&mut world, now)?;
    let count = |table: &str| {
        world
            .db
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))
            .map_err(|error| broken(&error))
    };
    Ok(json!({
        "now": now,
        "domains": count("domains")?,
        "inquiries": count("inquiries")?,
        "emails": world.maker.emails,
        "seed": world.maker.seed,
        "writes": world.writes,
        "faults": world.faults.texts().collect::<Vec<_>>(),
        "jobs": world.jobs.len(),
        "imports": world.imports.len(),
        "exports": world.exports.len(),
    }))
}

fn may_read(shared: &Shared, ask: &Ask) -> bool {
    let world = shared.world();
    let held = |value: &String| world.tokens.iter().any(|token| token.value == *value);
    !world.tokens.iter().any(Token::is_unguessable) || ask.bearer.as_ref().is_some_and(held)
}

fn log(shared: &Shared, ask: &Ask) -> Value {
    let after: u64 = ask.param("after").and_then(|text| text.parse().ok()).unwrap_or(0);
    let world = shared.world();
    let writes: Vec<_> = world.log.iter().filter(|write| write.sequence > after).collect();
    json!({ "writes": writes })
}

fn faults(shared: &Shared, ask: &Ask) -> Result<Value, Refusal> {
    let body = ask.json()?;
    let mut fresh = Vec::new();
    let texts = body.get("add").and_then(Value::as_array).cloned().unwrap_or_default();
    for text in texts.iter().filter_map(Value::as_str) {
        fresh.push(text.parse::<Fault>().map_err(|bad| Refusal::new(400, "bad_fault", format!("{bad}.")))?);
    }
    let mut world = shared.world();
    if body.get("clear").is_some_and(truthy) {
        world.faults.clear();
    }
    for fault in fresh {
        world.faults.add(fault);
    }
    let kinds: serde_json::Map<String, Value> =
        KINDS.iter().map(|(name, doc)| ((*name).to_owned(), Value::from(*doc))).collect();
    Ok(json!({ "faults": world.faults.texts().collect::<Vec<_>>(), "kinds": kinds }))
}

fn clock(shared: &Shared, ask: &Ask) -> Result<Value, Refusal> {
    let Some(seconds) = ask.json()?.get("seconds").and_then(Value::as_i64) else {
        return Err(Refusal::new(400, "bad_clock", "Say by how much: {\"seconds\": 86400}."));
    };
    shared.clock.advance(seconds);
    Ok(json!({ "now": shared.clock.now() }))
}

fn arrive(shared: &Shared, ask: &Ask) -> Result<Value, Refusal> {
    let body = ask.json()?;
    let count = body.get("count").and_then(Value::as_i64).unwrap_or(1).clamp(0, ARRIVE_LIMIT);
    let now = shared.clock.now();
    let world = &mut *shared.world();
    let sender = match body.get("from").and_then(Value::as_i64) {
        Some(id) => Some(sender(world, id)?),
        None => None,
    };
    let mut ids = Vec::new();
    for _ in 0..count {
        let id = world.maker.arrive_from(&world.db, now, sender.as_ref());
        ids.push(id.map_err(|error| broken(&error))?);
    }
    Ok(json!({ "ids": ids }))
}

/// Email and IP address of an inquiry's buyer.
fn sender(world: &World, id: i64) -> Result<(String, String), Refusal> {
    world
        .db
        .query_row("SELECT email, ip FROM inquiries WHERE id = ?1", [id], |row| Ok((row.get(0)?, row.get(1)?)))
        .map_err(|_| Refusal::new(400, "bad_arrive", "There is no inquiry of that id to take the sender from."))
}
