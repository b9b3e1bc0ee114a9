//! The screen as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::marking;
use crate::store::Wants;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::{self, Table, ViewExport};
use crate::ui::{
    Args, Command, Cx, Depth, Facts, Info, Look, Outcome, Screen, ScreenId, TextEvent, Topic, When, World, infos,
    run_in, when_in,
};

use super::columns::Cells;
use super::commands::{BRING_BACK, COMMANDS};
use super::contact::CONTACT;
use super::history::HISTORY;
use super::rescue::{self, RESCUE};
use super::state::Inquiries;
use super::tabs::TABS;
use super::topics::TOPICS;
use super::{form, news, view, views, walk, wants};

/// Its name.
pub const ID: ScreenId = "inquiries";

type Rows = Table<crate::base::Id<crate::api::types::Inquiry>>;

/// The screen's own verbs, table by table.
const TABLES: &[&[Command<Inquiries>]] =
    &[COMMANDS, CONTACT, form::WAY_IN, rescue::WAY_IN, RESCUE, HISTORY, form::FORM];

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

    fn watch(&self, _: &World<'_>, into: &mut Wants) {
        wants::watch(into);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        news::tell(self, cx);
    }

    fn commands(&self) -> Vec<&'static Info> {
        if self.bar.is_editing() {
            return infos(FilterBar::COMMANDS).collect();
        }
        if self.form.is_some() {
            return infos(form::FORM).chain(infos(Form::COMMANDS)).collect();
        }
        let scrolled = self.text_view();
        if scrolled.is_some_and(PageView::is_finding) {
            return infos(PageView::FINDING).collect();
        }
        let mut all = Vec::with_capacity(80);
        if self.brings_back.is_some() {
            all.extend(infos(BRING_BACK));
        }
        // The text before the screen: there / finds in it, and n goes on.
        if scrolled.is_some() {
            all.extend(infos(PageView::COMMANDS));
        }
        if self.detail.as_ref().is_some_and(super::detail::Detail::on_history) {
            all.extend(infos(HISTORY));
        }
        if rescue::is_here(self) {
            all.extend(infos(RESCUE));
        }
        all.extend(infos(COMMANDS).chain(infos(CONTACT)).chain(infos(form::WAY_IN)).chain(infos(rescue::WAY_IN)));
        match (scrolled, &self.detail) {
            (Some(_), _) => {}
            // Other inquiries are opened from there, not marked.
            (None, Some(_)) => all.extend(Rows::moves()),
            (None, None) => all.extend(infos(Rows::COMMANDS)),
        }
        all
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        let mut all: Vec<&'static Info> = infos(BRING_BACK).chain(infos(COMMANDS)).chain(infos(CONTACT)).collect();
        all.extend(infos(form::WAY_IN).chain(infos(rescue::WAY_IN)).chain(infos(RESCUE)).chain(infos(HISTORY)));
        all.extend(infos(Rows::COMMANDS).chain(infos(PageView::COMMANDS)).chain(infos(PageView::FINDING)));
        all.extend(infos(FilterBar::COMMANDS).chain(infos(form::FORM)).chain(infos(Form::COMMANDS)));
        all
    }

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        match name {
            "inquiries.filter" | "inquiries" | "inquiries.unsent" => {
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
        if self.detail.is_some() || self.form.is_some() {
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
        let text = self.text_view().unwrap_or(&self.preview_view);
        when_in(BRING_BACK, name, self, world)
            .or_else(|| TABLES.iter().find_map(|table| when_in(table, name, self, world)))
            .or_else(|| when_in(Rows::COMMANDS, name, self.rows_in_focus(), world))
            .or_else(|| when_in(PageView::COMMANDS, name, text, world))
            .or_else(|| when_in(PageView::FINDING, name, text, world).filter(|_| text.is_finding()))
            .or_else(|| when_in(FilterBar::COMMANDS, name, &self.bar, world))
            .or_else(|| when_in(Form::COMMANDS, name, &self.form.as_ref()?.form, world))
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
        let in_form = self.form.as_ref().is_some_and(|form| form.form.takes_text());
        self.bar.is_editing() || in_form || self.text_view().is_some_and(PageView::is_finding)
    }

    fn in_form(&self) -> bool {
        self.form.is_some()
    }

    fn depth(&self) -> Depth {
        let preview = self.in_preview || self.preview_instead && !self.is_wide();
        let opened = [self.detail.is_some(), self.form.is_some(), self.detail.is_none() && preview];
        Depth {
            opened: self.opened_from.len() + opened.into_iter().filter(|open| *open).count(),
            narrowed: self.before.len() + usize::from(!self.filter.is_empty()),
        }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if let Some(form) = &mut self.form {
            form.form.text(input);
        } else if self.bar.text(input) {
            self.typed();
            self.take_rows(&cx.world);
            self.table.go(0);
            self.rest_on_row(&cx.world);
        } else if let Some(view) = self.text_view_mut() {
            view.text(input);
        }
    }

    fn export(&self, form: table::Form, world: &World<'_>) -> Option<ViewExport> {
        let (book, now, zone) = (world.store.inquiries().frozen(), world.now, world.zone);
        let name = format!("inquiries-{}", TABS[self.tab].name);
        // A whole inbox takes longer than a frame.
        Some(
            self.table
                .export_beside(&name, form, move |writing, go_on| writing.write(&Cells::new(&book, now, zone), go_on)),
        )
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        news::unprompted(self, cx);
        marking::unprompted(self, cx);
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
        if let Some(detail) = self.detail.as_mut().filter(|detail| detail.on_history())
            && facts.list_rows > 0
        {
            detail.history.table.drawn(facts.list_rows);
        }
        match &mut self.detail {
            Some(detail) if detail.on_history() => detail.history.figures.drawn(facts),
            Some(detail) => detail.view.drawn(facts),
            None => self.preview_view.drawn(facts),
        }
    }
}

impl Inquiries {
    /// The text the moving keys scroll, where they do not move the cursor.
    pub fn text_view(&self) -> Option<&PageView> {
        match &self.detail {
            Some(detail) => detail.scrolled(),
            None => (self.in_preview && self.preview_in_sight()).then_some(&self.preview_view),
        }
    }

    /// The same to be scrolled.
    pub fn text_view_mut(&mut self) -> Option<&mut PageView> {
        let in_preview = self.in_preview && self.preview_in_sight();
        match &mut self.detail {
            Some(detail) => detail.scrolled_mut(),
            None => in_preview.then_some(&mut self.preview_view),
        }
    }

    /// The table the moving keys move in: the list, or the buyer's others in the History tab.
    fn rows_in_focus(&self) -> &Rows {
        self.detail.as_ref().map_or(&self.table, |detail| &detail.history.table)
    }

    fn run_here(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if let Some(outcome) = run_in(FilterBar::COMMANDS, name, &mut self.bar, args, cx) {
            // Walking through the history, or back to the filter before, changes the text without a key of text.
            self.typed();
            return outcome;
        }
        if let Some(outcome) = form::run(self, name, args, cx) {
            return outcome;
        }
        if let Some(view) = self.text_view_mut()
            && let Some(outcome) = run_in(PageView::COMMANDS, name, view, args, cx)
                .or_else(|| run_in(PageView::FINDING, name, view, args, cx))
        {
            return outcome;
        }
        let rows = self.detail.as_mut().map_or(&mut self.table, |detail| &mut detail.history.table);
        run_in(Rows::COMMANDS, name, rows, args, cx)
            .or_else(|| run_in(BRING_BACK, name, self, args, cx))
            .or_else(|| TABLES.iter().find_map(|table| run_in(table, name, self, args, cx)))
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()))
    }

    /// Why the order or the filter may not have seen everything.
    fn sorted_partly(&self, world: &World<'_>) -> Option<String> {
        let matters = self.table.sort() != Some(("age", true)) || !self.filter.local.is_empty();
        walk::partly(world.store.inquiries().walk()).filter(|_| matters).map(|words| format!("{words}."))
    }
}
