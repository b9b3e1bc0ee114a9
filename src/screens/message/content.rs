//! An opened message as labelled text without colours.

use std::borrow::Cow;

use super::reader::{Reader, ReaderPage};
use super::{HIDDEN, subject, words};
use crate::api::emails::Get;
use crate::api::types::header_texts;
use crate::base::{DomainName, Untrusted, clean_block, fit, start_of};
use crate::client::{Failure, FailureKind};
use crate::mime::{Attachment, Body, Line};
use crate::store::MailRow;
use crate::store::lists::mail::{FullMessage, MailMark};
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::notice;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, World, text};

/// Most quoted lines in a row that are not folded.
const SHORT_QUOTE: usize = 3;
/// Most bytes shown of a text and of the raw page, because all of it is laid out at opening and at a change of width.
const RAW: usize = 256 * 1024;
/// Most cells of an address: three lines at 80 columns. The Headers page has it in full.
const HEAD: usize = 210;
/// Headers shown below the head if the message has them, with their labels.
const BELOW_HEAD: [(&str, &str); 3] = [("cc", "Cc"), ("reply-to", "Reply to"), ("list-unsubscribe", "Unsubscribe")];
/// Most lines after the mark `--` for it to count as a signature.
const SIGNATURE: usize = 20;
/// Most files listed on the page; the menu of `a` has all.
const FILES: usize = 20;

/// Parts of a page of the message.
pub fn doc(reader: &Reader, page: ReaderPage, look: &Look<'_>, width: u16) -> Vec<Part> {
    let world = &look.world;
    let mut doc = Doc::at(world.now, world.zone);
    let Some(row) = world.store.mail().row(reader.key) else { return doc.parts };
    if world.store.session().redact {
        doc.dim(HIDDEN);
        return doc.parts;
    }
    let loaded = world.store.message(reader.key);
    let full = loaded.as_ref().and_then(|loaded| loaded.value);
    if page == ReaderPage::Message {
        head(&mut doc, row, world.store.mail().mark(reader.key), look, width);
    }
    match (full, loaded.and_then(|loaded| loaded.failure)) {
        (Some(full), _) => match page {
            ReaderPage::Message => body(&mut doc, reader, full, world),
            ReaderPage::Headers => headers(&mut doc, row, full, world),
            ReaderPage::Raw => doc.parts.extend_from_slice(&reader.text(full, || raw(full))),
            ReaderPage::Pictures if full.pictures.is_empty() => {
                doc.dim("No picture in it can be shown here; a saves the files of the message.");
            }
            ReaderPage::Pictures => doc.dim(names(full)),
        },
        (None, failure) => instead(&mut doc, row, failure),
    }
    doc.parts
}

/// Writes sender, recipient and why it was caught, from the list's row, so that they are there at once. Texts from
/// strangers are cut, so that the warnings below stay in sight.
pub fn head(doc: &mut Doc, row: &MailRow, mark: Option<&MailMark>, look: &Look<'_>, width: u16) {
    let subject = subject(row);
    let star = mark.filter(|mark| mark.starred).map(|_| format!("{} starred", look.glyphs().star));
    let right: Vec<String> = star.into_iter().chain(row.date.map(|at| doc.when(at))).collect();
    doc.dated(in_three_lines(subject, usize::from(width), look.ascii), right.join(" · "));
    doc.field("From", fit(&row.from, HEAD));
    if row.poses {
        doc.warn("The name carries another address than the one that wrote.");
    }
    doc.field("To", fit(&row.to, HEAD));
    let domains: Vec<String> = row.domains.iter().map(DomainName::both).collect();
    doc.field_if("Domain", Some(domains.join(", ")).filter(|names| !names.is_empty()));
    doc.field_if("Matched", Some(words::long(&row.labels)).filter(|why| !why.is_empty()));
    doc.field_if("Your note", mark.map(|mark| mark.note.clone()).filter(|note| !note.is_empty()));
}

/// Subject cut in its third line; the Headers page has it in full.
fn in_three_lines(subject: &str, width: usize, ascii: bool) -> Cow<'_, str> {
    let start = fit(subject, width.saturating_mul(4));
    match &text::wrap(&start, width)[..] {
        [first, second, third, fourth, ..] => {
            let last = format!("{third} {fourth}");
            format!("{first} {second} {}", text::fit(&last, width, ascii)).into()
        }
        _ => subject.into(),
    }
}

/// Writes the reason the raw message is not shown.
fn instead(doc: &mut Doc, row: &MailRow, failure: Option<&Failure>) {
    doc.gap();
    match failure {
        None => doc.dim("Reading the message…"),
        Some(failure) if failure.kind == FailureKind::NotFound => {
            doc.warn("The service no longer has the full message. Its beginning:");
        }
        Some(failure) => {
            let (words, hint) = notice::failure_words(failure);
            let words = words.trim_end_matches('.');
            doc.warn(format!("Message not loaded: {words}. {hint}").trim_end().to_owned());
        }
    }
    if !row.summary.is_empty() {
        doc.gap();
        doc.quote(&*row.summary);
    }
}

/// Writes the message itself, below its head.
pub fn body(doc: &mut Doc, reader: &Reader, full: &FullMessage, world: &World<'_>) {
    let message = &full.message;
    for (name, label) in BELOW_HEAD {
        let all = message.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        let values = all.map(|header| header.value.as_str()).collect::<Vec<_>>().join(", ");
        doc.field_if(label, Some(fit(&values, HEAD).into_owned()).filter(|value| !value.is_empty()));
    }
    if !message.attachments.is_empty() {
        let mut files: Vec<String> = message
            .attachments
            .iter()
            .take(FILES)
            .map(|file| format!("{} · {}", file.name, file_words(file)))
            .collect();
        let more = message.attachments.len().saturating_sub(FILES);
        if more > 0 {
            files.push(format!("{more} more · a lists them"));
        }
        doc.field("Files", files.join("\n"));
    }
    message.notices.iter().for_each(|notice| doc.warn(notice.clone()));
    let body = reader.body(world);
    body.iter().flat_map(|body| &body.notices).for_each(|notice| doc.warn(notice.clone()));
    doc.gap();
    let Some(body) = body else {
        doc.dim(if message.attachments.is_empty() { "The message is empty." } else { "The message has files only." });
        return;
    };
    doc.parts.extend_from_slice(&reader.text(full, || of_body(body, reader.unfolded)));
}

/// Text of a body, and its links.
fn of_body(body: &Body, unfolded: bool) -> Vec<Part> {
    let mut doc = Doc::default();
    let shown = beginning(&body.lines);
    if matches!(shown, Cow::Owned(_)) {
        doc.dim("The beginning of a long text; S saves the message whole.");
    }
    lines(&mut doc, &shown, unfolded);
    if !body.links.is_empty() {
        doc.heading("Links");
        for (place, link) in body.links.iter().enumerate() {
            let host = if link.host.is_empty() { "not opened" } else { &link.host };
            doc.field(format!("[{}]", place + 1), format!("{host} · {}", link.url));
        }
    }
    doc.parts
}

/// Lines shown of a text; the last line of a long one is cut.
fn beginning(lines: &[Line]) -> Cow<'_, [Line]> {
    let mut left = RAW;
    let fitting = lines.iter().take_while(|line| match left.checked_sub(line.text.len() + 1) {
        Some(less) => {
            left = less;
            true
        }
        None => false,
    });
    let fitting = fitting.count();
    let Some(cut) = lines.get(fitting) else { return Cow::Borrowed(lines) };
    let mut shown = lines[..fitting].to_vec();
    let text = start_of(&cut.text, left).to_owned();
    shown.push(Line { text, ..cut.clone() });
    Cow::Owned(shown)
}

/// Words after the name of a file: `application/pdf · 24.1 kB · damaged`.
pub fn file_words(file: &Attachment) -> String {
    let inline = if file.inline { " · in the text" } else { "" };
    let problem = file.problem.map(|word| format!(" · {word}")).unwrap_or_default();
    format!("{} · {}{inline}{problem}", file.kind, text::bytes(file.size))
}

/// Kind of consecutive lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Own,
    Signature,
    Quoted,
    Hidden,
    FileName,
}

fn run_of(line: &Line) -> Run {
    match line {
        line if line.file_name => Run::FileName,
        line if line.hidden => Run::Hidden,
        line if line.quote > 0 => Run::Quoted,
        _ => Run::Own,
    }
}

/// Writes the lines of a body: quotes are folded and dim, a signature is dim, hidden lines are in a block of their own
/// and each attached message or file begins with its name.
fn lines(doc: &mut Doc, lines: &[Line], unfolded: bool) {
    // A blank line between hidden lines is hidden, too.
    let is_hidden = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| line.hidden);
    let signed = lines.iter().rposition(|line| line.text == "--" && run_of(line) == Run::Own);
    let signed = signed.filter(|at| lines.len() - at <= SIGNATURE && !lines[*at..].iter().any(|line| line.file_name));
    let kind = |(at, line): (usize, &Line)| match run_of(line) {
        Run::Own if line.text.is_empty() && is_hidden(at.checked_sub(1)) && is_hidden(Some(at + 1)) => Run::Hidden,
        Run::Own if signed.is_some_and(|from| at >= from) => Run::Signature,
        kind => kind,
    };
    let kinds: Vec<Run> = lines.iter().enumerate().map(kind).collect();
    let mut at = 0;
    for kinds in kinds.chunk_by(PartialEq::eq) {
        let start = at;
        at += kinds.len();
        let run = &lines[start..at];
        let plain = |line: &Line| match line.quote {
            0 => line.text.clone(),
            depth => format!("{} {}", ">".repeat(usize::from(depth)), line.text),
        };
        let whole = || run.iter().map(plain).collect::<Vec<_>>().join("\n");
        match kinds[0] {
            Run::Hidden => {
                doc.gap();
                doc.warn("Hidden in the message:");
                doc.dim_quote(whole().trim_end());
                doc.gap();
            }
            Run::FileName => run.iter().for_each(|line| doc.heading(&format!("File {}", line.text))),
            Run::Quoted if !unfolded && run.len() > SHORT_QUOTE => {
                doc.dim_quote(plain(&run[0]));
                doc.dim(format!("  {} more quoted lines · z shows them", run.len() - 1));
            }
            // A hidden block has blank lines around it already.
            Run::Own if is_hidden(start.checked_sub(1)) || is_hidden(Some(at)) => {
                let whole = whole();
                let whole = if is_hidden(start.checked_sub(1)) { whole.trim_start_matches('\n') } else { &whole };
                let whole = if is_hidden(Some(at)) { whole.trim_end_matches('\n') } else { whole };
                if !whole.is_empty() {
                    doc.quote(whole);
                }
            }
            Run::Own => doc.quote(whole()),
            // The signs before a line show its level of quoting; each wrapped line repeats them.
            Run::Quoted | Run::Signature => doc.dim_quote(whole()),
        }
    }
}

/// Writes all headers, after the facts that only the service has.
fn headers(doc: &mut Doc, row: &MailRow, full: &FullMessage, world: &World<'_>) {
    doc.field("Number", &*row.id);
    doc.field("Delivered to", &*row.to);
    let envelope = world.store.query(&Get { id: row.id.to_string() });
    if let Some(email) = envelope.value.map(|row| &row.value) {
        let from = email.envelope_from.get().map(|from| from.line().into_owned()).filter(|from| !from.is_empty());
        doc.field_or("Envelope from", from, "none: it is a report of a mail server");
        let joined = |header| header_texts(header).iter().map(Untrusted::line).collect::<Vec<_>>().join(", ");
        // The service took these from the message, whose own headers are below.
        let is_below = |name: &str| full.message.headers.iter().any(|header| header.name.eq_ignore_ascii_case(name));
        for (name, label, header) in [("sender", "Sender", &email.sender), ("reply-to", "Reply to", &email.reply_to)] {
            doc.field_if(label, Some(joined(header)).filter(|text| !text.is_empty() && !is_below(name)));
        }
    }
    doc.gap();
    for header in &full.message.headers {
        doc.field(header.name.clone(), header.value.clone());
    }
}

/// Names of the pictures, in the order they are drawn.
fn names(full: &FullMessage) -> String {
    full.pictures.iter().map(|picture| picture.name.as_str()).collect::<Vec<_>>().join(" · ")
}

/// Parts with the message as it was sent.
fn raw(full: &FullMessage) -> Vec<Part> {
    let mut doc = Doc::default();
    let first = &full.raw[..full.raw.len().min(RAW)];
    if first.len() < full.raw.len() {
        doc.dim(format!("The first 256 KiB of {}; S saves it whole.", text::bytes(full.raw.len() as u64)));
    }
    doc.quote(clean_block(&String::from_utf8_lossy(first)).into_owned());
    doc.parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: String) -> Line {
        Line { text, ..Line::default() }
    }

    #[test]
    fn the_last_line_of_a_long_text_is_cut() {
        let long = [line("a".to_owned()), line("ä".repeat(RAW)), line("b".to_owned())];
        let shown = beginning(&long);
        assert_eq!(shown.len(), 2);
        assert!(shown[1].text.len() <= RAW && shown[1].text.len() > RAW - 8, "{}", shown[1].text.len());
        assert!(matches!(beginning(&long[..1]), Cow::Borrowed([_])));
    }
}
