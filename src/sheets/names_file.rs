//! Names in a file as somebody saved it: a list in any encoding, or a table with a column of names.

use crate::base::{Encoding, Written, clean_line};
use crate::sheets::csv;
use crate::sheets::short;

/// Most characters of a heading in a sentence.
const HEADING: usize = 40;

/// Lines for [`super::names::Names::add`], numbered as in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamesFile {
    pub text: String,
    /// Sentence on what was read of the file, and how, if the user should check it.
    pub said: Option<String>,
}

impl NamesFile {
    /// Reads the bytes of a whole file. Of a table with a heading over its names, only their column is read.
    ///
    /// # Errors
    /// A sentence when it is not a text file.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let (written, text) = Written::read(bytes, None, None)?;
        let column = column(&written, &text);
        // UTF-8 and UTF-16 are known by the bytes of the file; any other encoding is a guess.
        let guessed = !matches!(written.encoding, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be);
        let guess = || format!("Read as {}; compare names with other letters than a–z.", written.encoding.name());
        let parts = [column.as_ref().and_then(|column| column.said.clone()), guessed.then(guess)];
        let said: Vec<String> = parts.into_iter().flatten().collect();
        Ok(Self {
            text: column.map_or_else(|| text.into_owned(), |column| column.text),
            said: (!said.is_empty()).then(|| said.join(" ")),
        })
    }
}

/// The column of names of a table, line by line; `None` if the text is not a table or no heading names the column.
fn column(written: &Written, text: &str) -> Option<NamesFile> {
    let mut records = written.records(text);
    let (first, heading) = records.next()?.ok()?;
    let at = csv::names_under(heading.iter(), csv::DOMAIN)?;
    let others = heading.len() - 1;
    let mut out = "\n".repeat(first as usize);
    let mut line = first + 1;
    while let Some((begins, record)) = records.next().transpose().ok()? {
        while line < begins {
            out.push('\n');
            line += 1;
        }
        // A row with more cells than the heading does not belong to the table, so all of it is read as a line of names.
        let all = record.len() > heading.len();
        let cells = record.iter().enumerate().filter(|(place, _)| all || *place == at).map(|(_, cell)| cell);
        out.push_str(&cells.collect::<Vec<_>>().join(",").replace(['\r', '\n'], " "));
        out.push('\n');
        line += 1;
    }
    if records.open_quote().is_some() {
        return None;
    }
    let said = (others > 0).then(|| {
        let title = short(clean_line(&heading[at]).trim(), HEADING);
        let left = if others == 1 { "the other column is".to_owned() } else { format!("{others} other columns are") };
        format!("Only the column “{title}” was read; {left} left out.")
    });
    Some(NamesFile { text: out, said })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::names::Names;

    fn names(bytes: &[u8]) -> (Vec<(u32, String)>, Option<String>) {
        let read = NamesFile::read(bytes).expect("a text");
        let mut names = Names::default();
        names.add(&read.text);
        let line = |line: &std::sync::Arc<crate::sheets::names::NameLine>| {
            (line.verdict.line, line.sent().unwrap_or_else(|| format!("not {}", line.typed)))
        };
        (names.lines().iter().map(line).collect(), read.said)
    }

    fn lines(expected: &[(u32, &str)]) -> Vec<(u32, String)> {
        expected.iter().map(|(line, name)| (*line, (*name).to_owned())).collect()
    }

    #[test]
    fn of_a_table_only_the_column_of_names_is_read_with_the_lines_of_the_file() {
        let text =
            "Registrar;Domain Name;Expires\nNamed;a.com;2027-01-01\n\nOther;\"b.de\nc.de\";x\nLast;my shop.com;\n";
        let (read, said) = names(text.as_bytes());
        assert_eq!(read, lines(&[(2, "a.com"), (4, "b.de"), (4, "c.de"), (6, "not my shop.com")]));
        assert_eq!(said.as_deref(), Some("Only the column “Domain Name” was read; 2 other columns are left out."));
    }

    #[test]
    fn a_list_is_read_whole_whatever_separates_its_names() {
        for text in ["a.com; b.com\nc.com,d.com", "a.com,b.com\nc.com;d.com", "domains\na.com; b.com\nc.com,d.com"] {
            let (read, said) = names(text.as_bytes());
            let found: Vec<&str> = read.iter().map(|(_, name)| name.as_str()).collect();
            assert_eq!((found, said), (vec!["a.com", "b.com", "c.com", "d.com"], None), "{text}");
        }
    }

    #[test]
    fn a_row_that_is_longer_than_the_heading_loses_no_name() {
        let (read, _) = names(b"name,price\na.com,5\nb.com,c.com,d.com\n");
        assert_eq!(read, lines(&[(2, "a.com"), (3, "b.com"), (3, "c.com"), (3, "d.com")]));
    }

    #[test]
    fn a_quote_that_is_never_closed_makes_no_table() {
        let (read, _) = names(b"name,price\na.com,\"5\nb.com,6\n");
        assert!(read.contains(&(3, "b.com".to_owned())), "{read:?}");
    }

    #[test]
    fn other_encodings_are_read_and_a_guess_is_announced() {
        let (read, said) = names(b"M\xfcnchen.de\n");
        assert_eq!(read, lines(&[(1, "München.de")]));
        assert_eq!(said.as_deref(), Some("Read as Windows-1252; compare names with other letters than a–z."));
        let wide: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("bücher.de".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(names(&wide), (lines(&[(1, "bücher.de")]), None));
        assert!(NamesFile::read(b"PK\x03\x04").unwrap_err().contains("workbook"));
    }
}
