//! The commands of a screen over staged fields.

use crate::ui::widgets::form::Form;
use crate::ui::{Lens, Scopes};

/// A screen over staged fields.
pub trait Stages: 'static {
    /// The fields, once there are some to show.
    fn form(&self) -> Option<&Form>;

    /// The same to be changed.
    fn form_mut(&mut self) -> Option<&mut Form>;
}

/// A field that is filled in has every key: named before everything else.
pub fn opened<S: Stages>(scopes: &mut Scopes<'_, '_, S>) {
    let line = Lens {
        get: |screen: &S| screen.form().filter(|form| form.is_opened() && !form.is_writing()),
        get_mut: |screen: &mut S| screen.form_mut().filter(|form| form.is_opened() && !form.is_writing()),
    };
    scopes.only(&line, Form::OPENED);
    let lines = Lens {
        get: |screen: &S| screen.form().filter(|form| form.is_writing()),
        get_mut: |screen: &mut S| screen.form_mut().filter(|form| form.is_writing()),
    };
    scopes.only(&lines, Form::WRITING);
    let turned = Lens {
        get: |screen: &S| screen.form().filter(|form| form.was_turned()),
        get_mut: |screen: &mut S| screen.form_mut().filter(|form| form.was_turned()),
    };
    scopes.part(&turned, Form::TURNED);
}

/// The list of fields, and the undo of its edits while there is one: named behind the screen's own verbs.
pub fn fields<S: Stages>(scopes: &mut Scopes<'_, '_, S>) {
    let undo = Lens {
        get: |screen: &S| screen.form().filter(|form| form.has_step(true)),
        get_mut: |screen: &mut S| screen.form_mut().filter(|form| form.has_step(true)),
    };
    scopes.part(&undo, Form::UNDO);
    let redo = Lens {
        get: |screen: &S| screen.form().filter(|form| form.has_step(false)),
        get_mut: |screen: &mut S| screen.form_mut().filter(|form| form.has_step(false)),
    };
    scopes.part(&redo, Form::REDO);
    let clear = Lens {
        get: |screen: &S| screen.form().filter(|form| form.clears()),
        get_mut: |screen: &mut S| screen.form_mut().filter(|form| form.clears()),
    };
    scopes.part(&clear, Form::CLEAR);
    scopes.part(&Lens { get: S::form, get_mut: S::form_mut }, Form::LIST);
}
