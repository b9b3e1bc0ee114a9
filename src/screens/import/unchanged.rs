//! Cells of the file with values in force already. They are not sent, so that no inherited value becomes the domain's
//! own.

use crate::sheets::csv::{CsvColumn, CsvReport};
use crate::ui::text::{counted, grouped};

use super::label;
use super::state::ImportPage;

/// Sentence for a file of which no row would be sent.
pub const NOTHING: &str = "Nothing would change: every row holds what is in force already.";

/// Number of rows that are sent: `12 rows`, `3 of 7 rows`.
pub fn rows(report: &CsvReport) -> String {
    let (all, sent) = (u64::from(report.counts.rows), report.sent_plans().count() as u64);
    let rows = counted(all, "row", "rows");
    if sent < all { format!("{} of {rows}", grouped(sent)) } else { rows }
}

/// Columns of which anything is sent.
pub fn columns_sent(report: &CsvReport) -> impl Iterator<Item = &CsvColumn> {
    let columns = report.columns.iter().enumerate();
    columns.filter(|(at, _)| !report.ask.unchanged.columns.contains(at)).map(|(_, column)| column)
}

/// Sentence on what is left out: `Left out, because it stays as it is: 8 rows; For sale in every row.`
pub fn question(page: &ImportPage, report: &CsvReport) -> Option<String> {
    let rows = Some(left_out(report)).filter(|rows| *rows > 0);
    let rows = rows.map(|rows| counted(rows as u64, "row", "rows"));
    let fields = report.ask.unchanged.columns.iter().filter_map(|at| report.columns.get(*at));
    let fields: Vec<_> = fields.map(|column| label(&page.fields, &column.becomes)).collect();
    let fields = (!fields.is_empty()).then(|| format!("{} in every row", fields.join(", ")));
    let parts: Vec<String> = rows.into_iter().chain(fields).collect();
    (!parts.is_empty()).then(|| format!("Left out, because it stays as it is: {}.", parts.join("; ")))
}

fn left_out(report: &CsvReport) -> usize {
    report.ask.unchanged.lines.len()
}
