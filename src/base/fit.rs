//! Widths in cells and cutting to a width, cluster by cluster.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Start of `text`, at most `most` bytes long, ending at a character.
pub fn start_of(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Cells that cleaned `text` takes, measured as ratatui measures.
pub fn text_width(text: &str) -> usize {
    cell_by_cell(text).unwrap_or_else(|| text.graphemes(true).map(cluster_width).sum())
}

/// Width in cells of a printable text in which every character is a cluster of one cell, whatever its neighbours;
/// `None` for any other text. Nearly all texts of a list are such, and need no search for clusters.
pub fn cell_by_cell(text: &str) -> Option<usize> {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Some(text.len());
    }
    text.chars().all(stands_alone).then(|| text.chars().count())
}

/// True for Latin, Greek and Cyrillic letters, punctuation, currencies and the program's own signs; tested against the
/// tables.
fn stands_alone(c: char) -> bool {
    matches!(c,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{3c9}'
        | '\u{400}'..='\u{482}' | '\u{48a}'..='\u{4ff}' | '–' | '—' | '‘' | '’' | '“' | '”' | '•' | '…'
        | '\u{20a0}'..='\u{20bf}' | '←'..='↓' | '─' | '│' | '●')
}

/// Cells that one cluster takes.
pub fn cluster_width(cluster: &str) -> usize {
    cluster.width()
}

/// Cleaned `text` in at most `width` cells. A longer text is cut with `…`, never inside a cluster.
pub fn fit(text: &str, width: usize) -> Cow<'_, str> {
    if let Some(cells) = cell_by_cell(text) {
        let end = |cells| text.char_indices().nth(cells).map_or(text.len(), |(at, _)| at);
        return match width {
            _ if cells <= width => Cow::Borrowed(text),
            0 => Cow::Borrowed(""),
            _ => Cow::Owned(format!("{}…", &text[..end(width - 1)])),
        };
    }
    let (mut used, mut cut) = (0, 0);
    for (at, cluster) in text.grapheme_indices(true) {
        let cells = cluster_width(cluster);
        if used + cells > width {
            return match width {
                0 => Cow::Borrowed(""),
                _ => Cow::Owned(format!("{}…", &text[..cut])),
            };
        }
        used += cells;
        // One cell is left for the `…`.
        if used < width {
            cut = at + cluster.len();
        }
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::clean_line;

    #[test]
    fn cut_text_is_marked() {
        assert_eq!(fit("example.com", 11), "example.com");
        assert_eq!(fit("example.com", 8), "example…");
        assert_eq!(fit("日本語", 5), "日本…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit("日本", 1), "…");
        assert_eq!(fit("abc", 0), "");
        assert_eq!(fit("👨‍👩‍👧 x", 3), "👨‍👩‍👧…");
    }

    #[test]
    fn a_plain_letter_is_a_cluster_of_one_cell_beside_any_other() {
        let all: Vec<char> = ('\0'..=char::MAX).filter(|c| stands_alone(*c)).collect();
        assert!(all.len() > 800 && !stands_alone('\u{ad}') && !stands_alone('\u{301}'));
        for c in &all {
            assert_eq!(cluster_width(&c.to_string()), 1, "{c:?}");
            assert_eq!(clean_line(&c.to_string()), c.to_string(), "{c:?} is left by cleaning");
            for other in ['a', ' ', 'ж', '€', '…', '●'] {
                assert_eq!(format!("{other}{c}{other}").graphemes(true).count(), 3, "{other:?} and {c:?}");
            }
        }
        let text: String = all.iter().collect();
        assert_eq!(text.graphemes(true).count(), all.len());
        assert_eq!(cell_by_cell(&text), Some(all.len()));
        assert_eq!(cell_by_cell("日本"), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Proves R-07.
        #[test]
        fn cut_text_fits_and_ends_between_clusters(text in any::<String>(), width in 0usize..30) {
            let text = clean_line(&text);
            let cut = fit(&text, width);
            prop_assert!(text_width(&cut) <= width.max(text_width("")), "{cut:?}");
            if let Some(kept) = cut.strip_suffix('…').filter(|_| cut != text) {
                prop_assert!(text.starts_with(kept));
                prop_assert!(text.grapheme_indices(true).any(|(at, _)| at == kept.len()));
            }
        }
    }
}
