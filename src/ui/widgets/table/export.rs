//! A whole list as a file: the columns chosen, in the order and under the filter of the screen, all its rows.

use std::borrow::Cow;

use super::{Key, Rows, Table};

/// How a list is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Every value exactly.
    Csv,
    /// For spreadsheets: no cell can be a formula.
    SafeCsv,
    Json,
}

impl Form {
    /// As it is written on the `:` line.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "csv" => Some(Self::Csv),
            "csv-safe" => Some(Self::SafeCsv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// What the name of the file ends in.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => ".csv",
            Self::SafeCsv => "-safe.csv",
            Self::Json => ".json",
        }
    }
}

/// A list written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewExport {
    /// The name proposed for the file.
    pub name: String,
    pub text: String,
    pub rows: usize,
}

/// Characters a spreadsheet takes for the beginning of a formula, the wide ones of East Asian keyboards included.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A cell no spreadsheet calculates.
fn safe(cell: &str) -> String {
    if cell.starts_with(FORMULA) { format!("'{cell}") } else { cell.to_owned() }
}

impl<K: Key> Table<K> {
    /// The whole list as a file called `name` with the ending of its form.
    pub fn export(&self, name: &str, form: Form, rows: &impl Rows<K>) -> ViewExport {
        let columns: Vec<&'static super::Column> =
            self.all.iter().zip(&self.shown).filter(|(_, shown)| **shown).map(|(c, _)| c).collect();
        let titles: Vec<&str> = columns.iter().map(|column| self.title(column)).collect();
        let words: Vec<&str> = columns.iter().map(|column| self.word(column)).collect();
        let cells = |key| columns.iter().map(|column| rows.value(key, column.id)).collect();
        let text = written(form, &titles, &words, self.ids.iter().map(cells));
        ViewExport { name: format!("{name}{}", form.ending()), text, rows: self.ids.len() }
    }
}

/// Rows as the text of a file; `words` are what JSON calls the columns.
pub fn written<'a>(
    form: Form,
    titles: &[&str],
    words: &[&str],
    rows: impl Iterator<Item = Vec<Cow<'a, str>>>,
) -> String {
    if form == Form::Json {
        let object = |cells: Vec<Cow<'a, str>>| {
            let cells = cells.into_iter().map(|cell| serde_json::Value::from(cell.into_owned()));
            serde_json::Value::Object(words.iter().map(|word| (*word).to_owned()).zip(cells).collect())
        };
        let all: Vec<_> = rows.map(object).collect();
        // Maps of texts can always be written.
        return serde_json::to_string_pretty(&all).unwrap_or_default() + "\n";
    }
    let cell = |cell: &str| if form == Form::SafeCsv { safe(cell) } else { cell.to_owned() };
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(Vec::new());
    // Writing into memory cannot fail.
    let _ = writer.write_record(titles.iter().map(|title| cell(title)));
    for cells in rows {
        let _ = writer.write_record(cells.iter().map(|text| cell(text)));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{CellText, Column};
    use super::*;

    static COLUMNS: &[Column] = &[
        Column { id: "name", title: "domain", ..Column::BASE },
        Column { id: "note", title: "=note", ..Column::BASE },
        Column { id: "more", title: "more", shown: false, ..Column::BASE },
    ];

    struct Cells(Vec<(String, String)>);
    impl Rows<usize> for Cells {
        fn cell(&self, key: &usize, column: &'static str) -> CellText<'_> {
            let (name, note) = &self.0[*key];
            if column == "name" { name.as_str().into() } else { note.as_str().into() }
        }
    }

    fn export(form: Form, cells: &[(&str, &str)]) -> ViewExport {
        let mut table = Table::new(COLUMNS);
        table.set_ids((0..cells.len()).collect());
        let cells = cells.iter().map(|(name, note)| ((*name).to_owned(), (*note).to_owned())).collect();
        table.export("list", form, &Cells(cells))
    }

    #[test]
    fn a_list_is_saved_as_it_stands() {
        let rows = [("a.com", "=1+1"), ("b.com", "—"), ("c.com", "two, \"words\"")];
        let exact = export(Form::Csv, &rows);
        assert_eq!(exact.text, "domain,=note\r\na.com,=1+1\r\nb.com,\r\nc.com,\"two, \"\"words\"\"\"\r\n");
        assert_eq!((exact.name.as_str(), exact.rows), ("list.csv", 3));
        let safe = export(Form::SafeCsv, &rows);
        assert!(safe.text.starts_with("domain,'=note\r\na.com,'=1+1\r\n"), "{}", safe.text);
        let json: serde_json::Value = serde_json::from_str(&export(Form::Json, &rows).text).unwrap();
        assert_eq!(json[0], serde_json::json!({ "name": "a.com", "note": "=1+1" }));
    }

    proptest! {
        #[test]
        fn the_safe_copy_holds_no_formula_and_the_exact_one_every_value(
            cells in prop::collection::vec("[=+@\t\r\n＝－a\"', -]{0,6}|\\PC{0,8}", 1..8)) {
            let rows: Vec<(&str, &str)> = cells.iter().map(|cell| ("a.com", cell.as_str())).collect();
            let read = |text: &str| -> Vec<String> {
                let mut reader = csv::Reader::from_reader(text.as_bytes());
                reader.records().map(|record| record.unwrap()[1].to_owned()).collect()
            };
            let expected: Vec<String> = cells.iter().map(|cell| if cell == "—" { String::new() } else { cell.clone() }).collect();
            prop_assert_eq!(read(&export(Form::Csv, &rows).text), expected);
            for cell in read(&export(Form::SafeCsv, &rows).text) {
                prop_assert!(!cell.starts_with(FORMULA), "{:?}", cell);
            }
        }
    }
}
