//! The thread that works with the user's files.

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use crate::sheets::Slot;

/// Time the end of the program waits for this thread.
const LEAVING: Duration = Duration::from_secs(2);

/// A job with files.
type Work = Box<dyn FnOnce() + Send>;

/// Thread that works with the user's files, one job after the other, so that results come in the order of the
/// requests. It ends when its queue is empty, so that no draft is lost.
#[derive(Debug, Default)]
pub struct FileWorker(Option<Sender<Work>>);

impl FileWorker {
    pub(super) fn put(&mut self, work: Work) -> std::io::Result<()> {
        if self.0.is_none() {
            let (sender, works) = channel::<Work>();
            let run = move || works.iter().for_each(|work| work());
            std::thread::Builder::new().name("files".to_owned()).spawn(run)?;
            self.0 = Some(sender);
        }
        let gone = || std::io::Error::other("the thread for files is gone");
        self.0.as_ref().map_or(Err(gone()), |sender| sender.send(work).map_err(|_| gone()))
    }
}

impl Drop for FileWorker {
    fn drop(&mut self) {
        let Some(sender) = self.0.take() else { return };
        let (done, all_done) = channel::<()>();
        let _ = sender.send(Box::new(move || drop(done)));
        // Give up waiting: a lost network folder must not keep the program from ending.
        let _ = all_done.recv_timeout(LEAVING);
    }
}

/// Text of a screen that is open in the user's editor.
#[derive(Debug)]
pub struct Editing {
    pub slot: Slot,
    pub file: PathBuf,
    /// True when the screen wants the path of the file, not only its content.
    pub stays: bool,
}
