//! Locations of the program's files, and how they are written: folders 0700, files 0600, each file replaced as a
//! whole. Look first at [`Paths`].

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::{own_folder, private_folder, reason};

#[cfg(test)]
mod tests;

/// The four folders of the program. Naming them creates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// `config.toml`, `keys.toml`, `views.toml`, `credentials.toml`, `templates/`, `themes/`.
    pub config: PathBuf,
    /// Folder of the user's own data: the journal, drafts of replies.
    pub data: PathBuf,
    /// Folder of data that can be fetched again.
    pub cache: PathBuf,
    /// Logs, history of the command line, panic reports.
    pub state: PathBuf,
}

/// Error: there is no home folder to keep files in.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "No home folder to keep files in. Set HOME, or PARKADE_CONFIG_DIR, PARKADE_DATA_DIR, PARKADE_CACHE_DIR and PARKADE_STATE_DIR."
)]
pub struct NoHome;

/// One row of `parkade paths`: purpose, variable that moves it, path.
pub struct Row<'a> {
    pub name: &'static str,
    pub variable: &'static str,
    pub path: &'a Path,
    pub holds: &'static str,
}

impl Paths {
    /// Folders, each from `PARKADE_…_DIR`, else `XDG_…_HOME/parkade`, else the platform's own (`~/.config/parkade` on
    /// macOS, too, as users of terminal programs expect).
    ///
    /// # Errors
    /// When a folder would need a home folder and there is none.
    pub fn resolve(env: impl Fn(&str) -> Option<OsString>) -> Result<Self, NoHome> {
        let given = |own: &str, xdg: &str| {
            let own = env(own).filter(|v| !v.is_empty()).map(PathBuf::from);
            let own = own.map(|path| std::path::absolute(&path).unwrap_or(path));
            // The XDG rules: a path that is not absolute is ignored.
            own.or_else(|| env(xdg).map(PathBuf::from).filter(|p| p.is_absolute()).map(|p| p.join("parkade")))
        };
        let home = env("HOME").map(PathBuf::from).filter(|p| p.is_absolute());
        let fallback = |pick: fn(&directories::ProjectDirs) -> PathBuf, under_home: &str| {
            if cfg!(not(target_os = "macos")) {
                return home.as_ref().map(|h| h.join(under_home).join("parkade"));
            }
            directories::ProjectDirs::from("", "", "parkade").map(|dirs| pick(&dirs))
        };
        let config =
            given("PARKADE_CONFIG_DIR", "XDG_CONFIG_HOME").or_else(|| home.as_ref().map(|h| h.join(".config/parkade")));
        let data = given("PARKADE_DATA_DIR", "XDG_DATA_HOME")
            .or_else(|| fallback(|dirs| dirs.data_dir().to_owned(), ".local/share"));
        let cache = given("PARKADE_CACHE_DIR", "XDG_CACHE_HOME")
            .or_else(|| fallback(|dirs| dirs.cache_dir().to_owned(), ".cache"));
        let state = given("PARKADE_STATE_DIR", "XDG_STATE_HOME").or_else(|| {
            fallback(|dirs| dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).to_owned(), ".local/state")
        });
        match (config, data, cache, state) {
            (Some(config), Some(data), Some(cache), Some(state)) => Ok(Self { config, data, cache, state }),
            _ => Err(NoHome),
        }
    }

    /// File of the settings.
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// File of keys, for those that are not in config.toml.
    pub fn keys_file(&self) -> PathBuf {
        self.config.join("keys.toml")
    }

    /// File of tokens, where neither a command nor a keyring keeps them.
    pub fn credentials_file(&self) -> PathBuf {
        self.config.join("credentials.toml")
    }

    /// File of the saved views.
    pub fn views_file(&self) -> PathBuf {
        self.config.join("views.toml")
    }

    /// Folder of reply templates.
    pub fn templates(&self) -> PathBuf {
        self.config.join("templates")
    }

    /// Folder of log files and panic reports.
    pub fn logs(&self) -> PathBuf {
        self.state.join("logs")
    }

    /// Creates the folders of data, cache and state, and makes folders that others could open private. Returns
    /// a sentence for each of the latter in which there was something to see.
    ///
    /// # Errors
    /// Why a folder cannot be made or must not be used, without a full stop.
    pub fn claim(&self) -> Result<Vec<String>, String> {
        let mut told = Vec::new();
        for folder in [&self.data, &self.cache, &self.state] {
            let shown = super::files::shown(folder);
            let was_empty = fs::read_dir(folder).is_ok_and(|mut files| files.next().is_none());
            match own_folder(folder) {
                Ok(Some(rights)) if !was_empty => told
                    .push(format!("Tightened permissions of {shown} (mode was {rights:o}); only you can use it now.")),
                Ok(_) => {}
                Err(error) => return Err(format!("The folder {shown} cannot be used: {}", reason(&error))),
            }
        }
        Ok(told)
    }

    /// Rows for `parkade paths` and the doctor.
    pub fn rows(&self) -> [Row<'_>; 4] {
        let row = |name, variable, path, holds| Row { name, variable, path, holds };
        [
            row(
                "config",
                "PARKADE_CONFIG_DIR",
                &self.config,
                "config.toml, keys.toml, views.toml, credentials.toml, templates, themes",
            ),
            row(
                "data",
                "PARKADE_DATA_DIR",
                &self.data,
                "for each account journal.db, what was done; notes.db, what you noted, with copies in notes; drafts of replies",
            ),
            row(
                "cache",
                "PARKADE_CACHE_DIR",
                &self.cache,
                "for each account cache.db, what was fetched; may be removed at any time",
            ),
            row("state", "PARKADE_STATE_DIR", &self.state, "logs with the reports of crashes, line-history"),
        ]
    }
}

/// Prepares the process before any file is made: new files are private, a crash leaves no memory image with a token in
/// it, and a write beyond the limit of file sizes (`ulimit -f`) fails instead of killing the program
///
pub fn prepare_process() {
    umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let maximum = getrlimit(Resource::Core).maximum;
    // Fails only if the limit is already fixed, which cannot be changed.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum });
    // Use a handler, because an ignored signal would be ignored in the editor, too.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Descriptors the program may have open at once: terminal, files, connections and what it starts them with.
const DESCRIPTORS: u64 = 64;

/// Checks that enough files can be open at once, and asks the system for more where it may.
///
/// # Errors
/// A sentence that says what to do.
pub fn enough_descriptors() -> Result<(), String> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let Some(found) = current.filter(|current| *current < DESCRIPTORS) else { return Ok(()) };
    let wanted = maximum.map_or(DESCRIPTORS, |maximum| maximum.min(DESCRIPTORS));
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok();
    if !raised || wanted < DESCRIPTORS {
        return Err(format!(
            "Parkade needs {DESCRIPTORS} files open at once; this shell allows {found}. Raise it with: ulimit -n 256"
        ));
    }
    Ok(())
}

/// Writes a file of mode 0600 so that it has either the old or the new content, even after a crash. Creates its
/// folder if missing.
///
/// # Errors
/// Errors of the file system.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed once, so that a config kept elsewhere (dotfiles) stays a link.
    let target = fs::canonicalize(path);
    write_own(target.as_deref().unwrap_or(path), bytes)
}

/// Renames a file that cannot be used as it is: `draft.txt` becomes `draft.damaged.txt`. Returns the new path.
///
/// # Errors
/// Errors of the file system.
pub fn set_aside(file: &Path, word: &str) -> io::Result<PathBuf> {
    let part =
        |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
    let (stem, ending) = (part(file.file_stem()), part(file.extension()));
    let names = (0..1_000).map(|n| match n {
        0 => format!("{stem}.{word}.{ending}"),
        n => format!("{stem}.{n}.{word}.{ending}"),
    });
    let mut names = names.map(|name| file.with_file_name(name));
    let aside = names.find(|aside| fs::symlink_metadata(aside).is_err());
    let aside = aside.ok_or_else(|| io::Error::other("there are too many such files already"))?;
    fs::rename(file, &aside)?;
    Ok(aside)
}

/// As [`write_private`], but replaces a link in the file's place instead of following it.
///
/// # Errors
/// Errors of the file system.
pub fn write_own(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = target.parent().ok_or(io::ErrorKind::InvalidInput)?;
    private_folder(folder)?;
    let mut file = tempfile::Builder::new().prefix(".parkade-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(target).map_err(|e| e.error)?;
    // Sync the folder, so that the new name is on the disk. Not every file system can do that.
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
