use ratatui::style::Modifier;

use super::*;
use crate::ui::testing::{look, text as letters};

fn open(popup: Popup<'_>, width: u16, height: u16) -> (Rect, String) {
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    for y in 0..height {
        text::put(&mut buf, 0, y, width, &"x".repeat(usize::from(width)), ratatui::style::Style::new());
    }
    let inner = look(|look| popup.open(look, buf.area, &mut buf));
    (inner, letters(&buf))
}

const SMALL: Popup<'_> = Popup { title: "Copy", rows: 2, cells: 20, clear_of: None };

#[test]
fn a_popup_is_as_wide_as_its_text_or_the_window_and_near_its_keys() {
    let (inner, frame) = open(SMALL, 80, 6);
    assert_eq!(inner, Rect::new(30, 3, 20, 2));
    assert!(frame.contains(&format!("│{}│", " ".repeat(20))), "{frame}");
    for cells in [70, 300, u16::MAX] {
        let (inner, frame) = open(Popup { cells, ..SMALL }, 80, 6);
        assert_eq!((inner.x, inner.width), (1, 78), "{cells}");
        assert!(frame.lines().nth(3) == Some("") && !frame.contains('│'), "{frame}");
    }
    assert_eq!(open(Popup { title: "A long title over little", ..SMALL }, 80, 6).0.width, 28);
}

#[test]
fn a_popup_takes_the_whole_lines_it_lies_on() {
    let mut buf = Buffer::empty(Rect::new(0, 0, 40, 5));
    for y in 0..5 {
        text::put(&mut buf, 0, y, 40, "one  twothree 日本語 four five  six ten", ratatui::style::Style::new());
    }
    look(|look| Popup { cells: 14, rows: 1, ..SMALL }.open(look, buf.area, &mut buf));
    let frame = letters(&buf);
    let rows: Vec<&str> = frame.lines().collect();
    assert_eq!(rows[0], "one  twothree 日本語 four five  six ten");
    assert_eq!(rows[3], "            │              │");
}

#[test]
fn rows_below_a_popup_are_dim_but_for_the_one_it_is_about() {
    look(|look| {
        let mut buf = Buffer::empty(Rect::new(0, 0, 80, 12));
        for y in 0..12 {
            text::put(&mut buf, 0, y, 80, "bold", look.style(Role::Accent));
        }
        Popup { clear_of: Some(3), ..SMALL }.open(look, buf.area, &mut buf);
        assert_eq!(buf[(0, 2)].style(), buf[(79, 2)].style());
        assert_eq!(buf[(0, 3)].modifier, look.style(Role::Accent).add_modifier);
    });
}

#[test]
fn a_popup_leaves_the_row_it_is_about_in_sight() {
    for line in 0..12 {
        let (inner, frame) = open(Popup { clear_of: Some(line), rows: 3, ..SMALL }, 80, 12);
        assert!(!(inner.top()..inner.bottom()).contains(&line), "{line}: {frame}");
        assert_eq!(inner.height, 3);
        assert!(frame.lines().nth(usize::from(line)).expect("a line").starts_with('x'), "{line}: {frame}");
    }
    // If it covers the row in any case, it stays at its usual place.
    assert_eq!(open(Popup { clear_of: Some(2), rows: 4, ..SMALL }, 80, 5).0.y, 1);
}

#[test]
fn a_popup_of_any_size_fits_any_window() {
    for (width, height) in [(0, 0), (1, 1), (5, 2), (40, 12), (200, 60)] {
        for rows in [0, 1, 100, u16::MAX] {
            let (inner, _) = open(Popup { rows, clear_of: Some(1), ..SMALL }, width, height);
            assert!(inner.right() <= width && inner.bottom() <= height, "{rows} rows in {width}x{height}");
        }
    }
}

#[test]
fn the_bar_of_a_reversed_row_is_not_reversed() {
    look(|look| {
        let (bar, row) = look.cursor();
        let mut buf = Buffer::empty(Rect::new(0, 0, 2, 1));
        text::put(&mut buf, 0, 0, 2, "  ", row);
        text::put_sign(&mut buf, 0, 0, look.glyphs().bar, bar);
        let reversed = [0, 1].map(|x| buf[(x, 0)].modifier.contains(Modifier::REVERSED));
        assert_eq!(reversed, [false, true]);
        let (_, resting) = look.with_keys(false).cursor();
        assert_eq!(resting, look.style(Role::Resting));
    });
}
