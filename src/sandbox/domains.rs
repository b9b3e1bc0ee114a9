//! Domains: one by name, and the tabs.
//!
//! Where the documents are silent: rows come by punycode name; `my_domains` holds everything that is in the account
//! (verified, unverified and inactive); one domain is found on every tab, removed and detected ones too.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::call::{Ask, Obj, Outcome, Page, Refusal};
use super::world::{World, broken};

const COLUMNS: &str = "id, name, punycode, state, approved, verified, host, added, verified_since, last_verified, \
                       next_check, for_sale, bin_price, target_price, accept_offers";

/// `GET parking/domain`.
pub fn get(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let name = ask.param("name").unwrap_or_default();
    let found = find(&world.db, name)?.ok_or_else(not_found)?;
    let row = world
        .db
        .prepare_cached(&format!("SELECT {COLUMNS} FROM domains WHERE id = ?1"))
        .and_then(|mut query| query.query_row([found.0], |row| object(row, true)))
        .map_err(|error| broken(&error))?;
    Ok(Obj::new().raw("domain", &row).end())
}

/// `GET parking/domains`.
pub fn list(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let state = ask.param("state").unwrap_or("my_domains");
    let tab = match state {
        "my_domains" => "approved = 1",
        "verified" => "state = 'verified'",
        "unverified" => "state = 'unverified'",
        "detected" => "state = 'detected'",
        "removed" => "state = 'removed'",
        _ => return Err(Refusal::new(400, "np_parking_api_error_invalid_state", "The given state is not one.")),
    };
    let narrows = matches!(state, "my_domains" | "verified");
    let listing = match ask.param("listing").unwrap_or("all") {
        "all" => "",
        "for_sale" => " AND for_sale = 1",
        "off_market" => " AND for_sale = 0",
        _ => return Err(Refusal::new(400, "np_parking_api_error_invalid_listing", "The given listing is not one.")),
    };
    let listing = if narrows { listing } else { "" };
    let text = if narrows { ask.param("query").map(str::to_lowercase) } else { None };
    let full = ask.param("type") != Some("compact");
    let page = Page::of(ask, 200);
    let (total, rows) = match text {
        Some(text) => search(&world.db, &format!("{tab}{listing}"), &text, page, full),
        None => plain(&world.db, &format!("{tab}{listing}"), page, full),
    }
    .map_err(|error| broken(&error))?;
    Ok(super::call::list("domains", &rows, &page.object(total, rows.len())))
}

/// A page of a whole tab: both statements are answered from a covering index.
fn plain(db: &Connection, tab: &str, page: Page, full: bool) -> rusqlite::Result<(u64, Vec<String>)> {
    let total: i64 =
        db.prepare_cached(&format!("SELECT count(*) FROM domains WHERE {tab}"))?.query_row([], |row| row.get(0))?;
    let sql = format!(
        "SELECT {COLUMNS} FROM domains WHERE id IN (SELECT id FROM domains WHERE {tab} ORDER BY punycode LIMIT ?1 OFFSET ?2) ORDER BY punycode"
    );
    let rows = db
        .prepare_cached(&sql)?
        .query_map(params![page.per_page as i64, held(page.skip())], |row| object(row, full))?
        .collect::<Result<_, _>>()?;
    Ok((total.unsigned_abs(), rows))
}

/// A page of the names that hold `text`: one pass over the names gives total and page together.
fn search(db: &Connection, tab: &str, text: &str, page: Page, full: bool) -> rusqlite::Result<(u64, Vec<String>)> {
    let sql =
        format!("SELECT id FROM domains WHERE {tab} AND (instr(punycode, ?1) OR instr(folded, ?1)) ORDER BY punycode");
    let ids: Vec<i64> = db.prepare_cached(&sql)?.query_map([text], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut one = db.prepare_cached(&format!("SELECT {COLUMNS} FROM domains WHERE id = ?1"))?;
    let rows = ids
        .iter()
        .skip(usize::try_from(page.skip()).unwrap_or(usize::MAX))
        .take(page.per_page as usize)
        .map(|id| one.query_row([id], |row| object(row, full)))
        .collect::<Result<_, _>>()?;
    Ok((ids.len() as u64, rows))
}

fn held(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Identifier and punycode name of the domain called `name` in either spelling.
///
/// # Errors
/// 500 when the database fails.
pub fn find(db: &Connection, name: &str) -> Result<Option<(i64, String)>, Refusal> {
    let Ok(punycode) = idna::domain_to_ascii(name.trim()) else { return Ok(None) };
    db.prepare_cached("SELECT id, punycode FROM domains WHERE punycode = ?1")
        .and_then(|mut query| query.query_row([punycode], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(|error| broken(&error))
}

/// 404 for a name nobody here holds.
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
