//! Domains as several screens show them and act on them: the texts about one, the question before an act, prices by sheet
//! or formula, and the words for all of these.
//!
//! The list with its tabs, filters and verbs is `screens/domains`. Look first at `content/`, the texts, then `act.rs`.

pub mod act;
pub mod content;
pub mod pricing;
pub mod value;
pub mod words;
