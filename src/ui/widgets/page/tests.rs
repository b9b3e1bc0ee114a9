use super::*;
use crate::ui::testing::{draw, look};

fn plain(lines: &[Line<'_>]) -> Vec<String> {
    lines.iter().map(|line| line.iter().map(|(_, piece)| piece.as_ref()).collect()).collect()
}

#[test]
fn fields_line_up_and_long_values_go_on_below_themselves() {
    let parts = [Part::field("Buyer", "Anna Lindqvist"), Part::field("Country of origin", ""), Part::Blank];
    assert_eq!(plain(&lay_out(&parts, 60, false)), ["Buyer              Anna Lindqvist", "Country of origin  —", ""]);
    let narrow = plain(&lay_out(&parts[..1], 18, false));
    assert_eq!(narrow, ["Buyer  Anna", "       Lindqvist"]);
}

#[test]
fn a_long_label_of_a_narrow_page_stays_whole_and_takes_no_room_from_other_values() {
    let parts = [Part::field("Buyer", "Anna Lindqvist"), Part::field("Country of origin", "Sweden, or where it is")];
    let lines = plain(&lay_out(&parts, 30, false));
    assert_eq!(
        lines,
        [
            "Buyer          Anna Lindqvist",
            "Country of origin",
            "               Sweden, or",
            "               where it is"
        ]
    );
}

#[test]
fn values_of_a_preview_begin_in_one_column() {
    let parts = [Part::field("BIN price", "$900"), Part::field("Portfolio site", "no")];
    assert_eq!(plain(&lay_out(&parts, 32, false)), ["BIN price       $900", "Portfolio site  no"]);
}

#[test]
fn fields_without_a_value_come_last_in_a_preview_or_are_left_out() {
    let (without, with) = (Part::field("Target price", ""), Part::field("BIN price", "$900"));
    let parts = || vec![Part::Title("Sale".to_owned()), without.clone(), with.clone()];
    assert_eq!(brief(&parts(), true), [Part::Title("Sale".to_owned()), with.clone()]);
    assert_eq!(brief(&parts(), false), [Part::Title("Sale".to_owned()), with.clone(), Part::Blank, without.clone()]);
    let alone = vec![with.clone(), Part::Blank, Part::Title("Inquiries".to_owned()), without.clone()];
    assert_eq!(brief(&alone, true), [with.clone(), Part::Blank]);
    assert_eq!(brief(&alone, false).len(), 5, "where no row opens, the field follows");
}

#[test]
fn facts_go_on_below_their_beginning_and_are_never_cut() {
    let pieces = [(Role::Accent, "Visits"), (Role::Dim, "  g v  "), (Role::Text, "120 in 30 days · 98 before")];
    let parts = [Part::Facts(pieces.map(|(role, words)| (role, words.to_owned())).into())];
    let shown = |width: usize| plain(&lay_out(&parts, width, false));
    assert_eq!(shown(40), ["Visits  g v  120 in 30 days · 98 before"]);
    assert_eq!(shown(30), ["Visits  g v  120 in 30 days ·", "             98 before"]);
    assert_eq!(shown(20), ["Visits  g v  ", "  120 in 30 days ·", "  98 before"], "too little room beside it");
    for width in 0..60 {
        let whole = shown(width).concat().replace(' ', "");
        assert!(width < 10 || whole.ends_with("120in30days·98before"), "{width}: {whole}");
    }
}

/// Proves R-09.
#[test]
fn strangers_words_are_set_off_on_every_line() {
    let parts = [Part::Quote(Role::Text, "3 archived · u undo\nreally".into())];
    assert!(plain(&lay_out(&parts, 12, false)).iter().all(|line| line.starts_with("│ ")));
}

#[test]
fn a_quoted_line_keeps_its_mark_where_it_goes_on() {
    let parts = [Part::Quote(Role::Dim, ">> is it included?\n>\nno".into())];
    assert_eq!(plain(&lay_out(&parts, 14, false)), ["│ >> is it", "│ >> included?", "│ >", "│ no"]);
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
    assert!(shown.starts_with("line 0\n") && shown.contains("↓ 21 more"), "{shown}");
    view.drawn(&facts);
    view.by(500, 1);
    assert_eq!(view.top(), 21);
    view.by(1, -1);
    assert_eq!(view.top(), 20);
}

#[test]
fn the_number_of_lines_below_has_a_row_of_its_own() {
    let parts: Vec<Part> = (0..30).map(|n| Part::Text(Role::Text, format!("line {n} of thirty"))).collect();
    let mut view = PageView::default();
    let mut facts = Facts::default();
    let shown = draw(20, 10, |area, buf| look(|look| view.render(&parts, look, area, buf, &mut facts)));
    let lines: Vec<&str> = shown.lines().map(str::trim).collect();
    assert_eq!(lines[8..], ["line 8 of thirty", "↓ 21 more"], "{shown}");
    view.drawn(&facts);
    press(&mut view, "text.page_down");
    assert_eq!(view.top(), 8, "the last line is the first one of the next page");
}

/// Draws the view and gives it the facts of the frame, as the loop does.
fn shown(view: &mut PageView, parts: &[Part]) -> String {
    let mut facts = Facts::default();
    let frame = draw(24, 8, |area, buf| look(|look| view.render(parts, look, area, buf, &mut facts)));
    view.drawn(&facts);
    frame
}

fn press(view: &mut PageView, name: &str) -> Outcome {
    let store = crate::store::Store::default();
    let mut effects = Vec::new();
    let mut cx = crate::ui::Cx { world: crate::ui::testing::world(&store), effects: &mut effects };
    crate::ui::run_in(PageView::COMMANDS, name, view, &crate::ui::Args::default(), &mut cx)
        .or_else(|| crate::ui::run_in(PageView::FINDING, name, view, &crate::ui::Args::default(), &mut cx))
        .expect("a command of the view")
}

#[test]
fn a_search_goes_from_match_to_match_and_back_to_its_start() {
    let parts: Vec<Part> = (0..40)
        .map(|line| Part::Text(Role::Text, format!("{} {line}", if line % 9 == 4 { "Nordvind" } else { "line" })))
        .collect();
    let mut view = PageView::default();
    shown(&mut view, &parts);
    assert!(matches!(press(&mut view, "text.next_match"), Outcome::Refused(_)), "nothing is looked for yet");
    press(&mut view, "text.find");
    assert!(view.is_finding());
    for character in "nordv".chars() {
        let key = crossterm::event::KeyEvent::from(crossterm::event::KeyCode::Char(character));
        view.text(&crate::ui::TextEvent::Key(key));
        shown(&mut view, &parts);
    }
    let first = shown(&mut view, &parts);
    assert!(first.contains("Nordvind 4") && first.contains("/ nordv") && first.contains("1 of 4"), "{first}");
    press(&mut view, "find.accept");
    for expected in ["Nordvind 13", "Nordvind 22", "Nordvind 31", "Nordvind 4"] {
        press(&mut view, "text.next_match");
        assert!(shown(&mut view, &parts).contains(expected), "{expected}");
    }
    press(&mut view, "text.previous_match");
    assert!(shown(&mut view, &parts).contains("4 of 4"));
    assert!(view.clear_find() && !view.clear_find());
    let top = view.top();
    press(&mut view, "text.find");
    view.text(&crate::ui::TextEvent::Paste("no such thing".to_owned()));
    assert!(shown(&mut view, &parts).contains("not found"));
    press(&mut view, "find.cancel");
    shown(&mut view, &parts);
    assert_eq!((view.top(), view.is_finding()), (top, false));
}

#[test]
fn a_line_of_pieces_is_cut_with_its_sign() {
    let parts = [Part::Line(vec![(Role::Text, "abcdef".to_owned()), (Role::Dim, "ghijkl".to_owned())])];
    assert_eq!(plain(&lay_out(&parts, 12, false)), ["abcdefghijkl"]);
    assert_eq!(plain(&lay_out(&parts, 9, false)), ["abcdefgh…"]);
    assert_eq!(plain(&lay_out(&parts, 6, false)), ["abcde…"]);
}
