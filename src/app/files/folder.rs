//! A folder in which files are saved: held open, readable by the owner alone, each file complete or absent (R-21,
//!

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, FlockOperation, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

use super::Parts;
use super::parts::Record;
use crate::base::numbered;

/// Number of names tried for a file before giving up.
const MOST: u32 = 10_000;

/// Folder held open, so that it cannot be replaced by another one during a save.
#[derive(Debug)]
pub struct Folder {
    handle: OwnedFd,
    path: PathBuf,
}

/// File being written. Dropping it before [`Part::finish`] removes it.
#[derive(Debug)]
pub struct Part {
    folder: Folder,
    name: String,
    part: String,
    file: Option<File>,
    record: Option<Record>,
}

impl Folder {
    /// Opens a folder that exists.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = std::path::absolute(path)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { handle: rustix::fs::openat(CWD, &path, flags, Mode::empty())?, path })
    }

    /// Begins a file of this name (one component, see [`crate::base::file_name`]), or of the next free one. Nothing
    /// is overwritten, no link is followed, and only the owner can read the file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn begin(self, name: &str, parts: &Parts) -> io::Result<Part> {
        for number in 1..MOST {
            let name = numbered(name, number);
            if self.holds(&name)? {
                continue;
            }
            let part = format!("{name}.part");
            let record = parts.record(&self.path.join(&part))?;
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            match rustix::fs::openat(&self.handle, part.as_str(), flags, Mode::RUSR | Mode::WUSR) {
                Ok(file) => {
                    // Locked until it is finished, so that another Parkade that starts meanwhile does not remove it as
                    // left over.
                    let _ = rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive);
                    let file = Some(File::from(file));
                    return Ok(Part { folder: self, name, part, file, record: Some(record) });
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }

    /// True when anything has that name, a dangling link included.
    fn holds(&self, name: &str) -> io::Result<bool> {
        match rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(_) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives `part` the name `name`, unless another file has that name already.
    fn name(&self, part: &str, name: &str) -> Result<(), Errno> {
        match rustix::fs::renameat_with(&self.handle, part, &self.handle, name, RenameFlags::NOREPLACE) {
            // This file system or kernel cannot rename without replacing, so link the new name and remove the old
            // one.
            Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => {
                rustix::fs::linkat(&self.handle, part, &self.handle, name, AtFlags::empty())?;
                rustix::fs::unlinkat(&self.handle, part, AtFlags::empty())
            }
            result => result,
        }
    }
}

impl Part {
    /// Writer for the content.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn writer(&self) -> io::Result<File> {
        self.file.as_ref().ok_or(io::ErrorKind::NotFound)?.try_clone()
    }

    /// Finishes the file: syncs its content, renames it, syncs the folder. Returns its path.
    ///
    /// # Errors
    /// Errors of the file system; no file has the name then.
    pub fn finish(mut self) -> io::Result<PathBuf> {
        self.file.as_ref().ok_or(io::ErrorKind::NotFound)?.sync_all()?;
        let first = self.name.clone();
        // The name may have been taken while the content was written.
        for number in 1..MOST {
            let name = if number == 1 { first.clone() } else { numbered(&first, number) };
            match self.folder.name(&self.part, &name) {
                Ok(()) => {
                    self.file = None;
                    // Some file systems cannot sync a folder.
                    let _ = rustix::fs::fsync(&self.folder.handle);
                    if let Some(record) = self.record.take() {
                        record.settle();
                    }
                    return Ok(self.folder.path.join(name));
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = rustix::fs::unlinkat(&self.folder.handle, self.part.as_str(), AtFlags::empty());
        }
        if let Some(record) = self.record.take() {
            record.settle();
        }
    }
}

/// Removes an unfinished file of an earlier run, unless a program is writing it now or it is not our plain file.
pub(super) fn remove_left_over(part: &Path) -> io::Result<()> {
    if part.extension().is_none_or(|ending| ending != "part") {
        return Ok(());
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = rustix::fs::openat(CWD, part, flags, Mode::empty())?;
    let stat = rustix::fs::fstat(&file)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Ok(());
    }
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    std::fs::remove_file(part)
}
