//! Whether bytes are text in UTF-8, and what they seem to be where they are not.

/// Mark before a text in UTF-8 that a spreadsheet wrote.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a file in UTF-8, without the mark in front.
///
/// # Errors
/// A sentence: what the file seems to be, and where that shows.
pub fn utf8(bytes: &[u8]) -> Result<&str, String> {
    let body = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let wide = |name: &str| Err(format!("This file is in {name}; save it again as UTF-8 to open it here."));
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return wide("UTF-16");
    }
    if let Some(at) = memchr::memchr(0, body) {
        if at < 4 {
            return wide("UTF-16");
        }
        return Err(format!("This is not a text file (zero byte on line {}).", line_of(body, at)));
    }
    std::str::from_utf8(body).map_err(|error| {
        let at = error.valid_up_to();
        let byte = body[at];
        let likely = if body[at..].iter().any(|b| (0x80..0xa0).contains(b)) { "Windows-1252" } else { "Latin-1" };
        format!(
            "This file is not in UTF-8: line {} holds the byte {byte:#04x} (byte {} of the file). It looks like {likely}; \
             save it again as UTF-8.",
            line_of(body, at),
            at + 1 + (bytes.len() - body.len()),
        )
    })
}

fn line_of(bytes: &[u8], at: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1
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
