//! The widgets of the program, one of each kind: table, text view, filter bar, form, tabs, picker and input.
//!
//! They have state, commands and drawing of their own and know no screen. A screen contains them and passes them their
//! keys. Look first at `table/` for how state, commands and drawing of a widget are arranged.

/// Width from which the preview of a row is beside its list.
pub const BESIDE: u16 = 100;
/// Cells of the part beside a list in a window of this width, with its border line and a blank. The width is the same
/// on every screen, so that the line does not move from one screen to the next.
pub fn cells_beside(width: u16) -> u16 {
    const MOST: u16 = 50;
    (width * 34 / 100).min(MOST)
}

/// Width from which the parts around a row have a third column.
pub const THIRD: u16 = 180;
/// Height from which more details are shown.
pub const TALL: u16 = 40;

pub mod doc;
pub mod filter_bar;
pub mod form;
pub mod input;
pub mod json;
pub mod notice;
pub mod page;
pub mod pick;
pub mod picker;
pub mod picture;
pub mod progress;
pub mod sheet;
pub mod table;
pub mod tabs;
