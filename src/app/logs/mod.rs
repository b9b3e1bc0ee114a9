//! The log file, and what is kept out of it.
//!
//! One file a day in the state folder, kept for a week; nothing is logged to the terminal. The credentials the
//! program knows and control characters are removed from every line, so that a log can be passed on. Look
//! first at [`start`] and [`scrub`].

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::Level;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::client::Secret;

#[cfg(test)]
mod tests;

/// Days that log files are kept.
const KEEP: usize = 7;
/// Log lines that may wait for the disk. Memory for all of them is reserved at the start, so the number is small.
const WAITING: usize = 4_096;

static KEPT_OUT: Mutex<Vec<Secret>> = Mutex::new(Vec::new());

/// Adds a credential that [`scrub`] will replace.
pub fn keep_out(secret: &Secret) {
    let mut known = KEPT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.iter().any(|k| k.expose() == secret.expose()) {
        known.push(secret.clone());
    }
}

/// `text` without the credentials known to the program.
pub fn scrub(text: &str) -> String {
    let known = KEPT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().fold(text.to_owned(), |text, secret| secret.scrub(&text).unwrap_or(text))
}

/// Keeps the log thread running; dropping it writes the waiting lines.
pub struct LogGuard(Arc<Mutex<Option<WorkerGuard>>>);

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Starts logging into `folder`. `wanted` is `PARKADE_LOG` (`debug`, `parkade::client=trace`), else the setting.
///
/// # Errors
/// When the folder or the file cannot be made; the program goes on without a log then.
pub fn start(folder: &Path, wanted: Option<&str>, setting: &str) -> io::Result<LogGuard> {
    crate::base::own_folder(folder)?;
    let file = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("parkade")
        .filename_suffix("log")
        .max_log_files(KEEP)
        .build(folder)
        .map_err(io::Error::other)?;
    let (writer, guard) = NonBlockingBuilder::default().buffered_lines_limit(WAITING).finish(file);
    let layer =
        tracing_subscriber::fmt::layer().with_ansi(false).log_internal_errors(false).with_writer(Scrubbed(writer));
    tracing_subscriber::registry().with(filter(wanted, setting)).with(layer).try_init().map_err(io::Error::other)?;
    let guard = Arc::new(Mutex::new(Some(guard)));
    // Write the last lines also when the program is ended by force, because they explain why.
    let last = Arc::clone(&guard);
    super::terminal::on_forced_end(move || drop(last.lock().unwrap_or_else(PoisonError::into_inner).take()));
    Ok(LogGuard(guard))
}

/// Logs the first line of a run: version, system and process.
pub fn started(what: &str) {
    let (version, system) = (super::VERSION, (std::env::consts::OS, std::env::consts::ARCH));
    tracing::info!("{what} started: Parkade {version}, {} {}, process {}", system.0, system.1, std::process::id());
}

/// Filter for the events to log. The crates of [`QUIET`] are never logged, because they print headers.
fn filter(wanted: Option<&str>, setting: &str) -> Targets {
    let own = |level: &str| {
        let level: Level = level.parse().unwrap_or(Level::INFO);
        Targets::new().with_default(LevelFilter::WARN).with_target("parkade", level)
    };
    let chosen = match wanted.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) if text.parse::<Level>().is_ok() => own(text),
        Some(text) => text.parse().unwrap_or_else(|_| own(setting)),
        None => own(setting),
    };
    // Drop targets inside quiet crates, because a longer name would win over the crate's own.
    let allowed = chosen.iter().filter(|(target, _)| !QUIET.iter().any(|quiet| target.starts_with(quiet)));
    Targets::new()
        .with_default(chosen.default_level().unwrap_or(LevelFilter::OFF))
        .with_targets(allowed.map(|(target, level)| (target.to_owned(), level)))
        .with_targets(QUIET.map(|quiet| (quiet, LevelFilter::OFF)))
}

/// Crates that handle requests as bytes.
const QUIET: [&str; 5] = ["h2", "hyper", "hyper_util", "reqwest", "rustls"];

struct Scrubbed(NonBlocking);

/// A writer for one event: the formatter writes it in one piece, and it is cleaned as one.
struct Line<'a>(&'a NonBlocking);

impl<'a> MakeWriter<'a> for Scrubbed {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line(&self.0)
    }
}

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.clone().write_all(cleaned(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn cleaned(text: &str) -> String {
    let text = scrub(text);
    let line = text.trim_end_matches('\n');
    format!("{}\n", crate::base::clean_line(line))
}
