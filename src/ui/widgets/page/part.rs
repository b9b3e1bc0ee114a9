//! Parts that pages are made of, as data.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ui::Role;
use crate::ui::text::NONE;

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A title line of the program.
    Title(String),
    /// A name on the left and a figure on the right of one line; of two where both do not fit.
    Ends {
        left: String,
        right: String,
        /// Role of the words at the right.
        tone: Role,
    },
    /// A label and its value; long values continue below their beginning.
    Field {
        label: Cow<'static, str>,
        value: String,
        tone: Role,
    },
    /// Pieces of one line, each in its role.
    Line(Vec<(Role, String)>),
    /// Pieces of one line, the last of which goes on in the next ones where it is too long.
    Facts(Vec<(Role, String)>),
    /// Running text of the program.
    Text(Role, String),
    /// A stranger's words: set off by a line at the side, so that no text can pose as the program.
    Quote(Role, Arc<str>),
    /// JSON as the service sent it, indented and coloured.
    Json(String),
    /// Texts side by side.
    Columns(Vec<Vec<Part>>),
    Blank,
}

impl Part {
    /// A field in plain text; empty values read `—`.
    pub fn field(label: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        let (label, value) = (label.into(), value.into());
        if value.is_empty() {
            Self::Field { label, value: NONE.to_owned(), tone: Role::Dim }
        } else {
            Self::Field { label, value, tone: Role::Text }
        }
    }
}
