//! Opening addresses in the browser and files in the mail program, and whether that worked.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{io, thread};

use url::Url;

use super::{command, hide_secrets};
use crate::app::config::split;
use crate::base::reason;

/// Time a helper may take to report an error. One that still runs then has opened the address: some helpers stay for as
/// long as the program they started.
const PATIENCE: Duration = Duration::from_millis(500);

/// Returns the address the browser may get: http or https, and written anew from its parts.
///
/// # Errors
/// A sentence when it is something else.
pub fn web_address(text: &str) -> Result<Url, String> {
    match Url::parse(text.trim()) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        _ => Err("Only web addresses (http, https) are opened.".to_owned()),
    }
}

/// Helpers for a web address, to be tried in this order: `$BROWSER`, then what the system has.
pub fn browser(address: &Url, env: impl Fn(&str) -> Option<OsString>) -> Vec<Command> {
    let own = env("BROWSER").and_then(|text| split(&text.into_string().ok()?));
    let own = own.filter(|words| words.first().is_some_and(|program| !program.is_empty()));
    let own = own.map(|words| {
        let mut own = command(&words);
        own.arg(address.as_str());
        own
    });
    own.into_iter().chain(open::commands(address.as_str())).collect()
}

/// Commands that open a file of a caught message, to be tried in this order. Callers ask the user first, naming the
/// file, and never open a program this way.
pub fn file_program(file: &Path) -> Vec<Command> {
    open::commands(file)
}

/// Commands that open a message in the mail program, to be tried in this order. Callers pass only replies that
/// Parkade wrote and the user chose to send.
pub fn mail_program(message: &Path) -> Vec<Command> {
    open::commands(message)
}

/// Starts the first helper that exists, on a thread of its own, and tells `then` whether it opened the address. The
/// reason of a failure is half a sentence: `xdg-open ended with code 2`.
///
/// # Errors
/// Half a sentence when no thread can be started; `then` is not called.
pub fn open(helpers: Vec<Command>, then: impl FnOnce(Result<(), String>) + Send + 'static) -> Result<(), String> {
    let opener = thread::Builder::new().name("opener".to_owned());
    let started = opener.spawn(move || then(hand_over(helpers, PATIENCE)));
    started.map(|_| ()).map_err(|error| format!("no helper could be started: {}", reason(&error)))
}

/// Gives the address to the first helper that can be started, and waits up to `patience` for an error.
pub(super) fn hand_over(helpers: Vec<Command>, patience: Duration) -> Result<(), String> {
    let mut why = None;
    for mut helper in helpers {
        let name = super::named(&helper.get_program().to_string_lossy());
        match start(&mut helper) {
            Ok(child) => return ended(&name, end_within(child, patience)),
            // Report the error of the first helper, which is the user's or the system's usual one.
            Err(error) => why = why.or_else(|| Some(format!("{name} could not be started: {}", reason(&error)))),
        }
    }
    Err(why.unwrap_or_else(|| "this system has no program for it".to_owned()))
}

fn start(helper: &mut Command) -> io::Result<Child> {
    hide_secrets(helper);
    helper.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Put the helper in a process group of its own, so that it survives when our terminal closes.
    helper.process_group(0);
    helper.spawn()
}

/// Exit status of a child, or `None` if it still runs after `patience`. A thread waits for its end in any case, so
/// that no zombie stays.
fn end_within(mut child: Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let (tx, rx) = mpsc::channel();
    thread::Builder::new().name("opened".to_owned()).spawn(move || tx.send(child.wait()))?;
    match rx.recv_timeout(patience) {
        Ok(status) => status.map(Some),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(None),
    }
}

pub(super) fn ended(name: &str, status: io::Result<Option<ExitStatus>>) -> Result<(), String> {
    match status {
        Ok(None) => Ok(()),
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(status.code().map_or_else(
            || format!("{name} was stopped by a signal"),
            |code| format!("{name} ended with code {code}"),
        )),
        Err(error) => Err(format!("{name} could not be waited for: {}", reason(&error))),
    }
}
