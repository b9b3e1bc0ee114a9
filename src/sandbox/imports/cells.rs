//! The cells of a CSV row, applied to its domain.

use rusqlite::Connection;

use super::entries::Entry;
use super::upload::{DOMAIN, IGNORED};
use crate::sandbox::settings::{self, own};

/// Writes the settings of one row and adds to its entry what changed and what could not be read.
pub fn apply(
    db: &Connection,
    domain: i64,
    columns: &[String],
    cells: &[String],
    entry: &mut Entry,
) -> rusqlite::Result<()> {
    let mut troubles: Vec<String> = entry.notice.take().into_iter().collect();
    let mut changed = false;
    for (column, cell) in columns.iter().zip(cells) {
        if column == DOMAIN || column == IGNORED {
            continue;
        }
        let Some(setting) = settings::known(column) else { continue };
        match own::read(setting, cell) {
            Ok(value) => changed |= own::set(db, domain, column, value.as_ref())?,
            Err(why) => troubles.push(format!("{column}: {why}; it was left as it was.")),
        }
    }
    if cells.len() > columns.len() {
        troubles.push(format!("This row has {} cells for {} columns.", cells.len(), columns.len()));
    }
    entry.warning |= !troubles.is_empty();
    entry.notice = (!troubles.is_empty()).then(|| troubles.join(" "));
    entry.updated |= changed && !entry.added;
    entry.ignored = !(entry.added || entry.updated || entry.warning);
    Ok(())
}
