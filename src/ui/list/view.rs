//! Drawing of a list: tab line, table, opened row, and the line above the footer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::base::Timestamp;
use crate::client::FailureKind;
use crate::store::Known;
use crate::ui::text::{self, grouped};
use crate::ui::widgets::notice;
use crate::ui::widgets::page::{self, PageView, Part};
use crate::ui::widgets::table::{Empty, Table};
use crate::ui::widgets::tabs::{self, Tab, TopLine};
use crate::ui::widgets::{BESIDE, THIRD, cells_beside};
use crate::ui::{Facts, Look, Role, Side, Still, World};

use super::{Detail, ListScreen, front, tabs_of, unread_words};

/// Lines below the filter bar while it is typed in.
const BELOW_BAR: u16 = 2;

/// Draws the screen into `area`: its second header line, then the body.
pub fn render<S: ListScreen>(screen: &S, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = area.intersection(buf.area);
    let line = Rect { height: area.height.min(1), ..area };
    let way = if look.trail.len() > 1 { line.height } else { 0 };
    let below = Rect { y: area.y + way, height: area.height - way, ..area };
    if (S::ABOUT.instead)(screen, look, below, buf) {
        TopLine::default().render(look, Rect { height: way, ..line }, buf);
        return;
    }
    facts.width = area.width;
    facts.changes(screen.changes_at(&look.world));
    if area.height == 0 {
        return;
    }
    let mut body = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if let Some(bar) = front::bar(screen).filter(|bar| bar.is_editing()) {
        let below = Rect { height: BELOW_BAR.min(body.height / 4), ..body };
        bar.render_below(look, below, buf);
        body = Rect { y: body.y + below.height, height: body.height - below.height, ..body };
    }
    if let Some(detail) = &screen.list().detail {
        let drawn = page_line(screen, detail, look, line, buf);
        facts.note_tabs(drawn, |place| S::Detail::PAGES[place].0);
        let page = page_of(screen, detail, look, body, buf);
        detail.render(screen, look, page, buf, facts);
    } else {
        // A range that follows the cursor is counted in this line.
        let still = if screen.list().table().has_range() { Still::default() } else { look.still };
        facts.fixed(line, &still, buf, |line, buf, facts| tab_line(screen, look, line, buf, facts));
        S::ABOUT.body.unwrap_or(with_preview)(screen, look, body, buf, facts);
    }
    if let (Some(form), Some(over)) = (&screen.list().form, S::ABOUT.form) {
        form.over(over.title, look, body, buf);
    }
    facts.changes(screen.list().typing_rests_at());
}

fn tab_line<S: ListScreen>(screen: &S, look: &Look<'_>, line: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let list = screen.list();
    let (note, marks) = (screen.beside_tabs(line.width, look), list.table().marks_words());
    let hides = (S::ABOUT.hides)(screen, &look.world);
    let marks_go_first = list.marks_go_first();
    if let Some(strip) = look.strip {
        // The tabs of the place need the room more than the note on one of them.
        let has_room = tabs::cells(&strip.tabs) + text::width(&note) + 4 <= usize::from(line.width);
        let note = if has_room { note } else { String::new() };
        let (tabs, current, filter) = (&strip.tabs, strip.current, Some(list.bar()));
        let drawn = TopLine { tabs, current, filter, note: &note, marks, marks_go_first, ..TopLine::default() }
            .render(look, line, buf);
        return facts.spots.extend(strip.spots(drawn));
    }
    let tab = |(place, row): (usize, &'_ super::TabRow<S::Tab>)| {
        let (total, extra) = screen.total(place, &look.world);
        Tab { extra, room: S::ABOUT.totals, ..Tab::new(row.title, total) }
    };
    let tabs: Vec<Tab> = tabs_of(screen).iter().enumerate().map(tab).collect();
    let filter = Some(list.bar());
    let current = list.tab;
    let drawn =
        TopLine { tabs: &tabs, current, filter, note: &note, hides, marks, marks_go_first, ..TopLine::default() }
            .render(look, line, buf);
    facts.note_tabs(drawn, |place| tabs_of(screen)[place].name);
}

fn page_line<S: ListScreen>(
    screen: &S,
    detail: &S::Detail,
    look: &Look<'_>,
    line: Rect,
    buf: &mut Buffer,
) -> Vec<(usize, Rect)> {
    let tab = |(place, (_, title)): (usize, &(&'static str, &'static str))| {
        let total = detail.total(screen, place, &look.world);
        Tab { total, ..Tab::uncounted(*title) }
    };
    let tabs: Vec<Tab> = S::Detail::PAGES.iter().enumerate().map(tab).collect();
    let place = detail.beside_pages(line.width, &look.world).unwrap_or_else(|| place(screen, detail, &look.world));
    let rows = front::rows(screen);
    // Marks in the list are not targets while a row is open.
    let marks = rows
        .and_then(Table::marks_words)
        .or_else(|| screen.list().table().marks_words().map(|marks| format!("{marks} in the list")));
    let opened = S::ABOUT.opened.map(|name| name(detail, &look.world));
    let (current, filter) = (detail.page_at(), front::bar(screen));
    let marks_go_first = rows.is_some_and(Table::shows_all_marks);
    TopLine {
        tabs: &tabs,
        current,
        filter,
        note: &place,
        opened: opened.as_deref(),
        marks,
        marks_go_first,
        ..TopLine::default()
    }
    .render(look, line, buf)
}

/// Place of the opened row: `Active 3 of 214`, or `Active 3 of ≥ 100` while more may come; empty if it has left its
/// list.
fn place<S: ListScreen>(screen: &S, opened: &S::Detail, world: &World<'_>) -> String {
    let list = screen.list();
    let open = opened.key(world);
    if open.is_none() || list.under_cursor().copied() != open {
        return String::new();
    }
    let (at, known) = (list.table().cursor() as u64 + 1, list.table().len() as u64);
    // A list read in pages may have more rows at the service.
    let of = if *list.filter() == S::Filter::default() {
        screen.total(list.tab, world).0
    } else {
        screen.count(list.tab, list.filter(), world)
    };
    let of = match of.value() {
        Some(_) => of.map(|of| of.max(known)),
        None => Known::over(known, known, None, screen.is_whole(world)),
    };
    let of = text::count(&of);
    format!("{} {} of {of}", tabs_of(screen)[list.tab].title, grouped(at))
}

/// Draws the table, and the preview beside it if there is one and room for it.
pub fn with_preview<S: ListScreen>(screen: &S, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    preview_beside(screen, look, area, buf, facts, |look, area, buf, facts| {
        table(screen, look, area, buf, facts);
    });
}

/// Draws the list with `paint`, and the preview beside it if there is one and room for it.
pub fn preview_beside<S: ListScreen>(
    screen: &S,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
    facts: &mut Facts,
    paint: impl FnOnce(&Look<'_>, Rect, &mut Buffer, &mut Facts),
) {
    let hides = area.width < BESIDE || screen.list().hides_preview || screen.list().table().is_empty();
    let Some(preview) = S::ABOUT.preview.filter(|_| !hides) else { return paint(look, area, buf, facts) };
    let inside = front::in_preview(screen);
    let (rows, aside) = beside_list::<S>(area, inside, look, buf);
    paint(&look.with_keys(!inside), rows, buf, facts);
    side(screen, look, aside, buf, facts, |aside, buf, facts| {
        let mut parts = page::brief(&preview(screen, look), !S::Detail::PAGES.is_empty());
        if let Some(around) = S::ABOUT.around.filter(|_| area.width >= THIRD && third_of::<S>(area.width) == 0) {
            if parts.last() != Some(&Part::Blank) {
                parts.push(Part::Blank);
            }
            parts.extend(around(screen, aside.width, look));
        }
        let view = &screen.list().preview;
        if inside {
            view.render(&parts, look, aside, buf, facts);
        } else {
            view.paint(&parts, look, aside, buf);
        }
    });
}

/// Areas of the list and of the part at its right, which gets `right` cells including its border line and a blank.
/// The line is highlighted while the right part has the moving keys.
pub fn beside(area: Rect, right: u16, in_preview: bool, look: &Look<'_>, buf: &mut Buffer) -> (Rect, Rect) {
    let left = Rect { width: area.width.saturating_sub(right + 1), ..area };
    let side = look.style(if in_preview { Role::Accent } else { Role::Dim });
    for y in area.top()..area.bottom() {
        text::put(buf, left.right(), y, 1, look.glyphs().side, side);
    }
    // One blank before the line: the list's own margin, or this one.
    let list = Rect { width: left.width.saturating_sub(1 - text::edge(left.width)), ..area };
    (list, Rect { x: left.right() + 2, width: right.saturating_sub(2), ..area })
}

/// True if the parts around a row have room: in a third column or below the preview of a list, or beside an opened
/// row.
pub fn has_third<S: ListScreen>(screen: &S) -> bool {
    let list = screen.list();
    match &list.detail {
        Some(opened) => opened.has_third() && cells_beside_page(list.width) > 0,
        None => list.width >= THIRD,
    }
}

/// Area of an opened row's page, with the parts around the row drawn in a column beside it if there is room.
fn page_of<S: ListScreen>(screen: &S, opened: &S::Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let key = opened.key(&look.world).filter(|_| has_third(screen));
    let is_listed = key.is_some_and(|key| screen.list().under_cursor() == Some(&key));
    let inside = Rect { width: area.width - text::edge(area.width), ..area };
    if is_listed { third(screen, look, inside, cells_beside_page(area.width), buf) } else { area }
}

/// Width of the column beside an opened row, including its line, in a window of this width. The page keeps a readable
/// line length; 0 if too little is left.
fn cells_beside_page(width: u16) -> u16 {
    const PAGE: u16 = 102;
    const LEAST: u16 = 47;
    const MOST: u16 = 64;
    match width.saturating_sub(PAGE) {
        free if free < LEAST => 0,
        free => free.min(MOST),
    }
}

/// Width of a third column, including its line, in a window of this width where rows keep `kept` cells; 0 if it does
/// not fit.
pub fn cells_third(width: u16, kept: u16) -> u16 {
    /// Percentage of the window that leaves most lists all of their usual columns.
    const SHARE: u16 = 22;
    const LEAST: u16 = 36;
    const MOST: u16 = 64;
    let free = width.saturating_sub(kept + cells_beside(width) + 1);
    let third = (width * SHARE / 100).min(MOST).min(free);
    if width < THIRD || third < LEAST { 0 } else { third }
}

/// Width of the third column of a list; 0 if it has none.
fn third_of<S: ListScreen>(width: u16) -> u16 {
    if S::ABOUT.around.is_some() { cells_third(width, S::ABOUT.kept) } else { 0 }
}

/// Area left beside a third column of `third` cells, and the area of its parts.
pub fn beside_third(area: Rect, third: u16, look: &Look<'_>, buf: &mut Buffer) -> (Rect, Rect) {
    let left = Rect { width: area.width.saturating_sub(third), ..area };
    for y in area.top()..area.bottom() {
        text::put(buf, left.right() + 1, y, 1, look.glyphs().side, look.style(Role::Dim));
    }
    (left, Rect { x: left.right() + 3, width: third.saturating_sub(3), ..area })
}

/// Areas of the list and of its right part, as [`beside`] makes them. The right part has the preview and the third
/// column, which [`side`] draws.
pub fn beside_list<S: ListScreen>(area: Rect, in_preview: bool, look: &Look<'_>, buf: &mut Buffer) -> (Rect, Rect) {
    let third = third_of::<S>(area.width);
    let left = Rect { width: area.width - third, ..area };
    let (list, aside) = beside(left, cells_beside(area.width), in_preview, look, buf);
    (list, Rect { width: aside.width + third, ..aside })
}

/// Draws the parts around the row in a column of `third` cells, and returns the area left for the row itself.
fn third<S: ListScreen>(screen: &S, look: &Look<'_>, area: Rect, third: u16, buf: &mut Buffer) -> Rect {
    let Some(parts) = S::ABOUT.around.filter(|_| third > 0) else { return area };
    let (preview, around) = beside_third(area, third, look, buf);
    PageView::default().paint(&parts(screen, around.width, look), look, around, buf);
    preview
}

/// Draws the parts about the row under the cursor with `paint`, in the area left beside a third column.
pub fn side<S: ListScreen>(
    screen: &S,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
    facts: &mut Facts,
    paint: impl FnOnce(Rect, &mut Buffer, &mut Facts),
) {
    let list = screen.list();
    let side = Side { area, list: (S::ABOUT.id, list.tab), row: list.table().cursor() };
    keep_side(side, look, buf, facts, |buf, facts| {
        let preview = third(screen, look, area, third_of::<S>(facts.width), buf);
        paint(preview, buf, facts);
    });
}

/// Draws the parts beside a row. While a moving key is held down, those of the last frame are kept until it is
/// released.
pub fn keep_side(
    side: Side,
    look: &Look<'_>,
    buf: &mut Buffer,
    facts: &mut Facts,
    paint: impl FnOnce(&mut Buffer, &mut Facts),
) {
    let other_row = |still: &&Side| (still.area, still.list) == (side.area, side.list) && **still != side;
    if let Some(still) = look.still.side.filter(other_row) {
        facts.kept.push(side.area.intersection(buf.area));
        facts.kept_side = true;
        facts.side = Some(still.clone());
    } else {
        paint(buf, facts);
        facts.side = Some(side);
    }
}

/// Draws the table, or what is shown in its place; false in that case.
pub fn table<S: ListScreen>(screen: &S, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) -> bool {
    let table = screen.list().table();
    if table.is_empty() && instead_of_rows(screen, look, area, buf) {
        return false;
    }
    let empty = if table.is_empty() { why_empty(screen, &look.world, facts) } else { Empty::default() };
    table.render(&screen.cells(look), &empty, look, area, buf, facts);
    true
}

/// Words in place of rows.
fn why_empty<S: ListScreen>(screen: &S, world: &World<'_>, facts: &mut Facts) -> Empty {
    let mut empty = screen.empty(world);
    if let Some(words) = unread_words(screen, world) {
        // Rows were sent, so the list is not empty.
        empty.title = words;
        empty.hint.clear();
    }
    if let Some(trouble) = world.store.session().trouble.as_ref().filter(|_| !screen.is_whole(world)) {
        // The rows that were not read may be the ones searched for.
        empty.hint = trouble.words(world.now);
        facts.changes(Some(Timestamp(world.now.0.saturating_add(1))));
    }
    empty
}

/// Draws the page that explains why there is no row; false when the list is really empty.
fn instead_of_rows<S: ListScreen>(screen: &S, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> bool {
    let Some(first) = screen.page(1, &look.world) else { return false };
    let trouble = &look.world.store.session().trouble;
    let filtered = *screen.list().filter() != S::Filter::default();
    let forbidden = first.failure.is_some_and(|failure| failure.kind == FailureKind::Forbidden);
    // If no further rows will come, a filtered list shows how much was read, and why reading stopped.
    let awaited = !screen.is_whole(&look.world) && (trouble.is_none() || !filtered);
    let unknown = first.failure.filter(|failure| failure.kind == FailureKind::NotFound);
    if let Some(name) = unknown.and(first.about.as_ref()) {
        let title = notice::not_yours(name);
        notice::empty(&Empty { title, hint: "esc clears the filter".to_owned() }, look, area, buf);
        return true;
    }
    let instead = forbidden || (first.pagination.is_none() && (first.failure.is_some() || awaited));
    if instead {
        notice::instead(first.failure, first.what.unwrap_or(S::ABOUT.what), first.ability, look, area, buf);
    }
    instead
}
