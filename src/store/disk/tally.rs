//! Number of times the journal was written, kept in a file beside it. `SQLite` drops a damaged or missing part of a
//! write-ahead log silently; only a number outside of the log shows the loss.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};

use super::files::{Places, private};
use crate::base::grouped;
use crate::store::subject::EntryId;
use crate::store::writes::journal::{Entry, State};

/// Number of times a journal was written, and the id of its newest entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub times: i64,
    pub newest: EntryId,
}

impl Written {
    /// Numbers in the file beside the journal; `None` where the file is missing or cannot be read.
    pub fn noted(places: &Places) -> Option<Self> {
        let text = fs::read_to_string(places.journal_count()).ok()?;
        let mut numbers = text.split_whitespace().map(str::parse);
        let (Some(Ok(times)), Some(Ok(newest)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
            return None;
        };
        Some(Self { times, newest: EntryId(newest) })
    }

    /// Sentence that says what the journal has lost, compared with the file beside it; `None` if nothing is lost.
    pub fn lost(self, noted: Self) -> Option<String> {
        if noted.times <= self.times {
            return None;
        }
        let what = match noted.newest.0 - self.newest.0 {
            ..=0 => "how the last changes ended is not known".to_owned(),
            1 => "1 change in it is lost".to_owned(),
            many => format!("{} changes in it are lost", grouped(usize::try_from(many).unwrap_or_default())),
        };
        Some(format!("The end of the journal was damaged or missing: {what}. Check what was done last."))
    }
}

/// Turns planned targets into ones that may have been sent, because the lost end of the journal may have said so. They
/// are read back before anything is sent again.
pub(super) fn doubt(entries: &mut [Entry]) {
    let targets = entries.iter_mut().flat_map(|entry| &mut entry.targets);
    targets.filter(|target| target.state == State::Planned).for_each(|target| target.state = State::Sending);
}

/// File beside a journal that is open for writing.
#[derive(Debug, Default)]
pub(super) struct Tally {
    file: Option<File>,
    pub written: Written,
}

impl Tally {
    /// Opens the file beside the journal. The count continues from the higher of its numbers and the journal's.
    pub fn open(places: &Places, held: Written) -> Self {
        let noted = Written::noted(places).unwrap_or_default();
        let written = Written { times: held.times.max(noted.times), newest: held.newest.max(noted.newest) };
        Self { file: private(&places.journal_count()).ok(), written }
    }

    /// Notes that the journal was written once more. The file is not synced: after a power cut its number may be too
    /// low, which reports no loss.
    pub fn note(&mut self, written: Written) {
        self.written = written;
        let Some(file) = &mut self.file else { return };
        let line = format!("{:020} {:020}\n", written.times, written.newest.0);
        if let Err(error) = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(line.as_bytes())) {
            tracing::warn!("how often the journal was written is not noted: {error}");
        }
    }
}
