//! Decoding of transfer encodings. A damaged part is decoded as far as possible.

use std::borrow::Cow;

use super::base64::{self, Base64};

/// Transfer encoding of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// 7bit, 8bit and binary.
    #[default]
    Plain,
    Base64,
    QuotedPrintable,
    Uuencode,
    /// Unknown encoding; the part is shown as it was sent.
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
    /// Bytes after the data that are not encoded; usually empty.
    behind: &'x [u8],
    pub problem: Option<Problem>,
}

impl<'x> Decoded<'x> {
    /// All bytes to show: the data, then the bytes after them.
    pub fn text(mut self) -> Cow<'x, [u8]> {
        if !self.behind.is_empty() {
            self.bytes.to_mut().extend_from_slice(self.behind);
        }
        self.bytes
    }
}

/// Mistake in the encoding of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The data are damaged; holds the encoding.
    Damaged(&'static str),
    /// The data are followed by text that is not encoded; holds the encoding.
    Followed(&'static str),
    /// Nothing in the part is in the encoding it names; holds that encoding.
    Undecoded(&'static str),
    /// The encoding is unknown.
    Unknown,
}

impl Problem {
    /// Sentence about the problem of `subject`: `A part`, or a file by its name.
    pub fn of(self, subject: &str) -> String {
        match self {
            Self::Damaged(encoding) => format!("{subject} is damaged ({encoding}); it was decoded as far as possible."),
            Self::Followed(encoding) => format!("{subject} is followed by text that is not {encoding}."),
            Self::Undecoded(encoding) => format!("{subject} is not {encoding}, as it says; it is left as sent."),
            Self::Unknown => format!("{subject} has an unknown transfer encoding; it is left as sent."),
        }
    }

    /// Word about such a file in a list; `None` if the file itself is complete.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Damaged(_) => Some("damaged"),
            Self::Followed(_) => None,
            Self::Undecoded(_) | Self::Unknown => Some("not decoded"),
        }
    }
}

/// Decodes a part.
pub fn bytes(body: &[u8], encoding: Encoding) -> Decoded<'_> {
    let as_sent = |problem| Decoded { bytes: Cow::Borrowed(body), behind: &[], problem };
    match encoding {
        Encoding::Plain => as_sent(None),
        Encoding::Unknown => as_sent(Some(Problem::Unknown)),
        Encoding::Base64 => {
            let Base64 { bytes, is_whole, end } = base64::decode(body);
            let behind = body[end..].trim_ascii_end();
            let problem = match (is_whole, behind) {
                (true, []) => None,
                _ if bytes.is_empty() => return as_sent(Some(Problem::Undecoded("base64"))),
                (false, _) => Some(Problem::Damaged("base64")),
                (true, _) => Some(Problem::Followed("base64")),
            };
            Decoded { bytes: Cow::Owned(bytes), behind, problem }
        }
        Encoding::QuotedPrintable => {
            let (bytes, is_whole) = quoted_printable(body);
            let problem = (!is_whole).then_some(Problem::Damaged("quoted-printable"));
            Decoded { bytes: Cow::Owned(bytes), behind: &[], problem }
        }
        Encoding::Uuencode => match uuencode(body) {
            Some(bytes) => Decoded { bytes: Cow::Owned(bytes), behind: &[], problem: None },
            None => as_sent(Some(Problem::Undecoded("uuencode"))),
        },
    }
}

/// Decodes quoted-printable. A malformed `=XX` is kept; the flag is false if there was one.
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
        // A line end after `=` joins the lines, even if a server has added spaces in between.
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
