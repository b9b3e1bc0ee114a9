//! Search over the rows of a table: `ended:<2d` and `is:running` check times, other words the cells.

use std::sync::Arc;

use crate::store::Known;
use crate::store::filter::{Compare, age};
use crate::ui::list::{Texts, Words};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::table::Table;

use super::row::{Cells, RowKey};

/// The filter word for jobs that are still running.
const RUNNING: &str = "is:running";

/// Tab or page, version of the store, and the words searched for.
type By = (usize, u64, Words);

/// Rows found last, kept until the search or the data change.
#[derive(Clone, Debug, Default)]
pub struct Search {
    found: Option<(By, Arc<[RowKey]>)>,
    texts: Texts<u64, RowKey>,
}

impl Search {
    /// Rows found for this search before.
    pub fn found(&self, by: &By) -> Option<Arc<[RowKey]>> {
        self.found.as_ref().filter(|(of, _)| of == by).map(|(_, rows)| Arc::clone(rows))
    }

    /// Finds the rows that match, among the known rows of `total` at the service. Returns the table's own rows if they
    /// are the same.
    pub fn find(
        &mut self,
        by: By,
        (table, bar): (&mut Table<RowKey>, &mut FilterBar),
        (rows, total): (&[RowKey], Option<u64>),
        cells: &Cells<'_>,
    ) -> Arc<[RowKey]> {
        let words = &by.2;
        table.set_total(total.filter(|_| words.is_empty()));
        let span = |word: &String| word.strip_prefix("ended:").and_then(age);
        let spans: Vec<(Compare, i64)> = words.iter().filter_map(span).collect();
        let runs = words.iter().any(|word| word == RUNNING);
        let plain: Words = words.iter().filter(|word| span(word).is_none() && *word != RUNNING).cloned().collect();
        let timed = |row: &RowKey| {
            let (running, ended) = row.row().course(cells.world.store);
            let ago = ended.map(|at| cells.world.now.0.saturating_sub(at.0).max(0));
            (running || !runs) && spans.iter().all(|span| ago.is_some_and(|ago| span.0.holds(ago, span.1)))
        };
        let is_timed = runs || !spans.is_empty();
        let timed = rows.iter().copied().filter(|row| !is_timed || timed(row));
        let found = self.texts.holding(by.1, table, cells, timed, &plain);
        if words.is_empty() {
            self.texts.forget();
        } else {
            let known = rows.len() as u64;
            let whole = total.is_none_or(|total| total <= known);
            let of = Known::Is(total.unwrap_or(known).max(known));
            bar.set_counts(Known::over(found.len() as u64, known, total, whole), of);
            bar.set_terms(Vec::new(), words.clone());
            bar.set_checked(total.filter(|total| *total > known).map(|total| (known, total)));
        }
        let found = if table.ids()[..] == found { Arc::clone(table.ids()) } else { found.into() };
        self.found = Some((by, Arc::clone(&found)));
        found
    }
}
