//! `parkade config init|check|show|edit|path`.

use std::fmt::Write as _;
use std::path::Path;

use super::args::ConfigAction;
use super::setup::{env, folders};
use super::streams::print;
use super::{Exit, Fault, Outcome};
use crate::app::config::{self, Severity};
use crate::app::launch::{self, Flags};
use crate::app::paths::{Paths, write_private};
use crate::app::{external, keys, reply};
use crate::base::reason;
use crate::screens::inquiry::VARIABLES;

pub fn run(action: ConfigAction) -> Outcome {
    let paths = folders()?;
    let file = paths.config_file();
    match action {
        ConfigAction::Path => print(&format!("{}\n", file.display())),
        ConfigAction::Init => init(&paths),
        ConfigAction::Show => show(&paths),
        ConfigAction::Edit => {
            if !file.exists() {
                init(&paths)?;
            }
            let editor = external::editor(config::load(&paths).0.editor.as_ref(), env);
            let mut child = external::start(&file, &editor).map_err(Fault::failure)?;
            external::ended(&editor, child.wait()).map_err(Fault::failure)?;
            check(&paths)
        }
        ConfigAction::Check => check(&paths),
    }
}

/// Prints the mistakes in the config files.
fn check(paths: &Paths) -> Outcome {
    let (mut settings, mut problems) = config::load(paths);
    settings.refine(None, env, &mut problems);
    let variables: Vec<&str> = VARIABLES.iter().map(|variable| variable.name).collect();
    problems.extend(keys::read(&settings).1);
    let (templates, unreadable) = reply::templates(paths);
    problems.extend(templates.iter().flat_map(|template| template.problems(&variables)));
    problems.extend(templates.iter().flat_map(reply::Template::warnings));
    let errors = problems.iter().filter(|p| p.severity == Severity::Error).count() + unreadable.len();
    let mut text = String::new();
    for why in &unreadable {
        let _ = writeln!(text, "error: {why}");
    }
    for problem in &problems {
        let _ = writeln!(text, "{}", problem.shown());
    }
    let _ = match (errors, problems.len() + unreadable.len() - errors) {
        (0, 0) => writeln!(text, "{}: no problems.", paths.config.display()),
        (errors, warnings) => writeln!(text, "{}, {}.", count(errors, "error"), count(warnings, "warning")),
    };
    print(&text)?;
    Ok(if errors == 0 { Exit::Success } else { Exit::Failure })
}

/// Prints every setting in force for the account that would be opened.
fn show(paths: &Paths) -> Outcome {
    let (mut settings, mut problems) = config::load(paths);
    let account = launch::choose(&Flags::default(), &settings, env)?;
    settings.refine(account.as_ref(), env, &mut problems);
    let all = config::sources(&settings, account.as_ref(), paths, env);
    let wide = |of: fn(&config::Counts) -> usize| all.iter().map(of).max().unwrap_or(0);
    let (key, value) = (wide(|one| one.key.len()), wide(|one| one.value.chars().count()));
    let mut text = String::new();
    for one in &all {
        let _ = writeln!(text, "{:<key$} = {:<value$}  # {}", one.key, one.value, one.from);
    }
    for (screen, view) in &settings.start_view {
        let _ = writeln!(text, "start_view.{screen} = {view:?}");
    }
    print(&text)
}

/// Writes the missing files: the settings, and the templates of replies.
fn init(paths: &Paths) -> Outcome {
    let file = paths.config_file();
    let cannot = |path: &Path, e: std::io::Error| {
        Fault::failure(format!("{} cannot be written: {}.", path.display(), reason(&e)))
    };
    let mut text = String::new();
    if !file.exists() {
        write_private(&file, config::DEFAULT.as_bytes()).map_err(|e| cannot(&file, e))?;
        let _ = writeln!(text, "Wrote {}", file.display());
    }
    if let Some(folder) = reply::write_templates(paths).map_err(|e| cannot(&paths.templates(), e))? {
        let _ = writeln!(text, "Wrote templates of replies into {}", folder.display());
    }
    if text.is_empty() {
        return Err(Fault::failure(format!("{} exists and is left as it is.", file.display())));
    }
    print(&text)
}

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
