//! What the configuration says that screens act by; they read it from [`super::World`].

use crate::store::score::Weights;

/// When an inquiry counts as read.
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
    /// As `config.toml` and the `:` line name them.
    pub const ALL: [(&'static str, Self); 3] =
        [("on_open", Self::OnOpen), ("manual", Self::Manual), ("preview", Self::Preview)];
}

/// Preferences of the user, the same for all screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefs {
    pub mark_read: MarkRead,
    /// How much each term of a lead score is to count, once the user has kept that.
    pub weights: Weights,
}
