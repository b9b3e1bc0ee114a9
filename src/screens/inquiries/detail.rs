//! An opened inquiry as the list uses it: how it opens, its pages, and the way back from the buyer's other inquiries.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::ui::list;
use crate::ui::widgets::page::PageView;
use crate::ui::{Facts, Look, World};

use super::history::History;
use super::state::{Detail, DetailTab, Inquiries};
use super::view;

impl list::Detail<Inquiries> for Detail {
    const PAGES: &'static [(&'static str, &'static str)] =
        &[("message", "Message"), ("buyer", "Buyer"), ("history", "History"), ("flow", "Flow"), ("raw", "Raw")];

    fn open(screen: &mut Inquiries, id: Id<Inquiry>, world: &World<'_>) -> bool {
        let is_here = world.store.inquiries().row(id).is_some();
        if is_here {
            screen.open_inquiry(id, world);
        }
        is_here
    }

    fn key(&self, _: &World<'_>) -> Option<Id<Inquiry>> {
        Some(self.id)
    }

    fn page_at(&self) -> usize {
        self.page as usize
    }

    fn turn_to(&mut self, page: usize) {
        use DetailTab::{Buyer, Flow, History, Message, Raw};
        self.page = [Message, Buyer, History, Flow, Raw].get(page).copied().unwrap_or_default();
        self.view.reset();
    }

    fn has_third(&self) -> bool {
        !self.on_history()
    }

    fn render(&self, _: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::detail(self, look, area, buf, facts);
    }

    fn beside_pages(&self, width: u16, world: &World<'_>) -> Option<String> {
        view::beside_pages(self, width, world)
    }

    fn text(&self) -> Option<&PageView> {
        match self.page {
            DetailTab::History => self.history.in_figures.then_some(&self.history.figures),
            _ => Some(&self.view),
        }
    }

    fn text_mut(&mut self) -> Option<&mut PageView> {
        match self.page {
            DetailTab::History => self.history.in_figures.then_some(&mut self.history.figures),
            _ => Some(&mut self.view),
        }
    }

    fn drawn(&mut self, facts: &Facts) {
        if !self.on_history() {
            return self.view.drawn(facts);
        }
        self.history.figures.drawn(facts);
        if facts.list_rows > 0 {
            self.history.table.drawn(facts.list_rows);
        }
    }
}

impl Inquiries {
    /// Opens one of the buyer's other inquiries; esc goes back to this one.
    pub fn open_other(&mut self, id: Id<Inquiry>, world: &World<'_>) {
        let mut next = Detail::new(id);
        if let Some(mut open) = self.list.detail.take() {
            next.from = std::mem::take(&mut open.from);
            next.from.push(open);
        }
        self.show(next, world);
    }

    /// Goes back to the inquiry whose history led here; false when none did.
    pub fn back_to_other(&mut self, world: &World<'_>) -> bool {
        let Some(opened) = &mut self.list.detail else { return false };
        let Some(mut before) = opened.from.pop() else { return false };
        let id = before.id;
        before.from = std::mem::take(&mut opened.from);
        self.list.detail = Some(before);
        self.list.table_mut().select(&id);
        list::take_rows(self, world);
        true
    }

    /// History whose list `{` and `}` go through: that of the inquiry this one was opened from.
    pub fn came_from(&mut self) -> Option<&mut History> {
        self.list.detail.as_mut()?.from.last_mut().map(|before| &mut before.history)
    }
}
