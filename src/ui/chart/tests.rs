use super::TimeChart;
use super::axis::{Scale, dates};
use crate::base::{Timestamp, Zone};
use crate::ui::{testing, text};

#[test]
fn ticks_are_round_whole_rows_apart_and_hold_every_value() {
    let ticks = |high, rows| Scale::new(0.0, high, rows).ticks().collect::<Vec<_>>();
    assert_eq!(ticks(97.0, 8), [0.0, 25.0, 50.0, 75.0, 100.0]);
    assert_eq!(ticks(3.0, 9), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(ticks(252.0, 3), [0.0, 300.0], "a low chart has a top of its own");
    assert_eq!(ticks(1.0, 9), [0.0, 1.0], "there is no half of a visitor");
    for high in [0.5, 1.0, 3.0, 7.0, 12.0, 99.0, 101.0, 1_234.0, 98_765.0, 4_000_000.0] {
        for low in [0.0, high / 2.0, high * 0.9] {
            for rows in 2..40 {
                let scale = Scale::new(low, high, rows);
                let label = format!("{low} to {high} in {rows}: {scale:?}");
                assert!(scale.low <= low && scale.high() >= high * (1.0 - 1e-9), "{label}");
                assert!(scale.rows() <= rows && (scale.steps == 1 || scale.each >= 2), "{label}");
                let ten = 10_f64.powf((scale.step * 1.000_001).log10().floor());
                let tops: &[f64] = if scale.steps == 1 { &[1.5, 3.0, 4.0, 6.0, 8.0] } else { &[] };
                let is_round = |round: &f64| (scale.step / ten - round).abs() < 1e-6;
                assert!([1.0, 2.0, 2.5, 5.0].iter().chain(tops).any(is_round), "{label}");
                let filled = (high - scale.low) / (scale.high() - scale.low) * f64::from(scale.rows());
                assert!(filled >= f64::from(rows) * 0.4, "the highest value is near the top: {label}");
            }
        }
    }
}

#[test]
fn dates_never_touch_and_stay_inside() {
    for days in [1, 2, 7, 30, 90, 365, 2_000, 9_000] {
        for cells in 20..180 {
            let dates = dates(1_700_000_000, 1_700_000_000 + days * 86_400, cells, Zone::Utc);
            let mut free = 0;
            for (column, word) in dates {
                let column = usize::from(column);
                assert!(column >= free, "{days} days in {cells}: {word} at {column}");
                free = column + text::width(&word) + 1;
                assert!(free <= usize::from(cells) + 1, "{days} days in {cells}: {word} at {column}");
            }
        }
    }
}

/// A price that rises, is taken away and comes back.
#[test]
fn how_a_line_looks() {
    let prices = [900.0, 1_200.0, f64::NAN, 2_500.0, 1_950.0];
    let points: Vec<_> =
        (0..).zip(prices).map(|(at, price)| (Timestamp(testing::NOW.0 - (5 - at) * 20 * 86_400), price)).collect();
    let words = |price: f64| text::grouped(price as usize);
    let chart = TimeChart { points: &points, to: testing::NOW, is_line: true, ..TimeChart::new(&words) };
    insta::assert_snapshot!("line", testing::charts(|look, area, buf| chart.render(look, area, buf)));
}
