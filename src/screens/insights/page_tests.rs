use super::super::blocks::{Block, Fact, Row, Rows, Series};
use super::{Laid, Page, Spot};
use crate::base::Timestamp;
use crate::ui::Facts;
use crate::ui::testing::{NOW, charts};

const DAY: i64 = 86_400;

fn drawn(block: Block, row: Option<usize>) -> String {
    let blocks = [block];
    charts(|look, area, buf| {
        let (laid, cursor) = (Laid::of(&blocks, area), Some(Spot { block: 0, row }));
        Page { blocks: &blocks, laid: &laid, cursor, reading: Some(20) }.render(look, area, buf, &mut Facts::default());
    })
}

fn rows(title: &str, of: &[(&str, i64, &str)]) -> Block {
    let all: i64 = of.iter().map(|(_, hits, _)| hits).sum();
    let row = |(label, hits, more): &(&str, i64, &str)| Row {
        label: (*label).to_owned(),
        hits: *hits,
        share: Some(*hits as f64 * 100.0 / all as f64),
        more: (!more.is_empty()).then(|| Fact::text("more", more, (*more).to_owned())).into_iter().collect(),
        ..Row::default()
    };
    Block::Rows(Rows { title: title.to_owned(), rows: of.iter().map(row).collect(), ..Rows::default() })
}

/// Days without visits, days with a few, and one that stands out.
#[test]
fn a_chart_is_drawn_as_its_snapshot() {
    let hits = |day: i64| if day % 7 == 5 { 0.0 } else { ((day * 37) % 61 + if day == 12 { 1_100 } else { 0 }) as f64 };
    let points = (0..30).map(|day| (Timestamp(NOW.0 - (30 - day) * DAY), hits(day))).collect();
    let before = (0..30).map(|day| hits(day + 3) * 0.7).collect();
    let series = Series {
        marks: Vec::new(),
        title: "Visitors per day".to_owned(),
        noun: "visitors",
        points,
        also: Vec::new(),
        to: NOW,
        window: (Timestamp(NOW.0 - 30 * DAY), NOW),
        days: 30,
        before,
        none_before: None,
        unread: 0,
        total: None,
    };
    insta::assert_snapshot!("chart", drawn(Block::Chart(series), None));
}

#[test]
fn bars_are_drawn_as_their_snapshot() {
    let countries = [("Germany", 14_920, ""), ("United Kingdom", 6_011, ""), ("Norway", 211, ""), ("Malta", 0, "")];
    insta::assert_snapshot!("bars", drawn(rows("Countries", &countries), Some(1)));
}

#[test]
fn a_funnel_is_drawn_as_its_snapshot() {
    let steps = [
        ("Visitors", 48_210, ""),
        ("Started the form", 1_902, "3.9 % of the step before"),
        ("Sent an inquiry", 911, "47.9 % of the step before"),
    ];
    insta::assert_snapshot!("funnel", drawn(rows("Funnel", &steps), Some(0)));
}
