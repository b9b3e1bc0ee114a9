//! Encoded words in headers (RFC 2047), including those that were cut inside a letter.

use std::borrow::Cow;

use super::{base64, charset, decode};

/// `text` with its encoded words decoded. Names of character sets that did not fit are added to `odd`.
pub fn decode(text: &str, odd: &mut Vec<String>) -> String {
    spelled(text, odd, false)
}

/// Like [`decode()`], for headers with addresses: a word that contains characters with a meaning there is put in
/// quotes, so that a name cannot look like an address.
pub fn decode_quoting(text: &str, odd: &mut Vec<String>) -> String {
    spelled(text, odd, true)
}

/// One encoded word.
struct Word<'x> {
    charset: &'x str,
    bytes: Vec<u8>,
    /// Text after the encoded word.
    rest: &'x str,
}

fn spelled(text: &str, odd: &mut Vec<String>, quoting: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_quoted = false;
    while let Some(at) = rest.find("=?") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        is_quoted ^= before.matches('"').count() % 2 == 1;
        let Some(mut first) = word(from) else {
            out.push_str("=?");
            rest = &from[2..];
            continue;
        };
        // Decode adjacent words in one character set together, because some senders cut inside a letter.
        let mut decoded = String::new();
        loop {
            let next = first.rest.trim_start();
            let Some(following) = next.starts_with("=?").then(|| word(next)).flatten() else { break };
            if following.charset.eq_ignore_ascii_case(first.charset) {
                first.bytes.extend_from_slice(&following.bytes);
                first.rest = following.rest;
            } else {
                decoded.push_str(&text_of(&first, odd));
                first = following;
            }
        }
        decoded.push_str(&text_of(&first, odd));
        if quoting && !is_quoted && decoded.contains(['<', '>', '@', ',', ';', ':', '(', ')', '"']) {
            out.push('"');
            out.push_str(&decoded.replace('"', "'"));
            out.push('"');
        } else {
            out.push_str(&decoded);
        }
        rest = first.rest;
    }
    out + rest
}

fn text_of(word: &Word<'_>, odd: &mut Vec<String>) -> String {
    let (text, problem) = charset::decode(&word.bytes, Some(word.charset));
    if problem.is_some() && !odd.iter().any(|name| name == word.charset) {
        odd.push(word.charset.to_owned());
    }
    text
}

/// Encoded word at the start of `text`: `=?charset*language?B?…?=`.
fn word(text: &str) -> Option<Word<'_>> {
    let inner = text.strip_prefix("=?")?;
    let (charset, inner) = inner.split_once('?')?;
    let (method, inner) = inner.split_once('?')?;
    let (data, rest) = inner.split_once("?=")?;
    let charset = charset.split('*').next().unwrap_or(charset);
    if charset.is_empty() || charset.len() > 40 || !charset.bytes().all(|b| b.is_ascii_graphic()) || data.len() > 4_000
    {
        return None;
    }
    let bytes = match method {
        "B" | "b" => {
            let decoded = base64::decode(data.as_bytes());
            (decoded.is_whole && decoded.end == data.len()).then_some(decoded.bytes)?
        }
        "Q" | "q" => {
            let spaced: Cow<'_, str> = if data.contains('_') { data.replace('_', " ").into() } else { data.into() };
            decode::quoted_printable(spaced.as_bytes()).0
        }
        _ => return None,
    };
    Some(Word { charset, bytes, rest })
}
