//! The form: fields with labels, and errors beside them; nothing typed is ever lost. Either it is filled in field by
//! field ([`Form::COMMANDS`]), or it is a list of fields that are opened one by one ([`Form::new_list`],
//! [`Form::LIST`], [`Form::OPENED`], [`Form::WRITING`]).
//!
//! Look first at [`Field`], then at [`Form`].

mod choices;
mod draw;
mod field;
mod kind;
mod list;
mod value;

use std::cell::Cell;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Command, Facts, Info, Look, Outcome, Role, RowFacts, TextEvent, When, World, text};
use super::sheet::Popup;
use super::{BESIDE, notice};

pub use field::{Field, NOT_KNOWN, Rule, Words};
pub use kind::Kind;

/// State of a form.
#[derive(Clone, Debug, Default)]
pub struct Form {
    fields: Vec<Field>,
    focus: usize,
    /// True while the focused field is being edited; always true unless the form is a list.
    open: bool,
    is_list: bool,
    /// Content of the opened field before it was opened.
    before: Option<field::Draft>,
    /// True if the key that edits has changed the choice of the field under the cursor, so that esc can undo that.
    turned: bool,
    /// Edits that can be undone, and edits that can be redone: the field and its content before the edit.
    undone: Vec<(usize, field::Draft)>,
    redone: Vec<(usize, field::Draft)>,
    /// Field the user's editor was opened for, and the newest text taken from it.
    editing: Option<usize>,
    taken: u64,
    /// True after enter on the last field once every field is right, until [`Form::take_submitted`].
    submitted: bool,
    /// Widths of the labels and of the values in the last frame.
    widths: Cell<(u16, u16)>,
}

fn turns(form: &Form, _: &World<'_>) -> When {
    if form.takes_text() { When::Hidden } else { When::On }
}

/// Widths of a list in which labels get less than half, so that values and their sources fit.
const MIDDLE: std::ops::Range<u16> = 60..100;

impl Form {
    /// Verbs of a form that is filled in.
    pub const COMMANDS: &'static [Command<Self>] = &[
        Info::new("form.next", "Next field").keys(&["tab", "down"]).run(|form, _, _| form.walk(1)),
        Info::new("form.previous", "Previous field").keys(&["shift-tab", "up"]).run(|form, _, _| form.walk(-1)),
        Info::new("form.turn", "Next choice")
            .footer(2, &["space", "right"], "change")
            .run_if(turns, |form, _, _| form.turn(1)),
        Info::new("form.turn_back", "Previous choice").keys(&["left"]).run_if(turns, |form, _, _| form.turn(-1)),
        Info::new("form.accept", "Next field; on the last one, submit the form")
            .footer(1, &["enter"], "continue")
            .run(|form, _, _| form.accept()),
        Info::new("form.submit", "Submit the form").footer(4, &["ctrl-s"], "submit").run(|form, _, _| form.submit()),
    ];

    /// Form with the focus on its first field.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields, open: true, ..Self::default() }
    }

    /// Fields in order, to be changed.
    pub fn fields_mut(&mut self) -> &mut [Field] {
        &mut self.fields
    }

    /// Fields in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Value of that field; empty if there is no such field.
    pub fn value(&self, id: &str) -> String {
        self.fields.iter().find(|field| field.id == id).map(Field::value).unwrap_or_default()
    }

    /// True when any field was changed.
    pub fn changed(&self) -> bool {
        self.fields.iter().any(Field::changed)
    }

    /// True while the focused field takes text.
    pub fn takes_text(&self) -> bool {
        self.open && self.focused().is_some_and(Field::is_typed)
    }

    /// Passes a key or paste to the focused field; true if its content changed.
    pub fn text(&mut self, event: &TextEvent) -> bool {
        let open = self.open;
        let typed = |field: &&mut Field| open && field.is_typed();
        let Some(field) = self.fields.get_mut(self.focus).filter(typed) else { return false };
        let changed = field.input.text(event);
        if changed {
            (field.holds, field.error) = (field::Holds::Value, None);
        }
        changed
    }

    /// Shows an error beside a field (the service refused it) and focuses it; false if there is no such field.
    pub fn set_error(&mut self, id: &str, message: impl Into<String>) -> bool {
        let place = self.fields.iter().position(|field| field.id == id);
        if let Some(place) = place {
            let field = &mut self.fields[place];
            field.error = Some(message.into());
            // Hidden text cannot be corrected, so the next letter replaces it.
            if field.kind == Kind::Secret {
                field.input.select();
            }
            self.focus = place;
            self.submitted = false;
        }
        place.is_some()
    }

    /// Checks every field; the focus goes to the first one with an error.
    pub fn check(&mut self) -> bool {
        // In a list, unchanged fields keep what the service sent and are not checked.
        let is_list = self.is_list;
        let check = |field: &mut Field| (is_list && !field.changed()) || field.check();
        let wrong = self.fields.iter_mut().map(check).collect::<Vec<_>>().iter().position(|right| !right);
        if let Some(place) = wrong {
            self.focus = place;
        }
        wrong.is_none()
    }

    /// Reason why it cannot be submitted: `Default currency: Three capital letters, as in USD.`
    pub fn wrong(&self) -> String {
        let wrong = self.fields.iter().find_map(|field| Some(format!("{}: {}", field.label, field.error.as_ref()?)));
        wrong.unwrap_or_else(|| "A field needs correcting.".to_owned())
    }

    /// True once, after the form was submitted with every field right.
    pub fn take_submitted(&mut self) -> bool {
        std::mem::take(&mut self.submitted)
    }

    /// Field under the cursor.
    pub fn focused(&self) -> Option<&Field> {
        self.fields.get(self.focus)
    }

    /// Changes the focused field.
    fn with_focused(&mut self, change: impl FnOnce(&mut Field)) -> Outcome {
        if let Some(field) = self.fields.get_mut(self.focus) {
            change(field);
        }
        Outcome::Done
    }

    /// Moves the focus. A list stops at its ends; a form checks the field it leaves and wraps around.
    fn walk(&mut self, by: isize) -> Outcome {
        self.turned = false;
        let many = self.fields.len().max(1);
        if self.is_list {
            let shown: Vec<usize> = (0..self.fields.len()).filter(|place| !self.fields[*place].hidden).collect();
            let at = shown.iter().position(|place| *place == self.focus).unwrap_or(0);
            let to = at.saturating_add_signed(by).min(shown.len().saturating_sub(1));
            self.focus = shown.get(to).copied().unwrap_or(0);
            return Outcome::Done;
        }
        self.with_focused(|field| {
            field.check();
        });
        self.focus = (self.focus as isize + by).rem_euclid(many as isize) as usize;
        Outcome::Done
    }

    fn turn(&mut self, by: isize) -> Outcome {
        self.with_focused(|field| field.turn(by))
    }

    fn accept(&mut self) -> Outcome {
        if self.focus + 1 < self.fields.len() {
            // A mistake must be corrected before the cursor leaves the field.
            if let Some(field) = self.fields.get_mut(self.focus)
                && !field.value().is_empty()
                && !field.check()
            {
                return Outcome::Refused(field.error.clone().unwrap_or_default());
            }
            return self.walk(1);
        }
        self.submit()
    }

    fn submit(&mut self) -> Outcome {
        self.submitted = self.check();
        if self.submitted { Outcome::Done } else { Outcome::Refused(self.wrong()) }
    }

    /// Draws the form over the lower part of `area`, so that what it is about stays visible.
    pub fn over(&self, title: &str, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let rows = (self.fields.len() as u16 + 1).min(area.height.saturating_sub(2));
        let inner = Popup::page(title, rows).open(look, area, buf);
        let inner = Rect { width: inner.width.saturating_sub(1), ..inner };
        self.render(look, inner, buf, &mut Facts::default());
    }

    /// Draws one line per field, with its error, or the help of the focused field, wrapped below it. In a list with
    /// enough room, help is beside the fields, and lines the cursor was not on may be kept. Returns the area left
    /// below.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) -> Rect {
        let mut area = area.intersection(buf.area);
        let explains = self.is_list && area.width >= BESIDE;
        if self.is_list {
            area.width -= text::edge(area.width);
        }
        if explains {
            let aside = area.width * 34 / 100;
            area.width -= aside;
            self.explain(look, Rect { x: area.right(), width: aside, ..area }, buf);
            area.width -= 1;
        }
        // The number of further fields has a row of its own.
        let shown = || self.fields.iter().enumerate().filter(|(_, field)| !field.hidden);
        let wrapped = if explains { 0 } else { usize::from(self.rows(area.width)) - self.fields.len() };
        let more = notice::keep_for_more(&mut area, shown().count() + wrapped);
        // The focused field is always visible: fields are shown by whole pages, with three lines for the longest one.
        let open = |field: &Field| if self.open { field.rows() } else { 1 };
        let rows = (area.height.saturating_sub(self.focused().map_or(1, open)) as usize).max(1);
        let at = shown().take_while(|(place, _)| *place < self.focus).count();
        let first = if at < rows { 0 } else { at + 1 - rows };
        let mut y = area.y;
        let mut below = shown().count().saturating_sub(first);
        let cursor = at as isize - first as isize;
        let is_row = vec![true; below.min(area.height.into())];
        let drawn = RowFacts { area, is_row, cursor, top: first, changes_at: None };
        // Rows of the last frame are kept only while every field has one line.
        let one_each = explains && !self.open && self.fields.iter().all(|field| field.error.is_none());
        let last = drawn.in_last(&look.still).filter(|_| one_each);
        if last.is_none() {
            let labels = self.label_width(area.width);
            self.widths.set((labels, self.value_width(area.width, labels)));
        }
        let (labels, values) = self.widths.get();
        let most_help = if explains { 0 } else { self.most_help(usize::from(area.width.saturating_sub(labels + 4))) };
        for (line, (place, field)) in shown().skip(first).enumerate() {
            if y >= area.bottom() {
                break;
            }
            below -= 1;
            if last.is_some_and(|last| drawn.is_beside(last, line)) {
                facts.kept.push(Rect { y, height: 1, ..area });
                y += 1;
                continue;
            }
            let focused = place == self.focus;
            if focused {
                text::put(buf, area.x, y, 1, look.glyphs().bar, look.style(Role::Accent));
            }
            let label = if focused { Role::Text } else { Role::Dim };
            text::put_fit(buf, area.x + 2, y, labels, &field.label, look.style(label), look.ascii);
            let x = area.x + labels + 4;
            let height = if focused { open(field).min(area.bottom() - y) } else { 1 };
            let mut cell = Rect { x, y, width: area.right().saturating_sub(x), height };
            if field.kind == Kind::Colour {
                text::put_swatch(buf, cell, field.value().trim(), look.theme);
                (cell.x, cell.width) = (cell.x + text::SWATCH, cell.width.saturating_sub(text::SWATCH));
            }
            field.render(focused && self.open, self.is_list, values, look, cell, buf);
            y += height;
            let next = y.saturating_add(if focused { most_help as u16 } else { 0 }).min(area.bottom());
            if let Some((role, words)) = Self::below(field, focused && !explains) {
                for line in text::wrap(words, usize::from(cell.width)) {
                    if y < area.bottom() {
                        text::put(buf, x, y, cell.width, &line, look.style(role));
                        y += 1;
                    }
                }
            }
            y = y.max(next);
        }
        notice::more(below, look, more, buf);
        facts.lines = one_each.then_some(drawn);
        let y = y.min(area.bottom());
        Rect { y, height: area.bottom() - y, ..area }
    }

    /// Line below a field: its mistake, or the help of the focused field.
    fn below(field: &Field, focused: bool) -> Option<(Role, &str)> {
        match (&field.error, focused) {
            (Some(error), _) => Some((Role::Bad, error.as_str())),
            (None, true) if !field.help.is_empty() => Some((Role::Dim, &*field.help)),
            _ => None,
        }
    }

    /// Lines kept below the focused field of a list, so that the rows after it stay where they are while the cursor
    /// moves: those of the longest help in `room` cells.
    fn most_help(&self, room: usize) -> usize {
        let shown = self.fields.iter().filter(|field| self.is_list && !field.hidden && !field.help.is_empty());
        shown.map(|field| text::wrap(&field.help, room).len()).max().unwrap_or(0)
    }

    /// Width of the longest label; in a list, of all fields, including hidden ones, so that pages are aligned alike.
    fn label_width(&self, width: u16) -> u16 {
        let shown = self.fields.iter().filter(|field| self.is_list || !field.hidden);
        let labels = shown.map(|field| text::width(&field.label)).max().unwrap_or(0) as u16;
        labels.min(if self.is_list && MIDDLE.contains(&width) { width * 2 / 5 } else { width / 2 })
    }

    /// Rows it takes at `width` cells.
    pub fn rows(&self, width: u16) -> u16 {
        let room = usize::from(width.saturating_sub(self.label_width(width) + 4));
        let below = |(place, field): (usize, &Field)| {
            let focused = place == self.focus;
            let lines = Self::below(field, focused).map_or(0, |(_, words)| text::wrap(words, room).len());
            if focused { lines.max(self.most_help(room)) } else { lines }
        };
        (self.fields.len() + self.fields.iter().enumerate().map(below).sum::<usize>()) as u16
    }
}

#[cfg(test)]
mod tests;
