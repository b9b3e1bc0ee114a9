//! The state of the screen, and its rows.

use std::sync::Arc;

use crate::api::limits::SENDERS;
use crate::api::senders;
use crate::base::Timestamp;
use crate::store::filter::FilterError;
use crate::store::{Known, SenderKey, ShownSender, Subject};
use crate::ui::list::{self, ListScreen, NoDetail, OwnList, Page, TabRow, own_list};
use crate::ui::widgets::table::{Column, Form, Rows, ViewExport};
use crate::ui::{Look, Scoped, Scopes, ScreenId, World};

use super::columns::{COLUMNS, Cells};
use super::commands::COMMANDS;

/// Its name.
pub const ID: ScreenId = "senders";

/// The kind of address a tab shows; `None` for all.
type Kind = Option<&'static str>;

const TABS: &[TabRow<Kind>] = &[
    TabRow::called(None, "senders", "Ignored senders")
        .empty("No sender is ignored.", "+ adds an address; i on an inquiry ignores its sender."),
    TabRow::called(Some("email"), "emails", "Emails").empty("No email address is ignored.", "+ adds one."),
    TabRow::called(Some("ip"), "ips", "IP addresses").empty("No IP address is ignored.", "+ adds one."),
];

/// The ignored senders.
#[derive(Debug, Default)]
pub struct Senders {
    list: OwnList<Self>,
    /// Every address, the newest first.
    rows: Vec<ShownSender>,
}

impl Senders {
    /// The row under the cursor.
    pub fn current(&self) -> Option<&ShownSender> {
        row_of(&self.rows, *self.list.under_cursor()?)
    }

    /// The marked rows, else the one under the cursor.
    pub fn targets(&self) -> impl Iterator<Item = &ShownSender> {
        self.list.table().targets().ids.into_iter().filter_map(|key| row_of(&self.rows, key))
    }

    fn passes(row: &ShownSender, tab: usize, filter: &str) -> bool {
        let kind = TABS[tab].tab.is_none_or(|kind| row.kind.as_ref().is_some_and(|own| own.as_str() == kind));
        let address = row.address.to_lowercase();
        kind && filter.split_whitespace().all(|word| address.contains(word))
    }
}

/// The row of that key.
pub fn row_of(rows: &[ShownSender], key: SenderKey) -> Option<&ShownSender> {
    rows.iter().find(|row| row.key == key)
}

impl Scoped for Senders {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::typing(scopes);
        scopes.then(COMMANDS);
        list::rows(scopes);
    }
}

impl ListScreen for Senders {
    type Key = SenderKey;
    type Tab = Kind;
    /// Words in small letters that an address must all hold.
    type Filter = String;
    type Detail = NoDetail;

    const ID: ScreenId = ID;
    const NOUN: &'static str = "sender";
    const WHAT: &'static str = "The list of ignored senders";
    const TABS: &'static [TabRow<Self::Tab>] = TABS;
    const COLUMNS: &'static [&'static [Column]] = &[COLUMNS];
    const USUAL: Option<(&'static str, bool)> = Some(("since", true));

    own_list!();

    fn read_filter(line: &str) -> Result<String, FilterError> {
        Ok(line.trim().to_lowercase())
    }

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<SenderKey> {
        let Subject::Sender(address) = subject else { return None };
        self.rows.iter().find(|row| row.address.eq_ignore_ascii_case(address)).map(|row| row.key)
    }

    fn rows(&mut self, world: &World<'_>) -> Arc<[SenderKey]> {
        self.rows = world.store.senders_shown();
        if let Some((column, descending)) = self.list.table().sort() {
            let kind = |row: &ShownSender| row.kind.as_ref().map(|kind| kind.as_str().to_owned());
            match column {
                // What is being added is the newest.
                "since" => self.rows.sort_by_key(|row| row.date.unwrap_or(Timestamp(i64::MAX))),
                "type" => self.rows.sort_by_key(kind),
                _ => self.rows.sort_by_key(|row| row.address.to_lowercase()),
            }
            if descending {
                self.rows.reverse();
            }
        }
        let shown = self.rows.iter().filter(|row| Self::passes(row, self.list.tab, self.list.filter()));
        let keys: Vec<SenderKey> = shown.map(|row| row.key).collect();
        let before = self.list.table().ids();
        if before[..] == keys[..] { before.clone() } else { keys.into() }
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        (number == 1).then(|| Page::of(&senders::List {}, world))
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        world.store.ignored_senders().is_some()
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<SenderKey> + 'a {
        cells(self, &look.world)
    }

    fn total(&self, tab: usize, _: u16, world: &World<'_>) -> (Known<u64>, String) {
        (self.count(tab, &String::new(), world), String::new())
    }

    fn beside_tabs(&self, look: &Look<'_>) -> String {
        // Nothing is known of the room before the list is read.
        look.world
            .store
            .ignored_senders()
            .map_or_else(String::new, |_| format!("{} of {SENDERS} used", self.rows.len()))
    }

    fn count(&self, tab: usize, filter: &String, world: &World<'_>) -> Known<u64> {
        let rows = self.rows.iter().filter(|row| Self::passes(row, tab, filter)).count();
        Known::rows(rows as u64, None, self.is_whole(world))
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        Some(self.list.table().export("ignored-senders", form, &cells(self, world)))
    }
}

fn cells<'a>(screen: &'a Senders, world: &World<'_>) -> Cells<'a> {
    Cells { rows: &screen.rows, now: world.now, zone: world.zone, masked: world.store.session().redact }
}
