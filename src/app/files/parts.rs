//! List of unfinished files, so that the next start can remove those left by a killed run.

use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::app::paths::write_own;
use crate::base::private_folder;

/// List of unfinished files: one small file for each, with its path.
#[derive(Clone, Debug)]
pub struct Parts(PathBuf);

/// Entry of the list, for one unfinished file.
#[derive(Debug)]
pub(super) struct Record(PathBuf);

impl Parts {
    /// List kept in the program's state folder.
    pub fn new(state: &Path) -> Self {
        Self(state.join("unfinished"))
    }

    /// Adds a file to the list before the file is created.
    pub(super) fn record(&self, part: &Path) -> io::Result<Record> {
        private_folder(&self.0)?;
        let record = self.0.join(format!("{:016x}", fastrand::u64(..)));
        write_own(&record, part.as_os_str().as_bytes())?;
        Ok(Record(record))
    }

    /// Removes unfinished files of earlier runs, except those that another program is writing now. Returns how many
    /// were removed.
    pub fn sweep(&self) -> usize {
        let Ok(records) = fs::read_dir(&self.0) else { return 0 };
        let mut removed = 0;
        for record in records.flatten() {
            let Ok(path) = fs::read(record.path()) else { continue };
            let part = PathBuf::from(std::ffi::OsString::from_vec(path));
            match super::folder::remove_left_over(&part) {
                Ok(()) => removed += 1,
                // The part is gone, or has its final name already.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
                Err(error) => tracing::warn!("a file left unfinished could not be removed: {error}"),
            }
            let _ = fs::remove_file(record.path());
        }
        removed
    }
}

impl Record {
    /// Removes the entry of a file that is finished or gone.
    pub fn settle(self) {
        let _ = fs::remove_file(self.0);
    }
}
