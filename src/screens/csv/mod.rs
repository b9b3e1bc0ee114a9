//! A CSV as a table, with columns, filter, order, and one row in full. Opened for finished exports and by `:csv
//! <file>`.
//!
//! Rows and their cells are read by `sheets/grid/`; only the rows on the screen are in memory.
//! Look first at `state.rs`.

mod commands;
mod screen;
mod state;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens: a page without a digit.
pub const DEF: ScreenDef = ScreenDef { also: &["spreadsheet"], ..ScreenDef::list::<state::CsvPage>(' ', "Table") };
