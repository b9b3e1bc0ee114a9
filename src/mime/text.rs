//! Plain text in lines: format=flowed (RFC 3676) and paragraphs broken by a mail program are joined, quoting is
//! counted, web addresses are numbered.

use super::limits;
use super::links::Links;
use super::message::Line;
use super::notices::Notices;
use crate::base::{clean_block, clean_line, start_of, text_width};

/// Widths in cells of lines that a mail program may have broken; shorter or longer lines were ended by the writer.
const BROKEN: std::ops::RangeInclusive<usize> = 55..=80;

/// Lines of a text part. `flowed` is `Some` for format=flowed, and true if spaces at line ends are dropped (`DelSp`).
pub fn lines(text: &str, flowed: Option<bool>, web: &mut Links, notices: &mut Notices) -> Vec<Line> {
    let mut lines = plain_lines(text, notices);
    lines = match flowed {
        Some(delsp) => joined(lines, delsp),
        None => rejoined(&lines),
    };
    for line in &mut lines {
        line.text = clean_line(&web.in_text(line.text.trim_end())).into_owned();
    }
    lines
}

/// Cleaned lines with their depth of quoting, as they were sent.
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
        // Clean each line alone, because a combining mark at its beginning would be drawn on the cell before it.
        lines.push(Line { text: clean_line(text).into_owned(), quote, ..Line::default() });
    }
    if is_cut {
        notices.add("The text is too long to show whole; the message itself has all of it.");
    }
    lines
}

/// Depth of quoting of a line, and the line without the marks.
fn quoting(line: &str) -> (u8, &str) {
    // mbox files write `>` before a line that begins with `From `; that is not a quote.
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

/// Lines of format=flowed joined to paragraphs: a line that ends with a space continues in the next line of the same
/// quote depth. The signature mark is not joined.
fn joined(lines: Vec<Line>, delsp: bool) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    let mut is_open = false;
    for line in lines {
        // The sender has added a space before text that begins with a space, “>” or “From ” (stuffing).
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

/// Lines with paragraphs joined that a mail program has certainly broken. Otherwise the window would break them a
/// second time.
fn rejoined(lines: &[Line]) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    let mut rest = lines;
    let mut is_signed = false;
    while let Some(first) = rest.first() {
        is_signed |= first.text.trim_end() == "--";
        let many = if is_signed { 1 } else { rest.iter().take_while(|line| is_prose(line)).count().max(1) };
        let (paragraph, behind) = rest.split_at(many);
        if is_broken(paragraph) {
            let words: Vec<&str> = paragraph.iter().map(|line| line.text.trim_end()).collect();
            out.push(Line { text: words.join(" "), ..first.clone() });
        } else {
            out.extend_from_slice(paragraph);
        }
        rest = behind;
    }
    out
}

/// Joins lines of running text that were broken at a width of `cells`: the first word of the next line did not fit.
pub(super) fn unbroken(lines: Vec<Line>, cells: usize) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    // Width of the last line before joining; 0 if nothing may be joined to it.
    let mut taken = 0;
    for line in lines {
        let width = if is_prose(&line) && !line.hidden { text_width(line.text.trim_end()) } else { 0 };
        let first = line.text.split(' ').next().unwrap_or_default();
        // A line that is full to the last cell may end within a word.
        let goes_on = taken > 0 && taken < cells && width > 0 && taken + 1 + text_width(first) > cells;
        match out.last_mut().filter(|last| goes_on && is_joined_by_blank(&last.text)) {
            Some(last) => last.text.extend([" ", line.text.trim_end()]),
            None => out.push(line),
        }
        taken = width;
    }
    out
}

/// False after a hyphen, which may belong to its word, and after characters of two cells, which are joined without a
/// space.
fn is_joined_by_blank(text: &str) -> bool {
    let last = text.trim_end().chars().next_back().unwrap_or(' ');
    last != '-' && text_width(last.encode_utf8(&mut [0; 4])) < 2
}

/// True for a line of running text: not quoted, indented, in a list or in columns, and not a field with its name.
fn is_prose(line: &Line) -> bool {
    let text = line.text.trim_end();
    let first = text.split(' ').next().unwrap_or_default();
    let is_number = first.ends_with(['.', ')']) && first.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    line.quote == 0
        && text.starts_with(|c: char| c.is_alphanumeric() || "\"'“‘„«(¿¡".contains(c))
        && !is_number
        && !first.ends_with(':')
        && !text.contains("  ")
        && !text.contains('\t')
}

/// True if every line but the last has the length of a broken line, and no room for the next word.
fn is_broken(paragraph: &[Line]) -> bool {
    let texts: Vec<&str> = paragraph.iter().map(|line| line.text.trim_end()).collect();
    let Some((_, broken)) = texts.split_last().filter(|(_, broken)| !broken.is_empty()) else { return false };
    let widest = texts.iter().map(|text| text_width(text)).max().unwrap_or(0);
    let is_full = |pair: &[&str]| {
        let next = pair[1].split(' ').next().unwrap_or_default();
        text_width(pair[0]) + 1 + text_width(next) > widest
    };
    let can_end = |text: &&str| text.contains(' ') && is_joined_by_blank(text);
    // If every line ends a sentence, the writer may have broken the lines.
    let is_within = broken.iter().any(|text| !text.ends_with(['.', '!', '?', ':']));
    is_within
        && broken.iter().all(|text| BROKEN.contains(&text_width(text)) && can_end(text))
        && texts.windows(2).all(is_full)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let lines = lines(text, None, &mut Links::default(), &mut Notices::default());
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_broken_at_a_known_width_are_joined_where_the_next_word_had_no_room() {
        let line = |text: &str| Line { text: text.to_owned(), ..Line::default() };
        let lines = ["one two", "three", "", "four", "five", "* six six", "seven-", "eight"].map(line).to_vec();
        let joined: Vec<String> = unbroken(lines, 10).into_iter().map(|line| line.text).collect();
        assert_eq!(joined, ["one two three", "", "four", "five", "* six six", "seven-", "eight"]);
    }

    #[test]
    fn a_paragraph_that_a_program_broke_is_one_line_and_what_the_writer_broke_stays() {
        let broken = "This week we visited five small gardens and one very large one. Read\non and bring rubber boots.";
        assert_eq!(shown(broken), [broken.replace('\n', " ")]);
        let signed = format!("Hello,\n\n{broken}\n\n-- \n{broken}");
        assert_eq!(shown(&signed).len(), 7, "what follows the mark of a signature stays");
        for kept in [
            "Anna Lindqvist\nNordvind AB\n+46 8 123 456",
            &broken.replace("on and", "- on and"),
            &broken.replace("on and", "2. on and"),
            &broken.replace("on and", "    on and"),
            &broken.replace("on and", "Note: on and"),
            &broken.replace("Read\n", "Read-\n"),
            "we represent Nordvind AG, owner of the trade mark NORDVIND.\nPlease see the attached letter.",
            // In these lines the next word would have fitted.
            "This week we visited five small gardens and one very large one.\nA paragraph of its own is this line here, which is a longer one too.",
        ] {
            assert_eq!(shown(kept).len(), kept.lines().count(), "{kept}");
        }
        assert_eq!(shown("> This week we visited five small gardens and one very large one. Read\n> on and").len(), 2);
    }
}
