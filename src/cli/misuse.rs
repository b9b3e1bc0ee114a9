//! Answers to a command line that cannot be read, in the form of every other error; also help and version.

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Error};

use super::{Cli, Exit, Fault, Outcome};
use crate::base::reason;

/// Answer to arguments that start nothing.
pub fn answer(not: &Error) -> Outcome {
    if not.use_stderr() {
        return Err(Fault::usage(words(not)));
    }
    match not.print() {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Fault::failure(format!("Standard output cannot be written: {}.", reason(&e))))
        }
        _ => Ok(Exit::Success),
    }
}

/// Mistake in words. If no subcommand is similar to the written word, all are named.
pub(super) fn words(not: &Error) -> String {
    let text = not.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    if not.kind() != ErrorKind::InvalidSubcommand || not.get(ContextKind::SuggestedSubcommand).is_some() {
        return text.to_owned();
    }
    let command = Cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    format!("{first}\n\n  Available: {}\n{rest}", names.join(", "))
}
