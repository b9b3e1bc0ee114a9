//! Keys of requests. Each is made once and kept, because screens look up the same few answers with every frame.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::api::Request;

/// Most requests of one type whose keys are kept.
const MOST: usize = 32;

/// Keys made lately, by the type of the request.
#[derive(Debug, Default)]
pub struct Keys(RefCell<HashMap<TypeId, Vec<Written>>>);

/// A request with its key.
type Written = (Box<dyn Any + Send>, Arc<str>);

impl Keys {
    /// Key of a request, as [`crate::api::Call::key`] makes it.
    pub fn of<R: Request>(&self, request: &R) -> Arc<str> {
        let mut kept = self.0.borrow_mut();
        let kept = kept.entry(TypeId::of::<R>()).or_default();
        if let Some((_, key)) = kept.iter().find(|(of, _)| of.downcast_ref() == Some(request)) {
            return key.clone();
        }
        if kept.len() >= MOST {
            kept.clear();
        }
        let key: Arc<str> = request.call().key().into();
        kept.push((Box::new(request.clone()), key.clone()));
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Page, settings};

    #[test]
    fn a_key_is_that_of_the_call_whatever_was_asked_before() {
        let keys = Keys::default();
        let of = |page: u32| settings::History { page: Page::new(page, 20) };
        for page in (1..=2 * MOST as u32).chain([1, 2, 2]) {
            assert_eq!(*keys.of(&of(page)), of(page).call().key());
        }
        assert_eq!(*keys.of(&settings::Schema {}), settings::Schema {}.call().key());
    }
}
