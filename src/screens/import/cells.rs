//! Columns of the page's tables and the text of their cells.

use crate::base::Currency;
use crate::sheets::Status;
use crate::sheets::csv::{CsvReport, CsvRow, Field};
use crate::ui::Role;
use crate::ui::text::grouped;
use crate::ui::widgets::table::{Align, CellText, Column, Exact, RowFlags, Rows, place_of};

use super::changes::{Changes, told};
use super::label;
use super::row::Size;
use super::state::{ImportPage, Tab};

/// Columns of the table that has a row for each column of the file.
pub const COLUMNS: &[Column] = &[
    Column { id: "place", title: "#", min: 3, max: 4, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "title", title: "first row says", min: 14, max: 30, keep: 2, ..Column::BASE },
    Column { id: "field", title: "is read as", min: 17, max: 30, keep: 1, ..Column::BASE },
    Column { id: "samples", title: "values", min: 20, max: 60, keep: 3, ..Column::BASE },
    Column { id: "empty", title: "empty", min: 5, max: 8, align: Align::Right, keep: 5, ..Column::BASE },
    Column { id: "wrong", title: "wrong", min: 5, max: 8, align: Align::Right, keep: 4, ..Column::BASE },
];

/// Columns of the table of mistakes, with a row for each line.
pub const PROBLEMS: &[Column] = &[
    Column { id: "line", title: "line", min: 6, max: 8, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "what", title: "the row", min: 15, max: 15, keep: 3, ..Column::BASE },
    Column { id: "text", title: "what is wrong", min: 30, max: 100, keep: 1, ..Column::BASE },
];

/// Columns of the table of changes.
pub const CHANGES: &[Column] = &[
    Column { id: "line", title: "line", min: 6, max: 8, align: Align::Right, keep: 5, ..Column::BASE },
    Column { id: "name", title: "domain", min: 18, max: 44, keep: 1, ..Column::BASE },
    Column { id: "field", title: "setting", min: 9, max: 14, keep: 3, ..Column::BASE },
    Column { id: "before", title: "now", min: 9, max: 20, align: Align::Right, keep: 2, ..Column::BASE },
    Column { id: "after", title: "then", min: 9, max: 20, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "size", title: "change", min: 7, max: 9, align: Align::Right, keep: 4, ..Column::BASE },
];

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a> {
    tab: Tab,
    report: Option<&'a CsvReport>,
    changes: &'a Changes,
    fields: &'a [Field],
    domain: &'a str,
    currency: &'a Currency,
}

impl<'a> Cells<'a> {
    pub fn of(page: &'a ImportPage) -> Self {
        Self {
            tab: page.tab(),
            report: page.report.as_deref(),
            changes: &page.changes,
            fields: &page.fields,
            domain: &page.domain,
            currency: &page.currency,
        }
    }

    fn row(&self, place: usize) -> Option<&'a CsvRow> {
        self.report?.rows.get(place)
    }

    fn column(&self, place: usize, column: &str) -> CellText<'a> {
        let Some(of) = self.report.and_then(|report| report.columns.get(place)) else { return CellText::default() };
        let count = |many: u32, role| {
            if many == 0 { CellText::none() } else { CellText::figure(many.into(), role) }
        };
        match column {
            "place" => CellText::new((place + 1).to_string(), Role::Dim).exact(place as i64 + 1),
            "title" if of.title.is_empty() => CellText::none(),
            "title" => of.title.as_str().into(),
            "field" if of.shown_only => CellText::new("not read", Role::Dim),
            "field" if of.is_ignored() => CellText::new("not read", Role::Warn),
            "field" if of.becomes == self.domain => CellText::new(format!("{} (the name)", of.becomes), Role::Accent),
            "field" if of.guessed => CellText::new(format!("{}?", label(self.fields, &of.becomes)), Role::Warn),
            "field" => label(self.fields, &of.becomes).into_owned().into(),
            "samples" => CellText::new(of.samples.join(" · "), Role::Dim),
            "empty" => count(of.empty, Role::Warn),
            _ => count(of.wrong + of.unclear.as_ref().map_or(0, |unclear| unclear.many), Role::Bad),
        }
    }

    fn problem(&self, place: usize, column: &str) -> CellText<'a> {
        let Some(problem) = self.report.and_then(|report| report.problems.get(place)) else {
            return CellText::default();
        };
        match column {
            "line" => CellText::line(problem.line),
            "what" => match problem.status {
                Status::Refused => CellText::new("will be refused", Role::Bad),
                Status::Undecided => CellText::new("to be decided", Role::Bad),
                Status::Part => CellText::new("without a value", Role::Warn),
                _ => CellText::new("is not imported", Role::Bad),
            },
            _ => problem.why.as_str().into(),
        }
    }

    fn change(&self, place: usize, column: &str) -> CellText<'a> {
        let (Some(report), Some(change)) = (self.report, self.changes.get(place)) else {
            return CellText::default();
        };
        let Some(plan) = report.plans.get(change.plan) else { return CellText::default() };
        match column {
            "line" => CellText::line(plan.line),
            "name" => plan.name.unicode().to_owned().into(),
            "field" => label(self.fields, change.field).into_owned().into(),
            "before" => CellText::new(change.into_owned().before, Role::Dim),
            "size" => size(change.size),
            _ if change.size == Size::Added && !change.field.is_empty() => {
                CellText::new(told(&plan.sets, change.field, self.currency), Role::Staged)
            }
            _ => {
                let is_large = matches!(change.size, Size::Falls(_) | Size::Rises(_) | Size::Emptied | Size::Unread);
                CellText::new(change.into_owned().after, if is_large { Role::Warn } else { Role::Staged })
            }
        }
    }
}

impl Rows<u32> for Cells<'_> {
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let place = *key as usize;
        match self.tab {
            Tab::Columns => self.column(place, column),
            Tab::Problems => self.problem(place, column),
            Tab::Changes => self.change(place, column),
            Tab::Rows => {
                let (Some(row), Some(at)) = (self.row(place), place_of(column)) else {
                    return CellText::default();
                };
                match at.checked_sub(1) {
                    None => {
                        let line = CellText::new(
                            row.line.to_string(),
                            if row.status.is_wrong() { Role::Warn } else { Role::Dim },
                        );
                        line.exact(Exact::Text(row.line.to_string().into()))
                    }
                    Some(at) => row.cells.get(at).map_or_else(CellText::none, |cell| {
                        CellText::from(cell.as_str()).exact(Exact::Text(cell.as_str().into()))
                    }),
                }
            }
        }
    }

    fn flags(&self, key: &u32) -> RowFlags {
        let row = (self.tab == Tab::Rows).then(|| self.row(*key as usize)).flatten();
        RowFlags { dim: row.is_some_and(|row| row.status == Status::Skipped), ..RowFlags::default() }
    }
}

/// Cell of the change of a price: `÷ 4333`, `× 2`, `+4.2 %`; empty if there was no price before.
fn size(size: Size) -> CellText<'static> {
    let times = |thousandths: i64| {
        let (whole, tenth) = (thousandths / 1000, thousandths % 1000 / 100);
        if tenth > 0 && whole < 10 { format!("{whole}.{tenth}") } else { grouped(whole.unsigned_abs()) }
    };
    match size {
        Size::Falls(by) => CellText::new(format!("÷ {}", times(by.saturating_neg())), Role::Warn),
        Size::Rises(by) => CellText::new(format!("× {}", times(by.saturating_neg())), Role::Warn),
        Size::By(by) => {
            let sign = if by < 0 { '−' } else { '+' };
            CellText::new(format!("{sign}{}.{} %", by.abs() / 10, by.abs() % 10), Role::Dim)
        }
        Size::Currency | Size::Emptied | Size::Other | Size::Unread | Size::Added => CellText::default(),
    }
}
