//! Base of the tests of widgets and screens: a world, frames as text, stories, the conformance matrix, random keys.
//!
//! It exists only with the feature `testing`, which tests and benches turn on, so that it is not in the program. Look
//! first at `story.rs`.

mod answers;
mod conformance;
mod files;
mod frame;
mod reference;
mod story;

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::chart::Charts;
use super::{Look, Pictures, Prefs, Still, Theme, World};
use crate::base::{Timestamp, Zone};
use crate::store::Store;

pub use answers::Answers;
pub use conformance::{Case, SIZES, conformance, monkey};
pub use frame::{styles, text};
pub use reference::key_reference;
pub use story::Story;

/// Time at which tests begin: 2026-03-12 14:00 UTC.
pub const NOW: Timestamp = Timestamp(1_773_324_000);

/// Calls `act` with a plain look at an empty store, at a fixed time, in UTC.
pub fn look<T>(act: impl FnOnce(&Look<'_>) -> T) -> T {
    let store = Store::default();
    let theme = Theme::default();
    act(&Look {
        world: world(&store),
        theme: &theme,
        ascii: false,
        charts: Charts::Blocks,
        pictures: Pictures::Blocks,
        strip: None,
        trail: &[],
        resting: false,
        still: Still::default(),
    })
}

/// Drawings at three sizes: with and without colours as blocks, then as text in braille and in ASCII.
pub fn charts(draw: impl Fn(&Look<'_>, Rect, &mut Buffer)) -> String {
    let (store, mut out) = (Store::default(), String::new());
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        for (name, theme, charts, write) in [
            ("blocks", Theme::default(), Charts::Blocks, styles as fn(&Buffer) -> String),
            ("blocks without colours", Theme::without_colour(), Charts::Blocks, styles),
            ("braille", Theme::default(), Charts::Braille, text),
            ("ascii", Theme::default(), Charts::Ascii, text),
        ] {
            let ascii = charts == Charts::Ascii;
            let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
            draw(
                &Look {
                    world: world(&store),
                    theme: &theme,
                    ascii,
                    charts,
                    pictures: Pictures::Blocks,
                    strip: None,
                    trail: &[],
                    resting: false,
                    still: Still::default(),
                },
                buf.area,
                &mut buf,
            );
            if ascii {
                super::text::to_ascii(&mut buf);
            }
            let _ = write!(out, "== {width}x{height}, {name}\n{}\n", write(&buf).trim_end());
        }
    }
    out
}

/// World with `store` at [`NOW`].
pub fn world(store: &Store) -> World<'_> {
    World { store, now: NOW, zone: Zone::Utc, readonly: None, prefs: Prefs::default() }
}

/// Text of what `act` draws into an empty buffer of that size.
pub fn draw(width: u16, height: u16, act: impl FnOnce(Rect, &mut Buffer)) -> String {
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    act(buf.area, &mut buf);
    text(&buf)
}

/// Text of a file that is made on another thread.
pub fn made(text: &crate::ui::Made) -> String {
    String::from_utf8(text.make(&mut |_| true).expect("made once")).expect("UTF-8")
}
