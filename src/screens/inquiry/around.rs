//! Parts around an inquiry in a wide window: earlier inquiries and offers of its buyer, and visits to the domain.

use crate::api::Request;
use crate::api::inquiries::History as Ask;
use crate::api::types::{Inquiry, MatchedBy};
use crate::base::Id;
use crate::client::Lane;
use crate::screens::traffic;
use crate::store::{Loaded, Wants};
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World};

use super::content::history;
use super::{AHEAD_FRESH, dealt};

/// Wants the data of these parts once the inquiry rests in front, as far as the token may read it.
pub fn wants(id: Id<Inquiry>, world: &World<'_>, wants: &mut Wants) {
    let Some(row) = world.store.inquiries().row(id) else { return };
    traffic::want(&row.domain_name(), world, wants);
    if may_read(world) {
        let want = wants.want(&history::first(id), Lane::Ahead);
        (want.after, want.fresh_for) = (traffic::REST, AHEAD_FRESH);
    }
}

/// True where the token may read the history of a buyer.
pub fn may_read(world: &World<'_>) -> bool {
    world.store.session().missing_for(<Ask as Request>::ENDPOINT).is_none()
}

/// Parts in `width` cells; none for an unknown inquiry.
pub fn parts(id: Id<Inquiry>, width: u16, look: &Look<'_>) -> Vec<Part> {
    let Some(row) = look.world.store.inquiries().row(id) else { return Vec::new() };
    let mut parts = buyer(id, width, look);
    parts.extend(traffic::visits(&row.domain_name(), traffic::FEW, look));
    parts
}

/// Earlier inquiries and offers of the inquiry's buyer.
fn buyer(id: Id<Inquiry>, width: u16, look: &Look<'_>) -> Vec<Part> {
    let (world, index) = (&look.world, look.world.store.inquiries());
    let heading = vec![(Role::Accent, "Buyer".to_owned()), (Role::Dim, "  g b".to_owned())];
    let mut parts = vec![Part::Line(heading)];
    let Loaded { value, failure, .. } = world.store.query(&history::first(id));
    let Some(told) = value else {
        let reads = may_read(world) && failure.is_none();
        parts.push(Part::Text(Role::Dim, if reads { "Loading…" } else { "The history was not read." }.to_owned()));
        return parts;
    };
    parts.extend(history::figures_beside(told, width, world.now, world.zone));
    // Only inquiries from the same address are certain to be the buyer's.
    let others = told
        .inquiries
        .values()
        .filter(|inquiry: &&Inquiry| matches!(inquiry.matched_by.get(), Some(MatchedBy::Email | MatchedBy::Both)));
    let ids = std::iter::once(id).chain(others.map(|inquiry| inquiry.inquiry_id));
    let rows: Vec<_> = ids.filter_map(|id| index.row(id)).collect();
    let is_whole = told.capped.get() != Some(&true)
        && told.inquiries.pagination.total().is_some_and(|total| total < rows.len() as u64);
    parts.extend(dealt::dealt(&rows, is_whole, look, width));
    parts
}
