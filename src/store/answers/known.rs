//! Figures with how well they are known. All screens show this in the same way, and a part is never shown as the
//! whole.

use serde::{Deserialize, Serialize};

use crate::store::Loaded;

/// A value, and how well it is known. `Is(0)` and `Is(None)` are known values, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Known<T> {
    /// The service's value, with our pending writes laid over it.
    Is(T),
    /// A sum or a count over a part: `read` things of `of`; `of` is `None` where the number of all is not known.
    AtLeast { value: T, read: u64, of: Option<u64> },
    /// Being read for the first time.
    Reading,
    #[default]
    NotRead,
    /// Cannot be had with this token, account or connection; holds the reason as a clause.
    Unavailable(String),
}

impl<T> Known<T> {
    /// Figure over `read` things of `of`: `Is` if `complete`, else `AtLeast`.
    pub fn over(value: T, read: u64, of: Option<u64>, complete: bool) -> Self {
        if complete { Self::Is(value) } else { Self::AtLeast { value, read, of } }
    }

    /// Knowledge of the answer to a query. An answer from the disk or a stale one counts as known until the next one
    /// comes.
    pub fn of(loaded: &Loaded<'_, T>) -> Known<T>
    where
        T: Clone,
    {
        match (loaded.value, loaded.failure) {
            (Some(value), _) => Self::Is(value.clone()),
            (None, Some(failure)) => Self::Unavailable(failure.sentence()),
            (None, None) if loaded.loading => Self::Reading,
            (None, None) => Self::NotRead,
        }
    }

    /// Value, even if it is over a part only.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Is(value) | Self::AtLeast { value, .. } => Some(value),
            Self::Reading | Self::NotRead | Self::Unavailable(_) => None,
        }
    }

    /// Value, if it is over the whole.
    pub fn whole(&self) -> Option<&T> {
        if let Self::Is(value) = self { Some(value) } else { None }
    }

    /// Result of `make` on the value, as well known as the value.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Known<U> {
        match self {
            Self::Is(value) => Known::Is(make(value)),
            Self::AtLeast { value, read, of } => Known::AtLeast { value: make(value), read, of },
            Self::Reading => Known::Reading,
            Self::NotRead => Known::NotRead,
            Self::Unavailable(why) => Known::Unavailable(why),
        }
    }

    /// Result of `make` on both values, as well known as the less known of them.
    pub fn and<U, V>(self, other: Known<U>, make: impl FnOnce(T, U) -> V) -> Known<V> {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        match (self, other) {
            (Self::Unavailable(why), _) | (_, Known::Unavailable(why)) => Known::Unavailable(why),
            (Self::NotRead, _) | (_, Known::NotRead) => Known::NotRead,
            (Self::Reading, _) | (_, Known::Reading) => Known::Reading,
            (Self::Is(a), Known::Is(b)) => Known::Is(make(a, b)),
            (Self::Is(a), Known::AtLeast { value, read, of }) => Known::AtLeast { value: make(a, value), read, of },
            (Self::AtLeast { value, read, of }, Known::Is(b)) => Known::AtLeast { value: make(value, b), read, of },
            (Self::AtLeast { value, read, of }, Known::AtLeast { value: other, read: more, of: all }) => {
                Known::AtLeast { value: make(value, other), read: read + more, of: sum(of, all) }
            }
        }
    }
}

impl Known<u64> {
    /// Count of `rows` rows. Without any row the count is not read, unless it is `complete`.
    pub fn rows(rows: u64, of: Option<u64>, complete: bool) -> Self {
        if rows == 0 && !complete { Self::NotRead } else { Self::over(rows, rows, of, complete) }
    }
}

/// `None` stands for a value that was not read.
impl<T> From<Option<T>> for Known<T> {
    fn from(told: Option<T>) -> Self {
        told.map_or(Self::NotRead, Self::Is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(value: u64) -> Known<u64> {
        Known::AtLeast { value, read: 100, of: Some(146) }
    }

    #[test]
    fn a_sum_is_as_well_known_as_its_weakest_part() {
        let add = |a: Known<u64>, b: Known<u64>| a.and(b, |a, b| a + b);
        assert_eq!(add(Known::Is(1), Known::Is(2)), Known::Is(3));
        assert_eq!(add(Known::Is(1), part(2)), part(3));
        assert_eq!(add(part(1), part(2)), Known::AtLeast { value: 3, read: 200, of: Some(292) });
        assert_eq!(add(part(1), Known::Reading), Known::Reading);
        assert_eq!(add(Known::NotRead, Known::Reading), Known::NotRead);
        let no = Known::Unavailable("the token may not".to_owned());
        assert_eq!(add(no.clone(), Known::NotRead), no);
    }

    #[test]
    fn only_a_complete_reading_is_the_whole() {
        assert_eq!(Known::over(5, 100, Some(146), false).whole(), None);
        assert_eq!(Known::over(5, 146, Some(146), true).whole(), Some(&5));
        assert_eq!(part(5).value(), Some(&5));
    }
}
