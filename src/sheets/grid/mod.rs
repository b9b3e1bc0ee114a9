//! A CSV as a table to look at: where each row begins, and the few rows on the screen. 100,000 rows take less than a
//! megabyte of memory; the file itself stays on the disk. Look first at [`open()`], then [`Grid`].

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use ::csv::StringRecord;

use crate::base::{Encoding, Written, clean_line, text_width};

mod arrange;
mod terms;

pub use arrange::{Arrangement, arrange};

use super::short;

/// Number of first rows from which the widths of columns and kinds of their values are found.
const FIRST: usize = 200;
/// Most characters shown of a cell.
const LONGEST: usize = 2_000;

/// An opened table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    pub path: PathBuf,
    /// Title for users: `export 12`.
    pub title: String,
    pub columns: Vec<GridColumn>,
    /// Encoding and separator, as detected.
    written: Written,
    /// First byte of each row after the heading, then the end of the file; counted in [`Grid::text`].
    places: Arc<[u64]>,
}

/// A column of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridColumn {
    pub title: String,
    /// Width in cells of the longest value among the first rows.
    pub width: u16,
    /// True if all values of the first rows are numbers.
    pub number: bool,
}

/// The table as the store keeps it for the screen.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Number that grows with every change of the table.
    pub number: u64,
    pub grid: Result<Arc<Grid>, String>,
    pub arrangement: Arrangement,
    pub rows: Arc<[u32]>,
    /// Cells of the rows read last, by row.
    pub cells: HashMap<u32, Vec<String>>,
    pub problem: Option<String>,
}

/// News of a table, sent by the runtime.
#[derive(Debug)]
pub enum News {
    Opened(Result<Grid, String>),
    Arranged { path: PathBuf, arrangement: Arrangement, rows: Result<Vec<u32>, String> },
    Rows { path: PathBuf, cells: Result<HashMap<u32, Vec<String>>, String> },
}

impl Grid {
    /// Number of rows, without the heading.
    pub fn len(&self) -> usize {
        self.places.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// First byte and length in bytes of a row.
    pub fn place(&self, row: u32) -> (u64, usize) {
        let at = |row: usize| self.places.get(row).copied().unwrap_or_default();
        let (begin, end) = (at(row as usize), at(row as usize + 1));
        (begin, end.saturating_sub(begin) as usize)
    }

    /// True if a row can be read without decoding the whole file.
    pub fn is_read_in_place(&self) -> bool {
        self.written.encoding == Encoding::Utf8
    }

    /// Bytes in which places are counted: the file itself if it is UTF-8, else its text decoded to UTF-8.
    ///
    /// # Errors
    /// A sentence when the file cannot be decoded, because it has changed.
    pub fn text<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, String> {
        if self.is_read_in_place() {
            return Ok(bytes.into());
        }
        Ok(self.written.encoding.decode(bytes)?.into_owned().into_bytes().into())
    }

    /// Cells of a row exactly as the file has them; `text` is from [`Grid::text`].
    pub fn exact(&self, text: &[u8], row: u32) -> Vec<String> {
        self.record(self.row(text, row)).iter().map(str::to_owned).collect()
    }

    /// The cells of one row's bytes, cleaned for the screen.
    pub fn cells(&self, row: &[u8]) -> Vec<String> {
        self.record(row).iter().map(|cell| short(cell, LONGEST)).collect()
    }

    /// The cells of these rows out of the whole file, cleaned for the screen.
    ///
    /// # Errors
    /// As [`Grid::text`].
    pub fn rows(&self, rows: &[u32], bytes: &[u8]) -> Result<HashMap<u32, Vec<String>>, String> {
        let text = self.text(bytes)?;
        Ok(rows.iter().map(|row| (*row, self.cells(self.row(&text, *row)))).collect())
    }

    fn row<'a>(&self, text: &'a [u8], row: u32) -> &'a [u8] {
        let (begin, length) = self.place(row);
        text.get(begin as usize..begin as usize + length).unwrap_or_default()
    }

    fn record(&self, row: &[u8]) -> StringRecord {
        let text = std::str::from_utf8(row).unwrap_or_default();
        self.written.records(text).next().and_then(Result::ok).map(|(_, record)| record).unwrap_or_default()
    }
}

/// Takes news of a table; news of a table that is no longer open are dropped.
pub(super) fn take(opened: &mut Option<Opened>, number: u64, news: News) {
    let open = opened.as_ref().and_then(|opened| opened.grid.as_ref().ok()).map(|grid| grid.path.clone());
    let same = |path: &PathBuf| open.as_ref() == Some(path);
    match news {
        News::Opened(grid) => {
            let grid = grid.map(Arc::new);
            let rows = grid.as_ref().map_or(0, |grid| grid.len() as u32);
            *opened = Some(Opened {
                number,
                grid,
                arrangement: Arrangement::default(),
                rows: (0..rows).collect(),
                cells: HashMap::new(),
                problem: None,
            });
        }
        News::Arranged { path, arrangement, rows } if same(&path) => {
            if let Some(opened) = opened {
                opened.number = number;
                match rows {
                    Ok(rows) => (opened.arrangement, opened.rows, opened.problem) = (arrangement, rows.into(), None),
                    Err(why) => opened.problem = Some(why),
                }
            }
        }
        News::Rows { path, cells } if same(&path) => {
            if let Some(opened) = opened {
                opened.number = number;
                match cells {
                    Ok(cells) => (opened.cells, opened.problem) = (cells, None),
                    Err(why) => opened.problem = Some(why),
                }
            }
        }
        News::Arranged { .. } | News::Rows { .. } => {}
    }
}

/// Reads the columns of a table and the places of its rows.
///
/// # Errors
/// A sentence when it is not a CSV.
pub fn open(bytes: &[u8], path: PathBuf, title: String) -> Result<Grid, String> {
    let (written, text) = Written::read(bytes, None, None)?;
    let mark = if written.encoding == Encoding::Utf8 { bytes.len() - text.len() } else { 0 };
    let mut records = written.records(&text);
    let Some((_, heading)) = records.next().transpose()? else { return Err("This file is empty.".to_owned()) };
    let mut columns: Vec<GridColumn> =
        heading.iter().map(|title| GridColumn { title: short(title, LONGEST), ..GridColumn::default() }).collect();
    let mut numbers: Vec<(usize, usize)> = vec![(0, 0); columns.len()];
    let mut places = Vec::new();
    while let Some((_, record)) = records.next().transpose()? {
        places.push((mark + records.place()) as u64);
        if places.len() <= FIRST {
            for (at, cell) in record.iter().enumerate().take(columns.len()) {
                let width = text_width(&clean_line(cell)).min(200) as u16;
                columns[at].width = columns[at].width.max(width);
                let filled = !cell.trim().is_empty();
                numbers[at].0 += usize::from(filled);
                numbers[at].1 += usize::from(filled && cell.trim().parse::<f64>().is_ok());
            }
        }
    }
    for (column, (filled, numbers)) in columns.iter_mut().zip(numbers) {
        column.number = filled > 0 && filled == numbers;
    }
    places.push((mark + text.len()) as u64);
    Ok(Grid { path, title, columns, written, places: places.into() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn grid(text: &str) -> Grid {
        open(text.as_bytes(), "/x.csv".into(), "x".to_owned()).unwrap()
    }

    fn row(text: &str, grid: &Grid, row: u32) -> Vec<String> {
        grid.cells(grid.row(text.as_bytes(), row))
    }

    #[test]
    fn rows_of_a_table_are_read_at_their_place_in_the_file() {
        let text = "\u{feff}domain,bin\r\na.com,5\r\n\r\n\"b\nc.com\",12\r\nlast.com,100";
        let grid = grid(text);
        assert_eq!(grid.len(), 3);
        assert_eq!((grid.columns[1].number, grid.columns[0].number, grid.columns[0].width), (true, false, 8));
        assert_eq!(row(text, &grid, 0), ["a.com", "5"]);
        assert_eq!(row(text, &grid, 1), ["b·c.com", "12"]);
        assert_eq!(row(text, &grid, 2), ["last.com", "100"]);
        assert_eq!(grid.exact(text.as_bytes(), 1), ["b\nc.com", "12"], "as it is in the file");
    }

    #[test]
    fn tables_with_other_separators_are_read() {
        let text = "domain;bin\na.com;5\n\"b;c.com\";12\n";
        let grid = grid(text);
        assert_eq!((grid.columns.len(), grid.columns[1].number), (2, true));
        assert_eq!(row(text, &grid, 1), ["b;c.com", "12"]);
        assert_eq!(grid.exact(text.as_bytes(), 0), ["a.com", "5"]);
        let wanted = Arrangement { filter: String::new(), sort: Some((1, true)) };
        assert_eq!(arrange(text.as_bytes(), &grid, &wanted), [1, 0]);
    }

    #[test]
    fn a_first_line_that_names_the_separator_is_no_heading() {
        let text = "\u{feff}sep=;\r\ndomain;bin\r\na.com;1,5\r\n";
        let grid = grid(text);
        assert_eq!((grid.len(), grid.columns[1].title.as_str()), (1, "bin"));
        assert_eq!(row(text, &grid, 0), ["a.com", "1,5"]);
        assert_eq!(arrange(text.as_bytes(), &grid, &Arrangement { filter: "a.com".to_owned(), sort: None }), [0]);
    }

    #[test]
    fn unicode_text_of_excel_is_read() {
        let text = "domain\tbin\nbücher.de\t5\nshop.com\t12\n";
        let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let grid = open(&wide, "/x.txt".into(), "x".to_owned()).unwrap();
        assert_eq!((grid.len(), grid.columns[1].number, grid.is_read_in_place()), (2, true, false));
        let read = grid.text(&wide).unwrap();
        assert_eq!(grid.exact(&read, 0), ["bücher.de", "5"]);
        assert_eq!(grid.exact(&read, 1), ["shop.com", "12"]);
        assert_eq!(arrange(&wide, &grid, &Arrangement { filter: "BÜCH".to_owned(), sort: None }), [0]);
        assert_eq!(arrange(&wide, &grid, &Arrangement { filter: String::new(), sort: Some((1, true)) }), [1, 0]);
    }

    #[test]
    fn a_column_is_filtered_by_its_name() {
        let text = "domain,BIN price,note\na.com,100,cheap\nb.com,1000,\nc.net,2500,Cheap com\nd.net,,x\n";
        let grid = grid(text);
        let of = |filter: &str| arrange(text.as_bytes(), &grid, &Arrangement { filter: filter.to_owned(), sort: None });
        for (filter, rows) in [
            ("bin_price:>1000", &[2][..]),
            ("bin_price:>=1,000", &[1, 2]),
            ("BIN_PRICE:<1000", &[0]),
            ("bin_price:<=$1000", &[0, 1]),
            ("bin_price:100-1000", &[0, 1]),
            ("bin_price:100", &[0]),
            ("bin_price:", &[0, 1, 2, 3]),
            ("note:cheap", &[0, 2]),
            ("note:cheap domain:net", &[2]),
            ("com cheap", &[0, 2]),
            ("http:x", &[]),
        ] {
            assert_eq!(of(filter), rows, "{filter}");
        }
    }

    #[test]
    fn rows_are_filtered_and_sorted_as_numbers_or_as_texts() {
        let text = "domain,bin\nB.com,9\na.com,100\nc.net,\nÄ.com,10\n";
        let grid = grid(text);
        let of = |filter: &str, sort| arrange(text.as_bytes(), &grid, &Arrangement { filter: filter.to_owned(), sort });
        assert_eq!(of("", None), [0, 1, 2, 3]);
        assert_eq!(of("COM", None), [0, 1, 3]);
        assert_eq!(of("ä", None), [3]);
        assert_eq!(of("", Some((1, false))), [0, 3, 1, 2], "as numbers, empty cells last");
        assert_eq!(of("", Some((1, true))), [1, 3, 0, 2]);
        assert_eq!(of("", Some((0, false)))[..2], [1, 0]);
    }

    #[test]
    fn a_table_of_100_000_rows_takes_eight_bytes_a_row() {
        let mut text = String::from("domain,bin_price\n");
        for n in 0..100_000 {
            text.push_str(&["name-", &n.to_string(), ".com,", &n.to_string(), "\n"].concat());
        }
        let grid = grid(&text);
        assert_eq!((grid.len(), size_of_val(&*grid.places)), (100_000, 8 * 100_001));
        assert_eq!(row(&text, &grid, 99_999), ["name-99999.com", "99999"]);
        let last =
            arrange(text.as_bytes(), &grid, &Arrangement { filter: "name-777".to_owned(), sort: Some((1, true)) });
        assert_eq!((last.len(), last[0]), (111, 77_799));
    }

    proptest! {
        #[test]
        fn every_row_is_read_as_the_whole_file_is(rows in prop::collection::vec(("\\PC{0,9}", "[a\n\r\",]{0,5}"), 1..12)) {
            let mut writer = ::csv::Writer::from_writer(Vec::new());
            writer.write_record(["one", "two"]).unwrap();
            for (one, two) in &rows {
                writer.write_record([one, two]).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            if !text.contains('\0') {
                let grid = grid(&text);
                prop_assert_eq!(grid.len(), rows.len());
                for (at, (one, two)) in rows.iter().enumerate() {
                    prop_assert_eq!(row(&text, &grid, at as u32), [short(one, LONGEST), short(two, LONGEST)]);
                }
            }
        }
    }

    #[test]
    fn empty_cells_come_last_whichever_way_the_order_goes() {
        let text = "name,price\nb.com,20\n,\na.com,100\nc.com,\n";
        let grid = grid(text);
        let sorted = |column: usize, descending: bool| {
            arrange(text.as_bytes(), &grid, &Arrangement { filter: String::new(), sort: Some((column, descending)) })
        };
        assert_eq!(sorted(0, false), [2, 0, 3, 1]);
        assert_eq!(sorted(0, true), [3, 0, 2, 1]);
        assert_eq!(sorted(1, false)[..2], [0, 2]);
        assert_eq!(sorted(1, true)[..2], [2, 0]);
    }
}
