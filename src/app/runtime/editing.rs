//! The user's editor: the terminal is handed over, the loop goes on without it, and takes it back at the editor's end.
//! Answers are taken and what waits to be sent goes out meanwhile, however long somebody writes.

use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::app::config::Words;
use crate::app::external;
use crate::base::reason;

use super::mail::Message;
use super::turn::{Ended, Loop};

/// How long an editor may take to leave when the program is to end.
const LEAVING: Duration = Duration::from_secs(1);

/// An editor that has the terminal.
#[derive(Debug)]
pub struct Away {
    editor: Words,
    process: u32,
}

impl Loop {
    /// Opens a file in the editor; [`Loop::edited`] hears how it ended. Without a program that starts, at once.
    pub(super) fn edit(&mut self, file: &Path) {
        let editor = self.outside.editor();
        self.terminal.leave();
        let started = external::start(file, &editor).and_then(|mut child| {
            let (process, post) = (child.id(), self.post.clone());
            let wait = move || post.send(Message::EditorEnded(child.wait()));
            let waiting = std::thread::Builder::new().name("editor".to_owned()).spawn(wait);
            waiting.map(|_| process).map_err(|error| format!("The editor could not be waited for: {}.", reason(&error)))
        });
        match started {
            Ok(process) => self.away = Some(Away { editor, process }),
            Err(why) => {
                self.take_back();
                self.edited(Err(why));
            }
        }
    }

    /// The editor has ended: the terminal is ours again.
    pub(super) fn come_back(&mut self, status: io::Result<ExitStatus>) {
        let Some(away) = self.away.take() else { return };
        self.take_back();
        self.edited(external::ended(&away.editor, status));
    }

    fn take_back(&mut self) {
        if let Err(error) = self.terminal.come_back() {
            tracing::error!("the terminal could not be claimed again: {error}");
            self.ended = Some(Ended::Outside(crate::app::terminal::End::HangUp));
        }
        self.drawing.dirty = true;
        self.drawing.by_key = true;
    }

    /// The program is to end while an editor has the terminal: it is asked to leave too, so that the shell does not have
    /// to share its terminal with it. What was typed lies in the draft, or where the editor keeps what it rescues.
    pub(super) fn leave_nobody_behind(&mut self) {
        let Some(away) = self.away.take() else { return };
        let Some(pid) = i32::try_from(away.process).ok().and_then(rustix::process::Pid::from_raw) else { return };
        // Gone already is as good.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let until = Instant::now() + LEAVING;
        loop {
            match self.letters.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Message::EditorEnded(_)) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
                Ok(_) => {}
            }
        }
    }
}
