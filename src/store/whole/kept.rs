//! Values that rooms above the store make from it and keep in it, to make them again only where something has changed.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;

/// One value for each type; the room that has the type makes the value and says when it is out of date.
#[derive(Debug, Default)]
pub(in crate::store) struct Kept(RefCell<HashMap<TypeId, Box<dyn Any + Send>>>);

impl Kept {
    /// Takes the value of a type out, to be put back with [`Kept::put`]; its default where none was kept.
    pub fn take<T: Any + Default>(&self) -> T {
        let kept = self.0.borrow_mut().remove(&TypeId::of::<T>());
        kept.and_then(|kept| kept.downcast().ok()).map_or_else(T::default, |kept| *kept)
    }

    pub fn put<T: Any + Send>(&self, value: T) {
        self.0.borrow_mut().insert(TypeId::of::<T>(), Box::new(value));
    }

    /// A copy of the value of a type; `None` where none is kept.
    pub fn get<T: Any + Clone>(&self) -> Option<T> {
        self.0.borrow().get(&TypeId::of::<T>())?.downcast_ref().cloned()
    }
}
