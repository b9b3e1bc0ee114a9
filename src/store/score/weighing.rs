//! Weights changed in the configuration. Inquiries are scored with the weights kept last, until the user has seen what
//! the new ones change.

use std::cmp::Reverse;

use super::{Kind, Leads, VERSION, Weights};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::Store;
use crate::store::notes::{Key, NoteChange, Notes};
use crate::store::subject::Subject;

/// Inquiry whose score would differ with other weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    pub id: Id<Inquiry>,
    pub before: u8,
    pub after: u8,
}

impl Weights {
    /// Weights in use: those kept last, or the default if none were kept. Weights kept for another [`VERSION`] are not
    /// used.
    pub fn in_force(notes: &Notes) -> Self {
        let kept = notes.of(&Subject::Account).and_then(|record| record.get(&Key::Weights));
        kept.and_then(|entry| Self::read(&entry.value)).unwrap_or_default()
    }

    /// Note that puts these weights in use.
    pub fn keeping(&self) -> NoteChange {
        let points: Vec<String> = self.0.iter().map(u8::to_string).collect();
        NoteChange::new(Subject::Account, Key::Weights, &format!("{VERSION} {}", points.join(" ")))
    }

    fn read(value: &str) -> Option<Self> {
        let mut numbers = value.split(' ').map(|number| number.parse::<u8>().ok());
        if numbers.next()?? != VERSION {
            return None;
        }
        let points: Option<Vec<u8>> = numbers.collect();
        Some(Self(points?.try_into().ok()?))
    }

    /// Terms whose weight differs, with the weights before and after.
    pub fn differing(self, after: Self) -> impl Iterator<Item = (Kind, u8, u8)> {
        Kind::ALL.into_iter().map(move |kind| (kind, self.of(kind), after.of(kind))).filter(|(_, was, is)| was != is)
    }
}

impl Leads {
    /// Inquiries in `ids` whose scores would differ with the weights `to`, the largest difference first.
    pub fn moved(&self, ids: &[Id<Inquiry>], to: &Weights, store: &Store, now: Timestamp) -> Vec<Moved> {
        let moved = |id: &Id<Inquiry>| {
            let (before, row) = (self.of(*id)?, store.inquiries().row(*id)?);
            let after = self.weighed(store, &row, to, now)?.total()?;
            (before != after).then_some(Moved { id: *id, before, after })
        };
        let mut all: Vec<Moved> = ids.iter().filter_map(moved).collect();
        all.sort_by_key(|moved| Reverse(moved.before.abs_diff(moved.after)));
        all
    }
}
