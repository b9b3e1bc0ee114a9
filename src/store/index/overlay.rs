//! Pending writes laid over what the service told: shown is truth plus patches. A patch assigns, never toggles.

use std::collections::HashMap;

use super::inquiries::assign;
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::subject::{EntryId, FieldName, Item, Mark, Subject, Value};

/// One pending assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Patch {
    entry: EntryId,
    field: FieldName,
    value: Value,
}

/// The patches of every thing by field, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    patches: HashMap<Subject, Vec<Patch>>,
    version: u64,
}

impl Overlay {
    /// Lays a patch on top of those there are. What has no field shows nothing.
    pub fn push(&mut self, entry: EntryId, item: &Item, value: Value) {
        let Some(field) = &item.field else { return };
        self.version += 1;
        let patches = self.patches.entry(item.subject.clone()).or_default();
        patches.retain(|patch| patch.entry != entry || patch.field != *field);
        patches.push(Patch { entry, field: field.clone(), value });
    }

    /// Takes away all patches.
    pub fn clear(&mut self) {
        self.version += 1;
        self.patches.clear();
    }

    /// Takes away the patch of one entry, and only that.
    pub fn remove(&mut self, entry: EntryId, item: &Item) {
        let Some(patches) = self.patches.get_mut(&item.subject) else { return };
        let before = patches.len();
        patches.retain(|patch| patch.entry != entry || item.field.as_ref().is_some_and(|field| patch.field != *field));
        if patches.len() != before {
            self.version += 1;
        }
        if patches.is_empty() {
            self.patches.remove(&item.subject);
        }
    }

    /// The newest value on its way.
    pub fn value(&self, item: &Item) -> Option<&Value> {
        let field = item.field.as_ref()?;
        let patches = self.patches.get(&item.subject)?;
        patches.iter().rev().find(|patch| patch.field == *field).map(|patch| &patch.value)
    }

    /// A row's bits with its patches.
    pub fn apply(&self, id: Id<Inquiry>, bits: u32) -> u32 {
        if self.patches.is_empty() {
            return bits;
        }
        let patches = self.patches.get(&Subject::Inquiry(id)).map(Vec::as_slice).unwrap_or_default();
        patches.iter().fold(bits, |bits, patch| match (Mark::of_field(&patch.field), &patch.value) {
            (Some(mark), Value::Bool(to)) => assign(bits, mark, *to),
            _ => bits,
        })
    }

    /// No change is pending.
    pub fn is_empty(&self) -> bool {
        self.patches.is_empty()
    }

    /// True when a change of this row is pending.
    pub fn pending(&self, id: Id<Inquiry>) -> bool {
        !self.patches.is_empty() && self.patches.contains_key(&Subject::Inquiry(id))
    }

    /// Differs whenever what it shows may differ.
    pub fn version(&self) -> u64 {
        self.version
    }
}
