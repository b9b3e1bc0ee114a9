//! Range of marks that follows the cursor, and versions of marks and rows.

use std::collections::HashSet;

/// Range of marks that follows the cursor.
#[derive(Clone, Debug)]
pub(super) struct Range<K> {
    /// Row it started at.
    pub anchor: K,
    /// Marks there were before it.
    pub before: HashSet<K>,
    /// Indices of its start and of the cursor when its rows were last marked; `None` once rows have changed.
    pub span: Option<(usize, usize)>,
}

/// Versions of the marks and of the rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Versions {
    pub marks: u64,
    pub rows: u64,
}
