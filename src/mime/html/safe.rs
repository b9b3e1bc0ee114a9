//! A page for a browser, made of any page: its texts and its layout. All scripts, pictures, forms and addresses are
//! removed, so that nothing can load. A policy in its head forbids what might slip through.

use std::fmt::Write as _;

use html2text::{Element, Handle};

use super::node::{escaped, name, own_text, unescaped};
use crate::mime::limits;

/// Greatest depth: that of the source, and what the parser may add.
const DEPTH: usize = limits::HTML_DEPTH + 100;

const HEAD: &str = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
base-uri 'none'; form-action 'none'\"><meta name=\"referrer\" content=\"no-referrer\">\
<meta http-equiv=\"x-dns-prefetch-control\" content=\"off\">\
<title>A message, without its pictures and links</title></head><body>";

/// Elements that are kept. Of others only the content is kept, unless they are dropped.
const KEPT: [&str; 46] = [
    "div",
    "span",
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "tbody",
    "thead",
    "tfoot",
    "tr",
    "td",
    "th",
    "caption",
    "blockquote",
    "pre",
    "code",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "small",
    "big",
    "sub",
    "sup",
    "center",
    "font",
    "section",
    "article",
    "header",
    "footer",
    "address",
    "tt",
];
const VOID: [&str; 2] = ["br", "hr"];
/// Elements that are dropped with everything in them.
const DROPPED: [&str; 24] = [
    "script", "style", "head", "title", "template", "noembed", "noframes", "iframe", "frame", "frameset", "object",
    "embed", "applet", "svg", "math", "video", "audio", "canvas", "map", "select", "textarea", "button", "datalist",
    "portal",
];
const ATTRIBUTES: [&str; 13] = [
    "align",
    "valign",
    "width",
    "height",
    "bgcolor",
    "color",
    "colspan",
    "rowspan",
    "cellpadding",
    "cellspacing",
    "border",
    "dir",
    "size",
];
/// Beginnings of style properties that are kept.
const PROPERTIES: [&str; 13] = [
    "color",
    "background-color",
    "font",
    "text-align",
    "text-decoration",
    "padding",
    "margin",
    "border",
    "width",
    "max-width",
    "line-height",
    "vertical-align",
    "display",
];
/// Longest value of a style property that is kept, in bytes.
const VALUE: usize = 120;

/// Page without anything that can load or run; `None` if the source cannot be read within the limits.
pub fn page(source: &str) -> Option<String> {
    super::scan::within_limits(source).ok()?;
    let dom = html2text::config::plain().parse_html(source.as_bytes()).ok()?;
    let mut out = HEAD.to_owned();
    children(&dom.document, &mut out, 0)?;
    out.push_str("</body></html>\n");
    Some(out)
}

fn children(node: &Handle, out: &mut String, depth: usize) -> Option<()> {
    if depth > DEPTH {
        return None;
    }
    for child in node.children.borrow().iter() {
        let called = name(child);
        if DROPPED.contains(&called) {
            continue;
        }
        if called.is_empty() {
            // Escape the text again, whatever the parser made of it.
            out.push_str(&escaped(&unescaped(&own_text(child))));
        }
        let kept = KEPT.contains(&called);
        if kept {
            let _ = write!(out, "<{called}");
            attributes(child, out);
            out.push('>');
        }
        if !VOID.contains(&called) {
            children(child, out, depth + 1)?;
        }
        if kept && !VOID.contains(&called) {
            let _ = write!(out, "</{called}>");
        }
    }
    Some(())
}

fn attributes(node: &Handle, out: &mut String) {
    let Element { attrs, .. } = &node.data else { return };
    for attribute in attrs.borrow().iter() {
        let called: &str = &attribute.name.local;
        let value = match called {
            "style" => style(&attribute.value),
            _ if ATTRIBUTES.contains(&called) && is_plain(&attribute.value) => attribute.value.to_string(),
            _ => continue,
        };
        if !value.is_empty() {
            let _ = write!(out, " {called}=\"{value}\"");
        }
    }
}

/// Declarations of a style that only concern layout and colour.
fn style(declarations: &str) -> String {
    let kept = declarations.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let (property, value) = (property.trim().to_ascii_lowercase(), value.trim());
        let known = PROPERTIES.iter().any(|known| property.starts_with(known));
        let known = known && property.bytes().all(|c| c.is_ascii_lowercase() || c == b'-');
        let inner = value.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(value);
        let loads = property.contains("image") || property.contains("source");
        (known && !loads && is_plain(inner)).then(|| format!("{property}:{value}"))
    });
    kept.collect::<Vec<_>>().join(";")
}

/// True for words, numbers and colours. Without brackets and quotes, no part of them can be an address.
fn is_plain(value: &str) -> bool {
    value.len() <= VALUE && value.chars().all(|c| c.is_ascii_alphanumeric() || "#%., -!".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves R-17.
    #[test]
    fn nothing_of_a_page_can_load_or_run() {
        let hostile = "<base href=https://x.example><link rel=stylesheet href=//x.example/a.css>\
            <style>@import url(https://x.example/b.css); p{background:url(//x.example/c)}</style>\
            <script>fetch('https://x.example')</script><img src=https://x.example/d.png onerror=alert(1)>\
            <p style=\"color:red;background:url(https://x.example/e);background-image:u\\72l(//x.example)\" onclick=go()>\
            Hello <a href=\"https://x.example/f\">there</a> &lt;script&gt;x.test&lt;/script&gt;</p>\
            <svg><image href=https://x.example/g /></svg><iframe src=https://x.example srcdoc='<p>x.example'></iframe>\
            <form action=https://x.example><input type=image src=https://x.example/h>Send</form>\
            <table background=https://x.example/i width=\"100%\"><tr><td bgcolor=#ffffff>cell</td></tr></table>\
            <video poster=//x.example></video><meta http-equiv=refresh content='0;url=https://x.example'>";
        let page = page(hostile).expect("a page");
        let body = page.strip_prefix(HEAD).expect("our head");
        for sign in ["x.example", "url(", "<script", "<img", "<a", "href", "src", "onclick", "onerror", "@import"] {
            assert!(!body.contains(sign), "{sign}: {body}");
        }
        for kept in ["color:red", "Hello there", "&lt;script&gt;", "width=\"100%\"", "bgcolor=\"#ffffff\"", "Send"] {
            assert!(body.contains(kept), "{kept}: {body}");
        }
        assert!(page.contains("default-src 'none'"));
    }
}
