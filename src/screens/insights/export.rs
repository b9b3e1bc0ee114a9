//! A report as a file: its figures and all rows of its tables, with one number in one unit per cell.

use super::blocks::{Block, Change, FactValue, Figure, Row, RowKind, Series, percent};
use super::screen::Insights;
use crate::base::Zone;
use crate::ui::widgets::table::{CellText, Column, Exact, Form, Rows, Table, ViewExport};
use crate::ui::{Args, Cx, Effect, Outcome, Save, World, chart, text};

/// Line of the file.
#[derive(Default)]
struct Line {
    cells: Vec<(&'static str, Exact<'static>)>,
}

/// Lines of the file.
struct Exported(Vec<Line>);

const fn text_column(id: &'static str) -> Column {
    Column::text(id, id, (8, 40), 1)
}

const fn figure_column(id: &'static str) -> Column {
    Column::figure(id, id, (4, 12), 1)
}

/// Columns of the file. Those without a value in the report are left out.
const COLUMNS: &[Column] = &[
    text_column("section"),
    text_column("parent"),
    text_column("label"),
    text_column("key"),
    text_column("country"),
    text_column("domain"),
    text_column("currency"),
    text_column("date"),
    text_column("weekday"),
    figure_column("count"),
    figure_column("seconds"),
    figure_column("share_percent"),
    figure_column("share_of_step_percent"),
    figure_column("share_of_all_percent"),
    figure_column("confirmed"),
    figure_column("emailed"),
    figure_column("asked"),
    figure_column("inquired"),
    figure_column("portfolios"),
    figure_column("median"),
    figure_column("average"),
    figure_column("highest"),
    figure_column("lowest"),
    figure_column("count_before"),
    figure_column("count_earlier"),
    figure_column("days_earlier"),
    figure_column("share_before_percent"),
    figure_column("change_percent"),
    figure_column("change_points"),
    text_column("optional"),
    text_column("middle_visitor"),
    text_column("part_of_day"),
    text_column("done"),
];

impl Line {
    fn of(section: &str) -> Self {
        Self::default().with("section", Exact::text(section.to_owned()))
    }

    fn with(mut self, column: &'static str, value: impl Into<Exact<'static>>) -> Self {
        self.cells.push((column, value.into()));
        self
    }

    fn number(self, column: &'static str, value: Option<f64>) -> Self {
        self.with(column, value.map(Exact::number))
    }

    fn value(&self, column: &str) -> Exact<'static> {
        let found = self.cells.iter().find(|(name, _)| *name == column);
        found.map_or(Exact::None, |(_, value)| value.clone())
    }

    fn changed(self, change: Option<&Change>) -> Self {
        let Some(change) = change else { return self };
        let (before, by) = if change.is_share {
            ("share_before_percent", "change_points")
        } else {
            ("count_before", "change_percent")
        };
        self.number(before, change.before).number(by, Some(change.rounded()))
    }
}

impl Rows<usize> for Exported {
    fn cell(&self, line: &usize, column: &str) -> CellText<'_> {
        let value = self.0[*line].value(column);
        let shown = match (&value, column.ends_with("_percent")) {
            (Exact::Number(number), true) => number.as_f64().map(percent).unwrap_or_default(),
            (Exact::Number(number), false) => {
                number.as_u64().map_or_else(|| number.to_string(), |count| text::grouped(count as usize))
            }
            _ => value.clone().csv().into_owned(),
        };
        CellText::or_none(shown).exact(value)
    }
}

fn of_figure(figure: &Figure) -> Line {
    Line::of("Figures")
        .with("label", Exact::text(figure.label.clone()))
        .with("count", figure.hits)
        .with("seconds", figure.seconds)
        .number("share_percent", figure.share)
        .changed(figure.change.as_ref())
}

/// Line of the file for a row. Codes such as the country have a column of their own, which spreadsheets can join on.
fn of_row(section: &str, row: &Row) -> Line {
    let has = |column| row.more.iter().any(|fact| fact.column == column);
    let by = match () {
        () if section == "Countries" => Some("country"),
        () if section.contains("omains") => Some("domain"),
        () if has("median") => Some("currency"),
        () => None,
    };
    let line = Line::of(section)
        .with("parent", row.parent.clone().map(Exact::text))
        .with("label", Exact::text(row.label.clone()))
        .with("key", row.key.clone().map(Exact::text))
        .with("count", (row.kind != RowKind::Share).then_some(row.hits))
        .number("share_percent", row.share);
    let line = match by.filter(|_| row.kind == RowKind::Listed) {
        Some(column) => line.with(column, Exact::text(row.key.clone().unwrap_or_else(|| row.label.clone()))),
        None => line,
    };
    row.more.iter().fold(line, |line, fact| match &fact.value {
        FactValue::Number(number) => line.number(fact.column, Some(*number)),
        FactValue::Text(text) => line.with(fact.column, Exact::text(text.clone())),
    })
}

fn of_series(series: &Series) -> impl Iterator<Item = Line> {
    series.points.iter().enumerate().map(|(at, (when, hits))| {
        let part = if series.is_part(at) { "yes" } else { "" };
        let earlier = series.before.get(at).copied();
        let line = Line::of(&series.title)
            .with("date", Exact::text(when.in_digits(Zone::Utc)))
            .with("weekday", Exact::text(when.weekday(Zone::Utc)))
            .number("count", Some(*hits).filter(|hits| !hits.is_nan()))
            // A column other than that of the figures: those count the window before, this the same weekday earlier.
            .number("count_earlier", earlier)
            .with("days_earlier", earlier.map(|_| i64::from(series.shift())))
            .with("part_of_day", Exact::text(part))
            .with("done", Exact::text(series.done_at(at)));
        series.also.iter().fold(line, |line, (name, counts)| line.with(name, counts.get(at).copied().flatten()))
    })
}

impl Insights {
    /// Saves the chart as a picture.
    pub fn save_svg(&self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let Some(series) = self.chart() else { return Outcome::Done };
        let total = series.total.iter().map(Figure::words).collect::<String>();
        let World { store, now, zone, .. } = cx.world;
        let picture = chart::Picture {
            title: &self.titled(&series.title),
            total: &total,
            origin: &format!("{} · {}", store.session().account, now.full(zone)),
            points: &series.points,
            to: series.to,
            before: (&series.before, &series.before_words()),
            marks: &series.marks,
            is_part: &|at| series.is_part(at),
            rows: self.laid().chart_rows(),
        };
        let svg = chart::svg(&picture, zone);
        let name = format!("{}.svg", self.file_name());
        cx.done(Effect::Save(Box::new(Save::text("chart", name, svg).to_path(&args.text))))
    }
}

/// File of a report with that name; `None` when it would be empty.
pub fn export(blocks: &[Block], name: &str, form: Form) -> Option<ViewExport> {
    let mut lines = Vec::new();
    for block in blocks {
        match block {
            Block::Figures(figures) => lines.extend(figures.iter().map(of_figure)),
            // Totals are left out, so that a sum over the file counts nothing twice.
            Block::Rows(rows) => {
                let rows_of = rows.rows.iter().filter(|row| row.kind != RowKind::Total);
                lines.extend(rows_of.map(|row| of_row(&rows.title, row)));
            }
            Block::Chart(series) => lines.extend(of_series(series)),
            // Advice is left out, because it counts what other lists have.
            Block::Worth(_) | Block::Days(_) | Block::Words(_) => {}
        }
    }
    let mut table = Table::new(COLUMNS);
    for column in COLUMNS {
        let is_used = lines.iter().any(|line| line.value(column.id) != Exact::None);
        table.show_column(column.id, is_used);
    }
    table.set_ids((0..lines.len()).collect());
    (!table.is_empty()).then(|| table.export(name, form, &Exported(lines)))
}
