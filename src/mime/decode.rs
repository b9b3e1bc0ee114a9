//! Transfer encodings: from the letters a part travels in to its bytes. What is damaged is kept as it was sent.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;

/// How a part travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// 7bit, 8bit and binary.
    #[default]
    Plain,
    Base64,
    QuotedPrintable,
    Uuencode,
    /// One nobody knows; the part is shown as it was sent.
    Unknown,
}

impl Encoding {
    /// The encoding of this name.
    pub fn named(name: &str) -> Self {
        let name = name.split([';', '(']).next().unwrap_or_default().trim().trim_matches('"');
        match name.to_ascii_lowercase().as_str() {
            "" | "7bit" | "8bit" | "binary" | "7-bit" | "8-bit" | "none" | "7 bit" | "8 bit" => Self::Plain,
            "base64" => Self::Base64,
            "quoted-printable" | "quotedprintable" => Self::QuotedPrintable,
            "uuencode" | "x-uuencode" | "x-uue" | "uue" => Self::Uuencode,
            _ => Self::Unknown,
        }
    }
}

/// A decoded part.
pub struct Decoded<'x> {
    pub bytes: Cow<'x, [u8]>,
    /// What is wrong with its encoding, for people.
    pub problem: Option<&'static str>,
}

/// Decodes a part.
pub fn bytes(body: &[u8], encoding: Encoding) -> Decoded<'_> {
    let (bytes, problem) = match encoding {
        Encoding::Plain => return Decoded { bytes: Cow::Borrowed(body), problem: None },
        Encoding::Unknown => {
            let problem = Some("A part has an unknown transfer encoding; it is shown as sent.");
            return Decoded { bytes: Cow::Borrowed(body), problem };
        }
        Encoding::Base64 => {
            let (bytes, is_whole) = base64(body);
            (bytes, (!is_whole).then_some("A part is damaged (base64); what could not be decoded is shown as sent."))
        }
        Encoding::QuotedPrintable => {
            let (bytes, is_whole) = quoted_printable(body);
            let problem = "A part is damaged (quoted-printable); what could not be decoded is shown as sent.";
            (bytes, (!is_whole).then_some(problem))
        }
        Encoding::Uuencode => {
            let Some(bytes) = uuencode(body) else {
                let problem = Some("A part is damaged (uuencode); it is shown as sent.");
                return Decoded { bytes: Cow::Borrowed(body), problem };
            };
            (bytes, None)
        }
    };
    Decoded { bytes: Cow::Owned(bytes), problem }
}

/// Decodes base64. From the first line that is not base64 on, bytes are kept as they are; false if there was one.
pub fn base64(body: &[u8]) -> (Vec<u8>, bool) {
    if let Some(bytes) = base64_decode(body) {
        return (bytes, true);
    }
    let is_sign =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'\r' | b'\n' | b' ' | b'\t');
    let odd = body.iter().position(|byte| !is_sign(byte)).unwrap_or(body.len());
    let line = memchr::memrchr(b'\n', &body[..odd]).map_or(0, |at| at + 1);
    let Some(mut bytes) = base64_decode(&body[..line]) else { return (body.to_vec(), false) };
    bytes.extend_from_slice(&body[line..]);
    (bytes, false)
}

/// Decodes quoted-printable. A malformed `=XX` is kept as it is; false if there was one.
pub fn quoted_printable(body: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(body.len());
    let mut is_whole = true;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'=', &body[at..]) {
        let sign = at + found;
        out.extend_from_slice(&body[at..sign]);
        let rest = &body[sign + 1..];
        if let [high, low, ..] = rest
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            out.push(high << 4 | low);
            at = sign + 3;
            continue;
        }
        // A line end after it joins the lines, also behind spaces a server has added.
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        at = match &rest[blank..] {
            [b'\r', b'\n', ..] => sign + 1 + blank + 2,
            [b'\n', ..] => sign + 1 + blank + 1,
            [] | [b'\r'] => body.len(),
            _ => {
                is_whole = false;
                out.push(b'=');
                sign + 1
            }
        };
    }
    out.extend_from_slice(&body[at..]);
    (out, is_whole)
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Decodes uuencode; `None` if the text is not uuencoded.
fn uuencode(body: &[u8]) -> Option<Vec<u8>> {
    let mut lines = body.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    lines.by_ref().find(|line| line.starts_with(b"begin "))?;
    let mut out = Vec::new();
    for line in lines {
        let Some((length, letters)) = line.split_first() else { continue };
        if line == b"end" {
            return Some(out);
        }
        let length = usize::from(length.wrapping_sub(b' ') & 63);
        let from = out.len();
        for four in letters.chunks(4) {
            let bits = (0..4).fold(0u32, |bits, place| {
                bits << 6 | u32::from(four.get(place).unwrap_or(&b' ').wrapping_sub(b' ') & 63)
            });
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
        }
        out.truncate(from + length.min(out.len() - from));
    }
    None
}
