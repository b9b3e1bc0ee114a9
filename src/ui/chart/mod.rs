//! Charts: values over time with axes whose ticks are round and whose dates never touch, bars, and patches of heat.
//!
//! Look first at [`TimeChart`]; `axis.rs` finds the ticks, `ink.rs` the signs that are drawn.

mod axis;
mod bar;
mod ink;
mod svg;
mod time;

#[cfg(test)]
mod tests;

pub use bar::{bar, patch, spark, spark_cell, spark_text};
pub use ink::Charts;
pub use svg::svg;
pub use time::TimeChart;
