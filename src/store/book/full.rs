//! The few whole inquiries kept in memory: what the cursor is on, its neighbours, what was read last.

use std::cell::Cell;
use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::base::Id;

/// Whole inquiries kept; beyond that the one not looked at for longest goes.
const MOST: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Fulls {
    kept: Vec<(Arc<Inquiry>, Cell<u64>)>,
    uses: Cell<u64>,
}

impl Fulls {
    fn tick(&self) -> u64 {
        self.uses.set(self.uses.get() + 1);
        self.uses.get()
    }

    pub fn contains(&self, id: Id<Inquiry>) -> bool {
        self.kept.iter().any(|(inquiry, _)| inquiry.inquiry_id == id)
    }

    pub fn get(&self, id: Id<Inquiry>) -> Option<Arc<Inquiry>> {
        let (inquiry, used) = self.kept.iter().find(|(inquiry, _)| inquiry.inquiry_id == id)?;
        used.set(self.tick());
        Some(inquiry.clone())
    }

    pub fn put(&mut self, inquiry: Arc<Inquiry>) {
        self.remove(inquiry.inquiry_id);
        if self.kept.len() >= MOST
            && let Some(oldest) = self.kept.iter().enumerate().min_by_key(|(_, (_, used))| used.get()).map(|(i, _)| i)
        {
            self.kept.swap_remove(oldest);
        }
        let used = Cell::new(self.tick());
        self.kept.push((inquiry, used));
    }

    pub fn remove(&mut self, id: Id<Inquiry>) {
        self.kept.retain(|(inquiry, _)| inquiry.inquiry_id != id);
    }
}
