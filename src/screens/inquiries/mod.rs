//! The inquiries: lists by tab with a preview, one opened inquiry, and the marks one decides with.
//!
//! Rows, filters and pending writes are the store's, tables, forms and text views the kit's; only what is particular to
//! inquiries is here. Look first at `commands.rs` (what a user can do; the verbs of the Unsent tab, the History tab and
//! the filter form stand in `rescue.rs`, `history.rs` and `form.rs`), then `state.rs` and `content/`.

mod acts;
mod columns;
mod commands;
mod contact;
mod content;
mod copy;
mod detail;
mod form;
mod goto;
mod history;
mod marks;
mod news;
mod offer;
mod places;
mod reply;
mod rescue;
mod screen;
mod state;
mod tabs;
mod topics;
mod view;
mod walk;
mod wants;
mod words;

pub(super) use contact::email_to_me;
pub(super) use content::history::{figures as history_figures, verdict as history_verdict};
pub(super) use history::first as history_of;
pub(super) use reply::{Replying, begin as begin_reply, begin_all as begin_reply_to_all, go_on as go_on_with_reply};
pub use reply::{VARIABLES, Variable};
pub(super) use state::Inquiries;
pub(super) use view::preview;
pub(super) use wants::{first_request, wants_beside};

use crate::api::{self, Request};
use crate::base::Timestamp;
use crate::store::filter::Filter;
use crate::store::{Known, Sort, Tab, ViewSpec};
use crate::ui::{ScreenDef, World};

pub(super) use columns::{COLUMNS, Cells, order};

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["inbox", "buyers"],
    badge: unread,
    reads: Some(<api::inquiries::List as Request>::ENDPOINT),
    ..ScreenDef::list::<Inquiries>('2', "Inquiries")
};

/// How many unread inquiries wait in the active list.
fn unread(world: &World<'_>) -> Option<Known<u64>> {
    let spec = ViewSpec::new(Tab::Unread, &Filter::default(), Sort::default(), world.now);
    let count = world.store.inquiries().view(&spec).len() as u64;
    (count > 0).then(|| Known::over(count, count, None, world.store.inquiries().holds_all()))
}

/// The list shown before the user chose anything.
pub fn first_view(now: Timestamp) -> ViewSpec {
    Inquiries::default().spec(now)
}
