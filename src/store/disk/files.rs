//! Files of an account: where they are, their rights, and what is done with a damaged one.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::lock::Lock;
use crate::base::{Links, Timestamp, capital, open_plain, open_with, own_folder, reason};

/// Folders of one account: `cache` may be lost, `state` must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    cache: PathBuf,
    state: PathBuf,
}

impl Places {
    /// The account's own folders below the program's cache and state folders.
    pub fn new(cache_dir: &Path, state_dir: &Path, account: &str) -> Self {
        let name = folder_name(account);
        Self { cache: cache_dir.join(&name), state: state_dir.join(&name) }
    }

    /// Folders of an account, both in `dir`.
    #[cfg(any(test, feature = "testing"))]
    pub fn in_dir(dir: &Path, account: &str) -> Self {
        Self::new(dir, dir, account)
    }

    pub fn cache_db(&self) -> PathBuf {
        self.cache.join("cache.db")
    }

    /// Marker file beside a cache with which a start of the program failed.
    fn suspicion(&self) -> PathBuf {
        self.cache.join("cache.suspect")
    }

    /// Notes that this start of the program failed. The cache may be the reason, so the next start renames it.
    pub fn suspect_cache(&self) {
        // If this cannot be written, nothing else can be written either.
        let _ = private(&self.suspicion());
    }

    /// True when the last start failed and no start has renamed the cache since.
    pub(super) fn is_suspect(&self) -> bool {
        self.suspicion().exists()
    }

    pub(super) fn clear_suspicion(&self) {
        let _ = fs::remove_file(self.suspicion());
    }

    pub fn journal_db(&self) -> PathBuf {
        self.state.join("journal.db")
    }

    /// File that counts how often the journal was written.
    pub fn journal_count(&self) -> PathBuf {
        self.state.join("journal.count")
    }

    /// Database of the user's notes.
    pub fn notes_db(&self) -> PathBuf {
        self.state.join("notes.db")
    }

    /// Folder of the daily copies of the notes.
    pub fn notes_copies(&self) -> PathBuf {
        self.state.join("notes")
    }

    /// Folder of the drafts of replies, with a folder for each draft.
    pub fn drafts(&self) -> PathBuf {
        self.state.join("drafts")
    }

    pub fn lock_file(&self) -> PathBuf {
        self.state.join("lock")
    }

    /// Removes all files of the account except the user's notes and their copies, which cannot be read from the
    /// service again. False where there was nothing to remove.
    ///
    /// # Errors
    /// Reason why they are not removed, as a sentence; one reason is a program that is open on the account.
    pub fn forget(&self) -> Result<bool, String> {
        let cannot = |path: &Path, error| format!("{} cannot be removed: {}.", path.display(), reason(&error));
        let of_state = || self.but_notes().map_err(|error| cannot(&self.state, error));
        if !self.cache.exists() && of_state()?.is_empty() {
            return Ok(false);
        }
        let _lock = self.lock()?;
        // `but_notes` lists the lock file last, so the lock holds until all else is removed.
        let cache = Some(self.cache.clone()).filter(|cache| cache.exists());
        for path in cache.into_iter().chain(of_state()?) {
            let is_folder = fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir());
            let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(|error| cannot(&path, error))?;
        }
        if self.noted().is_none() {
            fs::remove_dir(&self.state).map_err(|error| cannot(&self.state, error))?;
        }
        Ok(true)
    }

    /// Moves all files of the account to another account's name; false where there are none.
    ///
    /// # Errors
    /// Reason why they are not moved, as a sentence: a program is open on the account, or the other name has files.
    pub fn rename(&self, to: &Self) -> Result<bool, String> {
        let folders = [(&self.cache, &to.cache), (&self.state, &to.state)];
        if !folders.iter().any(|(from, _)| from.exists()) {
            return Ok(false);
        }
        let _lock = self.lock()?;
        for (from, to) in folders.into_iter().filter(|(from, _)| from.exists()) {
            if to.exists() {
                return Err(format!(
                    "{} is there already, with what was kept of an account of this name. Take another name, or move this folder away.",
                    to.display()
                ));
            }
            fs::rename(from, to).map_err(|error| format!("{} cannot be moved: {}.", from.display(), reason(&error)))?;
        }
        Ok(true)
    }

    /// Lock of the account, for a command that needs it only to remove or rename files.
    fn lock(&self) -> Result<Lock, String> {
        Lock::take(self).map_err(|why| capital(why.trim_start_matches("Read-only: ")))
    }

    /// State folder of the account, if it has notes of the user: the file, a renamed damaged one, or daily copies.
    pub fn noted(&self) -> Option<&Path> {
        let mut files = fs::read_dir(&self.state).ok()?.flatten();
        files.any(|file| is_of_notes(&file.file_name())).then_some(&self.state)
    }

    /// Files and folders of the state folder except the notes. The lock file comes last.
    fn but_notes(&self) -> io::Result<Vec<PathBuf>> {
        let files = match fs::read_dir(&self.state) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files?.collect::<io::Result<Vec<_>>>()?,
        };
        let others = files.iter().filter(|file| !is_of_notes(&file.file_name()));
        let mut others: Vec<PathBuf> = others.map(fs::DirEntry::path).collect();
        others.sort_by_key(|path| *path == self.lock_file());
        Ok(others)
    }
}

/// True for the names of [`Places::notes_db`], its companions and [`Places::notes_copies`].
fn is_of_notes(name: &OsStr) -> bool {
    name == "notes" || name.as_encoded_bytes().starts_with(b"notes.")
}

/// Folder name for an account: letters, digits, `-`, `_` and `.` (not first) as they are, other bytes as `%` and two
/// hexadecimal digits.
fn folder_name(account: &str) -> String {
    let mut name = String::new();
    for (i, byte) in account.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' || (byte == b'.' && i > 0) {
            name.push(char::from(byte));
        } else {
            let _ = write!(name, "%{byte:02x}");
        }
    }
    if name.is_empty() { "%".to_owned() } else { name }
}

/// Makes the folder of a file, open to its owner only. An existing folder is closed to others.
pub(super) fn make_folder(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), |folder| own_folder(folder).map(drop))
}

/// Opens a file for reading and writing, made with rights 0600 if it is new; others' rights to an existing one are
/// removed. A link or a pipe in its place is refused.
pub(super) fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.mode(0o600);
    let file = open_with(&mut options, path, Links::Refuse)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0 {
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// Opens a database. To write, the file is made private before `SQLite` sees it, because its `-wal` gets the same
/// rights.
pub(super) fn connect(path: &Path, readonly: bool) -> Result<Connection, String> {
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if readonly {
        // Opened by SQLite, a pipe in place of the file would block.
        open_plain(path, Links::Refuse)
            .map_err(|error| format!("{} cannot be read: {}", path.display(), reason(&error)))?;
        return Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|error| words(&error));
    }
    make_folder(path).map_err(|error| format!("{} cannot be used: {}", parent(path), reason(&error)))?;
    private(path).map_err(|error| format!("{} cannot be written: {}", path.display(), reason(&error)))?;
    Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(|error| words(&error))
}

/// Device and inode of the file under a name. They change when another file takes the name.
pub(super) fn identity(path: &Path) -> Option<(u64, u64)> {
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

fn parent(path: &Path) -> String {
    path.parent().unwrap_or(path).display().to_string()
}

/// Renames a database that cannot be used, and its companions: `cache.db` becomes `cache.2026-03-12.damaged.db`.
/// Returns the new path.
pub(super) fn set_aside(path: &Path, now: Timestamp) -> io::Result<PathBuf> {
    let day = day(now);
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("file");
    let aside = (0..1_000)
        .map(|n| if n == 0 { format!("{stem}.{day}.damaged.db") } else { format!("{stem}.{day}.{n}.damaged.db") })
        .map(|name| path.with_file_name(name))
        .find(|candidate| !candidate.exists())
        .ok_or_else(|| io::Error::other("there are too many damaged files already"))?;
    fs::rename(path, &aside)?;
    for suffix in ["-wal", "-shm"] {
        let companion = with_suffix(path, suffix);
        if companion.exists() {
            fs::rename(&companion, with_suffix(&aside, suffix))?;
        }
    }
    Ok(aside)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

pub(super) fn day(now: Timestamp) -> String {
    jiff::Timestamp::from_second(now.0).map_or_else(|_| now.0.to_string(), |at| at.strftime("%Y-%m-%d").to_string())
}

/// True when the file itself is at fault, so that a new one will work.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::SchemaChanged)
    ) || matches!(
        error,
        rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::SqlInputError { .. }
    )
}

/// Database error in words for the user.
pub(super) fn words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            "the file cannot be written".to_owned()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program holds the file".to_owned(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "the file is damaged".to_owned(),
        Some(ErrorCode::SystemIoFailure) if has_file_limit() => {
            "the disk reports an error, or a file would be larger than ulimit -f allows".to_owned()
        }
        Some(ErrorCode::SystemIoFailure) => "the disk reports an error".to_owned(),
        _ => crate::base::clean_line(&error.to_string()).into_owned(),
    }
}

fn has_file_limit() -> bool {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some()
}
