//! `parkade doctor`: what is set up, what the terminal can do, what the token may do. For bug reports, so scrubbed.
//!
//! Nothing is changed at the service: only reads are asked.

use super::args::DoctorArgs;
use super::{Exit, Fault, Outcome, env, print};
use crate::app::doctor::{Report, Terminal, grid, scrub};
use crate::app::launch::{self, Flags};
use crate::app::{config, paths};

pub fn run(args: &DoctorArgs, flags: &Flags) -> Outcome {
    let paths = paths::Paths::resolve(env).map_err(|e| Fault::failure(e.to_string()))?;
    let (launch, trouble) = match launch::resolve(flags, env) {
        Ok(launch) => (Some(launch), None),
        // A doctor that dies of what it is to find out is none.
        Err(e) => (None, Some(e.to_string())),
    };
    let problems = launch.as_ref().map_or_else(|| config::load(&paths).1, |launch| launch.problems.clone());
    let account = launch.as_ref().and_then(|launch| launch.account.as_ref());
    let grid = match account {
        Some(account) if account.token.is_some() && !args.offline => Some(grid(account).map_err(Fault::failure)?),
        _ => None,
    };
    let report = Report {
        paths: &paths,
        trouble: trouble.as_deref(),
        problems: &problems,
        account,
        grid: grid.as_ref(),
        terminal: Terminal::look(env),
    };
    let text = if args.json { report.json() } else { report.text() };
    print(&scrub(&text, env("HOME").and_then(|h| h.into_string().ok()).as_deref()))?;
    Ok(match grid.and_then(|grid| grid.stopped) {
        Some(failure) => Exit::of(&failure),
        None if trouble.is_some() => Exit::Failure,
        None => Exit::Success,
    })
}
