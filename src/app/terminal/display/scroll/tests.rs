//! Tests of scrolling frames on terminals that move rows.

use std::num::NonZeroU16;

use proptest::prelude::*;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Style};

use super::super::Display;

const SIZE: Size = Size { width: 16, height: 14 };
/// Rows above and below the text.
const AROUND: usize = 2;

/// Frame: a text from some line on, the cursor on one of its rows, and the rows above and below.
#[derive(Clone, Debug)]
struct Frame {
    top: usize,
    at: u16,
    around: u8,
    has_cursor: bool,
}

fn frames() -> impl Strategy<Value = Vec<Frame>> {
    let frame = (0..8_isize, 0..SIZE.height, 0..2_u8, any::<bool>());
    proptest::collection::vec(frame, 1..14).prop_map(|steps| {
        let mut top = 20_isize;
        let frame = |(by, at, around, has_cursor): (isize, u16, u8, bool)| {
            top = (top + by - 3).max(0);
            Frame { top: top.unsigned_abs(), at, around, has_cursor }
        };
        steps.into_iter().map(frame).collect()
    })
}

/// Line of a text, some of whose lines are equal, empty or of a disputed width.
fn line(place: usize) -> String {
    match place % 7 {
        0 => String::new(),
        3 => "─".repeat(9),
        5 => format!("日本 {place} मी"),
        _ => format!("line {place}"),
    }
}

fn bytes_of(display: &mut Display, frame: &Frame) -> Vec<u8> {
    let (_, bytes) = display
        .frame(|_, buffer| {
            for y in 0..SIZE.height {
                let inside = usize::from(y).checked_sub(AROUND).filter(|y| *y < usize::from(SIZE.height) - 2 * AROUND);
                let text = inside.map_or_else(|| format!("{y} {}", frame.around), |y| line(frame.top + y));
                let style = if y == frame.at { Style::new().bg(Color::Blue) } else { Style::new() };
                buffer.set_style(ratatui::layout::Rect { y, height: 1, ..buffer.area }, style);
                buffer.set_stringn(0, y, text, SIZE.width.into(), style);
            }
            frame.has_cursor.then_some(Position::new(3, 3))
        })
        .unwrap();
    bytes
}

fn emulator() -> vt100::Parser {
    let size = |cells| NonZeroU16::new(cells).unwrap();
    let mut terminal = vt100::Parser::new(size(SIZE.height), size(SIZE.width), 0);
    terminal.process(b"\x1b[?25l");
    terminal
}

/// Rows as a user sees them: a cell never written looks like a blank.
fn seen(terminal: &vt100::Parser) -> Vec<String> {
    let screen = terminal.screen();
    let row = |y| {
        let cell = |x| {
            let cell = screen.cell(y, x).unwrap();
            let text = if cell.has_contents() { cell.contents() } else { " " };
            format!("{text} {:?} {};", cell.bgcolor(), cell.inverse())
        };
        (0..SIZE.width).map(cell).collect()
    };
    let cursor = (!screen.hide_cursor()).then(|| screen.cursor_position());
    (0..SIZE.height).map(row).chain([format!("{cursor:?}")]).collect()
}

fn frame(top: usize) -> Frame {
    Frame { top, at: 3, around: 0, has_cursor: false }
}

#[test]
fn rows_scrolled_up_or_down_are_moved_by_the_terminal() {
    for (from, to) in [(20, 21), (21, 20), (20, 23), (23, 20)] {
        let (mut display, mut whole) = (Display::new(SIZE), Display::new(SIZE));
        bytes_of(&mut display, &frame(from));
        let bytes = bytes_of(&mut display, &frame(to));
        let all = bytes_of(&mut whole, &frame(to)).len();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let lines = usize::abs_diff(from, to);
        assert!(text.contains(&format!("\x1b[{lines}M")) && text.contains(&format!("\x1b[{lines}L")), "{text:?}");
        assert!(bytes.len() < all, "{} bytes of {all}: {text:?}", bytes.len());
    }
}

#[test]
fn unmoved_rows_stay_and_few_rows_are_written_anew() {
    let mut display = Display::new(SIZE);
    bytes_of(&mut display, &frame(20));
    for other in [Frame { at: 5, ..frame(20) }, Frame { at: 9, around: 1, ..frame(20) }, frame(60)] {
        let bytes = String::from_utf8_lossy(&bytes_of(&mut display, &other)).into_owned();
        assert!(!bytes.contains('M') && !bytes.contains('L'), "{bytes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// After any frames, the screen is the same as after painting only the last one.
    #[test]
    fn a_screen_with_moved_rows_equals_one_painted_afresh(frames in frames()) {
        let (mut display, mut terminal) = (Display::new(SIZE), emulator());
        for frame in &frames {
            terminal.process(&bytes_of(&mut display, frame));
            let mut clean = emulator();
            clean.process(&bytes_of(&mut Display::new(SIZE), frame));
            prop_assert_eq!(seen(&terminal), seen(&clean));
        }
    }
}
