//! The pages of an opened message and how they are drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::Mail;
use crate::screens::message::content;
use crate::screens::message::reader::{Reader, ReaderPage};
use crate::store::MailKey;
use crate::ui::widgets::page::{self, PageView};
use crate::ui::widgets::picture;
use crate::ui::{Facts, Look, World, list};

impl list::Detail<Mail> for Reader {
    const PAGES: &'static [(&'static str, &'static str)] = {
        const ALL: &[(&str, &str)] =
            &[("message", "Message"), ("headers", "Headers"), ("raw", "Raw"), ("pictures", "Pictures")];
        if cfg!(feature = "images") { ALL } else { ALL.split_at(ALL.len() - 1).0 }
    };

    fn open(screen: &mut Mail, key: MailKey, world: &World<'_>) -> bool {
        let is_here = world.store.mail().row(key).is_some();
        if is_here {
            screen.open_message(key);
        }
        is_here
    }

    fn key(&self, _: &World<'_>) -> Option<MailKey> {
        Some(self.key)
    }

    fn page_at(&self) -> usize {
        self.page as usize
    }

    fn turn_to(&mut self, page: usize) {
        use ReaderPage::{Headers, Message, Pictures, Raw};
        self.page = [Message, Headers, Raw, Pictures].get(page).copied().unwrap_or_default();
        self.view.reset();
    }

    fn render(&self, _: &Mail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let column = page::column(area);
        let mut parts = content::doc(self, self.page, look, column.width);
        if self.page == ReaderPage::Message && self.message(&look.world).is_some() {
            let headers = content::doc(self, ReaderPage::Headers, look, column.width);
            page::fill(&mut parts, [page::below("Headers", headers).collect()], column, look.ascii);
        }
        self.view.render(&parts, look, column, buf, facts);
        let full = self.message(&look.world).filter(|_| self.page == ReaderPage::Pictures);
        let pictures = full.map_or(&[][..], |full| &full.pictures);
        let below = Rect { y: column.y + 2, height: column.height.saturating_sub(2), ..column };
        let each = below.height / (pictures.len() as u16).max(1);
        let mut y = below.y;
        for shown in pictures.iter().filter(|_| !look.world.store.session().redact) {
            let place = Rect { y, height: each.saturating_sub(1), ..below };
            y += picture::render(shown, look, place, buf, facts) + 1;
        }
    }

    fn text(&self) -> Option<&PageView> {
        Some(&self.view)
    }

    fn text_mut(&mut self) -> Option<&mut PageView> {
        Some(&mut self.view)
    }

    fn drawn(&mut self, facts: &Facts) {
        self.view.drawn(facts);
    }
}
