//! Counts of a report by day, by UTC like the reports.

use super::visits::DAYS;
use crate::api::Seen;
use crate::api::types::Chart;
use crate::base::Timestamp;

/// Number of days in the last 30 times 24 hours, with a part of the first and of the last day.
pub const SHOWN: usize = DAYS as usize + 1;
/// Fewest known days for which a chart is drawn.
const FEWEST: usize = 3;

/// Number of a day, counted from 1970-01-01 by UTC.
pub fn day(at: Timestamp) -> i64 {
    at.0.div_euclid(86_400)
}

/// Counts of a chart by the number of the day; empty for a chart whose steps are not days.
pub fn by_day(chart: &Seen<Chart>) -> Vec<(i64, u64)> {
    let slots = chart.get().and_then(|chart| chart.slots.get());
    let counts = slots
        .into_iter()
        .flat_map(|slots| &slots.0)
        .filter_map(|slot| Some((slot.ts.copied()?, u64::try_from(slot.hits.copied()?).ok()?)));
    let counts: Vec<(Timestamp, u64)> = counts.collect();
    let is_day = counts.windows(2).all(|two| (1..7).contains(&(day(two[1].0) - day(two[0].0))));
    if is_day { counts.into_iter().map(|(at, hits)| (day(at), hits)).collect() } else { Vec::new() }
}

/// Counts of the days that end with today, the oldest first; `None` for a day that is not in `counts`.
pub fn until(now: Timestamp, counts: &[(i64, u64)]) -> [Option<u32>; SHOWN] {
    let mut days = [None; SHOWN];
    for (known, hits) in counts {
        let place = usize::try_from(day(now) - known).ok().and_then(|ago| (SHOWN - 1).checked_sub(ago));
        if let Some(place) = place {
            days[place] = Some(u32::try_from(*hits).unwrap_or(u32::MAX));
        }
    }
    days
}

/// Counts to draw; empty where too few are known.
pub fn line(days: &[Option<u32>]) -> Vec<Option<u32>> {
    if days.iter().flatten().count() < FEWEST { Vec::new() } else { days.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_days_are_no_line_and_a_missing_day_is_not_zero() {
        let now = Timestamp(100 * 86_400 + 3_600);
        assert_eq!(line(&until(now, &[(73, 1), (79, 0), (101, 9)])), []);
        assert_eq!(line(&until(now, &[(73, 1), (79, 0), (82, 7)]))[9..13], [Some(0), None, None, Some(7)]);
    }
}
