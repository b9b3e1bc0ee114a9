//! The screen as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Wants;
use crate::ui::widgets::table::Table;
use crate::ui::{Args, Cx, Facts, Info, Look, Outcome, Screen, ScreenId, When, World, infos, run_in, when_in};

use super::commands::COMMANDS;
use super::state::{Jobs, RowKey};
use super::{places, view, wants};

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
        infos(COMMANDS).chain(infos(Rows::COMMANDS)).collect()
    }

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        let _ = words;
        self.table().complete(name)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        self.table().marks_note().or_else(|| view::note(self, world))
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        when_in(COMMANDS, name, self, world)
            .or_else(|| when_in(Rows::COMMANDS, name, self.table(), world))
            .unwrap_or(When::Hidden)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let outcome = run_in(COMMANDS, name, self, args, cx)
            .or_else(|| run_in(Rows::COMMANDS, name, self.table_mut(), args, cx))
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()));
        self.take_rows(&cx.world);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.sync(&cx.world);
        places::arrive(self, args, &cx.world)
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
