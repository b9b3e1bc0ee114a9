//! Share of the cache's file that rows fill.

use rusqlite::Connection;

use super::disk::open;
use super::*;
use crate::store::disk::Places;

#[test]
fn rows_that_come_newest_first_fill_the_pages_of_the_cache() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = open(&places).store;
    for page in (0..40).rev() {
        let more = format!(r#","message":"{}""#, "x".repeat(300));
        let rows = (page * 50..page * 50 + 50).rev().map(|id| row(id + 1, 1_000 + id, [false; 4], &more)).collect();
        let page = Paged::<Inquiry> { rows, ..Paged::default() };
        let absorbed = store.index.inquiries.absorb(&page.rows, 0);
        store.keep(&absorbed, Timestamp(9));
    }
    store.disk().expect("a disk").flush();
    let db = Connection::open(places.cache_db()).expect("a cache");
    let figure = |sql: &str| db.query_row::<i64, _, _>(sql, [], |row| row.get(0)).expect("counted");
    let bytes = figure("SELECT sum(length(packed)) FROM inquiry") + figure("SELECT sum(length(raw)) FROM inquiry_raw");
    let file = figure("PRAGMA page_count") * figure("PRAGMA page_size");
    assert!(file * 3 < bytes * 5, "{file} bytes of file for {bytes} bytes of rows");
}
