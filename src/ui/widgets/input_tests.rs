use ratatui::layout::Rect;

use super::*;
use crate::ui::testing::look;

fn typed(keys: &[&str]) -> Input {
    let mut input = Input::default();
    for key in keys {
        input.text(&TextEvent::Key(Key::parse(key).unwrap().event()));
    }
    input
}

#[test]
fn readline_keys_edit_the_line() {
    assert_eq!(typed(&["a", "b", "space", "c", "ctrl-w"]).value(), "ab ");
    assert_eq!(typed(&["a", "b", "ctrl-u", "c"]).value(), "c");
    assert_eq!(typed(&["a", "b", "ctrl-a", "c", "ctrl-k"]).value(), "c");
    assert_eq!(typed(&["a", "b", "ctrl-a", "c", "ctrl-e", "d"]).value(), "cabd");
    assert_eq!(typed(&["é", "a", "left", "backspace"]).value(), "a");
}

#[test]
fn bindings_are_not_text_and_text_is_no_binding() {
    for key in ["enter", "esc", "tab", "up", "down", "ctrl-c", "ctrl-r", "F5", "pgdn"] {
        assert!(!Input::takes(&Key::parse(key).unwrap()), "{key}");
    }
    for key in ["q", "space", "ctrl-u", "backspace", "left", "?"] {
        assert!(Input::takes(&Key::parse(key).unwrap()), "{key}");
    }
}

#[test]
fn a_paste_is_one_clean_line() {
    let mut input = Input::default();
    assert!(input.text(&TextEvent::Paste("one\r\ntwo\u{1b}[2J\n".to_owned())));
    assert!(!input.value().contains(['\n', '\r', '\u{1b}']), "{:?}", input.value());
    assert!(input.value().starts_with("one"));
    input.text(&TextEvent::Paste("x".repeat(10_000)));
    assert!(input.value().len() <= LIMIT);
}

/// Proves R-45.
#[test]
fn the_cursor_is_always_seen_and_a_secret_never() {
    let mut secret = Input::secret();
    secret.text(&TextEvent::Paste("hunter2".to_owned()));
    for input in [typed(&["例"; 20]), secret] {
        for width in 0..12 {
            let mut buf = Buffer::empty(Rect::new(0, 0, width, 1));
            look(|look| input.render(true, Role::Text, look, buf.area, &mut buf));
            let line: String = buf.content.iter().map(ratatui::buffer::Cell::symbol).collect();
            assert!(!line.contains("hunter"));
            let cursor = buf.content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED));
            assert_eq!(cursor, width >= 2);
        }
    }
}

#[test]
fn drawing_a_long_text_looks_only_at_what_is_seen() {
    for character in ["ü", "文", "x", "e\u{301}"] {
        let text = character.repeat(4_000);
        let (start, looked) = first_shown(&text, 40);
        assert!(looked <= 40, "{character}: {looked} clusters");
        assert!((38..40).contains(&crate::ui::text::width(&text[start..])), "{character}: {start}");
        // The same as when looking at the whole text.
        let wanted = text.grapheme_indices(true).find(|(at, _)| crate::ui::text::width(&text[*at..]) < 40);
        assert_eq!(Some(start), wanted.map(|(at, _)| at));
    }
    assert_eq!(first_shown("", 40), (0, 0));
    assert_eq!(first_shown("üü", 40), (0, 2));
}

#[test]
fn letters_replace_a_selected_text_and_other_keys_edit_it() {
    let after = |keys: &[&str]| {
        let mut input = Input::new("5950");
        input.select();
        for key in keys {
            input.text(&TextEvent::Key(Key::parse(key).unwrap().event()));
        }
        input.value().to_owned()
    };
    assert_eq!([after(&["7", "0"]), after(&["backspace"]), after(&["left", "7"])], ["70", "595", "59570"]);
    let mut input = Input::new("5950");
    input.select();
    input.text(&TextEvent::Paste("7000".to_owned()));
    assert_eq!(input.value(), "7000");
}
