use super::TimeChart;
use super::axis::{dates, ticks};
use crate::base::{Timestamp, Zone};
use crate::ui::{testing, text};

#[test]
fn ticks_are_round_equally_far_apart_and_hold_every_value() {
    assert_eq!(ticks(0.0, 97.0, 5), [0.0, 50.0, 100.0]);
    assert_eq!(ticks(0.0, 4.0, 5), [0.0, 1.0, 2.0, 3.0, 4.0]);
    for high in [0.5, 1.0, 3.0, 7.0, 12.0, 99.0, 101.0, 1_234.0, 98_765.0, 4_000_000.0] {
        for low in [0.0, high / 2.0, high * 0.9] {
            for most in 2..8 {
                let ticks = ticks(low, high, most);
                let label = format!("{low} to {high} in {most}: {ticks:?}");
                assert!(ticks.len() >= 2 && ticks.len() <= most.max(3), "{label}");
                assert!(ticks[0] <= low && ticks[ticks.len() - 1] >= high, "{label}");
                let step = ticks[1] - ticks[0];
                let ten = 10_f64.powf((step * 1.000_001).log10().floor());
                assert!([1.0, 2.0, 5.0].iter().any(|round| (step / ten - round).abs() < 1e-6), "{label}");
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
    let chart = TimeChart { points: &points, to: testing::NOW, is_line: true, words: &words, cursor: None };
    insta::assert_snapshot!("line", testing::charts(|look, area, buf| chart.render(look, area, buf)));
}
