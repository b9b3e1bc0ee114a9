//! Tabs as data: one of them, and those of the place in front.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::{Does, ScreenId, Spot};
use crate::store::Known;

/// The commands that go from one tab of a place to the next.
pub const NEXT_IN_PLACE: &str = "app.next_tab";
pub const PREVIOUS_IN_PLACE: &str = "app.previous_tab";

/// Cells kept for a total and the blank before it, so that the tabs after it stay where they are when it comes.
pub const ROOM: usize = 4;
/// Digits of the total of a list that may be large.
pub const MANY: usize = 7;

/// One tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    pub title: Cow<'static, str>,
    /// Shown grouped, with room kept for it while it is unknown; `None` where nothing is ever counted.
    pub total: Option<Known<u64>>,
    /// Words after the total: `2 running`.
    pub extra: String,
    /// Cells kept for the total and the blank before it, where the line has that room.
    pub room: usize,
}

impl Tab {
    /// A tab with its total.
    pub fn new(title: impl Into<Cow<'static, str>>, total: impl Into<Known<u64>>) -> Self {
        Self { total: Some(total.into()), ..Self::uncounted(title) }
    }

    /// A tab of which nothing is counted.
    pub fn uncounted(title: impl Into<Cow<'static, str>>) -> Self {
        Self { title: title.into(), total: None, extra: String::new(), room: ROOM }
    }
}

/// The tabs of the place in front, drawn by the screen that is one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    pub tabs: Vec<Tab>,
    /// The screen behind each tab.
    pub screens: Vec<ScreenId>,
    pub current: usize,
}

impl Strip {
    /// Places of a click on the drawn tabs.
    pub fn spots(&self, drawn: Vec<(usize, Rect)>) -> impl Iterator<Item = Spot> {
        drawn.into_iter().map(|(place, area)| Spot { area, does: Does::Open(self.screens[place]) })
    }
}
