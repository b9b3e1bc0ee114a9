//! Files and folders of this machine: reading regular files only, making folders private, and words for errors of the
//! system.

use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// What to do about a symbolic link at the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Follow a link, because people keep their own files elsewhere (dotfiles).
    Follow,
    /// Refuse a link, because the program never makes one in place of its own files.
    Refuse,
}

/// Opens a regular file for reading. A pipe, device or folder is refused at once, without waiting for it.
///
/// # Errors
/// Errors of the file system, and one of kind `InvalidInput` or `IsADirectory`.
pub fn open_plain(path: &Path, links: Links) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path, links)
}

/// Opens a file as [`open_plain`] does, with these options.
///
/// # Errors
/// As [`open_plain`].
pub fn open_with(options: &mut OpenOptions, path: &Path, links: Links) -> io::Result<File> {
    // Without NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let nofollow = if links == Links::Refuse { OFlags::NOFOLLOW } else { OFlags::empty() };
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY | nofollow).bits().cast_signed());
    let file =
        options.open(path).map_err(|error| if is_link(&error) { odd("it is a symbolic link") } else { error })?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if kind.is_file() { Ok(file) } else { Err(odd("it is not a regular file")) }
}

fn is_link(error: &io::Error) -> bool {
    rustix::io::Errno::from_io_error(error) == Some(rustix::io::Errno::LOOP)
}

fn odd(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, why)
}

/// The bytes of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open_plain`], and one of kind `FileTooLarge`.
pub fn read_plain(path: &Path, most: u64, links: Links) -> io::Result<Vec<u8>> {
    let file = open_plain(path, links)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let most = if most >= 1 << 20 { format!("{} MB", most >> 20) } else { format!("{} KB", most >> 10) };
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {most}")));
    }
    Ok(bytes)
}

/// The text of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`read_plain`], and one of kind `InvalidData` when it is not UTF-8.
pub fn text_plain(path: &Path, most: u64, links: Links) -> io::Result<String> {
    String::from_utf8(read_plain(path, most, links)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not a text in UTF-8"))
}

/// Makes a folder and its parents, readable by the owner alone. An existing folder is not changed.
///
/// # Errors
/// Errors of the file system.
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Like [`private_folder`], and makes an existing folder private. Returns its former permissions if they were
/// changed.
///
/// # Errors
/// Errors of the file system; also when others can write to the folder and this program must not change that.
pub fn own_folder(path: &Path) -> io::Result<Option<u32>> {
    private_folder(path)?;
    let found = fs::metadata(path)?;
    let rights = found.mode() & 0o7777;
    // A folder shared by design (sticky, as /tmp) stays open; the program's own folders in it are private.
    let is_private = rights.is_multiple_of(0o100);
    if is_private || rights & 0o1000 != 0 {
        return Ok(None);
    }
    if found.uid() != rustix::process::geteuid().as_raw() || is_shared_place(path) {
        if rights & 0o022 == 0 {
            return Ok(None);
        }
        let why = format!("others can write there (mode {rights:o}); run: chmod go-w '{}'", path.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, why));
    }
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    Ok(Some(rights))
}

/// Words for how others can change or replace a file; `None` if only this user and the system can.
pub fn open_to_others(path: &Path) -> Option<String> {
    // The target of a link is as exposed as the folder it is in.
    let behind = fs::canonicalize(path).ok();
    let folders = [Some(path), behind.as_deref()].into_iter().flatten().filter_map(Path::parent);
    for place in [path].into_iter().chain(folders) {
        let Ok(found) = fs::metadata(place) else { continue };
        let (rights, shown) = (found.mode() & 0o7777, place.display());
        if found.uid() != rustix::process::geteuid().as_raw() && found.uid() != 0 {
            return Some(format!("{shown} belongs to another user"));
        }
        let sticky = found.is_dir() && rights & 0o1000 != 0;
        // A group with the user's own number has no other member. With umask 002 it may write to all the user's
        // files.
        let others = if found.gid() == found.uid() { 0o002 } else { 0o022 };
        if rights & others != 0 && !sticky {
            return Some(format!("others can write to {shown} (mode {rights:o}); run: chmod go-w '{shown}'"));
        }
    }
    None
}

/// True for the home folder and those above it, which other programs use, too.
fn is_shared_place(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(std::path::PathBuf::from).filter(|home| home.is_absolute());
    path.parent().is_none() || home.is_some_and(|home| home.starts_with(path))
}

/// Reason of a system error in words, without its number.
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        // An error made by this program has words of its own.
        _ if error.get_ref().is_some_and(|inner| !inner.to_string().contains("(os error")) => {
            return super::clean_line(&error.to_string()).into_owned();
        }
        ErrorKind::NotFound => "it does not exist",
        ErrorKind::PermissionDenied => "you do not have the permission",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your quota of this disk is used up",
        ErrorKind::FileTooLarge => "a file cannot be that large here (see ulimit -f)",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is not a folder",
        ErrorKind::ConnectionRefused => "nothing answers on that port",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => "the connection was reset",
        ErrorKind::BrokenPipe => "the other side has closed it",
        ErrorKind::TimedOut => "it took too long",
        ErrorKind::HostUnreachable => "the host cannot be reached",
        ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown => "there is no network",
        ErrorKind::AddrInUse => "another program uses that port",
        ErrorKind::AddrNotAvailable => "this machine does not have that address",
        ErrorKind::UnexpectedEof => "it ended too early",
        ErrorKind::OutOfMemory => "there is no memory left",
        _ => return system_words(error),
    };
    words.to_owned()
}

/// Words of the system for an error without a kind.
fn system_words(error: &io::Error) -> String {
    match rustix::io::Errno::from_io_error(error) {
        Some(rustix::io::Errno::MFILE | rustix::io::Errno::NFILE) => {
            return "too many files are open at once (see ulimit -n)".to_owned();
        }
        Some(rustix::io::Errno::IO) => return "the device reports an error".to_owned(),
        Some(rustix::io::Errno::AGAIN) => return "the system gives no more of it now".to_owned(),
        _ => {}
    }
    let words = error.to_string();
    super::clean_line(words.split(" (os error").next().unwrap_or(&words)).into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Proves R-23.
    #[test]
    fn a_pipe_a_folder_and_a_link_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RUSR).unwrap();
        fs::write(at("plain"), "text").unwrap();
        symlink(at("plain"), at("link")).unwrap();
        let why = |name: &str, links| reason(&read_plain(&at(name), 100, links).unwrap_err());
        assert_eq!(why("pipe", Links::Follow), "it is not a regular file");
        assert_eq!(why(".", Links::Follow), "it is a folder");
        assert_eq!(why("link", Links::Refuse), "it is a symbolic link");
        assert_eq!(why("missing", Links::Refuse), "it does not exist");
        assert_eq!(
            reason(&read_plain(Path::new("/dev/zero"), 100, Links::Follow).unwrap_err()),
            why("pipe", Links::Follow)
        );
        assert_eq!(text_plain(&at("link"), 100, Links::Follow).unwrap(), "text");
        assert_eq!(reason(&read_plain(&at("plain"), 3, Links::Follow).unwrap_err()), "it is larger than 0 KB");
    }

    #[test]
    fn a_folder_open_to_others_is_closed_and_a_shared_one_left() {
        let folder = tempfile::tempdir().unwrap();
        let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        for (found, left, told) in [(0o755, 0o700, Some(0o755)), (0o777, 0o700, Some(0o777)), (0o1777, 0o1777, None)] {
            let path = folder.path().join(format!("{found:o}"));
            assert_eq!(own_folder(&path).unwrap(), None, "made private");
            assert_eq!(rights(&path), 0o700);
            fs::set_permissions(&path, fs::Permissions::from_mode(found)).unwrap();
            assert_eq!(own_folder(&path).unwrap(), told);
            assert_eq!(rights(&path), left);
        }
    }

    #[test]
    fn a_file_is_open_to_others_by_its_own_rights_and_by_those_of_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let set = |path: &Path, rights| fs::set_permissions(path, fs::Permissions::from_mode(rights)).unwrap();
        for name in ["own", "dotfiles"] {
            private_folder(&at(name)).unwrap();
        }
        fs::write(at("dotfiles/config"), "").unwrap();
        symlink(at("dotfiles/config"), at("own/config")).unwrap();
        let link = at("own/config");
        for (path, rights, open) in [
            (at("dotfiles/config"), 0o644, false),
            (at("dotfiles/config"), 0o646, true),
            (at("dotfiles"), 0o755, false),
            (at("dotfiles"), 0o757, true),
            (at("own"), 0o707, true),
            (at("own"), 0o1777, false),
        ] {
            let before = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
            set(&path, rights);
            let told = open_to_others(&link);
            assert_eq!(told.is_some(), open, "{} {rights:o}: {told:?}", path.display());
            assert!(told.is_none_or(|why| why.contains("chmod go-w")));
            set(&path, before & !0o022);
        }
    }

    #[test]
    fn no_reason_shows_a_number_of_the_system() {
        for number in 1..=133 {
            let why = reason(&io::Error::from_raw_os_error(number));
            assert!(!why.is_empty() && !why.contains("os error"), "{number}: {why}");
        }
    }
}
