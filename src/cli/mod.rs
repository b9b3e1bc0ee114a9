//! The command line: definitions, exit codes, and one small file per subcommand.
//!
//! Data go to standard output, messages to standard error. The program's own work is in `app`. Look first at
//! `args.rs`.

mod account;
mod api;
mod apply;
mod args;
mod asked;
mod common_args;
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
mod setup;
mod start;
mod streams;
#[cfg(test)]
mod tests;
mod texts;

use std::process::ExitCode;

use clap::Parser;

pub use args::Cli;
pub use exit::{Exit, Fault, Outcome};

/// Runs the program, or the subcommand in the arguments.
pub fn main() -> ExitCode {
    crate::app::paths::prepare_process();
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(not) => misuse::answer(&not).map(ExitCode::from),
    };
    outcome.unwrap_or_else(|fault| {
        streams::say(&format!("parkade: {}\n", fault.message.trim_end()));
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
