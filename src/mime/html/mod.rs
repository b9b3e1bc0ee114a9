//! HTML as text: parsed within limits, reduced to plain elements (`simple`), laid out by html2text in 78
//! columns. The plain elements are text that is parsed again, because html2text has no public way to make or change a
//! text node. Look first at [`lines`]; `scan.rs` checks the limits, `simple.rs` reduces a page.

mod node;
pub mod safe;
mod scan;
mod simple;
mod style;

use html2text::render::{TaggedLine, TextDecorator};

use super::links::Links;
use super::message::{Kind, Line};
use super::notices::Notices;
use super::{limits, text};
use crate::base::{clean_line, start_of};

/// Columns of the text.
const WIDTH: usize = 78;
/// Character before a line for each block quote around it. It cannot be in a message, because control characters are
/// removed.
const QUOTE: &str = "\u{1}";

/// Character set that a page names in its first bytes.
pub fn charset(page: &[u8]) -> Option<String> {
    let first = String::from_utf8_lossy(&page[..page.len().min(4_000)]).to_ascii_lowercase();
    let meta = first.match_indices("<meta").find_map(|(at, _)| {
        let tag = first[at..].split('>').next()?;
        tag.split_once("charset=").map(|(_, value)| value.to_owned())
    })?;
    let name: String = meta
        .trim_start_matches(['"', '\'', ' '])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_:.".contains(*c))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// Lines of a page; [`Kind::Raw`] if the page exceeds the limits.
pub fn lines(page: &str, web: &mut Links, notices: &mut Notices) -> (Kind, Vec<Line>) {
    if let Err(why) = scan::within_limits(page) {
        return (Kind::Raw, raw(page, why, notices));
    }
    let config =
        html2text::config::with_decorator(Plain).allow_width_overflow().no_table_borders().unicode_strikeout(false);
    let Ok(dom) = config.parse_html(page.as_bytes()) else {
        return (Kind::Raw, raw(page, "The HTML cannot be read.", notices));
    };
    let simple = match simple::simple(&dom, web, notices) {
        Ok(simple) => simple,
        Err(why) => return (Kind::Raw, raw(page, why, notices)),
    };
    drop(dom);
    let laid_out = config
        .parse_html(simple.as_bytes())
        .and_then(|dom| config.dom_to_render_tree(&dom))
        .and_then(|tree| config.render_to_lines(tree, WIDTH));
    let lines = match laid_out {
        Ok(lines) => text::unbroken(lines.iter().flat_map(line).collect(), WIDTH),
        Err(_) => text::plain_lines(&node::without_tags(&simple), notices),
    };
    let lines = tidied(lines, notices);
    if lines.is_empty() {
        notices.add("The HTML has no text.");
    }
    (Kind::Html, lines)
}

fn raw(page: &str, why: &str, notices: &mut Notices) -> Vec<Line> {
    notices.add(format!("{why} It is shown as it was sent, at most 256 KiB of it."));
    text::plain_lines(start_of(page, limits::RAW_VIEW), notices)
}

/// Lines for one laid-out line: the visible text, and below it the hidden text.
fn line(line: &TaggedLine<Vec<bool>>) -> Vec<Line> {
    let (mut seen, mut hidden) = (String::new(), String::new());
    let mut was_hidden = true;
    for piece in line.tagged_strings() {
        let is_hidden = piece.tag.contains(&true);
        if is_hidden && !was_hidden && !hidden.trim().is_empty() {
            hidden.push_str(" … ");
        }
        was_hidden = is_hidden;
        let into = if is_hidden { &mut hidden } else { &mut seen };
        into.push_str(&piece.s.replace('\u{a0}', " "));
    }
    let quote = u8::try_from(seen.matches(QUOTE).count() + hidden.matches(QUOTE).count()).unwrap_or(u8::MAX);
    let made = |text: &str, hidden| {
        let text = text.replace(QUOTE, "");
        Line { text: clean_line(text.trim_end()).into_owned(), quote, hidden, ..Line::default() }
    };
    let is_blank = |text: &str| text.replace(QUOTE, "").trim().is_empty();
    match (is_blank(&seen), is_blank(&hidden)) {
        (_, true) => vec![made(&seen, false)],
        (true, false) => vec![made(&format!("{}{}", seen.replace(QUOTE, ""), hidden), true)],
        (false, false) => vec![made(&seen, false), made(hidden.trim_start(), true)],
    }
}

/// Lines with at most one blank line in a row, and none at the ends.
fn tidied(lines: Vec<Line>, notices: &mut Notices) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        if line.text.is_empty() && out.last().is_none_or(|last| last.text.is_empty()) {
            continue;
        }
        if out.len() == limits::LINES {
            notices.add("The text is too long to show whole; the message itself has all of it.");
            break;
        }
        out.push(line);
    }
    while out.last().is_some_and(|last| last.text.is_empty()) {
        out.pop();
    }
    out
}

/// Decorator that adds no text. Its annotation is true for hidden text, which `simple` marks as struck out.
struct Plain;

impl TextDecorator for Plain {
    type Annotation = bool;

    fn decorate_link_start(&mut self, _: &str) -> (String, bool) {
        Default::default()
    }
    fn decorate_link_end(&mut self) -> String {
        String::new()
    }
    fn decorate_em_start(&self) -> (String, bool) {
        Default::default()
    }
    fn decorate_em_end(&self) -> String {
        String::new()
    }
    fn decorate_strong_start(&self) -> (String, bool) {
        Default::default()
    }
    fn decorate_strong_end(&self) -> String {
        String::new()
    }
    fn decorate_strikeout_start(&self) -> (String, bool) {
        (String::new(), true)
    }
    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }
    fn decorate_code_start(&self) -> (String, bool) {
        Default::default()
    }
    fn decorate_code_end(&self) -> String {
        String::new()
    }
    fn decorate_preformat_first(&self) -> bool {
        false
    }
    fn decorate_preformat_cont(&self) -> bool {
        false
    }
    fn decorate_image(&mut self, _: &str, title: &str) -> (String, bool) {
        (title.to_owned(), false)
    }
    fn header_prefix(&self, _: usize) -> String {
        String::new()
    }
    fn quote_prefix(&self) -> String {
        QUOTE.to_owned()
    }
    fn unordered_item_prefix(&self) -> String {
        "* ".to_owned()
    }
    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
    }
    fn make_subblock_decorator(&self) -> Self {
        Self
    }
    fn finalise(&mut self, _: Vec<String>) -> Vec<TaggedLine<bool>> {
        Vec::new()
    }
}
