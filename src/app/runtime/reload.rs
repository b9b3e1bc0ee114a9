//! Settings that change while the program runs: the configuration read again, views saved and forgotten.

use std::time::Duration;

use crate::app::config::MarkRead;
use crate::app::views;
use crate::store::SavedView;
use crate::ui::Tone;

use super::turn::Loop;
use super::{options, start};

impl Loop {
    /// `:config reload`.
    pub(super) fn reload_config(&mut self) {
        let at = self.ms();
        self.launch.reload(|name| std::env::var_os(name));
        let config = self.launch.config.clone();
        self.outside.configure(&config);
        self.zone = start::zone(&config);
        if self.shell.is_watching() {
            self.traffic.queries.set_pace(Some(Duration::from_secs(config.poll_seconds)), at);
        }
        if let Err(error) = self.terminal.mouse(config.mouse) {
            tracing::warn!("the mouse could not be switched: {error}");
        }
        if self.shell.current() == Some("inquiries") {
            self.set_mark_read(config.mark_read);
        }
        self.read_views();
        let mut options = options::shell(&self.launch);
        options.line_history = self.shell.line_history().to_vec();
        let wrong = !options.problems.is_empty();
        self.shell.reload(options);
        if !wrong {
            self.shell.toast(
                Tone::Good,
                "The config was read again. Accounts and the log count from the next start.",
                at,
            );
        }
    }

    /// Puts into force when an inquiry counts as read.
    pub(super) fn set_mark_read(&mut self, mark_read: MarkRead) {
        let word = match mark_read {
            MarkRead::OnOpen => "on_open",
            MarkRead::Manual => "manual",
            MarkRead::Preview => "preview",
        };
        let line = format!("inquiries.mark_read {word}");
        let effects = self.with_world(|shell, world| shell.run_line(&line, world));
        self.carry_out(effects);
    }

    /// Reads the saved views.
    pub(super) fn read_views(&mut self) {
        let at = self.ms();
        let (views, problems) = views::load(&self.paths);
        self.store.session_mut().views = views;
        for problem in problems {
            self.shell.toast(Tone::Warn, problem, at);
        }
    }

    /// Keeps a view, or forgets it.
    pub(super) fn save_view(&mut self, screen: &'static str, name: String, line: Option<String>) {
        let at = self.ms();
        if let Err(why) = views::keep(&self.paths, screen, &name, line.as_deref()) {
            self.shell.toast(Tone::Bad, why, at);
            return;
        }
        let views = &mut self.store.session_mut().views;
        let words = if let Some(line) = line {
            let words = format!("The view “{name}” is saved · F shows them");
            views.put(SavedView { screen: screen.to_owned(), name, line });
            words
        } else {
            views.take(screen, &name);
            format!("The view “{name}” is forgotten.")
        };
        self.shell.toast(Tone::Good, words, at);
    }
}
