//! The state of the screen.

use std::time::Duration;

use crate::api::{profile, settings};
use crate::client::Lane;
use crate::screens::settling::Settles;
use crate::store::findings::{self, Kind};
use crate::store::lists::jobs::{exports_page, imports_page};
use crate::store::{Store, Wants};
use crate::ui::list::{self, About, ListScreen, LocalList, TabRow, local_rows, plain_scopes};
use crate::ui::{ScreenId, World};

use super::commands::COMMANDS;
use super::rows::{COLUMNS, Id, Row};

/// Age up to which an answer is not read again.
const FRESH: Duration = Duration::from_secs(5 * 60);

#[derive(Debug, Default)]
pub struct Health {
    pub list: LocalList<Self, Row>,
}

impl Health {
    fn read(&mut self, world: &World<'_>) {
        // The store's version grows with every change; that of the findings also when one begins or ends with time.
        let version = world.store.version() + findings::known(world.store, world.now).version();
        let before = self.list.current().filter(|row| row.is_found()).map(|row| row.id);
        self.list.rows.take(version, || Row::all(world));
        // Lines that are settled or fixed move below the findings; the cursor stays in its place.
        let is_done = before.and_then(|id| self.list.rows.get(id)).is_some_and(Row::is_fine);
        let table = self.list.table_mut();
        if is_done
            && table.sort() == Self::ABOUT.usual
            && let Some(next) = table.ids().get(table.cursor() + 1).copied()
        {
            table.select(&next);
        }
    }
}

impl Settles for Health {
    const ID: ScreenId = Self::ABOUT.id;

    fn finding(&self) -> Option<Kind> {
        self.list.current().and_then(|row| if let Id::Finding(kind) = row.id { Some(kind) } else { None })
    }
}

plain_scopes!(Health, COMMANDS);

impl ListScreen for Health {
    const ABOUT: About<Self> = About {
        usual: Some(("about", true)),
        ..About::new(
            "health",
            "line",
            "The health of the account",
            &[TabRow::called((), "health", "Health").empty("No line matches.", "esc clears the filter.")],
            &[COLUMNS],
        )
    };

    local_rows!(Row, "health");

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        wants.want(&profile::Get {}, Lane::Ahead).fresh_for = FRESH;
        wants.want(&imports_page(1), Lane::Ahead).fresh_for = FRESH;
        wants.want(&exports_page(1), Lane::Ahead).fresh_for = FRESH;
        findings::wants(wants);
        // Inherited values are needed to tell which settings of domains are redundant.
        Store::want_schema(wants);
        wants.want(&settings::Get {}, Lane::Ahead).fresh_for = FRESH;
        world.store.want_own_settings(wants);
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let about = || self.list.current().map(|row| row.about.clone()).filter(|about| !about.is_empty());
        list::note(self, world).or_else(about)
    }
}
