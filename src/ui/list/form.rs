//! The form over a list: its filter field by field, or something to be created.

use std::marker::PhantomData;

use crate::ui::scope::{Lens, Scopes};
use crate::ui::widgets::form::Form;
use crate::ui::{Command, Cx, Info, Outcome};

use super::ListScreen;

/// Commands of the form over the list of `S`.
struct Over<S>(PhantomData<S>);

impl<S: ListScreen> Over<S> {
    /// Commands besides those of every form.
    const COMMANDS: &'static [Command<S>] = &[
        Info::new("form.clear", "Clear every field").footer(5, &["ctrl-x"], "clear").run(|screen, _, _| {
            fill(screen, &S::Filter::default());
            Outcome::Done
        }),
        Info::new("form.leave", "Close the form; nothing changes").footer(6, &["esc"], "leave").run(|screen, _, _| {
            screen.list_mut().form = None;
            Outcome::Done
        }),
    ];
}

/// Adds the scopes of the form, while it is open. They come first.
pub fn form<S: ListScreen>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.then_if(|screen| screen.list().form.is_some(), Over::<S>::COMMANDS);
    scopes.only(
        &Lens { get: |screen| screen.list().form.as_ref(), get_mut: |screen| screen.list_mut().form.as_mut() },
        Form::COMMANDS,
    );
}

/// Opens the present filter as a form.
pub fn open<S: ListScreen>(screen: &mut S) -> Outcome {
    screen.list_mut().detail = None;
    fill(screen, &screen.list().filter().clone());
    Outcome::Done
}

fn fill<S: ListScreen>(screen: &mut S, filter: &S::Filter) {
    screen.list_mut().form = S::ABOUT.form.map(|over| (over.fill)(screen, filter));
}

/// Submits the form, if the user has done so; `None` otherwise. A form with mistakes stays open.
pub fn submitted<S: ListScreen>(screen: &mut S, cx: &mut Cx<'_>) -> Option<Outcome> {
    let mut form = screen.list_mut().form.take_if(Form::take_submitted)?;
    let outcome = (S::ABOUT.form?.submit)(screen, &mut form, cx).unwrap_or_else(|| {
        let wrong = Outcome::Refused(form.wrong());
        screen.list_mut().form = Some(form);
        wrong
    });
    Some(outcome)
}
