//! A home folder for one run of the program, so that tests neither see nor leave files of the user.

use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Temporary home with the program's four folders.
pub struct Home {
    folder: TempDir,
}

impl Home {
    /// A fresh, empty home.
    pub fn new() -> Self {
        Self { folder: TempDir::with_prefix("parkade-test-").expect("a temporary folder can be made") }
    }

    /// Folder `config`, `data`, `cache` or `state`.
    pub fn folder(&self, kind: &str) -> PathBuf {
        self.folder.path().join(kind)
    }

    /// Writes a file into one of the folders, with the permissions that the program requires.
    pub fn write(&self, kind: &str, name: &str, text: &str) {
        let folder = self.folder(kind);
        DirBuilder::new().recursive(true).mode(0o700).create(&folder).expect("the folder can be made");
        let mut file = OpenOptions::new();
        let file = file.write(true).create(true).truncate(true).mode(0o600).open(folder.join(name));
        file.and_then(|mut file| file.write_all(text.as_bytes())).expect("the file can be written");
    }

    /// Writes a shell script as a program for a test; returns its path.
    pub fn script(&self, name: &str, text: &str) -> String {
        self.write("bin", name, &format!("#!/bin/sh\n{text}\n"));
        let path = self.folder("bin").join(name);
        std::fs::set_permissions(&path, Permissions::from_mode(0o700)).expect("the rights can be set");
        path.to_str().expect("a plain path").to_owned()
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Environment that makes the program use this home only.
    pub fn environment(&self) -> Vec<(String, String)> {
        let mut all = vec![
            ("HOME".to_owned(), self.folder.path().display().to_string()),
            ("TERM".to_owned(), "xterm-256color".to_owned()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("TZ".to_owned(), "UTC".to_owned()),
            // Most tests begin with the inbox; tests of Home set this anew.
            ("PARKADE_START_SCREEN".to_owned(), "inquiries".to_owned()),
        ];
        for kind in ["config", "data", "cache", "state"] {
            all.push((format!("PARKADE_{}_DIR", kind.to_uppercase()), self.folder(kind).display().to_string()));
        }
        all
    }
}
