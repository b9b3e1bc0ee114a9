//! A template: comments, a subject, a text with `{variables}`. It is checked as a whole before it is filled in.

use crate::base::{clean_line, nearest};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::mail::{strip_label, subject_with};
use crate::app::config::{Problem, Severity, Source};
use crate::ui::{Effect, MenuItem, Reply, ReplyStep, ReplyValue};

/// Template from a file, or one that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The file's name without its ending: `counter-offer`.
    pub name: String,
    /// File of the template, for messages.
    pub file: PathBuf,
    text: String,
}

/// Subject and text with every variable replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    pub subject: String,
    pub body: String,
}

/// The variable with the seller's minimum.
const RESERVE: &str = "min_offer";

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Text(&'t str),
    /// Brace written twice, for a literal brace.
    Brace(char),
    /// `{name}`, with its byte range.
    Variable(&'t str, Range<usize>),
    /// Single brace that belongs to no variable.
    Stray(Range<usize>),
}

impl Template {
    /// Template from the text of a file.
    pub fn new(file: &Path, text: &str) -> Self {
        let name = file.file_stem().map(|stem| crate::base::clean_line(&stem.to_string_lossy()).into_owned());
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        Self { name: name.unwrap_or_default(), file: file.to_owned(), text }
    }

    /// Description for menus: the template's first comment.
    pub fn about(&self) -> &str {
        let first = self.text.lines().next().unwrap_or_default();
        first.strip_prefix('#').map(str::trim).unwrap_or_default()
    }

    /// Mistakes with file, line and column: variables that are not in `values`, and stray braces.
    pub fn problems(&self, values: &[&str]) -> Vec<Problem> {
        let source = Source { file: &self.file, text: &self.text };
        let start = self.comments();
        let wrong = |piece: Piece<'_>| match piece {
            Piece::Variable(name, place) if !values.contains(&name) => {
                let message = format!("Unknown variable {{{}}}.", crate::base::clean_line(name));
                let mut problem = source.problem(Severity::Error, place, "", message);
                problem.suggestion = nearest(name, values.iter().copied()).map(|near| format!("{{{near}}}"));
                Some(problem)
            }
            Piece::Stray(place) => {
                let message = "A lone { begins no variable; write {{ for a brace.".to_owned();
                Some(source.problem(Severity::Error, place, "", message))
            }
            _ => None,
        };
        pieces(&self.text, start).into_iter().filter_map(wrong).collect()
    }

    /// Reason why the template does not fit this inquiry: one of its variables has no value (`no offer was made`).
    fn gap<'v>(&self, values: &'v [ReplyValue]) -> Option<&'v str> {
        let mut used = self.used(values);
        used.find(|value| value.text.is_none() && !value.is_left_out()).map(|value| value.missing)
    }

    /// Price named by the template, and the buyer's offer that already reaches it; `None` if there is no such price.
    pub fn undersells<'v>(&self, values: &'v [ReplyValue]) -> Option<(&'v str, &'v str)> {
        self.used(values).find_map(|value| Some((value.text.as_deref()?, value.reached_by.as_deref()?)))
    }

    /// Values of the variables the template uses.
    fn used<'v>(&self, values: &'v [ReplyValue]) -> impl Iterator<Item = &'v ReplyValue> {
        pieces(&self.text, self.comments()).into_iter().filter_map(|piece| match piece {
            Piece::Variable(name, _) => values.iter().find(|value| value.name == name),
            _ => None,
        })
    }

    /// Warnings about variables that would tell the buyer something sellers keep to themselves.
    pub fn warnings(&self) -> Vec<Problem> {
        let source = Source { file: &self.file, text: &self.text };
        let tells = |piece: Piece<'_>| match piece {
            Piece::Variable(name, place) if name == RESERVE => {
                let message = format!("{{{name}}} tells the buyer the least you accept; use {{bin}} or write a price.");
                Some(source.problem(Severity::Warning, place, "", message))
            }
            _ => None,
        };
        pieces(&self.text, self.comments()).into_iter().filter_map(tells).collect()
    }

    /// Subject and text with values filled in. A variable without a value becomes a remark in brackets, so that the
    /// user sees it before sending.
    ///
    /// # Errors
    /// The first of [`Template::problems`], as a sentence.
    pub fn fill(&self, values: &[ReplyValue], reference: &str) -> Result<Filled, String> {
        let names: Vec<&str> = values.iter().map(|value| value.name).collect();
        if let Some(problem) = self.problems(&names).into_iter().next() {
            return Err(problem.to_string());
        }
        let rest = &self.text[self.comments()..];
        let (first, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let (subject, body) = match strip_label(first, "subject") {
            Some(subject) => (subject, after),
            None => ("{domain}", rest),
        };
        let value = |name: &str| values.iter().find(|value| value.name == name).map(ReplyValue::shown);
        let put = |text: &str| -> String {
            let one = |piece: Piece<'_>| match piece {
                Piece::Text(text) => text.to_owned(),
                Piece::Brace(brace) => brace.to_string(),
                Piece::Variable(name, _) => value(name).unwrap_or_default(),
                Piece::Stray(_) => String::new(),
            };
            pieces(text, 0).into_iter().map(one).collect()
        };
        let body = put(&without_empty_lines(body.trim_start_matches('\n'), values));
        Ok(Filled { subject: subject_with(&put(subject), reference), body: format!("{}\n", body.trim_end()) })
    }

    /// Length in bytes of the comments: leading lines that begin with `#`, and the empty lines after them.
    fn comments(&self) -> usize {
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let is_comment = line.starts_with('#') || line.trim().is_empty();
            if !is_comment {
                break;
            }
            at += line.len();
        }
        at
    }
}

/// `text` without lines that consist of one optional variable without a value; the empty line before each is removed,
/// too.
fn without_empty_lines(text: &str, values: &[ReplyValue]) -> String {
    let left_out = |line: &str| {
        let name = line.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        name.is_some_and(|name| values.iter().any(|value| value.name == name && value.is_left_out()))
    };
    let mut lines: Vec<&str> = Vec::new();
    for line in text.split('\n') {
        if !left_out(line) {
            lines.push(line);
        } else if lines.last().is_some_and(|before| before.trim().is_empty()) {
            lines.pop();
        }
    }
    lines.join("\n")
}

/// Pieces of `text` from `start` on; ranges count from the beginning of `text`.
fn pieces(text: &str, start: usize) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    let (mut from, mut at) = (start, start);
    let bytes = text.as_bytes();
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'{' | b'}'))) {
        at += found;
        let twice = bytes.get(at + 1) == Some(&bytes[at]);
        if bytes[at] == b'}' && !twice {
            at += 1;
            continue;
        }
        if from < at {
            all.push(Piece::Text(&text[from..at]));
        }
        if twice {
            all.push(Piece::Brace(char::from(bytes[at])));
            at += 2;
        } else {
            let inside = &text[at + 1..];
            let length =
                inside.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(inside.len());
            if length > 0 && inside[length..].starts_with('}') {
                all.push(Piece::Variable(&inside[..length], at + 1..at + 1 + length));
                at += length + 2;
            } else {
                all.push(Piece::Stray(at..at + 1));
                at += 1;
            }
        }
        from = at;
    }
    if from < text.len() {
        all.push(Piece::Text(&text[from..]));
    }
    all
}

/// Menu items of the templates: the best fit first, those that undersell last. Without a signature, a last item sets
/// the user's name.
pub fn offered(reply: &Reply, templates: &[Template]) -> Vec<MenuItem> {
    let names: Vec<&str> = reply.values.iter().map(|value| value.name).collect();
    let item = |template: &Template| {
        // Show a template's mistakes in the menu, before any editor opens.
        let problems = template.problems(&names);
        let wrong = problems.first().map(|problem| format!("line {}: {}", problem.place.line, problem.message));
        let gap = || template.gap(&reply.values).map_or_else(String::new, |gap| format!(" · {gap}"));
        let undersells = template.undersells(&reply.values);
        let undersells = undersells.map(|(price, offer)| format!("names {price}, but {offer} is offered"));
        let hint = wrong.or(undersells).unwrap_or_else(|| clean_line(template.about()).into_owned() + &gap());
        let step = ReplyStep::Template(template.name.clone());
        MenuItem::new(template.name.clone(), hint, vec![Effect::ReplyStep(step)])
    };
    let mut templates: Vec<&Template> = templates.iter().collect();
    let values = &reply.values;
    templates.sort_by_key(|template| (template.undersells(values).is_some(), template.gap(values).is_some()));
    let mut items: Vec<MenuItem> = templates.into_iter().map(item).collect();
    if let Some(place) = reply.first.and_then(|first| items.iter().position(|item| item.label == first)) {
        items[..=place].rotate_right(1);
    }
    let is_signed = |value: &ReplyValue| ["my_name", "signature"].contains(&value.name) && value.text.is_some();
    if !reply.values.iter().any(is_signed) {
        let sign = vec![Effect::Line("app.sign ".to_owned())];
        items.push(MenuItem::new("Set the name that ends it …", "no name is set", sign));
    }
    items
}
