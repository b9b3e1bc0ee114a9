//! Drafts of replies: one file per inquiry in the account's folder, from the opening of the editor until the reply is
//! sent or discarded. A draft survives a crash of the editor, the program or the machine. The reply sent last is kept
//! beside it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::api::types::Inquiry;
use crate::app::files::shown;
use crate::app::paths::{set_aside, write_own};
use crate::base::{Id, Links, Timestamp, read_plain, reason};

/// Size of the largest draft read, in bytes; a larger file is not a draft.
const LARGEST: u64 = 16 << 20;

/// File of the reply that was sent last, beside the draft.
const SENT: &str = "sent.eml";

/// The drafts of one account.
#[derive(Clone, Debug)]
pub struct Drafts {
    folder: PathBuf,
}

impl Drafts {
    /// Drafts in `folder`, which is not created yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The file of an inquiry's draft. Its ending tells editors that it is mail.
    pub fn file(&self, inquiry: Id<Inquiry>) -> PathBuf {
        self.own_folder(inquiry).join("reply.eml")
    }

    /// Draft kept for an inquiry, and the time it was last written.
    pub fn kept(&self, inquiry: Id<Inquiry>) -> Option<(String, Timestamp)> {
        read(&self.file(inquiry))
    }

    /// Reply that was sent last to an inquiry, and the time.
    pub fn last_sent(&self, inquiry: Id<Inquiry>) -> Option<(String, Timestamp)> {
        read(&self.own_folder(inquiry).join(SENT))
    }

    /// Keeps this text as the reply sent last, and removes the draft.
    ///
    /// # Errors
    /// Errors of the file system; the draft stays then.
    pub fn sent(&self, inquiry: Id<Inquiry>, text: &str) -> io::Result<()> {
        write_own(&self.own_folder(inquiry).join(SENT), text.as_bytes())?;
        self.forget(inquiry);
        Ok(())
    }

    /// Inquiries with a draft, and the time each was last changed. Draft files that cannot be read are renamed; a
    /// sentence is returned for each.
    pub fn all(&self) -> (Vec<(Id<Inquiry>, Timestamp)>, Vec<String>) {
        let (mut all, mut wrong) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let Some(number) = entry.file_name().to_str().and_then(|name| name.parse::<i64>().ok()) else { continue };
            match self.look(Id::new(number)) {
                Ok(at) => all.extend(at.map(|at| (Id::new(number), at))),
                Err(why) => wrong.push(why),
            }
        }
        (all, wrong)
    }

    /// Time the draft for an inquiry was last changed; `None` without one.
    ///
    /// # Errors
    /// A sentence if the draft cannot be read; its file was then renamed, so that it is not overwritten.
    pub fn look(&self, inquiry: Id<Inquiry>) -> Result<Option<Timestamp>, String> {
        let file = self.file(inquiry);
        let why = match read_plain(&file, LARGEST, Links::Refuse) {
            Ok(bytes) if !bytes.contains(&0) => return Ok(self.kept(inquiry).map(|(_, at)| at)),
            Ok(_) => "it is not a text".to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => reason(&error),
        };
        // Move the file out of the inquiry's folder, which is removed with the next draft.
        let aside = self.folder.join(format!("{inquiry}.eml"));
        let kept = fs::rename(&file, &aside).and_then(|()| set_aside(&aside, "damaged"));
        let kept = kept.map_or_else(|error| reason(&error), |aside| format!("it is kept as {}", shown(&aside)));
        Err(format!("The draft of a reply to inquiry {inquiry} could not be read ({why}); {kept}."))
    }

    /// Writes a draft, readable by the user alone.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn keep(&self, inquiry: Id<Inquiry>, text: &str) -> io::Result<()> {
        write_own(&self.file(inquiry), text.as_bytes())
    }

    /// Writes the message for the mail program, readable by the user alone. It is in the draft's folder and is
    /// removed with the draft.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn message(&self, inquiry: Id<Inquiry>, text: &str) -> io::Result<PathBuf> {
        let file = self.own_folder(inquiry).join("message.eml");
        write_own(&file, text.as_bytes())?;
        Ok(file)
    }

    /// Discards a draft, with all files that the editor left beside it.
    pub fn forget(&self, inquiry: Id<Inquiry>) {
        if let Err(error) = remove_but_sent(&self.own_folder(inquiry)) {
            tracing::warn!("a draft could not be removed: {error}");
        }
    }

    /// Deletes the reply that was sent last; a draft stays.
    pub fn forget_sent(&self, inquiry: Id<Inquiry>) {
        let folder = self.own_folder(inquiry);
        match fs::remove_file(folder.join(SENT)) {
            // Not removed if a draft is in the folder.
            Ok(()) => drop(fs::remove_dir(folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tracing::warn!("a reply could not be removed: {error}"),
        }
    }

    fn own_folder(&self, inquiry: Id<Inquiry>) -> PathBuf {
        self.folder.join(inquiry.to_string())
    }
}

fn read(file: &Path) -> Option<(String, Timestamp)> {
    // Any encoding is read, so that a draft is never mistaken for a missing one.
    let text = String::from_utf8_lossy(&read_plain(file, LARGEST, Links::Refuse).ok()?).into_owned();
    let at = fs::metadata(file).and_then(|data| data.modified()).ok();
    let seconds = at.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_secs());
    Some((text, Timestamp(seconds.cast_signed())))
}

/// Removes all files of an inquiry's folder except the sent reply, and then the folder if it is empty.
fn remove_but_sent(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    let mut stays = false;
    for entry in entries {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            _ if entry.file_name() == SENT => stays = true,
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    if stays { Ok(()) } else { fs::remove_dir(folder) }
}
