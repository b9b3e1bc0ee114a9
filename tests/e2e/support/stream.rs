//! Check of the bytes that a program writes to a terminal: everything that is not on the list of allowed bytes
//! is reported.

use std::collections::BTreeSet;

use vte::{Params, Parser, Perform};

/// Private modes that may be switched: wrapping, cursor, mouse, focus, alternate screen, paste, synchronized update.
const MODES: &[u16] = &[7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026];
/// True in builds with pictures; without them no sequence of pictures is allowed.
const PICTURES: bool = cfg!(feature = "images");

/// Descriptions of everything in `bytes` that is not allowed; empty if all is well. Only bytes between the first
/// claim of the terminal and its last release count, because a shell may write before and after.
pub fn offences(bytes: &[u8]) -> Vec<String> {
    let begin = bytes.windows(8).position(|window| window == b"\x1b[?1049h").expect("the program took the terminal");
    let end =
        bytes.windows(8).rposition(|window| window == b"\x1b[?1049l").expect("the program gave the terminal back");
    let mut judge = Judge::default();
    Parser::new().advance(&mut judge, &bytes[begin..end + 8]);
    judge.found.into_iter().collect()
}

#[derive(Default)]
struct Judge {
    found: BTreeSet<String>,
}

impl Judge {
    fn found(&mut self, what: String) {
        self.found.insert(what);
    }
}

/// True for bidirectional controls and characters without a visible shape, listed here independently.
fn hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

impl Perform for Judge {
    fn print(&mut self, c: char) {
        if c.is_control() || hidden(c) {
            self.found(format!("character U+{:04X}", u32::from(c)));
        }
    }

    fn execute(&mut self, byte: u8) {
        self.found(format!("control {byte:#04x}"));
    }

    fn hook(&mut self, _: &Params, intermediates: &[u8], _: bool, action: char) {
        // Beginning of a picture in sixels.
        if PICTURES && (intermediates, action) == (b"", 'q') {
            return;
        }
        self.found(format!("device control {action}"));
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
        // The question for the background colour, and a picture in the protocol of iTerm2.
        let picture = PICTURES && params.starts_with(&[b"1337", b"File=inline=1"]);
        if params == [b"11".as_slice(), b"?"] || picture {
            return;
        }
        self.found(format!("operating system command {:?}", params.first().map(|text| String::from_utf8_lossy(text))));
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], ignored: bool, action: char) {
        let allowed = match (intermediates, action) {
            // Cursor moves, erases, deleted and inserted lines, colours, the question for the terminal's abilities;
            // the cursor's shape, the question for the terminal's name; the keyboard protocol switched on and off.
            ([], 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'J' | 'K' | 'L' | 'M' | 'X' | 'c' | 'd' | 'm')
            | (b" " | b">", 'q')
            | (b">" | b"<", 'u') => true,
            // The question for the size of a cell.
            ([], 't') => params.iter().eq([[16].as_slice()]),
            (b"?", 'h' | 'l') => params.iter().all(|param| param.iter().all(|mode| MODES.contains(mode))),
            _ => false,
        };
        if !allowed || ignored {
            let params: Vec<_> = params.iter().map(<[u16]>::to_vec).collect();
            self.found(format!("sequence CSI {} {params:?} {action}", String::from_utf8_lossy(intermediates)));
        }
    }

    fn esc_dispatch(&mut self, _: &[u8], _: bool, byte: u8) {
        // End of a picture.
        if PICTURES && byte == b'\\' {
            return;
        }
        self.found(format!("sequence ESC {}", char::from(byte)));
    }
}
