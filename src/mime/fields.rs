//! Header fields: finding and unfolding them, and reading those about a part.

use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, HeaderValue};

use super::decode::Encoding;
use super::message::Header;
use super::notices::Notices;
use super::split::Part;
use super::{charset, limits, words};
use crate::base::{DomainName, clean_line};

/// Header field as sent; its name is empty for a line without one.
pub struct Field<'x> {
    pub name: &'x [u8],
    /// Value, still folded.
    pub value: &'x [u8],
}

/// End of a line, without and with its line break.
pub struct LineEnd {
    pub end: usize,
    pub next: usize,
}

/// End of the line that begins at `at`.
pub fn line(raw: &[u8], at: usize) -> LineEnd {
    let next = memchr::memchr(b'\n', &raw[at..]).map_or(raw.len(), |found| at + found + 1);
    let end = if next > at && raw[next - 1] == b'\n' { next - 1 } else { next };
    let end = if end > at && raw[end - 1] == b'\r' { end - 1 } else { end };
    LineEnd { end, next }
}

/// Names that show that lines are headers and not text with a colon.
const KNOWN: [&[u8]; 8] = [
    b"content-type:",
    b"content-transfer-encoding:",
    b"mime-version:",
    b"subject:",
    b"from:",
    b"to:",
    b"date:",
    b"message-id:",
];

/// Index at which a message begins. Blank lines before its headers are skipped. A known header is searched for in the
/// whole block, because long signatures may precede the first one.
pub fn first(raw: &[u8]) -> usize {
    let blank = raw.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let begin = raw[..blank].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let LineEnd { end, .. } = line(raw, begin);
    let is_header =
        begin == blank && name_length(&raw[begin..end]).is_some() && known_within(raw, begin, limits::HEADER_LINES);
    if is_header { begin } else { 0 }
}

/// Headers from `begin` on, and the index at which the content below them begins. A line that is not a header ends
/// them, unless known headers follow.
///
/// # Errors
/// A sentence that names the limit the headers exceed.
pub fn block(raw: &[u8], begin: usize) -> Result<(Vec<Field<'_>>, usize), &'static str> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    let mut at = begin;
    let mut value_from = begin;
    let mut lines = 0;
    while at < raw.len() {
        let LineEnd { end, next } = line(raw, at);
        let text = &raw[at..end];
        lines += 1;
        if lines > limits::HEADER_LINES {
            return Err("The message has more than 10,000 header lines.");
        }
        if end - begin > limits::HEADER_BYTES {
            return Err("The headers are larger than 1 MiB.");
        }
        if text.is_empty() {
            return Ok((fields, next));
        }
        if matches!(text[0], b' ' | b'\t') && !fields.is_empty() {
            if text.trim_ascii().is_empty() && !known_follows(raw, next) {
                return Ok((fields, next));
            }
            if let Some(field) = fields.last_mut() {
                field.value = &raw[value_from..end];
            }
        } else if let Some(colon) = name_length(text) {
            value_from = at + colon + 1;
            fields.push(Field { name: text[..colon].trim_ascii(), value: &raw[value_from..end] });
        } else if at == begin && (text.starts_with(b"From ") || text.starts_with(b">From ")) {
            // Skip the line that a mailbox file has before each message.
        } else if known_follows(raw, next) {
            value_from = at;
            fields.push(Field { name: b"", value: text });
        } else {
            return Ok((fields, at));
        }
        at = next;
    }
    Ok((fields, raw.len()))
}

/// Length of a header's name, up to its colon.
fn name_length(line: &[u8]) -> Option<usize> {
    let colon = memchr::memchr(b':', line)?;
    let name = line[..colon].trim_ascii_end();
    (!name.is_empty() && name.iter().all(u8::is_ascii_graphic)).then_some(colon)
}

/// True when one of the next few lines is a header that most mails have.
fn known_follows(raw: &[u8], at: usize) -> bool {
    known_within(raw, at, 20)
}

fn known_within(raw: &[u8], mut at: usize, lines: usize) -> bool {
    for _ in 0..lines {
        if at >= raw.len() {
            return false;
        }
        let LineEnd { end, next } = line(raw, at);
        let text = &raw[at..end];
        if text.is_empty() {
            return false;
        }
        if KNOWN.iter().any(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))) {
            return true;
        }
        at = next;
    }
    false
}

/// Part described by its headers, and its boundary.
pub fn part(fields: &[Field<'_>], is_digest: bool) -> (Part, Option<Vec<u8>>) {
    let find = |name: &str| fields.iter().find(|field| field.name.eq_ignore_ascii_case(name.as_bytes()));
    let typed = |name: &str| find(name).and_then(|field| content_type(field.value));
    let kind = typed("content-type");
    let disposition = typed("content-disposition");
    let attribute = |of: &Option<ContentType<'static>>, name: &str| {
        of.as_ref().and_then(|of| of.attribute(name)).filter(|value| !value.trim().is_empty()).map(str::to_owned)
    };
    let named = kind.as_ref().map(named_kind).filter(|kind| !kind.is_empty());
    let default = if is_digest { "message/rfc822" } else { "text/plain" };
    let is_on = |name: &str, value: &str| attribute(&kind, name).is_some_and(|found| found.eq_ignore_ascii_case(value));
    let name = attribute(&disposition, "filename").or_else(|| attribute(&kind, "name"));
    let unfolded = |name: &str| find(name).map(|field| unfolded(field.value).trim().to_owned());
    let id = |text: String| text.trim().trim_start_matches('<').trim_end_matches('>').to_owned();
    let part = Part {
        declared: named.is_some(),
        kind: named.unwrap_or_else(|| default.to_owned()),
        charset: attribute(&kind, "charset"),
        flowed: is_on("format", "flowed"),
        delsp: is_on("delsp", "yes"),
        name: name.map(|name| words::decode(&name, &mut Vec::new())),
        disposition: disposition.as_ref().map(|value| value.ctype().to_ascii_lowercase()),
        id: unfolded("content-id").map(id),
        start: attribute(&kind, "start").map(id),
        encoding: unfolded("content-transfer-encoding").map_or(Encoding::default(), |text| Encoding::named(&text)),
        ..Part::default()
    };
    (part, attribute(&kind, "boundary").map(String::into_bytes))
}

fn named_kind(kind: &ContentType<'_>) -> String {
    let main = kind.ctype().trim().to_ascii_lowercase();
    match (main.as_str(), kind.subtype().map(|sub| sub.trim().to_ascii_lowercase())) {
        ("", _) => String::new(),
        (_, Some(sub)) if !sub.is_empty() => format!("{main}/{sub}"),
        ("text", _) => "text/plain".to_owned(),
        ("html", _) => "text/html".to_owned(),
        ("multipart", _) => "multipart/mixed".to_owned(),
        _ => "application/octet-stream".to_owned(),
    }
}

fn content_type(value: &[u8]) -> Option<ContentType<'static>> {
    let text = format!("{}\n", unfolded(value));
    match MessageStream::new(text.as_bytes()).parse_content_type() {
        HeaderValue::ContentType(found) => HeaderValue::ContentType(found).into_owned().into_content_type(),
        _ => None,
    }
}

/// Value on one line, decoded with the character set it most likely has.
fn unfolded(value: &[u8]) -> String {
    let text = charset::eight_bit(value).0;
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut out = String::with_capacity(text.len());
    for (place, line) in lines.enumerate() {
        if place == 0 {
            out.push_str(line);
        } else {
            out.push(' ');
            out.push_str(line.trim_start_matches([' ', '\t']));
        }
    }
    out
}

/// Headers that name addresses.
const ADDRESSES: [&str; 12] = [
    "from",
    "sender",
    "reply-to",
    "to",
    "cc",
    "bcc",
    "resent-from",
    "resent-sender",
    "resent-to",
    "resent-cc",
    "return-path",
    "delivered-to",
];

/// Headers as they are shown.
pub fn headers(fields: &[Field<'_>], notices: &mut Notices) -> Vec<Header> {
    for once in ["From", "Sender", "Reply-To", "Subject", "Date"] {
        if fields.iter().filter(|field| field.name.eq_ignore_ascii_case(once.as_bytes())).count() > 1 {
            notices.add(format!("The message has several {once} headers; programs differ in which they show."));
        }
    }
    fields.iter().map(|field| header(field, notices)).collect()
}

fn header(field: &Field<'_>, notices: &mut Notices) -> Header {
    let name = clean_line(&String::from_utf8_lossy(field.name)).into_owned();
    if charset::eight_bit(field.value).1 {
        notices.add(format!("The header {name} has letters of no named character set; read as windows-1252."));
    }
    let text = unfolded(field.value);
    let has_addresses = ADDRESSES.contains(&name.to_ascii_lowercase().as_str());
    let mut odd = Vec::new();
    let value = if has_addresses { words::decode_quoting(&text, &mut odd) } else { words::decode(&text, &mut odd) };
    for charset in odd {
        notices.add(format!("The header {name} is not readable in the character set it names, {charset}."));
    }
    if matches!(name.to_ascii_lowercase().as_str(), "from" | "sender" | "reply-to") {
        sender_odd(&name, &text, notices);
    }
    let value = if has_addresses { both_hosts(value.trim()) } else { value.trim().to_owned() };
    Header { name, value: clean_line(&value).into_owned() }
}

/// Adds a notice if a sender's name looks like somebody else's address, or the host like another one.
fn sender_odd(name: &str, text: &str, notices: &mut Notices) {
    let text = format!("{text}\n");
    let HeaderValue::Address(found) = MessageStream::new(text.as_bytes()).parse_address() else { return };
    for sender in found.iter() {
        let host = sender.address().and_then(|address| DomainName::parse(address.rsplit_once('@')?.1).ok());
        if let Some(host) = host.filter(|host| host.lookalike().is_some()) {
            notices.add(format!("{name}: {} can be mistaken for another name.", host.both()));
        }
        let (Some(shown), Some(address)) = (sender.name(), sender.address()) else { continue };
        let shown = words::decode(shown, &mut Vec::new());
        let other = shown
            .split(|c: char| c.is_whitespace() || "<>()[]\"',;:".contains(c))
            .find(|word| word.split_once('@').is_some_and(|(local, host)| !local.is_empty() && host.contains('.')));
        if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(address)) {
            notices.add(format!("{name}: the name shows the address {other}, but the address is {address}."));
        }
    }
}

/// Text in which hosts of addresses are in both spellings, if these differ.
fn both_hosts(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('@') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        let end = after.find(|c: char| c.is_whitespace() || "<>()[]\"',;:@".contains(c)).unwrap_or(after.len());
        let (host, behind) = after.split_at(end);
        match DomainName::parse(host) {
            Ok(name) if name.unicode() != name.punycode() => out.push_str(&name.both()),
            _ => out.push_str(host),
        }
        rest = behind;
    }
    out + rest
}
