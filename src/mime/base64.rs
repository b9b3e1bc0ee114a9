//! Decoding of base64 as mails have it: complete, damaged, or followed by text.

use super::fields;

/// Decoded base64.
pub struct Base64 {
    pub bytes: Vec<u8>,
    /// False if characters were skipped or are missing.
    pub is_whole: bool,
    /// Index at which text begins that is not base64.
    pub end: usize,
}

/// Decodes base64. Characters outside the alphabet are skipped (RFC 2045, section 6.8), also within a line. A footer
/// added by a mailing list is not decoded.
pub fn decode(body: &[u8]) -> Base64 {
    let mut data = Data { bytes: Vec::with_capacity(body.len() / 4 * 3), ..Data::default() };
    // Index after the last line with data, because dashes before a footer belong to the footer.
    let mut behind_data = 0;
    let mut at = 0;
    while at < body.len() {
        let line = fields::line(body, at);
        let text = &body[at..line.end];
        if reads_as_text(text) || (data.is_padded && !is_data(text)) {
            return data.ended(behind_data);
        }
        if text.iter().any(|byte| value(*byte).is_some()) {
            data.is_damaged |= !body[behind_data..at].trim_ascii().is_empty();
            if let Some(after) = data.take(text) {
                return data.ended(at + after);
            }
            behind_data = line.next;
        } else if data.letters > 0 {
            data.take(text);
            behind_data = line.next;
        }
        at = line.next;
    }
    data.is_damaged |= !body[behind_data..].trim_ascii().is_empty();
    data.ended(body.len())
}

#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    /// Bits of letters that do not make a byte yet, and the number of these letters.
    bits: u32,
    letters: u8,
    /// True when the data so far ended with `=`.
    is_padded: bool,
    is_damaged: bool,
}

impl Data {
    /// Decodes a line; returns the index in it at which text after the padding begins.
    fn take(&mut self, line: &[u8]) -> Option<usize> {
        for (place, byte) in line.iter().enumerate() {
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'=' if self.letters >= 2 => {
                    self.flush();
                    self.is_padded = true;
                    let rest = line[place..].iter().position(|byte| *byte != b'=').map(|more| place + more);
                    if let Some(rest) = rest.filter(|rest| !is_data(&line[*rest..])) {
                        return Some(rest);
                    }
                }
                b'=' if self.is_padded => {}
                byte => match value(*byte) {
                    Some(value) => self.letter(value),
                    None => self.is_damaged = true,
                },
            }
        }
        None
    }

    fn letter(&mut self, value: u32) {
        self.is_padded = false;
        self.bits = self.bits << 6 | value;
        self.letters += 1;
        if self.letters == 4 {
            self.flush();
        }
    }

    /// Decodes the letters collected so far into bytes.
    fn flush(&mut self) {
        let letters = std::mem::take(&mut self.letters);
        let bits = std::mem::take(&mut self.bits) << (6 * u32::from(4 - letters));
        self.is_damaged |= letters == 1;
        self.bytes.extend_from_slice(&bits.to_be_bytes()[1..usize::from(letters.max(1))]);
    }

    fn ended(mut self, end: usize) -> Base64 {
        if self.letters > 0 {
            self.flush();
        }
        Base64 { bytes: self.bytes, is_whole: !self.is_damaged, end }
    }
}

fn value(byte: u8) -> Option<u32> {
    let place = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(place))
}

/// True for a line that can follow padding: whole groups of letters of the alphabet, or nothing.
fn is_data(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len().is_multiple_of(4) && line.iter().all(|byte| value(*byte).is_some() || *byte == b'=')
}

/// True for a line of words: its first word is short, and it has a character that base64 does not.
fn reads_as_text(line: &[u8]) -> bool {
    const WORD: usize = 20;
    let line = line.trim_ascii();
    let has_word = line.iter().take(WORD + 1).any(|byte| matches!(byte, b' ' | b'\t'));
    has_word && line.iter().any(|byte| value(*byte).is_none() && !matches!(byte, b'=' | b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decoded text, whether it is whole, and the text after the data.
    fn decoded(body: &str) -> (String, bool, &str) {
        let Base64 { bytes, is_whole, end } = decode(body.as_bytes());
        (String::from_utf8(bytes).expect("text"), is_whole, &body[end..])
    }

    #[test]
    fn characters_outside_the_base64_alphabet_are_skipped() {
        assert_eq!(decoded("PGh0*bWw+Cg==\n"), ("<html>\n".into(), false, ""));
        assert_eq!(decoded("PGh0\u{0}bW\n****\nw+C-g"), ("<html>\n".into(), false, ""));
        assert_eq!(decoded("PGh0=bWw+Cg=="), ("<html>\n".into(), false, ""));
    }

    #[test]
    fn text_after_base64_data_is_not_decoded() {
        let footer = "\n____\nThis list -- its rules\nUnsubscribe\n";
        assert_eq!(decoded(&format!("PGh0bWw+Cg=={footer}")), ("<html>\n".into(), true, &footer[1..]));
        assert_eq!(decoded(&format!("PGh0bWw+{footer}")), ("<html>".into(), true, &footer[1..]));
        assert_eq!(decoded("PGh0bWw+Cg==\n\n--b-->\nPGh0"), ("<html>\n".into(), true, "\n--b-->\nPGh0"));
        assert_eq!(decoded("PGh0bWw+Cg==Best regards"), ("<html>\n".into(), true, "Best regards"));
        assert_eq!(decoded("Never base64. Not a bit."), (String::new(), true, "Never base64. Not a bit."));
    }

    #[test]
    fn base64_pieces_with_their_own_padding_are_joined() {
        assert_eq!(decoded("YQ==\n\nYg==*\nYw=="), ("a".into(), true, "\nYg==*\nYw=="));
        assert_eq!(decoded("YQ==\nYg==\nY*w=="), ("ab".into(), true, "Y*w=="));
        assert_eq!(decoded("*YQ==\nYg==Yw==\n"), ("abc".into(), false, ""));
    }

    #[test]
    fn a_base64_letter_without_a_whole_byte_is_damage() {
        assert_eq!(decoded("PGh0b"), ("<ht".into(), false, ""));
        assert_eq!(decoded("PGh0*bQ"), ("<htm".into(), false, ""));
    }
}
