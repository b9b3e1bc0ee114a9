use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::*;

struct Room {
    whole: tempfile::TempDir,
}

impl Room {
    fn new() -> Self {
        let whole = tempfile::tempdir().unwrap();
        fs::create_dir(whole.path().join("downloads")).unwrap();
        Self { whole }
    }

    fn downloads(&self) -> std::path::PathBuf {
        self.whole.path().join("downloads")
    }

    fn parts(&self) -> Parts {
        Parts::new(&self.whole.path().join("state"))
    }

    fn begin(&self, name: &str) -> Part {
        Folder::open(&self.downloads()).unwrap().begin(name, &self.parts()).unwrap()
    }

    fn save(&self, name: &str, text: &str) -> std::path::PathBuf {
        let part = self.begin(name);
        part.writer().unwrap().write_all(text.as_bytes()).unwrap();
        part.finish().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.downloads())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Proves R-21.
#[test]
fn a_file_has_its_name_only_when_it_is_whole_and_only_its_owner_reads_it() {
    let room = Room::new();
    let part = room.begin("a.csv");
    part.writer().unwrap().write_all(b"half").unwrap();
    assert_eq!(room.names(), ["a.csv.part"]);
    let path = part.finish().unwrap();
    assert_eq!(room.names(), ["a.csv"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "half");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    drop(room.begin("b.csv"));
    assert_eq!(room.names(), ["a.csv"], "given up, nothing is left");
}

/// Proves R-21.
#[test]
fn nothing_is_overwritten_and_no_link_followed() {
    let room = Room::new();
    let elsewhere = room.whole.path().join("precious");
    fs::write(&elsewhere, "precious").unwrap();
    symlink(&elsewhere, room.downloads().join("a.csv")).unwrap();
    symlink(room.whole.path().join("nowhere"), room.downloads().join("a (2).csv")).unwrap();
    symlink(&elsewhere, room.downloads().join("a (3).csv.part")).unwrap();
    let path = room.save("a.csv", "new");
    assert_eq!(path.file_name().unwrap(), "a (4).csv");
    assert_eq!(fs::read_to_string(elsewhere).unwrap(), "precious");
    assert!(!room.whole.path().join("nowhere").exists());
    assert_eq!(room.save("a.csv", "again").file_name().unwrap(), "a (5).csv");
}

#[test]
fn a_name_taken_while_writing_is_left_to_who_took_it() {
    let room = Room::new();
    let part = room.begin("a.csv");
    fs::write(room.downloads().join("a.csv"), "theirs").unwrap();
    let path = part.finish().unwrap();
    assert_eq!(path.file_name().unwrap(), "a (2).csv");
    assert_eq!(fs::read_to_string(room.downloads().join("a.csv")).unwrap(), "theirs");
}

/// Proves R-22.
#[test]
fn the_next_start_removes_unfinished_files_and_nothing_else() {
    let room = Room::new();
    let killed = room.begin("left.csv");
    // As after a kill: the part is neither removed nor settled, and its lock is gone.
    let copy = room.downloads().join("copy");
    fs::rename(room.downloads().join("left.csv.part"), &copy).unwrap();
    fs::write(room.downloads().join("left.csv.part"), "half").unwrap();
    std::mem::forget(killed);
    let running = room.begin("running.csv");
    fs::write(room.downloads().join("mine.part"), "somebody else's").unwrap();
    assert_eq!(room.parts().sweep(), 1);
    assert_eq!(room.names(), ["copy", "mine.part", "running.csv.part"]);
    running.finish().unwrap();
    assert_eq!(room.parts().sweep(), 0);
    assert_eq!(fs::read_dir(room.whole.path().join("state/unfinished")).unwrap().count(), 0);
}

/// Proves.
#[test]
fn hostile_names_stay_in_the_folder_and_overwrite_nothing() {
    let room = Room::new();
    let outside = room.whole.path().join("outside");
    fs::write(&outside, "outside").unwrap();
    let mut random = fastrand::Rng::with_seed(21);
    let pieces = ["../", "..", "/", "outside", "\0", "a", "é", ".csv", "-", "\n", "con"];
    let mut saved = 0;
    for round in 0..300 {
        let name: String = (0..random.usize(0..6)).map(|_| pieces[random.usize(..pieces.len())]).collect();
        let target = Target::of(None, &name, &room.downloads()).unwrap();
        let part = Folder::open(&target.folder).unwrap().begin(&target.name, &room.parts()).unwrap();
        part.writer().unwrap().write_all(round.to_string().as_bytes()).unwrap();
        assert_eq!(part.finish().unwrap().parent().unwrap(), room.downloads(), "{name:?}");
        saved += 1;
        assert_eq!(room.names().len(), saved, "{name:?} overwrote a file");
    }
    assert_eq!(fs::read_to_string(outside).unwrap(), "outside");
}

#[test]
fn a_path_is_read_as_people_write_it() {
    let room = Room::new();
    let usual = Path::new("/usual");
    let of = |typed: &str| Target::of(Some(typed), "export 1.csv", usual).unwrap();
    assert_eq!(Target::of(None, "../x.csv", usual).unwrap(), Target { folder: usual.to_owned(), name: "x.csv".into() });
    let folder = room.downloads();
    assert_eq!(of(folder.to_str().unwrap()), Target { folder: folder.clone(), name: "export 1.csv".into() });
    assert_eq!(of("mine.csv"), Target { folder: ".".into(), name: "mine.csv".into() });
    assert_eq!(of("/no/such/"), Target { folder: "/no/such/".into(), name: "export 1.csv".into() });
    assert!(Target::of(Some(".."), "x", usual).unwrap().folder.ends_with(".."));
}

/// Proves R-23.
#[test]
fn only_plain_files_of_a_fitting_size_are_read() {
    let room = Room::new();
    let path = room.whole.path().join("names.txt");
    fs::write(&path, "a.com\n").unwrap();
    assert_eq!(&*text(&path, 100).unwrap(), "a.com\n");
    assert!(read(&path, 3).unwrap_err().contains("MB"));
    assert!(read(room.whole.path(), 100).unwrap_err().contains("is a folder"));
    let pipe = room.whole.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    assert!(read(&pipe, 100).unwrap_err().contains("is not a regular file"), "and it did not wait for a writer");
    assert!(read(Path::new("/dev/zero"), 100).unwrap_err().contains("is not a regular file"));
    assert!(read(&room.whole.path().join("none"), 100).is_err());
}

#[test]
fn a_path_is_completed_tables_first() {
    let room = Room::new();
    let here = room.downloads();
    for name in ["b.csv", "a.txt", "a.bin", ".hidden.csv", "evil\u{202e}.csv"] {
        fs::write(here.join(name), "x").unwrap();
    }
    fs::create_dir(here.join("old")).unwrap();
    let typed = format!("{}/", here.display());
    let names = |typed: &str| -> Vec<String> {
        let listing = list(typed, &["csv"]);
        listing.paths.iter().map(|listed| listed.path.replace(&format!("{}/", here.display()), "")).collect()
    };
    assert_eq!(names(&typed), ["b.csv", "a.txt", "old/", "a.bin"]);
    assert_eq!(names(&format!("{typed}a")), ["a.txt", "a.bin"]);
    assert_eq!(names(&format!("{typed}.h")), [".hidden.csv"]);
    assert!(list(&format!("{typed}zz"), &["csv"]).problem.is_some());
    assert!(list("/no/such/place/", &[]).problem.is_some());
}
