//! Preferences in the config file that screens follow, read from [`super::World`].

use crate::store::score::Weights;

/// Rule for when an inquiry counts as read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkRead {
    /// A moment after it was opened.
    #[default]
    OnOpen,
    /// Only with the key that marks it as read.
    Manual,
    /// A moment after the cursor came to rest on it with the preview visible.
    Preview,
}

impl MarkRead {
    /// Values with their names in `config.toml` and on the `:` line.
    pub const ALL: [(&'static str, Self); 3] =
        [("on_open", Self::OnOpen), ("manual", Self::Manual), ("preview", Self::Preview)];
}

/// Preferences of the user, the same for all screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefs {
    pub mark_read: MarkRead,
    /// Weight of each term of a lead score, unless the user has other weights in force.
    pub weights: Weights,
}
