//! Parts beside the list: the inquiry or message under the cursor, and the visits of its domain in a third column.

use crate::screens::{inquiry, message, traffic};
use crate::store::{Store, Wants};
use crate::ui::list::has_third;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::{BESIDE, cells_beside};
use crate::ui::{Look, World};

use super::rows::What;
use super::screen::BuyerPage;

/// Wants the texts of the row under the cursor while its preview is in sight.
pub fn wants(page: &BuyerPage, world: &World<'_>, wants: &mut Wants) {
    if page.list.width < BESIDE || page.list.hides_preview {
        return;
    }
    match page.current() {
        Some(What::Inquiry(id)) => {
            inquiry::want_preview(id, world, wants);
            // Prices in an inquiry are in the currency of its domain.
            Store::want_price_currency(wants, inquiry::AHEAD_FRESH);
            world.store.want_currencies(wants);
        }
        // Nothing of a message is read before the notice about caught mail was shown.
        Some(What::Mail(key)) if world.store.mail().is_cautioned() => message::want_ahead(key, world, wants),
        _ => {}
    }
    if let Some(name) = page.domain(world).filter(|_| has_third(page)) {
        traffic::want(&name, world, wants);
    }
}

/// Parts about the row under the cursor.
pub fn parts(page: &BuyerPage, look: &Look<'_>) -> Vec<Part> {
    match page.current() {
        Some(What::Inquiry(id)) => inquiry::preview_of_buyer(id, &look.world),
        Some(What::Mail(key)) => {
            let width = cells_beside(page.list.width).saturating_sub(2);
            message::preview(key, look.world.store.mail().is_cautioned(), look, width)
        }
        None => Vec::new(),
    }
}

/// Visits of the domain that the row under the cursor is about, for the third column.
pub fn around(page: &BuyerPage, _: u16, look: &Look<'_>) -> Vec<Part> {
    let visits = page.domain(&look.world).map(|name| traffic::visits(&name, traffic::FEW, look));
    visits.into_iter().flatten().skip(1).collect()
}
