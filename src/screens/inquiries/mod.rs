//! The inquiries: lists by tab with a preview, one opened inquiry, and the marks a user sets on them.
//!
//! Rows, filters and pending writes are in the store, tables, forms and text views in `ui`; only what is particular to
//! inquiries is here. Look first at `commands.rs` (what a user can do; verbs of the Unsent tab, the History tab and the
//! filter form are in `rescue.rs`, `history.rs` and `form.rs`), then `state.rs`. The texts about one inquiry and the
//! reply to it are shared with other screens: `screens/inquiry`.

mod acts;
mod commands;
mod contact;
mod copy;
mod detail;
mod form;
mod goto;
mod history;
mod marks;
mod news;
mod places;
mod rescue;
mod screen;
mod state;
mod tabs;
mod topics;
mod totals;
mod view;
mod walk;
mod wants;

use state::Inquiries;

use crate::api::{self, Request};
use crate::store::filter::Filter;
use crate::store::{Known, Sort, Tab, ViewSpec};
use crate::ui::{ScreenDef, World};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["inbox", "buyers"],
    badge: Some(unread),
    reads: Some(<api::inquiries::List as Request>::ENDPOINT),
    ..ScreenDef::list::<Inquiries>('2', "Inquiries")
};

/// Number of unread inquiries in the active list.
fn unread(world: &World<'_>) -> Option<Known<u64>> {
    let spec = ViewSpec::new(Tab::Unread, &Filter::default(), Sort::default(), world.now);
    let count = world.store.inquiries().view(&spec).len() as u64;
    (count > 0).then(|| Known::over(count, count, None, world.store.inquiries().holds_all()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Timestamp;
    use crate::screens::inquiry::{first_page, first_view};

    #[test]
    fn the_list_shown_first_is_the_one_that_other_screens_count() {
        let (screen, now) = (Inquiries::default(), Timestamp(1_773_324_000));
        assert_eq!(screen.spec(now), first_view(Tab::Active, now));
        assert_eq!(screen.request(1, now), first_page(Tab::Active, now));
    }
}
