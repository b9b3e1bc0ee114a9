//! The opened row of a list.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Known;
use crate::ui::widgets::page::PageView;
use crate::ui::{Facts, Look, World};

use super::ListScreen;

/// Opened row of the list of `S`.
pub trait Detail<S: ListScreen>: Sized {
    /// Pages from left to right: the word that `:tab` takes, and the title.
    const PAGES: &'static [(&'static str, &'static str)];

    /// Opens a row, on the page that was open for the one before; false if the row no longer exists.
    fn open(screen: &mut S, key: S::Key, world: &World<'_>) -> bool;

    /// Key of its row, if it is a row of a list.
    fn key(&self, world: &World<'_>) -> Option<S::Key>;

    /// Index of the page in front.
    fn page_at(&self) -> usize;

    /// Goes to a page.
    fn turn_to(&mut self, page: usize);

    /// True if a column beside the page shows the parts around the row; false where the page itself shows them.
    fn has_third(&self) -> bool {
        true
    }

    /// Draws the page in front, below the line of page titles.
    fn render(&self, screen: &S, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts);

    /// Takes the facts of the last frame.
    fn drawn(&mut self, facts: &Facts);

    /// Number beside the title of a page; `None` if the page has none.
    fn total(&self, screen: &S, page: usize, world: &World<'_>) -> Option<Known<u64>> {
        let _ = (screen, page, world);
        None
    }

    /// Words at the right of the page titles, instead of its place in the list.
    fn beside_pages(&self, width: u16, world: &World<'_>) -> Option<String> {
        let _ = (width, world);
        None
    }

    /// Text that the moving keys scroll, if they do not move a cursor.
    fn text(&self) -> Option<&PageView> {
        None
    }

    /// The same text, to be scrolled.
    fn text_mut(&mut self) -> Option<&mut PageView> {
        None
    }
}

/// Detail of a list whose rows do not open.
#[derive(Clone, Copy, Debug)]
pub enum NoDetail {}

impl<S: ListScreen> Detail<S> for NoDetail {
    const PAGES: &'static [(&'static str, &'static str)] = &[];

    fn open(_: &mut S, _: S::Key, _: &World<'_>) -> bool {
        false
    }

    fn key(&self, _: &World<'_>) -> Option<S::Key> {
        match *self {}
    }

    fn page_at(&self) -> usize {
        match *self {}
    }

    fn turn_to(&mut self, _: usize) {}

    fn render(&self, _: &S, _: &Look<'_>, _: Rect, _: &mut Buffer, _: &mut Facts) {}

    fn drawn(&mut self, _: &Facts) {}
}
