//! Parts that pages are made of, as data.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ui::Role;
use crate::ui::text::NONE;

/// Part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Title line of the program.
    Title(String),
    /// Name at the left and figure at the right of one line, or of two lines if both do not fit.
    Ends {
        left: String,
        right: String,
        /// Role of the words at the right.
        tone: Role,
    },
    /// Label and its value; long values continue below their beginning.
    Field {
        label: Cow<'static, str>,
        value: String,
        tone: Role,
    },
    /// Pieces of one line, each with its role.
    Line(Vec<(Role, String)>),
    /// Pieces of one line, the last of which continues on the next lines if it is too long.
    Facts(Vec<(Role, String)>),
    /// Running text of the program.
    Text(Role, String),
    /// Stranger's words, marked by a line at the side, so that no text can pose as the program's.
    Quote(Role, Arc<str>),
    /// JSON as the service sent it, indented and coloured.
    Json(String),
    /// Texts side by side.
    Columns(Vec<Vec<Part>>),
    Blank,
}

impl Part {
    /// Field in plain text; an empty value is shown as `—`.
    pub fn field(label: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        let (label, value) = (label.into(), value.into());
        if value.is_empty() {
            Self::Field { label, value: NONE.to_owned(), tone: Role::Dim }
        } else {
            Self::Field { label, value, tone: Role::Text }
        }
    }

    /// True for a field whose value says that there is none.
    fn lacks_value(&self) -> bool {
        matches!(self, Self::Field { value, .. } if value.starts_with(NONE))
    }
}

/// Parts of a preview. Fields without a value come last; where the row can be opened (`opens`), they are left out,
/// and so is a title without other fields.
pub fn brief(parts: &[Part], opens: bool) -> Vec<Part> {
    let (mut without, mut brief) = (Vec::new(), Vec::new());
    for section in parts.chunk_by(|_, next| !matches!(next, Part::Title(_))) {
        let (lacking, told): (Vec<Part>, Vec<Part>) = section.iter().cloned().partition(Part::lacks_value);
        let says = told.iter().any(|part| !matches!(part, Part::Title(_) | Part::Blank));
        if says || lacking.is_empty() || !opens {
            brief.extend(told);
        }
        without.extend(lacking);
    }
    brief.dedup_by(|next, part| *next == Part::Blank && *part == Part::Blank);
    if !opens && !without.is_empty() {
        brief.push(Part::Blank);
        brief.extend(without);
    }
    brief
}
