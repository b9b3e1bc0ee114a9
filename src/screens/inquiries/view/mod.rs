//! Drawing of what is particular to inquiries: list with preview, opened inquiry, filter form.
//!
//! Nothing is decided or remembered here; the texts about an inquiry are in `screens/inquiry/content/`. Look first at
//! `body.rs`, the list with its preview, and `detail.rs`, the opened inquiry.

mod around;
mod body;
mod detail;
mod history;
mod rescue;

use crate::screens::inquiry::content::history::count_words;
use crate::screens::inquiry::content::history::window_words;
use crate::store::Tab;
use crate::ui::World;

pub use around::{parts as around, wants as around_wants};
pub use body::render as body;
pub use detail::{not_read_again, render as detail};

use crate::api::inquiries::Status;

use super::state::Detail;
use super::state::Inquiries;
use super::tabs::TABS;

pub use crate::ui::widgets::BESIDE as WIDE;
/// Widths from which the tab line has room for one sum, for `SUMS`, and for `ALL_SUMS`.
const WITH_SUM: u16 = 120;
const ROOMY: u16 = 140;
const WIDEST: u16 = 190;
/// Numbers of sums shown from the two larger widths on.
const SUMS: usize = 3;
const ALL_SUMS: usize = 6;

/// Words for what the tab in front leaves out; empty if it leaves out nothing.
pub fn hides(screen: &Inquiries, world: &World<'_>) -> &'static str {
    let is_kept = matches!(TABS[screen.list.tab].tab, Tab::Active | Tab::Unread);
    if is_kept && screen.spec(world.now).question.status == Status::Confirmed { "confirmed only" } else { "" }
}

/// Words at the right of the tabs: the sum that Unsent holds (except on that tab, whose head says more), then what the
/// tab in front leaves out. They keep their room on every tab, so that nothing moves.
pub fn beside_tabs(screen: &Inquiries, width: u16, world: &World<'_>) -> String {
    let here = TABS[screen.list.tab].tab;
    let words = hides(screen, world);
    let back = if words.is_empty() { 0 } else { screen.back(world) };
    let back = if back > 0 { format!("{back} back") } else { String::new() };
    let (sums, cells) = match width {
        ..WITH_SUM => (0, 0),
        WITH_SUM..ROOMY => (1, 31),
        ROOMY..WIDEST => (SUMS, 46),
        _ => (ALL_SUMS, 76),
    };
    let held = if sums == 0 || here == Tab::Unsent { String::new() } else { screen.held.short(sums) };
    let parts = [held.as_str(), &back, words].into_iter().filter(|part| !part.is_empty());
    let words = parts.collect::<Vec<_>>().join(" · ");
    format!("{words:>cells$}")
}

/// Words at the right of the pages: the place in the list of the buyer's other inquiries, or period and match of the
/// history.
pub fn beside_pages(detail: &Detail, width: u16, world: &World<'_>) -> Option<String> {
    if let Some(before) = detail.from.last() {
        let table = &before.history.table;
        let told = before.history.loaded(before.id, world).value.map(count_words).filter(|told| !told.is_empty());
        let of = told.unwrap_or_else(|| table.len().to_string());
        return Some(format!("the buyer's others, {} of {of}", table.cursor() + 1));
    }
    let history = detail.on_history().then_some(&detail.history)?;
    Some(if width < 60 { window_words(history.days) } else { history.words() })
}
