//! The desktop the program runs on: clipboard, bell, notifications and the user's editor.

use crate::app::config::{ClipboardWay, Config, Notify, NotifyWay, Words};
use crate::app::external::{self, Copied};
use crate::app::paths::Paths;
use crate::app::terminal;

/// The user's other programs, as the configuration names them.
#[derive(Debug)]
pub struct Desktop {
    clipboard: ClipboardWay,
    /// True if the bell may ring.
    bell: bool,
    notify: Notify,
    /// Program run when inquiries arrive.
    hook: Option<Words>,
    /// The editor set in the configuration.
    editor: Option<Words>,
    /// The editor that has the terminal now.
    pub open_editor: Option<OpenEditor>,
}

/// An editor that has the terminal.
#[derive(Debug)]
pub struct OpenEditor {
    pub command: Words,
    pub process: u32,
}

impl Desktop {
    /// The desktop with these settings.
    pub fn new(config: &Config) -> Self {
        let Config { clipboard, bell, notify, inquiry_command, editor, .. } = config;
        Self {
            clipboard: *clipboard,
            bell: *bell,
            notify: *notify,
            hook: inquiry_command.clone(),
            editor: editor.clone(),
            open_editor: None,
        }
    }

    /// Takes changed settings.
    pub fn configure(&mut self, config: &Config) {
        (self.clipboard, self.bell, self.notify) = (config.clipboard, config.bell, config.notify);
        self.hook.clone_from(&config.inquiry_command);
        self.editor.clone_from(&config.editor);
    }

    /// The words that start the user's editor.
    pub fn editor(&self) -> Words {
        external::editor(self.editor.as_ref(), |name| std::env::var_os(name))
    }

    /// Copies cleaned text for other programs. Returns the way it was copied, or a sentence why not.
    pub fn copy(&self, text: &str, paths: &Paths) -> Result<Copied, String> {
        external::copy(text, self.clipboard, &paths.state, |name| std::env::var_os(name))
    }

    /// Program run when inquiries arrive.
    pub fn hook(&self) -> Option<&Words> {
        self.hook.as_ref()
    }

    /// Tells something by bell and notification, as the configuration asks for. Returns the ways that were used, for a
    /// user who tries them out; none where both are off.
    pub fn tell(&self, words: &str) -> Vec<&'static str> {
        let env = |name: &str| std::env::var_os(name);
        let way = match self.notify {
            Notify::Off => None,
            Notify::Auto => external::notify_way(env),
            Notify::Always(way) => Some(way),
        };
        let mut told = Vec::new();
        if let Some(way) = way {
            match terminal::send(&external::notice(words, way, env)) {
                Ok(()) => told.push(match way {
                    NotifyWay::Osc9 => "a notification (osc9)",
                    NotifyWay::Osc777 => "a notification (osc777)",
                    NotifyWay::Osc99 => "a notification (osc99)",
                }),
                Err(error) => tracing::debug!("the notification could not be sent: {error}"),
            }
        }
        // Multiplexers mark a window only after a bell, so ring one with every notification inside them.
        let within = ["TMUX", "ZELLIJ", "STY"].into_iter().any(|name| env(name).is_some_and(|value| !value.is_empty()));
        let instead = self.notify != Notify::Off && (way.is_none() || within);
        if self.bell || instead {
            match terminal::bell() {
                Ok(()) => told.push("the bell"),
                Err(error) => tracing::debug!("the bell could not be rung: {error}"),
            }
        }
        told
    }
}
