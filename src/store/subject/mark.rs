//! Marks of inquiries.

use serde::{Deserialize, Serialize};

use super::FieldName;

/// A mark of an inquiry. Patches assign a value and never toggle, so that doing one twice changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Read,
    Starred,
    Archived,
    /// `marks.removed` at the service; in every text of the program *hidden*.
    Hidden,
}

impl Mark {
    /// The field of the inquiry it is.
    pub const fn field(self) -> FieldName {
        FieldName::fixed(match self {
            Self::Read => "read",
            Self::Starred => "starred",
            Self::Archived => "archived",
            Self::Hidden => "hidden",
        })
    }

    /// The mark a field of an inquiry is.
    pub fn of_field(field: &FieldName) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.field() == *field)
    }
}
