use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::axis::{Scale, dates};
use super::{Charts, TimeChart};
use crate::base::{Timestamp, Zone};
use crate::ui::{Canvas, Colours, Ground, Look, Theme, testing, text};

#[test]
fn ticks_are_round_whole_rows_apart_and_hold_every_value() {
    let ticks = |high, rows| Scale::new(0.0, high, rows).ticks().collect::<Vec<_>>();
    assert_eq!(ticks(97.0, 8), [0.0, 25.0, 50.0, 75.0, 100.0]);
    assert_eq!(ticks(3.0, 9), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(ticks(252.0, 3), [0.0, 300.0], "a low chart has a top of its own");
    assert_eq!(ticks(102.0, 4), [0.0, 120.0], "not twice as much");
    assert_eq!(ticks(1.0, 9), [0.0, 1.0], "there is no half of a visitor");
    for high in [0.5, 1.0, 3.0, 7.0, 12.0, 99.0, 101.0, 1_234.0, 98_765.0, 4_000_000.0] {
        for low in [0.0, high / 2.0, high * 0.9] {
            for rows in 2..40 {
                let scale = Scale::new(low, high, rows);
                let label = format!("{low} to {high} in {rows}: {scale:?}");
                assert!(scale.low <= low && scale.high() >= high * (1.0 - 1e-9), "{label}");
                assert!(scale.rows() <= rows && (scale.steps == 1 || scale.each >= 2), "{label}");
                let ten = 10_f64.powf((scale.step * 1.000_001).log10().floor());
                let tops: &[f64] = if scale.steps == 1 { &[1.2, 1.5, 3.0, 4.0, 6.0, 8.0] } else { &[] };
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
    for days in [1, 2, 7, 30, 90, 365, 380, 700, 2_000, 9_000] {
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

#[test]
fn an_axis_of_more_than_a_year_says_which() {
    let words = |days: i64| {
        let dates = dates(1_700_000_000, 1_700_000_000 + days * 86_400, 60, Zone::Utc);
        dates.into_iter().map(|(_, word)| word).take(2).collect::<Vec<_>>()
    };
    assert_eq!(words(364), ["14 Nov", "13 Feb"]);
    assert_eq!(words(380)[0], "14 Nov 2023");
    assert!(!words(380)[1].contains("20"), "{:?}", words(380));
    assert_eq!(words(2_000)[0], "Nov 2023");
}

/// Tried with the heights that charts have in windows of 24 lines or more.
#[test]
fn no_third_of_a_chart_is_empty() {
    for high in 1..5_000 {
        let high = f64::from(high);
        for rows in 6..17 {
            let scale = Scale::new(0.0, high, rows);
            assert!(high / scale.high() > 0.66, "{high} in {rows}: {scale:?}");
        }
    }
    assert_eq!(Scale::new(0.0, 205.0, 12).ticks().last(), Some(250.0), "ten rows of it, not twelve up to 300");
}

/// Chart of these values in so many cells and rows.
fn drawn(values: &[f64], is_line: bool, charts: Charts, size: (u16, u16)) -> Buffer {
    drawn_of(values, &[], is_line, charts, size)
}

/// Chart of bars with the window before.
fn drawn_over(values: &[f64], before: &[f64], charts: Charts, size: (u16, u16)) -> Buffer {
    drawn_of(values, before, false, charts, size)
}

fn drawn_of(values: &[f64], before: &[f64], is_line: bool, charts: Charts, (width, height): (u16, u16)) -> Buffer {
    let begin = |at: usize| Timestamp(testing::NOW.0 - (values.len() - at) as i64 * 86_400);
    let points: Vec<_> = values.iter().enumerate().map(|(at, value)| (begin(at), *value)).collect();
    let words = |value: f64| text::grouped(value as usize);
    let chart = TimeChart { points: &points, to: testing::NOW, before, is_line, ..TimeChart::new(&words) };
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    testing::look(|look| {
        let look = Look { ascii: charts == Charts::Ascii, charts, ..*look };
        chart.render(&look, buf.area, &mut buf);
    });
    buf
}

/// Column of the axis, and its labels, each with its row and its mark.
fn labels(buf: &Buffer) -> (u16, Vec<(u16, f64, String)>) {
    let cell = |x, y| buf[(x, y)].symbol();
    let side = (0..buf.area.width).find(|x| ["│", "|"].contains(&cell(*x, buf.area.height - 3)));
    let side = side.expect("an axis");
    let label = |y| {
        let words: String = (0..side - 1).map(|x| cell(x, y)).filter(|sign| !" ,".contains(*sign)).collect();
        Some((y, words.parse().ok()?, cell(side - 1, y).to_owned()))
    };
    (side, (0..buf.area.height).filter_map(label).collect())
}

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.contains(Modifier::REVERSED)
}

#[test]
fn a_value_ends_at_the_mark_of_its_label() {
    // A full cell is a background colour or, where the colour cannot be one, a block.
    let signs =
        [(Charts::Blocks, "▔", [" █", "▀"]), (Charts::Braille, "▔", ["⠉", "⠉"]), (Charts::Ascii, "'", ["#", "*"])];
    for (charts, mark, tops) in signs {
        for (is_line, top) in [false, true].into_iter().zip(tops) {
            for (most, size) in [(100.0, (40, 12)), (50.0, (80, 9)), (205.0, (160, 14)), (7_500.0, (60, 8))] {
                let least = if is_line { most / 4.0 } else { 0.0 };
                let (side, ticks) = labels(&drawn(&[least, most], is_line, charts, size));
                assert!(ticks.iter().all(|(_, _, sign)| sign == mark), "{charts} to {most}: {ticks:?}");
                let inside = || ticks.iter().filter(|(_, value, _)| (least..=most).contains(value) && *value > 0.0);
                assert!(inside().next().is_some(), "{charts} to {most} has labels: {ticks:?}");
                for (y, value, _) in inside() {
                    // The third of the five points is level with both its neighbours.
                    let buf = drawn(&[least, *value, *value, *value, most], is_line, charts, size);
                    let shown = format!("{charts}, line {is_line}, {value} of {most}\n{}", testing::text(&buf));
                    let room = size.0 - side - 1;
                    let bar = room / 5;
                    let x = side + 1 + if is_line || charts == Charts::Braille { room / 2 } else { bar * 2 + bar / 2 };
                    let highest = (0..size.1 - 2).find(|y| !is_blank(&buf[(x, *y)]));
                    assert_eq!(highest, Some(*y), "it ends in the row of its label: {shown}");
                    assert!(top.contains(buf[(x, *y)].symbol()), "it reaches the upper edge of it: {shown}");
                    assert_eq!(buf[(side, size.1 - 2)].symbol(), mark, "the axis is at the foot of the bars");
                }
            }
        }
    }
}

/// The values are a price that rises, is taken away and comes back.
#[test]
fn a_line_chart_follows_rises_falls_and_gaps() {
    let prices = [900.0, 1_200.0, f64::NAN, 2_500.0, 1_950.0];
    let points: Vec<_> =
        (0..).zip(prices).map(|(at, price)| (Timestamp(testing::NOW.0 - (5 - at) * 20 * 86_400), price)).collect();
    let words = |price: f64| text::grouped(price as usize);
    let chart = TimeChart { points: &points, to: testing::NOW, is_line: true, ..TimeChart::new(&words) };
    insta::assert_snapshot!("line", testing::charts(|look, area, buf| chart.render(look, area, buf)));
}

/// The line of the window before is visible in every bar (lower, higher or as high), and between two bars.
#[test]
fn the_previous_window_is_visible_beside_any_bar() {
    let values = [80.0, 80.0, 40.0, 10.0, 0.0, 79.0, 35.0];
    let before = [10.0, 80.0, 40.0, 60.0, 30.0, 35.0, 35.0];
    let charts = Charts::Blocks;
    for size in [(40, 10), (90, 10)] {
        let (buf, plain) = (drawn_over(&values, &before, charts, size), drawn(&values, false, charts, size));
        let (side, _) = labels(&buf);
        let step = usize::from(size.0 - side - 1) / values.len();
        for (at, before) in before.iter().enumerate() {
            // The first column of the bar.
            let x = side + 1 + (at * step) as u16;
            let rows: Vec<u16> = (0..size.1 - 2).filter(|y| buf[(x, *y)] != plain[(x, *y)]).collect();
            let shown = format!("{charts}, point {at}\n{}", testing::text(&buf));
            let [row] = rows[..] else { panic!("one cell of the line, not {rows:?}: {shown}") };
            // 80 is the top of the axis, eight rows above its bottom.
            let level = (before / 10.0_f64).ceil() as u16;
            assert_eq!(row, size.1 - 2 - level, "{shown}");
            assert_eq!(buf[(x, row)].symbol(), "─", "{shown}");
        }
    }
}

/// Blocks filled from the bottom leave a line below them in most fonts.
#[test]
fn no_line_separates_the_top_cell_of_a_bar_from_the_rest() {
    let values: Vec<f64> = (0..=64).map(f64::from).collect();
    let buf = drawn(&values, false, Charts::Blocks, (200, 10));
    let (side, _) = labels(&buf);
    for y in 0..7 {
        for x in side + 1..200 {
            assert!(!"▁▂▃▄▅▆▇".contains(buf[(x, y)].symbol()) || is_blank(&buf[(x, y)]), "{}", testing::text(&buf));
        }
    }
}

#[test]
fn full_cells_of_a_share_have_its_colour_behind_them_so_that_no_font_leaves_a_seam() {
    let area = Rect::new(0, 0, 8, 1);
    let mut buf = Buffer::empty(area);
    let style = Style::new().fg(Color::Rgb(1, 2, 3));
    testing::look(|look| super::bar(&Look { charts: Charts::Blocks, ..*look }, 0.55, area, style, &mut buf));
    let behind: Vec<_> = buf.content.iter().map(|cell| (cell.symbol(), cell.bg == Color::Rgb(1, 2, 3))).collect();
    assert_eq!(behind[..5], [("█", true), ("█", true), ("█", true), ("█", true), ("▍", false)]);
}

#[test]
fn a_point_that_stands_out_has_one_sign_however_wide_its_bar_is() {
    for (charts, sign) in [(Charts::Blocks, "◆"), (Charts::Braille, "◆"), (Charts::Ascii, "*")] {
        for width in [30, 80, 200] {
            let buf = drawn(&[1.0, 9.0, 4.0, 5.0], false, charts, (width, 10));
            let signs = (0..width).filter(|x| buf[(*x, 8)].symbol() == sign).count();
            assert_eq!(signs, 1, "{}", testing::text(&buf));
        }
    }
}

#[test]
fn bars_stand_in_equal_steps() {
    for charts in [Charts::Blocks, Charts::Ascii] {
        for width in 70..240 {
            let buf = drawn(&[5.0; 31], false, charts, (width, 10));
            let (side, _) = labels(&buf);
            let is_bar = |x: &u16| !is_blank(&buf[(*x, 7)]);
            let begins = (side + 1..width).filter(|x| is_bar(x) && (*x == side + 1 || !is_bar(&(x - 1))));
            let begins: Vec<u16> = begins.collect();
            let steps: Vec<u16> = begins.windows(2).map(|two| two[1] - two[0]).collect();
            let shown = || format!("{charts} in {width}\n{}", testing::text(&buf));
            // Where bars touch, no blank is between them.
            assert!([1, 31].contains(&begins.len()), "{}", shown());
            assert!(steps.iter().all(|step| *step == steps[0]), "{}", shown());
        }
    }
}

#[test]
fn partial_days_are_shaded_where_grey_cannot_mark_them() {
    for (colours, ground, is_shaded) in [
        (Colours::Sixteen, Ground::Light, true),
        (Colours::Sixteen, Ground::Dark, true),
        (Colours::None, Ground::Dark, true),
        (Colours::Full, Ground::Light, false),
    ] {
        let theme = Theme::default().on(Canvas { colours, ground });
        let points: Vec<_> = (0..5)
            .map(|day| (Timestamp(testing::NOW.0 - (5 - day) * 86_400), if day == 2 { 9.0 } else { 6.0 }))
            .collect();
        let words = |value: f64| text::grouped(value as usize);
        let whole = (points[1].0, testing::NOW);
        let chart = TimeChart { points: &points, to: testing::NOW, counted: whole, ..TimeChart::new(&words) };
        let mut buf = Buffer::empty(Rect::new(0, 0, 60, 10));
        testing::look(|look| chart.render(&Look { theme: &theme, ..*look }, buf.area, &mut buf));
        assert_eq!(testing::text(&buf).contains('░'), is_shaded, "{colours:?} {ground:?}\n{}", testing::text(&buf));
    }
}

/// Bars of one cell would hide the window before and leave up to half of the room empty; a line of dots uses all of it.
/// Bars in equal steps leave free the cells that do not suffice for one more cell in each step.
#[test]
fn a_chart_of_a_quarter_fills_its_width() {
    let values: Vec<f64> = (0..91).map(|day| f64::from(20 + day % 7)).collect();
    for width in [80, 120, 160, 200] {
        let buf = drawn(&values, false, Charts::Blocks, (width, 10));
        let last = (0..width).rev().find(|x| (0..8).any(|y| !is_blank(&buf[(*x, y)])));
        let left = if width == 200 { (width - 4) % 91 } else { 0 };
        assert!(last.is_some_and(|x| x + 4 + left > width), "{}", testing::text(&buf));
    }
}

#[test]
fn a_line_goes_through_every_value_of_a_column() {
    let mut values = [1_450.0; 100];
    values[50] = 1_595.0;
    for charts in [Charts::Blocks, Charts::Braille, Charts::Ascii] {
        let buf = drawn(&values, true, charts, (40, 10));
        let (side, ticks) = labels(&buf);
        let top = ticks.first().expect("a label").0;
        let is_high = (side + 1..40).any(|x| (top..top + 2).any(|y| !is_blank(&buf[(x, y)])));
        assert!(is_high, "{charts}\n{}", testing::text(&buf));
    }
}

#[test]
fn the_previous_window_has_a_sign_of_its_own_in_ascii() {
    let (values, before) = ([80.0, 20.0, 60.0, 0.0], [20.0, 60.0, 60.0, 40.0]);
    let [over, alone] =
        [&before[..], &[]].map(|before| testing::text(&drawn_over(&values, before, Charts::Ascii, (60, 10))));
    assert!(over.contains(Charts::Ascii.before()) && !alone.contains(Charts::Ascii.before()), "{over}\n{alone}");
    assert!(!over.contains('+') && over.matches('|').count() == alone.matches('|').count(), "{over}\n{alone}");
}
