//! Layers over a screen. The one on top takes every key; esc closes one at a time.

use super::super::keymap::Key;
use super::super::widgets::page::{PageView, Part};
use super::super::widgets::picker::{Item, Picker};
use super::super::{Confirm, Effect, Facts, Menu, Sheet};
use super::dialog::Dialog;
use super::line::Line;

/// Number of items above which a menu is searched by typing at once; a shorter one is searched after `/`.
const LONG: usize = 20;

pub(super) enum Layer {
    Dialog(Box<Dialog>),
    Pick(Box<Pick>),
    Line(Box<Line>),
    Text(Box<TextLayer>),
}

/// Help, palette or menu: a picker, and what each of its items does.
pub(super) struct Pick {
    pub name: &'static str,
    pub title: String,
    pub picker: Picker,
    pub effects: Vec<Vec<Effect>>,
    pub keep_open: bool,
}

/// Page of text.
pub(super) struct TextLayer {
    pub title: String,
    pub content: Content,
    pub view: PageView,
}

/// Source of a layer's text.
pub(super) enum Content {
    Fixed(Vec<Part>),
    /// Request log of the runtime, as it grows.
    Requests,
    /// Log of acts, from the journal.
    Done,
    /// Page of `:doctor`: these facts first; the token's abilities follow as the store learns them.
    Doctor(Vec<Part>),
}

impl Layer {
    pub fn dialog(confirm: Confirm, held: Option<(Key, u64)>) -> Self {
        Self::Dialog(Box::new(Dialog::new(confirm, held)))
    }

    pub fn menu(menu: Menu) -> Self {
        let (items, effects): (Vec<Item>, _) = menu
            .items
            .into_iter()
            .map(|item| {
                let lead = item.key.map_or_else(String::new, String::from);
                (Item { label: item.label, lead, hint: item.hint, on: item.on, ..Item::default() }, item.effects)
            })
            .unzip();
        let typing = items.len() > LONG && !menu.keep_open;
        let mut picker = Picker::new(items, typing);
        picker.switches = menu.keep_open;
        Self::Pick(Box::new(Pick { name: "menu", title: menu.title, picker, effects, keep_open: menu.keep_open }))
    }

    pub fn sheet(sheet: Sheet) -> Self {
        let title = sheet.title.clone();
        Self::text(title, Content::Fixed(sheet.parts()))
    }

    pub fn text(title: impl Into<String>, content: Content) -> Self {
        Self::Text(Box::new(TextLayer { title: title.into(), content, view: PageView::default() }))
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Dialog(_) => "dialog",
            Self::Pick(pick) => pick.name,
            Self::Line(_) => "line",
            Self::Text(text) => match text.content {
                Content::Fixed(_) => "text",
                Content::Requests => "requests",
                Content::Done => "done",
                Content::Doctor(_) => "doctor",
            },
        }
    }

    pub fn drawn(&mut self, facts: &Facts, at_ms: u64) {
        match self {
            Self::Dialog(dialog) => dialog.drawn(facts.question_below, at_ms),
            Self::Text(text) => {
                if let Some(facts) = &facts.layer {
                    text.view.painted(facts);
                }
            }
            Self::Pick(_) | Self::Line(_) => {}
        }
    }

    pub fn deadline(&self) -> Option<u64> {
        match self {
            Self::Dialog(dialog) => dialog.armed_at(),
            _ => None,
        }
    }
}
