//! Tabs as data: a single tab, and the tabs of the place in front.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::{Does, ScreenId, Spot};
use crate::store::Known;

/// Commands that go to the next and previous tab of a place.
pub const NEXT_IN_PLACE: &str = "app.next_tab";
pub const PREVIOUS_IN_PLACE: &str = "app.previous_tab";

/// Cells reserved for a total and the blank before it, so that later tabs do not move when it arrives.
pub const ROOM: usize = 4;
/// Cells reserved for the total of a list that may be large.
pub const MANY: usize = 7;

/// One tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab {
    pub title: Cow<'static, str>,
    /// Total, with room kept for it while it is unknown; `None` for a tab that is never counted.
    pub total: Option<Known<u64>>,
    /// Words after the total: `2 running`.
    pub extra: String,
    /// Cells reserved for the total and the blank before it, if the line has that room.
    pub room: usize,
}

impl Tab {
    /// Tab with its total.
    pub fn new(title: impl Into<Cow<'static, str>>, total: impl Into<Known<u64>>) -> Self {
        Self { total: Some(total.into()), ..Self::uncounted(title) }
    }

    /// Tab that is not counted.
    pub fn uncounted(title: impl Into<Cow<'static, str>>) -> Self {
        Self { title: title.into(), total: None, extra: String::new(), room: ROOM }
    }
}

/// Tabs of the place in front, drawn by the screen that is one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    pub tabs: Vec<Tab>,
    /// Screen of each tab.
    pub screens: Vec<ScreenId>,
    pub current: usize,
}

impl Strip {
    /// Clickable places of the drawn tabs.
    pub fn spots(&self, drawn: Vec<(usize, Rect)>) -> impl Iterator<Item = Spot> {
        drawn.into_iter().map(|(place, area)| Spot { area, does: Does::Open(self.screens[place]) })
    }
}
