//! Page of help about more than one command, opened with `:help NAME`.

use super::widgets::page::Part;

/// A page of help.
pub struct Topic {
    /// Word after `:help`.
    pub name: &'static str,
    /// Title in a few words.
    pub title: &'static str,
    /// Function that makes the page. It writes tables as `Part::Field`s, which wrap at any width.
    pub page: fn() -> Vec<Part>,
}
