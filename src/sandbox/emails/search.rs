//! `GET parking/email-search`: words as prefixes (whole words with `exact`), "phrases", wildcards, +required and
//! -excluded words, in sender, subject, message and domain. Several words without a sign must all occur, which is not
//! documented.

use super::{of_domain, page};
use crate::sandbox::call::{Ask, Outcome, Refusal};
use crate::sandbox::world::World;

/// Most letters and most words of a query.
const LETTERS: usize = 200;
const WORDS: usize = 20;

/// Query as two expressions for the index: words that must occur, and words that must not.
#[derive(Debug, Default, PartialEq, Eq)]
struct Query {
    wanted: Vec<String>,
    excluded: Vec<String>,
    words: usize,
}

impl Query {
    fn read(text: &str, exact: bool) -> Self {
        let mut query = Self::default();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let sign = rest.chars().next().filter(|sign| matches!(sign, '+' | '-'));
            let body = if sign.is_some() { &rest[1..] } else { rest };
            let (term, after, phrase) = if let Some(inner) = body.strip_prefix('"') {
                let end = inner.find('"').unwrap_or(inner.len());
                (&inner[..end], inner.get(end + 1..).unwrap_or_default(), true)
            } else {
                let end = body.find(char::is_whitespace).unwrap_or(body.len());
                (&body[..end], &body[end..], false)
            };
            rest = after.trim_start();
            query.words += term.split_whitespace().count();
            // Letters after a wildcard inside a word are ignored.
            let (stem, wild) = term.split_once('*').map_or((term, false), |(stem, _)| (stem, true));
            if !stem.contains(char::is_alphanumeric) {
                continue;
            }
            let star = if wild || !(phrase || exact) { "*" } else { "" };
            let term = format!("\"{}\"{star}", stem.replace('"', " "));
            if sign == Some('-') { query.excluded.push(term) } else { query.wanted.push(term) }
        }
        query
    }

    /// Expression for the index; `None` if nothing is searched for.
    fn expression(&self) -> Option<String> {
        let wanted = (!self.wanted.is_empty()).then(|| self.wanted.join(" AND "))?;
        match self.excluded.as_slice() {
            [] => Some(wanted),
            excluded => Some(format!("({wanted}) NOT ({})", excluded.join(" OR "))),
        }
    }
}

/// Answers one page.
pub fn answer(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let text = ask.param("query").map(str::trim).filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| Refusal::new(400, "np_parking_api_error_no_query", "A search needs a query."))?;
    let query = Query::read(text, ask.flag("exact"));
    if text.chars().count() > LETTERS || query.words > WORDS {
        let message = format!("A query has at most {LETTERS} characters and {WORDS} words.");
        return Err(Refusal::new(400, "np_parking_api_error_query_too_long", message));
    }
    let domain = of_domain(world, ask)?;
    let found =
        |not: &str| format!("{domain} AND id {not}IN (SELECT rowid FROM email_words WHERE email_words MATCH ?1)");
    match (query.expression(), query.excluded.join(" OR ")) {
        (Some(expression), _) => page(world, ask, &found(""), &[&expression]),
        (None, excluded) if !excluded.is_empty() => page(world, ask, &found("NOT "), &[&excluded]),
        (None, _) => page(world, ask, "0", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_query_is_read_as_on_the_service_site() {
        let read = |text: &str| Query::read(text, false).expression();
        assert_eq!(read("solar park").as_deref(), Some("\"solar\"* AND \"park\"*"));
        assert_eq!(read("\"solar park\" -spam").as_deref(), Some("(\"solar park\") NOT (\"spam\"*)"));
        assert_eq!(read("+inv*ce").as_deref(), Some("\"inv\"*"));
        assert_eq!(Query::read("solar par*", true).expression().as_deref(), Some("\"solar\" AND \"par\"*"));
        assert_eq!(read("\"open").as_deref(), Some("\"open\""));
        assert_eq!(read("- \" * ()").as_deref(), None);
        assert_eq!(Query::read("-a -b", false).excluded.len(), 2);
        assert_eq!(Query::read("a \"b c\" -d", false).words, 4);
    }
}
