//! What asking has found out about the token's abilities, one row each.

use crate::client::Failure;

/// What is known about one ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Yes,
    No,
    /// Only using it tells: it changes something, or needs a name or a number.
    OnUse,
    /// Asked, and the answer did not tell.
    Unclear,
}

impl Known {
    /// For the grid.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::OnUse => "known on first use",
            Self::Unclear => "unclear",
        }
    }
}

/// Abilities and scopes in the order of the documents.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub rows: Vec<(&'static str, Known)>,
    /// The failure that ended the asking: no connection, a refused token.
    pub stopped: Option<Failure>,
}

impl Grid {
    /// The abilities of which that is known.
    pub fn names(&self, known: Known) -> Vec<&'static str> {
        self.rows.iter().filter(|(_, is)| *is == known).map(|(name, _)| *name).collect()
    }
}
