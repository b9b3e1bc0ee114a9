//! Rows of lists that could not be read. They are counted by page, so that a page that is read again is counted once.

/// Number of unreadable rows, by list and page. It is not kept on the disk; a later walk counts anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread<L>(Vec<(L, u32, usize)>);

impl<L> Default for Unread<L> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<L: Copy + PartialEq> Unread<L> {
    /// Notes the number of unreadable rows on a page. With the last page of a list, the counts of later pages are
    /// dropped.
    pub fn note(&mut self, list: L, page: u32, rows: usize, is_last: bool) {
        self.0.retain(|(of, at, _)| *of != list || *at < page || (*at > page && !is_last));
        if rows > 0 {
            self.0.push((list, page, rows));
        }
    }

    /// Number of rows of a list that could not be read.
    pub fn of(&self, list: L) -> u64 {
        self.0.iter().filter(|(of, ..)| *of == list).map(|(.., rows)| *rows as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_read_again_is_counted_once_and_pages_after_the_last_not_at_all() {
        let mut unread = Unread::default();
        unread.note('a', 1, 2, false);
        unread.note('a', 2, 1, false);
        unread.note('b', 1, 5, true);
        assert_eq!((unread.of('a'), unread.of('b')), (3, 5));
        unread.note('a', 1, 1, false);
        assert_eq!(unread.of('a'), 2);
        unread.note('a', 1, 0, true);
        assert_eq!((unread.of('a'), unread.of('b')), (0, 5));
    }
}
