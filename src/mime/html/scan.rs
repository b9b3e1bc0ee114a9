//! Check of a page before it is parsed (R-13): its depth, and whether its markup makes an HTML parser take quadratic
//! time. One pass, without building a tree.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::mime::limits;

/// Elements that, unclosed, a parser opens again in every following block.
const FORMATTING: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];
const VOID: [&str; 15] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    "basefont",
];
/// Elements that end the preceding one of their kind, within their list or table.
const CLOSES_ITSELF: [&str; 11] = ["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option"];
const BARRIERS: [&str; 6] = ["table", "ul", "ol", "dl", "select", "blockquote"];
/// Most elements that the parser must open again, close out of order or move before a table. The more there are, the
/// more each of them costs.
const MOST_REPAIRS: usize = 20_000;
const MOST_OUT_OF_ORDER: usize = 2_000;

/// Checks that parsing the page is cheap.
///
/// # Errors
/// A sentence that names the limit the page exceeds.
pub fn within_limits(page: &str) -> Result<(), &'static str> {
    if page.len() > limits::HTML {
        return Err("The HTML is larger than 2 MiB.");
    }
    let mut scan = Scan::default();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'<', &page.as_bytes()[at..]) {
        at = scan.tag(page, at + found)?;
    }
    Ok(())
}

#[derive(Default)]
struct Scan<'x> {
    open: Vec<&'x str>,
    /// Unclosed formatting elements, each with a hash of its whole tag: of equal ones a parser keeps three.
    formatting: Vec<(&'x str, u64)>,
    elements: usize,
    repairs: usize,
    out_of_order: usize,
}

impl<'x> Scan<'x> {
    /// Handles the tag at `at`; returns the index after it.
    fn tag(&mut self, page: &'x str, at: usize) -> Result<usize, &'static str> {
        let rest = &page[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            return Ok(memchr::memmem::find(comment.as_bytes(), b"-->").map_or(page.len(), |end| at + 4 + end + 3));
        }
        let (is_end, inner) = rest.strip_prefix('/').map_or((false, rest), |inner| (true, inner));
        if !inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Ok(at + 1);
        }
        let from = page.len() - inner.len();
        let length = inner.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>').unwrap_or(inner.len());
        let name = &inner[..length];
        let close = from + length + end_of_tag(&inner[length..]);
        if is_end {
            self.end(name)?;
        } else {
            self.begin(name, &page[at..close])?;
            if is(name, &["script", "style"]) {
                return Ok(end_of_raw(page, close, name));
            }
        }
        Ok(close.max(at + 1))
    }

    fn begin(&mut self, name: &'x str, tag: &str) -> Result<(), &'static str> {
        self.elements += 1;
        if self.elements > limits::HTML_ELEMENTS {
            return Err("The HTML has more than 20,000 elements.");
        }
        let is_formatting = is(name, &FORMATTING);
        let reopened =
            self.formatting.len().saturating_sub(self.open.iter().filter(|open| is(open, &FORMATTING)).count());
        self.repairs += reopened;
        let in_table = self.open.last().is_some_and(|open| is(open, &["table", "tbody", "thead", "tfoot", "tr"]));
        if in_table
            && !is(
                name,
                &[
                    "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col", "form", "script",
                    "style", "input",
                ],
            )
        {
            self.out_of_order += 1;
        }
        if self.repairs > MOST_REPAIRS || self.out_of_order > MOST_OUT_OF_ORDER {
            return Err("The HTML is too broken to be read.");
        }
        if is(name, &VOID) {
            return Ok(());
        }
        if is(name, &CLOSES_ITSELF) {
            let barrier = self.open.iter().rposition(|open| is(open, &BARRIERS)).map_or(0, |at| at + 1);
            if let Some(same) = self.open[barrier..].iter().rposition(|open| open.eq_ignore_ascii_case(name)) {
                self.open.truncate(barrier + same);
            }
        }
        if is_formatting {
            let mut hash = DefaultHasher::new();
            tag.hash(&mut hash);
            let hash = hash.finish();
            let equal: Vec<usize> = (0..self.formatting.len()).filter(|at| self.formatting[*at].1 == hash).collect();
            if equal.len() >= 3 {
                self.formatting.remove(equal[0]);
            }
            self.formatting.push((name, hash));
        }
        self.open.push(name);
        if self.open.len() > limits::HTML_DEPTH || self.formatting.len() > limits::HTML_DEPTH {
            return Err("The HTML is nested more than 256 deep.");
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), &'static str> {
        let at = self.open.iter().rposition(|open| open.eq_ignore_ascii_case(name));
        if is(name, &FORMATTING) {
            if let Some(last) = self.formatting.iter().rposition(|(open, _)| open.eq_ignore_ascii_case(name)) {
                self.formatting.remove(last);
            }
            if at.is_some_and(|at| at + 1 < self.open.len()) {
                self.out_of_order += 1;
            }
        }
        if let Some(at) = at {
            self.open.truncate(at);
        }
        if self.out_of_order > MOST_OUT_OF_ORDER { Err("The HTML is too broken to be read.") } else { Ok(()) }
    }
}

fn is(name: &str, among: &[&str]) -> bool {
    among.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Length up to and including the `>` that ends a tag, skipping quoted values.
fn end_of_tag(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 0;
    let mut after_equals = false;
    while at < bytes.len() {
        match bytes[at] {
            b'>' => return at + 1,
            quote @ (b'"' | b'\'') if after_equals => match memchr::memchr(quote, &bytes[at + 1..]) {
                Some(length) => at += length + 1,
                None => return bytes.len(),
            },
            _ => {}
        }
        after_equals = bytes[at] == b'=' || (after_equals && bytes[at].is_ascii_whitespace());
        at += 1;
    }
    bytes.len()
}

/// End of a script or a style.
fn end_of_raw(page: &str, from: usize, name: &str) -> usize {
    let mut at = from;
    while let Some(found) = memchr::memmem::find(&page.as_bytes()[at..], b"</") {
        at += found;
        let rest = &page.as_bytes()[at + 2..];
        if rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())) {
            return at;
        }
        at += 2;
    }
    page.len()
}
