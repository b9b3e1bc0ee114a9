//! The list of imports: its columns, facts and acts. Look first at [`TAB`]; an opened import is in `opened.rs`, its
//! lines in `line.rs`, fixing failed ones in the user's editor in `mend.rs` and `fix.rs`.

pub mod changed;
pub mod fix;
pub mod line;
pub mod mend;
pub mod opened;
pub mod reading;

use std::borrow::Cow;

use crate::api::types::{Import, ImportData, ImportStatus};
use crate::api::{Request, Seen, imports};
use crate::base::{Id, Timestamp, clean_line};
use crate::client::FailureKind;
use crate::store::lists::jobs::{Known, Only, imports_page};
use crate::store::writes::intent::RerunImport;
use crate::store::{Intent, Store, Wants};
use crate::ui::list::{self, TabRow};
use crate::ui::text::{NONE, grouped};
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::{CellText, Field, columns_of, field_of};
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Role, Save, Sheet, When, World};

use super::facts::Facts;
use super::job::{self, count, figure, pace, text};
use super::row::{Cells, List, Row, RowKey};
use super::state::{Awaited, Jobs};

/// The tab.
pub const TAB: TabRow<List> = TabRow::called(
    List {
        columns: &columns_of(&FIELDS),
        rows: |_, world| world.store.jobs().imports().list.rows().iter().copied().map(RowKey::Import).collect(),
        counts: |_, world| job::counts(world.store.jobs().imports()),
        page: |number, world| {
            let mut running = world.store.jobs().imports().running();
            let is_near = running.any(|known| pace(known, job::RUNNING, world) == job::RUNNING);
            let every = if is_near { job::RUNNING } else { job::IDLE };
            Some((list::Page::of(&imports_page(number), world), every))
        },
        wants: |_, _| {},
        new,
        note: |_, _| None,
    },
    "imports",
    "Imports",
)
.empty("No imports yet.", "Press + to add names or import a CSV file.");

/// Function that makes a cell of an import.
type Cell = fn(&Known<Import>, &Cells<'_>) -> CellText<'static>;

/// Fields of imports. At 80 columns those of `keep` up to 7 are shown; a day of another year takes eleven cells.
const FIELDS: [Field<Cell>; 12] = [
    (figure("id", "import", (6, 8), 1), |known, _| {
        CellText::from(known.job().import_id.to_string()).exact(known.job().import_id.get())
    }),
    (text("data", "of", (5, 6), 9), |known, _| CellText::new(data(known.job()), Role::Dim)),
    (text("status", "status", (10, 13), 2), |known, cells| status(known, cells.world.now).into()),
    (text("progress", "progress", (16, 16), 3), |known, cells| {
        cells.progress(known, known.job().status.is(&ImportStatus::Failed))
    }),
    (figure("left", "left", (6, 8), 10), |known, cells| cells.left(known)),
    (figure("new", "new", (5, 8), 5), |known, _| tally(known, "new")),
    (figure("updated", "updated", (7, 8), 8), |known, _| tally(known, "updated")),
    (figure("ignored", "ignored", (7, 8), 11), |known, _| tally(known, "ignored")),
    (figure("warnings", "warnings", (6, 8), 6), |known, _| tally(known, "warnings")),
    (figure("errors", "errors", (6, 8), 4), |known, _| tally(known, "errors")),
    (figure("queued", "queued", (11, 11), 7), |known, cells| cells.age(&known.job().queue_date)),
    (figure("finished", "finished", (11, 11), 12), |known, cells| cells.age(&known.job().finish_date)),
];

/// Counts of lines: the column of each, its label, its value and the role of one that is not zero.
const COUNTS: [(&str, &str, Counted, Role); 5] = [
    ("new", "New", |import| &import.new_count, Role::Text),
    ("updated", "Updated", |import| &import.update_count, Role::Text),
    ("ignored", "Ignored", |import| &import.ignore_count, Role::Text),
    ("warnings", "Warnings", |import| &import.warning_count, Role::Warn),
    ("errors", "Errors", |import| &import.error_count, Role::Bad),
];

/// Function that returns one of the counts.
type Counted = fn(&Import) -> &Seen<i64>;

/// Most changed values of a CSV import that are listed one by one.
const LISTED: usize = 200;

impl Row for Id<Import> {
    fn cell(&self, column: &str, cells: &Cells<'_>) -> CellText<'static> {
        let known = cells.world.store.jobs().import(*self).zip(field_of(&FIELDS, column));
        known.map_or_else(CellText::default, |(known, (_, cell))| cell(known, cells))
    }

    fn facts(&self, Cells { world, .. }: &Cells<'_>) -> Option<Sheet> {
        let known = world.store.jobs().import(*self)?;
        let import = known.job();
        let mut facts = Facts::new(world);
        facts.say("Status", status(known, world.now).0);
        facts.say("Made of", data(import));
        facts.progress(&import.progress, import.status.is(&ImportStatus::Failed));
        facts.counts(COUNTS.map(|(_, label, of, _)| (label, of(import))));
        let held = fix::held(world.store.journal(), *self);
        if let Some(held) = held {
            facts.say_as(Role::Warn, "Not sent", &grouped(held.count()));
        }
        facts.times([&import.queue_date, &import.start_date, &import.finish_date]);
        facts.quiet(known);
        if let Some(held) = held {
            facts.head(Role::Accent, format!("Not sent · {}", fix::fixes(held)));
            for row in held.rows.iter().take(LISTED) {
                facts.text(Role::Text, format!("line {}\t{}", row.line, clean_line(&row.why)));
            }
            facts.more(held.count(), LISTED);
        }
        let mut changes = changed::lines(world.store, *self).peekable();
        if changes.peek().is_some() {
            facts.head(Role::Accent, "Values it was sent to change · b sets them back");
            for (name, change) in changes.by_ref().take(LISTED) {
                facts.text(Role::Text, format!("{name}\t{change}"));
            }
            facts.more((changes.count() + LISTED) as u64, LISTED);
        }
        facts.raw(&known.row.raw);
        Some(facts.sheet(format!("Import {self}")))
    }

    fn parts(&self, world: &World<'_>) -> Vec<Part> {
        let parts = |(only, title)| line::parts(*self, only, title, world);
        [(Only::Errors, "With an error"), (Only::Warnings, "With a warning")].into_iter().flat_map(parts).collect()
    }

    fn copies(&self, _: &Cells<'_>) -> Vec<(&'static str, String)> {
        vec![("Number", self.to_string())]
    }

    fn course(&self, store: &Store) -> (bool, Option<Timestamp>) {
        job::course(store.jobs().import(*self))
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        reading::some_lines(*self, world, wants);
    }

    fn open(&self, screen: &mut Jobs, cx: &mut Cx<'_>) -> bool {
        opened::open(screen, *self, Only::All, &cx.world);
        true
    }

    fn file(&self, world: &World<'_>) -> Result<Save, String> {
        if let Some(why) = missing(*self, world) {
            return Err(why);
        }
        let ending = if is_csv(*self, world) { "csv" } else { "txt" };
        let call = imports::Download { id: *self }.call();
        Ok(Save::call(format!("the input of import {self}"), format!("import-{self}.{ending}"), call))
    }

    fn when_again(&self, world: &World<'_>) -> When {
        let off = |why: &str| When::Off(why.to_owned());
        match world.store.jobs().import(*self) {
            Some(known) if known.job().is_over() => When::On,
            Some(_) => off("Still running; it can be run again when it has ended."),
            None => off("No data yet."),
        }
    }

    fn again(&self, screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
        if self.course(cx.world.store).0 {
            return Outcome::Refused(format!("Import {self} is still running; it can be run again when it has ended."));
        }
        screen.awaited = Some(Awaited::new(false, &cx.world));
        let intent = Intent::RerunImport(RerunImport { import: *self });
        cx.ask_or_write(intent, vec![format!("import {self}")], |_| {})
    }
}

/// Cell of a count: 0 is dim, other counts have their role.
fn tally(known: &Known<Import>, column: &str) -> CellText<'static> {
    let of = COUNTS.iter().find(|(id, ..)| *id == column);
    let count = of.and_then(|(.., of, role)| Some((count(of(known.job()))?, *role)));
    count.map_or_else(CellText::none, |(count, role)| CellText::figure(count, role))
}

/// Place of the tab.
pub fn tab() -> usize {
    list::tab_called::<Jobs>("imports").unwrap_or_default()
}

/// Menu of what can be imported.
pub fn new() -> Menu {
    let page = |label, hint, id| MenuItem::new(label, hint, vec![Effect::Open(id, Args::default())]);
    let items = vec![
        page("Names …", "typed, pasted or from a file", "add"),
        page("A CSV file …", "with settings in its columns", "import"),
    ];
    Menu { title: "New import".to_owned(), items, keep_open: false }
}

/// Words for the state of an import.
fn status(known: &Known<Import>, now: Timestamp) -> (Cow<'static, str>, Role) {
    job::standing(known, known.job().status.get().map(ImportStatus::as_str), ("finished", Role::Text), now)
}

/// Words for the input of an import.
fn data(import: &Import) -> Cow<'static, str> {
    match import.data_type.get() {
        Some(ImportData::Text) => "names".into(),
        Some(ImportData::Csv) => "CSV".into(),
        Some(ImportData::Other(word)) => clean_line(word).into_owned().into(),
        None => NONE.into(),
    }
}

/// True when the import is known to be over.
fn is_over(id: Id<Import>, world: &World<'_>) -> bool {
    world.store.jobs().import(id).is_some_and(|known| known.job().is_over())
}

fn is_csv(id: Id<Import>, world: &World<'_>) -> bool {
    world.store.jobs().import(id).is_some_and(|known| known.job().data_type.is(&ImportData::Csv))
}

/// Sentence when the service knows no import with that number.
fn missing(id: Id<Import>, world: &World<'_>) -> Option<String> {
    let failure = world.store.query(&reading::lines_page(id, 1)).failure;
    let is_missing =
        world.store.jobs().import(id).is_none() && failure.is_some_and(|failure| failure.kind == FailureKind::NotFound);
    is_missing.then(|| format!("No import {id}."))
}
