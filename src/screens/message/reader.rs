//! An opened message: which of its pages and bodies is shown.

use std::sync::Arc;

use crate::base::Kept;
use crate::mime::{Body, Kind};
use crate::store::MailKey;
use crate::store::lists::mail::FullMessage;
use crate::ui::World;
use crate::ui::widgets::page::{PageView, Part};

/// Pages of an opened message, in the order of [`PAGES`](crate::ui::list::Detail::PAGES).
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
    /// Index of the body chosen among several, which may say different things.
    pub body: usize,
    /// True while quoted parts are shown in full.
    pub unfolded: bool,
    /// Long part of the page shown last, kept by what it was made from.
    pub texts: Kept<Shown, Arc<[Part]>>,
}

/// Source of the long part of a page: page, body, `unfolded`, and the bytes of the message.
#[derive(Clone, Debug)]
pub struct Shown(ReaderPage, usize, bool, Arc<[u8]>);

impl PartialEq for Shown {
    // Compare by pointer: the same bytes read again may give another result, because the first reading may have been
    // given up.
    fn eq(&self, other: &Self) -> bool {
        (self.0, self.1, self.2) == (other.0, other.1, other.2) && Arc::ptr_eq(&self.3, &other.3)
    }
}

impl Reader {
    /// Reader of a message on its first page.
    pub fn new(key: MailKey) -> Self {
        Self {
            key,
            page: ReaderPage::Message,
            view: PageView::default(),
            body: 0,
            unfolded: false,
            texts: Kept::default(),
        }
    }

    /// The message itself, once it was read.
    pub fn message<'a>(&self, world: &World<'a>) -> Option<&'a FullMessage> {
        world.store.message(self.key)?.value
    }

    /// The body in front.
    pub fn body<'a>(&self, world: &World<'a>) -> Option<&'a Body> {
        let bodies = &self.message(world)?.message.bodies;
        bodies.get(self.body.min(bodies.len().saturating_sub(1)))
    }

    /// The long part of the page in front, made once by `make`.
    pub fn text(&self, full: &FullMessage, make: impl FnOnce() -> Vec<Part>) -> Arc<[Part]> {
        let shown = Shown(self.page, self.body, self.unfolded, Arc::clone(&full.raw));
        self.texts.get(shown, |_| make().into())
    }

    /// Words for the body in front, if there are several: `HTML version (2 of 2)`.
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
