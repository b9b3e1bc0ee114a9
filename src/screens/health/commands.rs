//! The verbs of the screen. A finding is settled with the keys it has on Home.

use crate::screens::settling;
use crate::ui::list::verbs;
use crate::ui::{Command, Info, Place, When, World};

use super::screen::Health;

/// All verbs of the screen.
pub const COMMANDS: &[Command<Health>] = &[
    Info::new("health.open", "Open the list behind the figure")
        .footer(1, &["enter"], "open")
        .run_if(with_row, |screen, _, cx| cx.go(screen.list.current().map(|row| Place::from(row.list.clone())))),
    settling::ignore("health.ignore"),
    settling::put_off("health.put_off"),
    verbs::filter("health.filter", 3),
    verbs::back("health.back"),
];

fn with_row(screen: &Health, _: &World<'_>) -> When {
    When::on_if(screen.list.current().is_some(), "Nothing to open here.")
}
