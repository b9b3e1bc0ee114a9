//! Marks that follow the cursor, and the versions that say whether marks or rows are others.

use std::collections::HashSet;

/// Marks that follow the cursor.
#[derive(Clone, Debug)]
pub(super) struct Range<K> {
    /// The row it began at.
    pub anchor: K,
    /// Marks there were before it.
    pub before: HashSet<K>,
    /// Places of the anchor and of the cursor when its rows were last marked; `None` once rows have changed.
    pub span: Option<(usize, usize)>,
}

/// Versions of the marks, and of the rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Versions {
    pub marks: u64,
    pub rows: u64,
}
