//! Filter line of caught mail: text that the service searches for, and words that narrow a list.

use super::FilterError;
use super::parse::{each, no_minus, once, words};
use super::terms::Topic;
use crate::api::emails::{ExtensionLocation, List, MailFilter, Match, Search};
use crate::api::inquiries::Rows;
use crate::api::limits::{PER_PAGE_SHORT, SEARCH_CHARS, SEARCH_WORDS};
use crate::api::{Call, Page, Request};
use crate::base::DomainName;

/// Filter of a line about mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MailQuery {
    /// Text to search for, in the service's search syntax; empty where the line asks for a list.
    pub search: String,
    /// True to find whole words only.
    pub exact: Option<bool>,
    pub domain: Option<DomainName>,
    /// Domain endings to keep, without their dots.
    pub extensions: Vec<String>,
    pub places: Vec<ExtensionLocation>,
    pub checks: Checks,
}

/// Conditions that are checked locally, on the messages that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checks {
    /// True keeps messages with files, false those without.
    pub files: Option<bool>,
    /// True keeps messages that are unread on this computer, false those that are read.
    pub unread: Option<bool>,
    /// True keeps messages that are starred on this computer, false the others.
    pub starred: Option<bool>,
    /// Part of the sender's name or address, in lower case.
    pub from: Option<String>,
}

impl Checks {
    /// True if there is a condition.
    pub fn is_any(&self) -> bool {
        *self != Self::default()
    }
}

/// Reads a filter line about mail. A word without a filter name is part of the search, as typed.
///
/// # Errors
/// Errors of [`super::parse()`], and a search that is longer than the service takes.
pub fn parse_mail(line: &str) -> Result<MailQuery, FilterError> {
    let mut query = MailQuery::default();
    let mut search: Vec<String> = Vec::new();
    let mut narrows = None;
    for word in words(line, Topic::Mail)? {
        let Some(typed) = &word.name else {
            search.push(word.typed);
            continue;
        };
        let name = word.known(typed)?;
        no_minus(&word, name)?;
        match name {
            "domain" => {
                let domain = DomainName::parse(word.value.trim());
                let domain = domain.map_err(|_| word.error(format!("domain: “{}” is not a domain.", word.value)))?;
                once(&word, &mut query.domain, domain)?;
            }
            "exact" => once(&word, &mut query.exact, each(&word, name, yes)?.contains(&true))?,
            "ext" => {
                query.extensions.extend(word.parts(name)?.iter().map(|ext| ext.trim_start_matches('.').to_owned()));
            }
            "files" => once(&word, &mut query.checks.files, each(&word, name, files)?.contains(&true))?,
            "from" => once(&word, &mut query.checks.from, word.value.trim().to_lowercase())?,
            "is" => {
                let Checks { unread, starred, .. } = &mut query.checks;
                for value in word.parts(name)? {
                    match &value[..] {
                        "unread" | "read" => once(&word, unread, value == "unread")?,
                        "starred" | "unstarred" => once(&word, starred, value == "starred")?,
                        _ => drop(each(&word, name, |_| None::<()>)?),
                    }
                }
            }
            _ => query.places = each(&word, name, ExtensionLocation::parse)?,
        }
        if ["ext", "at"].contains(&name) {
            narrows = Some(word);
        }
    }
    query.search = search.join(" ");
    let (chars, many) = query.length();
    if chars > SEARCH_CHARS || many > SEARCH_WORDS {
        let problem = format!(
            "A search has at most {SEARCH_CHARS} characters and {SEARCH_WORDS} words; this one has {chars} and {many}."
        );
        let word = search.last().cloned().unwrap_or_default();
        return Err(FilterError { word, place: line.chars().count(), problem });
    }
    if let Some(word) = narrows.filter(|_| !query.search.is_empty()) {
        return Err(word.error(format!("{} narrows the Extension list, not a search. Remove one.", word.typed)));
    }
    if let (Some(_), true) = (query.exact, query.search.is_empty()) {
        let problem = "exact: is about a search; type what to search for.".to_owned();
        return Err(FilterError { word: "exact:".to_owned(), place: 0, problem });
    }
    Ok(query)
}

fn yes(value: &str) -> Option<bool> {
    match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn files(value: &str) -> Option<bool> {
    match value {
        "any" | "yes" | "file" | "files" | "attachment" | "attachments" => Some(true),
        "none" | "no" => Some(false),
        _ => None,
    }
}

impl MailQuery {
    /// Numbers of characters and of words in the search.
    pub fn length(&self) -> (usize, usize) {
        (self.search.chars().count(), self.search.split_whitespace().count())
    }

    /// True for a search, which covers all mail.
    pub fn is_search(&self) -> bool {
        !self.search.is_empty()
    }

    /// True when the service is asked for a whole tab, so that all conditions are checked locally.
    pub fn is_of_a_tab(&self) -> bool {
        !self.is_search() && self.domain.is_none() && !self.is_of_extensions()
    }

    /// True when the filter has endings, or places where the sender has them.
    pub fn is_of_extensions(&self) -> bool {
        !self.extensions.is_empty() || !self.places.is_empty()
    }

    /// Call for a page of a list; pages are counted from 1.
    pub fn list(&self, matching: Match, page: u32) -> List {
        let extensions = matching == Match::DomainContainsExtension;
        let filter = MailFilter {
            matching,
            domain: self.domain.clone(),
            extensions: self.extensions.iter().filter(|_| extensions).cloned().collect(),
            extension_locations: self.places.iter().filter(|_| extensions).copied().collect(),
            rows: Rows::default(),
        };
        List { filter, page: Page::new(page, PER_PAGE_SHORT) }
    }

    /// Call for a page of search results; pages are counted from 1.
    pub fn found(&self, page: u32) -> Search {
        let (query, exact) = (self.search.clone(), self.exact.filter(|exact| *exact));
        Search { query, exact, domain: self.domain.clone(), rows: None, page: Page::new(page, PER_PAGE_SHORT) }
    }

    /// Call for a page of the search results, or without a search of the list.
    pub fn call(&self, matching: Match, page: u32) -> Call {
        if self.is_search() { self.found(page).call() } else { self.list(matching, page).call() }
    }
}

/// Hints for a search, shown below the line: its length, once it is half of what the service takes, then the search
/// syntax.
pub fn mail_hints(line: &str) -> Vec<String> {
    let is_near = |(chars, words): &(usize, usize)| 2 * chars >= SEARCH_CHARS || 2 * words >= SEARCH_WORDS;
    let used = parse_mail(line).map(|query| query.length()).ok().filter(is_near);
    let used =
        used.map(|(chars, words)| format!("{chars} of {SEARCH_CHARS} characters, {words} of {SEARCH_WORDS} words"));
    let grammar = ["enter searches all mail:", "word starts,", "\"a phrase\",", "inv*,", "+must,", "-not;"];
    used.into_iter().chain(grammar.map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_line_are_taken_out_and_the_rest_is_searched_for_as_typed() {
        let query = parse_mail("+invoice \"two words\" -spam* domain:Bücher.de exact:yes").expect("a line");
        assert_eq!(query.search, "+invoice \"two words\" -spam*");
        assert_eq!(
            (query.exact, query.domain.map(|name| name.punycode().to_owned())),
            (Some(true), Some("xn--bcher-kva.de".to_owned()))
        );
        let query = parse_mail("ext:.de,com at:name").expect("a line");
        assert_eq!((query.extensions.join(" "), query.places), ("de com".to_owned(), vec![ExtensionLocation::Name]));
        for (line, files) in [("files:any", true), ("has:attachment", true), ("file:no", false)] {
            let checks = Checks { files: Some(files), ..Checks::default() };
            assert_eq!(parse_mail(line).expect(line), MailQuery { checks, ..MailQuery::default() });
        }
        let checks = parse_mail("is:unread,starred from:Anna").expect("a line").checks;
        assert_eq!((checks.unread, checks.starred, checks.from.as_deref()), (Some(true), Some(true), Some("anna")));
        assert_eq!(parse_mail("\"domain:x\"").expect("text").search, "\"domain:x\"");
    }

    #[test]
    fn a_search_that_cannot_work_names_its_mistake() {
        for (line, why) in [
            ("domian:a.de", "Did you mean “domain:”"),
            ("re:invoice", "To search for the text, quote it: \"re:invoice\""),
            ("offer:any", "offer: belongs to Inquiries."),
            ("files:many", "files: has no “many”"),
            ("is:unred", "is: has no “unred” · unread? · read, starred, unstarred"),
            ("is:read is:unread", "contradicts an earlier word"),
            ("from:", "needs a value"),
            ("domain:", "needs a value"),
            ("-domain:a.de", "cannot be excluded"),
            ("exact:maybe words", "yes"),
            ("exact:yes", "is about a search"),
            ("at:top", "subdomain"),
            ("invoice ext:de", "not a search"),
            ("\"open", "not closed"),
            (&"word ".repeat(21), "at most 200 characters and 20 words; this one has 104 and 21"),
            (&"w".repeat(201), "201"),
        ] {
            let said = parse_mail(line).expect_err(line).to_string();
            assert!(said.contains(why), "{line}: {said}");
        }
        assert_eq!(mail_hints(&"ab ".repeat(10))[0], "29 of 200 characters, 10 of 20 words");
        assert!(mail_hints("invoice solar")[0].starts_with("enter searches"), "nothing to be seen to yet");
    }
}
