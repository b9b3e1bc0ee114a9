//! Rows with or without files, if the user filters for that, and in the order the user chose. Otherwise the service's
//! order stays: newest first, or its own order of what it found.

use std::sync::Arc;

use super::columns::Cells;
use crate::base::work;
use crate::store::MailKey;
use crate::ui::list::compared;
use crate::ui::widgets::table::{Exact, Rows as _, Table};

/// Rows sorted last, and what they were made from.
#[derive(Debug)]
pub struct Sorted {
    of: Arc<[MailKey]>,
    by: Option<(String, bool)>,
    /// Filter for files, with the version of mail it was applied to.
    files: Option<(bool, u64)>,
    rows: Arc<[MailKey]>,
}

/// Rows that pass the filter, in the order of the table. The rows given are returned when nothing is filtered or
/// sorted.
pub fn sorted(
    last: &mut Option<Sorted>,
    of: Arc<[MailKey]>,
    files: Option<bool>,
    table: &Table<MailKey>,
    cells: &Cells<'_>,
) -> Arc<[MailKey]> {
    let by = table.sort().map(|(column, descending)| (column.to_owned(), descending));
    if by.is_none() && files.is_none() {
        return of;
    }
    let kept_by = files.map(|asked| (asked, cells.mail.version()));
    if let Some(last) = last
        && Arc::ptr_eq(&last.of, &of)
        && (&last.by, last.files) == (&by, kept_by)
    {
        return Arc::clone(&last.rows);
    }
    let mut rows: Vec<MailKey> =
        work::each(of.iter()).copied().filter(|key| cells.mail.has_files(*key, files)).collect();
    if let Some((column, descending)) = &by {
        // Senders are sorted by the name that is shown: equal ones stay in the order of their times.
        let value = |key: &MailKey| match cells.mail.row(*key).filter(|_| column == "from" && !cells.masked) {
            Some(row) => Exact::text(&*row.who),
            None => cells.cell(key, column).value(),
        };
        let mut valued: Vec<_> = rows.iter().map(|key| (value(key), *key)).collect();
        valued.sort_by(|(a, _), (b, _)| compared(a, b, *descending));
        rows = valued.into_iter().map(|(_, key)| key).collect();
    }
    let rows: Arc<[MailKey]> = rows.into();
    *last = Some(Sorted { of, by, files: kept_by, rows: Arc::clone(&rows) });
    rows
}
