//! Inquiries of the last 30 days, a bar for each 24 hours that end now.

use crate::store::filter::parse;
use crate::store::{Sort, Store, Tab, ViewSpec};

use crate::base::Timestamp;

/// How many days are shown.
const DAYS: usize = 30;
const DAY: i64 = 86_400;
/// The list of all inquiries in them.
pub(super) const WITHIN: &str = "age:<=30d";

/// Inquiries by day, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Days {
    pub counts: [u32; DAYS],
}

impl Default for Days {
    fn default() -> Self {
        Self { counts: [0; DAYS] }
    }
}

impl Days {
    pub(super) fn of(store: &Store, now: Timestamp) -> Self {
        let index = store.inquiries();
        let spec = ViewSpec::new(Tab::All, &parse(WITHIN).unwrap_or_default(), Sort::default(), now);
        let mut days = Self::default();
        let ids = index.view(&spec);
        for date in ids.iter().filter_map(|id| index.row(*id)?.date()) {
            let before = usize::try_from(spec.now.0.saturating_sub(date.0).max(0) / DAY).unwrap_or(DAYS);
            // An inquiry of exactly thirty days ago belongs to the first day.
            days.counts[(DAYS - 1).saturating_sub(before)] += 1;
        }
        days
    }

    /// The most inquiries of one day.
    pub fn peak(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or_default()
    }

    /// Those of the last 24 hours.
    pub fn last(&self) -> u32 {
        self.counts[DAYS - 1]
    }
}
