//! Marks of inquiries.

use serde::{Deserialize, Serialize};

use super::FieldName;

/// Mark of an inquiry. Writes set its value and never toggle it, so that a write done twice has the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Read,
    Starred,
    Archived,
    /// `marks.removed` at the service; every text of the program calls it *hidden*.
    Hidden,
}

impl Mark {
    /// Field of the inquiry for this mark.
    pub const fn field(self) -> FieldName {
        FieldName::fixed(match self {
            Self::Read => "read",
            Self::Starred => "starred",
            Self::Archived => "archived",
            Self::Hidden => "hidden",
        })
    }

    /// Mark for a field of an inquiry; `None` for another field.
    pub fn of_field(field: &FieldName) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.field() == *field)
    }
}
