//! Insights: who visits and who inquires, as figures, charts and bars.
//!
//! Look first at `catalogue.rs` (the reports) and `blocks.rs` (what a report is made of). `reports.rs` makes blocks of
//! the answers, `worth.rs` their advice, `series.rs` the data of charts, `sparks.rs` the days beside a name;
//! `placing.rs` lays blocks out, `page.rs` scrolls them, `drawing.rs` draws them with `grid.rs`; `screen.rs` is the screen.

mod asked;
mod blocks;
mod catalogue;
mod commands;
mod cursor;
mod drawing;
mod export;
mod grid;
mod page;
mod parts;
mod placing;
mod read;
mod reports;
mod screen;
mod sections;
mod series;
mod sparks;
mod worth;

use crate::api::{self, Request};
use crate::ui::ScreenDef;

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["visitors", "traffic", "statistics", "charts", "report"],
    reads: Some(<api::insights::Domains as Request>::ENDPOINT),
    ..ScreenDef::new(screen::ID, '5', "Insights", || Box::new(screen::Insights::default()))
};
