//! A filter of plain words, for lists that know no others: each is found in some cell of a row that is shown.

use crate::ui::widgets::table::{Key, Rows, Table};

/// Words typed behind `/`, in small letters.
pub type Words = Vec<String>;

/// The words of a filter line.
pub fn words(line: &str) -> Words {
    line.split_whitespace().map(str::to_lowercase).collect()
}

impl<K: Key> Table<K> {
    /// True when each word is found in some cell of the row, hidden columns included.
    pub fn holds(&self, cells: &impl Rows<K>, row: &K, words: &[String]) -> bool {
        if words.is_empty() {
            return true;
        }
        let mut text = String::new();
        for id in self.column_ids() {
            text.push_str(&cells.cell(row, id).text);
            text.push('\n');
        }
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    }
}
