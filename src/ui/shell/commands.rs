//! Commands of the program itself, available on every screen.

use super::super::chart::Charts;
use super::super::widgets::table::Form;
use super::super::{
    Args, Command, Cx, Effect, Info, Menu, MenuItem, News, Outcome, Role, Save, Screen, ScreenDef, Sheet, Theme, Tone,
    When, World, text,
};
use super::layer::{Content, Layer};
use super::{Shell, accounts, cache, drafts, strip, undo, views};
use crate::base::{Zone, not_one_of};

fn open_layer(shell: &mut Shell, layer: Layer) -> Outcome {
    shell.layers.push(layer);
    Outcome::Done
}

/// Verb of the command that saves a chart, on screens that have one.
const SVG: &str = "svg";

/// Command of the digits; the key tells which digit it was.
pub(super) const PLACE: &str = "app.place";

pub const COMMANDS: &[Command<Shell>] = &[
    Info::new("app.help", "Show all keys").aliases(&["keys"]).also(&["shortcuts", "bindings"]).keys(&["?"]).run(
        |shell, _, cx| {
            shell.open_help(false, &cx.world);
            Outcome::Done
        },
    ),
    Info::new("app.topic", "Explain a topic or a command")
        .aliases(&["help"])
        .also(&["manual", "topics"])
        .args("[topic]")
        .run(|shell, args, cx| {
            if !args.text.trim().is_empty() {
                return shell.open_topic(&args.text);
            }
            shell.open_help(true, &cx.world);
            Outcome::Done
        }),
    Info::new("app.palette", "Find a command or screen").aliases(&["palette"]).keys(&["ctrl-p"]).run(|shell, _, cx| {
        shell.open_palette(&cx.world);
        Outcome::Done
    }),
    Info::new("app.line", "Type a command").keys(&[":"]).run(|_, _, cx| cx.done(Effect::Line(String::new()))),
    Info::new(PLACE, "Go to the screen of that digit")
        .keys(&["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"])
        .run(|_, _, _| Outcome::Refused("Press the digit of a screen.".to_owned())),
    Info::new("app.back", "Previous screen").aliases(&["back"]).keys(&["-"]).run_if(
        |shell, _| When::on_if(!shell.history.is_empty(), "No screen before this one."),
        |_, _, cx| cx.done(Effect::Back),
    ),
    strip::NEXT,
    strip::PREVIOUS,
    strip::BY_NAME,
    Info::new("app.undo", "Undo the last change")
        .also(&["revert"])
        .aliases(&["undo"])
        .footer(60, &["u"], "undo")
        .args("[n|list]")
        .run_if(while_set_up, undo::undo),
    Info::new("app.redo", "Redo what was undone").aliases(&["redo"]).keys(&["U"]).args("[n]").run(undo::redo),
    Info::new("app.repeat", "Repeat the last undoable action here").keys(&["."]).run_if(
        |shell, _| When::on_if(shell.repeatable.is_some(), "Nothing to repeat yet."),
        |shell, _, cx| {
            if let Some((name, args)) = shell.repeatable.clone() {
                cx.push(Effect::Run(name, args));
            }
            Outcome::Done
        },
    ),
    Info::new("app.export_view", "Save this list as CSV or JSON, a chart as SVG")
        .also(&["csv", "json", "export", "download"])
        .aliases(&["export-view"])
        .keys(&["x"])
        .args("csv|csv-safe|json|svg [path]")
        .run_if(while_set_up, export_view),
    Info::new("app.refresh", "Refresh")
        .also(&["reload", "update"])
        .aliases(&["refresh"])
        .footer(70, &["ctrl-r", "F5"], "refresh")
        .run_if(while_set_up, |_, _, cx| {
            cx.push(Effect::TryAgain);
            cx.done(Effect::Refresh)
        }),
    Info::new("app.watch", "Turn auto-refresh on or off")
        .also(&["auto", "poll"])
        .aliases(&["watch"])
        .keys(&["w"])
        .args("[seconds]")
        .run(watch),
    Info::new("app.zone", "Show times in local time or UTC")
        .aliases(&["tz"])
        .also(&["timezone", "time"])
        .keys(&["T"])
        .args("[local|utc]")
        .run(|shell, args, cx| match args.words.first().map(String::as_str) {
            None if cx.world.zone == Zone::Utc => set_zone(shell, Zone::Local, cx),
            Some("local") => set_zone(shell, Zone::Local, cx),
            None | Some("utc") => set_zone(shell, Zone::Utc, cx),
            Some(word) => Outcome::Refused(not_one_of("time zone", word, &["local", "utc"])),
        }),
    Info::new("app.theme", "Change the theme")
        .also(&["colours", "colors", "dark", "light", "contrast"])
        .aliases(&["theme"])
        .args(Theme::NAMES)
        .run(|shell, args, cx| {
            let Some(name) = args.words.first() else {
                let (now, names) = (shell.theme.name(), shell.theme_names());
                return Outcome::Refused(format!("The theme is {now}. Available: {names}."));
            };
            match shell.set_theme(name) {
                Ok(()) => cx.done(Effect::KeepSetting("theme", name.clone())),
                Err(problem) => Outcome::Refused(problem),
            }
        }),
    Info::new("app.charts", "Chart style: blocks, braille or ASCII")
        .also(&["braille", "blocks", "bars", "graph"])
        .aliases(&["charts"])
        .args(Charts::NAMES)
        .run(|shell, args, cx| {
            let Some(word) = args.words.first() else {
                let names = Charts::NAMES.replace('|', ", ");
                return Outcome::Refused(format!("Charts are drawn in {}. Available: {names}.", shell.options.charts));
            };
            let Some(charts) = Charts::named(word) else {
                return Outcome::Refused(crate::base::unknown("way to draw charts", word, Charts::NAMES.split('|')));
            };
            shell.options.charts = charts;
            cx.done(Effect::KeepSetting("charts", word.clone()))
        }),
    Info::new("app.start", "Start on another screen from the next time on")
        .also(&["start elsewhere", "first screen"])
        .aliases(&["start"])
        .args("[screen]")
        .run(start),
    Info::new("app.sign", "Set the name that ends your replies")
        .also(&["my_name", "signature", "sign-off"])
        .aliases(&["sign"])
        .needs("<name>")
        .run(|_, args, cx| sign(args, cx)),
    Info::new("app.mouse", "Turn the mouse on or off")
        .also(&["click", "wheel"])
        .aliases(&["mouse"])
        .args("[on|off]")
        .run(|shell, args, cx| {
            let on = match args.words.first().map(String::as_str) {
                None => !shell.options.mouse,
                Some("on") => true,
                Some("off") => false,
                Some(word) => return Outcome::Refused(crate::base::not_one_of("word", word, &["on", "off"])),
            };
            shell.options.mouse = on;
            cx.done(Effect::KeepSwitch("mouse", on))
        }),
    Info::new("app.notify", "Turn notifications of new inquiries on or off, or try them")
        .also(&["bell", "desktop", "alert", "hook"])
        .aliases(&["notify"])
        .args("on|off|test")
        .run(|_, args, cx| {
            match args.words.first().map(String::as_str) {
                Some("on") => cx.push(Effect::KeepSetting("notify", "auto".to_owned())),
                Some("off") => cx.push(Effect::KeepSetting("notify", "off".to_owned())),
                Some("test") => cx.push(Effect::Tell(Box::new(News::test()))),
                None => return Outcome::Refused("Usage: :notify on|off|test".to_owned()),
                Some(word) => return Outcome::Refused(not_one_of("word", word, &["on", "off", "test"])),
            }
            Outcome::Done
        }),
    Info::new("app.requests", "Show recent API requests, without secrets")
        .also(&["network", "http"])
        .aliases(&["requests"])
        .keys(&["@"])
        .run(|shell, _, _| open_layer(shell, Layer::text("Requests", Content::Requests))),
    Info::new("app.log", "Show recent changes and their outcome")
        .also(&["changes", "journal", "history"])
        .aliases(&["log"])
        .run(|shell, _, _| open_layer(shell, Layer::text("Changes", Content::Done))),
    Info::new("app.messages", "Show the messages of this session").also(&["notifications"]).aliases(&["messages"]).run(
        |shell, _, cx| {
            shell.open_messages(&cx.world);
            Outcome::Done
        },
    ),
    Info::new("app.config", "Check config.toml and keys.toml")
        .also(&["preferences", "options", "mouse"])
        .aliases(&["config"])
        .args("[reload]")
        .run(|shell, args, cx| {
            match args.words.first().map(String::as_str) {
                None => shell.open_config(),
                Some("reload") => cx.push(Effect::ReloadConfig),
                Some(word) => return Outcome::Refused(not_one_of("argument", word, &["reload"])),
            }
            Outcome::Done
        }),
    Info::new("app.account", "Switch, add or remove an account")
        .also(&["switch", "profile", "login", "logout"])
        .aliases(&["account"])
        .args("[name|add <name>|remove <name>]")
        .run(accounts::account),
    Info::new("app.doctor", "Show the setup and what the token may do")
        .also(&["permissions", "token", "diagnose"])
        .aliases(&["doctor"])
        .run(|_, _, cx| cx.done(Effect::Doctor)),
    Info::new("app.view", "Save, load or delete a view")
        .aliases(&["view"])
        .args("save|load|rm <name>")
        .run(views::view),
    Info::new("app.views", "Show saved views")
        .also(&["bookmarks"])
        .aliases(&["views"])
        .keys(&["F"])
        .run(|shell, _, cx| views::menu(shell, cx)),
    Info::new("app.drafts", "List drafts: changes not saved, replies not sent")
        .also(&["unsaved", "kept"])
        .aliases(&["drafts"])
        .keys(&["D"])
        .run(|shell, _, cx| drafts::menu(shell, cx)),
    Info::new("app.redact", "Redact personal data and prices")
        .also(&["mask", "privacy", "anonymize"])
        .aliases(&["redact"])
        .args("[on|off]")
        .run(cache::redact),
    Info::new("app.about", "Show version and license").also(&["version"]).aliases(&["about"]).run(|shell, _, cx| {
        let lines = shell.options.about.iter().map(|line| (Role::Text, line.clone())).collect();
        cx.show(Sheet { title: "About".to_owned(), lines })
    }),
    Info::new("app.write", "Review and save staged changes")
        .also(&["save"])
        .aliases(&["w", "write"])
        .keys(&["ctrl-s"])
        .run(|shell, _, cx| drafts::save(shell, cx)),
    Info::new("app.escape", "Close what is on top; clear marks, then a filter").keys(&["esc"]).run(|shell, _, _| {
        if shell.toast.take().is_none() && !std::mem::take(&mut shell.banner) {
            // Not a warning, because nothing is wrong. It disappears with the next key, because then it may not be true
            // any more.
            shell.refuse(Tone::Info, "Nothing to close here.".to_owned());
        }
        Outcome::Done
    }),
    Info::new("app.interrupt", "Cancel the request or close what is on top; twice to quit")
        .aliases(&["cancel"])
        .keys(&["ctrl-c"])
        .run(|shell, _, cx| interrupt(shell, cx)),
    Info::new("app.suspend", "Suspend the program; fg resumes it")
        .also(&["background"])
        .keys(&["ctrl-z"])
        .run(|_, _, cx| cx.done(Effect::Suspend)),
    Info::new("app.sync", "Sync all inquiries and domains again")
        .also(&["reload"])
        .aliases(&["sync"])
        .args("[full]")
        .run(cache::sync),
    Info::new("app.check", "Check changes whose outcome is unknown")
        .aliases(&["check"])
        .run(|_, _, cx| cx.done(Effect::CheckAgain)),
    Info::new("app.purge", "Delete fetched data from this machine")
        .also(&["cache", "clear"])
        .aliases(&["purge"])
        .args("cache|mail|notes")
        .run(cache::purge),
    Info::new("app.forget", "Delete all notes about a person, in the daily copies too")
        .also(&["erase", "gdpr"])
        .aliases(&["forget"])
        .args("<address>")
        .run(cache::forget),
    Info::new("app.close", "Close what is open, or quit on a list")
        .aliases(&["close"])
        .keys(&["q"])
        .run(|shell, _, cx| shell.step_out(cx)),
    Info::new("app.quit", "Quit; asks first while changes are unsent")
        .also(&["exit", "leave"])
        .aliases(&["q", "quit"])
        .run(|_, _, cx| cx.done(Effect::Quit { force: false })),
    Info::new("app.quit_now", "Quit without asking; unsent changes are sent next time")
        .aliases(&["q!", "quit!"])
        .keys(&["Q"])
        .run(|_, _, cx| cx.done(Effect::Quit { force: true })),
];

/// Hidden before there is an account: then there is no list, no change and nothing to request.
fn while_set_up(shell: &Shell, _: &World<'_>) -> When {
    if shell.screen().is_some_and(Screen::before_account) { When::Hidden } else { When::On }
}

/// Saves all rows of the list on the screen, with its present columns, filter and order.
fn export_view(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(word) = args.words.first() else {
        let item = |label: &str, word: &'static str| {
            MenuItem::new(
                label,
                format!(":export-view {word}"),
                vec![Effect::Run("app.export_view", Args::words([word]))],
            )
        };
        let mut items = vec![
            item("CSV with exact values", "csv"),
            item("CSV for spreadsheets, where no cell can be a formula", "csv-safe"),
            item("JSON", "json"),
        ];
        let picture = shell.commands().into_iter().find(|info| info.verb() == SVG);
        if picture.is_some_and(|info| shell.when(info, &cx.world) == When::On) {
            items.push(item("SVG picture of the chart", SVG));
        }
        return cx.menu(Menu { title: "Save this list".to_owned(), items, keep_open: false });
    };
    if word == SVG {
        let Some(picture) = shell.commands().into_iter().find(|info| info.verb() == SVG) else {
            // Go to a screen with a chart, as its own command does.
            return shell.line_effects(args.text.trim(), &cx.world).map_or_else(Outcome::Refused, |effects| {
                for effect in effects {
                    cx.push(effect);
                }
                Outcome::Done
            });
        };
        return cx.done(Effect::Run(picture.name, Args::words(args.words[1..].iter().map(String::as_str))));
    }
    let Some(form) = Form::parse(word) else {
        return Outcome::Refused(not_one_of("format", word, &["csv", "csv-safe", "json", SVG]));
    };
    let part = shell.screen_mut().and_then(|screen| screen.as_list()?.reading(&cx.world).part);
    let Some(list) = shell.screen().and_then(|screen| screen.export(form, &cx.world)) else {
        return Outcome::Refused("No list here to save.".to_owned());
    };
    if list.rows == 0 {
        return Outcome::Refused("No row to save.".to_owned());
    }
    let what = text::counted(list.rows as u64, "row", "rows");
    let save = Save { part, ..Save::of(what, list.name, list.from) };
    cx.done(Effect::Save(Box::new(save.to_path(&args.path(1)))))
}

fn watch(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    const USUAL: u32 = 60;
    let wanted = match args.words.first().map(|word| (word, word.parse::<u32>())) {
        None if shell.watch.is_some() => None,
        None => Some(USUAL),
        Some((_, Ok(seconds @ 30..=600))) => Some(seconds),
        Some(_) => return Outcome::Refused("Enter 30 to 600 seconds.".to_owned()),
    };
    shell.watch = wanted;
    cx.push(Effect::SetWatch(wanted));
    match wanted {
        Some(seconds) => shell.said(format!("Checking for new inquiries every {seconds} s · w to stop")),
        None => shell.said("Auto-refresh off · w to start"),
    }
    Outcome::Done
}

/// Saves the name that is put below replies.
fn sign(args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match crate::base::clean_line(args.text.trim()).trim() {
        "" => Outcome::Refused(
            "The name is missing. Type it after :sign, as it is to stand below your replies.".to_owned(),
        ),
        name => cx.done(Effect::KeepSetting("my_name", name.to_owned())),
    }
}

/// Saves the screen that the program starts on, or opens a menu of screens.
fn start(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let keep = |def: &ScreenDef| Effect::KeepSetting("start_screen", def.id.to_owned());
    let mut able = shell.screens.iter().filter(|def| def.key != ' ');
    let Some(name) = args.words.first() else {
        let items = able.map(|def| MenuItem::new(def.title, "", vec![keep(def)])).collect();
        return cx.menu(Menu { title: "Start on".to_owned(), items, keep_open: false });
    };
    match able.clone().find(|def| def.id == name) {
        Some(def) => cx.done(keep(def)),
        None => Outcome::Refused(crate::base::unknown("screen", name, able.by_ref().map(|def| def.id))),
    }
}

fn set_zone(shell: &mut Shell, zone: Zone, cx: &mut Cx<'_>) -> Outcome {
    cx.push(Effect::SetZone(zone));
    shell.said(if zone == Zone::Utc { "Times are in UTC." } else { "Times are in local time." });
    Outcome::Done
}

/// Milliseconds within which a second press quits.
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
    shell.said("Press ctrl-c again to quit.");
    Outcome::Done
}
