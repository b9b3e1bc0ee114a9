//! `parkade man`: a page for the program and for every subcommand, all with the same last sections.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::args::ManArgs;
use super::streams::print;
use super::{Cli, Exit, Fault, Outcome, exit, texts};
use crate::base::{clean_line, reason, unknown};

/// Files of the program and their usual places.
const FILES: &[(&str, &str)] = &[
    (
        "~/.config/parkade/config.toml",
        "settings and accounts; `parkade config init` writes one with every setting explained",
    ),
    ("~/.config/parkade/keys.toml", "keys of your own"),
    ("~/.config/parkade/credentials.toml", "tokens, where neither a command nor a keyring keeps them"),
    ("~/.config/parkade/views.toml, templates/, themes/", "saved views, templates of replies, themes of your own"),
    ("~/.local/share/parkade/ACCOUNT/journal.db", "what was done, for undo and for what is not sent yet"),
    ("~/.cache/parkade/ACCOUNT/cache.db", "what was fetched; may be removed at any time"),
    ("~/.local/state/parkade/logs/", "the logs of a week, and reports of crashes"),
];

pub fn run(args: &ManArgs) -> Outcome {
    let pages = pages()?;
    if let Some(folder) = &args.dir {
        return written(folder, &pages);
    }
    let name = [&["parkade".to_owned()], &args.about[..]].concat().join("-");
    if let Some((_, page)) = pages.iter().find(|(of, _)| *of == name) {
        return print(page);
    }
    let asked = clean_line(&args.about.join(" ")).into_owned();
    let names: Vec<String> =
        pages.iter().filter_map(|(of, _)| of.split_once('-')).map(|(_, of)| of.replace('-', " ")).collect();
    Err(Fault::usage(unknown("subcommand", &asked, names.iter().map(String::as_str))))
}

/// Writes each page as `parkade-SUBCOMMAND.1`.
fn written(folder: &Path, pages: &[(String, String)]) -> Outcome {
    let cannot = |path: &Path, error| {
        Fault::failure(format!("{} cannot be written: {}.", clean_line(&path.display().to_string()), reason(&error)))
    };
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    for (name, page) in pages {
        let path = folder.join(format!("{name}.1"));
        std::fs::write(&path, page).map_err(|error| cannot(&path, error))?;
    }
    Ok(Exit::Success)
}

/// The name and the text of every page.
pub(super) fn pages() -> std::io::Result<Vec<(String, String)>> {
    let mut open = vec![without_help(Cli::command())];
    open[0].build();
    let mut pages = Vec::new();
    while let Some(command) = open.pop() {
        let name = command.get_display_name().unwrap_or("parkade").to_owned();
        open.extend(command.get_subcommands().cloned());
        pages.push((name, page(command)?));
    }
    pages.sort();
    Ok(pages)
}

/// Command without the subcommand `help`, which does the same as the flag and has no page.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

fn page(command: Command) -> std::io::Result<String> {
    let is_program = !command.get_display_name().unwrap_or_default().contains('-');
    let (has_options, has_subcommands) = (command.get_arguments().next().is_some(), command.has_subcommands());
    let day = crate::app::VERSION.trim_end_matches(')').rsplit(' ').next().filter(|day| day.matches('-').count() == 2);
    let man = Man::new(command).date(day.unwrap_or_default()).source("Parkade").manual("Parkade");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_options {
        man.render_options_section(&mut page)?;
    }
    if has_subcommands {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let codes = exit::TABLE.iter().map(|(_, code, meaning)| (code.to_string(), *meaning));
    section(&mut page, "EXIT STATUS", codes);
    section(&mut page, "FILES", FILES.iter().map(|(file, holds)| ((*file).to_owned(), *holds)));
    section(&mut page, "ENVIRONMENT", texts::ENVIRONMENT.iter().map(|(name, gives)| ((*name).to_owned(), *gives)));
    if is_program {
        section(&mut page, "EXAMPLES", texts::EXAMPLES.iter().map(|(line, does)| ((*line).to_owned(), *does)));
    } else {
        page.push_str(".SH \"SEE ALSO\"\n\\fBparkade\\fR(1)\n");
    }
    Ok(page)
}

/// Section of names with a text about each.
fn section(page: &mut String, title: &str, rows: impl Iterator<Item = (String, &'static str)>) {
    let _ = writeln!(page, ".SH \"{title}\"");
    for (name, says) in rows {
        let _ = writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(&name), escaped(says));
    }
}

/// Line of text escaped for the formatter: no line break at a hyphen in a name, and no request by a dot at the start.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
