//! Inquiries of the last 30 days, a bar for each 24 hours that end now, and whole days against those before.

use crate::store::filter::parse;
use crate::store::{Sort, Store, Tab, ViewSpec};

use crate::base::{Timestamp, grouped};

/// How many days are shown.
const DAYS: usize = 30;
const DAY: i64 = 86_400;
/// The list of all inquiries in them.
pub(super) const WITHIN: &str = "age:<=30d";
/// Whole days that are compared with as many before: four weeks, so that the weekdays are the same.
const WHOLE: i64 = 28;
const COMPARED: &str = "age:<=57d";

/// Inquiries by day, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Days {
    pub counts: [u32; DAYS],
    /// Of the last 28 whole days by UTC, and of the 28 before.
    pub whole: (u32, u32),
}

impl Default for Days {
    fn default() -> Self {
        Self { counts: [0; DAYS], whole: (0, 0) }
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
        let spec = ViewSpec::new(Tab::All, &parse(COMPARED).unwrap_or_default(), Sort::default(), now);
        let today = now.0.div_euclid(DAY);
        for date in index.view(&spec).iter().filter_map(|id| index.row(*id)?.date()) {
            match today - date.0.div_euclid(DAY) {
                1..=WHOLE => days.whole.0 += 1,
                ago if ago > WHOLE && ago <= 2 * WHOLE => days.whole.1 += 1,
                _ => {}
            }
        }
        days
    }

    /// The last 28 whole days against the 28 before: the running day is no part of it, and the weekdays are the same.
    pub fn compared(&self) -> String {
        let (now, before) = (i64::from(self.whole.0), i64::from(self.whole.1));
        let change = (now - before) * 100;
        let words = match before {
            _ if now == before => "as many before".to_owned(),
            0 => "none before".to_owned(),
            // A percentage of few claims too much.
            before if before < 10 || change.abs() < before * 5 => format!("{} before", grouped(self.whole.1)),
            before => {
                let way = if change > 0 { "up" } else { "down" };
                format!("{way} {} % from {}", change.abs() / before, grouped(self.whole.1))
            }
        };
        format!("28 d: {}, {words}", grouped(self.whole.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(now: u32, before: u32) -> String {
        Days { whole: (now, before), ..Days::default() }.compared()
    }

    #[test]
    fn whole_days_are_compared_in_words_where_they_are_few_or_alike() {
        assert_eq!(compared(120, 75), "28 d: 120, up 60 % from 75");
        assert_eq!(compared(1_000, 2_000), "28 d: 1,000, down 50 % from 2,000");
        assert_eq!(compared(39, 9), "28 d: 39, 9 before");
        assert_eq!(compared(102, 100), "28 d: 102, 100 before");
        assert_eq!(compared(5, 0), "28 d: 5, none before");
        assert_eq!(compared(7, 7), "28 d: 7, as many before");
    }
}
