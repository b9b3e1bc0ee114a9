//! Values made from others and kept until these differ, so that a key costs what it changes and not what there is.

use std::cell::RefCell;

/// Values kept at once: the tabs of a list, each with and without its filter.
const MOST: usize = 8;

/// Values by what they were made from: the version of rows, a tab, a filter, an order, a width. Of more than a few the one
/// not asked for longest goes.
#[derive(Clone, Debug)]
pub struct Kept<By, T>(RefCell<Vec<(By, T)>>);

impl<By, T> Default for Kept<By, T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<By: PartialEq, T: Clone> Kept<By, T> {
    /// The value made from `by`; `make` makes it where none is kept.
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

    /// The kept value, which is the one asked for last from now on.
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
    fn a_value_is_made_once_until_what_it_is_made_from_differs() {
        let kept = Kept::default();
        let made = std::cell::Cell::new(0);
        let get = |by: usize| {
            kept.get(by, |by| {
                made.set(made.get() + 1);
                by * 2
            })
        };
        assert_eq!(([1, 1, 2, 1].map(get), made.get()), ([2, 2, 4, 2], 2));
        // The one asked for last outlives those asked for before it.
        for by in 3..3 + MOST - 1 {
            get(by);
        }
        made.set(0);
        assert_eq!((get(1), made.get()), (2, 0));
        assert_eq!((get(2), made.get()), (4, 1));
    }
}
