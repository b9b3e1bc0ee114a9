//! Every figure of every screen, over stores in which nothing, a part or everything was read: the figure is exact,
//! marked `≥`, or said to be unknown. A new figure is a row of `lists.rs` or `pages.rs`; the stores are in `stores.rs`.
//! Look first at `lists.rs`.

mod lists;
mod pages;
mod stores;

use parkade::ui::testing::Story;

use stores::{all, half, nothing};

/// Figure: its name, the steps to it, and its words where nothing, a part and everything was read.
type Figure = (&'static str, fn(&mut Story), [&'static str; 3]);

/// Text of the screen, with blanks and ends of lines as one blank.
fn said(story: &mut Story) -> String {
    story.snap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn no_figure_says_more_than_was_read() {
    let mut wrong = Vec::new();
    for (what, go, expected) in lists::FIGURES.iter().chain(pages::FIGURES) {
        for (read, store, words) in [("nothing", nothing as fn() -> Story, 0), ("a part", half, 1), ("all", all, 2)] {
            let mut story = store();
            go(&mut story);
            let frame = said(&mut story);
            if !frame.contains(expected[words]) {
                wrong.push(format!("{what}, {read} read: no “{}” in\n{}", expected[words], story.snap()));
            }
            if read == "all" && frame.contains('≥') {
                wrong.push(format!("{what}: ≥ over what was read whole in\n{}", story.snap()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
