//! A page of a dozen plain elements, made of any page: text, blocks, lists, quotes and small tables. Links get their
//! numbers here, hidden text is marked as struck out, and pictures become their texts in brackets.

use std::fmt::Write as _;

use html2text::{Element, Handle, RcDom};

use super::node::{
    CELL, all_text, attribute, columns, escaped, has_attribute, host_of, name, own_text, rows, unescaped,
    without_padding, without_tags,
};
use super::style::{Look, Sheet};
use crate::base::{clean_block, fit};
use crate::mime::limits;
use crate::mime::links::Links;
use crate::mime::notices::Notices;

/// Greatest depth: that of the source, and what the parser may add.
const DEPTH: usize = limits::HTML_DEPTH + 100;

const BLOCKS: [&str; 30] = [
    "div",
    "section",
    "article",
    "header",
    "footer",
    "main",
    "nav",
    "aside",
    "center",
    "address",
    "fieldset",
    "figure",
    "figcaption",
    "details",
    "summary",
    "table",
    "tbody",
    "thead",
    "tfoot",
    "tr",
    "td",
    "th",
    "caption",
    "dl",
    "dt",
    "dd",
    "noscript",
    "legend",
    "body",
    "form",
];
const NOTHING: [&str; 16] = [
    "script", "style", "head", "title", "meta", "link", "base", "template", "noembed", "noframes", "frame", "frameset",
    "param", "source", "track", "datalist",
];

/// Page in plain elements.
///
/// # Errors
/// A sentence that names the limit the page exceeds.
pub fn simple(dom: &RcDom, links: &mut Links, notices: &mut Notices) -> Result<String, &'static str> {
    let mut sheet = Sheet::default();
    gather(&dom.document, &mut sheet, links, notices, 0)?;
    let mut writer = Writer { out: String::new(), links, sheet, pictures: Vec::new(), notices };
    writer.children(&dom.document, Look::default(), 0)?;
    let Writer { out, pictures, notices, .. } = writer;
    if !pictures.is_empty() {
        let more = if pictures.len() > 3 { format!(" and {} more hosts", pictures.len() - 3) } else { String::new() };
        notices.add(format!("Remote images are not loaded ({}{more}).", pictures[..pictures.len().min(3)].join(", ")));
    }
    Ok(out)
}

/// Collects style sheets, the base of relative addresses, and the address to which a page redirects the reader.
fn gather(
    node: &Handle,
    sheet: &mut Sheet,
    links: &mut Links,
    notices: &mut Notices,
    depth: usize,
) -> Result<(), &'static str> {
    if depth > DEPTH {
        return Err("The HTML is nested more than 256 deep.");
    }
    match name(node) {
        "style" => node.children.borrow().iter().for_each(|text| sheet.add(&own_text(text))),
        "base" => links.set_base(&attribute(node, "href")),
        "meta" if attribute(node, "http-equiv").eq_ignore_ascii_case("refresh") => {
            let content = attribute(node, "content");
            let lower = content.to_ascii_lowercase();
            if let Some(at) = lower.find("url=").filter(|at| content.is_char_boundary(at + 4)) {
                let url = content[at + 4..].trim().trim_matches(['\'', '"']);
                notices.add(format!("The page tries to redirect to {}; it was not followed.", fit(url, 80)));
            }
        }
        "iframe" | "frame" => {
            let host = host_of(&attribute(node, "src"));
            notices.add(format!("A frame is not loaded{}.", host.map(|host| format!(" ({host})")).unwrap_or_default()));
        }
        "form" => {
            let host = host_of(&attribute(node, "action"));
            notices.add(match host {
                Some(host) => format!("A form would send what is typed to {host}; it is shown as text."),
                None => "A form is shown as text.".to_owned(),
            });
        }
        _ => {}
    }
    node.children.borrow().iter().try_for_each(|child| gather(child, sheet, links, notices, depth + 1))
}

struct Writer<'w> {
    out: String,
    links: &'w mut Links,
    sheet: Sheet,
    /// Hosts of pictures.
    pictures: Vec<String>,
    notices: &'w mut Notices,
}

impl Writer<'_> {
    fn children(&mut self, node: &Handle, look: Look, depth: usize) -> Result<(), &'static str> {
        node.children.borrow().iter().try_for_each(|child| self.node(child, look, depth + 1))
    }

    fn node(&mut self, node: &Handle, look: Look, depth: usize) -> Result<(), &'static str> {
        if depth > DEPTH {
            return Err("The HTML is nested more than 256 deep.");
        }
        if !matches!(node.data, Element { .. }) {
            self.text(&own_text(node), look);
            return Ok(());
        }
        let look = self.look(node, look);
        match name(node) {
            name if NOTHING.contains(&name) => Ok(()),
            "br" => {
                self.out.push_str("<br>");
                Ok(())
            }
            "hr" => {
                self.out.push_str("<div>────────────────────</div>");
                Ok(())
            }
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.wrapped("p", node, look, depth),
            "blockquote" => self.wrapped("blockquote", node, look, depth),
            "pre" | "xmp" | "listing" | "plaintext" => self.wrapped("pre", node, look, depth),
            "ul" | "menu" | "dir" => self.list("<ul>", "</ul>", node, look, depth),
            "ol" => {
                let start =
                    attribute(node, "start").parse::<u32>().ok().filter(|start| *start < 1_000_000).unwrap_or(1);
                self.list(&format!("<ol start=\"{start}\">"), "</ol>", node, look, depth)
            }
            "li" => {
                self.out.push_str("<ul>");
                self.wrapped("li", node, look, depth)?;
                self.out.push_str("</ul>");
                Ok(())
            }
            "a" => self.link(node, look, depth),
            "img" => {
                self.picture(node, look);
                Ok(())
            }
            "s" | "strike" | "del" => self.between("~", "~", node, look, depth),
            "q" => self.between("“", "”", node, look, depth),
            "button" => self.between("[", "]", node, look, depth),
            "option" => self.between("[", "] ", node, look, depth),
            "input" => {
                let value = attribute(node, "value");
                if !attribute(node, "type").eq_ignore_ascii_case("hidden") && !value.trim().is_empty() {
                    self.text(&format!("[{}] ", escaped(value.trim())), look);
                }
                Ok(())
            }
            "sup" if all_text(node, 8).trim().bytes().all(|byte| byte.is_ascii_digit()) => {
                let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
                let text: String =
                    all_text(node, 8).trim().bytes().map(|byte| digits[usize::from(byte - b'0')]).collect();
                self.text(&text, look);
                Ok(())
            }
            "table" => match rows(node) {
                Some(rows) => self.table(&rows, look, depth),
                None => self.wrapped("div", node, look, depth),
            },
            "iframe" => Ok(()),
            name if BLOCKS.contains(&name) => self.wrapped("div", node, look, depth),
            _ => self.children(node, look, depth),
        }
    }

    fn look(&self, node: &Handle, look: Look) -> Look {
        let name = name(node);
        let mut look = if name == "a" && !attribute(node, "href").is_empty() { look.of_link() } else { look };
        if has_attribute(node, "hidden") {
            look.hide();
        }
        for (attribute_name, set) in [("bgcolor", Look::set_behind as fn(&mut Look, &str)), ("color", Look::set_colour)]
        {
            let value = attribute(node, attribute_name);
            if !value.is_empty() && (attribute_name == "bgcolor" || name == "font") {
                set(&mut look, &value);
            }
        }
        if name == "body" && !attribute(node, "text").is_empty() {
            look.set_colour(&attribute(node, "text"));
        }
        if has_attribute(node, "background") {
            look.apply("background:url(x)");
        }
        self.sheet.apply(&mut look, name, &attribute(node, "class"), &attribute(node, "id"));
        look.apply(&attribute(node, "style"));
        look
    }

    /// Writes a text, escaped.
    fn text(&mut self, text: &str, look: Look) {
        let text = unescaped(text);
        let text = escaped(&without_padding(&clean_block(&text)));
        if look.is_hidden() && !text.trim().is_empty() {
            self.out.push_str("<s>");
            self.out.push_str(&text);
            self.out.push_str("</s>");
        } else {
            self.out.push_str(&text);
        }
    }

    fn wrapped(&mut self, tag: &str, node: &Handle, look: Look, depth: usize) -> Result<(), &'static str> {
        let _ = write!(self.out, "<{tag}>");
        let from = self.out.len();
        self.children(node, look, depth)?;
        if self.out[from..].trim().is_empty() && matches!(tag, "p" | "div") {
            // An empty block has no lines, but separates the blocks around it.
            self.out.truncate(from - tag.len() - 2);
            if !self.out.is_empty() && !self.out.ends_with('>') {
                self.out.push_str("<br>");
            }
            return Ok(());
        }
        let _ = write!(self.out, "</{tag}>");
        Ok(())
    }

    fn between(
        &mut self,
        open: &str,
        close: &str,
        node: &Handle,
        look: Look,
        depth: usize,
    ) -> Result<(), &'static str> {
        let has_text = !all_text(node, 200).trim().is_empty();
        if has_text {
            self.text(open, look);
        }
        self.children(node, look, depth)?;
        if has_text {
            self.text(close, look);
        }
        Ok(())
    }

    /// Writes a list; children that are not list items become items.
    fn list(&mut self, open: &str, close: &str, node: &Handle, look: Look, depth: usize) -> Result<(), &'static str> {
        self.out.push_str(open);
        for child in node.children.borrow().iter() {
            if name(child) == "li" {
                let look = self.look(child, look);
                self.wrapped("li", child, look, depth + 1)?;
            } else if !all_text(child, 200).trim().is_empty() || name(child) == "img" {
                self.out.push_str("<li>");
                self.node(child, look, depth + 1)?;
                self.out.push_str("</li>");
            }
        }
        self.out.push_str(close);
        Ok(())
    }

    fn link(&mut self, node: &Handle, look: Look, depth: usize) -> Result<(), &'static str> {
        let from = self.out.len();
        self.children(node, look, depth)?;
        let text = without_tags(&self.out[from..]).split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(number) = self.links.add(&fit(&text, CELL), &attribute(node, "href")) else { return Ok(()) };
        // Put the number beside the text, inside the blocks of the link.
        let mut at = self.out.len();
        while let Some(tag) = self.out[from..at].rfind("</").map(|tag| from + tag)
            && self.out[tag..at].ends_with('>')
            && self.out[tag..at].matches('>').count() == 1
        {
            at = tag;
        }
        let trimmed = from + self.out[from..at].trim_end().len();
        let mark = if text.is_empty() { format!("[{number}]") } else { format!("\u{a0}[{number}]") };
        self.out.insert_str(trimmed, &mark);
        Ok(())
    }

    fn picture(&mut self, node: &Handle, look: Look) {
        if let Some(host) = host_of(&attribute(node, "src")).filter(|host| !self.pictures.contains(host)) {
            self.pictures.push(host);
        }
        let alt = attribute(node, "alt");
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        if !alt.is_empty() {
            self.text(&escaped(&format!("[{}]", fit(&alt, CELL))), look);
        }
    }

    fn table(&mut self, rows: &[Vec<Handle>], look: Look, depth: usize) -> Result<(), &'static str> {
        self.out.push_str("<table>");
        for row in rows {
            self.out.push_str("<tr>");
            for (place, cell) in row.iter().enumerate() {
                let is_last = place + 1 == row.len();
                let parents = cell.get_parent().map_or(look, |row| self.look(&row, look));
                let look = self.look(cell, parents);
                let _ = write!(self.out, "<td colspan=\"{}\">", columns(cell));
                self.children(cell, look, depth + 3)?;
                self.out.push_str(if is_last { "</td>" } else { "\u{a0}\u{a0}</td>" });
            }
            self.out.push_str("</tr>");
        }
        self.out.push_str("</table>");
        Ok(())
    }
}
