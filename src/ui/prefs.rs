//! Preferences in the configuration that screens act by; they read them from [`super::World`].

use crate::store::score::Weights;

/// Rule for when an inquiry counts as read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkRead {
    /// A moment after it was opened.
    #[default]
    OnOpen,
    /// Only by its key.
    Manual,
    /// A moment after the cursor came to rest on it with the preview in sight.
    Preview,
}

impl MarkRead {
    /// Names in `config.toml` and on the `:` line.
    pub const ALL: [(&'static str, Self); 3] =
        [("on_open", Self::OnOpen), ("manual", Self::Manual), ("preview", Self::Preview)];
}

/// Preferences of the user, the same for all screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefs {
    pub mark_read: MarkRead,
    /// Weight of each term of a lead score, unless the user has kept others.
    pub weights: Weights,
}
