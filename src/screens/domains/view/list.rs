//! The list.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::{Facts, Look};

use super::super::columns::{self, Cells};
use super::super::state::Domains;
use super::states;

pub fn render(screen: &Domains, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = look.world;
    if screen.table.is_empty() && states::instead_of_rows(screen, look, area, buf) {
        return;
    }
    let book = world.store.domains();
    let cells = Cells { book, asked: &screen.asked, currency: &screen.currency, now: world.now, zone: world.zone };
    screen.table.render(&cells, &states::empty(screen, &world), look, area, buf, facts);
    facts.changes(columns::changes_at(book, screen.table.visible(), world.now, world.zone));
}
