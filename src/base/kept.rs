//! Values kept until their inputs change, so that a key press computes only what has changed.

use std::cell::RefCell;

/// Most values kept at once: enough for the tabs of a list, each with and without its filter.
const MOST: usize = 8;

/// Values by their inputs, such as a version of rows, a tab, a filter, an order or a width. If there are too many,
/// the value that was asked for longest ago is dropped.
#[derive(Clone, Debug)]
pub struct Kept<By, T>(RefCell<Vec<(By, T)>>);

impl<By, T> Default for Kept<By, T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<By: PartialEq, T: Clone> Kept<By, T> {
    /// Value for the inputs `by`; calls `make` if it is not kept.
    pub fn get(&self, by: By, make: impl FnOnce(&By) -> T) -> T {
        if let Some(value) = self.find(&by) {
            return value;
        }
        let value = make(&by);
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MOST {
            kept.remove(0);
        }
        kept.push((by, value.clone()));
        value
    }

    /// Kept value for `by`, which then counts as asked for last.
    fn find(&self, by: &By) -> Option<T> {
        let mut kept = self.0.borrow_mut();
        let at = kept.iter().position(|(of, _)| of == by)?;
        kept[at..].rotate_left(1);
        kept.last().map(|(_, value)| value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_value_is_made_once_until_its_inputs_differ() {
        let kept = Kept::default();
        let made = std::cell::Cell::new(0);
        let get = |by: usize| {
            kept.get(by, |by| {
                made.set(made.get() + 1);
                by * 2
            })
        };
        assert_eq!(([1, 1, 2, 1].map(get), made.get()), ([2, 2, 4, 2], 2));
        // A value asked for again is kept longer than those asked for before it.
        for by in 3..3 + MOST - 1 {
            get(by);
        }
        made.set(0);
        assert_eq!((get(1), made.get()), (2, 0));
        assert_eq!((get(2), made.get()), (4, 1));
    }
}
