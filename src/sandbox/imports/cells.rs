//! The cells of a CSV row, applied to its domain.

use rusqlite::Connection;

use super::entries::Entry;
use super::lines::Line;
use super::order::{DOMAIN, IGNORED};
use crate::sandbox::settings::{self, By, Holder};

/// Writes the settings of one row at the time `at`, as a version of its import. Adds to the entry what changed and
/// which cells could not be read.
pub fn apply(
    db: &Connection,
    domain: i64,
    columns: &[String],
    line: &Line,
    entry: &mut Entry,
    (import, at): (i64, i64),
) -> rusqlite::Result<()> {
    let cells = &line.cells;
    let mut troubles: Vec<String> = entry.notice.take().into_iter().collect();
    let mut values = Vec::new();
    for (column, cell) in columns.iter().zip(cells) {
        if column == DOMAIN || column == IGNORED {
            continue;
        }
        let Some(setting) = settings::known(column) else { continue };
        match settings::cells::read(db, setting, cell) {
            Ok(value) => values.push((column.clone(), value)),
            Err(why) => troubles.push(format!("{column}: {why}; it was left as it was.")),
        }
    }
    let reference = import.to_string();
    let by = By { source: "import", reference: Some(&reference) };
    let holder = Holder::Domain { id: domain, name: entry.domain.as_deref().unwrap_or_default() };
    let changed = settings::save_version(db, &holder, &values, by, at)?;
    if cells.len() > columns.len() {
        troubles.push(format!("This row has {} cells for {} columns.", cells.len(), columns.len()));
    }
    entry.warning |= !troubles.is_empty();
    entry.notice = (!troubles.is_empty()).then(|| troubles.join(" "));
    entry.updated |= changed && !entry.added;
    entry.ignored = !(entry.added || entry.updated || entry.warning);
    Ok(())
}
