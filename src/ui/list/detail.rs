//! What an opened row says.

use crate::ui::Facts;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;

/// An opened row.
pub trait Detail {
    /// Its pages from left to right: the word `:tab` takes, and the title.
    const PAGES: &'static [(&'static str, &'static str)];

    /// The page in front.
    fn page_at(&self) -> usize;

    /// Goes to a page.
    fn turn_to(&mut self, page: usize);

    /// The text the moving keys scroll, where they do not move a cursor.
    fn text(&self) -> Option<&PageView> {
        None
    }

    /// The same to be scrolled.
    fn text_mut(&mut self) -> Option<&mut PageView> {
        None
    }

    /// A filter bar of its own.
    fn bar(&self) -> Option<&FilterBar> {
        None
    }

    /// The same to type in.
    fn bar_mut(&mut self) -> Option<&mut FilterBar> {
        None
    }

    /// Takes the facts of the last frame.
    fn drawn(&mut self, facts: &Facts);
}

/// Where nothing opens.
#[derive(Clone, Copy, Debug)]
pub enum NoDetail {}

impl Detail for NoDetail {
    const PAGES: &'static [(&'static str, &'static str)] = &[];

    fn page_at(&self) -> usize {
        match *self {}
    }

    fn turn_to(&mut self, _: usize) {}

    fn drawn(&mut self, _: &Facts) {}
}
