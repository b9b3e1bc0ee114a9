//! What the screen remembers between two keys. Rows are never kept here: they are the store's, by number.

use std::sync::Arc;

use crate::api::types::{Export, Import};
use crate::base::Id;
use crate::store::EntryId;
use crate::store::jobs::{LineKey, Only};
use crate::ui::World;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::table::Table;

use super::awaited::Awaited;
use super::tabs::{TABS, Tab};
use super::{columns, find, journal};

/// What identifies a row of any of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKey {
    Import(Id<Import>),
    Export(Id<Export>),
    Line(LineKey),
    /// In the two tabs made from the journal.
    Write(EntryId),
}

/// The pages of an opened import from left to right.
pub const LINE_TABS: &[(Only, &str)] =
    &[(Only::All, "All"), (Only::Errors, "Errors"), (Only::Warnings, "Warnings"), (Only::Ignored, "Ignored")];

/// An opened import.
#[derive(Clone, Debug)]
pub struct Opened {
    pub id: Id<Import>,
    /// Place in [`LINE_TABS`].
    pub tab: usize,
    pub table: Table<RowKey>,
    pub bar: FilterBar,
}

impl Opened {
    /// At its first line.
    pub fn new(id: Id<Import>, tab: usize) -> Self {
        Self { id, tab, table: Table::new(columns::LINES), bar: FilterBar::default() }
    }

    /// Which lines are shown.
    pub fn only(&self) -> Only {
        LINE_TABS.get(self.tab).map_or(Only::All, |(only, _)| *only)
    }
}

/// The screen.
#[derive(Debug)]
pub struct Jobs {
    /// Place in [`TABS`].
    pub tab: usize,
    /// One for each of [`TABS`].
    pub tables: Vec<Table<RowKey>>,
    /// What is looked for in each of [`TABS`].
    pub bars: Vec<FilterBar>,
    pub opened: Option<Opened>,
    /// The filters of a new export of inquiries, while they are chosen.
    pub form: Option<Form>,
    pub awaited: Option<Awaited>,
    /// The import whose failed lines are being collected for the editor.
    pub fixing: Option<(Id<Import>, super::fix::Which)>,
    /// Exports whose file is saved as soon as there is one.
    pub to_save: Vec<Id<Export>>,
    /// The version of the journal its two tabs show, and what was looked for in them.
    journal: Option<(u64, String)>,
}

impl Default for Jobs {
    fn default() -> Self {
        let tables = TABS.iter().map(|row| Table::new(columns::of(row.tab))).collect();
        Self {
            tab: 0,
            tables,
            bars: vec![FilterBar::default(); TABS.len()],
            opened: None,
            form: None,
            awaited: None,
            fixing: None,
            to_save: Vec::new(),
            journal: None,
        }
    }
}

impl Jobs {
    /// The tab in front, whatever is opened in it.
    pub fn current_tab(&self) -> Tab {
        TABS.get(self.tab).map_or(Tab::Imports, |row| row.tab)
    }

    /// The table the moving keys belong to.
    pub fn table(&self) -> &Table<RowKey> {
        self.opened.as_ref().map_or(&self.tables[self.tab], |opened| &opened.table)
    }

    /// The same to move in.
    pub fn table_mut(&mut self) -> &mut Table<RowKey> {
        match &mut self.opened {
            Some(opened) => &mut opened.table,
            None => &mut self.tables[self.tab],
        }
    }

    /// What is looked for in front of the user.
    pub fn bar(&self) -> &FilterBar {
        self.opened.as_ref().map_or(&self.bars[self.tab], |opened| &opened.bar)
    }

    /// The same to type in.
    pub fn bar_mut(&mut self) -> &mut FilterBar {
        match &mut self.opened {
            Some(opened) => &mut opened.bar,
            None => &mut self.bars[self.tab],
        }
    }

    /// The row under the cursor of the list, whatever is opened.
    pub fn row(&self) -> Option<RowKey> {
        self.tables[self.tab].selected().copied()
    }

    /// The import in front of the user: the opened one, else the one under the cursor.
    pub fn import(&self) -> Option<Id<Import>> {
        match (&self.opened, self.row()) {
            (Some(opened), _) => Some(opened.id),
            (None, Some(RowKey::Import(id))) => Some(id),
            _ => None,
        }
    }

    /// The export in front of the user.
    pub fn export(&self) -> Option<Id<Export>> {
        match (&self.opened, self.row()) {
            (None, Some(RowKey::Export(id))) => Some(id),
            _ => None,
        }
    }

    /// The write in front of the user.
    pub fn write(&self) -> Option<EntryId> {
        match (&self.opened, self.row()) {
            (None, Some(RowKey::Write(id))) => Some(id),
            _ => None,
        }
    }

    /// How many rows a tab has here.
    pub fn count(&self, tab: Tab) -> u64 {
        let place = TABS.iter().position(|row| row.tab == tab);
        place.map_or(0, |place| self.tables[place].len() as u64)
    }

    /// Puts the cursor on an export.
    pub fn select_export(&mut self, id: Id<Export>) {
        if let Some(place) = TABS.iter().position(|row| row.tab == Tab::Exports) {
            self.tables[place].select(&RowKey::Export(id));
        }
    }

    /// The line under the cursor of an opened import.
    pub fn line(&self) -> Option<LineKey> {
        match self.opened.as_ref()?.table.selected()? {
            RowKey::Line(key) => Some(*key),
            _ => None,
        }
    }

    /// Takes over the rows the store has now; each cursor stays on its row.
    pub fn take_rows(&mut self, world: &World<'_>) {
        let jobs = world.store.jobs();
        let writes = world.store.journal();
        let journal = (writes.version(), self.bar().value().to_owned());
        let changed = self.journal.as_ref() != Some(&journal);
        self.journal = Some(journal);
        for (place, row) in TABS.iter().enumerate() {
            let (table, bar) = (&mut self.tables[place], &mut self.bars[place]);
            match row.tab {
                Tab::Imports => {
                    let total = jobs.imports_total();
                    find::set(table, bar, jobs.imports(), total, world, None, |id| RowKey::Import(*id));
                }
                Tab::Exports => {
                    let total = jobs.exports_total();
                    find::set(table, bar, jobs.exports(), total, world, None, |id| RowKey::Export(*id));
                }
                Tab::Bulk if changed => {
                    find::set(table, bar, &journal::bulk(writes), None, world, None, |id| RowKey::Write(*id));
                }
                Tab::Queue if changed => {
                    find::set(table, bar, &journal::queue(writes), None, world, None, |id| RowKey::Write(*id));
                }
                Tab::Bulk | Tab::Queue => {}
            }
        }
        if let Some(Opened { id, tab, table, bar }) = &mut self.opened {
            let only = LINE_TABS.get(*tab).map_or(Only::All, |(only, _)| *only);
            match jobs.lines(*id) {
                Some(lines) => {
                    let total = lines.total().filter(|_| only == Only::All);
                    find::set(table, bar, lines.list(only), total, world, Some(lines), |key| RowKey::Line(*key));
                }
                None => table.set_ids(Arc::from([])),
            }
        }
    }

    /// Opens an import at its lines.
    pub fn open_import(&mut self, id: Id<Import>, world: &World<'_>) {
        self.tab = 0;
        self.tables[0].select(&RowKey::Import(id));
        self.opened = Some(Opened::new(id, 0));
        self.take_rows(world);
    }
}

/// True when the import is known to be over.
pub fn is_over(id: Id<Import>, world: &World<'_>) -> bool {
    world.store.jobs().import(id).is_some_and(|known| known.job().is_over())
}
