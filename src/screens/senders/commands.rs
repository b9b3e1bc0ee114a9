//! The verbs of the screen.

use crate::api::{Request, senders};
use crate::base::clean_line;
use crate::screens::ignoring::ask;
use crate::store::intent::AllowSender;
use crate::ui::list::verbs::{self, place};
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome, When, World};

use super::screen::{Key, Senders};

/// All verbs of the screen.
pub const COMMANDS: &[Command<Senders>] = &[
    place(
        Info {
            name: "senders.ignore",
            aliases: &["ignore"],
            doc: "Ignore an email or IP address from now on",
            short: "add",
            keys: &["+"],
            args: "<address> …",
            endpoint: Some(<senders::Add as Request>::ENDPOINT),
            level: Level::Ask,
            footer: 1,
            ..Info::BASE
        },
        |_, args, cx| {
            if args.words.is_empty() {
                cx.push(Effect::Line("senders.ignore ".to_owned()));
                return Outcome::Done;
            }
            ask(args.words.iter().map(|word| word.to_lowercase()).collect(), "Name an address.", cx)
        },
    ),
    on_row(
        Info {
            name: "senders.allow",
            aliases: &["allow"],
            doc: "Stop ignoring the address",
            short: "stop ignoring",
            keys: &["d"],
            endpoint: Some(<senders::Remove as Request>::ENDPOINT),
            level: Level::Undo,
            footer: 2,
            ..Info::BASE
        },
        allow,
    ),
    on_row(
        Info { name: "senders.copy", doc: "Copy the address", short: "copy", keys: &["y"], ..Info::BASE },
        |screen, _, cx| {
            let text = screen.current().map(|row| clean_line(&row.address).into_owned());
            cx.effects.extend(text.map(|text| Effect::Copy { what: "address", text }));
            Outcome::Done
        },
    ),
    verbs::filter("senders.filter", 3),
    verbs::next_tab("senders.next_tab"),
    verbs::previous_tab("senders.previous_tab"),
    verbs::tab("senders.tab", "senders|emails|ips"),
    verbs::back("senders.back"),
];

/// A verb on addresses: off while there is none.
const fn on_row(info: Info, run: fn(&mut Senders, &Args, &mut Cx<'_>) -> Outcome) -> Command<Senders> {
    Command { info, when: with_row, run }
}

fn with_row(screen: &Senders, _: &World<'_>) -> When {
    if screen.current().is_some() { When::On } else { When::Off("There is no sender here.".to_owned()) }
}

/// Takes the marked addresses, else the one under the cursor, off the list; each can be undone.
fn allow(screen: &mut Senders, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let listed = screen.targets().filter_map(|row| match row.key {
        Key::Listed(id) => Some(Effect::Write(AllowSender { address: row.address.clone(), id }.into())),
        Key::Adding(_) => None,
    });
    let writes: Vec<Effect> = listed.collect();
    if writes.is_empty() {
        return Outcome::Refused("It is being added; u undoes that.".to_owned());
    }
    cx.effects.extend(writes);
    Outcome::Done
}
