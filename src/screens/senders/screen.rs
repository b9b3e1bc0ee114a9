//! The state of the screen, and its rows.

use crate::api::limits::SENDERS;
use crate::api::senders;
use crate::api::types::SenderKind;
use crate::base::{Timestamp, clean_line};
use crate::store::inquiries::COVER;
use crate::store::{SenderKey, ShownSender, Subject};
use crate::ui::list::{self, ListScreen, LocalRow, LocalRows, NoDetail, OwnList, Page, TabRow, local_rows};
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags};
use crate::ui::{Look, Role, Scoped, Scopes, ScreenId, World};

use super::commands::COMMANDS;

/// Its name.
pub const ID: ScreenId = "senders";

/// The columns; the first one always stays.
const COLUMNS: &[Column] = &[
    Column::text("address", "address", (24, 60), 1),
    Column::text("type", "type", (6, 10), 2),
    Column::time("since", "since", (11, 11), 3),
];

impl LocalRow for ShownSender {
    type Key = SenderKey;
    type Tab = ();

    fn key(&self) -> SenderKey {
        self.key
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match column {
            // Addresses are personal data.
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
            // The newest is what is being added.
            "since" if self.is_adding() => Exact::Time(Timestamp(i64::MAX)),
            _ => self.cell(column, world).value(),
        }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: self.is_adding(), ..RowFlags::default() }
    }
}

/// The ignored senders.
#[derive(Debug, Default)]
pub struct Senders {
    list: OwnList<Self>,
    rows: LocalRows<ShownSender>,
}

impl Senders {
    /// The row under the cursor.
    pub fn current(&self) -> Option<&ShownSender> {
        self.rows.get(*self.list.under_cursor()?)
    }

    /// The marked rows, else the one under the cursor.
    pub fn targets(&self) -> impl Iterator<Item = &ShownSender> {
        self.list.table().targets().ids.into_iter().filter_map(|key| self.rows.get(key))
    }

    fn read(&mut self, world: &World<'_>) {
        self.rows.take(world.store.version(), || world.store.senders_shown());
    }
}

impl Scoped for Senders {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::plain(scopes, COMMANDS);
    }
}

impl ListScreen for Senders {
    type Detail = NoDetail;

    const ID: ScreenId = ID;
    const NOUN: &'static str = "sender";
    const WHAT: &'static str = "The list of ignored senders";
    const TABS: &'static [TabRow<()>] = &[TabRow::called((), "senders", "Ignored senders")
        .empty("No sender is ignored.", "+ adds an address; i on an inquiry ignores its sender.")];
    const COLUMNS: &'static [&'static [Column]] = &[COLUMNS];
    const USUAL: Option<(&'static str, bool)> = Some(("since", true));

    local_rows!(ShownSender, "ignored-senders");

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<SenderKey> {
        let Subject::Sender(address) = subject else { return None };
        self.rows.all().iter().find(|row| row.address.eq_ignore_ascii_case(address)).map(|row| row.key)
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        (number == 1).then(|| Page::of(&senders::List {}, world))
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        world.store.ignored_senders().is_some()
    }

    fn beside_tabs(&self, look: &Look<'_>) -> String {
        // Nothing is known of the room before the list is read.
        let known = look.world.store.ignored_senders();
        known.map_or_else(String::new, |_| format!("{} of {SENDERS} used", self.rows.all().len()))
    }
}
