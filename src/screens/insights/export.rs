//! A report as a file: its figures, and every row of every part.

use super::blocks::{Block, Row, Rows as Parts, percent};
use crate::base::Timestamp;
use crate::ui::Role;
use crate::ui::widgets::table::{CellText, Column, Exact, Form, Rows, Table, ViewExport};

/// A row of the report in a file.
struct Exported<'a>(&'a [Block]);

const COLUMNS: &[Column] = &[
    Column::text("report", "report", (8, 40), 1),
    Column::text("label", "label", (8, 40), 1),
    Column::figure("hits", "hits", (4, 10), 1),
    Column::figure("share", "share", (4, 8), 1),
    Column::text("more", "more", (4, 60), 1),
];

impl Rows<(usize, usize)> for Exported<'_> {
    fn cell(&self, (block, row): &(usize, usize), column: &str) -> CellText<'_> {
        let hits = |hits: i64| CellText::new(hits.to_string(), Role::Text).exact(hits);
        let share = |share: Option<f64>| {
            share.map_or_else(CellText::none, |share| {
                CellText::new(percent(share), Role::Text).exact(Exact::number(share))
            })
        };
        match (&self.0[*block], column) {
            (Block::Figures(_), "report") => "Figures".into(),
            (Block::Figures(figures), column) => {
                let figure = &figures[*row];
                match column {
                    "label" => figure.label.as_str().into(),
                    "hits" => figure.hits.map_or_else(CellText::none, hits),
                    "share" => share(figure.share),
                    _ => figure.trend.as_str().into(),
                }
            }
            (Block::Rows(rows), "report") => rows.title.as_str().into(),
            (Block::Rows(rows), column) => {
                let row = &rows.rows[*row];
                match column {
                    "label" => row.label.trim().into(),
                    "hits" => hits(row.hits),
                    "share" => share(row.share),
                    _ => row.more.as_str().into(),
                }
            }
            _ => CellText::none(),
        }
    }
}

/// The report as a file of that name; `None` where there is nothing in it.
pub fn export(blocks: &[Block], name: &str, form: Form) -> Option<ViewExport> {
    let tables: Vec<Block> = blocks
        .iter()
        .map(|block| match block {
            Block::Chart(series) => Block::Rows(series.table(Timestamp::iso)),
            Block::Heat { title, cells } => {
                let row = |(label, hits): &(String, i64)| Row { label: label.clone(), hits: *hits, ..Row::default() };
                Block::Rows(Parts { title: title.clone(), rows: cells.iter().map(row).collect(), note: None })
            }
            block => block.clone(),
        })
        .collect();
    let ids = tables.iter().enumerate().flat_map(|(at, block)| {
        let many = match block {
            Block::Rows(rows) => rows.rows.len(),
            Block::Figures(figures) => figures.len(),
            _ => 0,
        };
        (0..many).map(move |row| (at, row))
    });
    let mut table = Table::new(COLUMNS);
    table.set_ids(ids.collect());
    (!table.is_empty()).then(|| table.export(name, form, &Exported(&tables)))
}
