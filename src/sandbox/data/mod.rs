//! The sandbox's data: tables, and a generator that gives equal bytes for equal seed, counts and time.
//!
//! No request is answered here. Look first at `funnel.rs` (inquiries) and `names.rs` (domains). The words are in
//! `assets/sandbox/`.

mod buyers;
mod chances;
mod details;
mod funnel;
mod holdings;
mod hostile;
mod mail;
mod messages;
mod money;
mod names;
mod offers;
mod past;
mod past_exports;
mod recipe;
mod saves;
mod tables;
mod visits;
mod voices;

use rusqlite::{Connection, OptionalExtension, params};

pub use details::BANT;
pub use funnel::Maker;
pub use recipe::Recipe;
pub use visits::{ACTIVITY, SEARCHED};

use super::SandboxError;
use super::options::Options;
use crate::base::{private_folder, reason};

/// File of the database in its folder.
const FILE: &str = "sandbox.sqlite";

/// Opens the database that `options` name, and fills a new one. Times are counted back from `base`.
///
/// # Errors
/// A sentence when the file cannot be used or was made with other options.
pub fn open(options: &Options, base: i64) -> Result<(Connection, Maker), SandboxError> {
    let failed = |error: rusqlite::Error| SandboxError(format!("The sandbox's database failed: {error}."));
    let Some(folder) = &options.data else {
        let mut db = Connection::open_in_memory().map_err(failed)?;
        let maker = make(&mut db, options, base).map_err(failed)?;
        return Ok((db, maker));
    };
    let path = folder.join(FILE);
    let unusable = |why: String| {
        SandboxError(format!("Cannot keep data in {}: {why}; choose another folder with --data.", folder.display()))
    };
    private_folder(folder).map_err(|error| unusable(reason(&error)))?;
    let mut db = Connection::open(&path).map_err(|error| unusable(error.to_string()))?;
    let wanted = Recipe::from(options).to_string();
    let layout: i64 =
        db.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(|error| unusable(error.to_string()))?;
    if layout != tables::LAYOUT && !is_new(&db) {
        return Err(SandboxError(format!(
            "{} was made by another version of this program; remove it, choose another folder with --data, or start the \
             demo with --fresh.",
            path.display()
        )));
    }
    let made: Option<(String, i64)> = db
        .query_row("SELECT recipe, base FROM meta", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
        .or_else(|error| if is_new(&db) { Ok(None) } else { Err(error) })
        .map_err(|error| unusable(error.to_string()))?;
    match made {
        None => {
            let maker = make(&mut db, options, base).map_err(failed)?;
            Ok((db, maker))
        }
        Some((recipe, made_at)) if recipe == wanted => {
            tune(&db).map_err(failed)?;
            let maker = Maker::resume(&db, options, made_at).map_err(failed)?;
            Ok((db, maker))
        }
        Some((recipe, _)) => Err(SandboxError(format!(
            "{} was made with {recipe}, not with {wanted}; give the same values, or choose another folder with --data.",
            path.display()
        ))),
    }
}

fn is_new(db: &Connection) -> bool {
    db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0)).is_ok_and(|count| count == 0)
}

/// Sets up the database: it may lose its last writes when the machine fails, but not when the process is killed.
fn tune(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;")?;
    db.set_prepared_statement_cache_capacity(128);
    Ok(())
}

fn make(db: &mut Connection, options: &Options, base: i64) -> rusqlite::Result<Maker> {
    tune(db)?;
    db.execute_batch("PRAGMA temp_store = FILE;")?;
    let writing = db.transaction()?;
    writing.execute_batch(tables::TABLES)?;
    images(&writing, base)?;
    let mut saves = saves::of_account(&writing, base)?;
    holdings::fill(&writing, options.seed, options.domains, base)?;
    past::settings(&writing, options.seed)?;
    past::imports(&writing, options.domains, base)?;
    saves.extend(saves::of_domains(&writing, options.seed, base)?);
    saves::store(&writing, saves)?;
    let mut maker = Maker::fresh(&writing, options, base)?;
    maker.fill(&writing, options.inquiries)?;
    mail::fill(&writing, options.seed, options.emails, base)?;
    senders(&writing, base)?;
    visits::fill(&writing, options.seed, options.domains, options.inquiries, base)?;
    // With a sorter that fits into the processor's cache, sorting a million names takes half the time.
    writing.execute_batch("PRAGMA cache_size = -4096;")?;
    writing.execute_batch(tables::INDEXES)?;
    past_exports::fill(&writing, base)?;
    // Write the version last, because a file without it was never finished.
    writing.pragma_update(None, "user_version", tables::LAYOUT)?;
    writing
        .execute("INSERT INTO meta (recipe, base) VALUES (?1, ?2)", params![Recipe::from(options).to_string(), base])?;
    writing.commit()?;
    tune(db)?;
    Ok(maker)
}

/// Adds the images for covers and for the portfolio's logo.
fn images(db: &Connection, base: i64) -> rusqlite::Result<()> {
    let mut insert = db.prepare("INSERT INTO images (id, type, url, date) VALUES (?1, ?2, ?3, ?4)")?;
    for (id, kind, url, days) in [
        (611, "hosted", "https://images.parking.example/611/logo.svg", 1_002),
        (640, "hosted", "https://images.parking.example/640/harbour.jpg", 702),
        (641, "hosted", "https://images.parking.example/641/lighthouse.jpg", 702),
        (688, "external", "https://harbourlane.example/img/skyline.webp", 390),
        (702, "hosted", "https://images.parking.example/702/workshop.png", 118),
        (703, "hosted", "https://images.parking.example/703/orchard.jpg", 118),
        (731, "external", "https://harbourlane.example/img/night.jpg", 12),
    ] {
        insert.execute(params![id, kind, url, base - days * 86_400 - 5_113])?;
    }
    Ok(())
}

/// Adds the ignored senders of the start.
fn senders(db: &Connection, base: i64) -> rusqlite::Result<()> {
    let mut insert = db.prepare("INSERT INTO senders (type, value, date) VALUES (?1, ?2, ?3)")?;
    for (kind, value, days) in [
        ("email", "outreach@rankfaster.example", 211),
        ("ip", "203.0.113.77", 140),
        ("email", "lists@fourmillion.example", 52),
        ("ip", "2001:db8::bad:5eed", 9),
    ] {
        insert.execute(params![kind, value, base - days * 86_400 - 3_977])?;
    }
    Ok(())
}
