//! Mail addresses, checked before they are used.

use std::fmt;

use super::{DomainName, clean_line, fit, percent_encoded};

/// Longest part before the `@` (RFC 5321).
const LONGEST_LOCAL: usize = 64;

/// Address in its plain form (`anna@example.com`). No part of it can be read as something else, such as a second
/// address or another header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddress {
    local: String,
    host: DomainName,
}

impl MailAddress {
    /// Reads one address.
    ///
    /// # Errors
    /// A sentence with the text and its mistake.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = |why: &str| Err(format!("“{}” is not an email address: {why}", fit(&clean_line(text), 60)));
        if text.is_empty() {
            return Err("No mail address.".to_owned());
        }
        let Some((local, host)) = text.rsplit_once('@') else { return wrong("there is no @ in it.") };
        if local.is_empty() {
            return wrong("nothing before the @.");
        }
        if local.len() > LONGEST_LOCAL {
            return wrong("the part before the @ is too long.");
        }
        if let Some(odd) = local.chars().find(|c| !may_stand(*c)) {
            return wrong(&format!("{} is not allowed before the @.", named(odd)));
        }
        if local.starts_with('.') || local.ends_with('.') || local.contains("..") {
            return wrong("a dot is in the wrong place.");
        }
        match DomainName::parse(host) {
            Ok(host) => Ok(Self { local: local.to_owned(), host }),
            Err(_) => wrong("the part after the @ is not a domain name."),
        }
    }

    /// The form that is sent: the host in punycode.
    pub fn wire(&self) -> String {
        format!("{}@{}", self.local, self.host.punycode())
    }

    /// `mailto:` link with address, subject and text only, percent-encoded (RFC 6068). An empty subject or text is
    /// left out.
    pub fn link(&self, subject: &str, text: &str) -> String {
        let mut link = format!("mailto:{}@{}", encoded(&self.local), encoded(self.host.punycode()));
        let mut sign = '?';
        for (name, value) in [("subject", subject), ("body", text)] {
            let value = value.trim_end();
            if !value.is_empty() {
                link.push(sign);
                link.push_str(name);
                link.push('=');
                link.push_str(&encoded(value));
                sign = '&';
            }
        }
        link
    }
}

/// The domain of an address, as it is spelled there.
pub fn domain_of(address: &str) -> Option<&str> {
    address.rsplit_once('@').map(|(_, domain)| domain).filter(|domain| !domain.is_empty())
}

/// First part of a sender's name that looks like a mail address and may be taken for the sender's own.
pub fn address_in(name: &str) -> Option<String> {
    name.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '(' | ')' | '"' | ',' | ';'))
        .find(|word| word.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.')))
        .map(str::to_owned)
}

/// Percent-encoded text; its line ends are those of mail (CR LF).
fn encoded(text: &str) -> String {
    percent_encoded(&text.replace('\r', "").replace('\n', "\r\n"))
}

/// The address for the screen: the host in both spellings where they differ.
impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.local, self.host.both())
    }
}

/// True for characters RFC 5322 allows unquoted, and letters of any script (RFC 6532).
fn may_stand(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-.".contains(c) || (!c.is_ascii() && c.is_alphanumeric())
}

fn named(c: char) -> String {
    if c.is_whitespace() { "a blank".to_owned() } else { format!("“{}”", clean_line(c.encode_utf8(&mut [0; 4]))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_mail_addresses_are_read() {
        for (text, wire) in [
            ("anna@nordvind.example", "anna@nordvind.example"),
            ("  tom.becker+sale@mail.example.co.uk ", "tom.becker+sale@mail.example.co.uk"),
            ("o'neil_{x}@example.org", "o'neil_{x}@example.org"),
            ("jörg@bücher.example", "jörg@xn--bcher-kva.example"),
        ] {
            assert_eq!(MailAddress::parse(text).map(|address| address.wire()), Ok(wire.to_owned()));
        }
        let shown = MailAddress::parse("a@bücher.example").expect("an address").to_string();
        assert_eq!(shown, "a@bücher.example (xn--bcher-kva.example)");
    }

    #[test]
    fn a_link_holds_address_subject_and_text_and_no_value_gets_out_of_its_place() {
        let to = MailAddress::parse("o'neil+x@bücher.example").expect("an address");
        assert_eq!(
            to.link("100% & more?bcc=b@y.example", "Hi,\r\n#2 — \"ok\"\n"),
            "mailto:o%27neil%2Bx@xn--bcher-kva.example?subject=100%25%20%26%20more%3Fbcc%3Db%40y.example\
             &body=Hi%2C%0D%0A%232%20%E2%80%94%20%22ok%22"
        );
        assert_eq!(to.link("", " \n"), "mailto:o%27neil%2Bx@xn--bcher-kva.example");
    }

    #[test]
    fn a_text_that_is_no_address_is_refused_with_the_reason() {
        for (text, why) in [
            ("", "No mail address"),
            ("ceo at freemail", "no @"),
            ("@example.com", "before the @"),
            ("a@b", "not a domain name"),
            ("a b@example.com", "a blank"),
            ("a@x.example, b@y.example", "“@”"),
            ("a@x.example?bcc=b@y.example", "“@”"),
            ("a%0ABcc:b@y.example", "“:”"),
            ("a\r\nBcc: b@y.example", "a blank"),
            ("<a@x.example>", "“<”"),
            (".a@x.example", "a dot"),
            ("a..b@x.example", "a dot"),
        ] {
            let said = MailAddress::parse(text).expect_err(text);
            assert!(said.contains(why), "{text:?}: {said}");
            assert!(said.chars().all(|c| !c.is_control()), "{said:?}");
        }
    }
}
