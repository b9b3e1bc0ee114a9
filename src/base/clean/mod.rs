//! Cleaning of strangers' text, so that it can neither control the terminal nor mislead the reader.
//!
//! Removed are control characters and the introducers of escape sequences, bidi controls, invisible characters, tags,
//! private use characters and noncharacters. A run of them becomes one visible [`MARK`]. Combining marks and joined
//! emoji are limited, so that a cluster stays about as large as its cells. Cleaning a clean text changes nothing.
//! Look first at [`clean_line`] and [`clean_block`].

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// Character shown in place of removed ones.
pub const MARK: char = '·';

/// Most combining marks on one base.
const MARKS: u32 = 4;
/// Most emoji joined to the first one of a cluster, as in a family.
const JOINED: u32 = 4;
/// Most characters of one cluster, including conjuncts.
const CLUSTER: usize = 16;

/// Bytes as text, without a byte order mark and with broken UTF-8 replaced. Checks first whether the text is valid,
/// because that is much faster than the search for what to replace.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Cleans `text` for one line of cells. Borrows it when nothing had to change.
pub fn clean_line(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        return Cow::Borrowed(text);
    }
    let mut cleaner = Cleaner::new(text.len(), false);
    cleaner.run(text);
    cleaner.settle(text)
}

/// As [`clean_line`], with every kind of line break as `\n` and tabs as spaces; for text views.
pub fn clean_block(text: &str) -> Cow<'_, str> {
    if text.split('\n').all(is_clean) {
        return Cow::Borrowed(text);
    }
    let mut cleaner = Cleaner::new(text.len(), true);
    cleaner.run(text);
    cleaner.settle(text)
}

/// True when `text` needs no cleaning for one line of cells; false when that is not certain.
pub fn is_clean(text: &str) -> bool {
    text.bytes().all(|b| (0x20..0x7f).contains(&b)) || text.chars().all(is_plain)
}

/// Text in which every character that is not plain ASCII is spelled out in its place, for "show raw": `pay<U+202E
/// right-to-left override>lap`. The result is clean for a block.
pub fn reveal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        if (' '..='~').contains(&c) {
            out.push(c);
            continue;
        }
        let code = u32::from(c);
        let _ = match name_of(c) {
            Some(name) => write!(out, "<U+{code:04X} {name}>"),
            None if is_plain(c) => write!(out, "{c}<U+{code:04X}>"),
            None => write!(out, "<U+{code:04X}>"),
        };
        if c == '\n' {
            out.push('\n');
        }
    }
    out
}

struct Cleaner {
    out: String,
    block: bool,
    /// Combining marks since the last base; `None` without a base, as at the beginning of a text or a line.
    marks: Option<u32>,
    /// Last emitted character, and true if it stands for something hidden.
    last: char,
    marked: bool,
    /// Emoji that the next joiner would join to, and how many are joined to it already.
    emoji: Option<(char, u32)>,
    /// Number of leading Hangul consonants in a row.
    jamo: u32,
    /// True when a cluster may have become too long.
    grown: bool,
}

impl Cleaner {
    fn new(capacity: usize, block: bool) -> Self {
        Self {
            out: String::with_capacity(capacity + 8),
            block,
            marks: None,
            last: '\n',
            marked: false,
            emoji: None,
            jamo: 0,
            grown: false,
        }
    }

    fn run(&mut self, text: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match class(c) {
                Class::Break if self.block => {
                    if c == '\r' {
                        chars.next_if_eq(&'\n');
                    }
                    self.emit('\n');
                    self.marks = None;
                }
                Class::Tab if self.block => (0..4).for_each(|_| self.base(' ')),
                Class::Break | Class::Tab | Class::Hidden => self.mark(),
                Class::Selector => {
                    // A single variation selector after a base chooses a glyph and is dropped, because some terminals
                    // paint it wrongly. Several in a row could hide data.
                    let mut run = 1;
                    while chars.next_if(|c| class(*c) == Class::Selector).is_some() {
                        run += 1;
                    }
                    if run > 1 || self.marks.is_none() {
                        self.mark();
                    }
                }
                Class::Joiner => {
                    let mut ahead = chars.clone();
                    let next = ahead.find(|c| class(*c) != Class::Selector);
                    self.join(next);
                }
                Class::Tone => match self.emoji {
                    Some((emoji, _)) if self.last == emoji => self.emit(c),
                    _ => self.mark(),
                },
                Class::Extender => self.extend(c),
                Class::Leading => {
                    self.jamo += 1;
                    if self.jamo > 3 {
                        self.mark();
                    } else {
                        let jamo = self.jamo;
                        self.base(c);
                        self.jamo = jamo;
                    }
                }
                Class::Base => self.base(c),
            }
        }
    }

    /// Breaks clusters that are still too long (conjuncts, jamo); returns the source text when nothing changed.
    fn settle(self, text: &str) -> Cow<'_, str> {
        let mut out = self.out;
        if self.grown && out.graphemes(true).any(|cluster| cluster.chars().nth(CLUSTER).is_some()) {
            let mut broken = String::with_capacity(out.len() + 8);
            for cluster in out.graphemes(true) {
                for (i, c) in cluster.chars().enumerate() {
                    if i > 0 && i % CLUSTER == 0 {
                        broken.push(MARK);
                    }
                    broken.push(c);
                }
            }
            out = broken;
        }
        if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
    }

    fn emit(&mut self, c: char) {
        self.out.push(c);
        self.last = c;
        self.marked = false;
    }

    fn base(&mut self, c: char) {
        let joined = match self.emoji {
            Some((_, joined)) if self.last == '\u{200d}' => joined,
            _ => 0,
        };
        self.emoji = (c.width() == Some(2)).then_some((c, joined));
        self.marks = Some(0);
        self.jamo = 0;
        self.emit(c);
    }

    fn mark(&mut self) {
        // A run of hidden characters becomes one mark.
        if !self.marked {
            self.emit(MARK);
            self.marked = true;
        }
        self.marks = Some(0);
        self.emoji = None;
        self.jamo = 0;
    }

    fn extend(&mut self, c: char) {
        let marks = self.marks.unwrap_or_else(|| {
            // A combining mark without a base would be drawn on the character before the text.
            self.mark();
            0
        });
        if marks < MARKS {
            self.emit(c);
            self.grown = true;
            self.marks = Some(marks + 1);
            self.emoji = None;
        }
    }

    fn join(&mut self, next: Option<char>) {
        let before = self.last;
        let (Some(next), true) = (next, self.marks.is_some()) else { return self.mark() };
        let one = |a: char| {
            let text: String = [a, '\u{200d}', next].iter().collect();
            class(next) == Class::Base && text.graphemes(true).count() == 1
        };
        match self.emoji {
            Some((emoji, joined)) if next.width() == Some(2) && one(emoji) => {
                if joined + 1 < JOINED {
                    self.emit('\u{200d}');
                    self.emoji = Some((emoji, joined + 1));
                } else {
                    self.mark();
                }
            }
            // If one of two joined emoji is narrow, terminals differ about their width, so they are shown side by
            // side.
            _ if class(before) == Class::Base && one(before) => {}
            Some((emoji, _)) if one(emoji) => {}
            _ => self.mark(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Character that begins a cluster.
    Base,
    /// Character that is drawn on or beside its base and belongs to its cluster.
    Extender,
    /// Leading consonant of Hangul; any number of them is one cluster.
    Leading,
    /// Line break of any kind.
    Break,
    Tab,
    /// Never shown.
    Hidden,
    /// Chooses the glyph of the character before it.
    Selector,
    /// Zero width joiner.
    Joiner,
    /// Skin tone.
    Tone,
}

/// True for a character that is a base in every context, so that a text of such characters can be copied unchecked.
fn is_plain(c: char) -> bool {
    matches!(u32::from(c),
        0x20..=0x7e | 0xa0..=0xac | 0xae..=0x2ff | 0x370..=0x377 | 0x37a..=0x37f | 0x384..=0x482 | 0x48a..=0x52f
        | 0x531..=0x556 | 0x559..=0x58a | 0x5d0..=0x5ea | 0x620..=0x64a | 0x660..=0x66f | 0x671..=0x6d3
        | 0x904..=0x939 | 0xe01..=0xe30 | 0x10a0..=0x10ff | 0x1e00..=0x1fff | 0x2010..=0x2027 | 0x2030..=0x205e
        | 0x2070..=0x20cf | 0x2100..=0x2319 | 0x2500..=0x25fc | 0x3000..=0x3029 | 0x3041..=0x3096 | 0x309b..=0x30ff
        | 0x3105..=0x312f | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xff01..=0xff9d)
}

fn class(c: char) -> Class {
    if is_plain(c) {
        return Class::Base;
    }
    match u32::from(c) {
        0x09 => Class::Tab,
        0x0a..=0x0d | 0x85 | 0x2028 | 0x2029 => Class::Break,
        0x200d => Class::Joiner,
        0xfe00..=0xfe0f | 0xe0100..=0xe01ef => Class::Selector,
        0x1f3fb..=0x1f3ff => Class::Tone,
        0x1100..=0x115e | 0xa960..=0xa97c => Class::Leading,
        code if is_hidden(code) => Class::Hidden,
        // Ideographs and planes without characters yet.
        0x20000..=0xdffff => Class::Base,
        _ if extends(c) => Class::Extender,
        _ => Class::Base,
    }
}

/// True for control, format, invisible, private and non-characters, and for characters that prefix the following one.
pub fn is_hidden(code: u32) -> bool {
    matches!(code,
        0..=0x1f | 0x7f..=0x9f | 0xad | 0x34f | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x890..=0x891 | 0x8e2
        | 0xd4e | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f | 0x2028..=0x202e
        | 0x2060..=0x206f | 0x2800 | 0x3164 | 0xe000..=0xf8ff | 0xfdd0..=0xfdef | 0xfeff | 0xffa0
        | 0xfff0..=0xfffc | 0x110bd | 0x110cd | 0x111c2..=0x111c3 | 0x113d1 | 0x1193f | 0x11941 | 0x11a3a
        | 0x11a84..=0x11a89 | 0x11d46 | 0x11f02 | 0x13430..=0x1343f | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a
        | 0xe0000..=0xe0fff | 0xf0000..=0x0010_ffff)
        || code & 0xfffe == 0xfffe
}

/// True when `c` joins the cluster of the character before it, or takes no cell of its own.
fn extends(c: char) -> bool {
    let mut buffer = [b'a', 0, 0, 0, 0];
    let len = 1 + c.encode_utf8(&mut buffer[1..]).len();
    c.width() == Some(0) || std::str::from_utf8(&buffer[..len]).is_ok_and(|text| text.graphemes(true).count() == 1)
}

/// Name of a hidden character.
fn name_of(c: char) -> Option<&'static str> {
    Some(match u32::from(c) {
        0x09 => "tab",
        0x0a => "line feed",
        0x0d => "carriage return",
        0x1b => "escape",
        0..=0x1f | 0x7f..=0x9f => "control",
        0xad => "soft hyphen",
        0x200b => "zero width space",
        0x200c => "zero width non-joiner",
        0x200d => "zero width joiner",
        0x200e | 0x200f | 0x61c => "direction mark",
        0x202a | 0x202b => "direction embedding",
        0x202c => "end of direction",
        0x202d => "left-to-right override",
        0x202e => "right-to-left override",
        0x2066..=0x2069 => "direction isolate",
        0x2028 | 0x2029 => "line separator",
        0xfeff => "byte order mark",
        0xfe00..=0xfe0f | 0xe0100..=0xe01ef => "variation selector",
        0xe0000..=0xe007f => "tag",
        0xe000..=0xf8ff | 0xf0000..=0xffffd | 0x0010_0000..=0x0010_fffd => "private use",
        code if is_hidden(code) => "invisible",
        _ => return None,
    })
}

/// The text with its first letter as a capital, unless it begins with a name: a domain is written as it is.
pub fn capital(text: &str) -> String {
    if text.split([' ', ':', ',']).next().is_some_and(|word| word.trim_end_matches('.').contains('.')) {
        return text.to_owned();
    }
    let mut characters = text.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}

/// Word of the service for display: `other_nameservers` as `other nameservers`.
pub fn words_of(word: &str) -> String {
    clean_line(word).replace('_', " ")
}

/// Name of a field for display: `lander_headline` as `Lander headline`, `about_html` as `About HTML`, `accent_color`
/// as `Accent colour`.
pub fn title_of(name: &str) -> String {
    let word = |word: &str| match word {
        "html" | "url" | "utm" | "seo" | "css" => word.to_uppercase(),
        "color" => "colour".to_owned(),
        "colors" => "colours".to_owned(),
        word => word.to_owned(),
    };
    match words_of(name).as_str() {
        "" => "(no name)".to_owned(),
        words => capital(&words.split(' ').map(word).collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests;
