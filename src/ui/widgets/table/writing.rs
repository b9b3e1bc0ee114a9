//! Writing a list: as CSV, JSON, lines for scripts, or columns for reading.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Align, Heading, Rows};
use crate::base::clean_line;
use crate::ui::text;

/// Format in which a list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// CSV with exact values.
    Csv,
    /// CSV for spreadsheets, in which no cell can be a formula.
    SafeCsv,
    Json,
    /// One row per line without a heading, with tabs between exact values, for scripts.
    Plain,
    /// Columns below their titles as on the screen, for reading, in lines of at most so many cells.
    Table(usize),
}

impl Form {
    /// Format by its word on the `:` line.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "csv" => Some(Self::Csv),
            "csv-safe" => Some(Self::SafeCsv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// Ending of the file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => ".csv",
            Self::SafeCsv => "-safe.csv",
            Self::Json => ".json",
            Self::Plain => ".tsv",
            Self::Table(_) => ".txt",
        }
    }
}

/// Characters that a spreadsheet takes for the beginning of a formula, including the wide ones of East Asian keyboards.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Characters after which a cell begins in some countries. A spreadsheet that expects semicolons takes the quotes
/// around a cell with commas for text, and what follows a semicolon in it for a cell.
const ELSEWHERE: [char; 5] = [';', '\t', '|', '\n', '\r'];

/// Cell that no spreadsheet calculates, wherever it lets cells begin.
fn safe(cell: &str) -> String {
    let mut safe = String::with_capacity(cell.len() + 1);
    let mut begins = true;
    for (at, character) in cell.char_indices() {
        if begins && FORMULA.contains(&character) && (at == 0 || !ELSEWHERE.contains(&character)) {
            safe.push('\'');
        }
        safe.push(character);
        begins = ELSEWHERE.contains(&character) || (begins && matches!(character, ' ' | '"'));
    }
    safe
}

/// Function that is given the number of rows made, and returns whether to continue.
pub type GoOn<'a> = &'a mut dyn FnMut(usize) -> bool;

/// List as it was at one time, to be written on any thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Writing<K> {
    pub(super) form: Form,
    pub(super) columns: Vec<Heading>,
    pub(super) ids: Arc<[K]>,
}

impl<K> Writing<K> {
    /// Keys of the rows in their order.
    pub fn ids(&self) -> &[K] {
        &self.ids
    }

    /// Text of the list; `None` if `go_on` stopped it.
    pub fn write(&self, rows: &impl Rows<K>, go_on: GoOn<'_>) -> Option<String> {
        match self.form {
            Form::Csv | Form::SafeCsv => self.csv(rows, go_on),
            Form::Json => self.json(rows, go_on),
            Form::Plain => self.plain(rows, go_on),
            Form::Table(within) => self.table(within, rows, go_on),
        }
    }

    /// Columns of the file with the id of each: the shown ones, each followed by its companions, such as the
    /// currency of an amount.
    fn fields(&self, rows: &impl Rows<K>) -> Vec<(String, Cow<'static, str>)> {
        let shown = |id: &str| self.columns.iter().any(|column| column.id == id);
        let mut fields: Vec<(String, Cow<'static, str>)> = Vec::with_capacity(self.columns.len() + 2);
        for column in &self.columns {
            fields.push((column.field(), column.id.clone()));
            for beside in rows.beside(&column.id).iter().filter(|beside| !shown(beside)) {
                fields.push(((*beside).to_owned(), (*beside).into()));
            }
        }
        fields
    }

    fn json(&self, rows: &impl Rows<K>, go_on: GoOn<'_>) -> Option<String> {
        let fields = self.fields(rows);
        let mut text = String::from("[");
        for (at, key) in self.ids.iter().enumerate() {
            let row: serde_json::Map<_, _> =
                fields.iter().map(|(name, id)| (name.clone(), rows.cell(key, id).value().json())).collect();
            text.push_str(if at == 0 { "\n" } else { ",\n" });
            // Maps of plain values can always be written; a line end in a text is escaped.
            for (line, part) in serde_json::to_string_pretty(&row).unwrap_or_default().lines().enumerate() {
                text.push_str(if line == 0 { "  " } else { "\n  " });
                text.push_str(part);
            }
            if !go_on(at + 1) {
                return None;
            }
        }
        text.push_str("\n]\n");
        Some(text)
    }

    fn csv(&self, rows: &impl Rows<K>, go_on: GoOn<'_>) -> Option<String> {
        let cell = |cell: &str| if self.form == Form::SafeCsv { safe(cell) } else { cell.to_owned() };
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        // Writing into memory cannot fail.
        let fields = self.fields(rows);
        let _ = writer.write_record(fields.iter().map(|(name, _)| cell(name)));
        for (at, key) in self.ids.iter().enumerate() {
            let _ = writer.write_record(fields.iter().map(|(_, id)| cell(&rows.cell(key, id).value().csv())));
            if !go_on(at + 1) {
                return None;
            }
        }
        Some(String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default())
    }
}

impl<K> Writing<K> {
    fn plain(&self, rows: &impl Rows<K>, go_on: GoOn<'_>) -> Option<String> {
        let fields = self.fields(rows);
        let mut text = String::new();
        for (at, key) in self.ids.iter().enumerate() {
            for (place, (_, id)) in fields.iter().enumerate() {
                if place > 0 {
                    text.push('\t');
                }
                text.extend(rows.cell(key, id).value().csv().chars().map(|c| if c.is_control() { ' ' } else { c }));
            }
            text.push('\n');
            if !go_on(at + 1) {
                return None;
            }
        }
        Some(text)
    }

    fn table(&self, within: usize, rows: &impl Rows<K>, go_on: GoOn<'_>) -> Option<String> {
        let line = |key: &K| {
            self.columns.iter().map(|column| clean_line(&rows.cell(key, &column.id).text).into_owned()).collect()
        };
        let mut lines: Vec<Vec<String>> = vec![self.columns.iter().map(|column| column.title.to_uppercase()).collect()];
        for (at, key) in self.ids.iter().enumerate() {
            lines.push(line(key));
            if !go_on(at + 1) {
                return None;
            }
        }
        let widest = |place: usize| lines.iter().map(|line| text::width(&line[place])).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..self.columns.len()).map(widest).collect();
        let places = self.within(within, &mut widths);
        let mut written = String::new();
        for line in &lines {
            let mut shown = String::new();
            for place in &places {
                let (column, width) = (&self.columns[*place], widths[*place]);
                let cell = &*text::fit(&line[*place], width, false);
                let blanks = " ".repeat(width - text::width(cell));
                let (before, after) = if column.align == Align::Right { (&*blanks, "") } else { ("", &*blanks) };
                shown.extend([before, cell, after, "  "]);
            }
            written.push_str(shown.trim_end());
            written.push('\n');
        }
        Some(written)
    }

    /// Indices of the columns that fit into lines of `within` cells, as on the screen. If there is no room for all,
    /// long texts are cut first, down to a column's minimum; then the least important columns are dropped. Cells left
    /// over are shared.
    fn within(&self, within: usize, widths: &mut [usize]) -> Vec<usize> {
        const GAP: usize = 2;
        let needed =
            |places: &[usize], widths: &[usize]| places.iter().map(|place| widths[*place] + GAP).sum::<usize>();
        let mut places: Vec<usize> = (0..self.columns.len()).collect();
        let room = within.saturating_add(GAP);
        let whole = widths.to_vec();
        let cut = |place: usize, cells: u16| {
            whole[place].min(usize::from(cells).max(text::width(&self.columns[place].title)))
        };
        let least: Vec<usize> = (0..whole.len()).map(|place| cut(place, self.columns[place].cells.0)).collect();
        while places.len() > 1 && needed(&places, &least) > room {
            let worst = places.iter().copied().max_by_key(|place| (self.columns[*place].keep, *place));
            places.retain(|place| Some(*place) != worst);
        }
        widths.copy_from_slice(&least);
        let mut free = room.saturating_sub(needed(&places, &least));
        let mut first = places.clone();
        first.sort_by_key(|place| self.columns[*place].keep);
        let most: Vec<usize> = (0..whole.len()).map(|place| cut(place, self.columns[place].cells.1)).collect();
        for wanted in [most, whole] {
            // Cell by cell, so that no column takes all of them.
            while free > 0 && first.iter().any(|place| wanted[*place] > widths[*place]) {
                for place in &first {
                    let more = usize::from(wanted[*place] > widths[*place]).min(free);
                    widths[*place] += more;
                    free -= more;
                }
            }
        }
        if let [only] = places[..] {
            widths[only] = widths[only].min(within);
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{CellText, Column, Table, ViewExport};
    use super::*;
    use crate::base::clean_block;
    use crate::ui::SaveFrom;

    static COLUMNS: &[Column] = &[
        Column { id: "name", title: "domain", ..Column::BASE },
        Column { id: "note", title: "=note", ..Column::BASE },
        Column { id: "more", title: "more", shown: false, ..Column::BASE },
    ];

    struct Cells(Vec<(String, String)>);
    impl Rows<usize> for Cells {
        fn cell(&self, key: &usize, column: &str) -> CellText<'_> {
            let (name, note) = &self.0[*key];
            if column == "name" { name.as_str().into() } else { note.as_str().into() }
        }
    }

    fn text(form: Form, cells: &[(&str, &str)]) -> String {
        let SaveFrom::Text(text) = export(form, cells).from else { panic!("made at once") };
        text.to_string()
    }

    fn export(form: Form, cells: &[(&str, &str)]) -> ViewExport {
        let mut table = Table::new(COLUMNS);
        table.set_ids((0..cells.len()).collect());
        let cells = cells.iter().map(|(name, note)| ((*name).to_owned(), (*note).to_owned())).collect();
        table.export("list", form, &Cells(cells))
    }

    #[test]
    fn a_list_is_saved_as_it_is_shown() {
        let rows = [("a.com", "=1+1"), ("b.com", "—"), ("c.com", "two, \"words\"")];
        let exact = export(Form::Csv, &rows);
        assert_eq!(text(Form::Csv, &rows), "domain,note\r\na.com,=1+1\r\nb.com,\r\nc.com,\"two, \"\"words\"\"\"\r\n");
        assert_eq!((exact.name.as_str(), exact.rows), ("list.csv", 3));
        let safe = text(Form::SafeCsv, &rows);
        assert!(safe.starts_with("domain,note\r\na.com,'=1+1\r\n"), "{safe}");
        let json: serde_json::Value = serde_json::from_str(&text(Form::Json, &rows)).unwrap();
        assert_eq!(json[0], serde_json::json!({ "domain": "a.com", "note": "=1+1" }));
        assert_eq!(text(Form::Json, &rows), serde_json::to_string_pretty(&json).unwrap() + "\n");
    }

    #[test]
    fn plain_output_has_a_row_per_line_and_a_table_has_aligned_columns() {
        let rows = [("a.com", "two words"), ("longer.com", "—")];
        assert_eq!(text(Form::Plain, &rows), "a.com\ttwo words\nlonger.com\t\n");
        let whole = "DOMAIN      =NOTE\na.com       two words\nlonger.com  —\n";
        assert_eq!((text(Form::Table(usize::MAX), &rows), text(Form::Table(21), &rows)), (whole.into(), whole.into()));
        let cut = "DOMAIN      =NOTE\na.com       two wor…\nlonger.com  —\n";
        assert_eq!(text(Form::Table(20), &rows), cut, "cut before it is left out");
        assert_eq!(text(Form::Table(11), &rows), "DOMAIN\na.com\nlonger.com\n", "as on the screen");
        assert_eq!(text(Form::Table(6), &rows), "DOMAIN\na.com\nlonge…\n");
    }

    #[test]
    fn chosen_columns_come_in_the_order_they_were_named() {
        let mut table: Table<usize> = Table::new(COLUMNS);
        table.set_ids([0].into());
        assert_eq!(table.show_only(["more", "name", "more"]), Ok(()));
        let cells = Cells(vec![("a.com".to_owned(), "n".to_owned())]);
        let SaveFrom::Text(csv) = table.export("list", Form::Csv, &cells).from else { panic!("made at once") };
        assert_eq!(&*csv, "more,domain\r\nn,a.com\r\n");
        assert!(table.show_only(["name", "nme"]).is_err_and(|why| why.contains("nme")));
    }

    #[test]
    fn no_cell_of_a_file_steers_a_terminal_or_turns_the_direction() {
        let rows = [("\u{1b}[2;1y\u{7}a.com", "two\nlines \u{202a}turned\u{9b}2J")];
        for form in [Form::Csv, Form::SafeCsv, Form::Json, Form::Table(40)] {
            let text = text(form, &rows);
            assert!(text.contains("a.com") && text.contains("turned"), "{text:?}");
            let is_odd = |c: char| c == '\u{202a}' || (c.is_control() && !matches!(c, '\r' | '\n'));
            assert!(!text.contains(is_odd), "{form:?}: {text:?}");
        }
    }

    #[test]
    fn a_long_list_is_written_beside_the_loop_row_by_row_until_it_is_stopped() {
        let mut table = Table::new(COLUMNS);
        table.set_ids((0..100).collect());
        for (form, stop) in [(Form::Csv, 100), (Form::Json, 100), (Form::SafeCsv, 40), (Form::Json, 40)] {
            let list = table.export_beside("list", form, |writing, go_on| {
                let cells = (0..100).map(|n| (format!("d{n}.com"), String::new())).collect();
                writing.write(&Cells(cells), go_on)
            });
            let SaveFrom::Made { rows: 100, text } = list.from else { panic!("{list:?}") };
            let mut told = Vec::new();
            let text = std::thread::spawn(move || {
                let made = text.make(&mut |done| {
                    told.push(done);
                    done < stop || stop == 100
                });
                (made, told.len())
            });
            let (made, told) = text.join().unwrap();
            assert_eq!((made.is_some(), told), (stop == 100, stop));
            assert!(made.is_none_or(|text| String::from_utf8(text).is_ok_and(|text| text.contains("d99.com"))));
        }
    }

    proptest! {
        /// Proves R-12.
        #[test]
        fn the_safe_copy_holds_no_formula_and_the_exact_one_every_value(
            cells in prop::collection::vec("[=+@\t\r\n＝－a\"';| -]{0,6}|\\PC{0,8}", 1..8)) {
            let rows: Vec<(&str, &str)> = cells.iter().map(|cell| ("a.com", cell.as_str())).collect();
            let read = |text: &str| -> Vec<String> {
                let mut reader = csv::Reader::from_reader(text.as_bytes());
                reader.records().map(|record| record.unwrap()[1].to_owned()).collect()
            };
            let expected: Vec<String> =
                cells.iter().map(|cell| if cell == "—" { String::new() } else { clean_block(cell).into_owned() }).collect();
            prop_assert_eq!(read(&text(Form::Csv, &rows)), expected);
            for cell in read(&text(Form::SafeCsv, &rows)) {
                prop_assert!(!cell.starts_with(FORMULA), "{:?}", cell);
            }
            // Also where another separator is usual, whose spreadsheets ignore the quotes of these cells.
            for piece in text(Form::SafeCsv, &rows).split(ELSEWHERE) {
                let begins = piece.trim_start_matches([' ', '"']);
                prop_assert!(!begins.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']), "{:?}", piece);
            }
        }
    }
}
