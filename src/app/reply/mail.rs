//! A reply as the user edits it: `To`, `Subject`, an empty line, the text. Nothing else can stand in its head.

use crate::base::MailAddress;

/// A reply as written: address, subject and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// As written; an address only after [`Mail::address`] says so.
    pub to: String,
    pub subject: String,
    pub body: String,
}

/// Longest `mailto:` link; mail programs and the systems that start them cut longer ones.
const LONGEST_LINK: usize = 2_000;

impl Mail {
    /// The text for the editor.
    pub fn written(&self) -> String {
        format!("To: {}\nSubject: {}\n\n{}", self.to, self.subject, self.body)
    }

    /// Reads what the editor left.
    ///
    /// # Errors
    /// A sentence naming the line that cannot stand there.
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

    /// Where it goes.
    ///
    /// # Errors
    /// A sentence when that is no address.
    pub fn address(&self) -> Result<MailAddress, String> {
        MailAddress::parse(&self.to)
    }

    /// A link for the mail program with address, subject and text; `None` when it would be too long for some of them.
    pub fn link(&self, to: &MailAddress) -> Option<String> {
        let link = to.link(&self.subject, &self.body);
        (link.len() <= LONGEST_LINK).then_some(link)
    }
}

/// What follows `label:` at the beginning of a line, whatever its case.
pub fn strip_label<'t>(line: &'t str, label: &str) -> Option<&'t str> {
    let (name, rest) = line.split_once(':')?;
    name.trim().eq_ignore_ascii_case(label).then(|| rest.trim())
}

/// A subject on one line that carries the inquiry's reference, so that the answer finds its way back to it.
pub fn subject_with(subject: &str, reference: &str) -> String {
    let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    if reference.is_empty() || subject.contains(reference) {
        return subject;
    }
    format!("{subject} [{reference}]").trim_start().to_owned()
}
