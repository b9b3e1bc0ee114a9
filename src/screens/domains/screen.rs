//! The screen as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::base::Timestamp;
use crate::screens::marking;
use crate::store::{DomainKey, Wants};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::{Form, Table, ViewExport};
use crate::ui::{
    Args, Cx, Depth, Facts, Info, Look, Outcome, Screen, ScreenId, TextEvent, When, World, infos, run_in, when_in,
};

use super::columns::Cells;
use super::commands::COMMANDS;
use super::lander::Opening;
use super::state::{DetailTab, Domains};
use super::tabs::TABS;
use super::{again, lander, places, results, view, views, wants};

/// Its name.
pub const ID: ScreenId = "domains";

type Rows = Table<DomainKey>;
type Asked = Table<crate::base::Id<crate::api::types::Inquiry>>;

/// Commands that leave a reading before a question going.
const QUIET: [&str; 12] = [
    "table.down",
    "table.up",
    "table.page_down",
    "table.page_up",
    "table.half_down",
    "table.half_up",
    "text.down",
    "text.up",
    "text.page_down",
    "text.page_up",
    "text.half_down",
    "text.half_up",
];

impl Screen for Domains {
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
        if self.bar.is_editing() {
            return infos(FilterBar::COMMANDS).collect();
        }
        let text = self.text_view();
        if text.is_some_and(PageView::is_finding) {
            return infos(PageView::FINDING).collect();
        }
        let mut all: Vec<&'static Info> = Vec::with_capacity(64);
        // The text before the screen: there / finds in it, and n goes on.
        if text.is_some() {
            all.extend(infos(PageView::COMMANDS));
        }
        all.extend(infos(COMMANDS));
        match self.scrolls() {
            Scrolls::List => all.extend(infos(Rows::COMMANDS)),
            // A verb acts on the domain here, never on marked inquiries.
            Scrolls::Inquiries => all.extend(Asked::without_marks()),
            Scrolls::Text => {}
        }
        all
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        let mut all: Vec<&'static Info> = infos(COMMANDS).collect();
        all.extend(infos(Rows::COMMANDS).chain(infos(FilterBar::COMMANDS)));
        all.extend(infos(PageView::COMMANDS).chain(infos(PageView::FINDING)));
        all
    }

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        match name {
            "domains.filter" | "domains" => {
                words.last().map_or_else(Vec::new, |word| crate::store::filter::complete_domains(word))
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

    fn note(&self, world: &World<'_>) -> Option<String> {
        view::note(self, world)
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        when_in(COMMANDS, name, self, world)
            .or_else(|| match (&self.detail, self.scrolls()) {
                (Some(detail), Scrolls::Inquiries) => when_in(Asked::COMMANDS, name, &detail.table, world),
                _ => when_in(Rows::COMMANDS, name, &self.table, world),
            })
            .or_else(|| when_in(PageView::COMMANDS, name, self.text_view()?, world))
            .or_else(|| when_in(PageView::FINDING, name, self.text_view().filter(|text| text.is_finding())?, world))
            .or_else(|| when_in(FilterBar::COMMANDS, name, &self.bar, world))
            .unwrap_or(When::Hidden)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let opening = self.opening.take().is_some();
        let reading = !QUIET.contains(&name) && self.again.take().is_some();
        if (opening || reading) && name == "domains.back" {
            return Outcome::Done;
        }
        let outcome = self.run_here(name, args, cx);
        self.take_rows(&cx.world);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.sync(&cx.world);
        places::arrive(self, args, &cx.world)
    }

    fn takes_text(&self) -> bool {
        self.bar.is_editing() || self.text_view().is_some_and(PageView::is_finding)
    }

    fn depth(&self) -> Depth {
        Depth {
            opened: usize::from(self.detail.is_some()) + usize::from(self.again.is_some() || self.opening.is_some()),
            narrowed: self.before.len() + usize::from(!self.filter.is_empty()),
        }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if self.bar.text(input) {
            self.typed(cx.world.now);
            self.take_rows_from_top(&cx.world);
        } else if let Some(detail) = &mut self.detail {
            detail.view.text(input);
        }
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        if self.detail.is_some() {
            return None;
        }
        let (book, asked, currency) = (world.store.domains().frozen(), self.asked.frozen(), self.currency.clone());
        let (now, zone) = (world.now, world.zone);
        let name = format!("domains-{}", TABS[self.tab].name);
        // A hundred thousand rows take longer than a frame.
        Some(self.table.export_beside(&name, form, move |writing, go_on| {
            writing.write(&Cells { book: &book, asked: &asked, currency: &currency, now, zone }, go_on)
        }))
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        again::go_on(self, cx);
        lander::go_on(self, cx);
        results::unprompted(self, cx);
        marking::unprompted(self, cx);
        if !self.is_typing(cx.world.now) && self.typed_at.take().is_some() {
            // Typing rests: what is asked at the service is told anew.
            self.take_rows(&cx.world);
        }
    }

    fn behind(&mut self, _: &mut Cx<'_>) {
        self.opening = None;
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
        facts.changes(self.typed_at.map(|at| Timestamp(at.0 + 1)));
        facts.changes(self.again.as_ref().map(|again| again.failures_count_at(&look.world)));
        facts.changes(self.opening.as_ref().map(Opening::failures_count_at));
    }

    fn drawn(&mut self, facts: &Facts) {
        self.width = facts.width;
        let inquiries = self.scrolls() == Scrolls::Inquiries;
        match &mut self.detail {
            Some(detail) if inquiries && facts.list_rows > 0 => detail.table.drawn(facts.list_rows),
            Some(detail) => detail.view.drawn(facts),
            None if facts.list_rows > 0 => self.table.drawn(facts.list_rows),
            None => {}
        }
    }
}

/// What the moving keys move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scrolls {
    List,
    Inquiries,
    Text,
}

impl Domains {
    /// What the moving keys move now.
    pub fn scrolls(&self) -> Scrolls {
        match &self.detail {
            None => Scrolls::List,
            Some(detail) if detail.page() == DetailTab::Inquiries => Scrolls::Inquiries,
            Some(_) => Scrolls::Text,
        }
    }

    /// The text the moving keys scroll, where they do not move the cursor.
    fn text_view(&self) -> Option<&PageView> {
        let detail = self.detail.as_ref().filter(|_| self.scrolls() == Scrolls::Text)?;
        Some(&detail.view)
    }

    fn run_here(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if let Some(outcome) = run_in(FilterBar::COMMANDS, name, &mut self.bar, args, cx) {
            // Walking through the history, or back to the filter before, changes the text without a key of text.
            self.typed(cx.world.now);
            return outcome;
        }
        if let Some(outcome) = run_in(COMMANDS, name, self, args, cx) {
            return outcome;
        }
        let scrolls = self.scrolls();
        if let Some(detail) = &mut self.detail {
            let view = &mut detail.view;
            if let Some(outcome) = run_in(PageView::COMMANDS, name, view, args, cx)
                .or_else(|| run_in(PageView::FINDING, name, view, args, cx))
            {
                return outcome;
            }
            if scrolls == Scrolls::Inquiries
                && let Some(outcome) = run_in(Asked::COMMANDS, name, &mut detail.table, args, cx)
            {
                return outcome;
            }
        }
        run_in(Rows::COMMANDS, name, &mut self.table, args, cx)
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()))
    }
}
