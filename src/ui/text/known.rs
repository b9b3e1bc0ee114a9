//! Figures with how well they are known, always shown in the same way.

use super::grouped;
use crate::store::Known;

/// Sign for a figure that cannot be read. A dash ([`super::NONE`]) means that there is none.
const UNKNOWN: &str = "?";

/// Figure as it is drawn: `1,005` · `≥ 1,005` · `…` · `not read` (dim) · `?`, where it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub text: String,
    /// True to draw it dim, because nothing was read.
    pub dim: bool,
}

/// Figure with how well it is known; `words` makes the text of a value.
pub fn figure<T>(known: &Known<T>, words: impl FnOnce(&T) -> String) -> Figure {
    let (text, dim) = match known {
        Known::Is(value) => (words(value), false),
        // Each of several figures is a part.
        Known::AtLeast { value, .. } => (format!("≥ {}", words(value).replace(" · ", " · ≥ ")), false),
        Known::Reading => ("…".to_owned(), true),
        Known::NotRead => ("not read".to_owned(), true),
        Known::Unavailable(_) => (UNKNOWN.to_owned(), true),
    };
    Figure { text, dim }
}

/// Text of a count, `≥ 1,200` where only a part is known.
pub fn count(known: &Known<u64>) -> String {
    figure(known, |count| grouped(*count)).text
}

/// Words for how much a figure covers: `100 of 146 read`; `None` when it is complete or not read.
pub fn part_of<T>(known: &Known<T>) -> Option<String> {
    match known {
        Known::AtLeast { read, of: Some(of), .. } => Some(format!("{} of {} read", grouped(*read), grouped(*of))),
        Known::AtLeast { read, of: None, .. } => Some(format!("{} read", grouped(*read))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_says_how_well_it_is_known() {
        let said = |known: &Known<u64>| (figure(known, |n| grouped(*n)).text, part_of(known));
        let part = Known::AtLeast { value: 1005, read: 2000, of: Some(9000) };
        assert_eq!(said(&Known::Is(1005)), ("1,005".to_owned(), None));
        assert_eq!(said(&part), ("≥ 1,005".to_owned(), Some("2,000 of 9,000 read".to_owned())));
        assert_eq!(said(&Known::Reading), ("…".to_owned(), None));
        assert_eq!(said(&Known::NotRead), ("not read".to_owned(), None));
        assert_eq!(said(&Known::Unavailable("offline".to_owned())), (UNKNOWN.to_owned(), None));
    }
}
