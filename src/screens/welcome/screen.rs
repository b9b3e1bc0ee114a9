//! The first run as the shell uses it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Wants;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::page::PageView;
use crate::ui::{
    Args, Cx, Depth, Facts, Lens, Look, Outcome, Scoped, Scopes, Screen, ScreenId, TextEvent, World, own_commands,
    scope,
};

use super::commands::{CHOOSE, FILL, SIGNED};
use super::state::{Step, Welcome};
use super::view;

pub const ID: ScreenId = "welcome";

impl Scoped for Welcome {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        scopes.then_if(|screen| screen.step == Step::Choose, CHOOSE);
        scopes.part(
            &Lens {
                get: |screen| Some(&screen.form).filter(|_| screen.step == Step::Fill),
                get_mut: |screen| (screen.step == Step::Fill).then_some(&mut screen.form),
            },
            Form::COMMANDS,
        );
        scopes.then_if(|screen| matches!(screen.step, Step::Fill | Step::Trying), FILL);
        scopes.then_if(|screen| screen.step == Step::Signed, SIGNED);
        scopes.part(
            &Lens {
                get: |screen| Some(&screen.page).filter(|_| screen.step == Step::Signed),
                get_mut: |screen| (screen.step == Step::Signed).then_some(&mut screen.page),
            },
            PageView::COMMANDS,
        );
    }
}

impl Screen for Welcome {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        if self.step == Step::Trying && world.store.session().signed_in {
            self.step = Step::Signed;
        }
    }

    fn wants(&self, _: &World<'_>, _: &mut Wants) {}

    own_commands!();

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let outcome = scope::run(self, name, args, cx);
        if self.form.take_submitted() { self.try_it(cx) } else { outcome }
    }

    fn open(&mut self, args: &Args, _: &mut Cx<'_>) -> Outcome {
        self.offers(args);
        Outcome::Done
    }

    fn takes_text(&self) -> bool {
        self.step == Step::Fill && self.form.takes_text()
    }

    fn in_form(&self) -> bool {
        self.step == Step::Fill
    }

    fn before_account(&self) -> bool {
        true
    }

    fn depth(&self) -> Depth {
        Depth { opened: usize::from(matches!(self.step, Step::Fill | Step::Trying)), narrowed: 0 }
    }

    fn text(&mut self, input: &TextEvent, _: &mut Cx<'_>) {
        self.form.text(input);
    }

    fn failed(&mut self, what: &str, why: &str) {
        Self::failed(self, what, why);
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn drawn(&mut self, facts: &Facts) {
        self.page.drawn(facts);
    }
}
