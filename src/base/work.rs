//! Counter of rows looked at, by which tests check that the work of a key does not grow with the account. Only builds
//! with debug assertions count.

#[cfg(debug_assertions)]
thread_local! {
    static ROWS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts rows that were looked at.
#[inline]
pub fn looked_at(rows: usize) {
    #[cfg(debug_assertions)]
    ROWS.set(ROWS.get() + rows as u64);
    #[cfg(not(debug_assertions))]
    let _ = rows;
}

/// Same rows, each counted when it is looked at.
pub fn each<T>(rows: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    rows.inspect(|_| looked_at(1))
}

/// Number of rows this thread has looked at since its start; 0 in builds that do not count.
pub fn rows_looked_at() -> u64 {
    #[cfg(debug_assertions)]
    return ROWS.get();
    #[cfg(not(debug_assertions))]
    0
}
