//! A page of help about more than one command, opened with `:help NAME`.

use super::widgets::page::Part;

/// A page of help.
pub struct Topic {
    /// One word, as behind `:help`.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Its text; tables are fields, so that they fit any width.
    pub page: fn() -> Vec<Part>,
}
