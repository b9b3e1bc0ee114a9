//! The screen as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Wants;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Table;
use crate::ui::{
    Args, Cx, Facts, Info, Look, Outcome, Screen, ScreenId, TextEvent, Topic, When, World, infos, run_in, when_in,
};

use super::commands::{BRING_BACK, COMMANDS};
use super::state::Inquiries;
use super::topics::TOPICS;
use super::{news, view, views, walk, wants};

/// Its name.
pub const ID: ScreenId = "inquiries";

type Rows = Table<crate::base::Id<crate::api::types::Inquiry>>;

impl Screen for Inquiries {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        let before = self.row_under_cursor();
        self.take_rows(world);
        if before != self.row_under_cursor() {
            self.rest_on_row(world);
        }
    }

    fn wants(&self, world: &World<'_>, into: &mut Wants) {
        wants::wants(self, world, into);
    }

    fn commands(&self) -> Vec<&'static Info> {
        if self.bar.is_editing() {
            return infos(FilterBar::COMMANDS).collect();
        }
        let mut all = Vec::with_capacity(64);
        if self.brings_back.is_some() {
            all.extend(infos(BRING_BACK));
        }
        all.extend(infos(COMMANDS));
        if self.scrolls_text() {
            all.extend(infos(PageView::COMMANDS));
        } else {
            all.extend(infos(Rows::COMMANDS));
        }
        all
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        let mut all: Vec<&'static Info> = infos(BRING_BACK).chain(infos(COMMANDS)).collect();
        all.extend(infos(Rows::COMMANDS).chain(infos(PageView::COMMANDS)).chain(infos(FilterBar::COMMANDS)));
        all
    }

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        match name {
            "inquiries.filter" | "inquiries" => {
                words.last().map_or_else(Vec::new, |word| crate::store::filter::complete(word))
            }
            "table.sort" | "table.columns" => self.table.complete(name),
            _ => Vec::new(),
        }
    }

    fn view_line(&self) -> Option<String> {
        Some(views::line(self))
    }

    fn view_count(&self, line: &str, world: &World<'_>) -> Option<u64> {
        views::count(line, world)
    }

    fn topics(&self) -> &'static [Topic] {
        TOPICS
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        if self.detail.is_some() {
            return None;
        }
        self.table.marks_note().or_else(|| {
            if self.table.is_empty() {
                return None;
            }
            view::not_fresh(self, world).or_else(|| self.sorted_partly(world))
        })
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        when_in(BRING_BACK, name, self, world)
            .or_else(|| when_in(COMMANDS, name, self, world))
            .or_else(|| when_in(Rows::COMMANDS, name, &self.table, world))
            .or_else(|| when_in(PageView::COMMANDS, name, &self.preview_view, world))
            .or_else(|| when_in(FilterBar::COMMANDS, name, &self.bar, world))
            .unwrap_or(When::Hidden)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let before = self.row_under_cursor();
        let outcome = self.run_here(name, args, cx);
        self.take_rows(&cx.world);
        if before != self.row_under_cursor() {
            self.rest_on_row(&cx.world);
        }
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.sync(&cx.world);
        views::arrive(self, args, &cx.world)
    }

    fn takes_text(&self) -> bool {
        self.bar.is_editing()
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if self.bar.text(input) {
            self.typed();
            self.take_rows(&cx.world);
            self.table.go(0);
            self.rest_on_row(&cx.world);
        }
    }

    fn by_itself(&mut self, cx: &mut Cx<'_>) {
        news::by_itself(self, cx);
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
        facts.changes(self.reading.map(|(_, at)| at));
    }

    fn drawn(&mut self, facts: &Facts) {
        self.width = facts.width;
        if self.detail.is_none() && facts.list_rows > 0 {
            self.table.drawn(facts.list_rows);
        }
        match &mut self.detail {
            Some(detail) => detail.view.drawn(facts),
            None => self.preview_view.drawn(facts),
        }
    }
}

impl Inquiries {
    /// True while the moving keys scroll text instead of moving the cursor.
    fn scrolls_text(&self) -> bool {
        self.detail.is_some() || (self.in_preview && self.preview_in_sight())
    }

    fn run_here(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if let Some(outcome) = run_in(FilterBar::COMMANDS, name, &mut self.bar, args, cx) {
            // Walking through the history, or back to the filter before, changes the text without a key of text.
            self.typed();
            return outcome;
        }
        let view = self.detail.as_mut().map_or(&mut self.preview_view, |detail| &mut detail.view);
        if let Some(outcome) = run_in(PageView::COMMANDS, name, view, args, cx) {
            return outcome;
        }
        run_in(BRING_BACK, name, self, args, cx)
            .or_else(|| run_in(COMMANDS, name, self, args, cx))
            .or_else(|| run_in(Rows::COMMANDS, name, &mut self.table, args, cx))
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()))
    }

    /// Why the order or the filter may not have seen everything.
    fn sorted_partly(&self, world: &World<'_>) -> Option<String> {
        let matters = self.table.sort() != Some(("age", true)) || !self.filter.local.is_empty();
        walk::partly(world.store.inquiries().walk()).filter(|_| matters).map(|words| format!("{words}."))
    }
}
