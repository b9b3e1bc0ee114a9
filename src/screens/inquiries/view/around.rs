//! Parts around the inquiry under the cursor in a wide window.

use crate::screens::inquiry::around;
use crate::screens::traffic;
use crate::store::Wants;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, World, list};

use super::super::state::Inquiries;

/// Wants the visits of the domain under the cursor.
pub fn wants(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    let in_sight = list::has_third(screen) && (screen.list.detail.is_some() || screen.preview_in_sight());
    let id = screen.row_under_cursor().filter(|_| in_sight);
    if let Some(row) = id.and_then(|id| world.store.inquiries().row(id)) {
        traffic::want(&row.domain_name(), world, wants);
    }
}

/// Parts about the inquiry under the cursor, for `width` cells.
pub fn parts(screen: &Inquiries, width: u16, look: &Look<'_>) -> Vec<Part> {
    screen.row_under_cursor().map_or_else(Vec::new, |id| around::parts(id, width, look))
}
