//! Saves files beside the loop: downloads of the service and texts made here, with progress and a way to stop.
//! Look first at [`Saving`].

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tokio::io::{AsyncSeekExt, AsyncWriteExt};
use tokio_util::sync::CancellationToken;

use crate::api::Call;
use crate::app::files::{self, Folder, Part, Parts, Target, downloads, shown};
use crate::base::{Links, open_plain, reason};
use crate::client::{Client, FailureKind};
use crate::sheets::grid::Grid;
use crate::ui::widgets::table::{CellText, Exact, Rows, Writing, place_of};
use crate::ui::{GoOn, Save, SaveFrom, SaveTo, Tone, text};

use super::brought::Saved;
use super::inbox::{Inbox, Message};
use super::worker::Worker;
use super::writes::Notice;

/// Time between two messages about the progress.
const PROGRESS: Duration = Duration::from_millis(100);
/// Number of rows after which the writer of a list checks the clock.
const LOOK: usize = 256;
/// Number of times a download that broke is started again.
const AGAIN: u32 = 2;

/// Size of the largest file taken from the service, in bytes; an export of 100,000 domains is about 20 MB.
const FILE_BYTES: u64 = 512 << 20;
/// Bytes kept free on the disk of downloads: without room for the journal nothing could be changed any more.
const KEPT_FREE: u64 = 64_000_000;

/// The files being saved now.
#[derive(Debug)]
pub struct Saving {
    parts: Parts,
    /// Download folder set in the config.
    folder: Option<PathBuf>,
    /// Folder of files that are only shown or handed to a program.
    shown: PathBuf,
    running: Vec<Running>,
    number: u64,
}

#[derive(Debug)]
struct Running {
    number: u64,
    save: Begun,
    since: u64,
    /// Number of bytes written, or of rows of a list.
    done: u64,
    total: Option<u64>,
    of_rows: bool,
    cancel: CancellationToken,
}

/// Part of a [`Save`] that is kept while its file is written.
#[derive(Debug)]
pub struct Begun {
    pub what: String,
    pub to: SaveTo,
    pub part: Option<String>,
}

impl Running {
    /// Saving that begins now; `rows` is set for the export of a list.
    fn new(number: u64, save: Begun, since: u64, rows: Option<usize>, cancel: CancellationToken) -> Self {
        let total = rows.map(|rows| rows as u64);
        Self { number, save, since, done: 0, total, of_rows: rows.is_some(), cancel }
    }
}

impl Saving {
    /// No savings yet. `folder` is the configured one, `state` and `cache` the program's own.
    pub fn new(folder: Option<PathBuf>, state: &Path, cache: &Path) -> Self {
        let shown = cache.join("shown");
        Self { parts: Parts::new(state), folder, shown, running: Vec::new(), number: 0 }
    }

    /// Removes files of earlier runs, beside the loop: unfinished ones, and those kept only to be shown.
    pub fn tidy(&self) {
        let (parts, shown) = (self.parts.clone(), self.shown.clone());
        let tidy = move || {
            let left = parts.sweep();
            if left > 0 {
                tracing::info!("{left} unfinished files of earlier runs were removed");
            }
            let _ = std::fs::remove_dir_all(shown);
        };
        let _ = std::thread::Builder::new().name("tidy".to_owned()).spawn(tidy);
    }

    /// Time since which the user waits for a file.
    pub fn waiting_since(&self) -> Option<u64> {
        self.running.iter().map(|running| running.since).min()
    }

    /// Words about the savings under way, for the line above the footer: `Saving export 12, 1.2 of 8.4 MB`.
    pub fn words(&self) -> Option<String> {
        let first = self.running.first()?;
        let bytes = match first.total {
            Some(total) if first.of_rows => format!(", {} %", (first.done * 100).checked_div(total).unwrap_or(0)),
            Some(total) if total > 0 => format!(", {} of {}", text::bytes(first.done), text::bytes(total)),
            _ if first.done > 0 => format!(", {} so far", text::bytes(first.done)),
            _ => String::new(),
        };
        let more = match self.running.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        Some(format!("Saving {}{bytes}{more}", first.save.what))
    }

    /// Stops all savings; true when there were any.
    pub fn cancel(&self) -> bool {
        self.running.iter().for_each(|running| running.cancel.cancel());
        !self.running.is_empty()
    }

    /// Number of files being saved.
    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// Updates the progress of a saving.
    pub fn progress(&mut self, number: u64, bytes: u64, total: Option<u64>) {
        if let Some(running) = self.running.iter_mut().find(|running| running.number == number) {
            (running.done, running.total) = (bytes, total);
        }
    }

    /// Begins to save a file; returns a message if it cannot.
    pub fn begin(&mut self, save: Save, worker: Option<&Worker>, inbox: &Inbox, ms: u64) -> Notice {
        let target = match &save.to {
            SaveTo::Shown | SaveTo::Handed(_) => Target::of(None, &save.name, &self.shown),
            SaveTo::Path(typed) => Target::of(Some(typed), &save.name, Path::new(".")),
            SaveTo::Downloads => Target::of(None, &save.name, &downloads(self.folder.as_deref())),
        };
        let target = match target {
            Ok(target) => target,
            Err(why) => return Some((Tone::Warn, why)),
        };
        self.number += 1;
        let (number, cancel) = (self.number, CancellationToken::new());
        let make = matches!(save.to, SaveTo::Shown | SaveTo::Handed(_));
        let place = Place { target, parts: self.parts.clone(), make };
        let inbox = inbox.clone();
        let rows = match &save.from {
            SaveFrom::Made { rows, .. } => Some(*rows),
            SaveFrom::Table { writing, .. } => Some(writing.ids().len()),
            SaveFrom::Text(_) | SaveFrom::File(_) | SaveFrom::Call(_) => None,
        };
        let stop = cancel.clone();
        let begun = Begun { what: save.what, to: save.to, part: save.part };
        let work: Work = match save.from {
            SaveFrom::Text(text) => Box::new(move |place, _| place.write(text.as_bytes())),
            SaveFrom::File(from) => Box::new(move |place, _| place.copy(&from)),
            SaveFrom::Made { text, .. } => Box::new(move |place, go_on| place.write_whole(text.make(go_on))),
            SaveFrom::Table { grid, writing } => Box::new(move |place, go_on| place.table(&grid, &writing, go_on)),
            SaveFrom::Call(call) => {
                let Some(worker) = worker else {
                    return Some((Tone::Warn, "No account open; download is not possible.".to_owned()));
                };
                let client = worker.client.clone();
                worker.handle().spawn(async move {
                    let ended = place.download(&client, &call, &stop, &inbox, number).await;
                    inbox.send(Message::Saved { number, ended });
                });
                self.running.push(Running::new(number, begun, ms, None, cancel));
                return None;
            }
        };
        let beside = move || {
            let ended = work(&place, &mut telling(rows.unwrap_or(0), &stop, &inbox, number));
            inbox.send(Message::Saved { number, ended });
        };
        if let Err(error) = std::thread::Builder::new().name("save".to_owned()).spawn(beside) {
            return Some((Tone::Bad, format!("Nothing was saved: {}.", reason(&error))));
        }
        self.running.push(Running::new(number, begun, ms, rows, cancel));
        None
    }

    /// Removes a saving that has ended, and returns what was kept of it.
    pub fn ended(&mut self, number: u64) -> Option<Begun> {
        let place = self.running.iter().position(|running| running.number == number)?;
        Some(self.running.remove(place).save)
    }
}

/// Work that saves a file, on a thread of its own.
type Work = Box<dyn FnOnce(&Place, GoOn<'_>) -> Saved + Send>;

/// Function that reports the number of rows made every 100 ms, and returns whether to continue.
fn telling(rows: usize, stop: &CancellationToken, inbox: &Inbox, number: u64) -> impl FnMut(usize) -> bool {
    let mut told = Instant::now();
    move |done| {
        if done.is_multiple_of(LOOK) && told.elapsed() >= PROGRESS {
            told = Instant::now();
            inbox.send(Message::Saving { number, bytes: done as u64, total: Some(rows as u64) });
        }
        !stop.is_cancelled()
    }
}

/// Where and how a file is saved.
struct Place {
    target: Target,
    parts: Parts,
    /// True if the folder is the program's own, which is created when missing.
    make: bool,
}

impl Place {
    fn begin(&self) -> io::Result<Part> {
        if self.make {
            crate::base::private_folder(&self.target.folder)?;
        }
        Folder::open(&self.target.folder)?.begin(&self.target.name, &self.parts)
    }

    fn cannot(&self, error: &io::Error) -> String {
        format!("{} cannot be written to: {}.", shown(&self.target.folder), reason(error))
    }

    fn write(&self, bytes: &[u8]) -> Saved {
        let saved = self.begin().and_then(|part| {
            part.writer()?.write_all(bytes)?;
            part.finish()
        });
        saved.map(|path| (path, bytes.len() as u64)).map_err(|error| self.cannot(&error))
    }

    /// Writes a whole file; `made` is `None` if making its content was stopped.
    fn write_whole(&self, made: Option<impl AsRef<[u8]>>) -> Saved {
        made.map_or_else(|| Err("it was stopped.".to_owned()), |made| self.write(made.as_ref()))
    }

    fn table(&self, grid: &Grid, writing: &Writing<u32>, go_on: GoOn<'_>) -> Saved {
        let bytes = files::read(&grid.path, files::TABLE_BYTES)?;
        let rows = FileRows { grid, bytes: &grid.text(&bytes)?, last: RefCell::default() };
        self.write_whole(writing.write(&rows, go_on))
    }

    fn copy(&self, from: &Path) -> Saved {
        let copied = open_plain(from, Links::Follow).and_then(|mut from| {
            let part = self.begin()?;
            let bytes = io::copy(&mut from, &mut part.writer()?)?;
            Ok((part.finish()?, bytes))
        });
        copied.map_err(|error| self.cannot(&error))
    }

    async fn download(
        self,
        client: &Client,
        call: &Call,
        cancel: &CancellationToken,
        inbox: &Inbox,
        number: u64,
    ) -> Saved {
        let (part, place) = blocking(move || (self.begin(), self)).await?;
        let part = part.map_err(|error| place.cannot(&error))?;
        let writer = part.writer().map_err(|error| place.cannot(&error))?;
        let mut file = tokio::fs::File::from_std(writer);
        let room = room_in(&place.target.folder);
        let most = FILE_BYTES.min(room);
        let told = Mutex::new(Instant::now());
        let tell = |bytes: u64, total: Option<u64>| {
            let mut last = told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if last.elapsed() >= PROGRESS {
                *last = Instant::now();
                inbox.send(Message::Saving { number, bytes, total });
            }
        };
        let mut broken = 0;
        let bytes = loop {
            let failure = match client.download(call, most, &mut file, tell, cancel).await {
                Ok(info) => break info.bytes,
                Err(failure) if failure.kind == FailureKind::TooLarge && room < FILE_BYTES => {
                    return Err(format!(
                        "the disk has room for {} only; {} are kept free for the journal.",
                        text::bytes(room),
                        text::bytes(KEPT_FREE)
                    ));
                }
                Err(failure) => failure,
            };
            let begun = file.stream_position().await.unwrap_or_default() > 0;
            let again = matches!(failure.kind, FailureKind::Cut | FailureKind::Broken | FailureKind::Timeout);
            if !(begun && again && broken < AGAIN) {
                return Err(failure.with_hint());
            }
            broken += 1;
            let emptied = async {
                file.flush().await?;
                file.set_len(0).await?;
                file.rewind().await
            };
            emptied.await.map_err(|error| place.cannot(&error))?;
        };
        drop(file);
        let finished = move || {
            let written = part.writer()?.metadata()?.len();
            if written == bytes { part.finish() } else { Err(io::Error::other("it is not as long as it came")) }
        };
        let path = blocking(finished).await?.map_err(|error| place.cannot(&error))?;
        Ok((path, bytes))
    }
}

/// Rows of a table, with the cells as they are in its file.
struct FileRows<'a> {
    grid: &'a Grid,
    bytes: &'a [u8],
    /// Number and cells of the last row read, because the cells of a row are requested one by one.
    last: RefCell<Option<(u32, Vec<String>)>>,
}

impl Rows<u32> for FileRows<'_> {
    /// A cell as it is written in the file, whatever it looks like.
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(row, _)| row != key) {
            *last = Some((*key, self.grid.exact(self.bytes, *key)));
        }
        let cell = last.as_ref().zip(place_of(column)).and_then(|((_, cells), place)| cells.get(place));
        CellText::default().exact(Exact::Text(cell.cloned().unwrap_or_default().into()))
    }
}

/// Most bytes a download into this folder may take; no limit if the system does not report the free space.
fn room_in(folder: &Path) -> u64 {
    let free = rustix::fs::statvfs(folder).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    free.map_or(u64::MAX, |free| free.saturating_sub(KEPT_FREE))
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    tokio::task::spawn_blocking(work).await.map_err(|error| format!("{error}."))
}

#[cfg(test)]
mod tests;
