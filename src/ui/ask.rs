//! Popups that a command opens: a question, a menu, a page of text. Plain data, shown by the shell.

use super::widgets::page::Part;
use super::{Effect, Role, World, text};
use crate::store::guard::{self, Inspection};
use crate::store::subject::CURRENCY;
use crate::store::writes::intent::{Asks, Caution, Edit, SettingEdit};
use crate::store::{Conflict, FieldName, Intent, Item, Moved, Store, Subject, Value};

/// Way in which an act is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Changes nothing at the service.
    None,
    /// Done without a question; undo takes it back.
    Undo,
    /// Confirmed by count: a question with default No for 1 to 99 things (2 to 99 if there is an undo), the count typed
    /// from 100.
    Ask,
    /// Confirmed by typing the name, because it is permanent.
    Permanent,
}

/// Question before an act. Its targets are fixed as ids in `effects_on_yes` and do not change while it
/// is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirm {
    /// Act with its number: `Hide 12 inquiries`.
    pub title: String,
    /// Verb of the key line: `hide them`.
    pub action: String,
    /// Thing the question is about, shown in full at the top; empty where `samples` name it.
    pub subject: String,
    /// Sentences to see first, in the colour of warnings.
    pub warnings: Vec<String>,
    /// Number of things it affects.
    pub count: usize,
    /// When that number must be typed.
    pub typed: Typed,
    /// Names of the first things; domains in both spellings.
    pub samples: Vec<String>,
    /// Lines about the changes: `Website: “a” → “b”`.
    pub changes: Vec<String>,
    /// Sentence about its effect.
    pub consequence: String,
    /// Sentence on how to undo it; `None` says that it cannot be undone.
    pub way_back: Option<String>,
    /// Way of confirming. [`Level::Permanent`] asks for `name`, every other level goes by the count.
    pub level: Level,
    /// Text to type if the act is permanent.
    pub name: Option<String>,
    pub effects_on_yes: Vec<Effect>,
    /// Second yes with a key of its own, which does more than the first; never together with typed text.
    pub more: Option<More>,
}

/// Second yes of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct More {
    pub key: char,
    /// Verb of the key line: `ignore and hide them`.
    pub action: String,
    pub effects: Vec<Effect>,
}

impl Confirm {
    /// Number of things from which the count must be typed.
    pub const TYPED_FROM: usize = guard::MANY;

    /// Question about one thing that needs only `y`; set other fields with struct update syntax.
    pub fn new(title: impl Into<String>, action: impl Into<String>, effects_on_yes: Vec<Effect>) -> Self {
        Self {
            title: title.into(),
            action: action.into(),
            subject: String::new(),
            warnings: Vec::new(),
            count: 1,
            typed: Typed::Many,
            samples: Vec::new(),
            changes: Vec::new(),
            consequence: String::new(),
            way_back: None,
            level: Level::Ask,
            name: None,
            effects_on_yes,
            more: None,
        }
    }

    /// Question before a write, in the words of the table of writes; `samples` are the first names. Change single
    /// fields with struct update syntax. `None` if the write needs no question.
    pub fn of(intent: &Intent, samples: Vec<String>) -> Option<Self> {
        let rule = intent.rule();
        let several = intent.size() > 1;
        let asks = match rule.caution {
            Caution::AtOnce => false,
            Caution::AskForSeveral => several,
            Caution::Ask => true,
        };
        let of_several = if several { rule.of_several } else { "" };
        let Asks { warnings, typed } = intent.asks();
        asks.then(|| Self {
            count: intent.size(),
            samples,
            warnings,
            consequence: [rule.consequence, of_several].join(" ").trim_end().to_owned(),
            way_back: (!rule.way_back.is_empty()).then(|| rule.way_back.to_owned()),
            level: if typed.is_some() { Level::Permanent } else { Level::Ask },
            name: typed,
            ..Self::new(intent.asked(), intent.action(), vec![Effect::Write(intent.clone())])
        })
    }

    /// Question with the findings of an inspection of its changes. If there are concerns, or the act affects many
    /// things, the number must be typed.
    #[must_use]
    pub fn looked_at(mut self, changes: &Inspection, store: &Store) -> Self {
        self.count = changes.reach();
        self.typed = if changes.concerns.is_empty() { Typed::Many } else { Typed::Always };
        self.warnings.extend(changes.warnings(store));
        self.warnings.extend(changes.unseen(store));
        if changes.is_of_several() {
            if self.typed.asks(self.count) {
                self.warnings.extend(changes.money());
            } else {
                self.changes.splice(0..0, changes.prices());
            }
        }
        self
    }

    /// Question after values were changed elsewhere since the user saw them, one for the whole write: yours,
    /// what you saw, what it is now. A yes sends yours over the present values.
    pub fn of_conflict(conflict: &Conflict, store: &Store) -> Self {
        const SAVED: &str = "Not saved: changed since you saw it. Yours would replace what is there now.";
        let count = conflict.moved.len();
        let is_file = conflict.over.is_upload();
        let of_form = |moved: &Moved| matches!(moved.item.subject, Subject::Profile | Subject::Portfolio);
        let leaves = match conflict.staged {
            true => "esc leaves what is there; yours stay under review.",
            false if is_file => "esc leaves what is there; nothing of the file is imported.",
            false if conflict.moved.iter().all(of_form) => "esc keeps what is there; your text stays in the form.",
            false => "esc leaves what is there.",
        };
        let over = conflict.over.clone();
        let write = if conflict.staged { Effect::WriteStaged(over.into()) } else { Effect::Write(over) };
        let title = if count == 1 {
            "Changed meanwhile".to_owned()
        } else {
            format!("{} values changed meanwhile", text::grouped(count as u64))
        };
        let (action, consequence) = match (is_file, count) {
            (true, _) => (
                "import it all the same",
                "Not imported: changed since you saw it. The file would replace what is there now.",
            ),
            (false, 1) => ("save yours", SAVED),
            (false, _) => ("save all of yours", SAVED),
        };
        let edit = |moved: &Moved| {
            let (field, before) = (moved.item.field.clone()?, Some(moved.now.clone()));
            let edit = Edit { field, before, after: moved.yours.clone() };
            Some(SettingEdit { subject: moved.item.subject.clone(), edit })
        };
        let edits: Vec<SettingEdit> = conflict.moved.iter().filter_map(edit).collect();
        let entry = store.journal().get(conflict.entry);
        let set_with = |item: &Item| {
            let currency = Item::field(item.subject.clone(), FieldName::fixed(CURRENCY));
            Some(entry?.target(&currency)?.after.clone())
        };
        let asked = Self {
            count,
            changes: Self::moved_rows(&conflict.moved, &set_with, store),
            consequence: consequence.to_owned(),
            way_back: Some(leaves.to_owned()),
            ..Self::new(title, action, vec![write])
        };
        asked.looked_at(&Inspection::of(&edits, store), store)
    }

    /// Lines for the first values that were changed elsewhere: yours, what you saw, what it is now. Yours is in the
    /// currency that is set together with it, if one is.
    pub fn moved_rows(moved: &[Moved], set_with: &impl Fn(&Item) -> Option<Value>, store: &Store) -> Vec<String> {
        const NAMED: usize = 8;
        let row = |moved: &Moved| {
            let words = |value: &Value| store.said(&moved.item, Some(value));
            let seen = moved.seen.as_ref().map_or_else(|| "not known".to_owned(), words);
            let yours = store.said_with(set_with(&moved.item).as_ref(), &moved.item, Some(&moved.yours));
            format!("{}: yours {yours} · you saw {seen} · now {}", moved.label, words(&moved.now))
        };
        let more = moved.len().saturating_sub(NAMED) as u64;
        let more = (more > 0).then(|| format!("and {}", text::counted(more, "more value", "more values")));
        moved.iter().take(NAMED).map(row).chain(more).collect()
    }

    /// Question before a write on something whose last write has an unknown outcome. A word must be typed (rule 6).
    pub fn over(intent: &Intent, why: &str) -> Self {
        let rule = intent.rule();
        Self {
            count: intent.size(),
            consequence: format!("{why} If you continue, that stays unknown."),
            way_back: (!rule.way_back.is_empty()).then(|| rule.way_back.to_owned()),
            level: Level::Permanent,
            name: Some("anyway".to_owned()),
            ..Self::new(intent.asked(), intent.action(), vec![Effect::WriteOver(intent.clone())])
        }
    }

    /// Text that must be typed, if any.
    pub fn must_type(&self) -> Option<String> {
        match (&self.name, self.level) {
            (Some(name), Level::Permanent) => Some(name.clone()),
            _ => self.typed.asks(self.count).then(|| self.count.to_string()),
        }
    }
}

/// Condition for typing the number of things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Typed {
    /// From [`Confirm::TYPED_FROM`] things on.
    #[default]
    Many,
    /// Never: the number is only shown, because nothing is taken away.
    Never,
    /// Always, even for one thing.
    Always,
}

impl Typed {
    fn asks(self, count: usize) -> bool {
        match self {
            Self::Many => count >= Confirm::TYPED_FROM,
            Self::Never => false,
            Self::Always => true,
        }
    }
}

/// Menu to pick from: sort, columns, copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    pub title: String,
    pub items: Vec<MenuItem>,
    /// True if enter switches an item and the menu stays open, as for columns.
    pub keep_open: bool,
}

/// Item of a [`Menu`].
#[derive(Clone, Debug, PartialEq)]
pub struct MenuItem {
    pub label: String,
    /// Dim text at the right: a value, a key.
    pub hint: String,
    /// State of a switch; `None` for an item that is not a switch.
    pub on: Option<bool>,
    /// Key that picks the item at once; not one that moves the cursor.
    pub key: Option<char>,
    pub effects: Vec<Effect>,
}

impl MenuItem {
    /// Item without a key that is not a switch.
    pub fn new(label: impl Into<String>, hint: impl Into<String>, effects: Vec<Effect>) -> Self {
        Self { label: label.into(), hint: hint.into(), on: None, key: None, effects }
    }

    /// The same item with a key that picks it.
    pub fn key(self, key: char) -> Self {
        Self { key: Some(key), ..self }
    }
}

/// Page of text over the screen: about, keys, the log of acts.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub title: String,
    /// Lines with their roles; long ones are wrapped. A tab character separates a label from its value.
    pub lines: Vec<(Role, String)>,
}

impl Sheet {
    /// Lines as parts of a page. Further lines of a value are aligned with its first line.
    pub fn parts(self) -> Vec<Part> {
        let part = |(tone, words): (Role, String)| match words.split_once('\t') {
            Some((label, value)) => {
                Part::Field { label: label.trim_end().to_owned().into(), value: value.to_owned(), tone }
            }
            None => Part::Text(tone, words),
        };
        self.lines.into_iter().map(part).collect()
    }
}

/// Copy menu while redaction is on: it names the fields without showing them, and copies the original text.
pub fn veiled(mut menu: Menu, world: &World<'_>) -> Menu {
    if world.store.session().redact {
        menu.items.iter_mut().for_each(|item| item.hint.clear());
    }
    menu
}

/// Most cells of a value in a copy menu: enough to recognise it, as a link may be hundreds long.
const COPY_HINT: usize = 44;

/// Copy menu of `(label, cleaned text)`; empty texts are left out.
pub fn copy_menu(title: impl Into<String>, items: Vec<(&'static str, String)>) -> Menu {
    let hint = |text: &str| match text.trim_end().lines().count() {
        0 | 1 => text::fit(text, COPY_HINT, false).into_owned(),
        lines => format!("{lines} lines"),
    };
    Menu {
        title: title.into(),
        items: items
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(what, text)| MenuItem::new(what, hint(&text), vec![Effect::Copy { what, text }]))
            .collect(),
        keep_open: false,
    }
}
