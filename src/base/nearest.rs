//! The known word nearest to a mistyped one, for `Did you mean`, and sentences about unknown names.

use std::borrow::Borrow;

/// Most characters of a word that are compared; mistyped words are shorter.
const LONGEST: usize = 64;

/// Candidate nearest to `word`, ignoring case and taking `-` for `_`. Up to a third of its characters may differ, at
/// least one; otherwise the first candidate that begins with `word`. `None` when no candidate is near.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = folded(word);
    let mut begins = None;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let known = folded(candidate);
        // Two swapped neighbours count as one edit.
        let edits = strsim::generic_damerau_levenshtein(&word, &known);
        if edits <= (word.len().max(known.len()) / 3).max(1) && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
        if word.len() > 2 && known.starts_with(&word) {
            begins.get_or_insert(candidate);
        }
    }
    best.map(|(_, candidate)| candidate).or(begins)
}

/// Sentence about an unknown name, with the nearest known one, or with all of them: `Unknown theme “dakr”. Did you
/// mean “dark”?`
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let (name, known) = (super::clean_line(name), known.into_iter().collect::<Vec<_>>());
    // Do not suggest a name that looks the same as the unknown one after cleaning.
    match nearest(&name, known.iter().copied()).filter(|near| *near != name) {
        Some(near) => format!("Unknown {what} “{name}”. Did you mean “{near}”?"),
        None if known.is_empty() => format!("Unknown {what} “{name}”."),
        None => format!("Unknown {what} “{name}”. Available: {}.", known.join(", ")),
    }
}

/// Sentence about a wrong word where only a few words are possible: `Unknown window “8”. Use 7, 30, 90 or all.`
pub fn not_one_of(what: &str, word: &str, known: &[&str]) -> String {
    format!("Unknown {what} “{}”. Use {}.", super::clean_line(word), one_of(known))
}

/// Words joined for a sentence: `7, 30, 90 or all`.
pub fn one_of(known: &[&str]) -> String {
    joined(known, "or")
}

/// Words joined for a sentence: `$16,100, €900 and ¥500`.
pub fn all_of<T: Borrow<str>>(all: &[T]) -> String {
    joined(all, "and")
}

fn joined<T: Borrow<str>>(words: &[T], with: &str) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} {with} {}", before.join(", "), last.borrow()),
        _ => words.concat(),
    }
}

fn folded(word: &str) -> Vec<char> {
    word.chars().take(LONGEST).flat_map(char::to_lowercase).map(|c| if c == '-' { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_finds_the_known_one_and_another_word_finds_none() {
        let known = ["archive", "star", "poll_seconds", "hot", "delivery"];
        for (word, meant) in [
            ("archve", Some("archive")),
            ("acrhive", Some("archive")),
            ("Poll-Secnds", Some("poll_seconds")),
            ("hto", Some("hot")),
            ("deliv", Some("delivery")),
            ("xy", None),
            ("read", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest("sat", ["star", "sat"]), Some("sat"), "the nearest, not the first");
    }
}
