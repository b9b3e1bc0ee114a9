//! Notes as a JSON file, and merging another file into the notes. Each row is merged on its own: the newer value wins,
//! and only a damaged value is left out.

use serde::{Deserialize, Serialize};

use super::{Key, NoteRow, Notes};
use crate::base::{Timestamp, clean_block, clean_line};
use crate::store::subject::Subject;

/// Version of the file's format.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Document<V> {
    parkade_notes: u32,
    notes: Vec<V>,
}

#[derive(Serialize, Deserialize)]
struct Value {
    about: String,
    key: String,
    value: String,
    at: i64,
}

/// Text of a file with all notes.
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

/// Contents of a file of notes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub rows: Vec<NoteRow>,
    /// Place of each value that cannot be read, and why.
    pub damaged: Vec<String>,
}

/// Reads the text of a file of notes. A value that cannot be read does not affect the others.
///
/// # Errors
/// Reason why the text is not a file of notes, or is one of a newer version.
pub fn read(text: &str) -> Result<Held, String> {
    let document: Document<serde_json::Value> =
        serde_json::from_str(text).map_err(|error| format!("not a file of notes ({error})"))?;
    if document.parkade_notes != FORMAT {
        return Err("it was written by a newer version of the program".to_owned());
    }
    let mut held = Held::default();
    for (place, value) in document.notes.into_iter().enumerate() {
        match row(value) {
            Ok(row) => held.rows.push(row),
            Err(why) => held.damaged.push(format!("value {}: {why}", place + 1)),
        }
    }
    Ok(held)
}

fn row(value: serde_json::Value) -> Result<NoteRow, String> {
    let value: Value = serde_json::from_value(value).map_err(|error| clean_line(&error.to_string()).into_owned())?;
    let wrong = |what: &str| format!("“{}” cannot be read", clean_line(what));
    let key = Key::parse(&value.key).ok_or_else(|| wrong(&value.key))?;
    // Without this check it would be imported now, and set aside as damaged at the next start.
    if !value.value.is_empty() && !key.takes(&value.value) {
        return Err(format!("{}: {}", key.text(), wrong(&value.value)));
    }
    Ok(NoteRow {
        about: Subject::parse(&value.about).ok_or_else(|| wrong(&value.about))?,
        key,
        value: Some(clean_block(&value.value)).filter(|value| !value.is_empty()).map(Into::into),
        at: Timestamp(value.at),
    })
}

/// Result of comparing other notes with the known ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Merge {
    pub added: Vec<NoteRow>,
    /// Notes that replace an older value.
    pub newer: Vec<NoteRow>,
    /// Notes that are older than the known value.
    pub older: Vec<NoteRow>,
    pub same: usize,
}

impl Merge {
    /// Compares rows with the known notes.
    pub fn of(known: &Notes, rows: Vec<NoteRow>) -> Self {
        let mut merge = Self::default();
        for row in rows {
            match known.of(&row.about).and_then(|record| record.get(&row.key)) {
                _ if row.value.is_none() => {}
                None => merge.added.push(row),
                Some(entry) if Some(&entry.value) == row.value.as_ref() => merge.same += 1,
                Some(entry) if entry.at < row.at => merge.newer.push(row),
                Some(_) => merge.older.push(row),
            }
        }
        merge
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use crate::store::notes::NoteChange;

    /// Store with two notes, and its file.
    fn two() -> (Store, String) {
        let mut store = Store::new("a");
        let note = |name: &str, text: &str| NoteChange::new(Subject::Domain(name.into()), Key::Note, text);
        store.change_notes(vec![note("one.com", "old"), note("two.com", "new")], "noted".to_owned(), Timestamp(50));
        let text = write(store.notes());
        (store, text)
    }

    fn rows(text: &str) -> Vec<NoteRow> {
        let held = read(text).expect("a file of notes");
        assert_eq!(held.damaged, Vec::<String>::new());
        held.rows
    }

    #[test]
    fn notes_of_a_file_are_merged_row_by_row_and_the_newer_value_is_kept() {
        let (store, file) = two();
        assert_eq!(Merge::of(store.notes(), rows(&file)), Merge { same: 2, ..Merge::default() });
        let other = file.replace("\"old\"", "\"changed\"").replace("\"at\": 50", "\"at\": 60");
        let other = other.replace("\"new\"", "\"also\"").replace("domain:two.com", "domain:three.com");
        let merge = Merge::of(store.notes(), rows(&other));
        assert_eq!((merge.added.len(), merge.newer.len(), merge.older.len(), merge.same), (1, 1, 0, 0), "{merge:?}");
        let older = other.replace("\"at\": 60", "\"at\": 40");
        assert_eq!(Merge::of(store.notes(), rows(&older)).older.len(), 1);
    }

    #[test]
    fn a_damaged_value_is_left_out_alone_and_named() {
        let (_, file) = two();
        for (damaged, why) in [
            (file.replace("domain:one.com", "song:one"), "“song:one” cannot be read"),
            (file.replacen("\"key\": \"note\"", "\"key\": \"notes\"", 1), "“notes” cannot be read"),
            (file.replacen("\"at\": 50", "\"at\": \"noon\"", 1), "invalid type: string \"noon\", expected i64"),
            (file.replace("\"old\"", "null"), "invalid type: null, expected a string"),
            (file.replacen("\"key\": \"note\"", "\"key\": \"remind\"", 1), "remind: “old” cannot be read"),
            (file.replacen("\"about\"", "\"of\"", 1), "missing field `about`"),
        ] {
            let held = read(&damaged).expect("a file of notes");
            assert_eq!(held.damaged, [format!("value 1: {why}")]);
            assert_eq!(held.rows, rows(&file)[1..], "{why}");
        }
    }

    #[test]
    fn a_file_that_is_not_of_notes_is_refused_as_a_whole() {
        let wrong = |text: &str| read(text).expect_err("refused");
        assert_eq!(wrong(r#"{"parkade_notes":9,"notes":[]}"#), "it was written by a newer version of the program");
        assert!(wrong("[]").starts_with("not a file of notes"));
        assert!(wrong(r#"{"parkade_notes":1,"notes":[{"about":"do"#).starts_with("not a file of notes"));
    }
}
