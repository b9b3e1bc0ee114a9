//! Drawing of an opened inquiry.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::inquiries::Get;
use crate::client::{Failure, FailureKind};
use crate::screens::inquiry::content::brief::{self, Beside};
use crate::screens::inquiry::content::{Asked, buyer, flow, message, raw};
use crate::store::index::inquiries::covered;
use crate::ui::widgets::notice;
use crate::ui::widgets::page::{self, Part, below};
use crate::ui::{Facts, Look, Role, World};

use super::super::state::{Detail, DetailTab, is_unknown};
use super::history;

/// Width from which the message stands beside the details, whose times then fit on a line.
const TWO_COLUMNS: u16 = 130;

pub fn render(detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    if detail.on_history() {
        history::render(detail, look, page::column(area), buf, facts);
    } else {
        let column = page::column(area);
        let wide = area.width >= TWO_COLUMNS;
        let mut shown = parts(detail, detail.page, wide, look);
        page::fill(&mut shown, further(detail, wide, look), column, look.ascii);
        detail.view.render(&shown, look, column, buf, facts);
    }
    let index = look.world.store.inquiries();
    if let Some(date) = index.row(detail.id).and_then(|row| row.date()) {
        facts.changes(date.age(look.world.now, look.world.zone).changes_at);
    }
}

/// Pages shown below the one in front, once the inquiry was read. History and Raw are shown on their own only.
fn further(detail: &Detail, wide: bool, look: &Look<'_>) -> Vec<Vec<Part>> {
    const PAGES: [(DetailTab, &str); 2] = [(DetailTab::Buyer, "Buyer"), (DetailTab::Flow, "Flow")];
    let after = match detail.page {
        DetailTab::Message => &PAGES[..],
        DetailTab::Buyer => &PAGES[1..],
        _ => &[],
    };
    let store = look.world.store;
    let known = store.query(&Get { id: detail.id }).value.is_some() || store.inquiries().full(detail.id).is_some();
    let page = |(page, title): &(DetailTab, &str)| below(title, parts(detail, *page, wide, look)).collect();
    after.iter().filter(|_| known).map(page).collect()
}

fn parts(detail: &Detail, page: DetailTab, wide: bool, look: &Look<'_>) -> Vec<Part> {
    let world = &look.world;
    let index = world.store.inquiries();
    let fresh = world.store.query(&Get { id: detail.id });
    // The answer about this inquiry alone is the fullest, but only the row has marks that are not sent yet.
    let full = match fresh.value {
        Some(row) if world.store.session().redact => Some(Arc::new(covered(&row.value))),
        Some(row) => Some(Arc::new(row.value.clone())),
        None => index.full(detail.id),
    };
    let row = index.row(detail.id);
    let loading = full.is_none();
    let known = full.or_else(|| Some(Arc::new(brief::of_row(row.as_ref()?))));
    let Some(inquiry) = known else { return unknown(detail, world) };
    match page {
        DetailTab::Raw if world.store.session().redact => {
            let why = crate::screens::message::HIDDEN;
            vec![Part::Text(Role::Dim, why.to_owned())]
        }
        DetailTab::Buyer if !loading => {
            let asked = Asked::of(&inquiry, world.store);
            buyer::doc(&inquiry, asked.currency.as_ref(), world.now, world.zone).parts
        }
        DetailTab::Flow if !loading => flow::doc(&inquiry, world.now, world.zone).parts,
        DetailTab::Raw if !loading => {
            let sent = fresh.value.map(|row| row.raw.to_string());
            raw::doc(&sent.or_else(|| serde_json::to_string(inquiry.as_ref()).ok()).unwrap_or_default()).parts
        }
        _ => {
            let beside = Beside::of(&inquiry, loading, world);
            message::doc(&inquiry, row.as_ref(), &beside, wide, world.now, world.zone).parts
        }
    }
}

/// Page for a number the service does not know.
fn unknown(detail: &Detail, world: &World<'_>) -> Vec<Part> {
    if !is_unknown(detail.id, world) {
        return Vec::new();
    }
    let hint = "The number may be wrong, or it belongs to another account · esc back";
    let title = format!("No inquiry {}.", detail.id);
    vec![Part::Text(Role::Text, title), Part::Text(Role::Dim, hint.to_owned())]
}

/// Words for an opened inquiry that could not be read again. They are above the footer, so that no text moves.
pub fn not_read_again(detail: &Detail, world: &World<'_>) -> Option<String> {
    let fresh = world.store.query(&Get { id: detail.id });
    let known = fresh.value.is_some() || world.store.inquiries().full(detail.id).is_some();
    // The header already says that the program is offline.
    let said = if known { FailureKind::Offline } else { FailureKind::NotFound };
    let untold = |failure: &&Failure| failure.kind != said;
    Some(notice::not_refreshed(fresh.failure.filter(untold)?))
}
