//! The first run as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Wants;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::page::PageView;
use crate::ui::{
    Args, Cx, Depth, Facts, Info, Look, Outcome, Screen, ScreenId, TextEvent, When, World, infos, run_in, when_in,
};

use super::commands::{CHOOSE, FILL, SIGNED};
use super::state::{Step, Welcome};
use super::view;

/// Its name.
pub const ID: ScreenId = "welcome";

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

    fn commands(&self) -> Vec<&'static Info> {
        match self.step {
            Step::Choose => infos(CHOOSE).collect(),
            Step::Fill => infos(Form::COMMANDS).chain(infos(FILL)).collect(),
            Step::Trying => infos(FILL).collect(),
            Step::Signed => infos(SIGNED).chain(infos(PageView::COMMANDS)).collect(),
        }
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        infos(CHOOSE).chain(infos(Form::COMMANDS)).chain(infos(FILL)).chain(infos(SIGNED)).collect()
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        when_in(CHOOSE, name, self, world)
            .or_else(|| when_in(FILL, name, self, world))
            .or_else(|| when_in(SIGNED, name, self, world))
            .or_else(|| (self.step == Step::Signed).then(|| when_in(PageView::COMMANDS, name, &self.page, world))?)
            .or_else(|| (self.step == Step::Fill).then(|| when_in(Form::COMMANDS, name, &self.form, world))?)
            .unwrap_or(When::Hidden)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if let Some(outcome) = run_in(Form::COMMANDS, name, &mut self.form, args, cx) {
            return if self.form.take_submitted() { self.try_it(cx) } else { outcome };
        }
        run_in(CHOOSE, name, self, args, cx)
            .or_else(|| run_in(FILL, name, self, args, cx))
            .or_else(|| run_in(SIGNED, name, self, args, cx))
            .or_else(|| run_in(PageView::COMMANDS, name, &mut self.page, args, cx))
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()))
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
