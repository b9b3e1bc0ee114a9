//! The verbs of the screen.

use crate::api::nameservers::Create;
use crate::store::writes::intent::{Kind, NameNameservers};
use crate::ui::list::verbs;
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome};

use super::screen::NameserversPage;

/// All verbs of the screen.
pub const COMMANDS: &[Command<NameserversPage>] = &[
    Info::new("nameservers.copy", "Copy the value of the record").footer(1, &["y"], "copy").run_if(
        verbs::with_row,
        |screen, _, cx| {
            let text = screen.list.targets().map(|row| row.value.as_str()).collect::<Vec<_>>().join("\n");
            cx.done(Effect::Copy { what: "record", text })
        },
    ),
    Info::new("nameservers.create", "Create a name for the nameservers, for good")
        .also(&["name", "vanity", "rename"])
        .footer(2, &["+"], "create a nameserver name")
        .needs("<name>")
        .calls::<Create>(Level::Permanent)
        .run(create),
    verbs::filter("nameservers.filter", 3),
    verbs::back("nameservers.back"),
];

/// Asks before the name is created.
fn create(_: &mut NameserversPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let write = NameNameservers::new(&args.text);
    if let Some(why) = write.why_not(&cx.world.store.grounds(), cx.world.now) {
        return Outcome::Refused(why);
    }
    cx.ask_or_write(write.into(), Vec::new(), |_| ())
}
