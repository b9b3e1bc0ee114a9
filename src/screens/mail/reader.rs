//! An opened message: which page of it is shown, and how it is read.

use crate::mime::{Body, Kind};
use crate::store::MailKey;
use crate::store::lists::mail::FullMessage;
use crate::ui::World;
use crate::ui::widgets::page::PageView;

/// The pages of an opened message, in the order of [`PAGES`](crate::ui::list::Detail::PAGES).
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
