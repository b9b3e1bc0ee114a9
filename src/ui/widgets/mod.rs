//! The one table, text view, filter bar, form, tabs, picker and input of the program.
//!
//! They hold state, commands and drawing of their own and know no screen; a screen embeds them and hands them the keys
//! meant for them. Look first at `table/` for how state, commands and drawing of a widget lie side by side.

/// Columns from which what is known of a row stands beside its list.
pub const BESIDE: u16 = 100;
/// Columns from which what stands around that row has a third column.
pub const THIRD: u16 = 180;
/// Rows from which more of what is known is shown.
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
