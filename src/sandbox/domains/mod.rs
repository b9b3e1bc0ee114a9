//! Domains: the tabs, one domain, and actions on one or many.
//!
//! Adding and checking names is in `imports`, because every such call makes an import; own settings are in
//! `settings`. Look first at `tabs.rs` (which domain is on which tab) and `moves.rs`. A table in `assets/sandbox.md`
//! has the state after each action.
//!
//! Choices where the documents say nothing: rows are sorted by punycode name; `my_domains` has every domain of the
//! account (verified, unverified and inactive); a single domain is found on every tab, also among removed and
//! detected ones.

pub mod bulk;
pub mod moves;
pub mod tabs;

use rusqlite::{Connection, OptionalExtension, Row};

use super::call::{Ask, Obj, Outcome, Refusal};
use super::imports;
use super::world::{World, broken};

const COLUMNS: &str = "id, name, punycode, state, approved, verified, host, added, verified_since, last_verified, \
                       next_check, for_sale, bin_price, target_price, accept_offers";

/// `GET parking/domain`.
pub fn get(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let (id, _) = named(&world.db, ask)?.ok_or_else(not_found)?;
    Ok(Obj::new().raw("domain", &one(&world.db, id, true)?).end())
}

/// `GET parking/domain-status`: the latest entry about the name in any import.
pub fn status(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let (id, punycode) = named(&world.db, ask)?.ok_or_else(not_found)?;
    let entry = imports::entries::latest(&world.db, &punycode)?.ok_or_else(|| {
        Refusal::not_found("np_parking_api_error_no_status", "This domain has never been through an import.")
    })?;
    Ok(Obj::new().raw("domain", &one(&world.db, id, false)?).raw("entry", &entry).end())
}

fn one(db: &Connection, id: i64, sale: bool) -> Result<String, Refusal> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM domains WHERE id = ?1"))
        .and_then(|mut query| query.query_row([id], |row| object(row, sale)))
        .map_err(|error| broken(&error))
}

/// Domain given by the query parameter `name`.
pub fn named(db: &Connection, ask: &Ask) -> Result<Option<(i64, String)>, Refusal> {
    find(db, ask.param("name").unwrap_or_default())
}

/// Spelling in which names are stored; `None` for a text that is not a name.
pub fn punycode(name: &str) -> Option<String> {
    let name = name.trim();
    idna::domain_to_ascii(name.strip_suffix('.').unwrap_or(name)).ok()
}

/// Identifier and punycode name of the domain called `name` in either spelling.
///
/// # Errors
/// 500 when the database fails.
pub fn find(db: &Connection, name: &str) -> Result<Option<(i64, String)>, Refusal> {
    let Some(punycode) = punycode(name) else { return Ok(None) };
    db.prepare_cached("SELECT id, punycode FROM domains WHERE punycode = ?1")
        .and_then(|mut query| query.query_row([punycode], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(|error| broken(&error))
}

/// Refusal of a name that the account does not have, with status 404.
pub fn not_found() -> Refusal {
    Refusal::not_found("np_parking_api_error_domain_not_found", "The requested domain could not be found.")
}

/// One `ParkingDomain`, with its sale block when asked for.
fn object(row: &Row<'_>, sale: bool) -> rusqlite::Result<String> {
    let number = |index: usize| row.get::<_, Option<i64>>(index);
    let flag = |index: usize| row.get::<_, bool>(index);
    let punycode: String = row.get(2)?;
    let approved = flag(4)?;
    let lander = approved.then(|| format!("https://{punycode}/"));
    let mut json = Obj::new();
    json.put("domain_id", row.get::<_, i64>(0)?)
        .put("name", row.get::<_, String>(1)?)
        .put("punycode", &punycode)
        .put("state", row.get::<_, String>(3)?)
        .put("is_approved", approved)
        .put("is_verified", flag(5)?)
        .put("is_portfolio_host", flag(6)?)
        .put("added_date", number(7)?)
        .put("verified_since", number(8)?)
        .put("last_verified", number(9)?)
        .put("next_check", number(10)?)
        .put("lander_url", lander);
    if sale {
        json.put("for_sale", flag(11)?)
            .put("bin_price", row.get::<_, Option<f64>>(12)?)
            .put("target_price", row.get::<_, Option<f64>>(13)?)
            .raw("accept_offers", &row.get::<_, String>(14)?);
    }
    Ok(json.end())
}
