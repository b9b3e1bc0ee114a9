use super::super::blocks::{Block, Row, Rows, Series};
use super::{Laid, Page, Spot};
use crate::base::Timestamp;
use crate::ui::testing::{NOW, charts};

const DAY: i64 = 86_400;

fn drawn(block: Block, row: Option<usize>) -> String {
    let blocks = [block];
    charts(|look, area, buf| {
        let (laid, cursor) = (Laid::of(&blocks, area), Some(Spot { block: 0, row }));
        Page { blocks: &blocks, laid: &laid, cursor, reading: Some(20) }.render(look, area, buf);
    })
}

fn rows(title: &str, of: &[(&str, i64, &str)]) -> Block {
    let all: i64 = of.iter().map(|(_, hits, _)| hits).sum();
    let row = |(label, hits, more): &(&str, i64, &str)| Row {
        label: (*label).to_owned(),
        hits: *hits,
        share: Some(*hits as f64 * 100.0 / all as f64),
        more: (*more).to_owned(),
        name: None,
    };
    Block::Rows(Rows { title: title.to_owned(), rows: of.iter().map(row).collect(), note: None })
}

/// Days with nothing, days with next to nothing, and one that stands out.
#[test]
fn how_counts_over_time_look() {
    let hits = |day: i64| if day % 7 == 5 { 0.0 } else { ((day * 37) % 61 + if day == 12 { 1_100 } else { 0 }) as f64 };
    let points = (0..30).map(|day| (Timestamp(NOW.0 - (30 - day) * DAY), hits(day))).collect();
    let series = Series { title: "Visitors per day".to_owned(), noun: "visitors", points, more: Vec::new(), to: NOW };
    insta::assert_snapshot!("chart", drawn(Block::Chart(series), None));
}

#[test]
fn how_bars_look() {
    let countries = [("Germany", 14_920, ""), ("United Kingdom", 6_011, ""), ("Norway", 211, ""), ("Malta", 0, "")];
    insta::assert_snapshot!("bars", drawn(rows("Countries", &countries), Some(1)));
}

#[test]
fn how_a_funnel_looks() {
    let steps = [
        ("Visitors", 48_210, ""),
        ("Started the form", 1_902, "3.9 % of the step before"),
        ("Sent an inquiry", 911, "47.9 % of the step before"),
    ];
    insta::assert_snapshot!("funnel", drawn(rows("Funnel", &steps), Some(0)));
}

#[test]
fn how_a_heat_strip_looks() {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let cells = (0..).zip(days).map(|(at, day)| (day.to_owned(), at * at * 7)).collect();
    insta::assert_snapshot!("heat", drawn(Block::Heat { title: "Weekdays".to_owned(), cells }, None));
}
