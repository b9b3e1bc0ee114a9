//! Sorts the parts of a message into text and files: alternatives become bodies of their own, consecutive parts are
//! joined, and all others are attachments.

use super::links::Links;
use super::message::{Body, Kind, Line};
use super::notices::Notices;
use super::split::{Part, Tree};
use super::{charset, decode, fields, html, limits, readable, text, words};
use crate::base::{clean_line, fit};

/// Most characters of a file's name that are shown above its text.
const FILE_NAME: usize = 80;

/// Parts of the text reading and of the HTML reading of a message, and its attachments.
#[derive(Debug, Default)]
pub struct Chosen {
    /// Parts of the text reading and of the HTML reading; if both are the same, they are one reading.
    text: Vec<usize>,
    html: Vec<usize>,
    pub attachments: Vec<usize>,
}

impl Chosen {
    /// True for a part that is shown as text.
    pub fn shows(&self, place: usize) -> bool {
        self.text.contains(&place) || self.html.contains(&place)
    }
}

/// Sorts the parts of a message.
pub fn choose(tree: &Tree<'_>) -> Chosen {
    let mut chosen = Chosen::default();
    if !tree.parts.is_empty() {
        (chosen.text, chosen.html) = readings(tree, 0);
    }
    // A part that is shown as text and has a file's name is an attachment, too.
    let is_file = |place: &usize| {
        let part = &tree.parts[*place];
        !part.is_multipart() && (part.name.is_some() || !chosen.shows(*place))
    };
    chosen.attachments = (0..tree.parts.len()).filter(is_file).collect();
    chosen
}

/// The parts of the text reading and of the HTML reading of a part.
fn readings(tree: &Tree<'_>, place: usize) -> (Vec<usize>, Vec<usize>) {
    let part = &tree.parts[place];
    if !part.is_multipart() {
        return if is_text(tree, place) { (vec![place], vec![place]) } else { (Vec::new(), Vec::new()) };
    }
    let children = part.children.iter().map(|child| (*child, readings(tree, *child)));
    let is_plain = |reading: &[usize]| !reading.iter().any(|place| is_html(tree, *place));
    match part.kind.as_str() {
        "multipart/alternative" => {
            let (strays, children): (Vec<_>, Vec<_>) = children.partition(|(child, _)| tree.parts[*child].stray);
            let all: Vec<_> = children.into_iter().map(|(_, readings)| readings).collect();
            let is_calendar =
                |reading: &[usize]| reading.iter().all(|place| tree.parts[*place].kind == "text/calendar");
            let texts = || all.iter().map(|(text, _)| text).filter(|text| !text.is_empty());
            let text = texts()
                .find(|text| is_plain(text) && !is_calendar(text))
                .or_else(|| texts().find(|text| !is_calendar(text)))
                .or_else(|| texts().next());
            let htmls = || all.iter().map(|(_, html)| html).filter(|html| !html.is_empty());
            let html = htmls().rfind(|html| !is_plain(html)).or(text);
            let (mut text, mut html) = (text.cloned().unwrap_or_default(), html.cloned().unwrap_or_default());
            // An invitation is shown besides the text, because it says more.
            let calendar = texts().find(|reading| is_calendar(reading)).filter(|reading| **reading != text);
            for more in calendar.into_iter().chain(strays.iter().map(|(_, (stray, _))| stray)) {
                text.extend(more);
                html.extend(more);
            }
            (text, html)
        }
        "multipart/related" => {
            let readable: Vec<_> = children.filter(|(_, (text, _))| !text.is_empty()).collect();
            let is_named = |child: usize| part.start.is_some() && tree.parts[child].id == part.start;
            let root = readable.iter().position(|(child, _)| is_named(*child)).unwrap_or_default();
            let (mut texts, mut htmls) = (Vec::new(), Vec::new());
            for (at, (child, (text, html))) in readable.into_iter().enumerate() {
                // The parts beside the root of multipart/related are its pictures. A text part without an id cannot
                // be referred to, so it is shown, too.
                if at == root || tree.parts[child].id.is_none() {
                    texts.extend(text);
                    htmls.extend(html);
                }
            }
            (texts, htmls)
        }
        _ => {
            let (mut texts, mut htmls) = (Vec::new(), Vec::new());
            for (_, (text, html)) in children {
                texts.extend(text);
                htmls.extend(html);
            }
            (texts, htmls)
        }
    }
}

/// True for a part to be shown rather than saved.
fn is_text(tree: &Tree<'_>, place: usize) -> bool {
    let part = &tree.parts[place];
    let is_readable = matches!(
        part.kind.as_str(),
        "text/plain"
            | "text/html"
            | "text/calendar"
            | "text/enriched"
            | "text/markdown"
            | "text/rfc822-headers"
            | "text/richtext"
            | "message/delivery-status"
            | "message/disposition-notification"
            | "message/feedback-report"
            | "application/xhtml+xml"
    ) || (part.kind.starts_with("text/") && part.name.is_none() && !part.kind.contains("amp"));
    is_readable && part.disposition.as_deref() != Some("attachment") && (place == 0 || !is_named_file(part))
}

/// True for a part with a file's name, unless its headers say that it belongs in the text.
fn is_named_file(part: &Part) -> bool {
    part.name.is_some() && part.disposition.as_deref() != Some("inline")
}

/// True for an HTML part, even if only its first characters show that.
fn is_html(tree: &Tree<'_>, place: usize) -> bool {
    let part = &tree.parts[place];
    match part.kind.as_str() {
        "text/html" | "application/xhtml+xml" => true,
        "text/plain" if !part.declared && !part.stray => {
            let first = decode::bytes(tree.body(place), part.encoding).text();
            let first = first.trim_ascii_start();
            ["<!doctype html", "<html"]
                .iter()
                .any(|sign| first.get(..sign.len()).is_some_and(|start| start.eq_ignore_ascii_case(sign.as_bytes())))
        }
        _ => false,
    }
}

/// True for a part that belongs in the text: a picture of an HTML part, or a part whose headers say so.
pub fn is_inline(tree: &Tree<'_>, place: usize) -> bool {
    let part = &tree.parts[place];
    let in_related = part.parent.is_some_and(|parent| tree.parts[parent].kind == "multipart/related");
    match part.disposition.as_deref() {
        Some("inline") => true,
        Some("attachment") => false,
        _ => in_related && part.id.is_some(),
    }
}

/// Name for a part without one.
pub fn name_for(tree: &Tree<'_>, place: usize, number: usize) -> String {
    let part = &tree.parts[place];
    if part.kind == "message/rfc822" {
        let subject = fields::block(tree.body(place), 0).ok().and_then(|(fields, _)| {
            let subject = fields.into_iter().find(|field| field.name.eq_ignore_ascii_case(b"subject"))?;
            let text = charset::eight_bit(subject.value).0;
            let text = words::decode(&text.split_whitespace().collect::<Vec<_>>().join(" "), &mut Vec::new());
            Some(text.chars().take(80).collect::<String>().trim().to_owned()).filter(|text| !text.is_empty())
        });
        return format!("{}.eml", subject.unwrap_or_else(|| "message".to_owned()));
    }
    let ending = match part.kind.as_str() {
        "text/plain" => "txt",
        "text/html" => "html",
        "text/calendar" => "ics",
        "text/csv" => "csv",
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/gif" => "gif",
        "image/svg+xml" => "svg",
        "image/webp" => "webp",
        "application/pdf" => "pdf",
        "application/zip" => "zip",
        "application/pgp-signature" => "asc",
        "application/pkcs7-signature" | "application/x-pkcs7-signature" => "p7s",
        kind if kind.starts_with("text/") => "txt",
        _ => "bin",
    };
    format!("attachment-{number}.{ending}")
}

/// Bodies of the message, in lines.
pub fn lay_out(tree: &Tree<'_>, chosen: &Chosen, notices: &mut Notices) -> Vec<Body> {
    let mut readings = vec![&chosen.text];
    if chosen.html != chosen.text {
        readings.push(&chosen.html);
    }
    let mut bodies: Vec<Body> =
        readings.into_iter().filter(|reading| !reading.is_empty()).map(|reading| body(tree, reading)).collect();
    if bodies.iter().any(|body| !body.lines.is_empty()) {
        bodies.retain(|body| !body.lines.is_empty());
    }
    let locked = ["multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"];
    if tree.parts.iter().any(|part| locked.contains(&part.kind.as_str())) {
        notices.add(
            "The message is encrypted, or its text is within a signature; save the attachment to open it elsewhere.",
        );
    }
    bodies
}

/// The pages of the HTML reading, as they were sent.
pub fn pages(tree: &Tree<'_>, chosen: &Chosen) -> Vec<String> {
    let page = |place: &usize| {
        let part = &tree.parts[*place];
        let bytes = decode::bytes(tree.body(*place), part.encoding).text();
        let declared = part.charset.clone().or_else(|| html::charset(&bytes));
        charset::decode(beginning(&bytes), declared.as_deref()).0
    };
    chosen.html.iter().filter(|place| is_html(tree, **place)).map(page).collect()
}

/// Beginning of a text: as many bytes as can be shown in any character set, cut between lines or letters.
fn beginning(bytes: &[u8]) -> &[u8] {
    const MOST: usize = 4 * limits::TEXT;
    if bytes.len() <= MOST {
        return bytes;
    }
    let is_begin = |at: &usize| bytes[*at] & 0xc0 != 0x80;
    let end = memchr::memrchr(b'\n', &bytes[..MOST]).or_else(|| (0..=MOST).rev().find(is_begin));
    &bytes[..end.unwrap_or(MOST)]
}

fn body(tree: &Tree<'_>, reading: &[usize]) -> Body {
    let mut body = Body { kind: Kind::Text, lines: Vec::new(), links: Vec::new(), notices: Vec::new() };
    let (mut web, mut notices) = (Links::default(), Notices::default());
    for place in reading {
        let part = &tree.parts[*place];
        let decoded = decode::bytes(tree.body(*place), part.encoding);
        if let Some(problem) = decoded.problem {
            notices.add(problem.of("A part"));
        }
        let bytes = decoded.text();
        let is_html = is_html(tree, *place);
        let declared = part.charset.clone().or_else(|| is_html.then(|| html::charset(&bytes)).flatten());
        let (text, problem) = charset::decode(beginning(&bytes), declared.as_deref());
        if let Some(problem) = problem {
            notices.add(problem);
        }
        drop(bytes);
        let mut lines = if is_html {
            let (kind, lines) = html::lines(&text, &mut web, &mut notices);
            body.kind = if body.kind == Kind::Raw { Kind::Raw } else { kind };
            lines
        } else {
            let text = readable::readable(&part.kind, text);
            let mut lines = text::lines(&text, part.flowed.then_some(part.delsp), &mut web, &mut notices);
            if part.stray {
                for line in &mut lines {
                    line.hidden = true;
                }
            }
            lines
        };
        if !body.lines.is_empty() && !lines.is_empty() {
            body.lines.push(Line::default());
        }
        if let Some(name) = &part.name {
            let text = clean_line(&fit(name, FILE_NAME)).into_owned();
            body.lines.push(Line { text, file_name: true, ..Line::default() });
        }
        lines.truncate(limits::LINES.saturating_sub(body.lines.len()));
        body.lines.append(&mut lines);
    }
    body.links = web.into_list(&mut notices);
    body.notices = notices.into_list();
    body
}
