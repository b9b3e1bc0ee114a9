//! The screen as the list and the shell use it.

use std::sync::Arc;

use crate::api::exports::Get;
use crate::client::Lane;
use crate::store::lists::jobs::{EXPORT_ROWS, IMPORT_ROWS};
use crate::store::{EntryId, Known, Wants};
use crate::ui::list::{self, About, FormOver, Inner, ListScreen, Page, Pages, Words, own_list};
use crate::ui::widgets::BESIDE;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::{Form as FileForm, Rows, ViewExport};
use crate::ui::{Args, Cx, Glyphs, Lens, Look, Outcome, Scoped, Scopes, World, text};

use super::commands::COMMANDS;
use super::exports::{ask, submit};
use super::imports::opened::{self, Opened};
use super::imports::{mend, reading};
use super::row::{Cells, List, RowKey};
use super::state::Jobs;
use super::tabs::{COLUMNS, TABS};
use super::{awaited, facts, places};

impl Scoped for Jobs {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::form(scopes);
        list::plain(scopes, COMMANDS);
    }
}

impl ListScreen for Jobs {
    type Key = RowKey;
    type Tab = List;
    type Filter = Words;
    type Detail = Opened;

    const ABOUT: About<Self> = About {
        pages: Pages::of(if IMPORT_ROWS < EXPORT_ROWS { IMPORT_ROWS } else { EXPORT_ROWS }),
        form: Some(FormOver { title: "New export of inquiries", fill: |_, _| ask::form(), submit }),
        preview: Some(preview),
        opened: Some(|opened, _| format!("Import {}", opened.id)),
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
        ..About::new("jobs", "import", "The list of imports", TABS, &COLUMNS)
    };

    own_list!();

    fn rows(&mut self, world: &World<'_>) -> Arc<[RowKey]> {
        let by = (self.list.tab, world.store.version(), self.list.filter().clone());
        if let Some(rows) = self.search.found(&by) {
            return rows;
        }
        let List { rows, counts, columns, .. } = TABS[self.list.tab].tab;
        let (known, [total, _]) = (rows(self, world), counts(self, world));
        let cells = Cells::new(world, None, Glyphs::get(true));
        let sheet = self.list.sheet_mut();
        let of = (&known[..], total.value().copied());
        let found = self.search.find(by, (&mut sheet.table, &mut sheet.bar), of, &cells);
        // A column without a value in any row, such as the progress of finished jobs, leaves its room to the others.
        let mut blank: Vec<&str> = columns.iter().map(|column| column.id).collect();
        blank.retain(|column| !found.is_empty() && found.iter().all(|row| cells.cell(row, column).text.is_empty()));
        sheet.table.leave_blank_out(blank);
        found
    }

    fn took_rows(&mut self, world: &World<'_>) {
        if let Some(opened) = &mut self.list.detail {
            opened.take_lines(world);
        }
        if let Some(id) = self.arrived
            && self.list.table_mut().select(&RowKey::Import(id))
        {
            self.arrived = None;
        }
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let (mut page, every) = (TABS[self.list.tab].tab.page)(number, world)?;
        if number == 1 {
            page.want.every = every;
        }
        Some(page)
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<RowKey> + 'a {
        Cells::new(&look.world, None, look.glyphs())
    }

    fn total(&self, tab: usize, world: &World<'_>) -> (Known<u64>, String) {
        let [total, running] = (TABS[tab].tab.counts)(self, world);
        let some = running.value().is_some_and(|running| *running > 0);
        (total, if some { format!("{} running", text::count(&running)) } else { String::new() })
    }

    fn open_other(&mut self, _: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        places::numbered(self, line, &cx.world)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        match &self.list.detail {
            Some(_) if self.fixing.is_some() => mend::note(self, world),
            Some(opened) => {
                let marks = opened.table.marks_note();
                marks.or_else(|| opened::note(opened, world)).or_else(|| mend::note(self, world))
            }
            None => list::note(self, world).or_else(|| (TABS[self.list.tab].tab.note)(self, world)),
        }
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        if let Some(opened) = &self.list.detail {
            return reading::wants(opened, self.fixing.map(|(id, _)| id), world, wants);
        }
        if let Some(made) = self.awaited.as_ref().and_then(|awaited| awaited::made_export(awaited, world)) {
            // Show the requested export before the list is read again.
            wants.want(&Get { export_id: made }, Lane::User);
        }
        (TABS[self.list.tab].tab.wants)(world, wants);
        list::wants(self, world, wants);
        if let Some(key) = self.row().filter(|_| self.list.width >= BESIDE && !self.list.hides_preview) {
            key.row().wants(world, wants);
        }
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        // No editor may open after the user has left the screen.
        self.fixing = None;
        awaited::save_ready(self, cx);
        // A user who comes back after starting an import looks for it, so the cursor goes there.
        let newest = cx.world.store.jobs().imports().list.rows().first().copied();
        if self.newest.is_some() && newest > self.newest {
            self.arrived = newest;
        }
        self.newest = newest.or(self.newest);
    }

    fn wrote(&mut self, entry: EntryId) {
        if let Some(awaited) = &mut self.awaited {
            awaited.entry.get_or_insert(entry);
        }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.newest = cx.world.store.jobs().imports().list.rows().first().copied().or(self.newest);
        awaited::unprompted(self, cx);
    }

    fn export(&self, form: FileForm, world: &World<'_>) -> Option<ViewExport> {
        let opened = self.list.detail.as_ref().map(|opened| opened.id);
        let name = opened.map_or_else(|| TABS[self.list.tab].name.to_owned(), |id| format!("import-{id}-lines"));
        Some(self.front().export(&name, form, &Cells::new(world, opened, Glyphs::get(true))))
    }
}

/// Parts about the row under the cursor, beside the list.
fn preview(screen: &Jobs, look: &Look<'_>) -> Vec<Part> {
    let (Some(key), Some(sheet)) = (screen.row(), places::about(screen, &look.world)) else { return Vec::new() };
    let title = [Part::Title(sheet.title.clone()), Part::Blank];
    title.into_iter().chain(facts::in_short(sheet).parts()).chain(key.row().parts(&look.world)).collect()
}
