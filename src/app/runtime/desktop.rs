//! The desktop the program runs on: clipboard, bell and the user's editor.

use crate::app::config::{ClipboardWay, Config, Words};
use crate::app::external::{self, Copied};
use crate::app::paths::Paths;
use crate::app::terminal;

use super::editing::OpenEditor;

/// The user's other programs, as the configuration names them.
#[derive(Debug)]
pub struct Desktop {
    clipboard: ClipboardWay,
    /// The bell may ring.
    bell: bool,
    /// The editor set in the configuration.
    editor: Option<Words>,
    /// The editor that has the terminal now.
    pub open_editor: Option<OpenEditor>,
}

impl Desktop {
    /// The desktop with these settings.
    pub fn new(config: &Config) -> Self {
        let Config { clipboard, bell, editor, .. } = config;
        Self { clipboard: *clipboard, bell: *bell, editor: editor.clone(), open_editor: None }
    }

    /// Takes changed settings.
    pub fn configure(&mut self, config: &Config) {
        (self.clipboard, self.bell) = (config.clipboard, config.bell);
        self.editor.clone_from(&config.editor);
    }

    /// The words that start the user's editor.
    pub fn editor(&self) -> Words {
        external::editor(self.editor.as_ref(), |name| std::env::var_os(name))
    }

    /// Puts cleaned text where the user's other programs find it. How it was done, or a sentence why not.
    pub fn copy(&self, text: &str, paths: &Paths) -> Result<Copied, String> {
        external::copy(text, self.clipboard, &paths.state, |name| std::env::var_os(name))
    }

    /// Rings the terminal's bell, and nothing else, where the configuration asks for it.
    pub fn bell(&self) {
        if self.bell
            && let Err(error) = terminal::bell()
        {
            tracing::debug!("the bell could not be rung: {error}");
        }
    }
}
