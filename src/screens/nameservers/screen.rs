//! The state of the screen, and its rows.

use crate::api::nameservers::Get;
use crate::base::Untrusted;
use crate::store::Intent;
use crate::store::writes::journal::State;
use crate::ui::list::{self, About, ListScreen, LocalList, LocalRow, Page, TabRow, local_rows, plain_scopes};
use crate::ui::widgets::table::{CellText, Column};
use crate::ui::{Role, World};

use super::commands::COMMANDS;

/// Sentence on how to use the records.
const HOW: &str =
    "Set the nameservers at the registrar. To verify without changing nameservers, set the CNAME or TXT record.";

/// The columns; the first one always stays.
const COLUMNS: &[Column] = &[
    Column { sort: None, ..Column::text("record", "record", (12, 16), 1) },
    Column { sort: None, ..Column::text("value", "value", (20, 120), 2) },
];

/// Row of the list: a nameserver, or a record with its value.
#[derive(Debug)]
pub struct Row {
    /// Place in the list; nameservers come first, in their order.
    place: usize,
    record: &'static str,
    pub value: String,
}

impl Row {
    fn all(world: &World<'_>) -> Vec<Self> {
        let Some(nameservers) = world.store.query(&Get {}).value.map(|known| &known.value) else { return Vec::new() };
        let hosts = nameservers.ns.get().map_or(&[][..], Vec::as_slice).iter();
        let records = [("CNAME record", nameservers.cname.get()), ("TXT record", nameservers.txt.get())];
        let records = records.into_iter().filter_map(|(record, value)| Some((record, value?)));
        let all = hosts.map(|host| ("Nameserver", host)).chain(records).filter(|(_, value)| !value.is_blank());
        let row = |(place, (record, value)): (usize, (&'static str, &Untrusted))| Self {
            place,
            record,
            value: value.line().trim().to_owned(),
        };
        all.enumerate().map(row).collect()
    }
}

impl LocalRow for Row {
    type Key = usize;
    type Tab = ();

    fn key(&self) -> usize {
        self.place
    }

    fn cell(&self, column: &str, _: &World<'_>) -> CellText<'_> {
        if column == COLUMNS[0].id { (self.record, Role::Dim).into() } else { self.value.as_str().into() }
    }
}

#[derive(Debug, Default)]
pub struct NameserversPage {
    pub list: LocalList<Self, Row>,
}

/// Sentence on the nameserver name requested last, while it is being created or when it was refused.
fn last_name(world: &World<'_>) -> Option<String> {
    let mut named = world.store.journal().entries().filter(|entry| matches!(*entry.intent, Intent::NameNameservers(_)));
    let entry = named.next()?;
    let target = entry.targets.first()?;
    match target.state {
        state if state.pending() => Some(format!("{}.", entry.intent.doing())),
        State::Refused => Some(format!("Not created: {}: {}", entry.intent.what(), target.evidence)),
        _ => None,
    }
}

plain_scopes!(NameserversPage, COMMANDS);

impl ListScreen for NameserversPage {
    const ABOUT: About<Self> = About::new(
        "nameservers",
        "record",
        "The list of nameservers",
        &[TabRow::called((), "nameservers", "Nameservers")
            .empty("The service names no nameservers.", "+ creates a name for yours.")],
        &[COLUMNS],
    );

    local_rows!(Row, "nameservers", Row::all);

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        (number == 1).then(|| Page::whole(&Get {}, world))
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let how = || self.is_whole(world).then(|| HOW.to_owned());
        list::note(self, world).or_else(|| last_name(world)).or_else(how)
    }
}
