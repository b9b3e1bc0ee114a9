use super::*;
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Vec<Event> {
    let mut parser = Parser::default();
    let mut out = Vec::new();
    parser.feed(bytes, &mut out);
    if parser.patience().is_some() {
        parser.give_up(&mut out);
    }
    out
}

/// Parsers fed with an answer between two keys, cut in two at each byte. Checks that only the keys become events.
fn cut_anywhere(answer: &[u8]) -> impl Iterator<Item = (usize, Parser)> {
    (0..answer.len()).map(move |cut| {
        let (mut parser, mut out) = (Parser::default(), Vec::new());
        for piece in [b"j", &answer[..cut], &answer[cut..], b"k"] {
            parser.feed(piece, &mut out);
        }
        assert_eq!(out.len(), 2, "{answer:?} cut at {cut}: {out:?}");
        (cut, parser)
    })
}

fn press(code: KeyCode, modifiers: KeyModifiers) -> Event {
    key(code, modifiers)
}

#[test]
fn byte_sequences_become_their_keys() {
    let none = KeyModifiers::NONE;
    let cases: &[(&[u8], Event)] = &[
        (b"j", press(KeyCode::Char('j'), none)),
        (b"J", press(KeyCode::Char('J'), KeyModifiers::SHIFT)),
        ("ж".as_bytes(), press(KeyCode::Char('ж'), none)),
        (b"\r", press(KeyCode::Enter, none)),
        (b"\x1b", press(KeyCode::Esc, none)),
        (b"\x1bx", press(KeyCode::Char('x'), KeyModifiers::ALT)),
        (b"\x1b[", press(KeyCode::Char('['), KeyModifiers::ALT)),
        (b"\x1b]", press(KeyCode::Char(']'), KeyModifiers::ALT)),
        (b"\x10", press(KeyCode::Char('p'), KeyModifiers::CONTROL)),
        (b"\x1a", press(KeyCode::Char('z'), KeyModifiers::CONTROL)),
        (b"\x1b[A", press(KeyCode::Up, none)),
        (b"\x1bOA", press(KeyCode::Up, none)),
        (b"\x1b[1;5C", press(KeyCode::Right, KeyModifiers::CONTROL)),
        (b"\x1b[Z", press(KeyCode::BackTab, KeyModifiers::SHIFT)),
        (b"\x1b[5~", press(KeyCode::PageUp, none)),
        (b"\x1b[15~", press(KeyCode::F(5), none)),
        (b"\x1b[17~", press(KeyCode::F(6), none)),
        (b"\x1b[[E", press(KeyCode::F(5), none)),
        (b"\x1b[97;5u", press(KeyCode::Char('a'), KeyModifiers::CONTROL)),
        (b"\x1b[I", Event::FocusGained),
        (b"\x1b[O", Event::FocusLost),
    ];
    for (bytes, event) in cases {
        assert_eq!(read(bytes), vec![event.clone()], "{bytes:?}");
    }
}

#[test]
fn a_sequence_cut_in_two_is_one_key() {
    let mut parser = Parser::default();
    let mut out = Vec::new();
    for byte in b"\x1b[1;2A" {
        assert!(out.is_empty());
        parser.feed(&[*byte], &mut out);
    }
    assert_eq!(out, vec![press(KeyCode::Up, KeyModifiers::SHIFT)]);
    assert_eq!(parser.patience(), None);
}

#[test]
fn a_paste_is_one_event_wherever_the_reads_cut_it() {
    let text = "line one\nline \x1b[31mtwo ж";
    let whole = format!("\x1b[200~{text}\x1b[201~j");
    for cut in 1..whole.len() {
        let mut parser = Parser::default();
        let mut out = Vec::new();
        parser.feed(&whole.as_bytes()[..cut], &mut out);
        parser.feed(&whole.as_bytes()[cut..], &mut out);
        assert_eq!(out, vec![Event::Paste(text.to_owned()), press(KeyCode::Char('j'), KeyModifiers::NONE)], "{cut}");
    }
}

#[test]
fn a_paste_without_its_end_does_not_swallow_the_keyboard() {
    assert_eq!(read(b"\x1b[200~abc"), vec![Event::Paste("abc".to_owned())]);
}

/// Proves R-03.
#[test]
fn answers_of_the_terminal_are_no_keys() {
    for bytes in [&b"\x1b]11;rgb:ffff/ffff/ffff\x07"[..], b"\x1b]11;x\x1b\\", b"\x1b[?62;c", b"\x1bP1+r\x1b\\"] {
        assert_eq!(read(&[bytes, b"j"].concat()), vec![press(KeyCode::Char('j'), KeyModifiers::NONE)], "{bytes:?}");
    }
}

#[test]
fn mouse_positions_are_counted_from_zero() {
    let expected =
        MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column: 9, row: 4, modifiers: KeyModifiers::NONE };
    assert_eq!(read(b"\x1b[<0;10;5M"), vec![Event::Mouse(expected)]);
    assert_eq!(
        read(b"\x1b[<65;1;1M"),
        vec![Event::Mouse(MouseEvent { kind: MouseEventKind::ScrollDown, column: 0, row: 0, ..expected })]
    );
}

proptest! {
    #[test]
    fn any_bytes_are_read_to_their_end_wherever_reads_cut_them(
        bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0usize..200,
    ) {
        let cut = cut.min(bytes.len());
        let mut whole = Vec::new();
        let mut parser = Parser::default();
        parser.feed(&bytes, &mut whole);
        parser.give_up(&mut whole);
        prop_assert_eq!(parser.patience(), None);

        let mut halves = Vec::new();
        let mut parser = Parser::default();
        parser.feed(&bytes[..cut], &mut halves);
        parser.feed(&bytes[cut..], &mut halves);
        parser.give_up(&mut halves);
        prop_assert_eq!(whole, halves);
    }
}

/// Proves R-03.
#[test]
fn the_answer_about_the_background_is_taken_and_never_typed() {
    for (answer, background) in [
        (&b"\x1b]11;rgb:fbfb/fafa/f7f7\x07"[..], Some((251, 250, 247))),
        (b"\x1b]11;rgb:0000/2b2b/3636\x1b\\", Some((0, 43, 54))),
        (b"\x1b]11;rgb:ff/00/80\x07", Some((255, 0, 128))),
        (b"\x1b]11;rgba:ffff/ffff/ffff/ffff\x07", Some((255, 255, 255))),
        (b"\x1b]11;rgb:f/0/8\x07", Some((255, 0, 136))),
        (b"\x1b]11;?\x07", None),
        (b"\x1b]11;rgb:/0/8\x07", None),
        (b"\x1b]11;rgb:fffff/0/8\x07", None),
        (b"\x1b]10;rgb:ffff/ffff/ffff\x07", None),
    ] {
        for (cut, mut parser) in cut_anywhere(answer) {
            assert_eq!(parser.take_background(), background, "{answer:?} cut at {cut}");
            assert_eq!(parser.take_background(), None);
        }
    }
}

/// On a slow line an answer comes in pieces: once it has begun, it is waited for longer than Alt+].
#[test]
fn a_begun_answer_is_waited_for() {
    let mut parser = Parser::default();
    let mut out = Vec::new();
    parser.feed(b"\x1b]", &mut out);
    assert_eq!(parser.patience(), Some(Duration::from_millis(30)));
    parser.feed(b"11;rgb:", &mut out);
    assert_eq!(parser.patience(), Some(Duration::from_secs(1)));
    parser.give_up(&mut out);
    assert_eq!(out, []);
}

/// Proves R-03.
#[test]
fn answers_of_the_terminal_are_never_typed() {
    let heard = |name: Option<&str>, sixel: bool, cell| Heard { name: name.map(str::to_owned), sixel, cell };
    for (answer, expected) in [
        (&b"\x1bP>|WezTerm 20240203-110809\x1b\\"[..], Some(heard(Some("WezTerm 20240203-110809"), false, None))),
        (b"\x1bP>|\x9b31mfoo\x1b\\", Some(heard(Some("\u{fffd}31mfoo"), false, None))),
        (b"\x1b[?62;4;22c", Some(heard(None, true, None))),
        (b"\x1b[?4;22c", None),
        (b"\x1b[?64;14;44c", None),
        (b"\x1b[6;20;10t", Some(heard(None, false, Some((10, 20))))),
        (b"\x1b[6;2000;10t", None),
        (b"\x1b[6;0;0t", None),
        (b"\x1b_Gi=31;OK\x1b\\", None),
    ] {
        for (cut, mut parser) in cut_anywhere(answer) {
            assert_eq!(parser.take_heard(), expected, "{answer:?} cut at {cut}");
            assert_eq!(parser.take_heard(), None);
        }
    }
}

#[test]
fn answers_of_the_terminal_in_a_row_are_all_kept() {
    let mut parser = Parser::default();
    parser.feed(b"\x1bP>|foot(1.16.2)\x1b\\\x1b[6;17;8t\x1b[?62;4c", &mut Vec::new());
    let heard = Heard { name: Some("foot(1.16.2)".to_owned()), sixel: true, cell: Some((8, 17)) };
    assert_eq!(parser.take_heard(), Some(heard));
    parser.feed(b"\x1b[?62;4c", &mut Vec::new());
    assert_eq!(parser.take_heard(), None, "nothing new");
}

/// The rest of an answer cut by a read must be waited for, or it would be typed.
#[test]
fn a_cut_answer_of_any_kind_is_waited_for() {
    for begun in [&b"\x1bP>|fo"[..], b"\x1b_Gi=3", b"\x1b[?62;", b"\x1b[6;1", b"\x1b]1"] {
        let mut parser = Parser::default();
        parser.feed(begun, &mut Vec::new());
        assert_eq!(parser.patience(), Some(Duration::from_secs(1)), "{begun:?}");
    }
    for typed in [&b"\x1bP"[..], b"\x1b_", b"\x1b["] {
        let mut parser = Parser::default();
        parser.feed(typed, &mut Vec::new());
        assert_eq!(parser.patience(), Some(Duration::from_millis(30)), "{typed:?}");
    }
}
