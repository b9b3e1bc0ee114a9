//! Columns of a chunk that take less memory where their values are small or 0. With a million rows, each byte of a row
//! is a megabyte.

use super::chunk::ROWS;

/// Value of a column, with the smaller type into which most values fit.
pub(super) trait Cell: Copy + Default + PartialEq {
    type Small: Copy + Default;
    fn small(self) -> Option<Self::Small>;
    fn whole(small: Self::Small) -> Self;
}

impl Cell for f64 {
    type Small = u32;

    fn small(self) -> Option<u32> {
        Some(self as u32).filter(|small| Self::from(*small).to_bits() == self.to_bits())
    }

    fn whole(small: u32) -> Self {
        small.into()
    }
}

impl Cell for i64 {
    type Small = u32;

    fn small(self) -> Option<u32> {
        self.try_into().ok()
    }

    fn whole(small: u32) -> Self {
        small.into()
    }
}

impl Cell for u32 {
    type Small = u16;

    fn small(self) -> Option<u16> {
        self.try_into().ok()
    }

    fn whole(small: u16) -> Self {
        small.into()
    }
}

/// Column that is empty while all its values are 0, and small until a value does not fit into the smaller type.
#[derive(Clone, Debug, Default)]
pub(super) struct Column<T: Cell> {
    small: Vec<T::Small>,
    /// Values in full size, once one did not fit; `small` is empty then.
    whole: Vec<T>,
}

impl<T: Cell> Column<T> {
    pub fn get(&self, i: usize) -> T {
        let small = || self.small.get(i).map_or_else(T::default, |small| T::whole(*small));
        self.whole.get(i).copied().unwrap_or_else(small)
    }

    pub fn set(&mut self, i: usize, to: T) {
        if self.whole.is_empty() {
            if let Some(small) = to.small() {
                if i < self.small.len() || to != T::default() {
                    put(&mut self.small, i, small);
                }
                return;
            }
            self.whole.reserve_exact(ROWS);
            self.whole.extend(std::mem::take(&mut self.small).into_iter().map(T::whole));
        }
        put(&mut self.whole, i, to);
    }

    /// Size of the values in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.small[..]) + size_of_val(&self.whole[..])
    }
}

fn put<T: Copy + Default>(column: &mut Vec<T>, i: usize, to: T) {
    if i >= column.len() {
        column.reserve_exact(ROWS.saturating_sub(column.len()));
        column.resize(i + 1, T::default());
    }
    column[i] = to;
}

/// The keys of rows in the order they came: mostly each is the one after the key before it, as they were given.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    first: u32,
    rows: usize,
    /// All keys, once one was not the next.
    each: Vec<u32>,
}

impl Keys {
    pub fn len(&self) -> usize {
        self.rows
    }

    pub fn get(&self, i: usize) -> u32 {
        self.each.get(i).copied().unwrap_or(self.first.wrapping_add(i as u32))
    }

    pub fn push(&mut self, key: u32) {
        if self.rows == 0 {
            self.first = key;
        } else if self.each.is_empty() && key != self.get(self.rows) {
            self.each.reserve_exact(ROWS);
            self.each.extend((0..self.rows).map(|i| self.first.wrapping_add(i as u32)));
        }
        if !self.each.is_empty() {
            self.each.push(key);
        }
        self.rows += 1;
    }

    /// Size of the column in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.each[..])
    }
}

/// Names of some rows, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct SomeTexts {
    text: String,
    /// Rows with a text, in order; `ends` has the place where the text of each ends.
    rows: Vec<u16>,
    ends: Vec<u32>,
}

impl SomeTexts {
    /// Text of a row; empty where it has none.
    pub fn get(&self, row: usize) -> &str {
        match self.rows.binary_search(&(row as u16)) {
            Ok(at) => &self.text[self.start(at)..self.ends[at] as usize],
            Err(_) => "",
        }
    }

    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    pub fn set(&mut self, row: usize, text: &str) {
        let row = row as u16;
        let at = match self.rows.binary_search(&row) {
            Ok(at) => at,
            Err(_) if text.is_empty() => return,
            Err(at) => {
                self.rows.insert(at, row);
                self.ends.insert(at, self.start(at) as u32);
                at
            }
        };
        let range = self.start(at)..self.ends[at] as usize;
        let before = range.len();
        self.text.replace_range(range, text);
        for end in &mut self.ends[at..] {
            *end = (*end as usize + text.len() - before) as u32;
        }
        if text.is_empty() {
            self.rows.remove(at);
            self.ends.remove(at);
        }
    }

    pub fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.rows.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Size in bytes of the texts, rows and ends.
    pub fn bytes(&self) -> usize {
        self.text.len() + size_of_val(&self.rows[..]) + size_of_val(&self.ends[..])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_column_takes_only_the_memory_its_rows_need() {
        let mut prices = Column::<f64>::default();
        (0..ROWS).for_each(|i| prices.set(i, 0.0));
        assert_eq!(prices.bytes(), 0);
        (0..ROWS).for_each(|i| prices.set(i, i as f64 * 100.0));
        assert_eq!(prices.bytes(), 4 * ROWS);
        prices.set(3, 12.5);
        assert_eq!((prices.bytes(), prices.get(3), prices.get(4)), (8 * ROWS, 12.5, 400.0));
        assert!(prices.whole.capacity() == ROWS && prices.small.capacity() == 0);
    }

    #[test]
    fn keys_that_follow_one_another_take_nothing() {
        let mut keys = Keys::default();
        (7..600).for_each(|key| keys.push(key));
        assert_eq!((keys.bytes(), keys.len(), keys.get(0), keys.get(592)), (0, 593, 7, 599));
        keys.push(3);
        keys.push(4);
        assert_eq!((keys.len(), keys.get(0), keys.get(592), keys.get(593), keys.get(594)), (595, 7, 599, 3, 4));
    }

    proptest! {
        #[test]
        fn a_column_gives_back_what_was_set(
            sets in proptest::collection::vec((0..40_usize, prop_oneof![Just(0), Just(7), Just(-1), any::<i64>()]), 0..60)
        ) {
            let (mut ids, mut figures, mut known) = (Column::default(), Column::default(), HashMap::new());
            for (i, to) in sets {
                ids.set(i, to);
                figures.set(i, to as f64 / 4.0);
                known.insert(i, to);
                for i in 0..40 {
                    let told = known.get(&i).copied().unwrap_or(0);
                    prop_assert_eq!((ids.get(i), figures.get(i)), (told, told as f64 / 4.0));
                }
            }
        }

        #[test]
        fn some_texts_give_back_what_was_set(sets in proptest::collection::vec((0..9_usize, "[aö]{0,3}"), 0..40)) {
            let (mut texts, mut known) = (SomeTexts::default(), HashMap::new());
            for (i, text) in &sets {
                texts.set(*i, text);
                known.insert(*i, text);
                for i in 0..9 {
                    prop_assert_eq!(texts.get(i), known.get(&i).map_or("", |text| text.as_str()));
                }
            }
            prop_assert_eq!(texts.rows.len(), known.values().filter(|text| !text.is_empty()).count());
        }
    }
}
