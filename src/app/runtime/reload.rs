//! Settings that change while the program runs: the config read again, single settings, saved views.

use std::time::Duration;

use toml_edit::Value;

use crate::app::config::{Notify, remember_setting};
use crate::app::views;
use crate::base::capital;
use crate::store::SavedView;
use crate::ui::Tone;
use crate::ui::text::counted;

use super::state::Loop;
use super::{options, start};

impl Loop {
    /// Runs `:config reload`.
    pub(super) fn reload_config(&mut self) {
        let at = self.ms();
        self.launch.reload(|name| std::env::var_os(name));
        self.apply_settings();
        if self.shell.is_watching() {
            let pace = Duration::from_secs(self.launch.config.poll_seconds);
            self.session.traffic.queries.set_pace(Some(pace), at);
        }
        self.read_views();
        let mut options = options::shell(&self.launch);
        options.line_history = self.shell.line_history().to_vec();
        let wrong = options.problems.len() as u64;
        self.shell.reload(options);
        self.arrange_pictures();
        if wrong == 0 {
            self.say(Tone::Good, "Config reloaded. Address, token and log changes need a restart.");
        } else {
            let wrong = counted(wrong, "problem", "problems");
            self.say(Tone::Bad, format!("Config reloaded except for {wrong} · :config shows them"));
        }
    }

    /// Writes a setting that was just chosen to the config. After a change of theme the terminal is asked for its
    /// background again.
    pub(super) fn keep_setting(&mut self, key: &'static str, word: &str) {
        self.keep(key, word, word);
        if key == "my_name" {
            self.launch.config.my_name = Some(word.to_owned());
        }
        if key == "notify" {
            self.launch.config.notify = if word == "off" { Notify::Off } else { Notify::Auto };
            self.desktop.configure(&self.launch.config);
        }
        if key == "theme" {
            // A terminal that cannot be written to is noticed by the next frame.
            let _ = self.ask_terminal();
        }
    }

    /// Writes a switch that was just set to the config.
    pub(super) fn keep_switch(&mut self, key: &'static str, on: bool) {
        self.keep(key, if on { "on" } else { "off" }, on);
        if key == "mouse" {
            self.launch.config.mouse = on;
            self.switch_mouse();
        }
    }

    /// Writes a setting to the config, and reports it.
    fn keep(&mut self, key: &'static str, shown: &str, to: impl Into<Value>) {
        let name = capital(&key.replace('_', " "));
        let account = self.launch.account.as_ref().map(|account| account.name.clone());
        let (tone, words) = match remember_setting(&self.launch.paths, account.as_deref(), key, to) {
            Ok(()) => (Tone::Good, format!("{name} {shown} · saved in config.toml")),
            Err(why) => (Tone::Warn, format!("{name} {shown} until you quit · not saved: {why}")),
        };
        self.say(tone, words);
    }

    /// Applies the settings of the desktop: editor, clipboard, bell, time zone, mouse.
    pub(super) fn apply_settings(&mut self) {
        self.desktop.configure(&self.launch.config);
        self.session.store.session_mut().keeps_mail = self.launch.config.keep_mail;
        self.clocks.zone = start::zone(&self.launch.config);
        self.switch_mouse();
    }

    fn switch_mouse(&self) {
        if let Err(error) = self.terminal.mouse(self.launch.config.mouse) {
            tracing::warn!("the mouse could not be switched: {error}");
        }
    }

    /// Reads the saved views.
    pub(super) fn read_views(&mut self) {
        let (views, problems) = views::load(&self.launch.paths);
        self.session.store.session_mut().views = views;
        for problem in problems {
            self.say(Tone::Warn, problem);
        }
    }

    /// Keeps a view, or forgets it.
    pub(super) fn save_view(&mut self, screen: &'static str, name: String, line: Option<String>) {
        if let Err(why) = views::keep(&self.launch.paths, screen, &name, line.as_deref()) {
            self.say(Tone::Bad, why);
            return;
        }
        let views = &mut self.session.store.session_mut().views;
        let words = if let Some(line) = line {
            let words = format!("View “{name}” saved · F shows views");
            views.put(SavedView { screen: screen.to_owned(), name, line });
            words
        } else {
            views.take(screen, &name);
            format!("View “{name}” deleted.")
        };
        self.say(Tone::Good, words);
    }
}
