//! Plain text in lines: format=flowed joined (RFC 3676), quoting counted, addresses of the web numbered.

use super::limits;
use super::links::Links;
use super::message::Line;
use super::notices::Notices;
use crate::base::{clean_block, clean_line, start_of};

/// The lines of a text part. `flowed` is given for format=flowed, true where the spaces go (`DelSp`).
pub fn lines(text: &str, flowed: Option<bool>, web: &mut Links, notices: &mut Notices) -> Vec<Line> {
    let mut lines = plain_lines(text, notices);
    if let Some(delsp) = flowed {
        lines = joined(lines, delsp);
    }
    for line in &mut lines {
        line.text = clean_line(&web.in_text(line.text.trim_end())).into_owned();
    }
    lines
}

/// Cleaned lines with their quoting, as they were sent.
pub fn plain_lines(text: &str, notices: &mut Notices) -> Vec<Line> {
    let start = start_of(text, limits::TEXT);
    let mut is_cut = start.len() < text.len();
    let text = clean_block(start);
    let text = text.trim_end();
    let mut lines = Vec::new();
    for line in text.split('\n').skip_while(|line| line.trim().is_empty()) {
        if lines.len() == limits::LINES {
            is_cut = true;
            break;
        }
        let (quote, text) = quoting(line);
        // Cleaned alone: a combining mark at its beginning would sit on whatever is painted before it.
        lines.push(Line { text: clean_line(text).into_owned(), quote, ..Line::default() });
    }
    if is_cut {
        notices.add("The text is too long to show whole; the message itself has all of it.");
    }
    lines
}

/// Depth of quoting of a line, and the line without the marks.
fn quoting(line: &str) -> (u8, &str) {
    // mbox files write `>` before a line that begins with `From `; that is no quote.
    if line.starts_with(">From ") {
        return (0, line);
    }
    let mut depth = 0;
    let mut rest = line;
    loop {
        let inner = rest.strip_prefix(' ').filter(|_| depth > 0).unwrap_or(rest);
        match inner.strip_prefix('>') {
            Some(inner) if depth < u8::MAX => {
                depth += 1;
                rest = inner;
            }
            _ if depth > 0 => return (depth, rest.strip_prefix(' ').unwrap_or(rest)),
            _ => return (0, rest),
        }
    }
}

/// Paragraphs of format=flowed: a line that ends with a space continues in the next line of the same quote depth. The mark of a
/// signature stands alone.
fn joined(lines: Vec<Line>, delsp: bool) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    let mut is_open = false;
    for line in lines {
        // A space before text that begins with one, with “>” or with “From ” was put there by the sender (stuffing).
        let text = if line.quote == 0 { line.text.strip_prefix(' ').unwrap_or(&line.text) } else { &line.text };
        let is_signature = text == "-- ";
        let goes_on = text.ends_with(' ') && !is_signature;
        let text = if goes_on && delsp { &text[..text.len() - 1] } else { text };
        match out.last_mut() {
            Some(last) if is_open && last.quote == line.quote && !is_signature => last.text.push_str(text),
            _ => out.push(Line { text: text.to_owned(), ..line }),
        }
        is_open = goes_on;
    }
    out
}
