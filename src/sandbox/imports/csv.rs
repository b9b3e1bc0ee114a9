//! Reading of CSV: commas, double quotes, any line ending, an optional byte order mark.

/// One row, with the line of the file it begins on, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub line: usize,
    pub cells: Vec<String>,
}

impl Row {
    /// True for a line without anything on it.
    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }
}

/// Every row; `None` when a quote is never closed.
pub fn rows(text: &str) -> Option<Vec<Row>> {
    let mut characters = text.strip_prefix('\u{feff}').unwrap_or(text).chars().peekable();
    let (mut rows, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut begin, mut quoted, mut any) = (1, 1, false, false);
    while let Some(character) = characters.next() {
        any = true;
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            // A quote in the middle of a cell is an ordinary character.
            '"' if cell.is_empty() => quoted = true,
            '\r' if !quoted && characters.peek() == Some(&'\n') => {}
            '\r' | '\n' if !quoted => {
                cells.push(std::mem::take(&mut cell));
                rows.push(Row { line: begin, cells: std::mem::take(&mut cells) });
                line += 1;
                (begin, any) = (line, false);
            }
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            other => {
                line += usize::from(other == '\n');
                cell.push(other);
            }
        }
    }
    if quoted {
        return None;
    }
    if any {
        cells.push(cell);
        rows.push(Row { line: begin, cells });
    }
    Some(rows)
}

/// A row as a line of a CSV.
pub fn write(out: &mut Vec<u8>, cells: impl IntoIterator<Item = impl AsRef<str>>) {
    for (at, cell) in cells.into_iter().enumerate() {
        let cell = cell.as_ref();
        if at > 0 {
            out.push(b',');
        }
        let edge = |character: Option<char>| character.is_some_and(char::is_whitespace);
        if cell.contains(['"', ',', '\n', '\r']) || edge(cell.chars().next()) || edge(cell.chars().next_back()) {
            out.push(b'"');
            out.extend_from_slice(cell.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(cell.as_bytes());
        }
    }
    out.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        rows(text).unwrap().into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn csv_rows_are_read_with_their_quotes_line_ends_and_line_numbers() {
        assert_eq!(cells("a,b\r\nc,\"d,\"\"e\"\"\nf\"\n"), [["a", "b"], ["c", "d,\"e\"\nf"]]);
        assert_eq!(cells("\u{feff}a\rb"), [["a"], ["b"]]);
        assert_eq!(cells("a,\n"), [["a", ""]]);
        let lines: Vec<_> = rows("x\n\"1\n2\"\n\ny\n").unwrap().iter().map(|row| (row.line, row.is_blank())).collect();
        assert_eq!(lines, [(1, false), (2, false), (4, true), (5, false)]);
        assert_eq!(rows("a,\"b\n"), None, "a quote that is never closed");
        assert_eq!(rows(""), Some(Vec::new()));
    }

    #[test]
    fn a_written_csv_is_read_again() {
        let row = ["plain", "", "with \"quotes\"", "a,b", "two\r\nlines", " edge ", "=1+1"];
        let mut out = Vec::new();
        write(&mut out, row);
        assert_eq!(cells(std::str::from_utf8(&out).unwrap()), [row]);
    }
}
