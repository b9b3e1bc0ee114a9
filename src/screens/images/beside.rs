//! The picture beside the list: of the file that is chosen, or that the image under the cursor was uploaded from.

use std::path::PathBuf;
use std::sync::Arc;

use ratatui::layout::Rect;

use crate::mime::Picture;
use crate::store::shown;
use crate::ui::widgets::picture;
use crate::ui::{Cx, Effect, FileAsk, Look};

use super::screen::Images;

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

    /// The picture that was read, the area left of it for the list, and its own.
    pub(super) fn picture<'a>(&self, look: &Look<'a>, area: Rect) -> Option<(&'a Arc<Picture>, Rect, Rect)> {
        let path = self.pictured.as_ref().filter(|_| picture::is_shown(look))?;
        let shown = look.world.store.files().preview(path)?;
        let (list, beside) = picture::beside(area);
        Some((shown, list, beside))
    }
}
