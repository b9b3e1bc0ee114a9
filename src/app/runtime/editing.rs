//! The user's editor. It gets the terminal; the loop keeps running without one, taking answers and sending queued
//! writes, and claims the terminal again when the editor ends.

use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::app::external;
use crate::base::reason;

use super::desktop::OpenEditor;
use super::inbox::Message;
use super::state::{Ended, Loop};

/// Time the end of the program waits for an editor.
const LEAVING: Duration = Duration::from_secs(1);

impl Loop {
    /// Opens a file in the editor. [`Loop::edited`] is called when the editor ends, or at once if it cannot be
    /// started.
    pub(super) fn edit(&mut self, file: &Path) {
        let editor = self.desktop.editor();
        self.terminal.leave();
        let started = external::start(file, &editor).and_then(|mut child| {
            let (process, inbox) = (child.id(), self.events.inbox.clone());
            let wait = move || inbox.send(Message::EditorEnded(child.wait()));
            let waiting = std::thread::Builder::new().name("editor".to_owned()).spawn(wait);
            waiting.map(|_| process).map_err(|error| format!("The editor could not be waited for: {}.", reason(&error)))
        });
        match started {
            Ok(process) => self.desktop.open_editor = Some(OpenEditor { command: editor, process }),
            Err(why) => {
                self.claim_terminal();
                self.edited(Err(why));
            }
        }
    }

    /// Claims the terminal again after the editor has ended.
    pub(super) fn editor_ended(&mut self, status: io::Result<ExitStatus>) {
        let Some(editor) = self.desktop.open_editor.take() else { return };
        self.claim_terminal();
        self.edited(external::ended(&editor.command, status));
        self.enter_ready();
    }

    fn claim_terminal(&mut self) {
        if let Err(error) = self.terminal.resume() {
            tracing::error!("the terminal could not be claimed again: {error}");
            self.ended = Some(Ended::Outside(crate::app::terminal::End::HangUp));
        }
        self.arrange_pictures();
        self.drawing.dirty = true;
        self.drawing.by_key = true;
    }

    /// Asks a running editor to end, because it must not share the terminal with the shell once the program has
    /// ended. The typed text is in the draft, or in the editor's recovery files.
    pub(super) fn end_editor(&mut self) {
        let Some(editor) = self.desktop.open_editor.take() else { return };
        let Some(pid) = i32::try_from(editor.process).ok().and_then(rustix::process::Pid::from_raw) else { return };
        // The editor may have ended already.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let until = Instant::now() + LEAVING;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(envelope) = self.events.messages.recv_timeout(left) else { return };
            if matches!(self.events.inbox.open(envelope), Some(Message::EditorEnded(_))) {
                return;
            }
        }
    }
}
