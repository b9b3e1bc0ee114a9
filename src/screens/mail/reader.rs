//! An opened message: which page of it is shown, and how it is read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::content;
use super::screen::Mail;
use crate::mime::{Body, Kind};
use crate::store::MailKey;
use crate::store::lists::mail::FullMessage;
use crate::ui::widgets::page::{self, PageView};
use crate::ui::widgets::picture;
use crate::ui::{Facts, Look, World, list};

/// The pages of an opened message, in the order of [`list::Detail::PAGES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReaderPage {
    #[default]
    Message,
    Headers,
    Raw,
    /// Pictures, in builds with the feature `images`.
    Pictures,
}

/// An opened message.
#[derive(Clone, Debug)]
pub struct Reader {
    pub key: MailKey,
    pub page: ReaderPage,
    pub view: PageView,
    /// The body chosen where there are several: they may say different things.
    pub body: usize,
    /// Quoted parts are shown whole.
    pub unfolded: bool,
}

impl Reader {
    /// A message opened on its first page.
    pub fn new(key: MailKey) -> Self {
        Self { key, page: ReaderPage::Message, view: PageView::default(), body: 0, unfolded: false }
    }

    /// The message itself, once it is here.
    pub fn message<'a>(&self, world: &World<'a>) -> Option<&'a FullMessage> {
        world.store.message(self.key)?.value
    }

    /// The body in front.
    pub fn body<'a>(&self, world: &World<'a>) -> Option<&'a Body> {
        let bodies = &self.message(world)?.message.bodies;
        bodies.get(self.body.min(bodies.len().saturating_sub(1)))
    }

    /// `HTML version (2 of 2)`: which body is in front, where there are several.
    pub fn body_words(&self, world: &World<'_>) -> Option<String> {
        let many = self.message(world)?.message.bodies.len();
        let body = self.body(world).filter(|_| many > 1)?;
        let kind = match body.kind {
            Kind::Text => "Text",
            Kind::Html => "HTML",
            Kind::Raw => "Raw",
        };
        Some(format!("{kind} version ({} of {many})", self.body.min(many - 1) + 1))
    }
}

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
        self.view.render(&content::doc(self, look, column.width), look, column, buf, facts);
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
