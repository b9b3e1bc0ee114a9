//! Pending writes laid over what the service told: shown is truth plus patches. A patch assigns, never toggles.

use std::collections::HashMap;

use super::Mark;
use super::inquiries::assign;
use super::journal::EntryId;
use crate::api::types::Inquiry;
use crate::base::Id;

/// One assignment on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Patch {
    entry: EntryId,
    mark: Mark,
    to: bool,
}

/// The patches of every row, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    patches: HashMap<i64, Vec<Patch>>,
    version: u64,
}

impl Overlay {
    /// Lays a patch on top of those there are.
    pub fn push(&mut self, entry: EntryId, id: Id<Inquiry>, mark: Mark, to: bool) {
        self.version += 1;
        let patches = self.patches.entry(id.get()).or_default();
        patches.retain(|patch| patch.entry != entry);
        patches.push(Patch { entry, mark, to });
    }

    /// Takes away all patches.
    pub fn clear(&mut self) {
        self.version += 1;
        self.patches.clear();
    }

    /// Takes away the patch of one entry, and only that.
    pub fn remove(&mut self, entry: EntryId, id: Id<Inquiry>) {
        let Some(patches) = self.patches.get_mut(&id.get()) else { return };
        let before = patches.len();
        patches.retain(|patch| patch.entry != entry);
        if patches.len() != before {
            self.version += 1;
        }
        if patches.is_empty() {
            self.patches.remove(&id.get());
        }
    }

    /// A row's bits with its patches.
    pub fn apply(&self, id: Id<Inquiry>, bits: u32) -> u32 {
        match self.patches.get(&id.get()) {
            None => bits,
            Some(patches) => patches.iter().fold(bits, |bits, patch| assign(bits, patch.mark, patch.to)),
        }
    }

    /// Whether a change of this row is pending.
    pub fn pending(&self, id: Id<Inquiry>) -> bool {
        self.patches.contains_key(&id.get())
    }

    /// Differs whenever what it shows may differ.
    pub fn version(&self) -> u64 {
        self.version
    }
}
