//! One inquiry, as several screens show and answer it: the cells of its row, the texts about it, the reply, and the
//! requests for these.
//!
//! The list with its tabs, filters and verbs is `screens/inquiries`. Look first at `content/`, the texts, then
//! `reply.rs`.

pub mod around;
pub mod columns;
pub mod contact;
pub mod content;
pub mod dealt;
pub mod fields;
pub mod gist;
mod offer;
pub mod prices;
pub mod reply;
mod wants;
pub mod words;

use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::ui::World;
use crate::ui::list::noting;
use crate::ui::widgets::page::Part;

pub use reply::{VARIABLES, Variable};
pub use wants::{AHEAD_FRESH, PAGE_ROWS, first_page, first_view, want_details, want_preview, want_unsent, wants};

use content::brief::{self, Beside};

/// Parts of the preview of an inquiry. Until the whole inquiry is read, they have the beginning of the message from the
/// list.
pub fn preview(id: Id<Inquiry>, world: &World<'_>) -> Vec<Part> {
    preview_with(id, |beside| beside, world)
}

/// As [`preview`], for the page of its buyer, which has the notes about the buyer and how widely they ask.
pub fn preview_of_buyer(id: Id<Inquiry>, world: &World<'_>) -> Vec<Part> {
    preview_with(id, |beside| Beside { asks: None, noted: noting::lines(&id.into(), world), ..beside }, world)
}

fn preview_with(id: Id<Inquiry>, change: impl FnOnce(Beside) -> Beside, world: &World<'_>) -> Vec<Part> {
    let index = world.store.inquiries();
    let full = index.full(id);
    let loading = full.is_none();
    match full.or_else(|| Some(Arc::new(brief::of_row(&index.row(id)?)))) {
        Some(inquiry) => {
            let beside = change(Beside::of(&inquiry, loading, world));
            brief::preview(&inquiry, &beside, world.now, world.zone).parts
        }
        None => Vec::new(),
    }
}
