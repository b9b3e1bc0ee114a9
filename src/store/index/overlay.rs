//! Pending writes laid over the service's values: a shown value is the service's, replaced by patches. A patch sets a
//! value and never toggles it, so that it can be applied twice.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use crate::store::subject::{EntryId, FieldName, Item, Subject, Value};

/// Pending values of fields.
pub type Values = Overlay<Subject, FieldName, Value>;

/// Pending value of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Patch<F, V> {
    entry: EntryId,
    field: F,
    value: V,
}

/// Patches of every thing, oldest first.
#[derive(Clone, Debug)]
pub struct Overlay<K, F, V> {
    patches: HashMap<K, Vec<Patch<F, V>>>,
    version: u64,
}

impl<K, F, V> Default for Overlay<K, F, V> {
    fn default() -> Self {
        Self { patches: HashMap::new(), version: 0 }
    }
}

impl<K: Eq + Hash, F: PartialEq, V> Overlay<K, F, V> {
    /// Adds a patch to those of a thing. It replaces the patch of the same entry and field.
    pub fn lay(&mut self, entry: EntryId, thing: impl Into<K>, field: F, value: V) {
        self.version += 1;
        let patches = self.patches.entry(thing.into()).or_default();
        patches.retain(|patch| patch.entry != entry || patch.field != field);
        patches.push(Patch { entry, field, value });
    }

    /// Reserves memory for the patches of `things` more things.
    pub fn reserve(&mut self, things: usize) {
        self.patches.reserve(things);
    }

    /// Removes the patch of one entry from a field of a thing, or from all its fields if `field` is `None`.
    pub fn lift<Q: Eq + Hash + ?Sized>(&mut self, entry: EntryId, thing: &Q, field: Option<&F>)
    where
        K: Borrow<Q>,
    {
        let Some(patches) = self.patches.get_mut(thing) else { return };
        let before = patches.len();
        patches.retain(|patch| patch.entry != entry || field.is_some_and(|field| patch.field != *field));
        if patches.len() != before {
            self.version += 1;
        }
        if patches.is_empty() {
            self.patches.remove(thing);
        }
    }

    /// Removes all patches.
    pub fn clear(&mut self) {
        self.version += 1;
        self.patches.clear();
    }

    /// Fields and values of the patches of a thing, oldest first.
    pub fn of<Q: Eq + Hash + ?Sized>(&self, thing: &Q) -> impl DoubleEndedIterator<Item = (&F, &V)>
    where
        K: Borrow<Q>,
    {
        let patches = if self.patches.is_empty() { None } else { self.patches.get(thing) };
        patches.into_iter().flatten().map(|patch| (&patch.field, &patch.value))
    }

    /// True when no change is pending.
    pub fn is_empty(&self) -> bool {
        self.patches.is_empty()
    }

    /// Version that changes whenever a shown value may change.
    pub fn version(&self) -> u64 {
        self.version
    }
}

impl Values {
    /// The newest pending value of an item.
    pub fn value(&self, item: &Item) -> Option<&Value> {
        let field = item.field.as_ref()?;
        self.of(&item.subject).rfind(|(of, _)| *of == field).map(|(_, value)| value)
    }
}
