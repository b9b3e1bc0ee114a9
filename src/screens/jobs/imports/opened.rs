//! An opened import: its counts, and its lines as far as they were read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::imports::Get;
use crate::api::types::{Import, ImportStatus};
use crate::base::{HeldBack, Id, Timestamp};
use crate::client::FailureKind;
use crate::store::Known as Counted;
use crate::store::lists::jobs::{Job, Known, Lines, Only};
use crate::ui::list::{self, Detail};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::table::{Empty, Table};
use crate::ui::widgets::{notice, progress};
use crate::ui::{Facts, Glyphs, Look, Role, World, text};

use super::super::job::{count, left_words};
use super::super::row::{Cells, RowKey};
use super::super::search::Search;
use super::super::state::Jobs;
use super::reading::{lines_page, waits};
use super::{COUNTS, data, fix, is_over, line, status, tab};

/// Height below which the counts leave their line to the rows.
const LOW: u16 = 8;

/// Opened import, with the kind of lines shown.
#[derive(Clone, Debug)]
pub struct Opened {
    pub id: Id<Import>,
    pub only: Only,
    pub table: Table<RowKey>,
    pub bar: FilterBar,
    search: Search,
}

/// Opens an import at lines of that kind.
pub fn open(screen: &mut Jobs, id: Id<Import>, only: Only, world: &World<'_>) {
    list::go_to_tab(screen, tab(), world);
    screen.list.select_in(tab(), RowKey::Import(id));
    let (table, bar) = (Table::new(line::COLUMNS), FilterBar::default());
    screen.list.detail = Some(Opened { id, only, table, bar, search: Search::default() });
    list::take_rows(screen, world);
}

/// Pages of an opened import from left to right, with the words for a page without lines.
const PAGES: [(Only, &str); 4] = [
    (Only::All, ""),
    (Only::Errors, "No line has an error."),
    (Only::Warnings, "No line has a warning."),
    (Only::Ignored, "No line was ignored."),
];

impl Detail<Jobs> for Opened {
    const PAGES: &'static [(&'static str, &'static str)] =
        &[("all", "All"), ("errors", "Errors"), ("warnings", "Warnings"), ("ignored", "Ignored")];

    fn page_at(&self) -> usize {
        PAGES.iter().position(|(only, _)| *only == self.only).unwrap_or(0)
    }

    fn turn_to(&mut self, page: usize) {
        self.only = PAGES[page].0;
    }

    fn open(screen: &mut Jobs, key: RowKey, world: &World<'_>) -> bool {
        let RowKey::Import(id) = key else { return false };
        let only = screen.list.detail.as_ref().map_or(Only::All, |opened| opened.only);
        open(screen, id, only, world);
        true
    }

    fn key(&self, _: &World<'_>) -> Option<RowKey> {
        Some(RowKey::Import(self.id))
    }

    fn render(&self, _: &Jobs, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        import(self, look, area, buf, facts);
    }

    fn total(&self, _: &Jobs, page: usize, world: &World<'_>) -> Option<Counted<u64>> {
        let Some(lines) = world.store.jobs().lines(self.id) else { return Some(Counted::NotRead) };
        if page == 0 {
            return Some(lines.total().into());
        }
        let found = lines.list(PAGES[page].0).len() as u64;
        Some(match lines.known(found, is_over(self.id, world)) {
            known @ Counted::Is(_) => known,
            // Until every line is read, the import's own count is higher.
            known => self.told(page, world).filter(|told| *told >= found).map_or(known, Counted::Is),
        })
    }

    fn beside_pages(&self, width: u16, world: &World<'_>) -> Option<String> {
        // On a narrow line the pages need the room of the place in the list.
        read_words(self, world).or_else(|| (width < 60).then(String::new))
    }

    fn drawn(&mut self, facts: &Facts) {
        if facts.list_rows > 0 {
            self.table.drawn(facts.list_rows);
        }
    }
}

impl Opened {
    /// Number of lines of a page, as the import itself says.
    fn told(&self, page: usize, world: &World<'_>) -> Option<u64> {
        let (name, _) = Self::PAGES[page];
        let (.., of, _) = COUNTS.iter().find(|(id, ..)| *id == name)?;
        count(of(world.store.jobs().import(self.id)?.job()))
    }

    /// Takes the lines the store has now.
    pub fn take_lines(&mut self, world: &World<'_>) {
        let by = (self.page_at(), world.store.version(), list::words(self.bar.value()));
        if self.search.found(&by).is_some() {
            return;
        }
        let cells = Cells::new(world, Some(self.id), Glyphs::get(true));
        let rows: Vec<RowKey> =
            cells.lines.map_or(&[][..], |lines| lines.list(self.only)).iter().copied().map(RowKey::Line).collect();
        let total = cells.lines.and_then(Lines::total).filter(|_| self.only == Only::All);
        let found = self.search.find(by, (&mut self.table, &mut self.bar), (&rows, total), &cells);
        self.table.set_ids(found);
    }
}

/// Draws an opened import below its tab line.
fn import(opened: &Opened, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = &look.world;
    let jobs = world.store.jobs();
    let (known, lines) = (jobs.import(opened.id), jobs.lines(opened.id));
    let mut rest = area;
    let mut line = || {
        let line = Rect { height: 1.min(rest.height), ..rest };
        rest = Rect { y: rest.y + line.height, height: rest.height - line.height, ..rest };
        line
    };
    title(opened.id, known, look, line(), buf);
    if area.height >= LOW
        && let Some(known) = known
    {
        tallies(known, look, line(), buf, facts);
    }
    if waits(opened, world) {
        facts.changes(Some(Timestamp(world.now.0 + 1)));
    }
    if opened.table.is_empty() && lines.is_none() {
        return instead_of_lines(opened.id, known.is_some(), look, rest, buf);
    }
    let over = is_over(opened.id, world);
    let empty = || empty(opened.page_at(), over, lines.is_some_and(|lines| lines.is_whole(over)));
    let empty = opened.bar.hides().map_or_else(empty, |title| Empty { title, hint: String::new() });
    let cells = Cells { only: opened.only, ..Cells::new(world, Some(opened.id), look.glyphs()) };
    opened.table.render(&cells, &empty, look, rest, buf, facts);
}

/// Draws the title: `Import 4711 · 1,240 lines   ████░░ 68 %  ~40s left`.
fn title(id: Id<Import>, known: Option<&Known<Import>>, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let now = look.world.now;
    let total = look.world.store.jobs().lines(id).and_then(Lines::total);
    let so_far = if known.is_some_and(|known| known.job().is_over()) { "" } else { " so far" };
    let total = total.map(|total| format!(" · {}{so_far}", text::counted(total, "line", "lines")));
    let made_of = known.map(|known| format!(" · {}", data(known.job())));
    let left = format!("Import {id}{}{}", total.unwrap_or_default(), made_of.unwrap_or_default());
    let x = area.x + 1;
    let taken =
        text::put_fit(buf, x, area.y, area.width.saturating_sub(2), &left, look.style(Role::Accent), look.ascii);
    let room = area.width.saturating_sub(taken + 5);
    let Some(known) = known else { return };
    let (status, role) = status(known, now);
    let mut right = status.into_owned();
    if let Some(share) = known.job().share().filter(|_| !known.job().is_over() && known.job().started().is_some()) {
        let left = known.left(now).map(|left| format!("  {} left", left_words(left)));
        let told = known.is_old(now).then(|| format!("  at {}", known.at.clock(look.world.zone)));
        let left = told.or(left).unwrap_or_default();
        let cells = (room as usize).saturating_sub(text::width(&left)).min(32);
        let quiet = if known.is_quiet(now) { "still running at the server  " } else { "" };
        right = format!("{quiet}{}{left}", progress::bar(share, cells, look.glyphs()));
    }
    text::put_right(buf, x + taken + 3, area.y, room, &right, look.style(role), look.ascii);
}

/// Draws the counts: `new 702   updated 41 …   started 14:02, 1m 32s`.
fn tallies(known: &Known<Import>, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let counts = COUNTS.map(|(label, _, of, role)| (label, count(of(known.job())), role));
    let held = fix::held(look.world.store.journal(), known.job().import_id).map(HeldBack::count);
    let mut x = area.x + 1;
    for (label, count, role) in counts
        .into_iter()
        .chain([("not sent", held, Role::Warn), ("verified", verified(known, &look.world), Role::Text)])
    {
        let Some(count) = count else { continue };
        x += text::put(buf, x, area.y, area.right().saturating_sub(x), label, look.style(Role::Dim)) + 1;
        let role = if count == 0 && label != "verified" { Role::Dim } else { role };
        x += text::put(buf, x, area.y, area.right().saturating_sub(x), &text::grouped(count), look.style(role)) + 3;
    }
    let when = times(known, &look.world, facts);
    let room = area.right().saturating_sub(x + 1);
    if text::width(&when) <= room as usize {
        text::put_right(buf, x, area.y, room, &when, look.style(Role::Dim), look.ascii);
    }
}

/// Number of verified names, once all lines were read after the import's end; `None` if none was checked.
fn verified(known: &Known<Import>, world: &World<'_>) -> Option<u64> {
    let lines = world.store.jobs().lines(known.job().import_id)?;
    let checked = || lines.list(Only::All).iter().any(|key| lines.get(*key).is_some_and(|line| line.verify.is_some()));
    (known.job().is_over() && lines.is_whole(true) && (lines.verified() > 0 || checked())).then(|| lines.verified())
}

fn times(known: &Known<Import>, world: &World<'_>, facts: &mut Facts) -> String {
    let import = known.job();
    let ago = |at: Timestamp, facts: &mut Facts| {
        let age = at.age(world.now, world.zone);
        facts.changes(age.changes_at);
        text::ago(&age.text)
    };
    match (import.start_date.copied(), import.finish_date.copied(), import.queue_date.copied()) {
        (Some(start), Some(finish), _) => {
            let took = text::span(finish.0.saturating_sub(start.0));
            format!("finished {}, took {took}", ago(finish, facts))
        }
        (Some(start), None, _) => format!("started {}, {}", start.clock(world.zone), ago(start, facts)),
        (None, _, Some(queued)) => format!("queued {}", ago(queued, facts)),
        _ => String::new(),
    }
}

/// Words for the pages read, while there are more.
fn read_words(opened: &Opened, world: &World<'_>) -> Option<String> {
    let lines = world.store.jobs().lines(opened.id)?;
    let over = is_over(opened.id, world);
    match lines.read() {
        (read, of) if read < of => Some(format!("{read} of {of} pages read")),
        _ if lines.is_whole(over) => None,
        // Lines read while the import ran may have changed by its end.
        _ if over => Some("reading once more after its end".to_owned()),
        _ => Some("new lines appear automatically".to_owned()),
    }
}

/// Draws what is shown in place of lines. `known` is true if the import itself was read.
fn instead_of_lines(id: Id<Import>, known: bool, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    match look.world.store.query(&lines_page(id, 1)).failure {
        Some(failure) if failure.kind == FailureKind::NotFound => {
            let hint = "The number may be wrong, or it belongs to another account · esc back".to_owned();
            notice::empty(&Empty { title: format!("No import {id}."), hint }, look, area, buf);
        }
        failure => {
            let whole = !known || failure.is_some_and(|failure| !failure.errors.is_empty());
            let what = if whole { format!("Import {id}") } else { "Its lines".to_owned() };
            notice::instead(failure, &what, list::ability::<Get>(), look, area, buf);
        }
    }
}

/// Words for a page without lines.
fn empty(page: usize, over: bool, whole: bool) -> Empty {
    let [title, hint] = match (page, over, whole) {
        (0, false, _) => ["No lines yet.", "Lines appear here as the service processes them."],
        (0, true, _) => ["This import has no lines.", "It had no readable content."],
        (_, _, false) => ["None so far.", "More are being read."],
        (page, ..) => [PAGES[page].1, ""],
    };
    Empty { title: title.to_owned(), hint: hint.to_owned() }
}

/// Note above the footer.
pub fn note(opened: &Opened, world: &World<'_>) -> Option<String> {
    let first = world.store.query(&lines_page(opened.id, 1));
    let lines = world.store.jobs().lines(opened.id)?;
    if let Some(failure) = first.failure.filter(|failure| failure.kind != FailureKind::Cancelled) {
        if failure.kind == FailureKind::NotFound {
            let age = text::ago(&lines.at().age(world.now, world.zone).text);
            return Some(format!("The service no longer lists this import; lines as of {age}."));
        }
        return Some(notice::not_fresh(failure, Some(lines.at()), world.now, world.zone));
    }
    if lines.odd() > 0 {
        return Some(format!(
            "{} could not be read and {} left out.",
            text::counted(lines.odd() as u64, "line", "lines"),
            if lines.odd() == 1 { "is" } else { "are" }
        ));
    }
    let import = world.store.jobs().import(opened.id)?.job();
    let errors = count(&import.error_count);
    if import.status.is(&ImportStatus::Running)
        && lines.is_whole(false)
        && errors.is_some_and(|errors| errors != lines.list(Only::Errors).len() as u64)
    {
        return Some("Counts and lines may differ while it runs.".to_owned());
    }
    // The result of the line in full, because its cell may be cut.
    let RowKey::Line(key) = opened.table.selected()? else { return None };
    let line = lines.get(*key)?;
    (line.error || line.warning).then(|| line::what_happened(line))
}
