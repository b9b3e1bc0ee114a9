//! Splits a line into words, and a word into values.

use super::amount::figures;
use super::terms::{NAMES, Topic, UNITS, named, of_topic, title, values};
use super::{Compare, Filter, FilterError, Local, Span, Test, TimeField};
use crate::base::nearest;

/// Word of a filter line.
pub(super) struct Word {
    pub typed: String,
    pub place: usize,
    pub negated: bool,
    pub name: Option<String>,
    pub value: String,
    pub topic: Topic,
}

impl Word {
    pub fn error(&self, problem: impl Into<String>) -> FilterError {
        FilterError { word: self.typed.clone(), place: self.place, problem: problem.into() }
    }

    /// Name before the colon, as the table of names spells it.
    pub fn known(&self, typed: &str) -> Result<&'static str, FilterError> {
        let Some(name) = named(self.topic, typed) else { return Err(self.unknown(typed)) };
        if self.value.is_empty() { Err(self.needs_value(name.name)) } else { Ok(name.name) }
    }

    fn unknown(&self, typed: &str) -> FilterError {
        let (value, quoted) = (self.value.to_lowercase(), format!("\"{typed}:{}\"", self.value));
        if let Some(other) = NAMES.iter().find(|other| other.name == typed) {
            let there = format!("{typed}: belongs to {}.", title(other.of[0]));
            let here = of_topic(self.topic).find(|name| {
                !["none", "any", "yes", "no", "all"].contains(&value.as_str())
                    && values(self.topic, name.name).contains(&value.as_str())
            });
            return self.error(match here {
                Some(name) => format!("{there} Here: {}:{value}", name.name),
                None => format!("{there} :help filter lists the words for {}.", title(self.topic)),
            });
        }
        self.error(match nearest(typed, of_topic(self.topic).map(|name| name.name)) {
            Some(near) => format!("Unknown filter “{typed}:”. Did you mean “{near}:”?"),
            None => format!("Unknown filter “{typed}:”. To search for the text, quote it: {quoted}"),
        })
    }

    pub fn needs_value(&self, name: &str) -> FilterError {
        let takes = named(self.topic, name).map(super::Name::takes).unwrap_or_default();
        self.error(format!("{name}: needs a value · {takes}"))
    }

    /// Values between commas, in lower case, each once.
    pub fn parts(&self, name: &str) -> Result<Vec<String>, FilterError> {
        let mut parts: Vec<String> = Vec::new();
        for part in self.value.split(',').map(lower).filter(|part| !part.is_empty()) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() { Err(self.needs_value(name)) } else { Ok(parts) }
    }

    /// Error about an unknown value, with the nearest known one first: `state: has no "verfied" · verified? ·
    /// removed`.
    fn no_value(&self, name: &str, part: &str) -> FilterError {
        let known = values(self.topic, name);
        let near = nearest(part, known.iter().copied());
        let others: Vec<&str> = known.iter().copied().filter(|value| Some(*value) != near).collect();
        let near = near.map_or_else(String::new, |near| format!(" · {near}?"));
        self.error(format!("{name}: has no “{part}”{near} · {}", others.join(", ")))
    }
}

/// Reads every value between commas with `read`.
pub(super) fn each<T>(word: &Word, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, FilterError> {
    word.parts(name)?.iter().map(|part| read(part).ok_or_else(|| word.no_value(name, part))).collect()
}

/// Splits a line at white space outside quotes. In a word without quotes, a colon ends a name made of letters and
/// hyphens, and a comparison sign ends a known name.
pub(super) fn words(line: &str, topic: Topic) -> Result<Vec<Word>, FilterError> {
    let mut found = Vec::new();
    let mut chars = line.chars().enumerate().peekable();
    while let Some((place, first)) = chars.next_if(|_| true) {
        if first.is_whitespace() {
            continue;
        }
        let mut word = Word { typed: String::new(), place, negated: false, name: None, value: String::new(), topic };
        let (mut quoted, mut any_quote) = (false, false);
        let mut next = Some(first);
        while let Some(c) = next {
            word.typed.push(c);
            match c {
                '"' => (quoted, any_quote) = (!quoted, true),
                '\\' if quoted => {
                    if let Some((_, escaped)) = chars.next() {
                        word.typed.push(escaped);
                        word.value.push(escaped);
                    }
                }
                '-' if word.typed.len() == 1 => word.negated = true,
                ':' if !any_quote && word.name.is_none() && is_name(&word.value) => {
                    word.name = Some(std::mem::take(&mut word.value).to_lowercase());
                }
                // `bin>5000` is read as `bin:>5000`.
                '<' | '>' | '='
                    if !any_quote && word.name.is_none() && named(topic, &word.value.to_lowercase()).is_some() =>
                {
                    word.name = Some(std::mem::take(&mut word.value).to_lowercase());
                    word.value.extend(Some(c).filter(|c| *c != '='));
                }
                _ => word.value.push(c),
            }
            next = chars.next_if(|(_, c)| quoted || !c.is_whitespace()).map(|(_, c)| c);
        }
        if quoted {
            return Err(word.error("The quote is not closed."));
        }
        if word.name.is_none() && word.value.is_empty() {
            let problem = if word.negated { "A word must follow the minus." } else { "Nothing between the quotes." };
            return Err(word.error(problem));
        }
        found.push(word);
    }
    Ok(found)
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-'))
}

pub(super) fn local(filter: &mut Filter, word: &Word, test: Test) {
    let term = Local { negated: word.negated, test };
    if !filter.local.contains(&term) {
        filter.local.push(term);
    }
}

/// Adds a local term that holds where one of these tests does.
pub(super) fn local_any(filter: &mut Filter, word: &Word, tests: Vec<Test>) {
    let mut each: Vec<Test> = Vec::new();
    for test in tests {
        if !each.contains(&test) {
            each.push(test);
        }
    }
    let one = if each.len() == 1 { each.pop() } else { None };
    local(filter, word, one.unwrap_or(Test::Any(each)));
}

/// Text in lower case, without the characters that cleaning removes.
pub(super) fn lower(text: &str) -> String {
    crate::base::clean_line(text).to_lowercase()
}

/// Pattern of a word with `^` or a star for any letters; `None` for a word without these, or with quotes.
pub(super) fn pattern(word: &Word) -> Option<String> {
    let text = lower(&word.value);
    if word.typed.contains('"') || !(text.starts_with('^') || text.contains('*')) {
        return None;
    }
    Some(match text.strip_prefix('^') {
        Some(start) => format!("{}*", start.trim_end_matches('*')),
        None => text,
    })
}

pub(super) fn no_minus(word: &Word, name: &str) -> Result<(), FilterError> {
    if word.negated { Err(word.error(format!("{name}: cannot be excluded with a minus."))) } else { Ok(()) }
}

pub(super) fn once<T: PartialEq>(word: &Word, place: &mut Option<T>, value: T) -> Result<(), FilterError> {
    if place.as_ref().is_some_and(|known| *known != value) {
        return Err(word.error(format!("“{}” contradicts an earlier word. Keep one of them.", word.typed)));
    }
    *place = Some(value);
    Ok(())
}

/// Age with its comparison sign, such as `<7d`, in seconds. For lists whose filter is plain text.
pub fn age(text: &str) -> Option<(Compare, i64)> {
    let word = words(text, Topic::Inquiries).ok()?.pop()?;
    span(&word, "age", text).ok()
}

/// Comparison and seconds of an age, or of a range of two ages.
pub(super) fn span(word: &Word, name: &str, text: &str) -> Result<(Compare, i64), FilterError> {
    let seconds = |text: &str| {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(word.error(format!("{name}: “{text}” needs a unit: {text}d, {text}h, {text}m or {text}w")));
        }
        let wrong = || word.error(format!("{name}: “{text}” is not a time (7d, >2h, 2d-7d)"));
        let unit = text.chars().last().ok_or_else(wrong)?;
        let (_, size) = UNITS.iter().find(|(known, _)| *known == unit).ok_or_else(wrong)?;
        let n: i64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
        n.checked_mul(*size).filter(|seconds| *seconds >= 0).ok_or_else(wrong)
    };
    let (sign, seconds) = figures(word, name, text, seconds)?;
    // `age:7d` means within seven days, because no age is exactly seven days.
    Ok((if sign == Compare::Equal { Compare::AtMost } else { sign }, seconds))
}

/// Tests on a time: none, any, overdue, or an age.
pub(super) fn when(word: &Word, name: &str, field: TimeField) -> Result<Vec<Test>, FilterError> {
    let read = |part: &String| {
        Ok(match part.as_str() {
            "none" | "never" => Span::None,
            "any" => Span::Any,
            "overdue" if field == TimeField::Next => Span::Overdue,
            text => {
                let (compare, seconds) = span(word, name, text)?;
                Span::Age(compare, seconds)
            }
        })
    };
    word.parts(name)?.iter().map(|part| Ok(Test::When(field, read(part)?))).collect()
}
