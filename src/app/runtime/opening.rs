//! Opening addresses in the browser and the mail program. The loop does not wait: [`Message::Opened`] brings the
//! result, and only then the user reads that something was opened.

use std::path::Path;
use std::process::Command;

use url::Url;

use crate::app::config::split;
use crate::app::external;
use crate::app::files::shown;
use crate::base::clean_line;
use crate::ui::{DEMO, DUE, News, Program, Role, SaveTo, Sheet, Tone, place, text};

use super::brought::{Opening, Saved};
use super::inbox::Message;
use super::saving::Begun;
use super::state::Loop;

impl Loop {
    /// Opens a web address in the browser.
    pub(super) fn open_url(&mut self, address: &str) {
        match external::web_address(address) {
            Ok(url) => {
                let helpers = external::browser(&url, |name| std::env::var_os(name));
                self.open(Opening::Page(url.into()), helpers);
            }
            Err(why) => {
                self.say(Tone::Bad, why);
            }
        }
    }

    /// Gives a saved file to another program.
    pub(super) fn hand_over(&mut self, program: Program, path: &Path) {
        match (program, Url::from_file_path(path)) {
            (Program::OfFile, _) => {
                let name = path.file_name().map(|name| clean_line(&name.to_string_lossy()).into_owned());
                self.open(Opening::File(name.unwrap_or_default()), external::file_program(path));
            }
            (Program::Browser, Ok(address)) => {
                let helpers = external::browser(&address, |name| std::env::var_os(name));
                self.open(Opening::HtmlOfMail, helpers);
            }
            (Program::Browser, Err(())) => tracing::error!("the cache has a path that is not absolute"),
        }
    }

    /// Handles the end of a saving: the file, or why there is none.
    pub(super) fn saved(&mut self, number: u64, ended: Saved) {
        let Some(Begun { what, to, part }) = self.session.saving.ended(number) else { return };
        match ended {
            Ok((path, _)) if let SaveTo::Handed(program) = to => self.hand_over(program, &path),
            Ok((path, _)) if to == SaveTo::Shown => {
                let table = place::Place::Table(path, what);
                let effects = self.with_world(|shell, world| shell.go(table, world));
                self.carry_out(effects);
            }
            Ok((path, bytes)) => {
                let saved = format!("Saved as {} · {}", shown(&path), text::bytes(bytes));
                match part {
                    Some(part) => self.say(Tone::Warn, format!("{saved}. Only a part: {part}")),
                    None => self.say(Tone::Good, saved),
                }
            }
            // The reason comes before the subject, so that it can be read on a narrow screen.
            Err(why) => self.say(Tone::Warn, format!("Not saved: {why} ({what})")),
        }
    }

    /// Runs a user's command with `input` on its standard input.
    pub(super) fn pipe(&mut self, line: &str, input: &[u8]) {
        let Some(words) = split(line).filter(|words| words.first().is_some_and(|program| !program.is_empty())) else {
            return self.piped(Err("it has an open quote, or names no program".to_owned()));
        };
        let inbox = self.session.inbox.clone();
        let started = external::pipe(words, input.to_vec(), move |result| inbox.send(Message::Piped(result)));
        if let Err(why) = started {
            self.piped(Err(why));
        }
    }

    /// Shows the output of a user's command, or why it failed.
    pub(super) fn piped(&mut self, result: Result<(String, String), String>) {
        match result {
            Ok((name, said)) if said.is_empty() => self.say(Tone::Good, format!("{name} ended well.")),
            Ok((name, said)) => {
                let lines = said.lines().map(|line| (Role::Text, line.to_owned())).collect();
                let sheet = Sheet { title: format!("What {name} said"), lines };
                self.shell.show_sheet(sheet);
                self.drawing.dirty = true;
                self.unprompted();
            }
            Err(why) => self.say(Tone::Bad, format!("The command failed: {why}.")),
        }
    }

    /// Announces new inquiries by bell, notification and hook. The demo's inquiries are made up, so they go to no
    /// program.
    pub(super) fn tell(&mut self, news: &News) {
        let tried = news.is_test();
        let told = self.desktop.tell(&news.words);
        let hook = self.desktop.hook().filter(|_| !self.is_demo()).cloned();
        if tried {
            let hook = hook.as_ref().map(|_| "inquiry_command");
            let told: Vec<&str> = told.into_iter().chain(hook).collect();
            let words = match told.split_last() {
                None => "Nothing is on: :notify on, bell or inquiry_command in config.toml.".to_owned(),
                Some((last, [])) => format!("Sent by {last}."),
                Some((last, others)) => format!("Sent by {} and {last}.", others.join(", ")),
            };
            self.say(if told.is_empty() { Tone::Warn } else { Tone::Info }, words);
        }
        let Some(hook) = hook else { return };
        let input = serde_json::to_vec(news).unwrap_or_default();
        let (what, inbox) = (Opening::Hook { tried }, self.session.inbox.clone());
        let started = external::hook(&hook, input, move |result| {
            inbox.send(Message::Opened { what: Opening::Hook { tried }, result });
        });
        if started.is_err() {
            self.opened(what, started);
        }
    }

    /// Announces ended snoozes and due reminders. The hook gets only those that became due just now.
    pub(super) fn ring(&mut self, said: Vec<String>) {
        for said in said {
            self.say_news(Tone::Info, said);
        }
        match self.session.store.take_rung() {
            rung if rung.is_empty() => _ = self.desktop.tell(DUE),
            rung => self.tell(&News::reminders(rung)),
        }
    }

    fn is_demo(&self) -> bool {
        self.session.service.as_ref().is_some_and(|service| service.account.name == DEMO)
    }

    /// Opens `what` with the first of `helpers` that exists.
    pub(super) fn open(&mut self, what: Opening, helpers: Vec<Command>) {
        let (given, inbox) = (what.clone(), self.session.inbox.clone());
        let started = external::open(helpers, move |result| inbox.send(Message::Opened { what: given, result }));
        if started.is_err() {
            self.opened(what, started);
        }
    }

    /// Handles the result of a helper: it has opened the address, or has failed.
    pub(super) fn opened(&mut self, what: Opening, result: Result<(), String>) {
        match (what, result) {
            (Opening::Page(address), Ok(())) => self.say(Tone::Good, format!("Opened {address}")),
            (Opening::Page(address), Err(why)) => {
                let text = format!("The browser could not be opened ({why}). Address: {address} · y copies it");
                self.say(Tone::Bad, text);
            }
            (Opening::File(name), Ok(())) => self.say(Tone::Good, format!("Opened {name}")),
            (Opening::HtmlOfMail, Ok(())) => {
                self.say(Tone::Good, "Opened in your browser, without pictures and links.");
            }
            (Opening::File(name), Err(why)) => {
                self.say(Tone::Bad, format!("Not opened: {name} ({why}) · a saves it"));
            }
            (Opening::HtmlOfMail, Err(why)) => {
                let next = "Set the variable BROWSER to its command, or press S to save the message.";
                self.say(Tone::Bad, format!("The browser could not be opened ({why}). {next}"));
            }
            (Opening::Hook { tried: true }, Ok(())) => {
                self.say(Tone::Good, "inquiry_command ended well.");
            }
            (Opening::Hook { .. }, Ok(())) => {}
            (Opening::Hook { .. }, Err(why)) => {
                let text = format!("inquiry_command was not told of it: {why} · :notify test tries it again");
                self.say(Tone::Warn, text);
            }
            (Opening::Mail(inquiry), result) => {
                let text = match &result {
                    Ok(()) => "Opened in your mail program. Sent?".to_owned(),
                    Err(why) => format!("No mail program opened ({why}) · the draft is kept"),
                };
                // Another reply may have been started meanwhile.
                let next =
                    self.session.reply.as_ref().filter(|reply| reply.inquiry() == inquiry).map(|reply| match result {
                        Ok(()) => reply.done(&text),
                        Err(_) => reply.not_mailed(&text),
                    });
                match next {
                    Some(next) => self.reply_next(next),
                    None if result.is_err() => self.say(Tone::Bad, text),
                    None => {}
                }
            }
        }
    }
}
