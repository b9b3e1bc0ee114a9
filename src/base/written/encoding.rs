//! Encodings that spreadsheets write: recognising them, and decoding text.

use std::borrow::Cow;

use encoding_rs as rs;
use serde::{Deserialize, Serialize};

use crate::base::named;

named! {
    /// Character encoding of a file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Encoding (
        /// Usual name of the encoding, one word.
        name,
        /// Region or program in which the encoding is used.
        used
    ) {
        #[default]
        Utf8 = "UTF-8", "everything of today";
        Windows1252 = "Windows-1252", "Western Europe, America";
        Windows1250 = "Windows-1250", "Central Europe";
        Windows1251 = "Windows-1251", "Cyrillic";
        Windows1253 = "Windows-1253", "Greek";
        Windows1254 = "Windows-1254", "Turkish";
        Utf16Le = "UTF-16", "Excel, “Unicode text”";
        Utf16Be = "UTF-16BE", "the same from older machines";
        Macintosh = "Macintosh", "older Macs, Western Europe";
        ShiftJis = "Shift_JIS", "Japanese";
        Gb18030 = "GB18030", "Chinese, simplified";
        Big5 = "Big5", "Chinese, traditional";
        EucKr = "EUC-KR", "Korean";
    }
}

/// UTF-8 byte order mark, which spreadsheets write at the start of a file.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// Number of bytes looked at to recognize UTF-16.
const FIRST: usize = 4_000;

impl Encoding {
    /// The encoding of that name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(word.trim()))
    }

    /// Encoding that the bytes seem to have. Encodings other than UTF cannot be told apart by their bytes; for these
    /// it is the one most spreadsheets write.
    ///
    /// # Errors
    /// A sentence that says what the bytes are instead of a text.
    pub fn seen(bytes: &[u8]) -> Result<Self, String> {
        const WORKBOOK: &str =
            "This is a workbook or an archive, not a CSV. Save it in the spreadsheet as “CSV UTF-8”.";
        match bytes {
            [0xff, 0xfe, ..] => return Ok(Self::Utf16Le),
            [0xfe, 0xff, ..] => return Ok(Self::Utf16Be),
            [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => return Err(WORKBOOK.to_owned()),
            _ => {}
        }
        let body = bytes.strip_prefix(MARK).unwrap_or(bytes);
        if let Some(at) = memchr::memchr(0, body) {
            return wide(body)
                .ok_or_else(|| format!("This is not a text file (zero byte on line {}).", line(body, at)));
        }
        if std::str::from_utf8(body).is_ok() {
            return Ok(Self::Utf8);
        }
        match body.iter().position(|byte| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) {
            None => Ok(Self::Windows1252),
            Some(at) => {
                Err(format!("This is not a text file (line {} has the byte {:#04x}).", line(body, at), body[at]))
            }
        }
    }

    /// Decoded text without its byte order mark.
    ///
    /// # Errors
    /// A sentence with the line that is not in this encoding.
    pub fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, String> {
        let body = match self {
            Self::Utf8 => bytes.strip_prefix(MARK).unwrap_or(bytes),
            Self::Utf16Le => bytes.strip_prefix(b"\xff\xfe").unwrap_or(bytes),
            Self::Utf16Be => bytes.strip_prefix(b"\xfe\xff").unwrap_or(bytes),
            _ => bytes,
        };
        if let Some(text) = self.coder().decode_without_bom_handling_and_without_replacement(body) {
            return Ok(text);
        }
        let mut decoder = self.coder().new_decoder_without_bom_handling();
        let room = decoder.max_utf8_buffer_length_without_replacement(body.len()).unwrap_or(body.len());
        let mut until = String::with_capacity(room);
        let _ = decoder.decode_to_string_without_replacement(body, &mut until, true);
        let at = memchr::memchr_iter(b'\n', until.as_bytes()).count() + 1;
        Err(format!("This file is not in {}: line {at} cannot be read so.", self.name()))
    }

    fn coder(self) -> &'static rs::Encoding {
        // All names here are also labels in the web's standard for encodings.
        rs::Encoding::for_label(self.name().as_bytes()).unwrap_or(rs::UTF_8)
    }
}

/// UTF-16 without a byte order mark, recognised by its zeros: most letters are among the first 256, so every other
/// byte is zero.
fn wide(body: &[u8]) -> Option<Encoding> {
    let first = &body[..body.len().min(FIRST) & !1];
    let zeros = |odd: usize| first.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (high, low, half) = (zeros(1), zeros(0), first.len() / 2);
    match () {
        () if body.len() % 2 == 1 || half == 0 => None,
        () if high * 2 > half && low == 0 => Some(Encoding::Utf16Le),
        () if low * 2 > half && high == 0 => Some(Encoding::Utf16Be),
        () => None,
    }
}

fn line(bytes: &[u8], at: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1
}
