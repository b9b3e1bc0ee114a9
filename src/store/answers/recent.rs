//! The few values used last: whole records at and near the cursor, and the views in which a list was shown.

use std::cell::Cell;
use std::sync::Arc;

/// Number of whole records that an index keeps in memory.
pub(in crate::store) const DETAILS: usize = 64;

/// Values by key, at most `MOST`; beyond that the one used longest ago is dropped.
#[derive(Debug)]
pub(in crate::store) struct Recent<K, T, const MOST: usize> {
    kept: Vec<(K, Arc<T>, Cell<u64>)>,
    uses: Cell<u64>,
}

impl<K, T, const MOST: usize> Default for Recent<K, T, MOST> {
    fn default() -> Self {
        Self { kept: Vec::new(), uses: Cell::new(0) }
    }
}

impl<K: PartialEq, T, const MOST: usize> Recent<K, T, MOST> {
    fn tick(&self) -> u64 {
        self.uses.set(self.uses.get() + 1);
        self.uses.get()
    }

    pub fn contains(&self, key: &K) -> bool {
        self.kept.iter().any(|(of, ..)| of == key)
    }

    pub fn get(&self, key: &K) -> Option<Arc<T>> {
        let (_, value, used) = self.kept.iter().find(|(of, ..)| of == key)?;
        used.set(self.tick());
        Some(value.clone())
    }

    pub fn put(&mut self, key: K, value: Arc<T>) {
        self.take(&key);
        if self.kept.len() >= MOST
            && let Some(oldest) = self.kept.iter().enumerate().min_by_key(|(_, (.., used))| used.get()).map(|(i, _)| i)
        {
            self.kept.swap_remove(oldest);
        }
        let used = Cell::new(self.tick());
        self.kept.push((key, value, used));
    }

    /// Removes the value of a key and returns it.
    pub fn take(&mut self, key: &K) -> Option<Arc<T>> {
        let at = self.kept.iter().position(|(of, ..)| of == key)?;
        Some(self.kept.swap_remove(at).1)
    }
}
