//! An opened inquiry.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::inquiries::Get;
use crate::client::{Failure, FailureKind};
use crate::store::inquiries::covered;
use crate::ui::widgets::notice;
use crate::ui::widgets::page::{self, Part};
use crate::ui::{Facts, Look, Role};

use super::super::content::{self, buyer, flow, message, raw};
use super::super::detail::{Detail, DetailTab};
use super::history;

pub fn render(detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = page::column(area);
    if detail.on_history() {
        history::render(detail, look, area, buf, facts);
    } else {
        detail.view.render(&parts(detail, look), look, area, buf, facts);
    }
    let index = look.world.store.inquiries();
    if let Some(date) = index.row(detail.id).and_then(|row| row.date()) {
        facts.changes(date.age(look.world.now, look.world.zone).changes_at);
    }
}

fn parts(detail: &Detail, look: &Look<'_>) -> Vec<Part> {
    let world = look.world;
    let index = world.store.inquiries();
    let fresh = world.store.query(&Get { id: detail.id });
    // The single answer is the fullest; its marks lack what is still on its way, which the rows have.
    let inquiry = match fresh.value {
        Some(row) if world.store.session().redact => Some(std::sync::Arc::new(covered(&row.value))),
        Some(row) => Some(std::sync::Arc::new(row.value.clone())),
        None => index.full(detail.id),
    };
    let mut parts = match (&inquiry, detail.page) {
        (Some(inquiry), DetailTab::Message | DetailTab::History) => {
            message::doc(inquiry, index.row(detail.id).as_ref(), world.now, world.zone).parts
        }
        (Some(inquiry), DetailTab::Buyer) => buyer::doc(inquiry, world.now, world.zone).parts,
        (Some(inquiry), DetailTab::Flow) => flow::doc(inquiry, world.now, world.zone).parts,
        (_, DetailTab::Raw) if world.store.session().redact => {
            let why = "Not shown while names and prices are masked; :redact shows it again.";
            vec![Part::Text(Role::Dim, why.to_owned())]
        }
        (Some(inquiry), DetailTab::Raw) => {
            let sent = fresh.value.map(|row| row.raw.to_string());
            raw::doc(&sent.or_else(|| serde_json::to_string(inquiry.as_ref()).ok()).unwrap_or_default()).parts
        }
        (None, _) => match index.row(detail.id) {
            Some(row) => content::from_row(&row).parts,
            None => Vec::new(),
        },
    };
    // That there is no connection stands in the header; said here too it would push every message down a moment after
    // it was shown.
    let untold = |failure: &&Failure| inquiry.is_none() || failure.kind != FailureKind::Offline;
    if let Some(failure) = fresh.failure.filter(untold) {
        let (what, way_on) = notice::failure_words(failure);
        let words = format!("It could not be read again: {what}. {way_on}");
        parts.splice(0..0, [Part::Text(Role::Warn, words), Part::Blank]);
    }
    parts
}
