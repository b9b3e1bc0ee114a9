//! The command line: definitions, exit codes and one small file per subcommand.
//!
//! Data goes to standard output, messages to standard error; the work of the program itself is in `app`. Look first at
//! `args.rs`.

mod account;
mod api;
mod apply;
mod args;
mod completions;
mod config;
#[cfg(feature = "sandbox")]
mod demo;
mod digest;
mod doctor;
mod due;
mod exit;
mod flags;
mod heard;
mod list;
mod login;
mod logout;
mod man;
mod misuse;
mod notes;
mod paths;
#[cfg(feature = "sandbox")]
mod sandbox;
mod start;
#[cfg(test)]
mod tests;
mod texts;

use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::process::ExitCode;

use clap::Parser;

pub use args::Cli;
pub use exit::{Exit, Fault, Outcome};

use crate::app::Launch;
use crate::app::config::Severity;
use crate::app::launch::Flags;
use crate::base::{Links, clean_block, clean_line, reason, text_plain};

/// Reads the environment; the one place that does, so that everything below can be tested with another.
fn env(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Runs the program or the subcommand the arguments name.
pub fn main() -> ExitCode {
    crate::app::paths::prepare_process();
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(not) => misuse::answer(&not).map(ExitCode::from),
    };
    outcome.unwrap_or_else(|fault| {
        say(&format!("parkade: {}\n", fault.message.trim_end()));
        fault.exit.into()
    })
}

fn run(cli: Cli) -> Result<ExitCode, Fault> {
    use args::Command;
    let flags = flags::of(cli.program, cli.account, cli.command.as_ref())?;
    let prints_only = |command: &Command| {
        matches!(command, Command::Config { .. } | Command::Paths(_) | Command::Completions { .. } | Command::Man(_))
    };
    if !cli.command.as_ref().is_some_and(prints_only) {
        crate::app::paths::enough_descriptors().map_err(Fault::failure)?;
    }
    let Some(command) = cli.command else { return start::program(&flags) };
    let outcome = match command {
        #[cfg(feature = "sandbox")]
        Command::Demo(demo) => return start::demo(&demo, &flags),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(args) => sandbox::run(&args),
        Command::Add(args) => return start::add(&args, flags),
        Command::Apply(args) => apply::run(&args, &flags),
        Command::Api(args) => api::run(&args, &flags),
        Command::List(args) => list::run(&args, &flags),
        Command::Login(args) => login::run(&args, &flags),
        Command::Logout(args) => logout::run(&args, &flags),
        Command::Account { action } => account::run(&action),
        Command::Config { action } => config::run(action),
        Command::Paths(args) => paths::run(&args, &flags),
        Command::Doctor(args) => doctor::run(&args, &flags),
        Command::Digest(args) => digest::run(&args, &flags),
        Command::Due(args) => due::run(&args, &flags),
        Command::Heard(args) => heard::run(&args, &flags),
        Command::Notes { action } => notes::run(&action, &flags),
        Command::Completions { shell } => completions::run(shell),
        Command::Man(args) => man::run(&args),
    };
    outcome.map(ExitCode::from)
}

/// Writes data to standard output, cleaned as [`say`] does. A reader that went away (`| head`) is no mistake.
fn print(text: &str) -> Outcome {
    print_clean(clean_block(text).as_bytes())
}

/// Writes text that is clean already, byte by byte: a tab between two values stays one.
fn print_clean(bytes: &[u8]) -> Outcome {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Exit::Success),
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(e) => Err(Fault::failure(format!("Standard output cannot be written: {}.", reason(&e)))),
    }
}

/// Writes a sentence to standard error, cleaned, because names and contents of files may hold anything. Unlike
/// `eprintln!` it does not panic on a terminal that is gone.
fn say(text: &str) {
    use std::io::Write;
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(clean_block(text).as_bytes()).and_then(|()| err.flush());
}

/// The start of the program. Prints the problems of the config, because a setting left out may have been meant to stop
/// a command.
fn launch(flags: &Flags) -> Result<Launch, Fault> {
    let launch = crate::app::launch::resolve(flags, env)?;
    for problem in launch.problems.iter().filter(|problem| problem.severity == Severity::Error) {
        say(&format!("parkade: {problem}\n"));
    }
    Ok(launch)
}

/// The refusal of a command that needs an account.
fn no_account() -> Fault {
    Fault::new(Exit::Token, "No account is set up yet. Run `parkade login`.")
}

/// Fails where nobody can answer a question; `else_use` says what to do instead.
fn needs_terminal(else_use: &str) -> Result<(), Fault> {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if asks { Ok(()) } else { Err(Fault::usage(format!("No terminal to confirm on: {else_use}."))) }
}

/// Line typed as the answer to a question, in lower case.
fn answer(question: &str) -> Result<String, Fault> {
    say(question);
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().to_lowercase())
}

/// True when a question is answered with yes.
fn is_yes(question: &str) -> Result<bool, Fault> {
    Ok(matches!(answer(&format!("{question} [y/N] "))?.as_str(), "y" | "yes"))
}

/// The text of a file, or of standard input as `-`.
///
/// # Errors
/// A sentence: why it cannot be read.
fn text(path: &str) -> Result<String, String> {
    /// Largest text that is read: a plan of 100,000 changes is about 20 MB.
    const LARGEST: u64 = 64 << 20;
    let cannot = |error| format!("{} cannot be read: {}.", clean_line(path), reason(&error));
    if path != "-" {
        // A pipe that nobody writes to would be waited for.
        return text_plain(path.as_ref(), LARGEST, Links::Follow).map_err(cannot);
    }
    let mut text = String::new();
    std::io::stdin().lock().take(LARGEST).read_to_string(&mut text).map_err(cannot)?;
    Ok(text)
}

/// The folders, or the sentence that says why there are none.
fn folders() -> Result<crate::app::paths::Paths, Fault> {
    crate::app::paths::Paths::resolve(env).map_err(|e| Fault::failure(e.to_string()))
}
