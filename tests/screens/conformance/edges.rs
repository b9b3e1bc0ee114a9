//! Words at the right of a window end in the same column on every screen: one cell before its edge.

use std::collections::BTreeSet;

use parkade::screens::ALL;
use parkade::ui::text;

use super::{PAGES, page};

/// Widths of a small, a usual and a wide window.
const WIDTHS: [u16; 3] = [80, 120, 160];

/// Lines of a frame with letters beyond that column, or with words at the right that do not reach it.
fn wrong(frame: &str, width: u16) -> impl Iterator<Item = String> {
    let edge = usize::from(width) - 1;
    frame.lines().filter_map(move |line| {
        let end = text::width(line);
        let is_rule = line.ends_with(['─', '│', '┤', '┐', '┘']);
        let last = line.rsplit("  ").next().unwrap_or_default().trim();
        let at_right = last == "live" || last.starts_with('↓') && last.ends_with("more") || last.ends_with(" marked");
        (end > edge && !is_rule || at_right && end != edge).then(|| format!("ends at {end}, not {edge}: {line}"))
    })
}

#[test]
fn words_at_the_right_end_at_one_column_on_every_screen() {
    let others = ALL.iter().map(|screen| (screen.id, "", "")).filter(|(id, ..)| PAGES.iter().all(|page| page.0 != *id));
    let mut found = BTreeSet::new();
    for (screen, args, keys) in PAGES.iter().copied().chain(others) {
        let mut story = page((screen, args, keys));
        for width in WIDTHS {
            story.size(width, 24);
            for marks in [false, true] {
                let frame = if marks { story.keys("v").snap() } else { story.snap() };
                found.extend(wrong(&frame, width).map(|why| format!("{screen} {args} {keys} at {width}: {why}")));
            }
            story.keys("v");
        }
    }
    assert!(found.is_empty(), "{}", found.into_iter().collect::<Vec<_>>().join("\n"));
}
