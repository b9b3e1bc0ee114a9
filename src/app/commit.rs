//! Commit of the sources, for the version. The build script uses this file, too: it needs nothing but the standard
//! library, and neither git nor a network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Characters of a commit that are shown.
const SHOWN: usize = 12;
const DAY: i64 = 86_400;

/// Id of a commit, and the files it was read from.
#[derive(Debug, PartialEq, Eq)]
pub struct Commit {
    pub id: String,
    pub read: Vec<PathBuf>,
}

/// The commit of the sources in `root`: of a crate from the registry, or of a working copy of git.
pub fn of(root: &Path) -> Option<Commit> {
    let packed = root.join(".cargo_vcs_info.json");
    if let Ok(text) = fs::read_to_string(&packed) {
        let (_, rest) = text.split_once("\"sha1\"")?;
        return Some(Commit { id: id(rest.split('"').nth(1)?)?, read: vec![packed] });
    }
    let folder = git_folder(root)?;
    let head = folder.join("HEAD");
    let text = fs::read_to_string(&head).ok()?;
    let Some(name) = text.strip_prefix("ref:").map(str::trim) else {
        return Some(Commit { id: id(&text)?, read: vec![head] });
    };
    // A linked worktree keeps its branches in the folder of the main repository (`commondir`).
    let common = fs::read_to_string(folder.join("commondir"));
    let common = common.map_or_else(|_| folder.clone(), |path| folder.join(path.trim()));
    for branch in [folder.join(name), common.join(name)] {
        if let Ok(text) = fs::read_to_string(&branch) {
            return Some(Commit { id: id(&text)?, read: vec![head, branch] });
        }
    }
    let packed = common.join("packed-refs");
    let text = fs::read_to_string(&packed).ok()?;
    let line = text.lines().find(|line| line.split_once(' ').is_some_and(|(_, of)| of == name))?;
    Some(Commit { id: id(line.split(' ').next()?)?, read: vec![head, packed] })
}

/// The folder of git: `.git`, or the one a file of that name leads to.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = fs::read_to_string(git).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim()))
}

fn id(text: &str) -> Option<String> {
    let text = text.trim();
    (text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| text.to_owned())
}

/// Time of the commit in Unix seconds, from `git log`; `None` without git.
pub fn seconds(root: &Path, id: &str) -> Option<i64> {
    let said = Command::new("git").arg("-C").arg(root).args(["show", "-s", "--format=%ct", id]).output().ok()?;
    String::from_utf8(said.stdout).ok()?.trim().parse().ok()
}

/// Words after the version: ` (1a2b3c4d5e6f 2026-11-23)`, or none.
pub fn words(id: Option<&str>, seconds: Option<i64>) -> String {
    let id = id.map(|id| id.chars().take(SHOWN).collect::<String>());
    let parts: Vec<String> = id.into_iter().chain(seconds.map(date)).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(" ")) }
}

/// Date in UTC as `YYYY-MM-DD`. Years are counted from March, so that the leap day is the last day of its year.
fn date(seconds: i64) -> String {
    const FROM_YEAR_0: i64 = 719_468;
    const ERA: i64 = 146_097;
    let days = seconds.div_euclid(DAY) + FROM_YEAR_0;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef01234567";

    /// Temporary folder with these files.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn found(files: &[(&str, &str)], root: &str) -> Option<String> {
        let folder = folder(files);
        of(&folder.path().join(root)).map(|commit| {
            assert!(commit.read.iter().all(|file| file.exists()), "a missing file would build anew each time");
            commit.id
        })
    }

    #[test]
    fn the_commit_is_found_without_git_in_every_form_of_a_working_copy() {
        let loose = [(".git/HEAD", "ref: refs/heads/main\n"), (".git/refs/heads/main", &*format!("{ID}\n"))];
        let packed = format!("# pack-refs\n{} refs/heads/other\n{ID} refs/heads/main\n", "f".repeat(40));
        let packed = [(".git/HEAD", "ref: refs/heads/main\n"), (".git/packed-refs", &*packed)];
        let detached = [(".git/HEAD", &*format!("{ID}\n"))];
        let worktree = [
            ("copy/.git", "gitdir: ../.git/worktrees/copy\n"),
            (".git/worktrees/copy/HEAD", "ref: refs/heads/side\n"),
            (".git/worktrees/copy/commondir", "../..\n"),
            (".git/refs/heads/side", ID),
        ];
        let registry = format!("{{\n \"git\": {{\n \"sha1\": \"{ID}\"\n }}\n}}");
        for (files, root) in [
            (&loose[..], "."),
            (&packed, "."),
            (&detached, "."),
            (&worktree, "copy"),
            (&[(".cargo_vcs_info.json", &*registry)], "."),
        ] {
            assert_eq!(found(files, root).as_deref(), Some(ID), "{files:?}");
        }
    }

    #[test]
    fn sources_without_git_or_with_a_broken_one_have_no_commit() {
        for files in [&[][..], &[(".git/HEAD", "ref: refs/heads/gone\n")], &[(".git/HEAD", "nonsense")]] {
            assert_eq!(found(files, "."), None, "{files:?}");
        }
        assert_eq!(seconds(folder(&[]).path(), ID), None);
    }

    #[test]
    fn the_version_says_commit_and_date_as_far_as_they_are_known() {
        assert_eq!(words(None, None), "");
        assert_eq!(words(Some(ID), None), " (0123456789ab)");
        assert_eq!(words(Some(ID), Some(1_795_478_400)), " (0123456789ab 2026-11-24)");
        let day = |seconds| words(None, Some(seconds));
        assert_eq!([day(0), day(951_782_400), day(-1)], [" (1970-01-01)", " (2000-02-29)", " (1969-12-31)"]);
    }
}
