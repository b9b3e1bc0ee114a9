//! Domains with settings of their own, and which of these only repeat what they would inherit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::base::{DomainName, work};
use crate::store::{COVERS, Own, Store, Value, covers_of};

/// Domain with its settings. Its place among all rows is its key and never changes.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: DomainName,
    /// True while it has own settings. A row without any keeps its place.
    pub here: bool,
    /// Number of settings with the value it would inherit.
    pub redundant: usize,
    /// Text in lower case that the filter searches.
    pub words: String,
}

/// All rows, and the data they were made from.
#[derive(Debug, Default)]
pub struct All {
    pub rows: Vec<Row>,
    places: HashMap<Arc<str>, u32>,
    /// Number of domains with an own value, by setting, and true if all these values are numbers.
    pub counts: BTreeMap<Box<str>, (usize, bool)>,
    /// Settings that had a value other than a number.
    texts: HashSet<Arc<str>>,
    /// Values that would be inherited, by setting; `None` where that is unknown.
    inherited: BTreeMap<Box<str>, Option<Value>>,
    version: Option<u64>,
    /// Version of the store at the last comparison.
    looked: Option<u64>,
    /// Version of the rows, increased whenever a row may have changed.
    pub made: u64,
    /// Keys of the rows changed since the previous version; `None` if all may have.
    changed: Option<Vec<u32>>,
    /// Number of all rows, and number of those with a redundant value.
    many: usize,
    redundant: usize,
}

impl All {
    /// Updates the rows if something changed; true when names of settings may have changed, too.
    pub fn update(&mut self, store: &Store) -> bool {
        if self.looked.replace(store.version()) == Some(store.version()) {
            return false;
        }
        self.make(store);
        true
    }

    /// Makes only changed rows again, because each page that is read has 200 of 100,000 domains.
    fn make(&mut self, store: &Store) {
        let own = store.own_settings();
        let inherited: BTreeMap<Box<str>, Option<Value>> =
            own.names().map(|name| (name.into(), store.inherited_setting(name))).collect();
        // The inherited values of settings that no domain had set do not affect the present rows.
        let same = self.inherited.iter().all(|(name, value)| inherited.get(name) == Some(value));
        let before = self.version.replace(own.version()).filter(|_| same);
        if before == self.version {
            return;
        }
        self.inherited = inherited;
        self.made += 1;
        if let Some(changed) = before.and_then(|version| own.changed_since(version)) {
            let mut keys: Vec<u32> =
                work::each(changed).filter_map(|punycode| self.put(punycode, own.of(punycode))).collect();
            keys.sort_unstable();
            keys.dedup();
            self.changed = Some(keys);
        } else {
            self.texts.clear();
            self.changed = None;
            (self.many, self.redundant) = (0, 0);
            self.rows.iter_mut().for_each(|row| row.here = false);
            for (punycode, own) in own.iter() {
                self.put(punycode, Some(own));
            }
        }
        let count = |name: &str| (name.into(), (own.overriding(name), !self.texts.contains(name)));
        self.counts = own.names().map(count).collect();
    }

    /// Takes the own settings of a domain, and returns its key if it has a row.
    fn put(&mut self, punycode: &Arc<str>, own: Option<&Own>) -> Option<u32> {
        let row = own.filter(|own| !own.is_empty()).map(|own| self.row(punycode, own));
        for (name, _) in own.into_iter().flat_map(Own::iter).filter(|(_, value)| !is_number(value)) {
            self.texts.insert(Arc::clone(name));
        }
        let place = self.places.get(punycode).copied();
        if let Some(before) = place.and_then(|key| self.get(key)) {
            let was = usize::from(before.redundant > 0);
            (self.many, self.redundant) = (self.many - 1, self.redundant - was);
        }
        if let Some(row) = &row {
            (self.many, self.redundant) = (self.many + 1, self.redundant + usize::from(row.redundant > 0));
        }
        match (place, row) {
            (Some(place), Some(row)) => self.rows[place as usize] = row,
            (Some(place), None) => self.rows[place as usize].here = false,
            (None, Some(row)) => {
                let key = self.rows.len() as u32;
                self.places.insert(Arc::clone(punycode), key);
                self.rows.push(row);
                return Some(key);
            }
            (None, None) => {}
        }
        place
    }

    fn row(&self, punycode: &str, own: &Own) -> Row {
        let name = DomainName::from_service(punycode);
        let names = own.keys().map(|name| &**name).collect::<Vec<_>>().join(" ");
        let covers = own.get(COVERS).map(covers_of).unwrap_or_default();
        let images = covers.iter().fold(String::new(), |all, id| all + &format!(" image:{id}"));
        Row {
            here: true,
            redundant: own.iter().filter(|(name, value)| self.is_redundant(name, value)).count(),
            words: format!("{} {} {names}{images}", name.unicode(), name.punycode()).to_lowercase(),
            name,
        }
    }

    /// True when a value only repeats the inherited one.
    pub fn is_redundant(&self, setting: &str, value: &Value) -> bool {
        self.inherited.get(setting).and_then(Option::as_ref).is_some_and(|inherited| inherited.is_same(value))
    }

    /// Keys of the rows changed since the previous version; `None` if all may have.
    pub fn changed(&self) -> Option<&[u32]> {
        self.changed.as_deref()
    }

    /// Number of all rows, or of those with a redundant value.
    pub fn many(&self, redundant: bool) -> usize {
        if redundant { self.redundant } else { self.many }
    }

    /// Row with this key.
    pub fn get(&self, key: u32) -> Option<&Row> {
        self.rows.get(key as usize).filter(|row| row.here)
    }

    /// Key of a domain.
    pub fn find(&self, punycode: &str) -> Option<u32> {
        self.places.get(punycode).copied().filter(|key| self.get(*key).is_some())
    }

    /// Keys of all rows.
    pub fn keys(&self) -> impl Iterator<Item = u32> {
        work::each(0..self.rows.len() as u32).filter(|key| self.get(*key).is_some())
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Whole(_) | Value::Number(_))
}
