//! Counts by day of the last 30 days, by UTC like the reports, and a comparison of the last four weeks with the four
//! before.

use crate::api::insights;
use crate::base::{Timestamp, grouped};
use crate::store::filter::parse;
use crate::store::lists::daily::{self, SHOWN, by_day, day};
use crate::store::lists::visits::{DAYS, FEWEST, LONGER};
use crate::store::{Sort, Store, Tab, ViewSpec};

/// Filter of the inquiries of the last 30 days.
pub(super) const WITHIN: &str = "age:<=30d";
/// Number of whole days that are compared with as many before: four weeks, so that both have the same weekdays.
const WHOLE: i64 = 28;
const COMPARED: &str = "age:<=57d";

/// Counts by day, the oldest first and today last; `None` for a day whose count is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Days {
    pub counts: [Option<u32>; SHOWN],
    /// Totals of the last 28 whole days and of the 28 days before them.
    pub whole: Option<(u64, u64)>,
}

impl Days {
    /// Counts of the known inquiries, which were read at `read`; 0 for a day without any.
    pub(super) fn of_inquiries(store: &Store, read: Timestamp, now: Timestamp) -> Self {
        let index = store.inquiries();
        let dates = |filter: &str| {
            let spec = ViewSpec::new(Tab::All, &parse(filter).unwrap_or_default(), Sort::default(), now);
            index.view(&spec).iter().filter_map(|id| index.row(*id)?.date()).collect::<Vec<Timestamp>>()
        };
        let mut days = Self { counts: [Some(0); SHOWN], whole: None };
        for date in dates(WITHIN) {
            let place = (SHOWN - 1).saturating_sub(usize::try_from(day(now) - day(date)).unwrap_or(0));
            *days.counts[place].get_or_insert(0) += 1;
        }
        // Days after `read` are not known.
        let unread = usize::try_from(day(now) - day(read.min(now))).unwrap_or(0).min(SHOWN);
        days.counts[SHOWN - unread..].fill(None);
        if unread > 0 {
            return days;
        }
        let (mut whole, mut before) = (0, 0);
        for date in dates(COMPARED) {
            match day(now) - day(date) {
                1..=WHOLE => whole += 1,
                ago if ago > WHOLE && ago <= 2 * WHOLE => before += 1,
                _ => {}
            }
        }
        days.whole = Some((whole, before));
        days
    }

    /// Counts of visits to all domains, from the reports.
    pub(super) fn of_visits(store: &Store, now: Timestamp) -> Self {
        let report = |days: u32| store.query(&insights::Domains { days: Some(days), verified: Some(true) });
        let counts = report(DAYS).value.map(|answer| by_day(&answer.value.chart)).unwrap_or_default();
        let mut days = Self { counts: daily::until(now, &counts), whole: None };
        // A report read on an earlier day has only a part of that day, so its totals are not compared.
        let longer = report(LONGER);
        if let Some((answer, at)) = longer.value.zip(longer.at)
            && day(at) >= day(now)
        {
            let counts = by_day(&answer.value.chart);
            let sum = |mut ago: std::ops::RangeInclusive<i64>| {
                ago.try_fold(0, |sum, ago| Some(sum + counts.iter().find(|(known, _)| *known == day(now) - ago)?.1))
            };
            days.whole = sum(1..=WHOLE).zip(sum(WHOLE + 1..=2 * WHOLE));
        }
        days
    }

    /// Counts to draw; empty where too few are known.
    pub(super) fn line(&self) -> Vec<Option<u32>> {
        daily::line(&self.counts)
    }

    /// Words about the counts: `peak today 25, 120 in 28 whole days, 75 before, +60 %`. The 28 whole days end
    /// yesterday.
    pub(super) fn words(&self) -> String {
        let [before @ .., today] = &self.counts;
        let today = today.map(|today| {
            let is_peak = before.iter().flatten().all(|count| *count < today);
            format!("{}today {}", if is_peak { "peak " } else { "" }, grouped(today))
        });
        today.into_iter().chain(self.compared()).collect::<Vec<_>>().join(", ")
    }

    fn compared(&self) -> Option<String> {
        let (now, before) = self.whole?;
        let after = format!("{} in {WHOLE} whole days, {} before", grouped(now), grouped(before));
        let change = (i128::from(now) - i128::from(before)) * 100;
        Some(match before {
            _ if now == before => format!("{} in {WHOLE} whole days, as before", grouped(now)),
            0 => format!("{} in {WHOLE} whole days, none before", grouped(now)),
            // A percentage of a small number would mislead.
            before if before < FEWEST || change.abs() < i128::from(before) * 5 => after,
            before => {
                let sign = if change > 0 { '+' } else { '−' };
                let half = i128::from(before) / 2;
                format!("{after}, {sign}{} %", (change.abs() + half) / i128::from(before))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(now: u64, before: u64) -> String {
        Days { counts: [None; SHOWN], whole: Some((now, before)) }.words()
    }

    #[test]
    fn whole_days_are_compared_in_words_where_they_are_few_or_alike() {
        assert_eq!(compared(120, 75), "120 in 28 whole days, 75 before, +60 %");
        assert_eq!(compared(1_000, 2_000), "1,000 in 28 whole days, 2,000 before, −50 %");
        assert_eq!(compared(107, 42), "107 in 28 whole days, 42 before, +155 %");
        assert_eq!(compared(39, 9), "39 in 28 whole days, 9 before");
        assert_eq!(compared(102, 100), "102 in 28 whole days, 100 before");
        assert_eq!(compared(5, 0), "5 in 28 whole days, none before");
        assert_eq!(compared(7, 7), "7 in 28 whole days, as before");
    }

    #[test]
    fn today_has_a_count_and_an_unknown_day_has_none() {
        let mut days = Days { counts: [Some(4); SHOWN], whole: None };
        assert_eq!(days.words(), "today 4");
        days.counts[SHOWN - 1] = Some(5);
        assert_eq!(days.words(), "peak today 5");
        days.counts[SHOWN - 1] = None;
        assert_eq!(days.words(), "");
    }

    #[test]
    fn days_since_the_inquiries_were_read_are_not_known() {
        let (store, now) = (Store::new("main"), Timestamp(100 * 86_400 + 3_600));
        let read = |days: i64| Days::of_inquiries(&store, Timestamp(now.0 - days * 86_400), now);
        assert_eq!((read(0).counts[SHOWN - 1], read(0).whole), (Some(0), Some((0, 0))));
        let old = read(3);
        assert_eq!(old.counts[SHOWN - 4..], [Some(0), None, None, None]);
        assert_eq!((old.whole, old.words().as_str()), (None, ""));
    }
}
