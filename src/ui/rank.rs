//! Ranking of how well items match the typed text, for the palette, `?` and the `:` line.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// Texts an item is found by.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Names that users may type whole: the command's name, and other words for it.
    pub names: &'a [&'a str],
    /// Description shown to the user.
    pub label: &'a str,
}

/// How an item matches, best first. It is compared word by word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A name is the word.
    Whole,
    /// A name begins with the word.
    Prefix,
    /// A word of its description or of a name begins with the word.
    WordStart,
    /// The word is inside another one.
    Inside,
    /// The letters occur in this order, close together, the first at the start of a word.
    Letters,
}

/// Ranks items for one typed text.
pub struct Ranker<'a> {
    words: Vec<(&'a str, Pattern)>,
    matcher: Matcher,
}

impl<'a> Ranker<'a> {
    /// Ranker for `typed`, every word of which must match.
    pub fn new(typed: &'a str) -> Self {
        let pattern = |word: &str| Pattern::new(word, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
        let words = typed.split_whitespace().map(|word| (word, pattern(word))).collect();
        Self { words, matcher: Matcher::new(Config::DEFAULT) }
    }

    /// Rank of an item: that of its worst word, then of all words together; `None` if a word does not match.
    pub fn rank(&mut self, item: Found<'_>) -> Option<(Rank, u32)> {
        let mut all = (Rank::Whole, 0);
        for (word, pattern) in &self.words {
            let rank = plainly(word, item).or_else(|| letters(word, pattern, &mut self.matcher, item.label))?;
            all = (all.0.max(rank), all.1 + rank as u32);
        }
        Some(all)
    }
}

fn plainly(word: &str, item: Found<'_>) -> Option<Rank> {
    let word = word.to_lowercase();
    let names = || item.names.iter().map(|name| name.to_lowercase());
    let label = item.label.to_lowercase();
    if names().any(|name| name == word) {
        Some(Rank::Whole)
    } else if names().any(|name| name.starts_with(&word)) {
        Some(Rank::Prefix)
    } else if starts_a_word(&label, &word) || names().any(|name| starts_a_word(&name, &word)) {
        Some(Rank::WordStart)
    } else if word.chars().count() > 2 && (label.contains(&word) || names().any(|name| name.contains(&word))) {
        Some(Rank::Inside)
    } else {
        None
    }
}

fn starts_a_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric))
}

/// Rank of a match of letters with at most as many other characters between them as there are letters.
fn letters(word: &str, pattern: &Pattern, matcher: &mut Matcher, label: &str) -> Option<Rank> {
    let (mut characters, mut places) = (Vec::new(), Vec::new());
    let text = Utf32Str::new(label, &mut characters);
    pattern.indices(text, matcher, &mut places)?;
    let (first, last) = (*places.iter().min()?, *places.iter().max()?);
    let begins = first == 0 || !text.get(first - 1).is_alphanumeric();
    let close = (last - first) as usize <= 2 * word.chars().count();
    (begins && close && places.len() > 2).then_some(Rank::Letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(typed: &str, names: &[&str], label: &str) -> Option<Rank> {
        Ranker::new(typed).rank(Found { names, label }).map(|(rank, _)| rank)
    }

    #[test]
    fn names_come_before_words_and_words_before_letters() {
        let archive = |typed| rank(typed, &["archive", "inquiries.archive"], "Archive and keep it out of the list");
        for (typed, fits) in [
            ("archive", Some(Rank::Whole)),
            ("ARCHIVE", Some(Rank::Whole)),
            ("arch", Some(Rank::Prefix)),
            ("kee", Some(Rank::WordStart)),
            ("hive", Some(Rank::Inside)),
            ("acv", Some(Rank::Letters)),
            ("arch list", Some(Rank::WordStart)),
            ("A", Some(Rank::Prefix)),
            ("hv", None),
            ("akl", None),
            ("arch zzz", None),
        ] {
            assert_eq!(archive(typed), fits, "{typed}");
        }
    }

    #[test]
    fn scattered_letters_find_nothing() {
        assert_eq!(rank("arch", &["down"], "Go down one row and search"), Some(Rank::Inside));
        assert_eq!(rank("spam", &["space"], "Show previous archived messages"), None);
        assert_eq!(rank("delete", &["d"], "Go down to the last element"), None);
    }
}
