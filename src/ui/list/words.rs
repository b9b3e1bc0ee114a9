//! A filter of plain words, for lists that know no others: each is found in some cell of a row that is shown.

use std::collections::HashMap;

use crate::base::work;
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
        words.is_empty() || has(&self.text_of(cells, row), words)
    }

    /// What is looked through of a row, in small letters.
    fn text_of(&self, cells: &impl Rows<K>, row: &K) -> String {
        let mut text = String::new();
        for id in self.column_ids() {
            text.push_str(&cells.cell(row, id).text);
            text.push('\n');
        }
        text.to_lowercase()
    }
}

fn has(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| text.contains(word.as_str()))
}

/// What is looked through of rows while words are typed: cells are put into words once, not with every letter.
#[derive(Clone, Debug)]
pub struct Texts<By, K> {
    of: Option<By>,
    texts: HashMap<K, Box<str>>,
}

impl<By, K> Default for Texts<By, K> {
    fn default() -> Self {
        Self { of: None, texts: HashMap::new() }
    }
}

impl<By: PartialEq, K: Key> Texts<By, K> {
    /// Lets go of them: no words are typed any more.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Those of the rows in each of which all words are found, as [`Table::holds`] finds them; `by` differs whenever a cell
    /// may.
    pub fn holding(
        &mut self,
        by: By,
        table: &Table<K>,
        cells: &impl Rows<K>,
        rows: impl Iterator<Item = K>,
        words: &[String],
    ) -> Vec<K> {
        if words.is_empty() {
            return work::each(rows).collect();
        }
        if self.of.as_ref() != Some(&by) {
            self.texts.clear();
            self.of = Some(by);
        }
        let mut holds = |row: &K| match self.texts.get(row) {
            Some(text) => has(text, words),
            None => has(self.texts.entry(row.clone()).or_insert(table.text_of(cells, row).into()), words),
        };
        work::each(rows).filter(|row| holds(row)).collect()
    }
}
