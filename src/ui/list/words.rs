//! Reading the line of the filter bar. For most lists it is plain words, each of which must be in some cell of a row.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::base::work;
use crate::store::filter::{Filter, FilterError, MailQuery, Topic, parse, parse_domains, parse_mail};
use crate::ui::widgets::table::{Key, Rows, Table};

/// Filter that was read from its line. The default lets every row pass.
pub trait FilterLine: Clone + Default + PartialEq + Debug + 'static {
    /// Reads a line for a list whose filter knows these words.
    ///
    /// # Errors
    /// The word that cannot be read, its place and the nearest known word.
    fn read(line: &str, known: Option<Topic>) -> Result<Self, FilterError>;
}

impl FilterLine for Words {
    fn read(line: &str, _: Option<Topic>) -> Result<Self, FilterError> {
        Ok(words(line))
    }
}

/// The line as typed, for lists that parse it themselves.
impl FilterLine for String {
    fn read(line: &str, _: Option<Topic>) -> Result<Self, FilterError> {
        Ok(line.to_owned())
    }
}

impl FilterLine for Filter {
    fn read(line: &str, known: Option<Topic>) -> Result<Self, FilterError> {
        if known == Some(Topic::Domains) { parse_domains(line) } else { parse(line) }
    }
}

impl FilterLine for MailQuery {
    fn read(line: &str, _: Option<Topic>) -> Result<Self, FilterError> {
        parse_mail(line)
    }
}

/// Words typed after `/`, in lower case.
pub type Words = Vec<String>;

/// Words of a filter line.
pub fn words(line: &str) -> Words {
    line.split_whitespace().map(str::to_lowercase).collect()
}

impl<K: Key> Table<K> {
    /// True when each word is in some cell of the row, including hidden columns.
    pub fn holds(&self, cells: &impl Rows<K>, row: &K, words: &[String]) -> bool {
        words.is_empty() || {
            let text = self.text_of(cells, row);
            words.iter().all(|word| text.contains(word.as_str()))
        }
    }

    /// Lower-case text of a row to search in.
    fn text_of(&self, cells: &impl Rows<K>, row: &K) -> String {
        let mut text = String::new();
        for id in self.column_ids() {
            text.push_str(&cells.cell(row, id).text);
            text.push('\n');
        }
        text.to_lowercase()
    }
}

/// Texts of rows to search in while words are typed, so that cells are made once and not for every letter.
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
    /// Frees the texts, when no words are typed any more.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Rows that contain all words, as [`Table::holds`] finds them; `by` must differ whenever a cell may have changed.
    pub fn holding(
        &mut self,
        by: By,
        table: &Table<K>,
        cells: &impl Rows<K>,
        rows: impl Iterator<Item = K>,
        words: &[String],
    ) -> Vec<K> {
        self.holding_with(by, table, cells, rows, (words, |_| ""))
    }

    /// Rows as found by [`Texts::holding`], where a word may also be in the row's other text, which `more` gives in
    /// lower case.
    pub fn holding_with<'a>(
        &mut self,
        by: By,
        table: &Table<K>,
        cells: &impl Rows<K>,
        rows: impl Iterator<Item = K>,
        (words, further): (&[String], impl Fn(&K) -> &'a str),
    ) -> Vec<K> {
        if words.is_empty() {
            return work::each(rows).collect();
        }
        if self.of.as_ref() != Some(&by) {
            self.texts.clear();
            self.of = Some(by);
        }
        let mut holds = |row: &K| {
            if !self.texts.contains_key(row) {
                self.texts.insert(row.clone(), table.text_of(cells, row).into());
            }
            let text = &self.texts[row];
            let is_there = |word: &&String| text.contains(word.as_str());
            let mut missing = words.iter().filter(|word| !is_there(word)).peekable();
            missing.peek().is_none() || missing.all(|word| further(row).contains(word.as_str()))
        };
        work::each(rows).filter(|row| holds(row)).collect()
    }
}
