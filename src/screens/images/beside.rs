//! The part beside the list: the picture of the file that is chosen, or that the image under the cursor was uploaded
//! from. Without a picture, what is known of that image.

use std::path::PathBuf;
use std::sync::Arc;

use ratatui::layout::Rect;

use crate::base::clean_line;
use crate::mime::Picture;
use crate::store::shown;
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::picture;
use crate::ui::{Cx, Effect, FileAsk, Look};

use super::screen::Images;
use super::uses;

impl Images {
    /// Asks for the picture, once for each file.
    pub(super) fn ask_picture(&mut self, cx: &mut Cx<'_>) {
        let store = cx.world.store;
        let path = match &self.adding {
            Some(adding) => {
                let chosen = adding.pick.chosen(store.files()).filter(|listed| adding.pick.is_sought(&listed.path));
                chosen.map(|listed| PathBuf::from(&listed.path))
            }
            None => self.list.under_cursor().and_then(|key| shown::images::file(*key, store)).map(PathBuf::from),
        };
        if self.pictured != path {
            self.pictured.clone_from(&path);
            cx.effects.extend(path.map(|path| Effect::File(FileAsk::Preview { path })));
        }
    }

    /// Parts about the image under the cursor: its address, and what uses it.
    pub(super) fn about(&self, look: &Look<'_>) -> Vec<Part> {
        let world = &look.world;
        let Some(image) = self.list.under_cursor().and_then(|key| self.list.rows.get(*key)) else { return Vec::new() };
        let mut doc = Doc::at(world.now, world.zone);
        doc.title(image.id().map_or_else(|| "Being added".to_owned(), |id| format!("Image {id}")), "");
        doc.field("Address", clean_line(&image.address));
        doc.field_if("Type", image.kind.as_ref().map(|kind| clean_line(kind.as_str()).into_owned()));
        doc.field_if("Added", image.date.map(|at| doc.when(at)));
        if let Some(id) = image.id() {
            doc.heading("Used by");
            for (place, said) in uses::told(image, id, world.store) {
                doc.field(place, said);
            }
        }
        doc.parts
    }

    /// Picture that was read, the area left for the list, and the picture's own area.
    pub(super) fn picture<'a>(&self, look: &Look<'a>, area: Rect) -> Option<(&'a Arc<Picture>, Rect, Rect)> {
        let path = self.pictured.as_ref().filter(|_| picture::is_shown(look))?;
        let shown = look.world.store.files().preview(path)?;
        let (list, beside) = picture::beside(area);
        Some((shown, list, beside))
    }
}
