//! Whether bytes are text in UTF-8, and what they seem to be if not; cells of a file for the screen.

use crate::base::{Encoding, clean_line};

/// Text of a file in UTF-8, without its byte order mark.
///
/// # Errors
/// A sentence: what the file seems to be, and where that can be seen.
pub fn utf8(bytes: &[u8]) -> Result<&str, String> {
    if matches!(Encoding::seen(bytes)?, Encoding::Utf16Le | Encoding::Utf16Be) {
        return Err("This file is in UTF-16; save it again as UTF-8 to open it here.".to_owned());
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let likely = if bytes[at..].iter().any(|b| (0x80..0xa0).contains(b)) { "Windows-1252" } else { "Latin-1" };
        format!(
            "This file is not in UTF-8: line {} holds the byte {:#04x} (byte {} of the file). It looks like {likely}; \
             save it again as UTF-8.",
            memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1,
            bytes[at],
            at + 1,
        )
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Cell of a file, cleaned for one line of the screen and cut to `longest` characters.
pub(super) fn short(cell: &str, longest: usize) -> String {
    let end = cell.char_indices().nth(longest).map_or(cell.len(), |(at, _)| at);
    clean_line(&cell[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::utf8;

    #[test]
    fn bytes_that_are_not_utf_8_are_named_with_their_place() {
        assert_eq!(utf8("\u{feff}a,ü\n".as_bytes()), Ok("a,ü\n"));
        assert!(
            utf8(b"a,b\nM\xfcnchen,1\n")
                .unwrap_err()
                .contains("line 2 holds the byte 0xfc (byte 6 of the file). It looks like Latin-1")
        );
        assert!(utf8(b"100 \x80\n").unwrap_err().contains("Windows-1252"));
        assert!(utf8(b"\xff\xfea\0,\0").unwrap_err().contains("UTF-16"));
        assert!(utf8(b"a\0,\0").unwrap_err().contains("UTF-16"));
        assert!(utf8(b"name,\nabc\0").unwrap_err().contains("zero byte on line 2"));
    }
}
