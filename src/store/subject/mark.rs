//! Marks of inquiries.

use serde::{Deserialize, Serialize};

use super::FieldName;

/// A mark of an inquiry. Writes assign its value and never toggle it, so that doing one twice changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Read,
    Starred,
    Archived,
    /// `marks.removed` at the service; called *hidden* in every text of the program.
    Hidden,
}

impl Mark {
    /// The field of the inquiry that has the mark.
    pub const fn field(self) -> FieldName {
        FieldName::fixed(match self {
            Self::Read => "read",
            Self::Starred => "starred",
            Self::Archived => "archived",
            Self::Hidden => "hidden",
        })
    }

    /// The mark that a field of an inquiry is, if it is one.
    pub fn of_field(field: &FieldName) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.field() == *field)
    }
}
