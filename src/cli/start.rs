//! Starts the full-screen program, on the configured account or on the demo's service.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::CommandFactory;

use super::args::AddArgs;
use super::setup::{env, with_token};
use super::{Cli, Exit, Fault};
use crate::app::files::NAMES_BYTES;
#[cfg(feature = "sandbox")]
use crate::app::launch::Demo;
use crate::app::launch::{self, Adding, Flags};
use crate::app::terminal::{self, Refusal};
use crate::app::{self, AccountSource, Ended, Launch};
use crate::base::{clean_line, reason};
use crate::screens;
use crate::sheets::NamesFile;
use crate::ui::ScreenDef;

pub fn program(flags: &Flags) -> Result<ExitCode, Fault> {
    check_screen(flags.screen.as_deref())?;
    if !std::io::stdout().is_terminal() {
        // The screen cannot be drawn to a pipe or file, so print its help instead.
        if let Err(error @ launch::LaunchError::Account(_)) = launch::resolve(flags, env) {
            return Err(error.into());
        }
        return super::streams::print(&Cli::command().render_help().to_string()).map(ExitCode::from);
    }
    check_terminal()?;
    #[cfg_attr(not(feature = "sandbox"), expect(unused_mut))]
    let mut launch = launch::resolve(flags, env)?;
    launch.account.as_ref().map_or(Ok(()), with_token)?;
    #[cfg(feature = "sandbox")]
    {
        launch.demo = Some(demo_of(super::args::DemoArgs::of_first_run(flags)));
    }
    open(&launch, AccountSource::Configured)
}

/// Starts the program on the page for adding names. Standard input is read to its end first; keys are then read from
/// the terminal on standard output.
pub fn add(args: &AddArgs, flags: Flags) -> Result<ExitCode, Fault> {
    let piped = !std::io::stdin().is_terminal();
    if !std::io::stdout().is_terminal() {
        let text = "The page for adding names needs a terminal, and standard output is not one. Do not redirect it.";
        return Err(Fault::usage(text));
    }
    let add = match args.file.as_deref() {
        Some("-") | None if piped => Adding::Piped(piped_in()?),
        Some("-") => {
            let text = "Standard input is the keyboard; pipe names in, or name a file.";
            return Err(Fault::usage(text.to_owned()));
        }
        Some(path) => Adding::File(readable(path)?),
        None => Adding::Piped(NamesFile::default()),
    };
    if piped && std::io::stdout().is_terminal() {
        let cannot = |error| Fault::failure(format!("The keys cannot be read from this terminal: {}.", reason(&error)));
        terminal::take_keys_from_screen().map_err(cannot)?;
    }
    // Open the page over the list of domains, to which the names are added.
    let screen = flags.screen.clone().or_else(|| Some(screens::domains::DEF.id.to_owned()));
    program(&Flags { screen, add: Some(add), ..flags })
}

/// Path of a file, if it can be opened; mistakes in its names are shown on the page.
fn readable(path: &str) -> Result<String, Fault> {
    let cannot = |why: String| Fault::usage(format!("{} cannot be read: {why}.", clean_line(path)));
    match std::fs::metadata(path) {
        Ok(file) if file.is_dir() => Err(cannot("it is a folder".to_owned())),
        Ok(_) => Ok(path.to_owned()),
        Err(error) => Err(cannot(reason(&error))),
    }
}

/// Names on standard input.
fn piped_in() -> Result<NamesFile, Fault> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(NAMES_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Fault::failure(format!("Standard input cannot be read: {}.", reason(&error))))?;
    if bytes.len() as u64 > NAMES_BYTES {
        let text = format!("More than {} MB on standard input; that is not a list of names.", NAMES_BYTES >> 20);
        return Err(Fault::usage(text));
    }
    NamesFile::read(&bytes).map_err(|why| Fault::usage(format!("Standard input: {why}")))
}

#[cfg(feature = "sandbox")]
pub fn demo(args: &super::args::DemoArgs, flags: &Flags) -> Result<ExitCode, Fault> {
    check_screen(flags.screen.as_deref())?;
    check_terminal()?;
    let mut launch = launch::resolve_demo(flags, env)?;
    let source = super::demo::source(args, &launch.paths);
    // A demo that is opened again continues; it is not made fresh.
    launch.demo = Some(demo_of(super::args::DemoArgs { fresh: false, ..args.clone() }));
    open(&launch, source)
}

/// The demo that `:account demo` and the first run open.
#[cfg(feature = "sandbox")]
fn demo_of(args: super::args::DemoArgs) -> Demo {
    Demo::new(move |paths| super::demo::source(&args, paths))
}

fn open(launch: &Launch, source: AccountSource) -> Result<ExitCode, Fault> {
    match opened(launch, source)? {
        Ended::NotMade(why) => Err(Fault::failure(why)),
        Ended::Outside(end) => Ok(ExitCode::from(end.code())),
        Ended::Quit => Ok(Exit::Success.into()),
    }
}

fn opened(launch: &Launch, source: AccountSource) -> Result<Ended, Fault> {
    app::run(launch, source).map_err(|error| {
        // The last error of the chain has the system's own words.
        let text = match error.chain().last().and_then(|cause| cause.downcast_ref::<std::io::Error>()) {
            Some(cause) if error.chain().len() > 1 => format!("{error}: {}.", reason(cause)),
            Some(cause) => format!("Stopped: {}.", reason(cause)),
            None => format!("{error:#}."),
        };
        Fault::failure(text)
    })
}

fn check_terminal() -> Result<(), Fault> {
    let term = env("TERM").and_then(|v| v.into_string().ok());
    terminal::check(term.as_deref()).map_err(|refusal| {
        let exit = if matches!(refusal, Refusal::Io(_)) { Exit::Failure } else { Exit::Usage };
        Fault::new(exit, refusal.to_string())
    })
}

/// Checks that a screen exists; the error names the screens that do.
pub(super) fn check_screen(name: Option<&str>) -> Result<(), Fault> {
    let Some(name) = name else { return Ok(()) };
    let built: Vec<&str> = screens::ALL.iter().filter(|def| def.key != ' ').map(|def| def.id).collect();
    // Tabs of one place are listed under the place's name.
    let place = |def: &ScreenDef| def.tab.as_ref().map_or_else(|| def.id.to_owned(), |tab| tab.of.to_lowercase());
    let mut places: Vec<String> = screens::ALL.iter().filter(|def| def.key != ' ').map(place).collect();
    places.dedup();
    let there = format!("Available: {}.", places.join(", "));
    let shown = clean_line(name);
    if built.contains(&name) {
        return Ok(());
    }
    Err(Fault::usage(match crate::base::nearest(name, built) {
        Some(near) => format!("Unknown screen “{shown}”. Did you mean “{near}”?"),
        None => format!("Unknown screen “{shown}”. {there}"),
    }))
}
