//! Drafts: one file per inquiry in the account's own folder, there from the moment the editor opens until the reply
//! was sent or thrown away. What was typed survives a crash of the editor, of the program and of the machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::api::types::Inquiry;
use crate::app::paths::write_own;
use crate::base::{Id, Links, Timestamp, read_plain};

/// A draft larger than this is something else.
const LARGEST: u64 = 16 << 20;

/// The drafts of one account.
#[derive(Clone, Debug)]
pub struct Drafts {
    folder: PathBuf,
}

impl Drafts {
    /// Those below `folder`; nothing is made yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The file of an inquiry's draft. Its ending tells editors that it is mail.
    pub fn file(&self, inquiry: Id<Inquiry>) -> PathBuf {
        self.own_folder(inquiry).join("reply.eml")
    }

    /// The draft kept for an inquiry, and when it was written last.
    pub fn kept(&self, inquiry: Id<Inquiry>) -> Option<(String, Timestamp)> {
        let file = self.file(inquiry);
        // Whatever the editor's encoding: a draft is never taken for none.
        let text = String::from_utf8_lossy(&read_plain(&file, LARGEST, Links::Refuse).ok()?).into_owned();
        let at = fs::metadata(&file).and_then(|data| data.modified()).ok();
        let seconds = at.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_secs());
        Some((text, Timestamp(seconds.cast_signed())))
    }

    /// Writes a draft, for the owner alone.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn keep(&self, inquiry: Id<Inquiry>, text: &str) -> io::Result<()> {
        write_own(&self.file(inquiry), text.as_bytes())
    }

    /// Throws a draft away, with whatever the editor left beside it.
    pub fn forget(&self, inquiry: Id<Inquiry>) {
        if let Err(error) = remove(&self.own_folder(inquiry)) {
            tracing::warn!("a draft could not be removed: {error}");
        }
    }

    fn own_folder(&self, inquiry: Id<Inquiry>) -> PathBuf {
        self.folder.join(inquiry.to_string())
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
