//! Pictures in the protocol of Kitty: sent once with a number, drawn wherever placeholders of that number are, and
//! removed by a command.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Rect;

/// Most characters of one piece, by the protocol.
const PIECE: usize = 4096;

/// Sends a PNG that placeholders show in the cells of `area`; the terminal sends no answer.
pub fn send(bytes: &mut Vec<u8>, id: u32, area: Rect, png: &[u8], tmux: bool) {
    let data = STANDARD.encode(png);
    let mut pieces = data.as_bytes().chunks(PIECE).peekable();
    let mut first = format!("a=T,U=1,f=100,i={id},c={},r={},", area.width, area.height);
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        command(bytes, &format!("{}m={more}", std::mem::take(&mut first)), piece, tmux);
    }
}

/// Deletes a picture and its data.
pub fn delete(bytes: &mut Vec<u8>, id: u32, tmux: bool) {
    command(bytes, &format!("a=d,d=I,i={id}"), b"", tmux);
}

/// Writes one command, wrapped so that tmux passes it on if `tmux`.
fn command(bytes: &mut Vec<u8>, keys: &str, data: &[u8], tmux: bool) {
    let (before, escape, after): (&[u8], &str, &[u8]) =
        if tmux { (b"\x1bPtmux;", "\x1b\x1b", b"\x1b\\") } else { (b"", "\x1b", b"") };
    bytes.extend_from_slice(before);
    let _ = write!(bytes, "{escape}_Gq=2,{keys}");
    if !data.is_empty() {
        bytes.push(b';');
        bytes.extend_from_slice(data);
    }
    let _ = write!(bytes, "{escape}\\");
    bytes.extend_from_slice(after);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(png: &[u8], tmux: bool) -> String {
        let mut bytes = Vec::new();
        send(&mut bytes, 77, Rect::new(3, 4, 5, 6), png, tmux);
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn a_picture_is_sent_in_pieces_for_the_cells_of_its_place() {
        assert_eq!(sent(b"png", false), "\x1b_Gq=2,a=T,U=1,f=100,i=77,c=5,r=6,m=0;cG5n\x1b\\");
        let long = sent(&[0; 7_000], false);
        let pieces: Vec<&str> = long.split_inclusive("\x1b\\").collect();
        assert_eq!(pieces.len(), 3);
        assert!(pieces[0].starts_with("\x1b_Gq=2,a=T,U=1,f=100,i=77,c=5,r=6,m=1;AAAA"));
        assert!(pieces[1].starts_with("\x1b_Gq=2,m=1;AAAA") && pieces[1].len() == 4096 + 13);
        assert!(pieces[2].starts_with("\x1b_Gq=2,m=0;AAAA") && pieces[2].len() < 4096);
    }

    #[test]
    fn within_tmux_every_piece_is_wrapped() {
        assert_eq!(sent(b"png", true), "\x1bPtmux;\x1b\x1b_Gq=2,a=T,U=1,f=100,i=77,c=5,r=6,m=0;cG5n\x1b\x1b\\\x1b\\");
        let mut bytes = Vec::new();
        delete(&mut bytes, 77, false);
        assert_eq!(bytes, b"\x1b_Gq=2,a=d,d=I,i=77\x1b\\");
    }
}
