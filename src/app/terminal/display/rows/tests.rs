//! Tests of the display with terminals that count cells differently.

use proptest::prelude::*;
use ratatui::layout::Size;
use ratatui::style::{Color, Style};
use unicode_width::UnicodeWidthChar;

use super::super::Display;
use super::disputed;

/// How a terminal counts the cells of a character.
#[derive(Clone, Copy, Debug)]
enum Habit {
    /// Each character by the width table.
    EachByTable,
    /// Spacing signs take no cell, as in old tables.
    SignsTakeNone,
    /// Every character beyond Latin takes two cells.
    AllWide,
    /// Every character takes one cell, including marks and joiners.
    AllOne,
}

const HABITS: [Habit; 4] = [Habit::EachByTable, Habit::SignsTakeNone, Habit::AllWide, Habit::AllOne];

/// Terminal that understands what the display sends: cursor moves, erases, backgrounds, the line end.
struct Hostile {
    habit: Habit,
    size: Size,
    at: (usize, usize),
    wrap: bool,
    ground: String,
    cells: Vec<Vec<(String, String)>>,
}

impl Hostile {
    fn new(habit: Habit, size: Size) -> Self {
        let blank = vec![(" ".to_owned(), String::new()); size.width.into()];
        let cells = vec![blank; size.height.into()];
        Self { habit, size, at: (0, 0), wrap: true, ground: String::new(), cells }
    }

    fn width(&self, c: char) -> usize {
        let table = c.width().unwrap_or(0);
        let beyond = c as u32 >= 0x300 && !('\u{2500}'..='\u{25ff}').contains(&c) && c != '…';
        match self.habit {
            Habit::SignsTakeNone if c == '\u{903}' || ('\u{93e}'..='\u{94f}').contains(&c) => 0,
            Habit::EachByTable | Habit::SignsTakeNone => table,
            // These habits give a cell even to characters that take none elsewhere; undisputed ones are counted as
            // usual.
            _ if !beyond || !disputed(&c.to_string()) => table,
            Habit::AllWide => 2,
            Habit::AllOne => 1,
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        let mut rest = std::str::from_utf8(bytes).unwrap();
        while let Some(c) = rest.chars().next() {
            if let Some(sequence) = rest.strip_prefix("\x1b[") {
                let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                self.sequence(&sequence[..end], sequence.as_bytes()[end]);
                rest = &sequence[end + 1..];
            } else {
                self.put(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }

    fn sequence(&mut self, words: &str, kind: u8) {
        let (x, y) = self.at;
        match kind {
            b'H' => {
                let (row, column) = words.split_once(';').unwrap();
                self.at = (column.parse::<usize>().unwrap() - 1, row.parse::<usize>().unwrap() - 1);
            }
            b'K' => (x.min(self.cells[y].len())..self.cells[y].len()).for_each(|x| self.set(x, y, " ")),
            b'J' => *self = Self { at: self.at, wrap: self.wrap, ..Self::new(self.habit, self.size) },
            b'L' | b'M' => {
                let lines = words.parse::<usize>().unwrap();
                let rest = &mut self.cells[y..];
                let blank = vec![(" ".to_owned(), self.ground.clone()); self.size.width.into()];
                if kind == b'L' {
                    rest.rotate_right(lines);
                    rest[..lines].fill(blank);
                } else {
                    rest.rotate_left(lines);
                    let kept = rest.len() - lines;
                    rest[kept..].fill(blank);
                }
            }
            b'B' => self.at.1 += words.parse().unwrap_or(1),
            b'C' => self.at.0 += words.parse().unwrap_or(1),
            b'X' => (x..x + words.parse::<usize>().unwrap()).for_each(|x| self.set(x, y, " ")),
            // The frames use only background colours of the palette.
            b'm' => {
                for code in words.split(';') {
                    match code.parse::<u8>().unwrap_or(0) {
                        0 | 49 => self.ground = String::new(),
                        40..=47 | 100..=107 => self.ground = code.to_owned(),
                        _ => {}
                    }
                }
            }
            b'h' | b'l' if words == "?7" => self.wrap = kind == b'h',
            _ => {}
        }
    }

    fn set(&mut self, x: usize, y: usize, symbol: &str) {
        // A wide character that loses one half loses the other, too.
        if self.cells[y][x].0.is_empty() && x > 0 && !symbol.is_empty() {
            self.cells[y][x - 1].0 = " ".to_owned();
        }
        if let Some(half) = self.cells[y].get_mut(x + 1).filter(|cell| cell.0.is_empty()) {
            half.0 = " ".to_owned();
        }
        self.cells[y][x] = (symbol.to_owned(), self.ground.clone());
    }

    fn put(&mut self, c: char) {
        let width = self.width(c);
        let columns = usize::from(self.size.width);
        let (mut x, mut y) = self.at;
        if width == 0 {
            if let Some(before) = x.checked_sub(1) {
                self.cells[y][before].0.push(c);
            }
            return;
        }
        if x + width > columns {
            if self.wrap {
                (x, y) = (0, (y + 1).min(self.cells.len() - 1));
            } else {
                x = columns.saturating_sub(width);
            }
        }
        self.set(x, y, &c.to_string());
        (x + 1..(x + width).min(columns)).for_each(|x| self.set(x, y, ""));
        self.at = (x + width, y);
    }
}

/// Text of few or many cells, as it is after cleaning.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("मीरा त्रिपाठी".to_owned()),
        Just("ครับผมน้ำ".to_owned()),
        Just("مرحبا بكم".to_owned()),
        Just("👨\u{200d}👩\u{200d}👧 ok 🇩🇪".to_owned()),
        Just("\u{1100}\u{1161}\u{11a8} 한국어".to_owned()),
        Just("日本語ABC".to_owned()),
        Just("e\u{301}a\u{308}\u{323}".to_owned()),
        Just("க்ஷி நன்றி".to_owned()),
        Just(String::new()),
        "[ -~]{0,18}",
    ]
}

type Frame = Vec<(String, Style)>;

fn frames() -> impl Strategy<Value = Vec<Frame>> {
    let style = prop_oneof![Just(Style::new()), Just(Style::new().bg(Color::Blue)), Just(Style::new().reversed())];
    proptest::collection::vec(proptest::collection::vec((piece(), style), 4), 1..8)
}

const SIZE: Size = Size { width: 18, height: 4 };

fn bytes_of(display: &mut Display, frame: &Frame) -> Vec<u8> {
    let (_, bytes) = display
        .frame(|_, buffer| {
            for (y, (text, style)) in frame.iter().enumerate() {
                let y = y as u16;
                for x in 1..SIZE.width - 1 {
                    buffer[(x, y)].set_style(*style);
                }
                buffer.set_stringn(1, y, text, usize::from(SIZE.width - 2), *style);
                buffer.set_string(0, y, "│", Style::new());
                buffer.set_string(SIZE.width - 1, y, "│", Style::new());
            }
            None
        })
        .unwrap();
    bytes
}

fn send(display: &mut Display, terminal: &mut Hostile, frame: &Frame) {
    terminal.take(&bytes_of(display, frame));
}

fn emulator() -> vt100::Parser {
    let size = |cells| std::num::NonZeroU16::new(cells).unwrap();
    vt100::Parser::new(size(SIZE.height), size(SIZE.width), 0)
}

/// Rows as a user sees them: a cell never written looks like a blank.
fn seen(terminal: &vt100::Parser) -> Vec<String> {
    let cell = |x, y| {
        let cell = terminal.screen().cell(y, x).unwrap();
        let text = if cell.has_contents() { cell.contents() } else { " " };
        format!("{text} {:?} {}", cell.bgcolor(), cell.inverse())
    };
    (0..SIZE.height).flat_map(|y| (0..SIZE.width).map(move |x| (x, y))).map(|(x, y)| cell(x, y)).collect()
}

#[test]
fn characters_all_terminals_count_alike_are_not_disputed() {
    for agreed in ["a", "é", "ß", "Ω", "Ж", "日", "한", "│", "★", "●", "…", "—", "▌", "א"] {
        assert!(!disputed(agreed), "{agreed}");
    }
    for guess in ["मी", "ा", "e\u{301}", "👍", "🇩🇪", "ᄒ", "م", "ก", "⌚", "\u{200d}"] {
        assert!(disputed(guess), "{guess}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// However a terminal counts cells, after any frames it shows the same as after painting only the last one, and
    /// the border around the text is intact.
    #[test]
    fn nothing_of_an_old_frame_stays_and_borders_are_whole(frames in frames()) {
        for habit in HABITS {
            let (mut display, mut terminal) = (Display::new(SIZE), Hostile::new(habit, SIZE));
            for frame in &frames {
                send(&mut display, &mut terminal, frame);
                let (mut fresh, mut clean) = (Display::new(SIZE), Hostile::new(habit, SIZE));
                send(&mut fresh, &mut clean, frame);
                prop_assert_eq!(&terminal.cells, &clean.cells, "{:?}", habit);
                for row in &terminal.cells {
                    prop_assert_eq!(row[0].0.as_str(), "│", "{:?}", habit);
                    prop_assert_eq!(row[17].0.as_str(), "│", "{:?}", habit);
                }
            }
        }
    }

    /// An independent emulator ends with the same screen as after painting only the last frame.
    #[test]
    fn an_emulator_shows_the_last_frame_as_painted_afresh(frames in frames()) {
        let mut display = Display::new(SIZE);
        let mut terminal = emulator();
        for frame in &frames {
            terminal.process(&bytes_of(&mut display, frame));
            let mut clean = emulator();
            clean.process(&bytes_of(&mut Display::new(SIZE), frame));
            prop_assert_eq!(seen(&terminal), seen(&clean));
        }
    }
}
