//! Paths as users type them, and the folder used when no path is typed.

use std::path::{Path, PathBuf};

use crate::base::{clean_line, file_name};

/// Place to save a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub folder: PathBuf,
    /// File name, a single component.
    pub name: String,
}

impl Target {
    /// Target of a typed path. If it is a folder, the file name is made from `proposed`, which comes from outside and
    /// is cleaned; a typed name is used unchanged. Without `typed` the folder is `usual`.
    ///
    /// # Errors
    /// A sentence when the path names no file.
    pub fn of(typed: Option<&str>, proposed: &str, usual: &Path) -> Result<Self, String> {
        let name = file_name(proposed, "download.bin");
        let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
            return Ok(Self { folder: usual.to_owned(), name });
        };
        let path = expand(typed);
        if typed.ends_with('/') || path.is_dir() {
            return Ok(Self { folder: path, name });
        }
        let named = path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
        let named = named.ok_or_else(|| format!("“{}” names no file.", clean_line(typed)))?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        Ok(Self { folder, name: named })
    }
}

/// Path with a leading `~` or `~/` replaced by the home folder, as a shell does.
pub fn expand(typed: &str) -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    match typed.strip_prefix('~') {
        Some("") => home().unwrap_or_else(|| PathBuf::from(typed)),
        Some(rest) if rest.starts_with('/') => {
            home().map_or_else(|| PathBuf::from(typed), |home| home.join(rest.trim_start_matches('/')))
        }
        _ => PathBuf::from(typed),
    }
}

/// Path for display: cleaned, with the home folder as `~`.
pub fn shown(path: &Path) -> String {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let short = home.and_then(|home| Some(format!("~/{}", path.strip_prefix(home).ok()?.display())));
    clean_line(&short.unwrap_or_else(|| path.display().to_string())).into_owned()
}

/// Folder of downloads: the configured one, else the desktop's if it exists, else where the program was started.
pub fn downloads(setting: Option<&Path>) -> PathBuf {
    let desktop = || directories::UserDirs::new().and_then(|dirs| dirs.download_dir().map(Path::to_owned));
    let in_home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().join("Downloads"));
    let usual = || [desktop(), in_home()].into_iter().flatten().find(|path| path.is_dir());
    setting.map(Path::to_owned).or_else(usual).unwrap_or_else(|| PathBuf::from("."))
}
