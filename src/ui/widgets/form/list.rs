//! A form as a list of fields: the cursor moves over them, enter opens one, and nothing typed is lost.

use super::super::super::{Command, Cx, Effect, FileAsk, Info, Outcome, When, World};
use super::super::input::Input;
use super::choices::CHOOSE;
use super::field::Holds;
use super::{Field, Form};
use crate::sheets::Files;
use crate::store::Value;

/// Slot in which the user's editor returns a text.
const SLOT: &str = "form";

fn several(form: &Form, _: &World<'_>) -> When {
    When::on_if(form.shown().nth(1).is_some(), "There is one field only.")
}

fn opens(form: &Form, _: &World<'_>) -> When {
    match form.focused() {
        Some(Field { locked: Some(why), .. }) => When::Off(why.to_string()),
        Some(field) if field.kind == super::Kind::Shown => When::Off("Read-only.".to_owned()),
        Some(_) => When::On,
        None => When::Hidden,
    }
}

fn writes(form: &Form, world: &World<'_>) -> When {
    if form.focused().is_some_and(Field::may_be_written) { opens(form, world) } else { When::Hidden }
}

fn turns(form: &Form, _: &World<'_>) -> When {
    match form.focused() {
        Some(Field { locked: Some(why), .. }) => When::Off(why.to_string()),
        Some(field) if field.turns() || field.asks() => When::On,
        _ => When::Hidden,
    }
}

fn inherits(form: &Form, _: &World<'_>) -> When {
    match form.focused() {
        Some(Field { locked: Some(why), .. }) => When::Off(why.to_string()),
        Some(field) if !field.can_inherit() => When::Off("This field cannot inherit.".to_owned()),
        Some(field) if field.holds == Holds::Inherits => When::Off("It inherits already.".to_owned()),
        Some(_) => When::On,
        None => When::Hidden,
    }
}

fn clears(form: &Form, _: &World<'_>) -> When {
    let empty = form.focused().is_some_and(|field| field.holds == Holds::Inherits);
    When::on_if(!empty, "It is empty already.")
}

/// Refusal of `u` over edits of an earlier session, whose steps are unknown.
const KEPT_EDITS: &str = "These edits were kept from before. backspace reverts a field; :undo undoes the last act.";

fn differs(form: &Form, _: &World<'_>) -> When {
    match form.focused() {
        Some(field) if field.changed() || field.message().is_some() => When::On,
        Some(_) => When::Off("Not changed.".to_owned()),
        None => When::Hidden,
    }
}

impl Form {
    /// Verbs of a list of fields.
    pub const LIST: &'static [Command<Self>] = &[
        Info::new("fields.down", "Move down")
            .steps(&["j", "down", "tab"])
            .run_if(several, |form, args, _| form.walk(args.times() as isize)),
        Info::new("fields.up", "Move up")
            .steps(&["k", "up", "shift-tab"])
            .run_if(several, |form, args, _| form.walk(-(args.times() as isize))),
        Info::new("fields.top", "Go to the first field")
            .keys(&["g g", "home"])
            .run_if(several, |form, _, _| form.walk(isize::MIN)),
        Info::new("fields.bottom", "Go to the last field")
            .keys(&["G", "end"])
            .run_if(several, |form, _, _| form.walk(isize::MAX)),
        Info::new("fields.edit", "Edit the field")
            .footer(1, &["e", "enter"], "edit")
            .prepares()
            .run_if(opens, |form, _, cx| form.edit_or_ask(cx)),
        Info::new("fields.editor", "Edit the text in your editor")
            .also(&["$EDITOR", "vim"])
            .footer(6, &["E"], "editor")
            .prepares()
            .run_if(writes, |form, _, cx| form.write(cx)),
        Info::new("fields.turn", "Next choice")
            .footer(3, &["space", "l", "right"], "change")
            .prepares()
            .run_if(turns, |form, _, cx| form.turn_or_ask(1, cx)),
        Info::new("fields.turn_back", "Previous choice")
            .keys(&["h", "left"])
            .prepares()
            .run_if(turns, |form, _, cx| form.turn_or_ask(-1, cx)),
        Info::new(CHOOSE, "Choose a value from a menu").args("[value]").prepares().run_if(turns, |form, args, cx| {
            match args.text.trim() {
                "" => form.ask(cx),
                word => form.changing(|field| field.pick(word)),
            }
        }),
        Info::new("fields.inherit", "Inherit: have no value of its own")
            .footer(4, &["d"], "inherit")
            .prepares()
            .run_if(inherits, |form, _, _| form.changing(|field| field.stage(&Value::Null))),
        Info::new("fields.revert", "Undo the change of this field")
            .footer(5, &["backspace"], "revert")
            .run_if(differs, |form, _, _| form.changing(Field::revert)),
    ];

    /// Verbs while the focused field can be cleared.
    pub const CLEAR: &'static [Command<Self>] = &[Info::new("fields.clear", "Clear: have no value")
        .footer(4, &["d"], "clear")
        .prepares()
        .run_if(clears, |form, _, _| form.changing(|field| field.stage(&Value::Null)))];

    /// Verbs while there are unsaved edits; they come before the program's own undo.
    pub const UNDO: &'static [Command<Self>] = &[Info::new("fields.undo", "Undo the last edit that is not saved")
        .keys(&["u"])
        .run_if(|form, _| When::on_if(form.has_step(true), KEPT_EDITS), |form, _, _| form.step(true))];

    /// Verbs while there is an edit to redo.
    pub const REDO: &'static [Command<Self>] =
        &[Info::new("fields.redo", "Redo the edit that was undone").keys(&["U"]).run(|form, _, _| form.step(false))];

    /// True when the focused field can be cleared.
    pub fn clears(&self) -> bool {
        self.focused().is_some_and(|field| field.clears)
    }

    /// True while `u` undoes edits here: next to unsaved edits it must not undo acts elsewhere.
    pub fn has_own_undo(&self) -> bool {
        self.has_step(true) || self.changed()
    }

    /// True when there is an edit to undo (`back`) or redo.
    pub fn has_step(&self, back: bool) -> bool {
        !if back { &self.undone } else { &self.redone }.is_empty()
    }

    /// Verbs while a field is open.
    pub const OPENED: &'static [Command<Self>] = &[
        Info::new("field.done", "Keep what was typed").footer(1, &["enter"], "done").run(|form, _, _| form.close(0)),
        Info::new("field.next", "Keep it and go to the next field")
            .keys(&["tab", "down"])
            .run(|form, _, _| form.close(1)),
        Info::new("field.previous", "Keep it and go to the field before")
            .keys(&["shift-tab", "up"])
            .run(|form, _, _| form.close(-1)),
        Info::new("field.cancel", "Cancel the edit").footer(2, &["esc"], "cancel").run(|form, _, _| form.cancel()),
    ];

    /// Verbs while a text of several lines is open.
    pub const WRITING: &'static [Command<Self>] = &[
        Info::new("writing.line", "Start a new line").keys(&["enter"]).run(|form, _, _| form.writing(Input::new_line)),
        Info::new("writing.up", "Move up a line").keys(&["up"]).run(|form, _, _| form.writing(|text| text.walk(false))),
        Info::new("writing.down", "Move down a line")
            .keys(&["down"])
            .run(|form, _, _| form.writing(|text| text.walk(true))),
        Info::new("writing.keep", "Keep the text and close the field (nothing is sent yet)")
            .footer(1, &["esc", "ctrl-s"], "done")
            .run(|form, _, _| form.close(0)),
        Info::new("writing.editor", "Continue in your editor").footer(2, &["ctrl-o"], "editor").run(|form, _, cx| {
            let closed = form.close(0);
            if form.open { closed } else { form.write(cx) }
        }),
    ];

    /// Verbs while the choice of the field under the cursor was just changed by the key that edits.
    pub const TURNED: &'static [Command<Self>] =
        &[Info::new("fields.reset", "Reset the choice").footer(1, &["esc"], "reset").run(|form, _, _| {
            form.turned = false;
            form.step(true)
        })];

    /// True when the last edit changed the choice of the field under the cursor.
    pub fn was_turned(&self) -> bool {
        self.turned && self.undone.last().is_some_and(|(place, _)| *place == self.focus)
    }

    /// List of fields, with the cursor on the first one.
    pub fn new_list(fields: Vec<Field>) -> Self {
        Self { fields, is_list: true, ..Self::default() }
    }

    /// True when a field of the list is open.
    pub fn is_opened(&self) -> bool {
        self.is_list && self.open
    }

    /// True when a text of several lines is open.
    pub fn is_writing(&self) -> bool {
        self.is_opened() && self.focused().is_some_and(Field::is_written)
    }

    fn writing(&mut self, change: impl FnOnce(&mut Input)) -> Outcome {
        self.with_focused(|field| change(&mut field.input))
    }

    /// Changes the focused field in a way that can be undone.
    pub(super) fn changing(&mut self, change: impl FnOnce(&mut Field)) -> Outcome {
        self.changing_at(self.focus, change)
    }

    /// Changes the field at a place, in a way that can be undone.
    fn changing_at(&mut self, place: usize, change: impl FnOnce(&mut Field)) -> Outcome {
        if let Some(field) = self.fields.get_mut(place) {
            let before = field.draft();
            change(field);
            self.turned = false;
            if field.draft() != before {
                self.undone.push((place, before));
                self.redone.clear();
            }
        }
        Outcome::Done
    }

    /// Undoes (`back`) or redoes one edit; the cursor goes to its field.
    pub(super) fn step(&mut self, back: bool) -> Outcome {
        let (from, to) = if back { (&mut self.undone, &mut self.redone) } else { (&mut self.redone, &mut self.undone) };
        self.turned = false;
        if let Some((place, draft)) = from.pop()
            && let Some(field) = self.fields.get_mut(place)
        {
            to.push((place, field.draft()));
            field.put_back(&draft);
            self.focus = place;
        }
        Outcome::Done
    }

    /// Forgets the steps of undo, because the edits were saved.
    pub fn forget_steps(&mut self) {
        self.turned = false;
        self.undone.clear();
        self.redone.clear();
    }

    /// Stages a text in a field as if it was typed there; false if there is no such field.
    ///
    /// # Errors
    /// The mistake in the text, which stays in the field.
    pub fn type_into(&mut self, id: &str, text: Option<&str>) -> Result<bool, String> {
        let Some(place) = self.fields.iter().position(|field| field.id == id) else { return Ok(false) };
        if let Some(why) = &self.fields[place].locked {
            return Err(why.to_string());
        }
        if self.fields[place].kind == super::Kind::Shown {
            return Err(format!("{} is read-only.", self.fields[place].label));
        }
        let text = text.filter(|text| !(text.is_empty() && self.fields[place].clears));
        if text.is_none() && !self.fields[place].can_inherit() {
            return Err(format!("{} cannot inherit.", self.fields[place].label));
        }
        self.focus = place;
        let _ = self.changing_at(place, |field| match text {
            Some(text) => field.type_in(text),
            None => field.stage(&Value::Null),
        });
        self.fields[place].message().map_or(Ok(true), |why| Err(why.to_owned()))
    }

    /// Shows only these fields. The cursor stays on its field if that is shown, else goes to one that is.
    pub fn show(&mut self, shown: impl Fn(&Field) -> bool) {
        for field in &mut self.fields {
            field.hidden = !shown(field);
        }
        self.focus_shown();
    }

    /// Moves the cursor to a field, if it is shown.
    pub fn go_to(&mut self, id: &str) {
        if let Some(place) = self.fields.iter().position(|field| field.id == id && !field.hidden) {
            self.focus = place;
        }
    }

    /// Moves the cursor to a field that is shown.
    pub(super) fn focus_shown(&mut self) {
        let is_shown = |place: &usize| self.fields.get(*place).is_some_and(|field| !field.hidden);
        if !is_shown(&self.focus) {
            let after = (self.focus..self.fields.len()).find(is_shown);
            self.focus = after.or_else(|| (0..self.focus.min(self.fields.len())).rev().find(is_shown)).unwrap_or(0);
        }
    }

    /// Fields that are shown.
    pub fn shown(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.hidden)
    }

    /// Updates the descriptions of fields, whose contents stay. New fields are added at the end; missing ones are
    /// removed unless they were changed.
    pub fn describe(&mut self, fields: Vec<Field>) {
        self.fields.retain(|known| known.changed() || fields.iter().any(|field| field.id == known.id));
        let open = self.focused().filter(|_| self.open).map(|field| field.id.clone());
        for field in fields {
            match self.fields.iter_mut().find(|known| known.id == field.id) {
                Some(known) => {
                    (known.label, known.help, known.aside) = (field.label, field.help, field.aside);
                    (known.locked, known.inherits, known.clears) = (field.locked, field.inherits, field.clears);
                    (known.like, known.nothing) = (field.like, field.nothing);
                    if known.kind != field.kind && !known.changed() && Some(&known.id) != open.as_ref() {
                        known.retype(field.kind);
                    }
                }
                None => self.fields.push(field),
            }
        }
    }

    /// Takes a text from the user's editor; true if a field changed.
    pub fn take_written(&mut self, files: &Files) -> bool {
        let Some((number, text)) = files.text(SLOT).filter(|(number, _)| *number > self.taken) else { return false };
        self.taken = *number;
        let (Some(place), Ok(text)) = (self.editing.take(), text) else { return false };
        let Some(field) = self.fields.get_mut(place) else { return false };
        let (before, text) = (field.draft(), text.clone());
        field.write(&text);
        field.check();
        self.undone.push((place, before));
        true
    }

    /// Opens the text of the field in the user's editor.
    fn write(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let Some(field) = self.fields.get_mut(self.focus) else { return Outcome::Done };
        self.editing = Some(self.focus);
        // Texts that came before belong to another field.
        self.taken = cx.world.store.files().text(SLOT).map_or(0, |(number, _)| *number);
        let name = if field.kind == super::Kind::Json { "field.json" } else { "field.txt" };
        cx.done(Effect::File(FileAsk::Edit { slot: SLOT, name, text: field.value() }))
    }

    pub(super) fn edit(&mut self) -> Outcome {
        let Some(field) = self.fields.get_mut(self.focus) else { return Outcome::Done };
        if field.turns() {
            let outcome = self.changing(|field| field.turn(1));
            self.turned = true;
            return outcome;
        }
        self.before = Some(field.draft());
        // The inherited value is not replaced before something is typed.
        if field.holds != Holds::Value {
            field.put("");
        }
        if field.is_replaced() {
            field.input.select();
        }
        if field.is_written() {
            field.input = Input::long(&field.long);
        }
        self.open = true;
        Outcome::Done
    }

    /// Closes the field, keeping the typed value, and moves `by` fields on. If the form stays open, a mistake stays
    /// in the field.
    pub(super) fn close(&mut self, by: isize) -> Outcome {
        self.open = false;
        if let Some(field) = self.fields.get_mut(self.focus) {
            if field.is_written() {
                field.long = field.input.written();
            }
            if !field.value().is_empty() {
                field.holds = Holds::Value;
            }
            if !field.check() {
                self.open = true;
                return Outcome::Refused(field.message().unwrap_or_default().to_owned());
            }
        }
        if let (Some(before), Some(field)) = (self.before.take(), self.fields.get_mut(self.focus)) {
            // It had no value of its own and was left empty, so nothing has changed.
            if before.holds() != Holds::Value && field.value().is_empty() {
                field.put_back(&before);
            } else if field.draft() != before {
                self.undone.push((self.focus, before));
                self.redone.clear();
            }
        }
        self.walk(by)
    }

    fn cancel(&mut self) -> Outcome {
        self.open = false;
        let before = self.before.take();
        self.with_focused(|field| before.iter().for_each(|before| field.put_back(before)))
    }
}
