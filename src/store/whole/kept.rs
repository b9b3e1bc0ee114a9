//! Values that rooms above the store make from its data. They are kept in the store, so that they are made again only
//! after a change.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;

/// One value of each type. The room with the type makes the value and decides when it is out of date.
#[derive(Debug, Default)]
pub(in crate::store) struct Kept(RefCell<HashMap<TypeId, Box<dyn Any + Send>>>);

impl Kept {
    /// Takes the value of a type; its default where none is kept. Put it back with [`Kept::put`].
    pub fn take<T: Any + Default>(&self) -> T {
        let kept = self.0.borrow_mut().remove(&TypeId::of::<T>());
        kept.and_then(|kept| kept.downcast().ok()).map_or_else(T::default, |kept| *kept)
    }

    pub fn put<T: Any + Send>(&self, value: T) {
        self.0.borrow_mut().insert(TypeId::of::<T>(), Box::new(value));
    }

    /// Copy of the value of a type; `None` where none is kept.
    pub fn get<T: Any + Clone>(&self) -> Option<T> {
        self.0.borrow().get(&TypeId::of::<T>())?.downcast_ref().cloned()
    }
}
