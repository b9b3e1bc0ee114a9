//! Names to be added: the verdict on each name of a paste or a file, before anything is sent.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::base::{DomainName, Lookalike, clean_line};
use crate::sheets::pieces::{is_price, pieces};
use crate::sheets::{Status, Verdict};

/// Most names of one list; a larger text is probably not a list of names.
pub const MOST: usize = 200_000;

/// Reason why a price is not a name.
const PRICE: &str = "A price, not a name; :import FILE takes names with prices.";

/// Comment above the lines in the user's editor.
const HEAD: &str = "# One name a line, or several with commas between. Lines that begin with # do not count.\n";

/// One name of the text, or a piece that is not a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLine {
    /// Text as typed, without blanks around it.
    pub typed: String,
    /// The name, also if an earlier line has the same.
    pub name: Option<DomainName>,
    /// True if the name was taken from a web address, or `www.` before it was left out.
    pub cut: bool,
    /// Line of the text, whether the name is sent, and why not.
    pub verdict: Verdict,
    /// Earlier result of the name, shown above it in the user's editor.
    pub note: Option<Box<str>>,
}

/// Names and other pieces as they were collected, in their order.
#[derive(Clone, Debug, Default)]
pub struct Names {
    lines: Vec<Arc<NameLine>>,
    seen: HashMap<Box<str>, u32>,
    next: u32,
    version: u64,
}

impl NameLine {
    /// The name, if it is one and no earlier line has it.
    pub fn name(&self) -> Option<&DomainName> {
        self.name.as_ref().filter(|_| !self.verdict.status.is_left_out())
    }

    /// Reason why it may be taken for another name.
    pub fn lookalike(&self) -> Option<Lookalike> {
        self.name().and_then(DomainName::lookalike)
    }

    /// Text to send: the name as typed, so that casing can be kept, without the rest of an address.
    pub fn sent(&self) -> Option<String> {
        let name = self.name()?;
        if self.cut {
            return Some(host(&self.typed).unwrap_or_else(|| name.unicode()).to_owned());
        }
        Some(self.typed.trim_end_matches('.').to_owned())
    }
}

impl Names {
    /// The lines in their order.
    pub fn lines(&self) -> &[Arc<NameLine>] {
        &self.lines
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Version, increased with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Appends the pieces of a text. Returns how many were added, and true if the text had more than fit.
    pub fn add(&mut self, text: &str) -> (usize, bool) {
        self.take(text, true, false)
    }

    /// Appends the pieces of a text. With `theirs`, every line of the text is numbered, as in the user's file; else
    /// only lines with a piece. With `noted`, a line that begins with `#` is the note of the names on the next line;
    /// else it is skipped.
    fn take(&mut self, text: &str, theirs: bool, noted: bool) -> (usize, bool) {
        let before = self.lines.len();
        let mut note: Option<Box<str>> = None;
        self.version += 1;
        for line in text.trim_start_matches('\u{feff}').lines() {
            if let Some(said) = line.strip_prefix('#').filter(|_| noted) {
                note = Some(said.trim().into());
                continue;
            }
            let mut counted = theirs;
            self.next += u32::from(theirs);
            for piece in pieces(line) {
                if self.lines.len() >= MOST {
                    return (self.lines.len() - before, true);
                }
                self.next += u32::from(!counted);
                counted = true;
                self.push(self.next, piece, note.clone());
            }
            note = None;
        }
        (self.lines.len() - before, false)
    }

    fn push(&mut self, line: u32, typed: &str, note: Option<Box<str>>) {
        let (name, cut, status, why) = match read(typed) {
            Ok((name, cut)) => match self.seen.entry(name.punycode().into()) {
                Entry::Occupied(first) => {
                    (Some(name), cut, Status::Doubled, format!("the same as line {}", first.get()))
                }
                Entry::Vacant(free) => {
                    free.insert(line);
                    (Some(name), cut, Status::Sent, String::new())
                }
            },
            Err(_) if is_price(typed) => (None, false, Status::LeftOut, PRICE.to_owned()),
            Err(why) => (None, false, Status::LeftOut, why),
        };
        let verdict = Verdict { line, column: None, status, why };
        self.lines.push(Arc::new(NameLine { typed: typed.to_owned(), name, cut, verdict, note }));
    }

    /// Removes the lines at these places; a repeated name counts once its first line is removed.
    pub fn remove(&mut self, places: &[usize]) {
        let kept = self.lines.iter().enumerate().filter(|(place, _)| !places.contains(place));
        let text = lines_of(kept.map(|(_, line)| line), |line| line.note.as_deref().map(str::to_owned));
        self.replace_noted(&text);
    }

    /// Replaces all lines by those of a text, numbered consecutively.
    pub fn replace(&mut self, text: &str) {
        let version = self.version;
        *self = Self { version, ..Self::default() };
        self.take(text, false, false);
    }

    /// Replaces all lines by those of a text in which a line `# why` is the note of the next one.
    pub fn replace_noted(&mut self, text: &str) {
        let version = self.version;
        *self = Self { version, ..Self::default() };
        self.take(text, false, true);
    }

    /// The lines as a text for the user's editor; `note` returns the comment above a line.
    pub fn text(&self, note: impl Fn(&NameLine) -> Option<String>) -> String {
        HEAD.to_owned() + &lines_of(self.lines.iter(), note)
    }
}

/// The lines, each with its note above it.
fn lines_of<'a>(lines: impl Iterator<Item = &'a Arc<NameLine>>, note: impl Fn(&NameLine) -> Option<String>) -> String {
    let mut text = String::new();
    for line in lines {
        if let Some(note) = note(line) {
            text.push_str("# ");
            text.push_str(&clean_line(&note));
            text.push('\n');
        }
        text.push_str(&line.typed);
        text.push('\n');
    }
    text
}

/// Name in a typed piece, and true if it was taken from an address.
///
/// # Errors
/// A sentence when it is not a name.
pub fn read(typed: &str) -> Result<(DomainName, bool), String> {
    if let Some(Ok(name)) = host(typed).map(DomainName::parse) {
        return Ok((name, true));
    }
    DomainName::parse(typed).map(|name| (name, false)).map_err(|why| why.0)
}

/// The host without `www.`, if the rest is a name by itself.
fn bare(host: &str) -> &str {
    let www = host.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    if www && host[4..].trim_end_matches('.').contains('.') { &host[4..] } else { host }
}

/// Host of a web address, or a host alone that begins with `www.`; `None` for any other text.
fn host(typed: &str) -> Option<&str> {
    let rest = match typed.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") => rest,
        None if typed.contains('/') || bare(typed) != typed => typed,
        Some(_) | None => return None,
    };
    let host = rest.split(['/', '?', '#']).next()?;
    // An address with a user name before the host is made to mislead.
    if host.contains('@') {
        return None;
    }
    Some(bare(host.split(':').next().unwrap_or(host)))
}

/// Number of prices in a text.
pub fn prices(text: &str) -> usize {
    words(text).into_iter().filter(|piece| is_price(piece)).count()
}

/// All pieces of a text in their order, repeated ones included.
pub fn words(text: &str) -> Vec<&str> {
    text.trim_start_matches('\u{feff}').lines().flat_map(pieces).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Names {
        let mut names = Names::default();
        names.add(text);
        names
    }

    fn sent(names: &Names) -> Vec<String> {
        names.lines().iter().filter_map(|line| line.sent()).collect()
    }

    fn words(names: &Names) -> Vec<(u32, String)> {
        let word = |line: &Arc<NameLine>| match line.name() {
            Some(name) => format!("{}{}", name.punycode(), if line.cut { " cut" } else { "" }),
            None => line.verdict.why.clone(),
        };
        names.lines().iter().map(|line| (line.verdict.line, word(line))).collect()
    }

    #[test]
    fn a_price_beside_a_name_is_one_piece_and_is_called_a_price() {
        for text in ["a.com\t1200", "a.com $4,500", "a.com,\"4,500.00\"", "a.com; USD 4,500", "a.com 1,234,500 €"] {
            let names = names(text);
            let price = PRICE.to_owned();
            assert_eq!(words(&names), [(1, "a.com".to_owned()), (1, price)], "{text}");
            assert_eq!(prices(text), 1, "{text}");
        }
        for text in
            ["a.com,b.com", "a.com,247.com;24-7.de", "1.com,200.com\t300.5.com", "24,247.com", "192.168.100.200"]
        {
            assert_eq!(prices(text) > 0, text.starts_with("24,"), "{text}");
        }
        assert_eq!(sent(&names("24,247.com,1.com")), ["247.com", "1.com"]);
    }

    #[test]
    fn each_typed_line_has_its_name_or_the_reason_why_not() {
        let names = names(
            "SolarPark.de\nbücher.de, \"fjord.no\"\n\n# a remark\nsolarpark.de.\nhttps://wind.io/a?b\nmy shop.com\nx@y.de",
        );
        assert_eq!(
            words(&names),
            [
                (1, "solarpark.de".to_owned()),
                (2, "xn--bcher-kva.de".to_owned()),
                (2, "fjord.no".to_owned()),
                (5, "the same as line 1".to_owned()),
                (6, "wind.io cut".to_owned()),
                (7, "A domain name has no spaces.".to_owned()),
                (8, "This is a mail address, not a domain name.".to_owned()),
            ]
        );
        assert_eq!(sent(&names), ["SolarPark.de", "bücher.de", "fjord.no", "wind.io"]);
    }

    #[test]
    fn names_are_found_between_blanks_quotes_and_behind_www() {
        let names = names("a.com b.com\n'c.com' “d.com”\nmy shop.com\nwww.e.com\nhttps://WWW.f.com/x\nwww.com\nwww.de");
        let expected = ["a.com", "b.com", "c.com", "d.com", "A domain name has no spaces.", "e.com cut", "f.com cut"];
        let found: Vec<String> = words(&names).into_iter().map(|(_, word)| word).collect();
        assert_eq!(found[..7], expected);
        assert_eq!(found[7..], ["www.com", "www.de"]);
        assert_eq!(sent(&names)[4..], ["e.com", "f.com", "www.com", "www.de"]);
    }

    #[test]
    fn a_wrong_word_between_names_is_left_out_alone() {
        assert_eq!(sent(&names("a.com b.com x")), ["a.com", "b.com"]);
        let wrong: Vec<(u32, String)> = words(&names("a.com x! b.com")).into_iter().skip(1).take(1).collect();
        assert_eq!(wrong, [(1, read("x!").unwrap_err())]);
        assert_eq!(sent(&names("my shop.com")), [""; 0]);
    }

    #[test]
    fn the_mistake_in_a_name_is_named() {
        let long = "a".repeat(64);
        for (typed, why) in [
            ("my_shop.com", "“_” is not allowed in a name."),
            ("*.shop.com", "“*” is not allowed in a name."),
            ("shop..com", "Two dots in a row."),
            (&format!("{long}.com"), "More than 63 characters between dots."),
            (&format!("{}com", "abcdefg.".repeat(40)), "More than 253 characters."),
        ] {
            assert_eq!(read(typed).unwrap_err(), why, "{typed}");
        }
    }

    #[test]
    fn removing_a_line_makes_its_repeat_count() {
        let mut names = names("a.com\nb.com\nA.com");
        names.remove(&[0]);
        assert_eq!(words(&names), [(1, "b.com".to_owned()), (2, "a.com".to_owned())]);
        assert_eq!(sent(&names), ["b.com", "A.com"]);
    }

    #[test]
    fn names_survive_the_editor_unchanged() {
        let first = names("a.com\nnot one\nb.com");
        let text = first.text(|line| line.name().is_none().then(|| "no name".to_owned()));
        assert!(text.contains("# no name\nnot one\n"));
        let mut second = Names::default();
        second.replace(&text);
        assert_eq!(words(&second), words(&first));
    }

    #[test]
    fn a_note_is_shown_in_the_editor_and_is_not_a_name_afterwards() {
        let mut names = Names::default();
        names.replace_noted("# Nobody has registered this name.\nfree.com\nb.com\n#held, elsewhere\nc.com");
        let note = |line: &NameLine| line.note.as_deref().map(str::to_owned);
        names.remove(&[1]);
        let text = names.text(note);
        assert!(text.ends_with("# Nobody has registered this name.\nfree.com\n# held, elsewhere\nc.com\n"), "{text}");
        names.replace(&text);
        assert_eq!(words(&names), [(1, "free.com".to_owned()), (2, "c.com".to_owned())]);
        assert!(names.lines().iter().all(|line| line.note.is_none()), "what was mended has no old reason");
    }

    #[test]
    fn addresses_that_mislead_are_no_names() {
        for bad in ["https://bank.com@evil.com/", "ftp://a.com/", "javascript://a.com/", "//", "http://", "a.com:80"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("HTTPS://Shop.Example:8080/x").unwrap().0.punycode(), "shop.example");
    }

    proptest! {
        #[test]
        fn every_name_is_sent_once_and_no_text_breaks_it(text in "([a-cA-C.é, \n;#\"-]|\\PC){0,200}") {
            let names = names(&text);
            let sent: Vec<String> = sent(&names)
                .iter()
                .map(|sent| DomainName::parse(sent).expect("what is sent is a name").punycode().to_owned())
                .collect();
            let mut once = sent.clone();
            once.sort();
            once.dedup();
            prop_assert_eq!(once.len(), sent.len());
            let kept: Vec<&str> = names.lines().iter().filter_map(|line| line.name()).map(DomainName::punycode).collect();
            prop_assert_eq!(sent, kept);
        }
    }
}
