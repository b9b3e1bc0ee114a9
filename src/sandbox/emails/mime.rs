//! Messages in raw form (RFC 5322, MIME): folded headers with encoded words, and bodies of parts.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Letters in a line of base64.
const LINE: usize = 76;
/// Bytes of text in one encoded word, which must stay within 75 letters.
const WORD: usize = 42;

/// Mailbox: the shown name and the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    pub name: String,
    pub address: String,
}

impl Mailbox {
    /// Mailbox in readable form: `Anna <anna@a.example>`.
    pub fn words(&self) -> String {
        if self.name.is_empty() { self.address.clone() } else { format!("{} <{}>", self.name, self.address) }
    }

    /// Mailbox in the form of a header.
    fn header(&self) -> String {
        match self.name.as_str() {
            "" => self.address.clone(),
            name if name.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => {
                format!("\"{}\" <{}>", name.replace(['"', '\\'], "'"), self.address)
            }
            name => format!("{} <{}>", encoded(name), self.address),
        }
    }
}

/// Text for a header: plain ASCII unchanged, any other in encoded words (RFC 2047).
pub fn encoded(text: &str) -> String {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) && !text.contains("=?") {
        return text.to_owned();
    }
    let mut words: Vec<String> = vec![String::new()];
    for character in text.chars() {
        if words.last().is_some_and(|word| word.len() + character.len_utf8() > WORD) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(character);
        }
    }
    let word = |word: String| format!("=?UTF-8?B?{}?=", STANDARD.encode(word));
    words.into_iter().map(word).collect::<Vec<_>>().join("\r\n ")
}

/// One part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Plain(String),
    Html(String),
    /// Text in ISO-8859-1, as older programs write; missing characters become `?`.
    Latin(String),
    File {
        name: String,
        kind: &'static str,
        bytes: Vec<u8>,
    },
    /// Parts of a `multipart/…`.
    Parts(&'static str, Vec<Body>),
}

impl Body {
    /// Headers of the part, and its content.
    fn write(&self, boundary: &str) -> (String, String) {
        let text = |kind: &str, text: &str| {
            let headers =
                format!("Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n");
            (headers, quoted(text.as_bytes()))
        };
        match self {
            Self::Plain(words) => text("plain", words),
            Self::Html(words) => text("html", words),
            Self::Latin(words) => {
                let bytes: Vec<u8> = words.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
                let headers =
                    "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n";
                (headers.to_owned(), quoted(&bytes))
            }
            Self::File { name, kind, bytes } => {
                let lines: Vec<String> = STANDARD
                    .encode(bytes)
                    .as_bytes()
                    .chunks(LINE)
                    .map(|line| String::from_utf8_lossy(line).into_owned())
                    .collect();
                let headers = format!(
                    "Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment;\r\n {}\r\n",
                    file_name(name)
                );
                (headers, lines.join("\r\n"))
            }
            Self::Parts(kind, parts) => {
                let mut content = String::new();
                for (place, part) in parts.iter().enumerate() {
                    let (headers, body) = part.write(&format!("{boundary}.{place}"));
                    let _ = write!(content, "--{boundary}\r\n{headers}\r\n{body}\r\n");
                }
                let _ = write!(content, "--{boundary}--");
                (format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"\r\n"), content)
            }
        }
    }

    /// Names of the files in the body.
    pub fn files(&self) -> Vec<&str> {
        match self {
            Self::File { name, .. } => vec![name],
            Self::Parts(_, parts) => parts.iter().flat_map(Self::files).collect(),
            _ => Vec::new(),
        }
    }

    /// First text of the body, in readable form.
    pub fn text(&self) -> String {
        match self {
            Self::Plain(text) | Self::Latin(text) => text.clone(),
            Self::Html(html) => stripped(html),
            Self::File { .. } => String::new(),
            Self::Parts(_, parts) => parts.iter().map(Self::text).find(|text| !text.is_empty()).unwrap_or_default(),
        }
    }
}

/// Name of a file in a header (by RFC 2231 if it is not plain ASCII).
fn file_name(name: &str) -> String {
    if name.bytes().all(|byte| (0x20..0x7f).contains(&byte) && byte != b'"' && byte != b'\\') {
        return format!("filename=\"{name}\"");
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let coded: String = name
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("filename*=UTF-8''{coded}")
}

/// HTML without its tags.
fn stripped(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for character in html.chars() {
        match character {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            character if !inside => text.push(character),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("&amp;", "&")
}

/// Quoted-printable (RFC 2045): lines of 76 letters at most.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (place, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' {
            out.push_str("\r\n");
            column = 0;
            continue;
        }
        let ends_line = bytes.get(place + 1).is_none_or(|next| *next == b'\n');
        let plain = matches!(byte, 33..=60 | 62..=126) || (*byte == b' ' && !ends_line);
        let piece = if plain { char::from(*byte).to_string() } else { format!("={byte:02X}") };
        if column + piece.len() > LINE - 1 {
            out.push_str("=\r\n");
            column = 0;
        }
        column += piece.len();
        out.push_str(&piece);
    }
    out
}

/// Headers of a message.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    pub from: Vec<Mailbox>,
    pub to: Vec<Mailbox>,
    pub reply_to: Vec<Mailbox>,
    pub sender: Vec<Mailbox>,
    /// Subject; `None` if the message has no such header.
    pub subject: Option<String>,
    /// Other headers, folded, each with its line end.
    pub others: String,
}

/// Whole message with CRLF line ends.
pub fn message(headers: &Headers, date: i64, id: &str, body: &Body) -> Vec<u8> {
    let mut text = String::new();
    let line = |text: &mut String, name: &str, value: &str| {
        let _ = write!(text, "{name}: {value}\r\n");
    };
    let list = |list: &[Mailbox]| list.iter().map(Mailbox::header).collect::<Vec<_>>().join(",\r\n ");
    let day = jiff::Timestamp::from_second(date).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    line(&mut text, "Date", &day.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string());
    for (name, boxes) in
        [("From", &headers.from), ("To", &headers.to), ("Sender", &headers.sender), ("Reply-To", &headers.reply_to)]
    {
        if !boxes.is_empty() {
            line(&mut text, name, &list(boxes));
        }
    }
    if let Some(subject) = &headers.subject {
        line(&mut text, "Subject", &encoded(subject));
    }
    line(&mut text, "Message-ID", &format!("<{id}>"));
    line(&mut text, "MIME-Version", "1.0");
    text.push_str(&headers.others);
    let (own, content) = body.write(&format!("=_{}", id.split('@').next().unwrap_or_default()));
    text.push_str(&own);
    text.push_str("\r\n");
    text.push_str(&content);
    text.push_str("\r\n");
    text.into_bytes()
}
