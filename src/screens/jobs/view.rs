//! Drawing of what is particular to jobs: an opened import with its tallies and its lines as far as they were read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::imports::Get;
use crate::api::types::{Import, ImportStatus};
use crate::client::FailureKind;
use crate::store::lists::jobs::{Job, Known, Lines, Only};
use crate::ui::widgets::notice;
use crate::ui::widgets::progress;
use crate::ui::widgets::table::Empty;
use crate::ui::{Facts, Look, Role, World, list, text};

use super::columns::{Cells, left_words};
use super::state::{Opened, is_over};
use super::tabs::RowKey;
use super::wants::{lines_page, waits};
use super::words;

/// Below this height the tallies give their line to the rows.
const LOW: u16 = 8;

/// An opened import below its tab line.
pub fn import(opened: &Opened, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = &look.world;
    let jobs = world.store.jobs();
    let (known, lines) = (jobs.import(opened.id), jobs.lines(opened.id));
    let mut rest = area;
    let mut line = || {
        let line = Rect { height: 1.min(rest.height), ..rest };
        rest = Rect { y: rest.y + line.height, height: rest.height - line.height, ..rest };
        line
    };
    title(opened, known, lines, look, line(), buf);
    if area.height >= LOW
        && let Some(known) = known
    {
        tallies(known, look, line(), buf, facts);
    }
    if waits(opened, world) {
        facts.changes(Some(crate::base::Timestamp(world.now.0 + 1)));
    }
    if opened.table.is_empty() && instead_of_lines(opened, known, lines, look, rest, buf) {
        return;
    }
    let over = is_over(opened.id, world);
    let empty = || empty(opened.only, over, lines.is_some_and(|lines| lines.is_whole(over)));
    let empty = opened.bar.hides().map_or_else(empty, |title| Empty { title, hint: String::new() });
    let cells = Cells { only: opened.only, ..Cells::new(world, lines, look.glyphs()) };
    opened.table.render(&cells, &empty, look, rest, buf, facts);
}

/// `Import 4711 · 1,240 lines   ████░░ 68 %  ~40s left`.
fn title(
    opened: &Opened,
    known: Option<&Known<Import>>,
    lines: Option<&Lines>,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let now = look.world.now;
    let mut left = format!("Import {}", opened.id);
    if let Some(total) = lines.and_then(Lines::total) {
        left.push_str(" · ");
        left.push_str(&text::counted(total, "line", "lines"));
    }
    if let Some(known) = known {
        left.push_str(" · ");
        left.push_str(&words::data(known.job()));
    }
    let x = area.x + 1;
    let taken =
        text::put_fit(buf, x, area.y, area.width.saturating_sub(2), &left, look.style(Role::Accent), look.ascii);
    let room = area.width.saturating_sub(taken + 5);
    let Some(known) = known else { return };
    let (status, role) = words::import_status(known, now);
    let mut right = status.into_owned();
    if let Some(share) = known.job().share().filter(|_| !known.job().is_over() && known.job().started().is_some()) {
        let left = known.left(now).map(|left| format!("  {} left", left_words(left))).unwrap_or_default();
        let cells = (room as usize).saturating_sub(text::width(&left)).min(32);
        let quiet = if known.is_quiet(now) { "still running at the server  " } else { "" };
        right = format!("{quiet}{}{left}", progress::bar(share, cells, look.glyphs()));
    }
    text::put_right(buf, x + taken + 3, area.y, room, &right, look.style(role), look.ascii);
}

/// `new 702   updated 41 …   started 14:02, 1m 32s`.
fn tallies(known: &Known<Import>, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let import = known.job();
    let fields = [
        ("new", &import.new_count, Role::Text),
        ("updated", &import.update_count, Role::Text),
        ("ignored", &import.ignore_count, Role::Text),
        ("warnings", &import.warning_count, Role::Warn),
        ("errors", &import.error_count, Role::Bad),
    ];
    let mut x = area.x + 1;
    for (label, field, role) in fields {
        let Some(count) = words::count(field) else { continue };
        x += text::put(buf, x, area.y, area.right().saturating_sub(x), label, look.style(Role::Dim)) + 1;
        let role = if count == 0 { Role::Dim } else { role };
        x += text::put(buf, x, area.y, area.right().saturating_sub(x), &text::grouped(count), look.style(role)) + 3;
    }
    if let Some(verified) = verified(known, &look.world) {
        x += text::put(buf, x, area.y, area.right().saturating_sub(x), "verified", look.style(Role::Dim)) + 1;
        let shown = text::grouped(verified);
        x += text::put(buf, x, area.y, area.right().saturating_sub(x), &shown, look.style(Role::Text)) + 3;
    }
    let when = times(known, &look.world, facts);
    let room = area.right().saturating_sub(x + 1);
    if text::width(&when) <= room as usize {
        text::put_right(buf, x, area.y, room, &when, look.style(Role::Dim), look.ascii);
    }
}

/// Number of verified names, once all lines were read after the end; `None` if none was checked.
fn verified(known: &Known<Import>, world: &World<'_>) -> Option<u64> {
    let lines = world.store.jobs().lines(known.job().import_id)?;
    let checked = || lines.list(Only::All).iter().any(|key| lines.get(*key).is_some_and(|line| line.verify.is_some()));
    (known.job().is_over() && lines.is_whole(true) && (lines.verified() > 0 || checked())).then(|| lines.verified())
}

fn times(known: &Known<Import>, world: &World<'_>, facts: &mut Facts) -> String {
    let import = known.job();
    let ago = |at: crate::base::Timestamp, facts: &mut Facts| {
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

/// Number of pages read, while there are more.
pub fn read_words(opened: &Opened, world: &World<'_>) -> Option<String> {
    let lines = world.store.jobs().lines(opened.id)?;
    let over = is_over(opened.id, world);
    match lines.read() {
        (read, of) if read < of => Some(format!("{read} of {of} pages read")),
        _ if lines.is_whole(over) => None,
        // Lines read while the import ran may differ at its end.
        _ if over => Some("reading once more after its end".to_owned()),
        _ => Some("new lines appear automatically".to_owned()),
    }
}

/// Draws what stands where lines would; `false` when the table says it.
fn instead_of_lines(
    opened: &Opened,
    known: Option<&Known<Import>>,
    lines: Option<&Lines>,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> bool {
    if lines.is_some() {
        return false;
    }
    let first = look.world.store.query(&lines_page(opened.id, 1));
    match first.failure {
        Some(failure) if failure.kind == FailureKind::NotFound => {
            let hint = "The number may be wrong, or it belongs to another account · esc back";
            let title = format!("No import {}.", opened.id);
            notice::empty(&Empty { title, hint: hint.to_owned() }, look, area, buf);
        }
        failure => {
            let whole = known.is_none() || failure.is_some_and(|failure| !failure.errors.is_empty());
            let what = if whole { format!("Import {}", opened.id) } else { "Its lines".to_owned() };
            notice::instead(failure, &what, list::ability::<Get>(), look, area, buf);
        }
    }
    true
}

/// The words where no line is shown.
fn empty(only: Only, over: bool, whole: bool) -> Empty {
    let [title, hint] = match (only, over, whole) {
        (Only::All, false, _) => ["No lines yet.", "Lines appear here as the service processes them."],
        (Only::All, true, _) => ["This import has no lines.", "It had no readable content."],
        (_, _, false) => ["None so far.", "More are being read."],
        (Only::Errors, _, true) => ["No line has an error.", ""],
        (Only::Warnings, _, true) => ["No line has a warning.", ""],
        (Only::Ignored, _, true) => ["No line was ignored.", ""],
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
    let differs = differs(import, lines);
    // Whole, because its cell may be cut.
    let here = || {
        let RowKey::Line(key) = opened.table.selected()? else { return None };
        let line = lines.get(*key)?;
        (line.error || line.warning).then(|| words::what_happened(line))
    };
    if differs { Some("Counts and lines may differ while it runs.".to_owned()) } else { here() }
}

/// The tallies and the lines tell different numbers, which they may while it runs.
fn differs(import: &Import, lines: &Lines) -> bool {
    import.status.is(&ImportStatus::Running)
        && lines.is_whole(false)
        && words::count(&import.error_count).is_some_and(|count| count != lines.list(Only::Errors).len() as u64)
}
