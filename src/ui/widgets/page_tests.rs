use super::*;
use crate::ui::testing::{draw, look};

fn plain(lines: &[Line<'_>]) -> Vec<String> {
    lines.iter().map(|line| line.iter().map(|(_, piece)| piece.as_ref()).collect()).collect()
}

#[test]
fn fields_line_up_and_long_values_go_on_below_themselves() {
    let parts = [Part::field("Buyer", "Anna Lindqvist"), Part::field("Country of origin", ""), Part::Blank];
    assert_eq!(plain(&lay_out(&parts, 40, false)), ["Buyer              Anna Lindqvist", "Country of origin  —", ""]);
    let narrow = plain(&lay_out(&parts[..1], 14, false));
    assert_eq!(narrow, ["Buyer  Anna", "       Lindqvi", "       st"]);
}

#[test]
fn strangers_words_are_set_off_on_every_line() {
    let parts = [Part::Quote("3 archived · u undo\nreally".to_owned())];
    assert!(plain(&lay_out(&parts, 12, false)).iter().all(|line| line.starts_with("│ ")));
}

#[test]
fn json_is_indented_and_loses_nothing() {
    let raw = r#"{"id":12,"a":[],"b":[1,-2.5e3,null],"c":{"d":"x \"y\" \\"}}"#;
    let lines = plain(&json::lines(raw, 80));
    assert_eq!(
        lines,
        [
            "{",
            "  \"id\": 12,",
            "  \"a\": [],",
            "  \"b\": [",
            "    1,",
            "    -2.5e3,",
            "    null",
            "  ],",
            "  \"c\": {",
            "    \"d\": \"x \\\"y\\\" \\\\\"",
            "  }",
            "}"
        ]
    );
}

#[test]
fn any_bytes_make_lines_that_fit() {
    proptest::proptest!(|(raw in "[\\[\\]{}:,\"\\\\a-z0-9 例\\n]{0,200}", width in 0usize..40)| {
        for line in json::lines(&raw, width) {
            let cells: usize = line.iter().map(|(_, piece)| text::width(piece)).sum();
            proptest::prop_assert!(cells <= width.max(8));
        }
    });
    assert!(json::lines(&"[".repeat(5_000), 40).len() == 5_000);
}

#[test]
fn scrolling_stops_at_both_ends() {
    let parts: Vec<Part> = (0..30).map(|line| Part::Text(Role::Text, format!("line {line}"))).collect();
    let mut view = PageView::default();
    let mut facts = Facts::default();
    let shown = draw(20, 10, |area, buf| look(|look| view.render(&parts, look, area, buf, &mut facts)));
    assert!(shown.starts_with("line 0\n") && shown.contains("↓ 20 more"), "{shown}");
    view.drawn(&facts);
    view.by(&Args { count: Some(500), ..Args::default() }, 1);
    assert_eq!(view.top(), 20);
    view.by(&Args::default(), -1);
    assert_eq!(view.top(), 19);
}
