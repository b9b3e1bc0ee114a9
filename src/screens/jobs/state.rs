//! State of the screen between two keys. It has numbers of rows only; the rows themselves are in the store.

use std::sync::Arc;

use crate::api::types::{Export, Import};
use crate::base::{Id, Kept};
use crate::store::lists::jobs::Only;
use crate::store::{Entry, EntryId};
use crate::ui::World;
use crate::ui::list::OwnList;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::table::Table;

use super::row::RowKey;
use super::search::Search;

#[derive(Debug, Default)]
pub struct Jobs {
    pub list: OwnList<Self>,
    /// Form as it was sent, in case the service refuses it.
    pub filled: Option<Form>,
    /// Newest import at the last look at the list.
    pub newest: Option<Id<Import>>,
    /// Import that came while another screen was in front; the cursor goes there.
    pub arrived: Option<Id<Import>>,
    pub awaited: Option<Awaited>,
    /// Import whose failed lines are being loaded for the editor, and which kinds of lines.
    pub fixing: Option<(Id<Import>, &'static [Only])>,
    /// Exports whose file is saved as soon as it is ready.
    pub to_save: Vec<Id<Export>>,
    /// Rows made from the journal, kept by its version and by whether they are bulk acts.
    pub writes: Kept<(u64, bool), Arc<[RowKey]>>,
    pub search: Search,
}

/// Import or export started here, until its number is known.
#[derive(Clone, Debug, Default)]
pub struct Awaited {
    /// Journal entry of the write, once there is one.
    pub entry: Option<EntryId>,
    /// Number of the newest export known before the write.
    pub newest: Option<i64>,
    /// True if the file of the export is saved as soon as it is ready.
    pub save: bool,
}

impl Awaited {
    /// Write about to be started. With `save`, the file of the export is saved automatically.
    pub fn new(save: bool, world: &World<'_>) -> Self {
        let newest = world.store.jobs().exports().list.rows().first().map(|id| id.get());
        Self { entry: None, newest, save }
    }

    /// The write that was asked for.
    pub fn entry<'a>(&self, world: &World<'a>) -> Option<&'a Entry> {
        world.store.journal().get(self.entry?)
    }
}

impl Jobs {
    /// Table that the moving keys act on.
    pub fn front(&self) -> &Table<RowKey> {
        self.list.detail.as_ref().map_or(self.list.table(), |opened| &opened.table)
    }

    /// The row under the cursor.
    pub fn row(&self) -> Option<RowKey> {
        self.front().selected().copied()
    }

    /// Row that verbs act on: the opened import, else the row under the cursor.
    pub fn subject(&self) -> Option<RowKey> {
        self.list.detail.as_ref().map(|opened| RowKey::Import(opened.id)).or(self.row())
    }

    /// Import in front of the user.
    pub fn import(&self) -> Option<Id<Import>> {
        if let RowKey::Import(id) = self.subject()? { Some(id) } else { None }
    }
}
