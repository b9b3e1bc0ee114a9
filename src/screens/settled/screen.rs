//! The state of the screen, and its rows.

use crate::store::DomainKey;
use crate::store::findings::{self, Kind, Settling};
use crate::ui::list::{self, About, ListScreen, LocalList, LocalRow, TabRow, local_rows, plain_scopes};
use crate::ui::widgets::table::{CellText, Column, Empty};
use crate::ui::{Role, World};

use super::commands::COMMANDS;

/// The columns; the first one always stays.
const COLUMNS: &[Column] = &[
    Column::text("domain", "domain", (16, 32), 1),
    Column::text("finding", "finding", (20, 60), 2),
    Column::time("since", "since", (8, 11), 3),
    Column::time("until", "until", (10, 16), 4),
    Column::text("reason", "reason", (8, 40), 5),
];

/// Finding that is settled.
#[derive(Debug)]
pub struct Row {
    key: (Kind, Option<DomainKey>),
    pub settling: Settling,
}

impl Row {
    fn all(world: &World<'_>) -> Vec<Self> {
        let row = |settling: &Settling| {
            let name = settling.about.name();
            let key = name.and_then(|name| world.store.domains().find(name.punycode()));
            Self { key: (settling.kind, key), settling: settling.clone() }
        };
        findings::known(world.store, world.now).settled().iter().map(row).collect()
    }
}

impl LocalRow for Row {
    type Key = (Kind, Option<DomainKey>);
    type Tab = ();

    fn key(&self) -> Self::Key {
        self.key
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match column {
            "domain" => match self.settling.about.name() {
                Some(name) => CellText::name(&name),
                None => CellText::new("all of this kind", Role::Dim),
            },
            "finding" => self.settling.kind.words(self.key.1.is_some()).into(),
            "since" => CellText::age(Some(self.settling.at), world.now, world.zone),
            "until" => match self.settling.settled.until {
                Some(until) => CellText::from(until.at().weekday_clock(world.now, world.zone)).exact(until.at()),
                None => CellText::new("it worsens", Role::Dim),
            },
            _ => CellText::or_none(&*self.settling.settled.reason),
        }
    }
}

#[derive(Debug, Default)]
pub struct Settled {
    pub list: LocalList<Self, Row>,
}

impl Settled {
    fn read(&mut self, world: &World<'_>) {
        let findings = findings::known(world.store, world.now);
        self.list.rows.take(findings.version(), || Row::all(world));
    }
}

plain_scopes!(Settled, COMMANDS);

impl ListScreen for Settled {
    const ABOUT: About<Self> = About {
        usual: Some(("since", true)),
        ..About::new(
            "settled",
            "finding",
            "The list of settled findings",
            &[TabRow::called((), "settled", "Settled findings")
                .empty("No finding is settled.", "i on a line of Home or Health ignores it; z hides it until a time.")],
            &[COLUMNS],
        )
    };

    local_rows!(Row, "settled-findings");

    fn is_whole(&self, world: &World<'_>) -> bool {
        findings::known(world.store, world.now).how_many_settled().whole().is_some()
    }

    fn empty(&self, world: &World<'_>) -> Empty {
        if self.is_whole(world) {
            return list::empty(self);
        }
        let title = "No finding is settled among the domains read so far.".to_owned();
        Empty { title, ..list::empty(self) }
    }
}
