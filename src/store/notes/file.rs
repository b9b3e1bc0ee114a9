//! Notes as a JSON file, and how another one is merged in: row by row, the newer one holds.

use serde::{Deserialize, Serialize};

use super::{Key, NoteRow, Notes};
use crate::base::{Timestamp, clean_block};
use crate::store::Subject;

/// The format of the file.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Document {
    parkade_notes: u32,
    notes: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct Value {
    about: String,
    key: String,
    value: String,
    at: i64,
}

/// Everything noted, as the text of a file.
pub fn write(notes: &Notes) -> String {
    let mut rows: Vec<Value> = notes
        .iter()
        .flat_map(|(about, record)| {
            record.iter().map(move |(key, entry)| Value {
                about: about.to_string(),
                key: key.text(),
                value: entry.value.to_string(),
                at: entry.at.0,
            })
        })
        .collect();
    rows.sort_by(|a, b| (&a.about, &a.key).cmp(&(&b.about, &b.key)));
    let text = serde_json::to_string_pretty(&Document { parkade_notes: FORMAT, notes: rows });
    text.unwrap_or_default() + "\n"
}

/// Reads such a file.
///
/// # Errors
/// Which of its values cannot be read, and why.
pub fn read(text: &str) -> Result<Vec<NoteRow>, String> {
    let document: Document = serde_json::from_str(text).map_err(|error| format!("not a file of notes ({error})"))?;
    if document.parkade_notes != FORMAT {
        return Err("it was written by a newer version of the program".to_owned());
    }
    let row = |(place, value): (usize, Value)| {
        let wrong = |what: &str| format!("value {}: “{}” cannot be read", place + 1, crate::base::clean_line(what));
        Ok(NoteRow {
            about: Subject::parse(&value.about).ok_or_else(|| wrong(&value.about))?,
            key: Key::parse(&value.key).ok_or_else(|| wrong(&value.key))?,
            value: Some(clean_block(&value.value)).filter(|value| !value.is_empty()).map(Into::into),
            at: Timestamp(value.at),
        })
    };
    document.notes.into_iter().enumerate().map(row).collect()
}

/// What taking in other notes comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Merge {
    pub added: Vec<NoteRow>,
    /// Those that replace an older value.
    pub newer: Vec<NoteRow>,
    /// Values that are older than the known ones.
    pub older: usize,
    pub same: usize,
}

impl Merge {
    /// Compares other rows with what is known.
    pub fn of(known: &Notes, rows: Vec<NoteRow>) -> Self {
        let mut merge = Self::default();
        for row in rows {
            match known.of(&row.about).and_then(|record| record.get(&row.key)) {
                _ if row.value.is_none() => {}
                None => merge.added.push(row),
                Some(entry) if Some(&entry.value) == row.value.as_ref() => merge.same += 1,
                Some(entry) if entry.at < row.at => merge.newer.push(row),
                Some(_) => merge.older += 1,
            }
        }
        merge
    }
}
