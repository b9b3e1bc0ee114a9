//! Verbs of settings, besides those of their fields.

use super::screen::Settings;
use crate::api::{domains, settings};
use crate::screens::staged::{self, Stages as _};
use crate::ui::list::verbs;
use crate::ui::{Command, Cx, Effect, Info, Level, Outcome, When, World};

fn several(screen: &Settings, _: &World<'_>) -> When {
    When::on_if(screen.has_tabs(), "There is one category only.")
}

/// Verbs for settings of the account.
pub const OF_ACCOUNT: &[Command<Settings>] = &[stage::<settings::Save>()];

/// Verbs for settings of domains.
pub const OF_DOMAINS: &[Command<Settings>] = &[
    stage::<domains::SaveManySettings>(),
    Info::new("settings.back", "Back").keys(&["esc"]).run(|_, _, cx: &mut Cx<'_>| cx.done(Effect::Back)),
];

const fn stage<R: crate::api::Request>() -> Command<Settings> {
    Info::new("settings.stage", "Review the changes, old and new, before they are saved")
        .also(&["save"])
        .aliases(&["write", "w", "diff"])
        .footer(2, &["ctrl-s"], "review")
        .calls::<R>(Level::Ask)
        .run_if(staged::has_changes, |screen, _, cx| staged::save(screen, cx))
}

/// Verbs for both kinds of settings.
pub const COMMANDS: &[Command<Settings>] = &[
    staged::discard(),
    staged::set("settings.set", "Stage a value by its setting’s name", "<setting>=<value>"),
    Info::new("settings.inherit", "Stage a setting to inherit its value")
        .aliases(&["inherit"])
        .args("<setting>")
        .prepares()
        .run_if(staged::finds, |screen, args, _| screen.set(args.text.trim(), None)),
    staged::find("settings.find", "Find a setting by name or words"),
    Info::new("settings.history", "Show how these settings were changed")
        .also(&["versions", "log"])
        .keys(&["g h"])
        .args("[domain]")
        .run(|screen, args, cx| screen.history(args, cx)),
    Info::new("settings.overridden", "Show the domains that have a value of their own for the setting")
        .also(&["overridden", "redundant"])
        .keys(&["g o"])
        .run_if(staged::finds, |screen, _, cx| screen.overrides(cx)),
    verbs::NEXT_TAB.named("settings.next_tab").run_if(several, |screen: &mut Settings, _, _| {
        screen.turn(1);
        Outcome::Done
    }),
    verbs::PREVIOUS_TAB.named("settings.previous_tab").run_if(several, |screen: &mut Settings, _, _| {
        screen.turn(-1);
        Outcome::Done
    }),
    Info::new("settings.tab", "Go to a category by name")
        .aliases(&["tab"])
        .args("<category>")
        .run(|screen, args, _| screen.go_to(args.text.trim())),
];
