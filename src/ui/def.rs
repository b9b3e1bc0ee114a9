//! A row of the list of screens: what header, palette and `:` line know of a screen before it is made.

use super::list::ListScreen;
use super::{Screen, ScreenId, World};
use crate::api::Endpoint;
use crate::store::Known;

/// The number beside the title of a screen; `None` while nothing is counted.
pub type Badge = fn(&World<'_>) -> Option<Known<u64>>;

/// A row of the list of screens; what is not in the list is not in the header either.
pub struct ScreenDef {
    pub id: ScreenId,
    /// The digit that opens it; a blank for a page that is opened from others and stands in the header only then.
    pub key: char,
    /// Title in the header: `Inquiries`.
    pub title: &'static str,
    /// Further words for the palette.
    pub also: &'static [&'static str],
    /// Tab of a place whose digit several screens share.
    pub tab: Option<TabOf>,
    /// The number beside the title that matters (unread, running), where the screen has one.
    pub badge: Option<Badge>,
    /// The read without which there is nothing on it, where it stands on one.
    pub reads: Option<&'static Endpoint>,
    pub make: fn() -> Box<dyn Screen>,
}

impl ScreenDef {
    /// A screen of its own without badge or read; one that is more says so over this.
    pub const fn new(id: ScreenId, key: char, title: &'static str, make: fn() -> Box<dyn Screen>) -> Self {
        Self { id, key, title, also: &[], tab: None, badge: None, reads: None, make }
    }

    /// As [`Self::new`], for a screen with a list, which has its name.
    pub const fn list<S: ListScreen + Default>(key: char, title: &'static str) -> Self {
        Self::new(S::ABOUT.id, key, title, || Box::new(S::default()))
    }

    /// Name of the digit in the header.
    pub fn heading(&self) -> &'static str {
        self.tab.as_ref().map_or(self.title, |tab| tab.of)
    }
}

/// Tab of a place that a screen is.
pub struct TabOf {
    /// The place, as in the header: `Account`.
    pub of: &'static str,
    /// Number of rows of the tab; `None` where it says nothing.
    pub total: Option<fn(&World<'_>) -> Known<u64>>,
}
