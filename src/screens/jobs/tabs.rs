//! Tabs of the screen. Each list is a file that is registered here.

use crate::ui::list::TabRow;
use crate::ui::widgets::table::Column;

use super::row::List;
use super::{exports, imports, writes};

/// The tabs from left to right.
pub const TABS: &[TabRow<List>] = &[imports::TAB, exports::TAB, writes::BULK, writes::QUEUE];

/// The columns of each tab.
pub const COLUMNS: [&[Column]; TABS.len()] = {
    let mut columns: [&[Column]; TABS.len()] = [&[]; TABS.len()];
    let mut tab = 0;
    while tab < TABS.len() {
        columns[tab] = TABS[tab].tab.columns;
        tab += 1;
    }
    columns
};
