//! Ticks: round numbers on the axis of values, dates on that of time.

use crate::base::{Timestamp, Zone};
use crate::ui::text;

const DAY: i64 = 86_400;
/// Days between two dates that are tried, fewest first.
const SPANS: [i64; 11] = [1, 2, 7, 14, 30, 91, 182, 365, 1_826, 3_652, 18_262];
/// Blank cells between two dates.
const GAP: usize = 2;

/// Fewest rows between two ticks, so that their words do not touch.
const APART: u16 = 2;
/// Score of an axis by its steps: one, two, three or more. A plot whose highest value fills every row scores 1.
const SEVERAL: [f64; 3] = [0.0, 0.4, 0.5];
/// Weight of how full the axis itself is, beside how many of the chart's rows it fills: a lower chart scores higher
/// than one with an empty third at its top.
const OWN: f64 = 0.5;

/// Steps between ticks that are tried, times a power of ten.
const ROUND: [f64; 4] = [1.0, 2.0, 2.5, 5.0];
/// Further tops of a low chart, which has no labels between top and bottom.
const TOPS: [f64; 6] = [1.2, 1.5, 3.0, 4.0, 6.0, 8.0];

/// Axis of values with round ticks, each the same whole number of rows from the next, so that equal distances mean
/// equal amounts. A tick is the upper edge of a row, the lowest tick the lower edge of the last row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub low: f64,
    /// Amount between two ticks.
    pub step: f64,
    pub steps: u16,
    /// Rows between two ticks.
    pub each: u16,
}

impl Scale {
    /// Axis of at most `rows` rows that contains both values, with the higher one near its top.
    pub fn new(low: f64, high: f64, rows: u16) -> Self {
        let span = (high - low).max(f64::EPSILON);
        let (ten, rows) = (span.log10().floor() as i32, rows.max(1));
        let of = |step: f64| {
            let low = (low / step).floor() * step;
            let steps = ((high - low) / step - 1e-9).ceil().max(1.0);
            let fits = steps < 2.0 || steps * f64::from(APART) <= f64::from(rows);
            fits.then(|| Self { low, step, steps: steps as u16, each: rows / steps as u16 })
        };
        let worth = |scale: &Self| {
            let own = (high - scale.low) / (scale.high() - scale.low);
            let filled = own * f64::from(scale.rows()) / f64::from(rows);
            filled + own * OWN + SEVERAL[usize::from(scale.steps).min(SEVERAL.len()) - 1]
        };
        let tens = |round: &'static [f64]| {
            (ten - 1..=ten + 2).flat_map(|ten| round.iter().map(move |step| step * 10_f64.powi(ten)))
        };
        // Values from 1 on are counts such as visitors, so a step is a whole number.
        let counts = |step: &f64| step.fract() == 0.0 || high.abs() < 1.0;
        let tops = tens(&TOPS).filter(counts).filter_map(of).filter(|scale| scale.steps == 1);
        let scales = tops.chain(tens(&ROUND).filter(counts).filter_map(of));
        let best = scales.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.unwrap_or(Self { low: low.min(high - span), step: span, steps: 1, each: rows })
    }

    /// Value of the last tick.
    pub fn high(&self) -> f64 {
        self.low + self.step * f64::from(self.steps)
    }

    /// Rows of the whole axis.
    pub fn rows(&self) -> u16 {
        self.steps * self.each
    }

    /// Values of the ticks, from the lowest.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        (0..=self.steps).map(|at| self.low + f64::from(at) * self.step)
    }
}

/// Dates below `cells` columns between two moments: the column each starts at, and its words.
pub fn dates(from: i64, to: i64, cells: u16, zone: Zone) -> Vec<(u16, String)> {
    let (span, cells) = ((to - from).max(1), usize::from(cells));
    let first = Timestamp(from).day_begin(zone);
    let word = |at: i64| match span / DAY {
        // The same day of the year occurs twice, so the first has its year.
        days if at == first && (366..=2 * 365).contains(&days) => Timestamp(at).day_of_year(zone),
        days => Timestamp(at).on_axis(zone, days > 2 * 365),
    };
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
        // The last date may not fit.
        (column + text::width(&word) <= cells).then_some((column as u16, word))
    };
    all(*days).filter_map(inside).collect()
}
