use super::*;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn paint(display: &mut Display, what: &str) -> (Drawn, String) {
    let (drawn, bytes) = display
        .frame(|_, buf| {
            buf.set_string(0, 0, what, ratatui::style::Style::new());
            None
        })
        .unwrap();
    (drawn, text(&bytes))
}

#[test]
fn an_unchanged_frame_sends_nothing() {
    let mut display = Display::new(Size::new(20, 2));
    assert_eq!(paint(&mut display, "hello").0.cells, 5);
    assert_eq!(paint(&mut display, "hello"), (Drawn::default(), String::new()));
    let (drawn, bytes) = paint(&mut display, "hellx");
    assert_eq!((drawn.cells, bytes.as_str()), (1, "\x1b[1;5Hx"));
}

/// Proves R-01.
#[test]
fn a_control_character_in_a_cell_never_reaches_the_terminal() {
    for bad in ["\u{1b}", "\u{7}", "\u{7f}", "\u{9b}", "a\u{85}"] {
        let mut display = Display::new(Size::new(4, 1));
        let (_, bytes) = display
            .frame(|_, buf| {
                if let Some(cell) = buf.cell_mut((0, 0)) {
                    cell.set_symbol(bad);
                }
                None
            })
            .unwrap();
        assert_eq!(text(&bytes), "\x1b[1;1H·", "{bad:?}");
    }
}

#[test]
fn a_forgotten_screen_is_painted_whole() {
    let mut display = Display::new(Size::new(20, 2));
    paint(&mut display, "hello");
    display.forget();
    let (drawn, bytes) = paint(&mut display, "hello");
    assert_eq!(drawn.cells, 5);
    assert!(bytes.contains("\x1b[2J"), "{bytes:?}");
}

#[test]
fn a_long_frame_is_one_synchronized_update() {
    let mut display = Display::new(Size::new(200, 10));
    let (_, bytes) = display
        .frame(|_, buf| {
            for y in 0..10 {
                buf.set_string(0, y, "x".repeat(200), ratatui::style::Style::new());
            }
            None
        })
        .unwrap();
    let bytes = text(&bytes);
    assert!(bytes.starts_with("\x1b[?2026h") && bytes.ends_with("\x1b[?2026l"));
}

#[test]
fn the_cursor_is_shown_where_the_screen_wants_it_and_hidden_while_painting() {
    let mut display = Display::new(Size::new(20, 2));
    let at = Position::new(3, 1);
    let (_, bytes) = display.frame(|_, _| Some(at)).unwrap();
    assert_eq!(text(&bytes), "\x1b[2;4H\x1b[?25h");
    let (_, bytes) = display.frame(|_, _| Some(at)).unwrap();
    assert!(bytes.is_empty());
    let (_, bytes) = display
        .frame(|_, buf| {
            buf.set_string(0, 0, "a", ratatui::style::Style::new());
            Some(at)
        })
        .unwrap();
    assert_eq!(text(&bytes), "\x1b[?25l\x1b[1;1Ha\x1b[2;4H\x1b[?25h");
}

/// Proves R-76.
#[test]
fn a_frame_of_any_size_can_be_painted() {
    let mut display = Display::new(Size::new(0, 0));
    for (w, h) in [(0, 0), (1, 1), (400, 200), (0, 5), (80, 24)] {
        display.resize(Size::new(w, h));
        display
            .frame(|_, buf| {
                let _ = buf.area;
                None
            })
            .unwrap();
        assert_eq!(display.area(), Rect::new(0, 0, w, h));
    }
}

/// Paints these words and keeps parts of the last frame; returns the bytes sent.
fn keep(display: &mut Display, words: &[(u16, u16, &str)], kept: &[Rect]) -> String {
    let (_, bytes) = display
        .frame(|_, buf| {
            for (x, y, words) in words {
                buf.set_string(*x, *y, words, ratatui::style::Style::new());
            }
            Painted { kept: kept.to_vec(), ..Painted::default() }
        })
        .unwrap();
    text(&bytes)
}

#[test]
fn kept_cells_stay_and_cost_no_bytes() {
    let mut display = Display::new(Size::new(20, 3));
    let all = [(0, 0, "one  two"), (0, 1, "left  | right"), (0, 2, "last")];
    keep(&mut display, &all, &[]);
    let (right, last) = (Rect::new(6, 1, 14, 1), Rect::new(0, 2, 20, 1));
    assert_eq!(keep(&mut display, &[(0, 0, "one  two"), (0, 1, "left")], &[right, last]), "");
    assert_eq!(keep(&mut display, &[(0, 0, "one  tWo"), (0, 1, "lift")], &[right, last]), "\x1b[1;7HW\x1b[2;2Hi");
    // The display still knows what the terminal shows in the kept cells.
    let now = [(0, 0, "one  tWo"), (0, 1, "lift  | Right"), (0, 2, "last")];
    assert_eq!(keep(&mut display, &now, &[]), "\x1b[2;9HR");
    assert_eq!(keep(&mut display, &now, &[]), "");
}

#[test]
fn painting_is_told_whether_a_last_frame_can_be_kept() {
    let mut display = Display::new(Size::new(20, 3));
    let told = |display: &mut Display| {
        let mut told = None;
        display
            .frame(|is_shown, _| {
                told = Some(is_shown);
                None
            })
            .unwrap();
        told
    };
    assert_eq!(told(&mut display), Some(true));
    display.forget();
    assert_eq!([told(&mut display), told(&mut display)], [Some(false), Some(true)]);
}
