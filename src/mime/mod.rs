//! Strangers' mail: from its raw form (RFC 5322, MIME) to headers, bodies and attachments that may be shown.
//!
//! All results are cleaned (`base::clean_line`). Nothing here reads files, starts threads or knows the service.
//! Reading takes time, so callers do it off the loop. Look first at [`read`]: it splits a message into parts
//! (`split`), decides which are bodies and which attachments (`bodies`), and turns bodies into lines (`text`,
//! `html`).
//!
//! The crate mail-parser reads addresses, content types and rare character sets. It does not split messages here: it has
//! no limits on parts and depth, and drops text between parts and the readable part of cut base64, which are to be shown.

mod base64;
mod bodies;
mod charset;
mod decode;
mod fields;
mod html;
mod limits;
mod links;
mod message;
mod named;
mod notices;
mod picture;
mod readable;
mod split;
mod text;
mod words;

pub use message::{Attachment, Body, Header, Kind, Line, Link, Message};
pub use named::{danger, is_program};
pub use picture::{Picture, pictures, png, small};

use std::borrow::Cow;

use crate::base::{clean_line, fit};
use bodies::Chosen;
use notices::Notices;
use split::{Part, Tree};

/// Reads a message. One that exceeds the limits is not parsed; its first 256 KiB are shown as text, with a
/// notice.
pub fn read(raw: &[u8]) -> Message {
    if raw.len() > limits::MESSAGE {
        return raw_view(raw, "The message is larger than 25 MiB.");
    }
    let raw = with_line_feeds(raw);
    let tree = match split::split(&raw) {
        Ok(tree) => tree,
        Err(why) => return raw_view(&raw, why),
    };
    let mut notices = Notices::default();
    let headers = fields::headers(&tree.fields, &mut notices);
    let chosen = bodies::choose(&tree);
    let bodies = bodies::lay_out(&tree, &chosen, &mut notices);
    tree.beyond.iter().for_each(|limit| notices.add(limit));
    let attachments = (0..chosen.attachments.len()).map(|at| attached(&tree, &chosen, at, &mut notices)).collect();
    if tree.cut_off {
        notices.add("The message is cut off: the end of its last part is missing.");
    }
    Message { headers, bodies, attachments, notices: notices.into_list() }
}

/// First 256 KiB of a message as undecoded text, below a notice with the reason `why`: the message exceeds the
/// limits, or its reading was given up.
pub fn raw_view(raw: &[u8], why: &str) -> Message {
    let first = &raw[..raw.len().min(limits::RAW_VIEW)];
    let mut notices = Notices::default();
    let shown = if first.len() < raw.len() { "Shown are its first 256 KiB, undecoded." } else { "Shown undecoded." };
    notices.add(format!("{why} {shown}"));
    let lines = text::plain_lines(&String::from_utf8_lossy(first), &mut notices);
    let body = Body { kind: Kind::Raw, lines, links: Vec::new(), notices: Vec::new() };
    Message { bodies: vec![body], notices: notices.into_list(), ..Message::default() }
}

/// Decoded bytes of an attachment, by its index in the list from [`read`].
pub fn attachment(raw: &[u8], place: usize) -> Option<Vec<u8>> {
    if raw.len() > limits::MESSAGE {
        return None;
    }
    let raw = with_line_feeds(raw);
    let tree = split::split(&raw).ok()?;
    let place = *bodies::choose(&tree).attachments.get(place)?;
    Some(decode::bytes(tree.body(place), tree.parts[place].encoding).bytes.into_owned())
}

/// HTML of a message as a page for a browser, in which nothing can load or run; `None` if there is none, or it
/// exceeds the limits.
pub fn browser_page(raw: &[u8]) -> Option<String> {
    if raw.len() > limits::MESSAGE {
        return None;
    }
    let raw = with_line_feeds(raw);
    let tree = split::split(&raw).ok()?;
    let pages = bodies::pages(&tree, &bodies::choose(&tree));
    html::safe::page(&pages.into_iter().next()?)
}

/// Body of an HTML page as [`read`] makes it; for the fuzz target.
#[cfg(feature = "testing")]
pub fn html_for_fuzzing(page: &str) -> (Body, Vec<String>) {
    let mut notices = Notices::default();
    let mut found = links::Links::default();
    let (kind, lines) = html::lines(page, &mut found, &mut notices);
    let listed = found.into_list(&mut notices);
    (Body { kind, lines, links: listed, notices: Vec::new() }, notices.into_list())
}

/// Message with line feeds in place of line ends that are a carriage return alone, as some machines send.
fn with_line_feeds(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\n', raw).is_some() || memchr::memchr(b'\r', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(raw.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect())
}

/// Attachment for the part at `at`.
fn attached(tree: &Tree<'_>, chosen: &Chosen, at: usize, notices: &mut Notices) -> Attachment {
    let place = chosen.attachments[at];
    let part: &Part = &tree.parts[place];
    let decoded = decode::bytes(tree.body(place), part.encoding);
    let name = match &part.name {
        Some(name) => clean_line(name).into_owned(),
        None => clean_line(&bodies::name_for(tree, place, at + 1)).into_owned(),
    };
    // A problem of a part that is shown as text is noted with that text.
    if let Some(problem) = decoded.problem.filter(|_| !chosen.shows(place)) {
        notices.add(problem.of(&format!("The file “{}”", fit(&name, 80))));
    }
    if part.declared && part.name.is_some() && named::differ(&name, &part.kind) {
        notices.add(format!("The name of the file “{}” and its type {} do not match.", fit(&name, 80), part.kind));
    }
    if let Some(danger) = named::danger(&name).filter(|_| part.name.is_some()) {
        notices.add(format!("The file “{}” {danger}.", fit(&name, 80)));
    }
    Attachment {
        name,
        kind: clean_line(&part.kind).into_owned(),
        size: decoded.bytes.len() as u64,
        inline: chosen.shows(place) || bodies::is_inline(tree, place),
        problem: decoded.problem.and_then(decode::Problem::word),
    }
}

#[cfg(test)]
mod tests;
