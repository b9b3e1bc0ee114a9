//! Links: numbered, with their real host, and with a notice if they lead to another host than they show.

use std::collections::HashMap;
use std::fmt::Write as _;

use url::Url;

use super::message::Link;
use super::notices::Notices;
use crate::base::{DomainName, MARK, clean_line, fit};

/// Longest web address that is a link, in bytes; a longer one is cut and only shown.
const LONGEST: usize = 8_000;
const LONGEST_OTHER: usize = 200;

/// The links of one body.
#[derive(Default)]
pub struct Links {
    list: Vec<Link>,
    /// Addresses of plain text that already have a number.
    known: HashMap<String, usize>,
    /// Base address for relative ones, from `<base>`.
    base: Option<Url>,
    odd: Vec<String>,
}

impl Links {
    /// Sets the base address from `<base>`.
    pub fn set_base(&mut self, href: &str) {
        self.base = self.base.take().or_else(|| Url::parse(href).ok());
    }

    /// Adds a link with the text that shows it; returns its number, or `None` for a link within the page.
    pub fn add(&mut self, text: &str, href: &str) -> Option<usize> {
        let href = href.trim();
        if href.is_empty() || href.starts_with('#') {
            return None;
        }
        let text = clean_line(text.trim()).into_owned();
        // Browsers drop tabs and line ends from addresses, and so does the parser.
        let full = if href.starts_with("//") { format!("https:{href}") } else { href.to_owned() };
        let parsed = Url::parse(&full).ok().or_else(|| self.base.as_ref()?.join(href).ok());
        let web = parsed.filter(|url| matches!(url.scheme(), "http" | "https") && url.as_str().len() <= LONGEST);
        let number = self.list.len() + 1;
        let link = if let Some(url) = web {
            let host = url.host_str().unwrap_or_default().to_owned();
            self.compare(number, &text, &url, &host);
            Link { text, host, url: clean_line(url.as_str()).into_owned() }
        } else {
            self.compare_address(number, &text, href);
            Link { text, host: String::new(), url: fit(&clean_line(href), LONGEST_OTHER).into_owned() }
        };
        self.list.push(link);
        Some(number)
    }

    /// Adds a notice when a link shows another host than it leads to, or hides its host.
    fn compare(&mut self, number: usize, text: &str, url: &Url, host: &str) {
        if let Some(shown) = shown_host(text).filter(|shown| !is_of(host, shown)) {
            self.odd.push(format!("[{number}] says {shown} and goes to {host}."));
        } else if !url.username().is_empty() || url.password().is_some() {
            self.odd.push(format!("[{number}] begins like another address and goes to {host}."));
        } else if let Ok(name) = DomainName::parse(host)
            && name.lookalike().is_some()
        {
            self.odd.push(format!("[{number}] goes to {}, which can be mistaken for another name.", name.both()));
        }
    }

    /// Compares the text of a `mailto:` link with its address.
    fn compare_address(&mut self, number: usize, text: &str, href: &str) {
        let Some(target) = href.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:")).map(|_| &href[7..])
        else {
            return;
        };
        let target = target.split('?').next().unwrap_or(target);
        let shown = text.split_whitespace().find(|word| word.contains('@') && word.contains('.'));
        let shown = shown.map(|word| word.trim_matches(|c: char| "()[]<>\"'.,;:".contains(c)));
        if let Some(shown) = shown.filter(|shown| !shown.eq_ignore_ascii_case(target)) {
            self.odd.push(format!("[{number}] says {shown} and writes to {}.", fit(target, 80)));
        }
    }

    /// Line with a number after each web address.
    pub fn in_text(&mut self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        while let Some((start, end)) = address_in(rest) {
            let address = &rest[start..end];
            let number = self.known.get(address).copied().or_else(|| {
                let full = if address.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
                    format!("http://{address}")
                } else {
                    address.to_owned()
                };
                let number = self.add(address, &full)?;
                self.known.insert(address.to_owned(), number);
                Some(number)
            });
            let closes = rest[end..].starts_with('>') && rest[..start].ends_with('<');
            let end = if closes { end + 1 } else { end };
            out.push_str(&rest[..end]);
            if let Some(number) = number {
                let _ = write!(out, " [{number}]");
            }
            rest = &rest[end..];
        }
        out + rest
    }

    /// All links; adds notices about suspicious ones.
    pub fn into_list(self, notices: &mut Notices) -> Vec<Link> {
        /// Most sentences about suspicious links; beyond that, one sentence is about all of them.
        const SAID: usize = 8;
        let more = self.odd.len().saturating_sub(SAID);
        self.odd.iter().take(SAID).for_each(|odd| notices.add(odd));
        if more > 0 {
            notices.add(format!("{more} more links go elsewhere than they say."));
        }
        self.list
    }
}

/// Host that a text names, if it looks like an address: `www.bank.example`, `https://bank.example/login`.
fn shown_host(text: &str) -> Option<String> {
    let word = text.split_whitespace().find(|word| word.contains('.'))?;
    let word = word.trim_matches(|c: char| "()[]<>\"'“”«».,;:!?".contains(c));
    let word = word.split_once("://").map_or(word, |(_, behind)| behind);
    let word = word.split(['/', '?', '#', ':']).next()?.rsplit('@').next()?;
    let ending = word.rsplit('.').next()?;
    let is_ending = ending.chars().count() >= 2 && ending.chars().all(char::is_alphabetic);
    let is_file = ["pdf", "html", "htm", "jpg", "png", "gif", "doc", "docx", "xls", "xlsx", "zip", "txt", "exe", "php"]
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known));
    if !is_ending || is_file {
        return None;
    }
    DomainName::parse(word).ok().map(|name| name.punycode().to_owned())
}

/// True when `host` is `shown`, or both belong to the same domain.
fn is_of(host: &str, shown: &str) -> bool {
    let bare = |name: &str| name.strip_prefix("www.").unwrap_or(name).trim_end_matches('.').to_owned();
    let (host, shown) = (bare(host), bare(shown));
    host == shown || host.strip_suffix(&shown).is_some_and(|sub| sub.ends_with('.'))
}

/// Start and end of the first web address in a line.
fn address_in(line: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(found) = line[from..].find(['h', 'H', 'w', 'W']) {
        let start = from + found;
        let rest = &line[start..];
        let begins = |sign: &str| rest.get(..sign.len()).is_some_and(|start| start.eq_ignore_ascii_case(sign));
        let is_word = !line[..start].chars().next_back().is_some_and(|c| c.is_alphanumeric() || "@./-_".contains(c));
        if is_word && (begins("http://") || begins("https://") || begins("www.")) {
            let end = rest
                .find(|c: char| c.is_whitespace() || c == MARK || "<>\"“”«»‹›|\\^`".contains(c))
                .unwrap_or(rest.len());
            let end = trimmed(&rest[..end]);
            if rest[..end].trim_end_matches(['/', '.']).len() > "https:".len() {
                return Some((start, start + end));
            }
        }
        from = start + 1;
    }
    None
}

/// Length of an address without the punctuation of the sentence around it.
fn trimmed(address: &str) -> usize {
    let count = |c: char| address.matches(c).count();
    let mut surplus =
        [('(', ')'), ('[', ']'), ('{', '}')].map(|(open, close)| (close, count(close).saturating_sub(count(open))));
    let mut text = address;
    while let Some(last) = text.chars().next_back() {
        let closes = surplus.iter_mut().find(|(close, more)| *close == last && *more > 0);
        if let Some((_, more)) = closes {
            *more -= 1;
        } else if !".,;:!?'*_".contains(last) {
            break;
        }
        text = &text[..text.len() - last.len_utf8()];
    }
    text.len()
}
