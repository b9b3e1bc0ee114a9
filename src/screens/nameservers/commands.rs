//! The verbs of the screen.

use crate::api::nameservers::Create;
use crate::store::intent::{Kind, NameNameservers};
use crate::ui::list::verbs;
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome, When, World};

use super::screen::NameserversPage;

/// All verbs of the screen.
pub const COMMANDS: &[Command<NameserversPage>] = &[
    Info::new("nameservers.copy", "Copy the value of the record").footer(1, &["y"], "copy").run_if(
        with_row,
        |screen, _, cx| {
            let text = screen.values().join("\n");
            cx.push(Effect::Copy { what: "record", text });
            Outcome::Done
        },
    ),
    Info::new("nameservers.create", "Create a name for the nameservers, for good")
        .also(&["name", "vanity", "rename"])
        .footer(2, &["+"], "create a name")
        .args("<name>")
        .calls::<Create>(Level::Permanent)
        .run(create),
    verbs::filter("nameservers.filter", 3),
    verbs::back("nameservers.back"),
];

fn with_row(screen: &NameserversPage, _: &World<'_>) -> When {
    if screen.values().is_empty() { When::Off("No record here.".to_owned()) } else { When::On }
}

/// Asks before the name is created; without a name, for one.
fn create(_: &mut NameserversPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.text.trim().is_empty() {
        cx.push(Effect::Line("nameservers.create ".to_owned()));
        return Outcome::Done;
    }
    let write = NameNameservers::new(&args.text);
    if let Some(why) = write.why_not(cx.world.store, cx.world.now) {
        return Outcome::Refused(why);
    }
    cx.ask_or_write(write.into(), Vec::new(), |_| ());
    Outcome::Done
}
