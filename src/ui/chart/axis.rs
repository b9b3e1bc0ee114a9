//! Ticks: round numbers up an axis, dates along one.

use crate::base::{Timestamp, Zone};
use crate::ui::text;

const DAY: i64 = 86_400;
/// Days from one date to the next, the nearest first.
const SPANS: [i64; 11] = [1, 2, 7, 14, 30, 91, 182, 365, 1_826, 3_652, 18_262];
/// Cells between two dates.
const GAP: usize = 2;

/// Round numbers with equal distances, at most `most` of them (two at least), the first not above `low` and the last not
/// below `high`.
pub fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let span = (high - low).max(f64::EPSILON);
    let rough = span / most.saturating_sub(1).max(1) as f64;
    let ten = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0].map(|step| step * ten);
    let many = |step: f64| ((high / step).ceil() - (low / step).floor()) as usize + 1;
    let step = steps.into_iter().find(|step| *step >= rough && many(*step) <= most.max(2)).unwrap_or(steps[4]);
    let first = (low / step).floor();
    (0..many(step)).map(|at| (first + at as f64) * step).collect()
}

/// The dates below `cells` columns from one moment to another: the column each begins at, and its words.
pub fn dates(from: i64, to: i64, cells: u16, zone: Zone) -> Vec<(u16, String)> {
    let (span, cells) = ((to - from).max(1), usize::from(cells));
    let word = |at: i64| Timestamp(at).on_axis(zone, span > 2 * 365 * DAY);
    let first = Timestamp(from).day_begin(zone);
    let all = |days: i64| {
        let column = |at: i64| usize::try_from(at - from).map_or(0, |past| past * cells / span as usize);
        (0..)
            .map(move |nth| first + nth * days * DAY)
            .take_while(move |at| *at < to)
            .map(move |at| (column(at), word(at)))
    };
    let fits = |days: &i64| {
        let mut free = 0;
        all(*days).all(|(column, word)| column >= std::mem::replace(&mut free, column + text::width(&word) + GAP))
    };
    let days = SPANS.iter().find(|days| fits(days)).unwrap_or(&SPANS[SPANS.len() - 1]);
    let inside = |(column, word): (usize, String)| {
        // The last one may begin too far to the right to be read.
        (column + text::width(&word) <= cells).then_some((column as u16, word))
    };
    all(*days).filter_map(inside).collect()
}
