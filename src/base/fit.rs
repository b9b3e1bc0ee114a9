//! Widths in cells and cutting to a width, cluster by cluster.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Cells that cleaned `text` takes; the measure the screen library uses as well.
pub fn text_width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).map(cluster_width).sum() }
}

/// Cells that one cluster takes.
pub fn cluster_width(cluster: &str) -> usize {
    cluster.width()
}

/// Cleaned `text` within `width` cells, cut with `…` where it is longer and never within a cluster.
pub fn fit(text: &str, width: usize) -> Cow<'_, str> {
    if text.len() <= width && text.is_ascii() {
        return Cow::Borrowed(text);
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
        // The cut leaves one cell for the sign of cutting.
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

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_fits_and_ends_between_clusters(text in any::<String>(), width in 0usize..30) {
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
