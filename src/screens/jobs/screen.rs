//! The screen as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::{EntryId, Wants};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::table::{Form as FileForm, Table, ViewExport};
use crate::ui::{
    Args, Cx, Depth, Facts, Info, Look, Outcome, Screen, ScreenId, TextEvent, When, World, infos, run_in, when_in,
};

use super::commands::{COMMANDS, FORM};
use super::state::{Jobs, RowKey};
use super::{awaited, places, view, wants};

/// Its name.
pub const ID: ScreenId = "jobs";

type Rows = Table<RowKey>;

impl Screen for Jobs {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        self.take_rows(world);
    }

    fn wants(&self, world: &World<'_>, into: &mut Wants) {
        wants::wants(self, world, into);
    }

    fn commands(&self) -> Vec<&'static Info> {
        if self.form.is_some() {
            return infos(FORM).chain(infos(Form::COMMANDS)).collect();
        }
        if self.bar().is_editing() {
            return infos(FilterBar::COMMANDS).collect();
        }
        infos(COMMANDS).chain(infos(Rows::COMMANDS)).collect()
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        let own = infos(COMMANDS).chain(infos(FORM));
        own.chain(infos(Rows::COMMANDS)).chain(infos(Form::COMMANDS)).chain(infos(FilterBar::COMMANDS)).collect()
    }

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        let _ = words;
        self.table().complete(name)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        self.table().marks_note().or_else(|| view::note(self, world))
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        if let Some(form) = &self.form
            && let Some(when) = when_in(Form::COMMANDS, name, form, world)
        {
            return when;
        }
        when_in(COMMANDS, name, self, world)
            .or_else(|| when_in(FORM, name, self, world))
            .or_else(|| when_in(Rows::COMMANDS, name, self.table(), world))
            .or_else(|| when_in(FilterBar::COMMANDS, name, self.bar(), world))
            .unwrap_or(When::Hidden)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if let Some(form) = &mut self.form
            && let Some(outcome) = run_in(Form::COMMANDS, name, form, args, cx)
        {
            return places::form_went_on(self, outcome, cx);
        }
        let outcome = run_in(FilterBar::COMMANDS, name, self.bar_mut(), args, cx)
            .or_else(|| run_in(COMMANDS, name, self, args, cx))
            .or_else(|| run_in(FORM, name, self, args, cx))
            .or_else(|| run_in(Rows::COMMANDS, name, self.table_mut(), args, cx))
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()));
        self.take_rows(&cx.world);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.sync(&cx.world);
        places::arrive(self, args, &cx.world)
    }

    fn takes_text(&self) -> bool {
        self.form.as_ref().map_or(self.bar().is_editing(), Form::takes_text)
    }

    fn in_form(&self) -> bool {
        self.form.is_some()
    }

    fn depth(&self) -> Depth {
        Depth {
            opened: usize::from(self.opened.is_some()) + usize::from(self.form.is_some()),
            narrowed: usize::from(!self.bar().value().is_empty()),
        }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if let Some(form) = &mut self.form {
            form.text(input);
        } else if self.bar_mut().text(input) {
            self.take_rows(&cx.world);
        }
    }

    fn wrote(&mut self, entry: EntryId) {
        if let Some(awaited) = &mut self.awaited {
            awaited.begun(entry);
        }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        awaited::unprompted(self, cx);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        awaited::save_ready(self, cx);
    }

    fn export(&self, form: FileForm, world: &World<'_>) -> Option<ViewExport> {
        Some(view::export(self, form, world))
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn drawn(&mut self, facts: &Facts) {
        if facts.list_rows > 0 {
            self.table_mut().drawn(facts.list_rows);
        }
    }
}
