//! Rows grouped into sections, as data.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::store::Known;
use crate::ui::text;
use crate::ui::widgets::table::{Head, Key};

/// Title of the section for rows in none of the views.
const OTHERS: &str = "Others";

/// Sections of a list.
#[derive(Clone, Debug)]
pub struct Sections<K> {
    /// Names of the views, in their order; empty for a list without sections.
    pub views: Vec<String>,
    made: Option<Made<K>>,
}

/// Grouped rows, and the data they were made from.
#[derive(Clone, Debug)]
struct Made<K> {
    of: Arc<[K]>,
    parts: Vec<(String, Arc<[K]>)>,
    whole: bool,
    rows: Arc<[K]>,
    heads: Arc<[Head]>,
}

impl<K> Default for Sections<K> {
    fn default() -> Self {
        Self { views: Vec::new(), made: None }
    }
}

impl<K: Key> Made<K> {
    fn of(of: Arc<[K]>, parts: Vec<(String, Arc<[K]>)>, whole: bool) -> Self {
        let mut section: HashMap<&K, usize> = HashMap::new();
        for (place, (_, keys)) in parts.iter().enumerate() {
            for key in keys.iter() {
                section.entry(key).or_insert(place);
            }
        }
        let mut sorted: Vec<Vec<K>> = vec![Vec::new(); parts.len() + 1];
        for key in of.iter() {
            sorted[section.get(key).copied().unwrap_or(parts.len())].push(key.clone());
        }
        // Number of each view's rows that are in an earlier section.
        let listed: HashSet<&K> = of.iter().collect();
        let is_above = |key: &K, place| listed.contains(key) && section.get(key).is_some_and(|at| *at < place);
        let above: Vec<usize> = parts
            .iter()
            .enumerate()
            .map(|(place, (_, keys))| keys.iter().filter(|key| is_above(key, place)).count())
            .collect();
        let names = parts.iter().map(|(name, _)| name.as_str()).chain([OTHERS]);
        let mut heads = Vec::new();
        let mut at = 0;
        for ((name, keys), above) in names.zip(&sorted).zip(above.into_iter().chain([0])) {
            if !keys.is_empty() {
                let count = text::count(&Known::rows(keys.len() as u64, None, whole));
                let above =
                    if above == 0 { String::new() } else { format!(" · {} above", text::grouped(above as u64)) };
                heads.push(Head { at, title: name.to_owned(), count: count + &above });
            }
            at += keys.len();
        }
        let rows = sorted.into_iter().flatten().collect();
        Self { of, parts, whole, rows, heads: heads.into() }
    }
}

impl<K: Key> Sections<K> {
    /// Rows grouped into the sections of these views, and where these begin; grouped again only if something has
    /// changed.
    pub fn put_together(
        &mut self,
        rows: Arc<[K]>,
        parts: Vec<(String, Arc<[K]>)>,
        whole: bool,
    ) -> (Arc<[K]>, Arc<[Head]>) {
        let same = |made: &&Made<K>| Arc::ptr_eq(&made.of, &rows) && made.parts == parts && made.whole == whole;
        let made = match self.made.take() {
            Some(made) if same(&&made) => made,
            _ => Made::of(rows, parts, whole),
        };
        let made = self.made.insert(made);
        (Arc::clone(&made.rows), Arc::clone(&made.heads))
    }
}

/// Name of a view as one word.
pub fn written(name: &str) -> String {
    name.replace(char::is_whitespace, "_")
}
