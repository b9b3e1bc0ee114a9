//! A form as a list of fields: the cursor walks over them, enter opens one, and nothing typed is lost.

use super::super::super::{Command, Cx, Effect, FileAsk, Info, Outcome, When, World};
use super::{Field, Form};
use crate::store::files::Files;

/// Under which the user's editor gives back what was written.
const SLOT: &str = "form";

fn opens(form: &Form, _: &World<'_>) -> When {
    match form.focused() {
        Some(field) if field.kind == super::Kind::Shown => When::Off("Read-only.".to_owned()),
        Some(_) => When::On,
        None => When::Hidden,
    }
}

fn turns(form: &Form, _: &World<'_>) -> When {
    if form.focused().is_some_and(Field::turns) { When::On } else { When::Hidden }
}

fn differs(form: &Form, _: &World<'_>) -> When {
    match form.focused() {
        Some(field) if field.changed() || field.message().is_some() => When::On,
        Some(_) => When::Off("Not changed.".to_owned()),
        None => When::Hidden,
    }
}

impl Form {
    /// The verbs of a list of fields.
    pub const LIST: &'static [Command<Self>] = &[
        Info::new("fields.down", "Move down").keys(&["j", "down", "tab"]).run(|form, _, _| form.walk(1)),
        Info::new("fields.up", "Move up").keys(&["k", "up", "shift-tab"]).run(|form, _, _| form.walk(-1)),
        Info::new("fields.top", "Go to the first field").keys(&["gg", "home"]).run(|form, _, _| form.walk(isize::MIN)),
        Info::new("fields.bottom", "Go to the last field").keys(&["G", "end"]).run(|form, _, _| form.walk(isize::MAX)),
        Info::new("fields.edit", "Edit the field; long texts open in your editor")
            .footer(1, &["e", "enter"], "edit")
            .run_if(opens, |form, _, cx| form.edit(cx)),
        Info::new("fields.turn", "Next choice")
            .footer(3, &["space", "l", "right"], "change")
            .run_if(turns, |form, _, _| form.turn(1)),
        Info::new("fields.turn_back", "Previous choice").keys(&["h", "left"]).run_if(turns, |form, _, _| form.turn(-1)),
        Info::new("fields.revert", "Undo the change of this field")
            .footer(4, &["d"], "revert")
            .run_if(differs, |form, _, _| form.revert()),
    ];

    /// The verbs while a field is open.
    pub const OPENED: &'static [Command<Self>] = &[
        Info::new("field.done", "Keep what was typed").footer(1, &["enter"], "keep").run(|form, _, _| form.close(0)),
        Info::new("field.next", "Keep it and go to the next field")
            .keys(&["tab", "down"])
            .run(|form, _, _| form.close(1)),
        Info::new("field.previous", "Keep it and go to the field before")
            .keys(&["shift-tab", "up"])
            .run(|form, _, _| form.close(-1)),
        Info::new("field.cancel", "Cancel the edit").footer(2, &["esc"], "cancel").run(|form, _, _| form.cancel()),
    ];

    /// A list of fields with the cursor on the first one.
    pub fn new_list(fields: Vec<Field>) -> Self {
        Self { fields, is_list: true, ..Self::default() }
    }

    /// A field of a list is being filled in.
    pub fn is_opened(&self) -> bool {
        self.is_list && self.open
    }

    /// Adds fields that became known at run time, behind those there are.
    pub fn add_missing(&mut self, fields: Vec<Field>) {
        for field in fields {
            if self.fields.iter().all(|known| known.id != field.id) {
                self.fields.push(field);
            }
        }
    }

    /// Takes over what was written in the user's editor; true when a field changed.
    pub fn take_written(&mut self, files: &Files) -> bool {
        let Some((number, text)) = files.text(SLOT).filter(|(number, _)| *number > self.taken) else { return false };
        self.taken = *number;
        let (Some(place), Ok(text)) = (self.editing.take(), text) else { return false };
        let Some(field) = self.fields.get_mut(place) else { return false };
        field.write(text);
        field.check();
        true
    }

    fn edit(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let Some(field) = self.fields.get_mut(self.focus) else { return Outcome::Done };
        if field.is_written() {
            self.editing = Some(self.focus);
            // What was handed in before is not about this field.
            self.taken = cx.world.store.files().text(SLOT).map_or(0, |(number, _)| *number);
            let name = if field.kind == super::Kind::Json { "field.json" } else { "field.txt" };
            cx.push(Effect::File(FileAsk::Edit { slot: SLOT, name, text: field.value() }));
        } else if field.turns() {
            field.turn(1);
        } else {
            self.before = field.value();
            self.open = true;
        }
        Outcome::Done
    }

    fn revert(&mut self) -> Outcome {
        self.with_focused(Field::revert)
    }

    /// Keeps what was typed, unless it is wrong where one stays.
    fn close(&mut self, by: isize) -> Outcome {
        self.open = false;
        if let Some(field) = self.fields.get_mut(self.focus)
            && !field.check()
        {
            self.open = true;
            return Outcome::Refused(field.message().unwrap_or_default().to_owned());
        }
        self.walk(by)
    }

    fn cancel(&mut self) -> Outcome {
        self.open = false;
        let before = std::mem::take(&mut self.before);
        self.with_focused(|field| field.stage(&crate::store::Value::text(before)))
    }
}
