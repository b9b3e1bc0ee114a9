//! Lines of the page: each has a figure, what it counts, and the list it opens.

use crate::api::types::{ImportStatus, JobState};
use crate::api::{Request, abilities};
use crate::store::findings::{self, Found, Kind, LISTED, List};
use crate::store::lists::jobs::{exports_page, imports_page};
use crate::store::{Allowed, Known, Shelf, Store};
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{CellText, Column, Cut, Exact, RowFlags};
use crate::ui::{Role, World, text};

/// The columns; the first one always stays.
pub const COLUMNS: &[Column] = &[
    Column::text("what", "what", (57, 60), 1),
    Column::figure("figure", "figure", (8, 9), 2),
    Column { sort: Some(true), ..Column::text("about", "what hangs on it", (24, 140), 3) },
    Column::text("part", "part", (7, 8), 6),
];

/// Subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    Finding(Kind),
    Settled,
    Imports,
    Exports,
    Connection,
    Abilities,
    Writes,
}

/// A line of the page.
#[derive(Debug)]
pub struct Row {
    pub id: Id,
    part: &'static str,
    figure: Known<u64>,
    words: &'static str,
    pub about: String,
    pub list: List,
    /// Rank by what is at stake, least first.
    rank: i64,
}

impl Row {
    fn new(
        id: Id,
        part: &'static str,
        figure: Known<u64>,
        (one, many): (&'static str, &'static str),
        (screen, line): (&'static str, &str),
    ) -> Self {
        let words = if figure.value() == Some(&1) { one } else { many };
        Self { id, part, figure, words, about: String::new(), list: List { screen, line: line.to_owned() }, rank: 0 }
    }

    fn found(found: &Found) -> Self {
        let part = if found.kind == Kind::NoParkingEmail { "account" } else { "domains" };
        let (figure, words, about) = (found.figure.clone(), found.words(), found.about());
        Self { id: Id::Finding(found.kind), part, figure, words, about, list: found.list(), rank: 0 }
    }

    /// All lines.
    pub fn all(world: &World<'_>) -> Vec<Self> {
        let store = world.store;
        let findings = findings::known(store, world.now);
        let settled = findings.how_many_settled();
        let open = Known::Is(store.journal().open().count() as u64);
        let mut connection = Self::new(
            Id::Connection,
            "account",
            connection(store),
            ("problem with the connection or the token", "problems with the connection or the token"),
            ("abilities", ""),
        );
        connection.about = store.session().trouble.as_ref().map_or_else(String::new, |it| it.words(world.now));
        let (missing, names) = missing(store);
        let mut lacks = Self::new(
            Id::Abilities,
            "account",
            missing,
            ("ability the token does not have", "abilities the token does not have"),
            ("abilities", ""),
        );
        lacks.about = names.join(", ");
        let mut rows: Vec<Self> = findings.all().iter().map(Self::found).collect();
        rows.extend([
            Self::new(Id::Settled, "domains", settled, ("settled finding", "settled findings"), ("settled", "")),
            Self::new(
                Id::Imports,
                "jobs",
                failed_imports(store),
                ("failed import", "failed imports"),
                ("jobs", "imports failed"),
            ),
            Self::new(
                Id::Exports,
                "jobs",
                failed_exports(store),
                ("failed export", "failed exports"),
                ("jobs", "exports failed"),
            ),
            connection,
            lacks,
            Self::new(
                Id::Writes,
                "account",
                open,
                ("change that is not finished", "changes that are not finished"),
                ("jobs", "queue"),
            ),
        ]);
        // Lines with findings first, then unknown ones, then those that are fine.
        rows.sort_by_key(|row| match row.figure.value() {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        });
        for (rank, row) in (0..).zip(rows.iter_mut().rev()) {
            row.rank = rank;
        }
        rows
    }

    /// True when it is certain that nothing was found.
    pub fn is_fine(&self) -> bool {
        self.figure.whole() == Some(&0)
    }

    /// True when something was found.
    pub fn is_found(&self) -> bool {
        self.figure.value().is_some_and(|figure| *figure > 0)
    }
}

/// Number of failed jobs, `≥` while only some jobs were read, or why it is not known.
fn over<R: Request, T>(request: &R, failed: usize, listed: &Shelf<T>, store: &Store) -> Known<u64> {
    let loaded = store.query(request);
    match (loaded.value, loaded.failure, listed.total()) {
        (None, Some(failure), _) => Known::Unavailable(failure.sentence()),
        (_, _, Some(total)) => Known::rows(failed as u64, Some(total), listed.holds_all()),
        (_, _, None) if loaded.loading => Known::Reading,
        (_, _, None) => Known::NotRead,
    }
}

fn failed_imports(store: &Store) -> Known<u64> {
    let jobs = store.jobs();
    let known = jobs.imports().list.rows().iter().filter_map(|id| jobs.import(*id));
    let failed = known.filter(|known| known.job().status.is(&ImportStatus::Failed));
    over(&imports_page(1), failed.count(), &jobs.imports().list, store)
}

fn failed_exports(store: &Store) -> Known<u64> {
    let jobs = store.jobs();
    let known = jobs.exports().list.rows().iter().filter_map(|id| jobs.export(*id));
    let failed = known.filter(|known| known.job().state.is(&JobState::Failed));
    over(&exports_page(1), failed.count(), &jobs.exports().list, store)
}

fn connection(store: &Store) -> Known<u64> {
    let session = store.session();
    match (&session.trouble, session.heard) {
        (Some(_), _) => Known::Is(1),
        (None, Some(_)) => Known::Is(0),
        (None, None) => Known::NotRead,
    }
}

/// Number and names of abilities known to be missing. Abilities that only their use can show are not counted.
fn missing(store: &Store) -> (Known<u64>, Vec<&'static str>) {
    let allowed = |name: &str| store.session().allowed(name);
    let names: Vec<&'static str> = abilities::ALL.iter().map(|ability| ability.0).collect();
    let open = names.iter().any(|name| matches!(allowed(name), Allowed::NotAsked | Allowed::Unclear));
    let missing: Vec<&'static str> = names.into_iter().filter(|name| allowed(name) == Allowed::No).collect();
    (Known::rows(missing.len() as u64, None, !open), missing)
}

impl LocalRow for Row {
    type Key = Id;
    type Tab = ();

    fn key(&self) -> Id {
        self.id
    }

    fn cell(&self, column: &str, _: &World<'_>) -> CellText<'_> {
        let role = if self.is_found() { Role::Text } else { Role::Dim };
        match column {
            "figure" => {
                let cell = CellText::new(text::count(&self.figure), role);
                self.figure
                    .whole()
                    .map_or(cell.clone(), |figure| cell.exact(i64::try_from(*figure).unwrap_or(i64::MAX)))
            }
            "what" => CellText::new(self.words, role),
            "about" => CellText { cut: Cut::Parts(LISTED), ..CellText::or_none(&*self.about) },
            _ => CellText::new(self.part, Role::Dim),
        }
    }

    fn order(&self, column: &str, world: &World<'_>) -> Exact<'_> {
        if column == "about" { self.rank.into() } else { self.cell(column, world).value() }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: !self.is_found(), ..RowFlags::default() }
    }
}
