//! A field of a form as data: its kind, the value it started with, what is staged, and its texts.

use std::borrow::Cow;

use super::super::input::Input;
use super::kind::{Kind, meant, no_choice};
use crate::store::Value;

/// Text for a value that was not read.
pub const NOT_KNOWN: &str = "not known";
/// Fewest and most rows of a text of several lines while it is edited.
const WRITTEN: (usize, usize) = (4, 12);

/// Text known when the program is built, or sent by the service.
pub type Words = Cow<'static, str>;

/// Condition on a text.
///
/// # Errors
/// A sentence when the text does not meet it.
pub type Rule = fn(&str) -> Result<(), String>;

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Value of its own.
    Value,
    /// No value of its own: it inherits that of the level above.
    Inherits,
    /// Different values in the several things that the form is about.
    Differs,
    /// Value that was not read.
    Unknown,
}

/// Content of a field, kept to be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    holds: Holds,
    pub(super) text: String,
}

impl Draft {
    pub(super) fn holds(&self) -> Holds {
        self.holds
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub id: Words,
    pub label: Words,
    /// Help line below the focused field.
    pub help: Words,
    /// Dim text after the value: where it comes from.
    pub aside: Words,
    pub kind: Kind,
    pub required: bool,
    /// Condition on the text, with a sentence if it is not met.
    pub rule: Option<Rule>,
    /// Reason why it cannot be changed.
    pub locked: Option<Words>,
    /// Example of how the service writes its value, if no known value shows that: numbers may be texts.
    pub like: Option<Value>,
    /// Text in place of a value that was not read.
    pub(super) unread: Words,
    /// Text if no value is set and none is inherited.
    pub nothing: Words,
    /// True for a hidden field, which the cursor skips.
    pub hidden: bool,
    /// Value in force while it inherits; `None` if it cannot inherit.
    pub(super) inherits: Option<Value>,
    /// True if null means that there is no value, because no level above has one.
    pub(super) clears: bool,
    pub(super) input: Input,
    /// Text of several lines.
    pub(super) long: String,
    pub(super) choice: usize,
    pub(super) holds: Holds,
    pub(super) error: Option<String>,
    /// Value it started with; `None` if there was none, or several.
    pub(super) started: Option<Value>,
    pub(super) original: Draft,
}

impl Field {
    /// Field with `value` (`yes`/`no` for a switch, the word itself for a choice).
    pub fn new(id: impl Into<Words>, label: impl Into<Words>, kind: Kind, value: &str) -> Self {
        let input = if kind == Kind::Secret { Input::secret() } else { Input::default() };
        let mut field = Self {
            id: id.into(),
            label: label.into(),
            help: Cow::Borrowed(""),
            aside: Cow::Borrowed(""),
            kind,
            required: false,
            rule: None,
            locked: None,
            like: None,
            unread: Cow::Borrowed(NOT_KNOWN),
            nothing: Cow::Borrowed("inherit"),
            hidden: false,
            inherits: None,
            clears: false,
            input,
            long: String::new(),
            choice: 0,
            holds: Holds::Value,
            error: None,
            started: None,
            original: Draft { holds: Holds::Value, text: String::new() },
        };
        field.put(value);
        field.original = field.draft();
        field
    }

    /// Field with a value of the service; `None` if the answer does not have it.
    pub fn of(id: impl Into<Words>, label: impl Into<Words>, kind: Kind, started: Option<Value>) -> Self {
        let mut field = Self::new(id, label, kind, "");
        field.restart(started);
        field
    }

    /// The same field with a help line.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Words>) -> Self {
        self.help = help.into();
        self
    }

    /// Lets the field inherit: null then means the value `in_force` of the level above.
    pub fn inherit(&mut self, in_force: Value) {
        self.inherits = Some(in_force);
    }

    /// The same field, for which null means no value.
    #[must_use]
    pub fn clearing(self) -> Self {
        Self { inherits: Some(Value::Null), clears: true, ..self }
    }

    /// True when it can inherit.
    pub fn can_inherit(&self) -> bool {
        self.inherits.is_some()
    }

    /// Words for the inherited value.
    pub fn inherited_words(&self) -> String {
        self.inherits.as_ref().map_or_else(String::new, |value| self.shown(&self.text_of(value)))
    }

    /// True when the things it is about had different values.
    pub fn is_mixed(&self) -> bool {
        self.original.holds == Holds::Differs
    }

    /// True when it started without a value that was read.
    pub fn was_unread(&self) -> bool {
        self.original.holds == Holds::Unknown
    }

    /// Sets the text in place of a value that was not read.
    pub fn set_unread(&mut self, words: impl Into<Words>) {
        self.unread = words.into();
    }

    /// Starts again with a value of the service (`None`: not read), dropping what was staged.
    pub fn restart(&mut self, started: Option<Value>) {
        self.holds = match &started {
            Some(Value::Null) if self.can_inherit() => Holds::Inherits,
            Some(_) => Holds::Value,
            None => Holds::Unknown,
        };
        let shown = started.as_ref().map_or_else(String::new, |value| self.text_of(value));
        self.offer(&shown);
        self.put(&shown);
        self.original = self.draft();
        (self.started, self.error) = (started, None);
    }

    /// Starts again for things with different values.
    pub fn differs(&mut self) {
        self.restart(None);
        self.holds = Holds::Differs;
        self.original = self.draft();
    }

    /// Changes the kind. The value it started with is kept in the form of the new kind.
    pub(super) fn retype(&mut self, kind: Kind) {
        let (mixed, started, error) = (self.is_mixed(), self.started.take(), self.error.take());
        self.kind = kind;
        if mixed {
            self.differs();
        } else {
            self.restart(started);
        }
        self.error = error;
    }

    /// Takes a value that was changed elsewhere, as the user has seen. What is staged becomes a change of that value.
    pub fn rebase(&mut self, started: Option<Value>) {
        let (staged, error) = (self.staged(), self.error.take());
        self.restart(started);
        if let Some(staged) = staged {
            self.stage(&staged);
        }
        self.error = error;
    }

    /// Stages a value as if it was typed.
    pub fn stage(&mut self, value: &Value) {
        self.error = None;
        if *value == Value::Null && self.can_inherit() {
            self.holds = Holds::Inherits;
            return;
        }
        self.holds = Holds::Value;
        let shown = self.text_of(value);
        self.put(&shown);
    }

    /// Stages a text as typed on the `:` line.
    pub fn type_in(&mut self, text: &str) {
        if matches!(self.kind, Kind::Choices(_)) {
            return self.type_choices(text);
        }
        let yes_or_no = crate::base::switch(text);
        let kind = self.kind.clone();
        let text = match (&kind, yes_or_no) {
            (Kind::Bool, Some(yes)) => yes_no(yes),
            (Kind::Choice(words), _) => meant(words, text),
            _ => text,
        };
        if self.kind == Kind::Any {
            self.holds = Holds::Value;
            self.put(text);
        } else {
            self.stage(&Value::text(text));
        }
        if let Kind::Choice(words) = &self.kind
            && !words.iter().any(|word| word == text)
        {
            self.error = Some(no_choice(words, text));
            self.put_original();
        } else if self.kind == Kind::Bool && yes_or_no.is_none() {
            self.error = Some(format!("“{text}” is neither yes nor no."));
            self.put_original();
        } else {
            self.check();
        }
    }

    fn put_original(&mut self) {
        let (original, error) = (self.original.clone(), self.error.take());
        self.put_back(&original);
        self.error = error;
    }

    /// Value it started with.
    pub fn started(&self) -> Option<&Value> {
        self.started.as_ref()
    }

    pub(super) fn put(&mut self, value: &str) {
        match &self.kind {
            Kind::Bool => self.choice = usize::from(value == "yes"),
            Kind::Choice(words) => self.choice = words.iter().position(|word| word == value).unwrap_or(0),
            Kind::Long | Kind::Json | Kind::Shown | Kind::Choices(_) => value.clone_into(&mut self.long),
            _ => self.input.set(value),
        }
    }

    /// Content in the form that [`Field::new`] takes.
    pub fn value(&self) -> String {
        match &self.kind {
            Kind::Bool => yes_no(self.choice == 1).to_owned(),
            Kind::Choice(words) => words.get(self.choice).cloned().unwrap_or_default(),
            Kind::Long | Kind::Json | Kind::Shown | Kind::Choices(_) => self.long.clone(),
            _ => self.input.value().trim().to_owned(),
        }
    }

    /// Content to be restored with [`Field::put_back`].
    pub(super) fn draft(&self) -> Draft {
        let text = if self.holds == Holds::Value { self.value() } else { String::new() };
        Draft { holds: self.holds, text }
    }

    pub(super) fn put_back(&mut self, draft: &Draft) {
        (self.holds, self.error) = (draft.holds, None);
        self.put(&draft.text);
    }

    /// True when its content differs from what it started with.
    pub fn changed(&self) -> bool {
        self.draft() != self.original
    }

    /// Message below it: a mistake, or the service's words.
    pub fn message(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// True when letters are text in it.
    pub fn is_typed(&self) -> bool {
        !matches!(self.kind, Kind::Bool | Kind::Choice(_) | Kind::Choices(_) | Kind::Shown)
    }

    /// True when typing replaces the present value: for numbers, amounts, and texts with a rule.
    pub(super) fn is_replaced(&self) -> bool {
        matches!(self.kind, Kind::Number { .. } | Kind::Decimal | Kind::Money(_)) || self.rule.is_some()
    }

    /// True when the text has several lines.
    pub fn is_written(&self) -> bool {
        matches!(self.kind, Kind::Long | Kind::Json)
    }

    pub(super) fn turns(&self) -> bool {
        matches!(self.kind, Kind::Bool | Kind::Choice(_))
    }

    /// True when it has or may have several lines.
    pub(super) fn may_be_written(&self) -> bool {
        self.is_written() || matches!(self.kind, Kind::Text | Kind::Any)
    }

    pub(super) fn write(&mut self, text: &str) {
        let text = text.trim_end_matches('\n');
        if !self.is_written() && text.contains('\n') {
            self.kind = Kind::Long;
        }
        self.put(text);
        (self.holds, self.error) = (Holds::Value, None);
    }

    /// Rows it takes while it is edited.
    pub(super) fn rows(&self) -> u16 {
        if self.is_written() { self.input.lines().saturating_add(1).clamp(WRITTEN.0, WRITTEN.1) as u16 } else { 1 }
    }

    pub(super) fn revert(&mut self) {
        let original = self.original.clone();
        self.put_back(&original);
    }
}
