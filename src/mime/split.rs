//! Splits a message into parts in one pass over its lines, within the limits (R-13). Nothing is decoded here.

use std::ops::Range;

use super::decode::Encoding;
use super::fields::{self, Field};
use super::limits;

/// Message as a tree of parts; the first part is the message itself.
pub struct Tree<'x> {
    raw: &'x [u8],
    /// The headers of the message.
    pub fields: Vec<Field<'x>>,
    pub parts: Vec<Part>,
    /// True when a multipart has no closing boundary.
    pub cut_off: bool,
    /// Sentences about limits that the message exceeds; it was split as far as they allow.
    pub beyond: Vec<&'static str>,
}

/// One part: a multipart, or a part inside one.
#[derive(Debug, Default)]
pub struct Part {
    /// `text/plain`, in small letters.
    pub kind: String,
    /// False when the sender named no type, so that it is the default.
    pub declared: bool,
    pub charset: Option<String>,
    /// True where lines that end with a space are joined (RFC 3676); with `delsp` the space is dropped.
    pub flowed: bool,
    pub delsp: bool,
    pub name: Option<String>,
    pub disposition: Option<String>,
    /// Content-ID, without its angle brackets.
    pub id: Option<String>,
    /// Content-ID of the root part, for multipart/related.
    pub start: Option<String>,
    pub encoding: Encoding,
    /// Bytes of its content.
    pub body: Range<usize>,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// True for text before the first or after the last part of a multipart, which mail programs do not show.
    pub stray: bool,
}

impl Part {
    pub fn is_multipart(&self) -> bool {
        self.kind.starts_with("multipart/")
    }
}

impl<'x> Tree<'x> {
    /// Content of a part, still in its transfer encoding.
    pub fn body(&self, place: usize) -> &'x [u8] {
        &self.raw[self.parts[place].body.clone()]
    }
}

/// Multipart that is being read.
struct Open {
    place: usize,
    boundary: Vec<u8>,
    /// Start of the text before, between or after its parts, while there is some.
    outside: Option<usize>,
}

/// Splits a message into parts.
///
/// # Errors
/// A sentence that names the limit the message exceeds.
pub fn split(raw: &[u8]) -> Result<Tree<'_>, &'static str> {
    let mut splitter = Splitter {
        tree: Tree { raw, fields: Vec::new(), parts: Vec::new(), cut_off: false, beyond: Vec::new() },
        open: Vec::new(),
        leaf: None,
    };
    splitter.run()?;
    Ok(splitter.tree)
}

struct Splitter<'x> {
    tree: Tree<'x>,
    open: Vec<Open>,
    /// Index of the part whose lines are being read.
    leaf: Option<usize>,
}

impl Splitter<'_> {
    fn run(&mut self) -> Result<(), &'static str> {
        let raw = self.tree.raw;
        let mut at = self.begin(fields::first(raw))?;
        while at < raw.len() && !self.open.is_empty() {
            let line = fields::line(raw, at);
            if let Some((level, is_end)) = self.boundary(&raw[at..line.end]) {
                self.close(level + 1, before(raw, at));
                self.end_leaf(before(raw, at));
                at = line.next;
                if is_end {
                    self.close(level, line.end);
                    if let Some(around) = self.open.last_mut() {
                        around.outside = Some(at);
                    }
                } else {
                    if self.tree.parts.len() >= limits::PARTS {
                        self.beyond("The message has more than 1,000 parts; only the first 1,000 are read.");
                        self.close(0, at);
                        return Ok(());
                    }
                    at = self.begin(at)?;
                }
            } else {
                at = line.next;
            }
        }
        self.end_leaf(raw.len());
        self.tree.cut_off = !self.open.is_empty();
        self.close(0, raw.len());
        self.epilogue();
        Ok(())
    }

    /// Reads the headers at `at` and begins their part; returns the index at which its content begins.
    fn begin(&mut self, at: usize) -> Result<usize, &'static str> {
        let raw = self.tree.raw;
        let (fields, body) = fields::block(raw, at)?;
        let parent = self.open.last().map(|open| open.place);
        let is_digest = parent.is_some_and(|parent| self.tree.parts[parent].kind == "multipart/digest");
        let place = self.tree.parts.len();
        let (mut part, boundary) = fields::part(&fields, is_digest);
        part.parent = parent;
        part.body = body..raw.len();
        let boundary = boundary.or_else(|| part.is_multipart().then(|| guessed(&raw[body..])).flatten());
        if let Some(parent) = parent {
            self.tree.parts[parent].children.push(place);
        } else {
            self.tree.fields = fields;
        }
        let is_too_deep = part.is_multipart() && self.open.len() >= limits::DEPTH;
        if is_too_deep {
            self.beyond("The message has more than 32 parts within each other; what is deeper is shown undecoded.");
        }
        if let Some(boundary) = boundary.filter(|boundary| part.is_multipart() && !is_too_deep && !boundary.is_empty())
        {
            self.open.push(Open { place, boundary, outside: Some(body) });
        } else {
            if part.is_multipart() {
                "text/plain".clone_into(&mut part.kind);
            }
            self.leaf = Some(place);
        }
        self.tree.parts.push(part);
        Ok(body)
    }

    fn beyond(&mut self, limit: &'static str) {
        if !self.tree.beyond.contains(&limit) {
            self.tree.beyond.push(limit);
        }
    }

    /// Index of the open multipart whose boundary the line is, searched from the innermost one, and true for its
    /// closing boundary.
    fn boundary(&self, line: &[u8]) -> Option<(usize, bool)> {
        let rest = line.strip_prefix(b"--")?;
        self.open.iter().enumerate().rev().find_map(|(level, open)| {
            match rest.strip_prefix(open.boundary.as_slice())?.trim_ascii_end() {
                b"" => Some((level, false)),
                b"--" => Some((level, true)),
                _ => None,
            }
        })
    }

    fn end_leaf(&mut self, end: usize) {
        if let Some(leaf) = self.leaf.take() {
            let body = &mut self.tree.parts[leaf].body;
            body.end = end.max(body.start);
        }
        self.preamble(end);
    }

    /// Keeps the text before the first part of the innermost multipart, if it says something.
    fn preamble(&mut self, end: usize) {
        let Some(open) = self.open.last_mut() else { return };
        if let Some(begin) = open.outside.take() {
            let place = open.place;
            self.stray(place, begin..end.max(begin));
        }
    }

    /// Ends the multiparts from this level on; their parts end at `end`.
    fn close(&mut self, level: usize, end: usize) {
        while self.open.len() > level {
            self.end_leaf(end);
            if let Some(open) = self.open.pop() {
                let body = &mut self.tree.parts[open.place].body;
                body.end = end.max(body.start);
                self.without_parts(open.place);
            }
        }
    }

    /// Turns a multipart whose boundary never comes into a text part.
    fn without_parts(&mut self, place: usize) {
        let children = self.tree.parts[place].children.clone();
        if children.iter().all(|child| self.tree.parts[*child].stray) {
            for child in children {
                self.tree.parts[child].stray = false;
            }
        }
    }

    /// Keeps the text after the last part of the message, if it says something.
    fn epilogue(&mut self) {
        let Some(end) = self.tree.parts.first().filter(|part| part.is_multipart()).map(|part| part.body.end) else {
            return;
        };
        if !self.tree.cut_off {
            self.stray(0, end..self.tree.raw.len());
            self.without_parts(0);
        }
    }

    fn stray(&mut self, parent: usize, body: Range<usize>) {
        let text = self.tree.raw[body.clone()].trim_ascii();
        let says_nothing = text.len() < 400 && {
            let text = text.to_ascii_lowercase();
            ["mime", "multi-part", "multipart"]
                .iter()
                .any(|word| memchr::memmem::find(&text, word.as_bytes()).is_some())
        };
        if text.is_empty() || (says_nothing && self.tree.parts[parent].children.is_empty()) {
            return;
        }
        if self.tree.parts.len() < limits::PARTS {
            let place = self.tree.parts.len();
            self.tree.parts[parent].children.push(place);
            let kind = "text/plain".to_owned();
            self.tree.parts.push(Part { kind, body, parent: Some(parent), stray: true, ..Part::default() });
        }
    }
}

/// End of the text before the line at `at`. The last line end before it belongs to the boundary.
fn before(raw: &[u8], at: usize) -> usize {
    let head = &raw[..at];
    let head = head.strip_suffix(b"\n").unwrap_or(head);
    head.strip_suffix(b"\r").unwrap_or(head).len()
}

/// Boundary of a multipart that does not name it: the first line that begins with `--` and is followed by a header.
fn guessed(body: &[u8]) -> Option<Vec<u8>> {
    let mut at = 0;
    for _ in 0..100 {
        let line = fields::line(body, at);
        let boundary = body[at..line.end].strip_prefix(b"--").map(<[u8]>::trim_ascii_end);
        let follows = &body[line.next..];
        if let Some(boundary) = boundary.filter(|boundary| !boundary.is_empty())
            && follows.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"content-"))
        {
            return Some(boundary.to_vec());
        }
        at = line.next;
        if at >= body.len() {
            break;
        }
    }
    None
}
