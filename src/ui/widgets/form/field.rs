//! A field of a form as data: what it takes, the value it began with, what is staged, and what is said about it.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::super::{Look, Role, text};
use super::super::input::Input;
use crate::store::Value;

/// A text known when the program was built, or one the service told.
pub type Words = Cow<'static, str>;

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Shown as dots.
    Secret,
    /// Several lines, written in the user's editor.
    Long,
    /// A whole number within these bounds.
    Number {
        min: i64,
        max: i64,
    },
    /// An amount without a currency.
    Money,
    Bool,
    /// Yes, no, or inherited.
    Tri,
    /// One of these.
    Choice(Vec<String>),
    /// Words between commas.
    List,
    /// Numbers of images between commas.
    Images,
    /// Anything else, written in the user's editor.
    Json,
    /// Only shown.
    Shown,
}

/// What a text must keep to.
///
/// # Errors
/// A sentence where it does not.
pub type Rule = fn(&str) -> Result<(), String>;

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub id: Words,
    pub label: Words,
    /// One line below the focused field.
    pub help: Words,
    pub kind: Kind,
    pub required: bool,
    /// What a text must keep to, as a sentence where it does not.
    pub rule: Option<Rule>,
    pub(super) input: Input,
    /// What was written in the editor.
    long: String,
    choice: usize,
    pub(super) error: Option<String>,
    /// The value it began with; `None` where there was none at all.
    started: Option<Value>,
    original: String,
}

const INHERIT: &str = "inherit";

impl Field {
    /// A field holding `value` (`yes`/`no` for a switch, the word itself for a choice).
    pub fn new(id: impl Into<Words>, label: impl Into<Words>, kind: Kind, value: &str) -> Self {
        let input = if kind == Kind::Secret { Input::secret() } else { Input::default() };
        let mut field = Self {
            id: id.into(),
            label: label.into(),
            help: Cow::Borrowed(""),
            kind,
            required: false,
            rule: None,
            input,
            long: String::new(),
            choice: 0,
            error: None,
            started: None,
            original: String::new(),
        };
        field.put(value);
        field.original = field.value();
        field
    }

    /// A field over a value of the service; `None` where the answer does not carry it.
    pub fn of(id: impl Into<Words>, label: impl Into<Words>, kind: Kind, started: Option<Value>) -> Self {
        let mut field = Self::new(id, label, kind, "");
        field.restart(started);
        field
    }

    /// The same with a line of help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Words>) -> Self {
        self.help = help.into();
        self
    }

    /// Begins anew with a value of the service; what was staged is forgotten.
    pub fn restart(&mut self, started: Option<Value>) {
        let shown = started.as_ref().map_or_else(String::new, |value| self.text_of(value));
        if let Kind::Choice(words) = &mut self.kind
            && !words.contains(&shown)
        {
            // What is in force can always be chosen again, whether or not it is known here.
            words.insert(0, shown.clone());
        }
        self.put(&shown);
        self.original = self.value();
        (self.started, self.error) = (started, None);
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
        let shown = self.text_of(value);
        self.put(&shown);
        self.error = None;
    }

    /// The value it began with.
    pub fn started(&self) -> Option<&Value> {
        self.started.as_ref()
    }

    /// The value that is staged; `None` while it is as it began.
    pub fn staged(&self) -> Option<Value> {
        if !self.changed() {
            return None;
        }
        let text = self.value();
        let list = |of: fn(&str) -> serde_json::Value| {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            Value::from(serde_json::Value::Array(words.map(of).collect()))
        };
        let number = |text: &str| {
            text.parse::<serde_json::Number>().map_or(Value::Null, |n| Value::from(serde_json::Value::Number(n)))
        };
        Some(match self.kind {
            Kind::Tri if text == INHERIT => Value::Null,
            Kind::Bool | Kind::Tri => Value::Bool(text == "yes"),
            Kind::Number { .. } | Kind::Money => number(&text.replace(['_', ','], "")),
            Kind::List if !text.is_empty() => list(|word| word.into()),
            Kind::Images if !text.is_empty() => list(|word| word.parse::<i64>().map_or(word.into(), Into::into)),
            Kind::Json if !text.is_empty() => serde_json::from_str(&text).unwrap_or(Value::Null),
            Kind::List | Kind::Images | Kind::Json => Value::Null,
            // Nothing stays nothing; a text that was there is emptied.
            _ => Value::text(text),
        })
    }

    fn text_of(&self, value: &Value) -> String {
        match (&self.kind, value) {
            (Kind::Tri, Value::Null) => INHERIT.to_owned(),
            (_, Value::Null) => String::new(),
            (_, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
            (_, Value::Text(text)) => text.to_string(),
            (_, Value::Whole(number)) => number.to_string(),
            (_, Value::Number(number)) => number.to_string(),
            (Kind::List | Kind::Images, Value::Json(json)) => {
                let word = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                json.as_array().into_iter().flatten().map(word).collect::<Vec<_>>().join(", ")
            }
            (_, Value::Json(json)) => serde_json::to_string_pretty(json).unwrap_or_default(),
        }
    }

    fn put(&mut self, value: &str) {
        match &self.kind {
            Kind::Bool => self.choice = usize::from(value == "yes"),
            Kind::Tri => self.choice = ["", "no", "yes"].iter().position(|word| *word == value).unwrap_or(0),
            Kind::Choice(words) => self.choice = words.iter().position(|word| word == value).unwrap_or(0),
            Kind::Long | Kind::Json | Kind::Shown => value.clone_into(&mut self.long),
            _ => self.input.set(value),
        }
    }

    /// What it holds, as [`Field::new`] takes it.
    pub fn value(&self) -> String {
        match &self.kind {
            Kind::Bool => if self.choice == 1 { "yes" } else { "no" }.to_owned(),
            Kind::Tri => [INHERIT, "no", "yes"][self.choice.min(2)].to_owned(),
            Kind::Choice(words) => words.get(self.choice).cloned().unwrap_or_default(),
            Kind::Long | Kind::Json | Kind::Shown => self.long.clone(),
            _ => self.input.value().trim().to_owned(),
        }
    }

    /// True when it differs from what it began with.
    pub fn changed(&self) -> bool {
        self.value() != self.original
    }

    /// What is said about it: a mistake, or the service's words.
    pub fn message(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// True where letters are text.
    pub fn is_typed(&self) -> bool {
        !matches!(self.kind, Kind::Long | Kind::Bool | Kind::Tri | Kind::Choice(_) | Kind::Json | Kind::Shown)
    }

    /// True where it is written in the user's editor.
    pub fn is_written(&self) -> bool {
        matches!(self.kind, Kind::Long | Kind::Json)
    }

    pub(super) fn turns(&self) -> bool {
        matches!(self.kind, Kind::Bool | Kind::Tri | Kind::Choice(_))
    }

    pub(super) fn write(&mut self, text: &str) {
        text.trim_end_matches('\n').clone_into(&mut self.long);
        self.error = None;
    }

    pub(super) fn revert(&mut self) {
        let original = std::mem::take(&mut self.original);
        self.put(if self.kind == Kind::Tri && original == INHERIT { "" } else { &original });
        (self.original, self.error) = (original, None);
    }

    pub(super) fn turn(&mut self, by: isize) {
        let many = match &self.kind {
            Kind::Bool => 2,
            Kind::Tri => 3,
            Kind::Choice(words) => words.len().max(1),
            _ => return,
        };
        self.choice = (self.choice as isize + by).rem_euclid(many as isize) as usize;
        self.error = None;
    }

    pub(super) fn check(&mut self) -> bool {
        let value = self.value();
        self.error = match &self.kind {
            _ if value.is_empty() && self.required => Some("Required.".to_owned()),
            _ if value.is_empty() => None,
            Kind::Number { min, max } => match value.replace(['_', ','], "").parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => None,
                Ok(_) => Some(format!("Between {min} and {max}.")),
                Err(_) => Some(format!("“{value}” is not a whole number.")),
            },
            Kind::Money => match value.replace(['_', ','], "").parse::<f64>() {
                Ok(amount) if amount.is_finite() && amount >= 0.0 => None,
                _ => Some(format!("“{value}” is not a plain number such as 1250 or 99.50.")),
            },
            Kind::Images => {
                let wrong = value.split(',').map(str::trim).find(|word| word.parse::<i64>().is_err());
                wrong.map(|word| format!("“{word}” is not the number of an image."))
            }
            Kind::Json => {
                serde_json::from_str::<serde_json::Value>(&value).err().map(|why| format!("Not JSON: {why}."))
            }
            _ => self.rule.and_then(|rule| rule(&value).err()),
        };
        self.error.is_none()
    }

    /// Its value in one line. `open`: the focused field of a form that is filled in; `stages`: a change waits to be saved.
    pub(super) fn render(&self, open: bool, stages: bool, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let role = match (&self.kind, self.changed()) {
            (Kind::Shown, _) => Role::Dim,
            (_, true) if stages => Role::Staged,
            _ => Role::Text,
        };
        if self.is_typed() && (open || self.kind == Kind::Secret) {
            return self.input.render(open, role, look, area, buf);
        }
        let value = self.value();
        let mut lines = value.lines();
        let first = crate::base::clean_line(lines.next().unwrap_or_default()).into_owned();
        let words = match lines.count() {
            _ if open && self.turns() && look.ascii => format!("< {first} >"),
            _ if open && self.turns() => format!("‹ {first} ›"),
            0 => first,
            more => format!("{first} · {} lines", more + 1),
        };
        text::put_fit(buf, area.x, area.y, area.width, &words, look.style(role), look.ascii);
    }
}
