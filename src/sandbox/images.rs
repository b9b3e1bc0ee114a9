//! The images of the account, which covers and the portfolio's logo name by id.

use rusqlite::{Connection, params};

use super::call::{self, Ask, Obj, Outcome, Page};
use super::world::{World, broken};

/// True when the account has this image.
pub fn exists(db: &Connection, id: i64) -> bool {
    db.prepare_cached("SELECT 1 FROM images WHERE id = ?1").and_then(|mut query| query.exists([id])).unwrap_or(false)
}

/// `GET parking/images`; the newest first.
pub fn list(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let page = Page::of(ask, 200);
    let read = || -> rusqlite::Result<(i64, Vec<String>)> {
        let total = world.db.query_row("SELECT count(*) FROM images", [], |row| row.get(0))?;
        let rows = world
            .db
            .prepare_cached("SELECT id, type, url, date FROM images ORDER BY id DESC LIMIT ?1 OFFSET ?2")?
            .query_map(params![page.per_page as i64, page.skip()], |row| {
                let mut json = Obj::new();
                json.put("image_id", row.get::<_, i64>(0)?)
                    .put("type", row.get::<_, String>(1)?)
                    .put("url", row.get::<_, String>(2)?)
                    .put("date_added", row.get::<_, i64>(3)?);
                Ok(json.end())
            })?
            .collect::<Result<_, _>>()?;
        Ok((total, rows))
    };
    let (total, rows) = read().map_err(|error| broken(&error))?;
    Ok(call::list("images", &rows, &page.object(total.unsigned_abs(), rows.len())))
}
