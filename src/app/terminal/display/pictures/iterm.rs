//! Pictures in the protocol of `iTerm2`: a file in the text, drawn at the cursor.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Rect;

/// Sequence of a PNG that fills the cells of `area`.
pub fn encode(png: &[u8], area: Rect) -> Vec<u8> {
    let (size, data) = (png.len(), STANDARD.encode(png));
    let Rect { width, height, .. } = area;
    let keys = format!("inline=1;size={size};width={width};height={height};preserveAspectRatio=0;doNotMoveCursor=1");
    format!("\x1b]1337;File={keys}:{data}\x07").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fills_the_cells_of_its_place() {
        let sent = encode(b"png", Rect::new(3, 4, 5, 6));
        let keys = "inline=1;size=3;width=5;height=6;preserveAspectRatio=0;doNotMoveCursor=1";
        assert_eq!(String::from_utf8(sent).expect("text"), format!("\x1b]1337;File={keys}:cG5n\x07"));
    }
}
