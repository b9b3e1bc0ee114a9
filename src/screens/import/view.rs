//! Drawing of the page: the path with a listing, or the file with its tabs.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::Casing;
use crate::base::clean_line;
use crate::sheets::csv::CsvReport;
use crate::store::State;
use crate::ui::list;
use crate::ui::text::counted;
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::widgets::table::Empty;
use crate::ui::{Facts, Look, Role, text};

use super::state::{ImportPage, Tab};
use super::written;
use super::{changes, decide};

/// Size in bytes from which a file is near the limit.
const LARGE: u64 = 16_000_000;
/// Most lines of the text about the file.
const LINES: u16 = 5;

/// Draws the file: a line about it, then the rows of the tab.
pub fn file(page: &ImportPage, report: &CsvReport, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    if area.height < 3 {
        return;
    }
    let (view, room) = (PageView::default(), area.width.saturating_sub(2));
    let said = about(page, report, room.into());
    let above = (view.lines_of(&said, room, look.ascii) as u16).min(LINES).min(area.height - 2);
    view.paint(&said, look, Rect { x: area.x + 1, width: room, height: above, ..area }, buf);
    list::table(page, look, Rect { y: area.y + above, height: area.height - above, ..area }, buf, facts);
}

/// Choices of how to read the file, each with its key.
pub fn choices(page: &ImportPage, report: &CsvReport) -> String {
    let casing = match (page.casing, page.update_casing) {
        (Casing::Auto, false) => "casing auto",
        (Casing::Auto, true) => "casing auto, present ones too",
        (Casing::Manual, false) => "casing of the file",
        (Casing::Manual, true) => "casing of the file, present ones too",
    };
    format!("skips {} · {casing}", counted(report.skip.into(), "row", "rows"))
}

/// Sentence about the file and, apart from it, the warnings; in one line where both fit into `cells`. A reason to
/// refuse the file comes instead of both.
fn about(page: &ImportPage, report: &CsvReport, cells: usize) -> Vec<Part> {
    if let Some(problem) = page.problem.as_ref().or(report.refused.as_ref().map(|(_, why)| why)) {
        return vec![Part::Text(Role::Bad, problem.clone())];
    }
    let mut words = vec![report.file_name.clone(), text::bytes(report.bytes)];
    let mut warned = Vec::new();
    match written::copy(report) {
        Some(copy) if written::unlike(&report.written).is_empty() => words.push(copy),
        Some(copy) => warned.push(copy),
        None => words.push("UTF-8".to_owned()),
    }
    if report.recognised {
        words.push("header of an export".to_owned());
    }
    words.push(counted(report.counts.names.into(), "domain", "domains"));
    words.extend(written::values(report));
    warned.extend(decide::hint(page, &report.columns));
    if page.fields.is_empty() {
        warned.push("the settings are not known yet, so their columns are not read".to_owned());
    }
    let many = report.columns.len();
    let unread = report.columns.iter().filter(|column| column.is_ignored()).count();
    let fuss = report.columns.iter().any(|column| column.is_ignored() && !column.shown_only);
    let read = format!("{} of {many} columns read", many - unread);
    if fuss { &mut warned } else { &mut words }.push(read);
    if report.counts.empty_values > 0 {
        let cells = counted(report.counts.empty_values.into(), "empty cell", "empty cells");
        warned.push(format!("{cells}: the service may clear the value or keep it"));
    }
    if report.bytes > LARGE {
        warned.push("close to the limit of 16 MB".to_owned());
    }
    let [words, warned] = [words, warned].map(|said| clean_line(&said.join(" · ")).into_owned());
    let line = [(Role::Dim, words.clone()), (Role::Dim, "   ".to_owned()), (Role::Warn, warned.clone())];
    if warned.is_empty() || line.iter().map(|(_, piece)| text::width(piece)).sum::<usize>() <= cells {
        return vec![Part::Line(line.into())];
    }
    vec![Part::Text(Role::Dim, words), Part::Text(Role::Warn, warned)]
}

/// The words of an empty tab.
pub fn empty(page: &ImportPage) -> Empty {
    let (title, hint) = match (page.tab(), &page.report) {
        (Tab::Problems, Some(report)) if report.refused.is_some() && page.list.filter().is_empty() => {
            ("No problems in rows, but the file cannot be imported.", "See the message above.")
        }
        (Tab::Changes, _) if page.changes.known == 0 => {
            ("No domains loaded yet to compare with.", "The file can still be imported.")
        }
        _ => return list::empty(page),
    };
    Empty { title: title.to_owned(), hint: hint.to_owned() }
}

/// Note above the footer.
pub fn note(page: &ImportPage, world: &crate::ui::World<'_>) -> Option<String> {
    if let Some(entry) = page.under_way {
        return Some(match world.store.upload(entry) {
            Some((sent, of)) if of > 0 => format!("Uploading, {} of {}", text::bytes(sent), text::bytes(of)),
            _ if world.store.journal().get(entry).is_some_and(|entry| entry.targets.iter().any(is_unknown)) => {
                "Sent, outcome unknown; checking.".to_owned()
            }
            _ => "Queued for upload.".to_owned(),
        });
    }
    if page.not_imported.is_some() {
        return page.not_imported.clone();
    }
    if page.waits_to_ask
        && let Some(reading) = page.reading(world)
    {
        return Some(reading);
    }
    if page.waits_to_ask && !page.unchanged.is_none() {
        return Some("Reading the file without what stays as it is".to_owned());
    }
    if page.waits_to_ask {
        return Some("Reading the settings before asking · ctrl-s skips this".to_owned());
    }
    if let Some(problem) = page.problem_here() {
        return Some(problem.why.clone());
    }
    let words = changes::words(&page.changes);
    (page.looking && page.report.is_some() && !words.is_empty() && page.changes.known > 0).then_some(words)
}

fn is_unknown(target: &crate::store::Target) -> bool {
    target.state == State::Unknown
}
