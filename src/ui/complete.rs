//! Completion of the last word of a line by tab, in the `:` line and in every filter.

use super::widgets::input::Input;

/// Completion of the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The word, if only one fits.
    Whole(&'a str),
    /// Beginning common to all words.
    Longer(&'a str),
    /// Index of one of the words, chosen by pressing tab repeatedly.
    Chosen(usize),
}

impl Step<'_> {
    /// Puts the completion into a field after `stem`. Returns the index of a word that the next tab may still replace.
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

/// Completion for `typed`: the beginning common to all `words`, or a single word whole; pressed again, one word after
/// another. `None` without words.
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

/// Beginning common to `first` and all these words.
pub fn common<'a, 'b>(first: &'a str, words: impl Iterator<Item = &'b str>) -> &'a str {
    words.fold(first, |common, word| {
        let same = common.char_indices().zip(word.chars()).find(|((_, a), b)| a != b);
        &common[..same.map_or(common.len().min(word.len()), |((at, _), _)| at)]
    })
}

/// Byte offset at which the last word of a text begins.
pub fn last_word(text: &str) -> usize {
    text.char_indices().rev().find(|(_, c)| c.is_whitespace()).map_or(0, |(at, c)| at + c.len_utf8())
}
