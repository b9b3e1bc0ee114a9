//! Lines of strangers' text that an editor would take as settings or commands, made harmless.

use std::borrow::Cow;

use super::MARK;

/// Words that begin a modeline of vi or Vim, followed by a colon.
const WORDS: [&str; 3] = ["vi", "vim", "ex"];
/// Words that Emacs looks for at the beginning and near the end of a file.
const EMACS: [&str; 2] = ["-*-", "local variables:"];

/// `text` with a mark inside everything that an editor reads as a modeline, for a file that is opened in an editor.
pub fn without_modelines(text: &str) -> Cow<'_, str> {
    let small = text.to_ascii_lowercase();
    let mut breaks: Vec<usize> = EMACS
        .iter()
        .flat_map(|sign| small.match_indices(sign).map(|(at, sign)| at + sign.len() - 1))
        .chain(small.match_indices(':').map(|(at, _)| at).filter(|at| is_modeline(&small[..*at])))
        .collect();
    if breaks.is_empty() {
        return Cow::Borrowed(text);
    }
    breaks.sort_unstable();
    breaks.dedup();
    let mut out = String::with_capacity(text.len() + breaks.len() * MARK.len_utf8());
    let mut from = 0;
    for at in breaks {
        out.push_str(&text[from..at]);
        out.push(MARK);
        from = at;
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// True when the text before a colon ends in a word that begins a modeline, with or without Vim's version
/// (`vim>=700`).
fn is_modeline(before: &str) -> bool {
    let word = before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '<' | '=' | '>'));
    let word = word.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modelines_of_editors_are_broken_and_other_text_stays() {
        for (text, broken) in [
            ("vim: set foldmethod=expr", "vim·: set foldmethod=expr"),
            ("> /* Vim:set ft=x: */", "> /* Vim·:set ft=x: */"),
            ("a\nvi:ai", "a\nvi·:ai"),
            (" ex: shell", " ex·: shell"),
            ("\tvim>=700: x", "\tvim>=700·: x"),
            ("vim<70:x vi:y", "vim<70·:x vi·:y"),
            ("-*- mode: sh -*-", "-*·- mode: sh -*·-"),
            ("> Local Variables:\n> eval: (x)", "> Local Variables·:\n> eval: (x)"),
        ] {
            assert_eq!(without_modelines(text), broken);
            assert_eq!(without_modelines(broken), broken, "what is broken stays as it is");
        }
        for text in ["", "Dear Sir: index: levi: 12:30", "I use vim, vi and ex", "My offer: $5,000 — é"] {
            assert_eq!(without_modelines(text), text);
        }
    }
}
