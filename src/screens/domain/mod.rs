//! Domains as several screens act on them: the question before an act, prices by sheet or formula, and the words for
//! both.
//!
//! The list with its tabs, filters and verbs is `screens/domains`. Look first at `act.rs`.

pub mod act;
pub mod pricing;
pub mod value;
pub mod words;
