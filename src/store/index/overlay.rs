//! Pending writes laid over what the service told: a shown value is the truth plus patches. A patch assigns, never
//! toggles.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use crate::store::subject::{EntryId, FieldName, Item, Subject, Value};

/// Values of fields that are on their way.
pub type Values = Overlay<Subject, FieldName, Value>;

/// One pending assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Patch<F, V> {
    entry: EntryId,
    field: F,
    value: V,
}

/// The patches of every thing by field, oldest first.
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
    /// Lays a patch over the others of a thing; it replaces the patch of the same entry and field.
    pub fn lay(&mut self, entry: EntryId, thing: impl Into<K>, field: F, value: V) {
        self.version += 1;
        let patches = self.patches.entry(thing.into()).or_default();
        patches.retain(|patch| patch.entry != entry || patch.field != field);
        patches.push(Patch { entry, field, value });
    }

    /// Reserves room for the patches of so many more things.
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

    /// Takes away all patches.
    pub fn clear(&mut self) {
        self.version += 1;
        self.patches.clear();
    }

    /// Fields and values of a thing's patches, oldest first.
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

    /// Version that differs whenever a shown value may differ.
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
