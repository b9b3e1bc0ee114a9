//! Charts: values over time with axes whose ticks are round and whose dates never touch.
//!
//! Look first at [`TimeChart`]; `axis.rs` finds the ticks.

mod axis;
mod svg;
mod time;

#[cfg(test)]
mod tests;

pub use svg::svg;
pub use time::TimeChart;
