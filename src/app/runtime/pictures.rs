//! How pictures are shown, decided again whenever the terminal has answered a question.

use crate::app::config::{PictureWay, Pictures};
use crate::app::terminal::{self, isolated, pictures_here};

use super::inbox::Message;
use super::options;
use super::state::Loop;

impl Loop {
    /// Sets how pictures are shown, from the answers so far.
    pub(super) fn arrange_pictures(&mut self) {
        let shown = pictures_here(self.launch.config.pictures, &options::env, &self.terminal.heard);
        self.terminal.display.set_pixels(shown.pixels());
        self.drawing.dirty |= self.shell.set_pictures(shown.drawn());
    }

    /// Encodes the pictures of the last frame beside the loop, because a large one takes longer than a frame may. The
    /// result goes to the program, not to the session: the pictures stay on the terminal when another account is
    /// opened.
    pub(super) fn encode_pictures(&mut self) {
        for encoding in self.terminal.display.missing_pictures() {
            let inbox = self.events.inbox.clone();
            let work = move || match isolated(|| encoding.run()) {
                Ok(encoded) => inbox.send(Message::Encoded(encoded)),
                Err(panic) => tracing::error!("a picture could not be encoded: {panic}"),
            };
            if let Err(error) = self.session.files.put(Box::new(work)) {
                tracing::error!("a picture could not be encoded: {error}");
            }
        }
    }

    /// Asks the terminal for its background colour and, if pictures may be shown in pixels, for its abilities. Asks
    /// nothing if the terminal would print the questions.
    pub(super) fn ask_terminal(&self) -> std::io::Result<()> {
        let drawn_here = matches!(self.launch.config.pictures, Pictures::Always(PictureWay::Blocks | PictureWay::Off));
        let for_pictures = cfg!(feature = "images") && !drawn_here;
        if terminal::may_be_asked(&options::env) { self.terminal.ask(for_pictures) } else { Ok(()) }
    }
}
