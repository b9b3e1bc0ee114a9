//! Ends of the program outside the loop: a panic, a signal that the loop does not answer, a lost terminal. Look first
//! at [`install_panic_hook`].

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use super::{End, hold};

/// The exit code after a panic.
const FAILED: i32 = 1;
/// Time during which the program counts as just started.
const START: Duration = Duration::from_secs(60);
/// Time for the last writes when the program is ended by force.
const LAST_WRITES: Duration = Duration::from_millis(500);

type LastWrite = Box<dyn FnOnce() + Send>;

static LAST_WRITE: Mutex<Vec<LastWrite>> = Mutex::new(Vec::new());
static ENDING: AtomicBool = AtomicBool::new(false);

thread_local! {
    static ISOLATED: Cell<u32> = const { Cell::new(0) };
}

/// Registers work that is done even when the program is ended by force (writing the journal and the log). It runs at
/// most once, on a thread of its own, for at most half a second.
pub fn on_forced_end(write: impl FnOnce() + Send + 'static) {
    LAST_WRITE.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(write));
}

/// Runs work on strangers' input, so that a panic fails only this work instead of ending the program.
///
/// # Errors
/// The message of the panic, which is also logged.
pub fn isolated<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    ISOLATED.with(|depth| depth.set(depth.get() + 1));
    let result = catch_unwind(AssertUnwindSafe(work));
    ISOLATED.with(|depth| depth.set(depth.get() - 1));
    result.map_err(|panic| message(panic.as_ref()))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    crate::base::clean_line(text.unwrap_or("no message")).chars().take(500).collect()
}

/// Makes a panic outside [`isolated`], in whatever thread or task, give the terminal back, write a report file into
/// `reports` and end the program with exit code 1. `early` is called if the program has only just started.
pub fn install_panic_hook(reports: PathBuf, early: impl Fn() + Send + Sync + 'static) {
    let installed = Instant::now();
    std::panic::set_hook(Box::new(move |info| {
        if ISOLATED.try_with(Cell::get).unwrap_or(0) > 0 {
            tracing::error!(place = %place(info), "isolated work panicked: {}", message(info.payload()));
            return;
        }
        if ENDING.swap(true, Ordering::SeqCst) {
            // Another thread panicked before and is ending the program, so wait.
            loop {
                std::thread::park();
            }
        }
        hold::release();
        if is_hang_up(info.payload()) {
            // A library printed to a terminal that is gone, which is not a fault of the program.
            run_last_writes();
            std::process::exit(End::HangUp.code().into());
        }
        let report = write_report(&reports, info);
        if installed.elapsed() < START {
            early();
        }
        let mut text = format!("Parkade crashed at {}.\n", place(info));
        match report {
            Ok(path) => {
                let _ = writeln!(text, "The report is in {} (no secrets in it).", path.display());
            }
            Err(e) => {
                let _ = writeln!(
                    text,
                    "{}\nThe report could not be written: {}.",
                    message(info.payload()),
                    crate::base::reason(&e)
                );
            }
        }
        say(&text);
        run_last_writes();
        std::process::exit(FAILED);
    }));
}

/// True for the panic of `println!` and similar macros when their output is gone.
fn is_hang_up(panic: &(dyn Any + Send)) -> bool {
    message(panic).starts_with("failed printing to std")
}

fn place(info: &PanicHookInfo<'_>) -> String {
    info.location().map_or_else(|| "an unknown place".to_owned(), |l| format!("{}:{}", l.file(), l.line()))
}

/// Writes the report: version, place, thread, message, backtrace. The message may quote a value (from an `unwrap`),
/// so secrets the program knows are removed. Returns the file.
fn write_report(folder: &std::path::Path, info: &PanicHookInfo<'_>) -> std::io::Result<PathBuf> {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let text = format!(
        "Parkade {}\nplace: {}\nthread: {}\nmessage: {}\n\n{}\n",
        crate::app::VERSION,
        place(info),
        std::thread::current().name().unwrap_or("unnamed"),
        message(info.payload()),
        Backtrace::force_capture(),
    );
    let path = folder.join(format!("panic-{seconds}.txt"));
    crate::app::paths::write_private(&path, crate::app::logs::scrub(&text).as_bytes())?;
    Ok(path)
}

/// Writes to standard error without the standard library's lock.
fn say(text: &str) {
    let _ = rustix::io::write(rustix::stdio::stderr(), text.as_bytes());
}

/// Ends the program by force, unless it has ended within the patience of `end`.
pub(super) fn within(end: End) {
    let code = i32::from(end.code());
    let watch = move || {
        std::thread::sleep(end.patience());
        if ENDING.swap(true, Ordering::SeqCst) {
            return;
        }
        run_last_writes();
        // A terminal that takes no bytes must not delay the end.
        let (done, wait) = mpsc::channel();
        let _ = std::thread::Builder::new().name("release".into()).spawn(move || {
            hold::release();
            let _ = done.send(());
        });
        let _ = wait.recv_timeout(Duration::from_millis(300));
        std::process::exit(code);
    };
    if std::thread::Builder::new().name("deadline".into()).spawn(watch).is_err() {
        hold::release();
        std::process::exit(code);
    }
}

fn run_last_writes() {
    let writes = std::mem::take(&mut *LAST_WRITE.lock().unwrap_or_else(PoisonError::into_inner));
    let (done, wait) = mpsc::channel();
    let run = move || {
        for write in writes {
            // A panic in one task must not keep the others from running.
            let _ = isolated(write);
        }
        let _ = done.send(());
    };
    if std::thread::Builder::new().name("last writes".into()).spawn(run).is_ok() {
        let _ = wait.recv_timeout(LAST_WRITES);
    }
}

#[cfg(test)]
mod tests;
