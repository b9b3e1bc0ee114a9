//! A page of labelled text before it has a width.

use crate::ui::Tone;

/// One element of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The first line: bold on the left, a figure on the right.
    Title { left: String, right: String },
    /// A heading over fields.
    Heading(String),
    /// A label and its value; `depth` indents the members of something larger.
    Field { depth: usize, label: String, value: String, tone: Option<Tone> },
    /// Text to be wrapped, with its own line breaks.
    Text { text: String, tone: Option<Tone>, dim: bool },
    /// An empty line.
    Gap,
}

impl Item {
    /// A field.
    pub fn field(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Field { depth: 0, label: label.into(), value: value.into(), tone: None }
    }

    /// A field inside another.
    pub fn field_at(depth: usize, label: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Field { depth, label: label.into(), value: value.into(), tone: None }
    }

    /// A field in a colour that its words repeat.
    pub fn toned(label: impl Into<String>, value: impl Into<String>, tone: Tone) -> Self {
        Self::Field { depth: 0, label: label.into(), value: value.into(), tone: Some(tone) }
    }

    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), tone: None, dim: false }
    }

    /// Text that is not the data itself.
    pub fn dim(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), tone: None, dim: true }
    }

    /// A warning.
    pub fn warn(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), tone: Some(Tone::Warn), dim: false }
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    /// From top to bottom.
    pub items: Vec<Item>,
}

impl Doc {
    /// Appends an element.
    pub fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Appends a field when there is a value, else `—` with the reason why there is none.
    pub fn field_or(&mut self, label: &str, value: Option<String>, why_not: &str) {
        match value {
            Some(value) => self.push(Item::field(label, value)),
            None if why_not.is_empty() => self.push(Item::field(label, "—")),
            None => self.push(Item::field(label, format!("— {why_not}"))),
        }
    }

    /// Appends an empty line, never two in a row and never at the top.
    pub fn gap(&mut self) {
        if !matches!(self.items.last(), None | Some(Item::Gap)) {
            self.items.push(Item::Gap);
        }
    }

    /// The page without colours or wrapping, for copying and for tests.
    pub fn plain(&self) -> String {
        let lines: Vec<String> = self
            .items
            .iter()
            .map(|item| match item {
                Item::Title { left, right } => format!("{left}   {right}").trim_end().to_owned(),
                Item::Heading(text) | Item::Text { text, .. } => text.clone(),
                Item::Field { depth, label, value, .. } => format!("{}{label}: {value}", "  ".repeat(*depth)),
                Item::Gap => String::new(),
            })
            .collect();
        lines.join("\n")
    }
}
