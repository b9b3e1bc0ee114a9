//! The order of the rows where the user chose one: the service gives the newest first, or its own order of what it found.

use std::sync::Arc;

use super::columns::Cells;
use crate::store::MailKey;
use crate::ui::list::compared;
use crate::ui::widgets::table::{Rows as _, Table};

/// Rows sorted last, and what they were sorted from.
#[derive(Debug)]
pub struct Sorted {
    of: Arc<[MailKey]>,
    by: (String, bool),
    rows: Arc<[MailKey]>,
}

/// The rows in the order of the table; as they are while none was chosen.
pub fn sorted(
    last: &mut Option<Sorted>,
    of: Arc<[MailKey]>,
    table: &Table<MailKey>,
    cells: &Cells<'_>,
) -> Arc<[MailKey]> {
    let Some((column, descending)) = table.sort() else { return of };
    if let Some(last) = last
        && Arc::ptr_eq(&last.of, &of)
        && (last.by.0.as_str(), last.by.1) == (column, descending)
    {
        return Arc::clone(&last.rows);
    }
    let mut rows: Vec<_> = of.iter().map(|key| (cells.cell(key, column).value(), *key)).collect();
    rows.sort_by(|(a, _), (b, _)| compared(a, b, descending));
    let rows: Arc<[MailKey]> = rows.into_iter().map(|(_, key)| key).collect();
    *last = Some(Sorted { of, by: (column.to_owned(), descending), rows: Arc::clone(&rows) });
    rows
}
