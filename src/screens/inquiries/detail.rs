//! An opened inquiry: which page of it is shown, and what its pages remember.

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::ui::World;
use crate::ui::widgets::page::PageView;

use super::history::History;
use super::state::Inquiries;

/// The pages of an opened inquiry. A further one is a further row of [`DETAIL_TABS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DetailTab {
    #[default]
    Message,
    Buyer,
    History,
    Flow,
    Raw,
}

/// The pages of an opened inquiry from left to right.
pub const DETAIL_TABS: &[(DetailTab, &str)] = &[
    (DetailTab::Message, "Message"),
    (DetailTab::Buyer, "Buyer"),
    (DetailTab::History, "History"),
    (DetailTab::Flow, "Flow"),
    (DetailTab::Raw, "Raw"),
];

/// An opened inquiry.
#[derive(Clone, Debug)]
pub struct Detail {
    /// By id: it stays open when its row leaves the list, as the Unread tab's does once it is read.
    pub id: Id<Inquiry>,
    /// Place in [`DETAIL_TABS`].
    pub tab: usize,
    pub view: PageView,
    pub history: History,
}

impl Detail {
    /// An inquiry opened on its first page.
    pub fn new(id: Id<Inquiry>) -> Self {
        Self { id, tab: 0, view: PageView::default(), history: History::default() }
    }

    /// The next inquiry begins where the one before is looked at: same page, same window of the history.
    pub fn goes_on_from(&mut self, before: &Self) {
        self.tab = before.tab;
        self.history.looks_as(&before.history);
    }

    /// The page shown.
    pub fn page(&self) -> DetailTab {
        DETAIL_TABS.get(self.tab).map_or(DetailTab::Message, |(tab, _)| *tab)
    }

    /// True on the History tab.
    pub fn on_history(&self) -> bool {
        self.page() == DetailTab::History
    }

    /// The view the moving keys scroll, unless they move in the list of the History tab.
    pub fn scrolled(&self) -> Option<&PageView> {
        match self.page() {
            DetailTab::History => self.history.in_figures.then_some(&self.history.figures),
            _ => Some(&self.view),
        }
    }

    /// The same to be scrolled.
    pub fn scrolled_mut(&mut self) -> Option<&mut PageView> {
        match self.page() {
            DetailTab::History => self.history.in_figures.then_some(&mut self.history.figures),
            _ => Some(&mut self.view),
        }
    }
}

impl Inquiries {
    /// Opens one of the buyer's other inquiries; esc comes back to this one.
    pub fn open_other(&mut self, id: Id<Inquiry>, world: &World<'_>) {
        if let Some(open) = self.detail.take() {
            self.opened_from.push(open);
        }
        self.open_inquiry(id, world);
    }

    /// Back to the inquiry whose history led here; false when none did.
    pub fn back_to_other(&mut self, world: &World<'_>) -> bool {
        let Some(before) = self.opened_from.pop() else { return false };
        let id = before.id;
        self.detail = Some(before);
        self.table.select(&id);
        self.take_rows(world);
        true
    }

    /// Closes whatever is opened; false when nothing was.
    pub fn close_detail(&mut self) -> bool {
        self.opened_from.clear();
        self.detail.take().is_some()
    }

    /// The history whose list `{` and `}` go through: that of the inquiry one came from.
    pub fn came_from(&mut self) -> Option<&mut History> {
        self.opened_from.last_mut().map(|before| &mut before.history)
    }
}
