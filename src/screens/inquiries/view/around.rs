//! Panels around an inquiry in a wide window: earlier inquiries and offers of its buyer, and visits to the domain.

use crate::api::types::{Inquiry, MatchedBy};
use crate::base::Id;
use crate::screens::inquiry::content::history::figures;
use crate::screens::{inquiry, traffic};
use crate::store::{Loaded, Wants};
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World, list};

use super::super::history;
use super::super::state::Inquiries;

/// Asks for the visits of the domain under the cursor.
pub fn wants(screen: &Inquiries, world: &World<'_>, wants: &mut Wants) {
    let id = screen.row_under_cursor().filter(|_| list::has_third(screen) && screen.preview_in_sight());
    if let Some(row) = id.and_then(|id| world.store.inquiries().row(id)) {
        traffic::want(&row.domain_name(), world, wants);
    }
}

/// The parts, in so many cells.
pub fn parts(screen: &Inquiries, width: u16, look: &Look<'_>) -> Vec<Part> {
    let id = screen.row_under_cursor();
    let Some((id, row)) = id.and_then(|id| Some((id, look.world.store.inquiries().row(id)?))) else {
        return Vec::new();
    };
    let mut parts = buyer_parts(id, width, look);
    parts.extend(traffic::visits(&row.domain_name(), traffic::FEW, look));
    parts
}

fn buyer_parts(id: Id<Inquiry>, width: u16, look: &Look<'_>) -> Vec<Part> {
    let (world, index) = (&look.world, look.world.store.inquiries());
    let heading = vec![(Role::Accent, "Buyer".to_owned()), (Role::Dim, "  g b".to_owned())];
    let mut parts = vec![Part::Line(heading)];
    let Loaded { value, failure, .. } = world.store.query(&inquiry::content::history::first(id));
    let Some(told) = value else {
        let reads = !history::is_missing(world) && failure.is_none();
        parts.push(Part::Text(Role::Dim, if reads { "Loading…" } else { "The history was not read." }.to_owned()));
        return parts;
    };
    parts.extend(figures(told, 0, width, world.now, world.zone));
    // Only inquiries from the same address are known to be the buyer's.
    let others = told
        .inquiries
        .values()
        .filter(|inquiry: &&Inquiry| matches!(inquiry.matched_by.get(), Some(MatchedBy::Email | MatchedBy::Both)));
    let ids = std::iter::once(id).chain(others.map(|inquiry| inquiry.inquiry_id));
    let rows: Vec<_> = ids.filter_map(|id| index.row(id)).collect();
    let is_whole = told.capped.get() != Some(&true)
        && told.inquiries.pagination.total().is_some_and(|total| total < rows.len() as u64);
    parts.extend(inquiry::dealt::dealt(&rows, is_whole, look, width));
    parts
}
