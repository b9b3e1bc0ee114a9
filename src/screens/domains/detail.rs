//! An opened domain as the list knows it: how it opens, its pages, how they are drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::{DomainKey, DomainRow, Known};
use crate::ui::list;
use crate::ui::widgets::page::PageView;
use crate::ui::{Facts, Look, World};

use super::state::{Detail, DetailTab, Domains};
use super::view;

impl list::Detail<Domains> for Detail {
    const PAGES: &'static [(&'static str, &'static str)] =
        &[("overview", "Overview"), ("sale", "Sale"), ("status", "Status"), ("inquiries", "Inquiries")];

    fn open(screen: &mut Domains, key: DomainKey, world: &World<'_>) -> bool {
        let row = world.store.domains().row(key);
        let name = row.as_ref().map(DomainRow::domain_name);
        name.is_some_and(|name| {
            screen.open_domain(name, world);
            true
        })
    }

    fn key(&self, world: &World<'_>) -> Option<DomainKey> {
        world.store.domains().find(self.name.punycode())
    }

    fn page_at(&self) -> usize {
        self.page as usize
    }

    fn turn_to(&mut self, page: usize) {
        use DetailTab::{Inquiries, Overview, Sale, Status};
        self.page = [Overview, Sale, Status, Inquiries].get(page).copied().unwrap_or_default();
        self.view.reset();
    }

    fn has_third(&self) -> bool {
        // The Overview makes columns of its own, and the inquiries have a preview.
        !matches!(self.page, DetailTab::Overview | DetailTab::Inquiries)
    }

    fn render(&self, screen: &Domains, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::detail(screen, self, look, area, buf, facts);
    }

    fn total(&self, screen: &Domains, page: usize, world: &World<'_>) -> Option<Known<u64>> {
        (page == DetailTab::Inquiries as usize).then(|| screen.asked_about(&self.name, world).all)
    }

    fn text(&self) -> Option<&PageView> {
        Some(&self.view).filter(|_| self.page != DetailTab::Inquiries)
    }

    fn text_mut(&mut self) -> Option<&mut PageView> {
        Some(&mut self.view).filter(|_| self.page != DetailTab::Inquiries)
    }

    fn drawn(&mut self, facts: &Facts) {
        if self.page != DetailTab::Inquiries {
            self.view.drawn(facts);
        } else if facts.list_rows > 0 {
            self.table.drawn(facts.list_rows);
        }
    }
}
