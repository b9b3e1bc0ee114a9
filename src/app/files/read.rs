//! Reading files the user names: regular files only, whole, and never more than the limit.

use std::fs;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::typed::{expand, shown};
use crate::base::{Links, clean_line, is_clean, open_plain, reason};
use crate::sheets::{Listed, Listing, utf8};

/// Most files and folders listed at once; typing on narrows the list.
const LISTED: usize = 200;

/// Size of the largest list of names, in bytes.
pub const NAMES_BYTES: u64 = 16 << 20;
/// Size of the largest table, in bytes.
pub const TABLE_BYTES: u64 = 1 << 30;

/// Content of a regular file of at most `most` bytes.
///
/// # Errors
/// A sentence; a device, pipe or folder is refused without reading it.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let cannot = |error: &std::io::Error| format!("{} cannot be read: {}.", shown(path), reason(error));
    let file = open_plain(path, Links::Follow).map_err(|error| match error.kind() {
        ErrorKind::IsADirectory => format!("{} is a folder.", shown(path)),
        ErrorKind::InvalidInput => format!("{} is not a regular file.", shown(path)),
        _ => cannot(&error),
    })?;
    let size = file.metadata().map_err(|error| cannot(&error))?.len();
    let too_large =
        |size: u64| format!("{} has {:.1} MB; {} MB is the most.", shown(path), size as f64 / 1e6, most >> 20);
    if size > most {
        return Err(too_large(size));
    }
    let mut bytes = Vec::with_capacity(size as usize);
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > most { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
}

/// Text of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`read`], and a sentence with the place of the first byte that is not UTF-8.
pub fn text(path: &Path, most: u64) -> Result<Arc<str>, String> {
    let bytes = read(path, most)?;
    utf8(&bytes).map(Arc::from).map_err(|why| format!("{}: {why}", shown(path)))
}

/// Bytes of a file at `places`, each `(begin, length)` in bytes.
///
/// # Errors
/// A sentence when the file cannot be read, or has become too short.
pub fn pieces(path: &Path, places: impl Iterator<Item = (u64, usize)>) -> Result<Vec<Vec<u8>>, String> {
    let cannot = |error: std::io::Error| format!("{} cannot be read: {}.", shown(path), reason(&error));
    let mut file = open_plain(path, Links::Follow).map_err(cannot)?;
    let piece = |(begin, length): (u64, usize)| {
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(begin))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    places.map(piece).collect::<std::io::Result<_>>().map_err(cannot)
}

/// Completions of a typed path: files with the endings `first`, folders, then other files.
pub fn list(typed: &str, first: &[&str]) -> Listing {
    let (folder, begun) = typed.rsplit_once('/').map_or(("", typed), |(folder, begun)| (folder, begun));
    let place = match (folder, typed.starts_with('/')) {
        ("", true) => Path::new("/").to_owned(),
        ("", false) if typed == "~" => return list("~/", first),
        ("", false) => Path::new(".").to_owned(),
        (folder, _) => expand(folder),
    };
    let entries = match fs::read_dir(&place) {
        Ok(entries) => entries,
        Err(error) => {
            let problem = Some(format!("{} cannot be opened: {}.", shown(&place), reason(&error)));
            return Listing { typed: typed.to_owned(), paths: Vec::new(), problem };
        }
    };
    let before = &typed[..typed.len() - begun.len()];
    let mut paths: Vec<Listed> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| is_clean(name))?;
            // Hidden files are offered once their dot is typed.
            let wanted = name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.'));
            let data = wanted.then(|| fs::metadata(entry.path()).ok()).flatten()?;
            let path = format!("{before}{name}");
            match (data.is_dir(), data.is_file()) {
                (true, _) => Some(Listed { path: format!("{path}/"), bytes: 0 }),
                (_, true) => Some(Listed { path, bytes: data.len() }),
                _ => None,
            }
        })
        .collect();
    // Files with the wanted endings come first.
    let rank = |listed: &Listed| {
        let path = std::path::Path::new(&listed.path);
        let is = |kind: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(kind));
        (!first.iter().any(|kind| is(kind)), !listed.path.ends_with('/') && !is("txt"))
    };
    paths.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.path.cmp(&b.path)));
    paths.truncate(LISTED);
    let problem = paths.is_empty().then(|| format!("Nothing here begins with “{}”.", clean_line(begun)));
    Listing { typed: typed.to_owned(), paths, problem }
}
