//! Roles of texts and tones of messages, by which colours are named.

/// Meaning of a text, which determines its style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Text,
    /// Labels, hints and other secondary text.
    Dim,
    /// What must draw the eye: the current tab, keys, titles.
    Accent,
    Good,
    Warn,
    Bad,
    /// Row under the cursor in the list that has the keys.
    Selection,
    /// Row under the cursor in a list while another part of the screen or a popup has the keys.
    Resting,
    /// Changed here and not saved yet.
    Staged,
}

/// All roles, with their names in theme files.
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

/// Kind of message, which determines its role.
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
