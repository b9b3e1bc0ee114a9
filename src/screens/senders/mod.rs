//! Account: addresses whose inquiries are ignored, to be listed, added and removed.
//!
//! What every list does is in `ui/list`. Look first at the `LocalRow` below; the verbs are in `commands.rs`. The
//! question before an address is ignored is `screens/ignoring.rs`, because inquiries ask it, too.

mod commands;

use std::ops::Deref;

use crate::api::limits::SENDERS;
use crate::api::types::SenderKind;
use crate::api::{Request, senders};
use crate::base::{Timestamp, clean_line};
use crate::store::index::inquiries::COVER;
use crate::store::shown;
use crate::store::{Known, SenderKey, ShownSender, Subject};
use crate::ui::list::{About, ListScreen, LocalList, LocalRow, Page, TabRow, local_rows, plain_scopes};
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags};
use crate::ui::{Look, Role, ScreenDef, TabOf, World};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["ignored", "blocked"],
    tab: Some(TabOf { of: "Account", total: Some(total) }),
    reads: Some(senders::List::ENDPOINT),
    ..ScreenDef::list::<Senders>('9', "Ignored senders")
};

fn total(world: &World<'_>) -> Known<u64> {
    Known::rows(shown::senders::all(world.store).len() as u64, None, shown::senders::listed(world.store).is_some())
}

/// Row of the list: a sender who is ignored, or one who is being added.
#[derive(Debug)]
pub struct Row(ShownSender);

impl Deref for Row {
    type Target = ShownSender;

    fn deref(&self) -> &ShownSender {
        &self.0
    }
}

impl LocalRow for Row {
    type Key = SenderKey;
    type Tab = ();

    fn key(&self) -> SenderKey {
        self.key
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match column {
            // Addresses are personal data and are covered by redaction.
            "address" if world.store.session().redact => COVER.into(),
            "address" => clean_line(&self.address).into_owned().into(),
            "type" => match &self.kind {
                Some(SenderKind::Ip) => "IP address".into(),
                Some(kind) => clean_line(kind.as_str()).into_owned().into(),
                None => CellText::none(),
            },
            _ if self.is_adding() => CellText::new("adding", Role::Staged).exact(self.date),
            _ => CellText::age(self.date, world.now, world.zone),
        }
    }

    fn order(&self, column: &str, world: &World<'_>) -> Exact<'_> {
        match column {
            // A sender being added has no date yet and sorts as the newest.
            "since" if self.is_adding() => Exact::Time(Timestamp(i64::MAX)),
            _ => self.cell(column, world).value(),
        }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: self.is_adding(), ..RowFlags::default() }
    }
}

#[derive(Debug, Default)]
pub struct Senders {
    list: LocalList<Self, Row>,
}

plain_scopes!(Senders, commands::COMMANDS);

impl ListScreen for Senders {
    const ABOUT: About<Self> = About {
        usual: Some(("since", true)),
        ..About::new(
            "senders",
            "sender",
            "The list of ignored senders",
            &[TabRow::called((), "senders", "Ignored senders")
                .empty("No sender is ignored.", "+ adds an address; i on an inquiry ignores its sender.")],
            &[&[
                Column::text("address", "address", (24, 60), 1),
                Column::text("type", "type", (6, 10), 2),
                Column::time("since", "since", (11, 11), 3),
            ]],
        )
    };

    local_rows!(Row, "ignored-senders", |world| shown::senders::all(world.store).into_iter().map(Row).collect());

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<SenderKey> {
        let Subject::Sender(address) = subject else { return None };
        self.list.rows.all().iter().find(|row| row.address.eq_ignore_ascii_case(address)).map(|row| row.key)
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        (number == 1).then(|| Page::of(&senders::List {}, world))
    }

    fn beside_tabs(&self, _: u16, look: &Look<'_>) -> String {
        // Before the list is read, it is unknown how many places are used.
        let known = shown::senders::listed(look.world.store);
        known.map_or_else(String::new, |_| format!("{} of {SENDERS} used", self.list.rows.all().len()))
    }
}
