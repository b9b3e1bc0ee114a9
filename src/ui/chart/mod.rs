//! Charts: values over time with round ticks and dates that never touch, bars, lines of dots, and small lines of
//! counts.
//!
//! Look first at [`TimeChart`]; `axis.rs` finds the ticks, `bars.rs` and `curve.rs` draw between the axes, `ink.rs` has
//! the signs.

mod axis;
mod bar;
mod bars;
mod curve;
mod ink;
mod svg;
mod time;

#[cfg(test)]
mod tests;

pub use bar::{bar, put_full, spark, spark_cell, spark_most, spark_rows, spark_text, spark_text_of};
pub use ink::Charts;
pub use svg::{Picture, svg};
pub use time::TimeChart;
