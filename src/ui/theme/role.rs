//! Roles of texts and tones of messages: the names colours go by.

/// Meaning of a text, from which its colour follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Text,
    /// Labels, hints, what is beside the point.
    Dim,
    /// Draws the eye: the current tab, keys, titles.
    Accent,
    Good,
    Warn,
    Bad,
    /// The row under the cursor of the list that has the keys.
    Selection,
    /// The row under the cursor of a list that waits: another part of the screen or a popup has the keys.
    Resting,
    /// Changed here and not yet written.
    Staged,
}

/// All roles by their names in theme files.
pub(super) const ROLES: [(&str, Role); 9] = [
    ("text", Role::Text),
    ("dim", Role::Dim),
    ("accent", Role::Accent),
    ("good", Role::Good),
    ("warn", Role::Warn),
    ("bad", Role::Bad),
    ("selection", Role::Selection),
    ("resting", Role::Resting),
    ("staged", Role::Staged),
];

/// The colour role of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Info,
    Good,
    Warn,
    Bad,
}

impl From<Tone> for Role {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Info => Self::Text,
            Tone::Good => Self::Good,
            Tone::Warn => Self::Warn,
            Tone::Bad => Self::Bad,
        }
    }
}
