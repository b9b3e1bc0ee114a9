//! Drawing of what is particular to inquiries: list with preview, opened inquiry, filter form.
//!
//! It decides nothing and remembers nothing; what is said about an inquiry stands in `content/`.

mod around;
mod body;
mod detail;
mod history;
mod rescue;

use crate::screens::inquiry::content::history::count_words;
use crate::screens::inquiry::content::history::window_words;
use crate::store::{Known, Tab};
use crate::ui::World;

pub use around::{parts as around, wants as around_wants};
pub use body::render as body;
pub use detail::{not_read_again, render as detail};

use crate::api::inquiries::Status;

use super::detail::Detail;
use super::state::{self, Inquiries};
use super::tabs::TABS;

pub use crate::ui::widgets::BESIDE as WIDE;
/// Columns from which the tab line has room for more than one sum.
const ROOMY: u16 = 140;

/// How many a tab holds, and what is written behind that.
pub fn total(screen: &Inquiries, tab: usize, width: u16, world: &World<'_>) -> (Known<u64>, String) {
    let here = tab == screen.list.tab;
    let extra = match TABS[tab].tab {
        // The tab itself has a head that says more.
        Tab::Unsent if !here => screen.held.short(if width < ROOMY { 1 } else { usize::from(width / 40) }),
        // What a tab leaves out is said where one looks at it, and only while it does.
        Tab::Active | Tab::Unread if here && screen.spec(world.now).question.status == Status::Confirmed => {
            let back = screen.back(world);
            if back > 0 { format!("{back} back · confirmed only") } else { "confirmed only".to_owned() }
        }
        _ => String::new(),
    };
    (state::total(world, tab), extra)
}

/// Where one is in the list of the buyer's others, or how the history is looked at.
pub fn beside_pages(screen: &Inquiries, detail: &Detail, width: u16, world: &World<'_>) -> Option<String> {
    if let Some(before) = screen.opened_from.last() {
        let table = &before.history.table;
        let told = before.history.loaded(before.id, world).value.map(count_words).filter(|told| !told.is_empty());
        let of = told.unwrap_or_else(|| table.len().to_string());
        return Some(format!("the buyer's others, {} of {of}", table.cursor() + 1));
    }
    let history = detail.on_history().then_some(&detail.history)?;
    Some(if width < 60 { window_words(history.days) } else { history.words() })
}
