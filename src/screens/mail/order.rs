//! Rows that pass the filter's checks, in the order the user chose. Without one the service's order stays: newest
//! first, or for a search that of its results.

use std::sync::Arc;

use super::columns::Cells;
use crate::base::work;
use crate::store::MailKey;
use crate::store::filter::Checks;
use crate::ui::list::compared;
use crate::ui::widgets::table::{Exact, Rows as _, Table};

/// Rows sorted last, and what they were made from.
#[derive(Debug)]
pub struct Sorted {
    of: Arc<[MailKey]>,
    by: Option<(String, bool)>,
    /// Checks of the filter, with the version of mail they were applied to.
    checks: Option<(Checks, u64)>,
    rows: Arc<[MailKey]>,
}

/// Rows that pass the filter, in the order of the table. The rows given are returned when nothing is filtered or
/// sorted.
pub fn sorted(
    last: &mut Option<Sorted>,
    of: Arc<[MailKey]>,
    checks: &Checks,
    table: &Table<MailKey>,
    cells: &Cells<'_>,
) -> Arc<[MailKey]> {
    let by = table.sort().map(|(column, descending)| (column.to_owned(), descending));
    if by.is_none() && !checks.is_any() {
        return of;
    }
    let kept_by = checks.is_any().then(|| (checks.clone(), cells.mail.version()));
    if let Some(last) = last
        && Arc::ptr_eq(&last.of, &of)
        && (&last.by, &last.checks) == (&by, &kept_by)
    {
        return Arc::clone(&last.rows);
    }
    let mut rows: Vec<MailKey> = work::each(of.iter()).copied().filter(|key| cells.mail.passes(*key, checks)).collect();
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
    *last = Some(Sorted { of, by, checks: kept_by, rows: Arc::clone(&rows) });
    rows
}
