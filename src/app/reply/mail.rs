//! A reply as the user edits it: `To`, `Subject`, an empty line, the text. Other headers are refused.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;

use crate::base::{MailAddress, Reading};

/// A reply as written: address, subject and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Address as typed; [`Mail::address`] checks it.
    pub to: String,
    pub subject: String,
    pub body: String,
}

impl Mail {
    /// The text for the editor.
    pub fn written(&self) -> String {
        format!("To: {}\nSubject: {}\n\n{}", self.to, self.subject, self.body)
    }

    /// Reads the text that the editor has saved.
    ///
    /// # Errors
    /// A sentence naming the line that is not allowed.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let mut mail = Self { to: String::new(), subject: String::new(), body: String::new() };
        let mut rest = text.as_str();
        let mut number = 0;
        while !rest.is_empty() {
            number += 1;
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            if line.trim().is_empty() {
                break;
            }
            if let Some(to) = strip_label(line, "to") {
                to.clone_into(&mut mail.to);
            } else if let Some(subject) = strip_label(line, "subject") {
                mail.subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
            } else {
                let said = crate::base::fit(&crate::base::clean_line(line), 40).into_owned();
                return Err(format!(
                    "Line {number}, “{said}”: above the first empty line only To: and Subject: can stand."
                ));
            }
        }
        mail.body = format!("{}\n", rest.trim_matches('\n').trim_end());
        Ok(mail)
    }

    /// True if the reply itself names an amount of money other than the buyer's offer; quoted lines do not count.
    pub fn names_price(&self, offer: Option<&str>) -> bool {
        let is_price = |words: &str| {
            let words = words.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']).trim_start_matches('(');
            let amount = match Reading::of(words) {
                Reading::Exact(amount) => Some(amount),
                // Only the currency matters here, so either reading will do.
                Reading::Ambiguous { point, .. } => Some(point),
                Reading::NotANumber(_) => None,
            };
            amount.is_some_and(|amount| amount.currency().is_some())
        };
        self.body.lines().filter(|line| !line.starts_with('>')).any(|line| {
            let own = offer.map_or_else(|| line.to_owned(), |offer| line.replace(offer, ""));
            let words: Vec<&str> = own.split_whitespace().collect();
            words.iter().any(|word| is_price(word)) || words.windows(2).any(|pair| is_price(&pair.join(" ")))
        })
    }

    /// Address in the `To` line.
    ///
    /// # Errors
    /// A sentence when it is not an address.
    pub fn address(&self) -> Result<MailAddress, String> {
        MailAddress::parse(&self.to)
    }

    /// Message as a file for the mail program, marked as not sent yet.
    pub fn message(&self, to: &MailAddress) -> String {
        // A header line has at most 76 characters: 39 bytes of text before encoding. No character is cut.
        let mut words = Vec::new();
        let mut rest = self.subject.as_str();
        while !rest.is_empty() {
            let end = (1..=39.min(rest.len())).rev().find(|end| rest.is_char_boundary(*end)).unwrap_or(rest.len());
            words.push(format!("=?UTF-8?B?{}?=", BASE64.encode(&rest[..end])));
            rest = &rest[end..];
        }
        let is_plain = self.subject.bytes().all(|byte| (b' '..=b'~').contains(&byte)) && !self.subject.contains("=?");
        let subject = if is_plain && self.subject.len() < 70 { self.subject.clone() } else { words.join("\r\n ") };
        let body = BASE64.encode(self.body.replace("\r\n", "\n").replace('\n', "\r\n"));
        let lines: Vec<&str> = body.as_bytes().chunks(76).filter_map(|line| std::str::from_utf8(line).ok()).collect();
        format!(
            "X-Unsent: 1\r\nTo: {}\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            to.wire(),
            lines.join("\r\n")
        )
    }
}

/// Text after `label:` at the beginning of a line, in any case.
pub fn strip_label<'t>(line: &'t str, label: &str) -> Option<&'t str> {
    let (name, rest) = line.split_once(':')?;
    name.trim().eq_ignore_ascii_case(label).then(|| rest.trim())
}

/// Subject on one line, with the inquiry's reference, so that the buyer's answer can be matched to the inquiry.
pub fn subject_with(subject: &str, reference: &str) -> String {
    let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    if reference.is_empty() || subject.contains(reference) {
        return subject;
    }
    format!("{subject} [{reference}]").trim_start().to_owned()
}
