//! Completion of the last word of a line by tab: in the `:` line and in every filter.

use super::widgets::input::Input;

/// Replacement of the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The only word there is.
    Whole(&'a str),
    /// Beginning common to all words.
    Longer(&'a str),
    /// One word after the other, by its place.
    Chosen(usize),
}

impl Step<'_> {
    /// Puts it into a field behind `stem`, where it is one of `words`; the place of one that may still be changed for the next.
    pub fn put(self, stem: &str, words: &[&str], input: &mut Input) -> Option<usize> {
        match self {
            Self::Whole(word) if word.ends_with(':') => input.set(&format!("{stem}{word}")),
            Self::Whole(word) => input.set_line(&format!("{stem}{word} ")),
            Self::Longer(common) => input.set(&format!("{stem}{common}")),
            Self::Chosen(next) => {
                input.set(&format!("{stem}{}", words[next]));
                return Some(next);
            }
        }
        None
    }
}

/// Puts in what all `words` begin with, a single one whole; pressed again, one after the other. `None` without words.
pub fn step<'a>(typed: &str, words: &[&'a str], chosen: Option<usize>, forward: bool) -> Option<Step<'a>> {
    let (first, many) = (*words.first()?, words.len());
    if many == 1 {
        return Some(Step::Whole(first));
    }
    let common = common(first, words.iter().copied());
    if chosen.is_none() && common.len() > typed.len() && common.starts_with(typed) {
        return Some(Step::Longer(common));
    }
    let next = match (chosen, forward) {
        (None, true) => 0,
        (None, false) => many - 1,
        (Some(at), true) => (at + 1) % many,
        (Some(at), false) => (at + many - 1) % many,
    };
    Some(Step::Chosen(next))
}

/// Beginning common to all of these, the first of them included.
pub fn common<'a, 'b>(first: &'a str, words: impl Iterator<Item = &'b str>) -> &'a str {
    words.fold(first, |common, word| {
        let same = common.char_indices().zip(word.chars()).find(|((_, a), b)| a != b);
        &common[..same.map_or(common.len().min(word.len()), |((at, _), _)| at)]
    })
}

/// Place where the last word of a text begins.
pub fn last_word(text: &str) -> usize {
    text.char_indices().rev().find(|(_, c)| c.is_whitespace()).map_or(0, |(at, c)| at + c.len_utf8())
}
