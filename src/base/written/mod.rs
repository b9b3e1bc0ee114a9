//! Format of a table of text, and converting it to what services read: commas, in UTF-8.
//!
//! Nothing here knows files, fields or the service. Look first at [`Written`], then at `encoding.rs` (from bytes to
//! text) and `separator.rs` (from text to cells).

mod encoding;
mod held;
mod separator;
#[cfg(test)]
mod tests;
mod value;

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};
use serde::{Deserialize, Serialize};

pub use encoding::Encoding;
pub use held::{HeldBack, HeldRow};
pub use separator::Separator;
pub use value::{ColumnOf, Value, is_nothing, switch};

/// Format of a file of rows and cells: encoding, separator, and what is changed when it is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    #[serde(default)]
    pub encoding: Encoding,
    #[serde(default)]
    pub separator: Separator,
    /// Columns whose cells are rewritten as services read them: `1.250,50 €` as 1250.50.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ColumnOf>,
    /// Lines on which rows begin that are not sent, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u32>,
    /// True when the first line only names the separator (`sep=;`), as spreadsheets write it.
    #[serde(default)]
    pub named: bool,
    /// Number of rows before the values, which are sent unchanged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub above: usize,
    /// First row to send instead of the file's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Vec<String>>,
}

impl Written {
    /// True with commas and in UTF-8, so that the file itself can be sent.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Encoding and separator of a file, as chosen or else as they seem to be, and its text. Neither is certain, so
    /// the caller shows them.
    ///
    /// # Errors
    /// A sentence when the file is not a text, or not in that encoding.
    pub fn read(
        bytes: &[u8],
        encoding: Option<Encoding>,
        separator: Option<Separator>,
    ) -> Result<(Self, Cow<'_, str>), String> {
        let encoding = encoding.map_or_else(|| Encoding::seen(bytes), Ok)?;
        let text = encoding.decode(bytes)?;
        let named = Separator::named(&text).map(|(separator, _)| separator);
        let separator = separator.or(named).unwrap_or_else(|| Separator::seen(&text));
        Ok((Self { encoding, separator, named: named.is_some(), ..Self::default() }, text))
    }

    /// Rows of a decoded text, with the lines of the file on which they begin; blank lines are skipped.
    pub fn records<'t>(&self, text: &'t str) -> Records<'t> {
        let (body, line) = match Separator::named(text).filter(|_| self.named) {
            Some((_, body)) => (body, 2),
            None => (text, 1),
        };
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(self.separator.byte())
            .from_reader(body.as_bytes());
        Records { reader, body, above: text.len() - body.len(), line, counted: 0, last: 0 }
    }

    /// Table with commas and in UTF-8. Line 12 of the file is line 12 of the result, except after a first line that
    /// only names the separator.
    ///
    /// # Errors
    /// A sentence when the bytes are not in that encoding, or cannot be read as rows.
    pub fn plain<'b>(&self, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, String> {
        if self.is_plain() {
            return Ok(bytes.into());
        }
        let text = self.encoding.decode(bytes)?;
        let mut out = String::with_capacity(text.len() + text.len() / 8);
        let mut at = if self.named { 2 } else { 1 };
        let mut left_out = self.left_out.iter().copied().peekable();
        for (number, record) in self.records(&text).enumerate() {
            let (line, mut record) = record?;
            if left_out.next_if_eq(&line).is_some() {
                continue;
            }
            if let Some(heading) = self.heading.as_ref().filter(|_| number == 0) {
                record = heading.iter().collect();
            }
            while at < line {
                out.push('\n');
                at += 1;
            }
            for (place, cell) in record.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                let value = self.values.iter().find(|of| of.column == place && number >= self.above);
                let sent = value.map_or(Cow::Borrowed(cell), |of| of.value.sent(cell));
                put_cell(&mut out, &sent, record.len() == 1);
                at += memchr::memchr_iter(b'\n', cell.as_bytes()).count() as u32;
            }
            out.push('\n');
            at += 1;
        }
        Ok(out.into_bytes().into())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_zero(rows: &usize) -> bool {
    *rows == 0
}

fn put_cell(out: &mut String, cell: &str, alone: bool) {
    if (cell.is_empty() && alone) || cell.contains([',', '"', '\n', '\r']) {
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(cell);
    }
}

/// The rows of a text.
pub struct Records<'t> {
    reader: csv::Reader<&'t [u8]>,
    body: &'t str,
    /// Length of the line that only names the separator, in bytes.
    above: usize,
    line: u32,
    counted: usize,
    last: usize,
}

impl Records<'_> {
    /// Byte of the text at which the last row read begins.
    pub fn place(&self) -> usize {
        self.above + self.counted
    }

    /// Line on which a row with an unclosed quote begins, which takes in the rest of the file, and the file's last
    /// line. Call it after the last row.
    pub fn open_quote(&self) -> Option<(u32, u32)> {
        let rest = self.body.get(self.last..).unwrap_or_default().trim_start_matches(['\r', '\n']);
        let odd = memchr::memchr_iter(b'"', rest.as_bytes()).count() % 2 == 1;
        odd.then(|| (self.line, self.line + rest.lines().count().saturating_sub(1) as u32))
    }
}

impl Iterator for Records<'_> {
    type Item = Result<(u32, StringRecord), String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut record = StringRecord::new();
        match self.reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(Err(format!("This file cannot be read as a CSV: {error}."))),
        }
        // Count lines here, because the reader's own numbers treat blank lines and the halves of `\r
        // ` differently.
        let place = record.position().map_or(0, |place| place.byte() as usize).min(self.body.len());
        self.last = place;
        let ends = self.body.as_bytes()[place..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let begins = place + ends;
        self.line += memchr::memchr_iter(b'\n', &self.body.as_bytes()[self.counted..begins]).count() as u32;
        self.counted = begins;
        Some(Ok((self.line, record)))
    }
}
