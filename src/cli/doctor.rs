//! `parkade doctor`: the setup, the abilities of the terminal and of the token. It is for bug reports, so credentials
//! and names are removed.
//!
//! Only reads are made, so nothing changes at the service.

use super::args::DoctorArgs;
use super::setup::{env, folders};
use super::streams::print;
use super::{Exit, Fault, Outcome};
use crate::app::config::{self, Severity};
use crate::app::doctor::{Files, Report, Terminal, grid, grid_in_a_wait, scrub};
use crate::app::keys;
use crate::app::launch::{self, Flags};
use crate::base::{Clock, SystemClock};
use crate::store::disk::{self, Places};

pub fn run(args: &DoctorArgs, flags: &Flags) -> Outcome {
    let paths = folders()?;
    let (launch, trouble) = match launch::resolve(flags, env) {
        Ok(launch) => (Some(launch), None),
        // Report the error instead of failing, because finding errors is the doctor's task.
        Err(e) => (None, Some(Fault::from(e))),
    };
    let (config, mut problems) = if let Some(launch) = &launch {
        (launch.config.clone(), launch.problems.clone())
    } else {
        let (mut config, mut problems) = config::load(&paths);
        config.refine(None, env, &mut problems);
        (config, problems)
    };
    problems.extend(keys::read(&config).1);
    let account = launch.as_ref().and_then(|launch| launch.account.as_ref());
    let grid = match account {
        Some(account) if account.token.is_some() && !args.offline => {
            let places = Places::new(&paths.cache, &paths.data, &account.name);
            let mut grid = match disk::wait_left(&places, SystemClock.now()) {
                Some(left) => grid_in_a_wait(left),
                None => grid(account).map_err(Fault::failure)?,
            };
            grid.add(&disk::proven(&places), &account.token_digest());
            Some(grid)
        }
        _ => None,
    };
    let report = Report {
        paths: &paths,
        trouble: trouble.as_ref().map(|fault| fault.message.as_str()),
        problems: &problems,
        account,
        grid: grid.as_ref(),
        terminal: Terminal::look(&config, None, env),
        files: Files::look(&paths, account.map(|account| account.name.as_str())),
    };
    let text = if args.json { report.json() } else { report.text() };
    print(&scrub(&text, env("HOME").and_then(|h| h.into_string().ok()).as_deref()))?;
    Ok(match (grid.and_then(|grid| grid.stopped), trouble) {
        (Some(failure), _) => Exit::of(&failure),
        (None, Some(fault)) => fault.exit,
        (None, None) if account.is_some_and(|account| account.token.is_none()) => Exit::Token,
        (None, None) if problems.iter().any(|problem| problem.severity == Severity::Error) => Exit::Failure,
        (None, None) if account.is_none() => Exit::Token,
        (None, None) => Exit::Success,
    })
}
