//! Past exports: one whose file is gone, one that failed, and two that can be downloaded, the older one only for a
//! short time.

use rusqlite::{Connection, params};

use crate::sandbox::exports::{self, Filter, Kind, rows};

const DAY: i64 = 86_400;
/// Number of the first export that still exists.
const FIRST: i64 = 311;

/// Writes the exports of the past.
pub fn fill(db: &Connection, base: i64) -> rusqlite::Result<()> {
    let domains: i64 = db.query_row("SELECT count(*) FROM domains WHERE approved = 1", [], |row| row.get(0))?;
    if domains > 0 {
        let queued = base - 52 * DAY - 8_410;
        exports::queue(db, Some(FIRST), Kind::Domains, &Filter::default(), domains as usize, queued, 9)?;
        // The file is gone; its size is estimated from the usual size of a row.
        over(db, FIRST, "finished", (domains, domains * 88 + 640), None)?;
    }
    let inquiries: i64 = db.query_row("SELECT count(*) FROM inquiries", [], |row| row.get(0))?;
    if inquiries > 0 {
        let queued = base - 20 * DAY - 31_007;
        exports::queue(db, Some(FIRST + 7), Kind::Inquiries, &Filter::default(), inquiries as usize, queued, 6)?;
        over(db, FIRST + 7, "failed", (inquiries / 3, inquiries / 3 * 610), None)?;
        db.execute(
            "UPDATE exports SET error = 'The service was restarted while this export was running.' WHERE id = ?1",
            [FIRST + 7],
        )?;
    }
    let asked_for: Vec<String> = db
        .prepare(
            "SELECT domain FROM (SELECT domain FROM inquiries ORDER BY id DESC LIMIT 2000) \
             GROUP BY domain ORDER BY count(*) DESC, domain LIMIT 2",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for (number, (domain, age)) in asked_for.iter().zip([6 * DAY + 72_000, DAY + 14_000]).enumerate() {
        with_file(db, FIRST + 15 + 6 * number as i64, domain, base - age)?;
    }
    Ok(())
}

/// Writes an export of all inquiries about a domain up to that time, with its file.
fn with_file(db: &Connection, id: i64, domain: &str, queued: i64) -> rusqlite::Result<()> {
    let filter = Filter::of_domain(domain);
    let mut file = Vec::new();
    rows::inquiry_header(&mut file);
    let mut count = 0;
    for inquiry in filter.ids(db, Kind::Inquiries)? {
        let date: i64 =
            db.prepare_cached("SELECT date FROM inquiries WHERE id = ?1")?.query_row([inquiry], |row| row.get(0))?;
        if date <= queued {
            rows::inquiry(db, inquiry, &mut file)?;
            count += 1;
        }
    }
    if count > 0 {
        exports::queue(db, Some(id), Kind::Inquiries, &filter, count as usize, queued, 3)?;
        over(db, id, "finished", (count, file.len() as i64), Some(&file))?;
    }
    Ok(())
}

fn over(
    db: &Connection,
    id: i64,
    state: &str,
    (fetched, bytes): (i64, i64),
    file: Option<&[u8]>,
) -> rusqlite::Result<()> {
    db.execute(
        "UPDATE exports SET state = ?2, started = queued + 1, finished = queued + seconds, fetched = ?3, bytes = ?4, \
         file = ?5 WHERE id = ?1",
        params![id, state, fetched, bytes, file],
    )?;
    Ok(())
}
