//! Answers of the terminal to questions, which arrive between typed keys.

use super::super::pictures::{CELLS, Heard};
use super::{ESC, Step};

/// Most bytes of an unfinished answer that are waited for; a longer one is dropped.
const LONGEST_ANSWER: usize = 64 * 1024;
/// Beginning of an answer to `OSC 11 ; ?`, followed by `rgb:fbfb/fafa/f7f7`.
const BACKGROUND: &[u8] = b"\x1b]11;";
/// Beginning of the terminal's name (XTVERSION), and most bytes kept of the name.
const NAME: &[u8] = b"\x1bP>|";
const LONGEST_NAME: usize = 60;
/// Beginnings of the answers about the terminal's abilities (DA1), which ends in `c`, and about the size of a cell,
/// which ends in `t`.
const ABILITIES: &[u8] = b"\x1b[?";
const CELL: &[u8] = b"\x1b[6;";
/// Number of the ability to draw sixels.
const SIXEL: &str = "4";

/// Answers read so far.
#[derive(Default)]
pub struct Answers {
    pub background: Option<(u8, u8, u8)>,
    pub heard: Heard,
    /// True when `heard` has changed since it was last taken.
    pub are_new: bool,
}

impl Answers {
    /// Takes a sequence if it is an answer.
    pub fn take(&mut self, sequence: &[u8]) {
        let [ESC, _, ..] = sequence else { return };
        if let Some(answer) = sequence.strip_prefix(BACKGROUND) {
            self.background = rgb(answer).or(self.background);
            return;
        }
        let before = self.heard.clone();
        if let Some(name) = sequence.strip_prefix(NAME) {
            let name = String::from_utf8_lossy(name.strip_suffix(b"\x1b\\").unwrap_or(name)).into_owned();
            self.heard.name = Some(crate::base::clean_line(&name).chars().take(LONGEST_NAME).collect());
        } else if let Some(abilities) = params(sequence, ABILITIES, b"c") {
            // The first number is the terminal's model.
            self.heard.sixel = abilities.split(';').skip(1).any(|ability| ability == SIXEL);
        } else if let Some(cell) = params(sequence, CELL, b"t") {
            let side = |text: &str| text.parse().ok().filter(|side| CELLS.contains(side));
            let cell = cell.split_once(';').and_then(|(height, width)| Some((side(width)?, side(height)?)));
            self.heard.cell = cell.or(self.heard.cell);
        }
        self.are_new |= self.heard != before;
    }
}

/// Text between the beginning and the end of a sequence.
fn params<'a>(sequence: &'a [u8], begin: &[u8], end: &[u8]) -> Option<&'a str> {
    std::str::from_utf8(sequence.strip_prefix(begin)?.strip_suffix(end)?).ok()
}

/// Skips `ESC ] … BEL` and similar answers.
pub fn answer(buf: &[u8]) -> Step {
    let end = buf[2..].iter().position(|b| *b == 0x07 || *b == ESC);
    match end {
        Some(at) if buf[2 + at] == 0x07 => Step::Took(at + 3, None),
        Some(at) => match buf.get(at + 3) {
            None => Step::Wait,
            Some(b'\\') => Step::Took(at + 4, None),
            Some(_) => Step::Took(at + 2, None),
        },
        None if buf.len() > LONGEST_ANSWER => Step::Took(buf.len(), None),
        None => Step::Wait,
    }
}

/// True for the beginning of an answer. Alt+] begins alike, but nobody types a third byte in that time.
pub fn is_answer(buf: &[u8]) -> bool {
    matches!(buf, [ESC, b']' | b'P' | b'_' | b'^', _, ..] | [ESC, b'[', b'?' | b'0'..=b'9', ..])
}

/// Colour in `rgb:fbfb/fafa/f7f7` or `rgba:…`, with one to four digits per component.
fn rgb(answer: &[u8]) -> Option<(u8, u8, u8)> {
    let text = std::str::from_utf8(answer).ok()?.trim_end_matches(['\x07', '\x1b', '\\']);
    let (_, parts) = text.split_once(':').filter(|(kind, _)| matches!(*kind, "rgb" | "rgba"))?;
    let mut parts = parts.split('/').map(|part| {
        let digits = u32::try_from(part.len()).ok().filter(|digits| (1..=4).contains(digits))?;
        let most = 16_u32.pow(digits) - 1;
        u8::try_from(u32::from_str_radix(part, 16).ok()? * 255 / most).ok()
    });
    Some((parts.next()??, parts.next()??, parts.next()??))
}
