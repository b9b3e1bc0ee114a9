//! The verbs of the screen.

use crate::ui::list::verbs;
use crate::ui::{Command, Effect, Info, Outcome, When, World};

use super::screen::Abilities;

/// All verbs of the screen.
pub const COMMANDS: &[Command<Abilities>] = &[
    Info::new("abilities.check", "Check with one read each what the token may read")
        .also(&["test", "probe"])
        .footer(1, &["V"], "check")
        .run_if(not_asking, |_, _, cx| cx.done(Effect::CheckAbilities)),
    Info::new("abilities.copy", "Copy the name of the ability").footer(2, &["y"], "copy").run(|screen, _, cx| {
        let name = screen.list.current().map(|row| row.name.to_owned());
        cx.effects.extend(name.map(|text| Effect::Copy { what: "name of the ability", text }));
        Outcome::Done
    }),
    verbs::filter("abilities.filter", 3),
    verbs::back("abilities.back"),
];

fn not_asking(_: &Abilities, world: &World<'_>) -> When {
    When::on_if(!world.store.session().asking, "The token is being checked.")
}
