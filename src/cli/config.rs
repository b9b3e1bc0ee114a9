//! `parkade config init|check|path`.

use std::fmt::Write as _;

use super::args::ConfigAction;
use super::{Exit, Fault, Outcome, env, folders, print};
use crate::app::config::{self, Severity};
use crate::app::paths::write_private;

pub fn run(action: ConfigAction) -> Outcome {
    let paths = folders()?;
    let file = paths.config_file();
    match action {
        ConfigAction::Path => print(&format!("{}\n", file.display())),
        ConfigAction::Init => {
            if file.exists() {
                return Err(Fault::failure(format!("{} exists and is left as it is.", file.display())));
            }
            write_private(&file, config::DEFAULT.as_bytes())
                .map_err(|e| Fault::failure(format!("{} cannot be written: {e}.", file.display())))?;
            print(&format!("Wrote {}\n", file.display()))
        }
        ConfigAction::Check => {
            let (mut settings, mut problems) = config::load(&paths);
            settings.refine(None, env, &mut problems);
            let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
            let mut text = problems.iter().fold(String::new(), |mut text, problem| {
                let _ = writeln!(text, "{}", problem.shown());
                text
            });
            let _ = match (errors, problems.len() - errors) {
                (0, 0) => writeln!(text, "{}: nothing is wrong.", paths.config.display()),
                (errors, warnings) => writeln!(text, "{}, {}.", count(errors, "error"), count(warnings, "warning")),
            };
            print(&text)?;
            Ok(if errors == 0 { Exit::Success } else { Exit::Failure })
        }
    }
}

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
