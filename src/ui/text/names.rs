//! Names in a sentence.

use crate::base::grouped;

/// Most names that a sentence has in full.
const NAMED: usize = 3;

/// First few names, with the number of further ones: `a.com, b.com, c.com and 4 more`.
pub fn first_few<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let mut names = names.into_iter();
    let first: Vec<T> = names.by_ref().take(NAMED).collect();
    let first = first.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match names.count() as u64 {
        0 => first,
        more => format!("{first} and {} more", grouped(more)),
    }
}
