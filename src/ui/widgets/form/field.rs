//! A field of a form as data: what it takes, the value it began with, what is staged, and what is said about it.

use std::borrow::Cow;

use super::super::input::Input;
use super::kind::{Kind, meant, no_choice};
use crate::store::Value;

/// Text for a value that was not read.
pub const NOT_KNOWN: &str = "not known";
/// Fewest and most rows of a text of several lines while it is filled in.
const WRITTEN: (usize, usize) = (4, 12);

/// A text known when the program was built, or one the service told.
pub type Words = Cow<'static, str>;

/// A condition on a text.
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
    /// A value of its own.
    Value,
    /// No value of its own: the one of a level above is in force.
    Inherits,
    /// The things it is about have different values.
    Differs,
    /// A value that was not read.
    Unknown,
}

/// Content of a field, to be put back.
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

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub id: Words,
    pub label: Words,
    /// Line below the focused field.
    pub help: Words,
    /// Dim behind the value: where it comes from.
    pub aside: Words,
    pub kind: Kind,
    pub required: bool,
    /// Condition on the text, with a sentence if it is not met.
    pub rule: Option<Rule>,
    /// Why it cannot be changed.
    pub locked: Option<Words>,
    /// A value as the service writes it, where it is not known from one that is there: numbers may be texts.
    pub like: Option<Value>,
    /// Shown in place of a value that was not read.
    pub(super) unread: Words,
    /// Shown in place of a value where none is set and nothing is inherited.
    pub nothing: Words,
    /// Hidden, and passed over by the cursor.
    pub hidden: bool,
    /// Value in force while it inherits; `None` if it cannot.
    pub(super) inherits: Option<Value>,
    /// Null means that there is nothing; no level above has a value.
    pub(super) clears: bool,
    pub(super) input: Input,
    /// The text of several lines.
    pub(super) long: String,
    pub(super) choice: usize,
    pub(super) holds: Holds,
    pub(super) error: Option<String>,
    /// The value it began with; `None` where there was none at all, or several.
    pub(super) started: Option<Value>,
    pub(super) original: Draft,
}

impl Field {
    /// A field holding `value` (`yes`/`no` for a switch, the word itself for a choice).
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

    /// A field over a value of the service; `None` where the answer does not carry it.
    pub fn of(id: impl Into<Words>, label: impl Into<Words>, kind: Kind, started: Option<Value>) -> Self {
        let mut field = Self::new(id, label, kind, "");
        field.restart(started);
        field
    }

    /// The field with a line of help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Words>) -> Self {
        self.help = help.into();
        self
    }

    /// Null is a value of it: this is in force then.
    pub fn inherit(&mut self, in_force: Value) {
        self.inherits = Some(in_force);
    }

    /// Null is a value of it and means that there is nothing.
    #[must_use]
    pub fn clearing(self) -> Self {
        Self { inherits: Some(Value::Null), clears: true, ..self }
    }

    /// True when it can inherit.
    pub fn can_inherit(&self) -> bool {
        self.inherits.is_some()
    }

    /// Words for the value in force while it inherits.
    pub fn inherited_words(&self) -> String {
        self.inherits.as_ref().map_or_else(String::new, |value| self.shown(&self.text_of(value)))
    }

    /// True when the things it is about have different values.
    pub fn is_mixed(&self) -> bool {
        self.original.holds == Holds::Differs
    }

    /// True when it began without a value that was read.
    pub fn was_unread(&self) -> bool {
        self.original.holds == Holds::Unknown
    }

    /// Says what stands in place of a value that was not read.
    pub fn set_unread(&mut self, words: impl Into<Words>) {
        self.unread = words.into();
    }

    /// Begins anew with a value of the service, `None` where it was not read; what was staged is forgotten.
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

    /// Begins anew over things with different values.
    pub fn differs(&mut self) {
        self.restart(None);
        self.holds = Holds::Differs;
        self.original = self.draft();
    }

    /// Takes another kind with the value it began with: the same value is held in another way then.
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

    /// The value was changed elsewhere, and the user has seen to what: what is staged is a change of that.
    pub fn rebase(&mut self, started: Option<Value>) {
        let (staged, error) = (self.staged(), self.error.take());
        self.restart(started);
        if let Some(staged) = staged {
            self.stage(&staged);
        }
        self.error = error;
    }

    /// Stages a value as if it had been typed.
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

    /// Stages a text as it is typed on the `:` line.
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

    /// The value it began with.
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

    /// Content as [`Field::new`] takes it.
    pub fn value(&self) -> String {
        match &self.kind {
            Kind::Bool => yes_no(self.choice == 1).to_owned(),
            Kind::Choice(words) => words.get(self.choice).cloned().unwrap_or_default(),
            Kind::Long | Kind::Json | Kind::Shown | Kind::Choices(_) => self.long.clone(),
            _ => self.input.value().trim().to_owned(),
        }
    }

    /// Content to be put back with [`Field::put_back`].
    pub(super) fn draft(&self) -> Draft {
        let text = if self.holds == Holds::Value { self.value() } else { String::new() };
        Draft { holds: self.holds, text }
    }

    pub(super) fn put_back(&mut self, draft: &Draft) {
        (self.holds, self.error) = (draft.holds, None);
        self.put(&draft.text);
    }

    /// True when it differs from what it began with.
    pub fn changed(&self) -> bool {
        self.draft() != self.original
    }

    /// Message below it: a mistake, or the service's words.
    pub fn message(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// True where letters are text.
    pub fn is_typed(&self) -> bool {
        !matches!(self.kind, Kind::Bool | Kind::Choice(_) | Kind::Choices(_) | Kind::Shown)
    }

    /// True where a new value takes the place of the one there: numbers, amounts, and texts that keep to a rule.
    pub(super) fn is_replaced(&self) -> bool {
        matches!(self.kind, Kind::Number { .. } | Kind::Decimal | Kind::Money(_)) || self.rule.is_some()
    }

    /// True where the text has several lines.
    pub fn is_written(&self) -> bool {
        matches!(self.kind, Kind::Long | Kind::Json)
    }

    pub(super) fn turns(&self) -> bool {
        matches!(self.kind, Kind::Bool | Kind::Choice(_))
    }

    /// True where it has several lines, or may have them.
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

    /// Rows it takes while it is filled in.
    pub(super) fn rows(&self) -> u16 {
        if self.is_written() { self.input.lines().saturating_add(1).clamp(WRITTEN.0, WRITTEN.1) as u16 } else { 1 }
    }

    pub(super) fn revert(&mut self) {
        let original = self.original.clone();
        self.put_back(&original);
    }
}
