//! Changes of settings before they are written: old → new, with equal changes grouped, and what is odd about a price;
//! after the write, what was not saved and why.
//!
//! The plan under review is in the store (`store/writes/plan/review.rs`). Look first at `lines.rs`, then `rows.rs`,
//! `making.rs` and `screen.rs`.

mod asking;
mod beside;
mod columns;
mod commands;
mod lines;
mod making;
mod rows;
mod screen;

use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef { also: &["staged", "diff"], ..ScreenDef::list::<screen::Review>(' ', "Review") };
