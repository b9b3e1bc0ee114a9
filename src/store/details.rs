//! The few whole records kept in memory: what the cursor is on, its neighbours, what was read last.

use std::cell::Cell;
use std::sync::Arc;

/// Whole records kept; beyond that the one not looked at for longest goes.
const MOST: usize = 64;

#[derive(Debug)]
pub(in crate::store) struct Details<K, T> {
    kept: Vec<(K, Arc<T>, Cell<u64>)>,
    uses: Cell<u64>,
}

impl<K, T> Default for Details<K, T> {
    fn default() -> Self {
        Self { kept: Vec::new(), uses: Cell::new(0) }
    }
}

impl<K: Copy + PartialEq, T> Details<K, T> {
    fn tick(&self) -> u64 {
        self.uses.set(self.uses.get() + 1);
        self.uses.get()
    }

    pub fn contains(&self, key: K) -> bool {
        self.kept.iter().any(|(of, ..)| *of == key)
    }

    pub fn get(&self, key: K) -> Option<Arc<T>> {
        let (_, record, used) = self.kept.iter().find(|(of, ..)| *of == key)?;
        used.set(self.tick());
        Some(record.clone())
    }

    pub fn put(&mut self, key: K, record: Arc<T>) {
        self.remove(key);
        if self.kept.len() >= MOST
            && let Some(oldest) = self.kept.iter().enumerate().min_by_key(|(_, (.., used))| used.get()).map(|(i, _)| i)
        {
            self.kept.swap_remove(oldest);
        }
        let used = Cell::new(self.tick());
        self.kept.push((key, record, used));
    }

    pub fn remove(&mut self, key: K) {
        self.kept.retain(|(of, ..)| *of != key);
    }
}
