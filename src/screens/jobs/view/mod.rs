//! Drawing of the screen: tab line and list, or an opened import with its progress, tallies and lines.
//!
//! It decides nothing and remembers nothing. Look first at [`render`], which parts the area.

mod import;
mod states;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::widgets::table::{Empty, Form, ViewExport};
use crate::ui::widgets::tabs::{self, TopLine};
use crate::ui::{Facts, Look, World};

use super::columns::{self, Cells};
use super::state::Jobs;
use super::tabs::{TABS, Tab};

/// Draws the screen into `area`: its second header line, then the body.
pub fn render(screen: &Jobs, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = area.intersection(buf.area);
    facts.width = area.width;
    if area.height == 0 {
        return;
    }
    if let Some(opened) = &screen.opened {
        return import::render(opened, look, area, buf, facts);
    }
    let line = Rect { height: 1, ..area };
    let body = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let jobs = look.world.store.jobs();
    let all: Vec<tabs::Tab> = TABS
        .iter()
        .map(|row| {
            let (total, running) = match row.tab {
                Tab::Imports => (jobs.imports_total(), jobs.running_imports().count()),
                Tab::Exports => (jobs.exports_total(), jobs.running_exports().count()),
                Tab::Bulk | Tab::Queue => (Some(screen.count(row.tab)), 0),
            };
            let extra = if running > 0 { format!("{running} running") } else { String::new() };
            tabs::Tab { title: row.title.into(), total, extra }
        })
        .collect();
    let marks = screen.table().marks_words();
    TopLine { tabs: &all, current: screen.tab, filter: Some(screen.bar()), note: "", marks }.render(look, line, buf);
    if let Some(form) = &screen.form {
        return states::form(form, look, body, buf);
    }
    if screen.table().is_empty()
        && screen.bar().hides().is_none()
        && states::instead_of_rows(screen.current_tab(), look, body, buf)
    {
        return;
    }
    let cells = Cells::new(&look.world, None, look.glyphs());
    let table = screen.table();
    let empty = || states::empty(screen.current_tab());
    let empty = screen.bar().hides().map_or_else(empty, |title| Empty { title, hint: String::new() });
    table.render(&cells, &empty, look, body, buf, facts);
    facts.changes(columns::changes_at(&look.world, table.visible()));
}

/// What is said above the footer while no message is.
pub fn note(screen: &Jobs, world: &World<'_>) -> Option<String> {
    match &screen.opened {
        Some(opened) => import::note(opened, world),
        None if screen.table().is_empty() => None,
        None => states::not_fresh(screen.current_tab(), world),
    }
}

/// What `x` saves: the list in front of the user.
pub fn export(screen: &Jobs, form: Form, world: &World<'_>) -> ViewExport {
    let lines = screen.opened.as_ref().and_then(|opened| world.store.jobs().lines(opened.id));
    let name = match &screen.opened {
        Some(opened) => format!("import-{}-lines", opened.id),
        None => TABS[screen.tab].name.to_owned(),
    };
    let cells = Cells::new(world, lines, crate::ui::Glyphs::get(true));
    screen.table().export(&name, form, &cells)
}
