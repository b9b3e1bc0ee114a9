//! The verbs of the screen.

use crate::api::senders;
use crate::base::clean_line;
use crate::screens::ignoring::ask;
use crate::store::SenderKey;
use crate::store::writes::intent::{AllowSender, ListedSender};
use crate::ui::list::verbs;
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome};

use super::Senders;

/// All verbs of the screen.
pub const COMMANDS: &[Command<Senders>] = &[
    Info::new("senders.ignore", "Ignore an email or IP address")
        .also(&["spam", "block", "ban"])
        .aliases(&["ignore"])
        .footer(1, &["+"], "ignore")
        .needs("<address> …")
        .calls::<senders::Add>(Level::Ask)
        .run(|_, args, cx| {
            ask(args.words.iter().map(|word| word.to_lowercase()).collect(), "Usage: :ignore <email or IP address>", cx)
        }),
    Info::new("senders.allow", "Stop ignoring the address")
        .also(&["unblock"])
        .aliases(&["stop-ignoring", "allow"])
        .footer(2, &["d"], "stop ignoring")
        .calls::<senders::Remove>(Level::Undo)
        .run_if(verbs::with_row, allow),
    Info::new("senders.copy", "Copy the address").keys(&["y"]).run_if(verbs::with_row, |screen, _, cx| {
        let text = screen.list.current().map(|row| clean_line(&row.address).into_owned());
        cx.done(text.map(|text| Effect::Copy { what: "address", text }))
    }),
    verbs::filter("senders.filter", 3),
    verbs::back("senders.back"),
];

/// Stops ignoring the marked addresses, else the one under the cursor, as one change.
fn allow(screen: &mut Senders, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let listed = screen.list.targets().filter_map(|row| match row.key {
        SenderKey::Listed(id) => Some(ListedSender { address: row.address.clone(), id }),
        SenderKey::Adding(..) => None,
    });
    let senders: Vec<ListedSender> = listed.collect();
    if senders.is_empty() {
        return Outcome::Refused("It is being added; press u to undo.".to_owned());
    }
    cx.done(Effect::Write(AllowSender { senders }.into()))
}
