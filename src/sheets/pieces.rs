//! Pieces of a line of names, and which of them are prices.

use super::names::read;
use crate::base::{Amount, Reading};

/// The pieces of a line: the texts between commas, semicolons and tabs, without quotes. Blanks separate them if several
/// of the words are names, or a price follows a name: `my shop.com` is one wrong name, not one right one.
pub fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let line = if line.trim_start().starts_with('#') { "" } else { line };
    cells(line).map(unquoted).filter(|piece| !piece.is_empty()).flat_map(|piece| {
        if let Some((name, price)) = piece.split_once(char::is_whitespace)
            && read(unquoted(name)).is_ok()
            && is_price(unquoted(price))
        {
            return vec![unquoted(name), unquoted(price)];
        }
        let words: Vec<&str> = piece.split_whitespace().map(unquoted).collect();
        let names = words.iter().filter(|word| read(word).is_ok()).take(2).count();
        if names > 1 { words } else { vec![piece] }
    })
}

/// The texts between commas, semicolons and tabs. A comma that groups the digits of a price does not separate.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    let bytes = line.as_bytes();
    let is_digit = move |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let groups = move |comma: usize| {
        let ends = match bytes.get(comma + 4) {
            Some(b'.') => is_digit(comma + 5),
            Some(next) => !next.is_ascii_alphanumeric() && *next != b'-',
            None => true,
        };
        comma > 0 && is_digit(comma - 1) && (comma + 1..comma + 4).all(is_digit) && ends
    };
    let mut from = 0;
    let ends = memchr::memchr3_iter(b',', b';', b'\t', bytes).filter(move |at| bytes[*at] != b',' || !groups(*at));
    ends.chain([line.len()]).map(move |end| &line[std::mem::replace(&mut from, end + 1)..end])
}

fn unquoted(piece: &str) -> &str {
    piece.trim_matches(|c: char| c.is_whitespace() || "\"'“”‘’".contains(c))
}

/// True for an amount that is neither a name nor the address of a host.
pub fn is_price(piece: &str) -> bool {
    let is_number = !matches!(Amount::read(piece), Reading::NotANumber(_));
    let is_host = piece.split('.').filter(|part| part.parse::<u8>().is_ok()).count() == 4;
    is_number && !is_host && read(piece).is_err()
}
