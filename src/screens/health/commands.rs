//! The verbs of the screen. A finding is settled with the keys it has on Home.

use crate::screens::settling;
use crate::ui::list::verbs;
use crate::ui::{Args, Command, Effect, Info, Outcome, When, World};

use super::screen::Health;

/// All verbs of the screen.
pub const COMMANDS: &[Command<Health>] = &[
    Info::new("health.open", "Open the list behind the figure").footer(1, &["enter"], "open").run_if(
        with_row,
        |screen, _, cx| {
            let list = screen.current().map(|row| row.list.clone());
            cx.effects.extend(list.map(|list| {
                let words = Args::words(list.line.split_whitespace());
                Effect::Visit(list.screen, Args { text: list.line.clone(), ..words })
            }));
            Outcome::Done
        },
    ),
    settling::ignore("health.ignore"),
    settling::put_off("health.put_off"),
    verbs::filter("health.filter", 3),
    verbs::back("health.back"),
];

fn with_row(screen: &Health, _: &World<'_>) -> When {
    if screen.current().is_some() { When::On } else { When::Off("Nothing to open here.".to_owned()) }
}
