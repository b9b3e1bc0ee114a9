//! Lists made from the journal: bulk acts with the service's answers, and writes still on their way. Look first at
//! [`BULK`] and [`QUEUE`]; words for journal entries are in `words.rs`.

mod words;

use std::sync::Arc;

use crate::store::writes::{NOT_READABLE, to_check};
use crate::store::{Entry, EntryId, Journal, Known, State};
use crate::ui::list::TabRow;
use crate::ui::text::grouped;
use crate::ui::widgets::table::{CellText, Field, columns_of, field_of};
use crate::ui::{Confirm, Cx, Effect, Outcome, Role, Sheet, When, World};

use super::facts::Facts;
use super::imports::new;
use super::job::{figure, text};
use super::row::{Cells, List, Row, RowKey};
use super::state::Jobs;
use words::Sums;

/// Tab of acts on many things at once.
pub const BULK: TabRow<List> = TabRow::called(
    List {
        columns: &columns_of(&OF_BULK),
        rows: |screen, world| rows(screen, true, world).to_vec(),
        counts: |screen, world| counts(&rows(screen, true, world)),
        ..OF_JOURNAL
    },
    "bulk",
    "Bulk",
)
.empty("No bulk actions yet.", "Mark rows with space and act on them; the result appears here.");

/// Tab of writes that are on their way or have an unknown outcome.
pub const QUEUE: TabRow<List> = TabRow::called(
    List {
        columns: &columns_of(&OF_QUEUE),
        note: |screen, world| {
            /// Width below which the column with what a change waits for is cut.
            const NARROW: u16 = 120;
            let entry = entry(screen, world).filter(|_| screen.list.width < NARROW)?;
            Some(format!("Waits for: {}", words::waits_for(entry, world.store, world.now, world.zone)))
        },
        ..OF_JOURNAL
    },
    "queue",
    "Write queue",
)
.empty("Nothing is waiting.", "Changes appear here until their outcome is known.");

/// List of writes. It needs no reading: the journal is local, and open writes are read back where they are settled.
const OF_JOURNAL: List = List {
    columns: &[],
    rows: |screen, world| rows(screen, false, world).to_vec(),
    counts: |screen, world| counts(&rows(screen, false, world)),
    page: |_, _| None,
    wants: |_, _| {},
    new,
    note: |_, _| None,
};

/// Function that makes a cell of a write.
type Cell = fn(&Entry, &World<'_>) -> CellText<'static>;

/// Fields of bulk acts. At 80 columns those of `keep` up to 6 are shown.
const OF_BULK: [Field<Cell>; 7] = [
    AGE,
    WHAT,
    (text("state", "state", (12, 30), 3), STATE),
    (figure("matched", "matched", (7, 9), 5), |entry, _| sum(Sums::of(entry).matched, Role::Text)),
    (figure("applied", "applied", (7, 9), 4), |entry, _| sum(Sums::of(entry).applied, Role::Text)),
    (figure("left", "left", (7, 9), 7), |entry, world| {
        let left = world.store.left_of(entry.id).filter(|_| entry.is_queued());
        left.map_or_else(CellText::default, |left| CellText::figure(left as u64, Role::Accent))
    }),
    (figure("missing", "not found", (9, 9), 6), |entry, _| sum(Some(Sums::of(entry).missing), Role::Warn)),
];

/// Fields of the write queue. At 80 columns those of `keep` up to 4 are shown.
const OF_QUEUE: [Field<Cell>; 4] = [
    AGE,
    WHAT,
    (text("state", "state", (13, 24), 3), STATE),
    (text("waits", "waits for", (18, 80), 4), |entry, world| {
        CellText::new(words::waits_for(entry, world.store, world.now, world.zone), Role::Dim)
    }),
];

const AGE: Field<Cell> = (figure("age", "age", (6, 11), 1), |entry, world| {
    CellText::age(Some(world.noted(entry.at)), world.now, world.zone).exact(entry.at)
});
const WHAT: Field<Cell> = (text("what", "what", (24, 56), 2), |entry, world| words::what(entry, world.store).into());
const STATE: Cell = |entry, world| words::state(entry, world.store).into();

fn sum(count: Option<u64>, role: Role) -> CellText<'static> {
    count.map_or_else(CellText::none, |count| CellText::figure(count, role))
}

/// Most things a write has done that are listed one by one.
const LISTED: usize = 200;

/// Rows of the bulk acts or of the open writes, newest first.
fn rows(screen: &Jobs, bulk: bool, world: &World<'_>) -> Arc<[RowKey]> {
    let journal = world.store.journal();
    screen.writes.get((journal.version(), bulk), |_| of(journal, bulk).into_iter().map(RowKey::Write).collect())
}

fn of(journal: &Journal, bulk: bool) -> Vec<EntryId> {
    if bulk {
        return journal.entries().filter(|entry| words::is_bulk(entry)).map(|entry| entry.id).collect();
    }
    let mut open: Vec<EntryId> = journal.open().map(|entry| entry.id).collect();
    open.reverse();
    open
}

fn counts(rows: &[RowKey]) -> [Known<u64>; 2] {
    [Known::Is(rows.len() as u64), Known::Is(0)]
}

impl Row for EntryId {
    fn cell(&self, column: &str, Cells { world, .. }: &Cells<'_>) -> CellText<'static> {
        let field = field_of(&OF_BULK, column).or_else(|| field_of(&OF_QUEUE, column));
        let entry = world.store.journal().get(*self).zip(field);
        entry.map_or_else(CellText::default, |(entry, (_, cell))| cell(entry, world))
    }

    /// Sheet with the service's answers, call by call, and the state of each thing.
    fn facts(&self, Cells { world, .. }: &Cells<'_>) -> Option<Sheet> {
        let store = world.store;
        let entry = store.journal().get(*self)?;
        let mut facts = Facts::new(world);
        facts.say("Asked", entry.at.full(world.zone));
        facts.say("Outcome", entry.outcome(store.inquiries()));
        facts.say("Undo", store.journal().way_back(entry, &store.grounds()));
        for answer in &entry.answers {
            facts.head(Role::Accent, format!("One call, {}", answer.at.full(world.zone)));
            let number = |count: Option<i64>| count.map(|count| grouped(count.unsigned_abs())).unwrap_or_default();
            facts.say("Asked for", grouped(answer.asked as u64));
            facts.say("Matched", number(answer.matched));
            let applied = if answer.queued { "queued by the service".to_owned() } else { number(answer.applied) };
            facts.say("Applied", applied);
            facts.say("Not found", grouped(answer.not_found.len() as u64));
        }
        facts.text(Role::Text, "");
        // All things that were not done come first, then up to `LISTED` of those that were.
        let (done, mut other): (Vec<_>, Vec<_>) = entry.targets.iter().partition(|target| target.state.applied());
        other.sort_by_key(|target| target.state.fate());
        let more = done.len().saturating_sub(LISTED);
        for target in other.into_iter().chain(done.into_iter().take(LISTED)) {
            let evidence = if target.evidence.is_empty() { String::new() } else { format!(": {}", target.evidence) };
            let (words, role) = words::target_words(target.state);
            facts.say_as(role, words, &format!("{}{evidence}", store.name_of(&target.subject)));
        }
        if more > 0 {
            facts.text(Role::Dim, format!("and {} more done", grouped(more as u64)));
        }
        Some(facts.sheet(words::what(entry, store)))
    }

    fn copies(&self, cells: &Cells<'_>) -> Vec<(&'static str, String)> {
        let missing = cells.world.store.journal().get(*self).map(words::missing).unwrap_or_default();
        vec![("Names not found", missing.join("\n"))]
    }

    fn when_again(&self, world: &World<'_>) -> When {
        let undetermined = world.store.journal().get(*self).is_some_and(undetermined);
        When::on_if(undetermined, "Only changes with an unknown outcome can be sent anyway.")
    }

    /// Sends the targets with an undetermined outcome once more, after the user has typed a word to confirm (rule 6).
    fn again(&self, _: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
        let Some(entry) = cx.world.store.journal().get(*self) else { return Outcome::Done };
        let intent = entry.intent.about(entry.targets.iter().filter(|target| target.state == State::GivenUp));
        cx.confirm(Confirm::over(&intent, "Outcome unknown; it may have been done already."))
    }
}

/// The write under the cursor.
fn entry<'a>(screen: &Jobs, world: &World<'a>) -> Option<&'a Entry> {
    let RowKey::Write(id) = screen.row()? else { return None };
    world.store.journal().get(id)
}

/// True when the outcome of some targets could not be determined.
fn undetermined(entry: &Entry) -> bool {
    entry.targets.iter().any(|target| target.state == State::GivenUp)
}

/// On where reading again can settle something.
pub fn when_check(screen: &Jobs, world: &World<'_>) -> When {
    match entry(screen, world) {
        Some(entry) if undetermined(entry) && to_check(entry).is_empty() => When::Off(NOT_READABLE.to_owned()),
        Some(entry) if undetermined(entry) => When::On,
        Some(_) => When::Off("Its outcome is known or being checked.".to_owned()),
        None if matches!(screen.row(), Some(RowKey::Line(_))) => {
            When::Off("Press g d to open the domain; V there checks it again.".to_owned())
        }
        None => When::Off("Open an import: g d on a line opens its domain, V there checks it again.".to_owned()),
    }
}

/// On where some targets were not sent yet.
pub fn when_take_back(screen: &Jobs, world: &World<'_>) -> When {
    match entry(screen, world) {
        Some(entry) if entry.targets.iter().any(|target| target.state == State::Planned) => When::On,
        Some(_) => When::Off("Already sent; press u to undo it.".to_owned()),
        None => When::Off("Only unsent changes in the write queue can be cancelled.".to_owned()),
    }
}

/// Runs `d` in the write queue.
pub fn take_back(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let Some(entry) = entry(screen, &cx.world) else { return Outcome::Refused("No write here.".to_owned()) };
    let waiting = entry.targets.iter().filter(|target| target.state == State::Planned).count();
    let what = entry.intent.asked();
    cx.confirm(Confirm {
        count: 1,
        consequence: format!("Not sent yet: {}.", grouped(waiting as u64)),
        way_back: Some("Nothing has changed at the service.".to_owned()),
        ..Confirm::new(format!("Cancel: {what}"), "cancel it", vec![Effect::TakeBack(entry.id)])
    })
}
