//! Names, attributes and texts of the nodes of a parsed page, and whether a table has data.

use html2text::{Element, Handle};

use crate::base::MARK;

/// Most columns of a table that is shown as a table; others are shown block by block.
const COLUMNS: usize = 8;
const ROWS: usize = 300;
/// Most letters of a cell, and of the text of a link or a picture.
pub const CELL: usize = 240;

/// Texts of a simple page without its elements.
pub fn without_tags(simple: &str) -> String {
    let mut out = String::with_capacity(simple.len());
    for piece in simple.split('<') {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        if matches!(tag, "br" | "div" | "p" | "/p" | "li" | "tr" | "blockquote" | "pre") && !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(text);
    }
    unescaped(&out)
}

/// Cells of a table with data: several short columns without blocks. `None` for a table used for layout.
pub fn rows(table: &Handle) -> Option<Vec<Vec<Handle>>> {
    let mut rows: Vec<Vec<Handle>> = Vec::new();
    let mut sections: Vec<Handle> = vec![table.clone()];
    while let Some(section) = sections.pop() {
        for child in section.children.borrow().iter() {
            match name(child) {
                "tr" => {
                    let cells: Vec<Handle> = child
                        .children
                        .borrow()
                        .iter()
                        .filter(|cell| matches!(name(cell), "td" | "th"))
                        .cloned()
                        .collect();
                    let columns: usize = cells.iter().map(columns).sum();
                    if rows.len() == ROWS || columns > COLUMNS || !cells.iter().all(is_short) {
                        return None;
                    }
                    rows.push(cells);
                }
                "tbody" | "thead" | "tfoot" => sections.insert(0, child.clone()),
                "colgroup" | "col" => {}
                _ if all_text(child, 200).trim().is_empty() => {}
                _ => return None,
            }
        }
    }
    let columns = rows.iter().map(Vec::len).max()?;
    (columns >= 2).then_some(rows)
}

/// Number of columns that a cell spans.
pub fn columns(cell: &Handle) -> usize {
    attribute(cell, "colspan").trim().parse().unwrap_or(1).clamp(1, COLUMNS + 1)
}

fn is_short(cell: &Handle) -> bool {
    fn is_inline(node: &Handle) -> bool {
        let blocks = ["table", "ul", "ol", "blockquote", "pre", "h1", "h2", "h3", "h4", "hr", "form", "li"];
        !blocks.contains(&name(node)) && node.children.borrow().iter().all(is_inline)
    }
    is_inline(cell) && all_text(cell, CELL + 1).chars().count() <= CELL
}

/// The element's name in lower case; empty if it is not an element.
pub fn name(node: &Handle) -> &str {
    match &node.data {
        Element { name, .. } => &name.local,
        _ => "",
    }
}

pub fn has_attribute(node: &Handle, wanted: &str) -> bool {
    matches!(&node.data, Element { attrs, .. } if attrs.borrow().iter().any(|attr| &*attr.name.local == wanted))
}

pub fn attribute(node: &Handle, wanted: &str) -> String {
    match &node.data {
        Element { attrs, .. } => attrs
            .borrow()
            .iter()
            .find(|attr| &*attr.name.local == wanted)
            .map(|attr| attr.value.to_string())
            .unwrap_or_default(),
        _ => String::new(),
    }
}

/// Escaped text of a text node; empty for any other node.
pub fn own_text(node: &Handle) -> String {
    let mut written = Vec::new();
    let is_other = matches!(node.data, Element { .. } | html2text::Comment { .. } | html2text::Document);
    if is_other || node.serialize(&mut written).is_err() || written.starts_with(b"<") {
        return String::new();
    }
    String::from_utf8(written).unwrap_or_default()
}

/// Text of an element, about its first `most` bytes.
pub fn all_text(node: &Handle, most: usize) -> String {
    let mut out = String::new();
    let mut nodes = vec![node.clone()];
    while let Some(node) = nodes.pop() {
        out.push_str(&unescaped(&own_text(&node)));
        if out.len() >= most {
            break;
        }
        nodes.extend(node.children.borrow().iter().rev().cloned());
    }
    out
}

/// The host of a web address.
pub fn host_of(address: &str) -> Option<String> {
    let address = address.trim();
    let full = if address.starts_with("//") { format!("https:{address}") } else { address.to_owned() };
    let url = url::Url::parse(&full).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    url.host_str().map(str::to_owned)
}

/// Text with each row of invisible characters replaced by one mark. Newsletters use such rows to fill the preview in
/// a mail program.
pub fn without_padding(text: &str) -> String {
    let is_padding = |c: char| c == MARK || c == '\u{a0}' || c == '\u{34f}' || c == ' ' || c == '\n';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARK) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = from.find(|c: char| !is_padding(c)).unwrap_or(from.len());
        let run = &from[..length];
        if run.matches(MARK).count() > 2 {
            out.push(MARK);
            out.push(' ');
        } else {
            out.push_str(run);
        }
        rest = &from[length..];
    }
    out + rest
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

pub fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&nbsp;", "\u{a0}")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}
