//! A row of the list of screens: what header, palette and `:` line know of a screen before it is made.

use super::list::ListScreen;
use super::{Screen, ScreenId, World};
use crate::api::Endpoint;
use crate::store::Known;

/// Function for the number beside the title of a screen; `None` while nothing is counted.
pub type Badge = fn(&World<'_>) -> Option<Known<u64>>;

/// Row of the list of screens. A screen that is not in the list is not in the header either.
pub struct ScreenDef {
    pub id: ScreenId,
    /// Digit that opens it; a blank for a page that is opened from others and is in the header only while open.
    pub key: char,
    /// Title in the header: `Inquiries`.
    pub title: &'static str,
    /// Further words for the palette.
    pub also: &'static [&'static str],
    /// Tab of a place, if several screens share a digit.
    pub tab: Option<TabOf>,
    /// Number beside the title (unread, running), if the screen has one.
    pub badge: Option<Badge>,
    /// Cells of the badge and the blank before it, for which the header keeps room.
    pub badge_cells: usize,
    /// Read the screen depends on: without the ability for it, the screen is empty.
    pub reads: Option<&'static Endpoint>,
    pub make: fn() -> Box<dyn Screen>,
}

/// Cells of a badge such as `≥100` and the blank before it.
pub const BADGE: usize = 5;

impl ScreenDef {
    /// Screen without badge, tab or main read; set these with struct update syntax.
    pub const fn new(id: ScreenId, key: char, title: &'static str, make: fn() -> Box<dyn Screen>) -> Self {
        Self { id, key, title, also: &[], tab: None, badge: None, badge_cells: BADGE, reads: None, make }
    }

    /// Screen with a list, made as by [`Self::new`]; its id is that of the list.
    pub const fn list<S: ListScreen + Default>(key: char, title: &'static str) -> Self {
        Self::new(S::ABOUT.id, key, title, || Box::new(S::default()))
    }

    /// Name in the header for its digit.
    pub fn heading(&self) -> &'static str {
        self.tab.as_ref().map_or(self.title, |tab| tab.of)
    }
}

/// Tab of a place in the header.
pub struct TabOf {
    /// The place, as in the header: `Account`.
    pub of: &'static str,
    /// Number of rows of the tab; `None` if it is not shown.
    pub total: Option<fn(&World<'_>) -> Known<u64>>,
}
