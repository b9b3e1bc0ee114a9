//! The state of the screen, and its rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::{CATALOGUE, Endpoint, Standing, abilities};
use crate::store::{Allowed, Grid};
use crate::ui::list::{self, About, ListScreen, LocalList, LocalRow, TabRow, local_rows, plain_scopes};
use crate::ui::widgets::table::{CellText, Column};
use crate::ui::{Facts, Look, Role, World, text};

use super::commands::COMMANDS;

/// The columns; the first one always stays.
const COLUMNS: &[Column] = &[
    Column::text("words", "permission", (20, 40), 1),
    Column::text("allowed", "allowed", (12, 20), 2),
    Column::text("ability", "ability", (18, 30), 3),
    // A narrower column would cut the purposes; the lines below the list show those of the row under the cursor.
    Column::text("for", "used for", (60, 90), 4),
];

/// An ability of the token, or a scope of the ads key.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    known: Allowed,
    /// True while the check of this ability waits for its answer.
    asking: bool,
    /// Purposes of the calls this ability opens.
    used_for: String,
}

impl Row {
    /// All rows, in the order of the documents.
    fn all(world: &World<'_>) -> Vec<Self> {
        let session = world.store.session();
        let names = abilities::ALL.iter().map(|a| a.0).chain(abilities::SCOPES.iter().map(|s| s.0));
        let row = |name| {
            let known = session.allowed(name);
            Self { name, known, asking: session.asking && known == Allowed::NotAsked, used_for: used_for(name) }
        };
        names.map(row).collect()
    }
}

/// Purposes of an ability: of the calls only this ability opens, or, where there are none, of all calls that accept it.
fn used_for(name: &str) -> String {
    let takes = |endpoint: &&Endpoint| endpoint.standing == Standing::Documented && endpoint.takes(name);
    let (alone, others): (Vec<&Endpoint>, Vec<&Endpoint>) =
        CATALOGUE.iter().copied().filter(takes).partition(|e| e.takes_only(name));
    let calls = if alone.is_empty() { others } else { alone };
    let does: Vec<&str> = calls.iter().map(|endpoint| endpoint.summary.trim().trim_end_matches('.')).collect();
    does.join(" · ")
}

impl LocalRow for Row {
    type Key = &'static str;
    type Tab = ();

    fn key(&self) -> &'static str {
        self.name
    }

    fn cell(&self, column: &str, _: &World<'_>) -> CellText<'_> {
        match column {
            "words" => abilities::words(self.name).into(),
            "ability" => self.name.into(),
            "for" => self.used_for.as_str().into(),
            _ if self.asking => CellText::new("…", Role::Dim),
            _ => match self.known {
                Allowed::Yes => (self.known.word(), Role::Good).into(),
                Allowed::No => (self.known.word(), Role::Warn).into(),
                Allowed::OnUse => ("on first use", Role::Dim).into(),
                Allowed::NotAsked | Allowed::Unclear => (self.known.word(), Role::Dim).into(),
            },
        }
    }
}

#[derive(Debug, Default)]
pub struct Abilities {
    pub list: LocalList<Self, Row>,
}

plain_scopes!(Abilities, COMMANDS);

impl Abilities {
    /// Draws the list, and below it the purposes of the row under the cursor. The lines of the longest purposes are
    /// kept, so that the list has the same height whatever row the cursor is on.
    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let room = usize::from(area.width.saturating_sub(2));
        let lines = self.list.rows.all().iter().map(|row| text::wrap(&row.used_for, room).len()).max().unwrap_or(0);
        let kept = (lines as u16).min(area.height / 3);
        let rows = Rect { height: area.height - kept, ..area };
        list::table(self, look, rows, buf, facts);
        let used_for = self.list.current().map_or("", |row| row.used_for.as_str());
        for (y, line) in (rows.bottom()..area.bottom()).zip(text::wrap(used_for, room)) {
            text::put_fit(buf, area.x + 1, y, room as u16, &line, look.style(Role::Dim), look.ascii);
        }
    }
}

impl ListScreen for Abilities {
    const ABOUT: About<Self> = About {
        usual: Some(("ability", false)),
        body: Some(Self::body),
        ..About::new(
            "abilities",
            "ability",
            "The list of abilities",
            &[TabRow::called((), "abilities", "Abilities").empty("No ability matches.", "esc clears the filter.")],
            &[COLUMNS],
        )
    };

    local_rows!(Row, "abilities", Row::all);

    fn beside_tabs(&self, _: u16, _: &Look<'_>) -> String {
        let is_told = |row: &Row| matches!(row.known, Allowed::Yes | Allowed::No);
        if !self.list.rows.all().iter().any(is_told) {
            return String::new();
        }
        let rows = self.list.rows.all().iter().map(|row| (row.name, row.known)).collect();
        Grid { rows, stopped: None }.counts()
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let session = world.store.session();
        let stopped = session.grid.as_ref().and_then(|grid| grid.stopped.as_ref());
        match stopped {
            _ if session.asking => Some("Checking with one read each …".to_owned()),
            Some(failure) => Some(format!("The check stopped: {}", failure.with_hint())),
            None => list::note(self, world),
        }
    }
}
