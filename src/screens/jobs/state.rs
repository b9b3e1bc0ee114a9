//! State of the screen between two keys. Rows are never kept here: they are the store's, by number.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::types::{Export, Import};
use crate::base::Id;
use crate::store::filter::{Compare, age};
use crate::store::lists::jobs::{LineKey, Only};
use crate::store::{EntryId, Known};
use crate::ui::list::{self, OwnList, Texts, Words};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::Form;
use crate::ui::widgets::table::{Rows as _, Table};
use crate::ui::{Facts, Glyphs, Look, World};

use super::awaited::Awaited;
use super::columns::{self, Cells};
use super::tabs::{RowKey, TABS, Tab};
use super::{journal, view, words};

/// An opened import, the lines that are shown of it.
#[derive(Clone, Debug)]
pub struct Opened {
    pub id: Id<Import>,
    pub only: Only,
    pub table: Table<RowKey>,
    pub bar: FilterBar,
    /// Key its lines in front were found by.
    found_by: Option<(u64, Only, Words)>,
    texts: Texts<u64, RowKey>,
}

/// Pages of an opened import from left to right.
pub const PAGES: [Only; 4] = [Only::All, Only::Errors, Only::Warnings, Only::Ignored];

impl list::Detail<Jobs> for Opened {
    const PAGES: &'static [(&'static str, &'static str)] =
        &[("all", "All"), ("errors", "Errors"), ("warnings", "Warnings"), ("ignored", "Ignored")];

    fn page_at(&self) -> usize {
        PAGES.iter().position(|only| *only == self.only).unwrap_or(0)
    }

    fn turn_to(&mut self, page: usize) {
        self.only = PAGES[page];
    }

    fn open(screen: &mut Jobs, key: RowKey, world: &World<'_>) -> bool {
        let RowKey::Import(id) = key else { return false };
        let only = screen.list.detail.as_ref().map_or(Only::All, |opened| opened.only);
        screen.open_import(id, only, world);
        true
    }

    fn key(&self, _: &World<'_>) -> Option<RowKey> {
        Some(RowKey::Import(self.id))
    }

    fn render(&self, _: &Jobs, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::import(self, look, area, buf, facts);
    }

    fn total(&self, _: &Jobs, page: usize, world: &World<'_>) -> Option<Known<u64>> {
        let Some(lines) = world.store.jobs().lines(self.id) else { return Some(Known::NotRead) };
        let found = lines.list(PAGES[page]).len() as u64;
        Some(match (PAGES[page], lines.known(found, is_over(self.id, world))) {
            (Only::All, _) => lines.total().into(),
            (_, known @ Known::Is(_)) => known,
            // Until every line is read the import's own count is higher.
            (kind, known) => self.told(kind, world).filter(|told| *told >= found).map_or(known, Known::Is),
        })
    }

    fn beside_pages(&self, width: u16, world: &World<'_>) -> Option<String> {
        // The place in the list leaves a narrow line to the pages.
        view::read_words(self, world).or_else(|| (width < 60).then(String::new))
    }

    fn drawn(&mut self, facts: &Facts) {
        if facts.list_rows > 0 {
            self.table.drawn(facts.list_rows);
        }
    }
}

impl Opened {
    /// The number of lines of that kind as the import itself tells it.
    fn told(&self, kind: Only, world: &World<'_>) -> Option<u64> {
        let import = world.store.jobs().import(self.id)?.job();
        words::count(match kind {
            Only::All => return None,
            Only::Errors => &import.error_count,
            Only::Warnings => &import.warning_count,
            Only::Ignored => &import.ignore_count,
        })
    }

    /// Takes over the lines the store has now.
    pub fn take_lines(&mut self, world: &World<'_>) {
        let words = list::words(self.bar.value());
        let by = (world.store.version(), self.only, words);
        if self.found_by.as_ref() == Some(&by) {
            return;
        }
        let found = match world.store.jobs().lines(self.id) {
            Some(lines) => {
                let cells = Cells::new(world, Some(lines), Glyphs::get(true));
                let total = lines.total().filter(|_| self.only == Only::All);
                let looked = Looked { words: &by.2, version: by.0, texts: &mut self.texts, total };
                find(&mut self.table, &mut self.bar, lines.list(self.only), RowKey::Line, looked, &cells)
            }
            None => Arc::from([]),
        };
        self.found_by = Some(by);
        self.table.set_ids(found);
    }
}

type By = (Tab, u64, Words);

/// The screen.
#[derive(Debug, Default)]
pub struct Jobs {
    pub list: OwnList<Self>,
    /// The form as it was sent, in case the service refuses it.
    pub filled: Option<Form>,
    /// The newest import when this was looked at last.
    pub newest: Option<Id<Import>>,
    /// Import that came while another screen was in front; the cursor goes there.
    pub arrived: Option<Id<Import>>,
    pub awaited: Option<Awaited>,
    /// The import whose failed lines are being collected for the editor.
    pub fixing: Option<(Id<Import>, super::fix::Which)>,
    /// Exports whose file is saved as soon as there is one.
    pub to_save: Vec<Id<Export>>,
    /// The version of the journal its two tabs were made of.
    journal: Option<u64>,
    pub bulk: Vec<EntryId>,
    pub queue: Vec<EntryId>,
    /// The rows in front, with the tab, the version of the store and the words they were found by.
    found: Option<(By, Arc<[RowKey]>)>,
    texts: Texts<u64, RowKey>,
}

impl Jobs {
    /// The tab in front, whatever is opened in it.
    pub fn tab(&self) -> Tab {
        TABS[self.list.tab].tab
    }

    /// The table the moving keys belong to.
    pub fn front(&self) -> &Table<RowKey> {
        self.list.detail.as_ref().map_or(self.list.table(), |opened| &opened.table)
    }

    /// The row under the cursor.
    pub fn row(&self) -> Option<RowKey> {
        self.front().selected().copied()
    }

    /// The import in front of the user: the opened one, else the one under the cursor.
    pub fn import(&self) -> Option<Id<Import>> {
        match (&self.list.detail, self.row()) {
            (Some(opened), _) => Some(opened.id),
            (None, Some(RowKey::Import(id))) => Some(id),
            _ => None,
        }
    }

    /// The export in front of the user.
    pub fn export(&self) -> Option<Id<Export>> {
        if let RowKey::Export(id) = self.row()? { Some(id) } else { None }
    }

    /// The write in front of the user.
    pub fn write(&self) -> Option<EntryId> {
        if let RowKey::Write(id) = self.row()? { Some(id) } else { None }
    }

    /// The line under the cursor of an opened import.
    pub fn line(&self) -> Option<LineKey> {
        if let RowKey::Line(key) = self.row()? { Some(key) } else { None }
    }

    /// The rows of the tab in front that are looked for.
    pub fn find_rows(&mut self, world: &World<'_>) -> Arc<[RowKey]> {
        let (jobs, writes) = (world.store.jobs(), world.store.journal());
        if self.journal != Some(writes.version()) {
            self.journal = Some(writes.version());
            (self.bulk, self.queue) = (journal::bulk(writes), journal::queue(writes));
        }
        let tab = self.tab();
        let sheet = self.list.sheet_mut();
        let by = (tab, world.store.version(), sheet.filter.clone());
        if let Some((_, rows)) = self.found.as_ref().filter(|(of, _)| *of == by) {
            return Arc::clone(rows);
        }
        let (table, bar) = (&mut sheet.table, &mut sheet.bar);
        let total = match tab {
            Tab::Imports => jobs.imports().list.total(),
            Tab::Exports => jobs.exports().list.total(),
            Tab::Bulk | Tab::Queue => None,
        };
        let looked = Looked { words: &by.2, version: by.1, texts: &mut self.texts, total };
        let cells = Cells::new(world, None, Glyphs::get(true));
        let rows = match tab {
            Tab::Imports => find(table, bar, jobs.imports().list.rows(), RowKey::Import, looked, &cells),
            Tab::Exports => find(table, bar, jobs.exports().list.rows(), RowKey::Export, looked, &cells),
            Tab::Bulk => find(table, bar, &self.bulk, RowKey::Write, looked, &cells),
            Tab::Queue => find(table, bar, &self.queue, RowKey::Write, looked, &cells),
        };
        // A column without a value in any row, as the progress of jobs that are over, leaves its room to the others.
        let mut blank: Vec<&str> = columns::COLUMNS[tab as usize].iter().map(|column| column.id).collect();
        blank.retain(|column| !rows.is_empty() && rows.iter().all(|row| cells.cell(row, column).text.is_empty()));
        table.leave_blank_out(blank);
        self.found = Some((by, Arc::clone(&rows)));
        rows
    }

    /// Opens an import at some of its lines.
    pub fn open_import(&mut self, id: Id<Import>, only: Only, world: &World<'_>) {
        list::go_to_tab(self, Tab::Imports as usize, world);
        self.list.select_in(Tab::Imports as usize, RowKey::Import(id));
        let (table, bar) = (Table::new(columns::LINES), FilterBar::default());
        self.list.detail = Some(Opened { id, only, table, bar, found_by: None, texts: Texts::default() });
        list::take_rows(self, world);
    }
}

/// Search over the rows: words in their cells of one version. `total` is the number of rows at the service.
struct Looked<'a> {
    words: &'a Words,
    version: u64,
    texts: &'a mut Texts<u64, RowKey>,
    total: Option<u64>,
}

/// The filter word for jobs that are still running.
const RUNNING: &str = "is:running";

/// Rows that match: `ended:<2d` and `is:running` by times, other words by cells. Returns the rows of the table while
/// nothing has changed.
fn find<K: Copy>(
    table: &mut Table<RowKey>,
    bar: &mut FilterBar,
    keys: &[K],
    row: fn(K) -> RowKey,
    Looked { words, version, texts, total }: Looked<'_>,
    cells: &Cells<'_>,
) -> Arc<[RowKey]> {
    table.set_total(total.filter(|_| words.is_empty()));
    let rows = keys.iter().map(|key| row(*key));
    let span = |word: &String| word.strip_prefix("ended:").and_then(age);
    let spans: Vec<(Compare, i64)> = words.iter().filter_map(span).collect();
    let runs = words.iter().any(|word| word == RUNNING);
    let plain: Words = words.iter().filter(|word| span(word).is_none() && *word != RUNNING).cloned().collect();
    let ended = |row: &RowKey| spans.iter().all(|span| cells.ended(row).is_some_and(|ago| span.0.holds(ago, span.1)));
    let timed = rows.filter(|row| ended(row) && (!runs || cells.runs(row)));
    let found = texts.holding(version, table, cells, timed, &plain);
    if words.is_empty() {
        texts.forget();
    } else {
        let known = keys.len() as u64;
        let whole = total.is_none_or(|total| total <= known);
        let of = Known::Is(total.unwrap_or(known).max(known));
        bar.set_counts(Known::over(found.len() as u64, known, total, whole), of);
        bar.set_terms(Vec::new(), words.clone());
        bar.set_checked(total.filter(|total| *total > known).map(|total| (known, total)));
    }
    if table.ids()[..] == found { Arc::clone(table.ids()) } else { found.into() }
}

/// True when the import is known to be over.
pub fn is_over(id: Id<Import>, world: &World<'_>) -> bool {
    world.store.jobs().import(id).is_some_and(|known| known.job().is_over())
}
