//! The screen as list and shell know it.

use std::sync::Arc;

use crate::store::lists::jobs::{EXPORT_ROWS, IMPORT_ROWS};
use crate::store::{EntryId, Known, Wants};
use crate::ui::list::{self, About, FormOver, Inner, ListScreen, Page, Pages, Words, own_list};
use crate::ui::widgets::table::{Form as FileForm, Rows, ViewExport};
use crate::ui::{Args, Cx, Glyphs, Lens, Look, Outcome, Scoped, Scopes, World, text};

use super::columns::{self, Cells};
use super::commands::COMMANDS;
use super::state::{Jobs, Opened};
use super::tabs::{RowKey, TABS, Tab};
use super::{acts, awaited, export, journal, places, preview, queue, view, wants};

impl Scoped for Jobs {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::form(scopes);
        list::plain(scopes, COMMANDS);
    }
}

impl ListScreen for Jobs {
    type Key = RowKey;
    type Tab = Tab;
    type Filter = Words;
    type Detail = Opened;

    const ABOUT: About<Self> = About {
        pages: Pages::of(if IMPORT_ROWS < EXPORT_ROWS { IMPORT_ROWS } else { EXPORT_ROWS }),
        form: Some(FormOver { title: "New export of inquiries", fill: |_, _| export::form(), submit: acts::submit }),
        preview: Some(preview::parts),
        opened: Some(|opened| format!("Import {}", opened.id)),
        inner: Some(Inner {
            table: Lens {
                get: |screen| screen.list.detail.as_ref().map(|opened| &opened.table),
                get_mut: |screen| screen.list.detail.as_mut().map(|opened| &mut opened.table),
            },
            bar: Lens {
                get: |screen| screen.list.detail.as_ref().map(|opened| &opened.bar),
                get_mut: |screen| screen.list.detail.as_mut().map(|opened| &mut opened.bar),
            },
        }),
        ..About::new("jobs", "import", "The list of imports", TABS, columns::COLUMNS)
    };

    own_list!();

    fn rows(&mut self, world: &World<'_>) -> Arc<[RowKey]> {
        self.find_rows(world)
    }

    fn took_rows(&mut self, world: &World<'_>) {
        if let Some(opened) = &mut self.list.detail {
            opened.take_lines(world);
        }
        if let Some(id) = self.arrived.filter(|_| self.tab() == Tab::Imports)
            && self.list.table_mut().select(&RowKey::Import(id))
        {
            self.arrived = None;
        }
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        wants::page(self.tab(), number, world)
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<RowKey> + 'a {
        Cells::new(&look.world, None, look.glyphs())
    }

    fn total(&self, tab: usize, world: &World<'_>) -> (Known<u64>, String) {
        let jobs = world.store.jobs();
        let (total, running) = match TABS[tab].tab {
            Tab::Imports => (jobs.imports().list.total(), jobs.imports().how_many_run()),
            Tab::Exports => (jobs.exports().list.total(), jobs.exports().how_many_run()),
            Tab::Bulk => (Some(self.bulk.len() as u64), Known::Is(0)),
            Tab::Queue => (Some(self.queue.len() as u64), Known::Is(0)),
        };
        let some = running.value().is_some_and(|running| *running > 0);
        (total.into(), if some { format!("{} running", text::count(&running)) } else { String::new() })
    }

    fn open_other(&mut self, _: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        places::numbered(self, line, &cx.world)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        /// Below this width the column that says what a change waits for is cut.
        const NARROW: u16 = 120;
        let Some(opened) = &self.list.detail else {
            let waits = || {
                let entry =
                    queue::entry(self, world).filter(|_| self.list.width < NARROW && self.tab() == Tab::Queue)?;
                Some(format!("Waits for: {}", journal::waits_for(entry, world.store, world.now, world.zone)))
            };
            return list::note(self, world).or_else(waits);
        };
        opened.table.marks_note().or_else(|| view::note(opened, world))
    }

    fn wants(&self, world: &World<'_>, into: &mut Wants) {
        wants::wants(self, world, into);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        awaited::save_ready(self, cx);
        // Back from starting an import, the user looks for it.
        let newest = cx.world.store.jobs().imports().list.rows().first().copied();
        if self.newest.is_some() && newest > self.newest {
            self.arrived = newest;
        }
        self.newest = newest.or(self.newest);
    }

    fn wrote(&mut self, entry: EntryId) {
        if let Some(awaited) = &mut self.awaited {
            awaited.begun(entry);
        }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.newest = cx.world.store.jobs().imports().list.rows().first().copied().or(self.newest);
        awaited::unprompted(self, cx);
    }

    fn export(&self, form: FileForm, world: &World<'_>) -> Option<ViewExport> {
        let (lines, name) = match &self.list.detail {
            Some(opened) => (world.store.jobs().lines(opened.id), format!("import-{}-lines", opened.id)),
            None => (None, TABS[self.list.tab].name.to_owned()),
        };
        Some(self.front().export(&name, form, &Cells::new(world, lines, Glyphs::get(true))))
    }
}
