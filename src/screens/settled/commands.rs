//! The verbs of the screen.

use crate::ui::list::verbs;
use crate::ui::text::counted;
use crate::ui::{Args, Command, Cx, Effect, Info, Outcome, Place, When, World};

use super::screen::Settled;

/// All verbs of the screen.
pub const COMMANDS: &[Command<Settled>] = &[
    Info::new("settled.reopen", "Show the finding again")
        .also(&["restore", "unsettle"])
        .footer(1, &["d", "i"], "show again")
        .run_if(with_row, reopen),
    Info::new("settled.open", "Open the domain").footer(2, &["enter"], "open").run_if(with_domain, |screen, _, cx| {
        let name = screen.list.current().and_then(|row| row.settling.about.name());
        cx.go(name.map(Place::Domain))
    }),
    verbs::filter("settled.filter", 3),
    verbs::back("settled.back"),
];

fn with_row(screen: &Settled, _: &World<'_>) -> When {
    When::on_if(screen.list.current().is_some(), "Nothing settled here.")
}

fn with_domain(screen: &Settled, _: &World<'_>) -> When {
    match screen.list.current() {
        Some(row) if row.settling.about.name().is_some() => When::On,
        Some(_) => When::Off("This row is about a whole kind.".to_owned()),
        None => When::Off("Nothing settled here.".to_owned()),
    }
}

/// Shows the marked findings again, else the one under the cursor.
fn reopen(screen: &mut Settled, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let changes: Vec<_> = screen.list.targets().map(|row| row.settling.forget()).collect();
    let said = format!("{} shown again", counted(changes.len() as u64, "finding", "findings"));
    cx.done(Effect::Notes { changes, said })
}
