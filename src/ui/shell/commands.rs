//! The verbs of the program itself, on every screen.

use super::super::widgets::table::Form;
use super::super::{
    Args, Command, Cx, Effect, Info, Menu, MenuItem, Outcome, Role, Save, SaveTo, Sheet, Theme, When, always, text,
};
use super::layer::{Content, Layer};
use super::line::Line;
use super::{Shell, accounts, cache, undo, views};
use crate::base::Zone;

/// A verb without a place on the `:` line beside its name.
const fn verb(
    name: &'static str,
    aliases: &'static [&'static str],
    keys: &'static [&'static str],
    doc: &'static str,
    run: fn(&mut Shell, &Args, &mut Cx<'_>) -> Outcome,
) -> Command<Shell> {
    Command { info: Info { name, aliases, doc, keys, ..Info::BASE }, when: always, run }
}

/// The same with arguments.
const fn with_args(mut command: Command<Shell>, args: &'static str) -> Command<Shell> {
    command.info.args = args;
    command
}

/// The same with a place in the footer.
const fn in_footer(mut command: Command<Shell>, short: &'static str, rank: u8) -> Command<Shell> {
    command.info.short = short;
    command.info.footer = rank;
    command
}

fn open_layer(shell: &mut Shell, layer: Layer) -> Outcome {
    shell.layers.push(layer);
    Outcome::Done
}

/// The table.
pub const COMMANDS: &[Command<Shell>] = &[
    with_args(
        verb("app.help", &["help"], &["?"], "Show all keys; type to search, enter runs", |shell, args, cx| {
            if !args.text.trim().is_empty() {
                return shell.open_topic(&args.text);
            }
            shell.open_help(&cx.world);
            Outcome::Done
        }),
        "[topic]",
    ),
    verb("app.palette", &["palette"], &["ctrl-p"], "Find a command or place by any of its letters", |shell, _, cx| {
        shell.open_palette(&cx.world);
        Outcome::Done
    }),
    verb("app.line", &[], &[":"], "Type a command", |shell, _, _| {
        open_layer(shell, Layer::Line(Box::<Line>::default()))
    }),
    verb(
        "app.place",
        &[],
        &["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
        "Go to screen N, or a count before a movement, as in 12j",
        |_, _, _| Outcome::Refused("Press the digit of a screen.".to_owned()),
    ),
    Command {
        info: Info { name: "app.back", aliases: &["back"], keys: &["-"], doc: "Go to the screen before", ..Info::BASE },
        when: |shell, _| {
            if shell.history.is_empty() {
                When::Off("There is no screen before this one.".to_owned())
            } else {
                When::On
            }
        },
        run: |_, _, cx| {
            cx.push(Effect::Back);
            Outcome::Done
        },
    },
    in_footer(
        with_args(verb("app.undo", &["undo"], &["u"], "Undo the last change", undo::undo), "[n|list]"),
        "undo",
        60,
    ),
    with_args(verb("app.redo", &["redo"], &["U"], "Redo what was undone", undo::redo), "[n]"),
    Command {
        info: Info { name: "app.repeat", keys: &["."], doc: "Do the last undoable act again, here", ..Info::BASE },
        when: |shell, _| {
            if shell.repeatable.is_some() {
                When::On
            } else {
                When::Off("Nothing was done yet that could be repeated.".to_owned())
            }
        },
        run: |shell, _, cx| {
            if let Some((name, args)) = shell.repeatable.clone() {
                cx.push(Effect::Run(name, args));
            }
            Outcome::Done
        },
    },
    with_args(
        verb("app.export_view", &["export-view"], &["x"], "Save the list on the screen as a file", export_view),
        "csv|csv-safe|json [path]",
    ),
    in_footer(
        verb("app.refresh", &["refresh"], &["ctrl-r", "F5"], "Ask for everything on the screen again", |_, _, cx| {
            cx.push(Effect::TryAgain);
            cx.push(Effect::Refresh);
            Outcome::Done
        }),
        "refresh",
        70,
    ),
    with_args(
        verb("app.watch", &["watch"], &["w"], "Look for news by itself, on or off", |shell, args, cx| {
            watch(shell, args, cx)
        }),
        "[seconds]",
    ),
    verb("app.zone", &[], &["T"], "Show times in local time or UTC", |shell, _, cx| {
        let zone = if cx.world.zone == Zone::Utc { Zone::Local } else { Zone::Utc };
        set_zone(shell, zone, cx)
    }),
    with_args(
        verb("app.tz", &["tz"], &[], "Show times in local time or UTC", |shell, args, cx| {
            match args.words.first().map(String::as_str) {
                Some("local") => set_zone(shell, Zone::Local, cx),
                Some("utc") => set_zone(shell, Zone::Utc, cx),
                Some(word) => Outcome::Refused(format!("“{word}” is no zone; write local or utc.")),
                None => Outcome::Refused("Write local or utc behind it.".to_owned()),
            }
        }),
        "local|utc",
    ),
    with_args(
        verb("app.theme", &["theme"], &[], "Change the colours", |shell, args, cx| {
            let Some(name) = args.words.first() else {
                return Outcome::Refused(format!(
                    "The theme is {}; there is {}.",
                    shell.theme.name(),
                    Theme::NAMES.replace('|', ", ")
                ));
            };
            match shell.set_theme(name) {
                Ok(()) => {
                    cx.push(Effect::SetTheme(name.clone()));
                    Outcome::Done
                }
                Err(problem) => Outcome::Refused(problem),
            }
        }),
        Theme::NAMES,
    ),
    verb("app.requests", &["requests"], &["@"], "Show the requests made, without secrets", |shell, _, _| {
        open_layer(shell, Layer::text("Requests", Content::Requests))
    }),
    verb("app.log", &["log"], &[], "Show what was done, its outcome and the way back", |shell, _, _| {
        open_layer(shell, Layer::text("What was done", Content::Done))
    }),
    verb("app.messages", &["messages"], &[], "Show the messages of this run", |shell, _, _| {
        shell.open_messages();
        Outcome::Done
    }),
    verb("app.keys", &["keys"], &[], "Show all keys; type to search, enter runs", |shell, _, cx| {
        shell.open_help(&cx.world);
        Outcome::Done
    }),
    with_args(
        verb(
            "app.config",
            &["config"],
            &[],
            "Show where the config is and what is wrong with it",
            |shell, args, cx| {
                match args.words.first().map(String::as_str) {
                    None => shell.open_config(),
                    Some("reload") => cx.push(Effect::ReloadConfig),
                    Some(word) => return Outcome::Refused(format!("“{word}” is not reload.")),
                }
                Outcome::Done
            },
        ),
        "[reload]",
    ),
    with_args(verb("app.account", &["account"], &[], "Open another account", accounts::account), "[name]"),
    verb("app.doctor", &["doctor"], &[], "Show what is set up and what the token may do", |_, _, cx| {
        cx.push(Effect::Doctor);
        Outcome::Done
    }),
    with_args(
        verb("app.view", &["view"], &[], "Keep the list as it is under a name, load or forget one", views::view),
        "save|load|rm <name>",
    ),
    verb("app.views", &["views"], &["F"], "Show the saved views, with how many rows each holds", |shell, _, cx| {
        views::menu(shell, cx)
    }),
    with_args(
        verb("app.redact", &["redact"], &[], "Mask who wrote, what, and for how much, in all inquiries", cache::redact),
        "[on|off]",
    ),
    verb("app.about", &["about"], &[], "Show version and licence", |shell, _, cx| {
        let lines = shell.options.about.iter().map(|line| (Role::Text, line.clone())).collect();
        cx.show(Sheet { title: "About".to_owned(), lines });
        Outcome::Done
    }),
    verb("app.write", &["w", "write"], &["ctrl-s"], "Review and write what is staged", |_, _, _| {
        Outcome::Refused("Nothing is staged here.".to_owned())
    }),
    verb("app.escape", &[], &["esc"], "Close what is on top; take back a filter or marks", |shell, _, _| {
        if shell.toast.take().is_none() && !std::mem::take(&mut shell.banner) {
            shell.said("Nothing to close here");
        }
        Outcome::Done
    }),
    verb(
        "app.interrupt",
        &["cancel"],
        &["ctrl-c"],
        "Cancel the running request or close what is on top; twice: quit",
        |shell, _, cx| interrupt(shell, cx),
    ),
    verb("app.suspend", &[], &["ctrl-z"], "Put the program into the background; fg brings it back", |_, _, cx| {
        cx.push(Effect::Suspend);
        Outcome::Done
    }),
    with_args(
        verb("app.sync", &["sync"], &[], "Read all inquiries and names again in the background", cache::sync),
        "[full]",
    ),
    verb(
        "app.check",
        &["check"],
        &[],
        "Check again what became of changes that could not be determined",
        |_, _, cx| {
            cx.push(Effect::CheckAgain);
            Outcome::Done
        },
    ),
    with_args(
        verb(
            "app.purge",
            &["purge"],
            &[],
            "Forget what was fetched, buyers' names and addresses included",
            cache::purge,
        ),
        "cache",
    ),
    verb("app.close", &["close"], &["q"], "Close what is open; on a list, quit", |shell, _, cx| {
        cx.push(match shell.way_out() {
            Some(name) => Effect::Run(name, Args::default()),
            None => Effect::Quit { force: false },
        });
        Outcome::Done
    }),
    verb("app.quit", &["q", "quit"], &[], "Quit; asks first while changes are unsent", |_, _, cx| {
        cx.push(Effect::Quit { force: false });
        Outcome::Done
    }),
    verb(
        "app.quit_now",
        &["q!", "quit!"],
        &["Q"],
        "Quit now; unsent changes are saved and sent next time",
        |_, _, cx| {
            cx.push(Effect::Quit { force: true });
            Outcome::Done
        },
    ),
];

/// Saves all rows of the list on the screen, with the columns, the filter and the order it has.
fn export_view(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(word) = args.words.first() else {
        let item = |label: &str, word: &'static str| {
            MenuItem::new(
                label,
                format!(":export-view {word}"),
                vec![Effect::Run("app.export_view", Args::words([word]))],
            )
        };
        let items = vec![
            item("CSV, every value exactly", "csv"),
            item("CSV for spreadsheets, where no cell can be a formula", "csv-safe"),
            item("JSON", "json"),
        ];
        cx.menu(Menu { title: "Save this list".to_owned(), items, keep_open: false });
        return Outcome::Done;
    };
    let Some(form) = Form::parse(word) else {
        return Outcome::Refused(format!("“{word}” is no form; write csv, csv-safe or json."));
    };
    let Some(list) = shell.screen().and_then(|screen| screen.export(form, &cx.world)) else {
        return Outcome::Refused("There is no list here to save.".to_owned());
    };
    if list.rows == 0 {
        return Outcome::Refused("There is no row to save.".to_owned());
    }
    let what = text::counted(list.rows as u64, "row", "rows");
    let save = Save { what, name: list.name, from: list.from, to: SaveTo::Downloads };
    cx.push(Effect::Save(Box::new(save.to_path(&args.path(1)))));
    Outcome::Done
}

fn watch(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    const USUAL: u32 = 60;
    let wanted = match args.words.first().map(|word| (word, word.parse::<u32>())) {
        None if shell.watch.is_some() => None,
        None => Some(USUAL),
        Some((_, Ok(seconds @ 30..=600))) => Some(seconds),
        Some((word, _)) => return Outcome::Refused(format!("“{word}” does not do; write 30 to 600 seconds.")),
    };
    shell.watch = wanted;
    cx.push(Effect::SetWatch(wanted));
    match wanted {
        Some(seconds) => shell.said(format!("Looking for news every {seconds} seconds · w stops")),
        None => shell.said("No longer looking for news by itself · w starts again"),
    }
    Outcome::Done
}

fn set_zone(shell: &mut Shell, zone: Zone, cx: &mut Cx<'_>) -> Outcome {
    cx.push(Effect::SetZone(zone));
    shell.said(if zone == Zone::Utc { "Times are in UTC." } else { "Times are in local time." });
    Outcome::Done
}

/// Two presses within this time quit.
const TWICE_MS: u64 = 2000;

fn interrupt(shell: &mut Shell, cx: &mut Cx<'_>) -> Outcome {
    if shell.waiting_since.take().is_some() {
        cx.push(Effect::Cancel);
        return Outcome::Done;
    }
    if shell.interrupted_at.is_some_and(|at| shell.now.saturating_sub(at) <= TWICE_MS) {
        cx.push(Effect::Quit { force: false });
        return Outcome::Done;
    }
    shell.interrupted_at = Some(shell.now);
    shell.said("ctrl-c once more quits.");
    Outcome::Done
}
