//! Addresses given to the browser and the mail program. The loop does not wait for them: [`Message::Opened`] says how it
//! went, and only then does the user read that something was opened.

use std::process::Command;

use crate::api::types::Inquiry;
use crate::app::external;
use crate::base::Id;
use crate::ui::{DEMO, News, Tone};

use super::inbox::Message;
use super::turn::Loop;

/// What was given to a helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A web address.
    Page(String),
    /// The reply to an inquiry, as a message in a file.
    Mail(Id<Inquiry>),
    /// News, to the user's hook; whether that was asked for to try it out.
    Hook { tried: bool },
}

impl Loop {
    /// Opens a web address in the browser.
    pub(super) fn open_url(&mut self, address: &str) {
        match external::web_address(address) {
            Ok(url) => {
                let helpers = external::browser(&url, |name| std::env::var_os(name));
                self.open(Opening::Page(url.into()), helpers);
            }
            Err(why) => {
                let at = self.ms();
                self.shell.toast(Tone::Bad, why, at);
            }
        }
    }

    /// Tells of news by bell, notification and hook. The demo's are invented and go to no program.
    pub(super) fn tell(&mut self, news: &News) {
        let (at, tried) = (self.ms(), news.is_test());
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
            self.shell.toast(if told.is_empty() { Tone::Warn } else { Tone::Info }, words, at);
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

    fn is_demo(&self) -> bool {
        self.session.service.as_ref().is_some_and(|service| service.account.name == DEMO)
    }

    /// Gives something to the first of these helpers that there is.
    pub(super) fn open(&mut self, what: Opening, helpers: Vec<Command>) {
        let (given, inbox) = (what.clone(), self.session.inbox.clone());
        let started = external::open(helpers, move |result| inbox.send(Message::Opened { what: given, result }));
        if started.is_err() {
            self.opened(what, started);
        }
    }

    /// A helper has opened the address, or has failed.
    pub(super) fn opened(&mut self, what: Opening, result: Result<(), String>) {
        let at = self.ms();
        match (what, result) {
            (Opening::Page(address), Ok(())) => self.shell.toast(Tone::Good, format!("Opened {address}"), at),
            (Opening::Page(address), Err(why)) => {
                let text = format!("The browser could not be opened ({why}). Address: {address} · y copies it");
                self.shell.toast(Tone::Bad, text, at);
            }
            (Opening::Hook { tried: true }, Ok(())) => {
                self.shell.toast(Tone::Good, "inquiry_command ended well.", at);
            }
            (Opening::Hook { .. }, Ok(())) => {}
            (Opening::Hook { .. }, Err(why)) => {
                let text = format!("inquiry_command was not told of it: {why} · :notify test tries it again");
                self.shell.toast(Tone::Warn, text, at);
            }
            (Opening::Mail(inquiry), result) => {
                let text = match &result {
                    Ok(()) => "Opened in your mail program. Sent?".to_owned(),
                    Err(why) => format!("No mail program opened ({why}) · the draft is kept"),
                };
                // Another reply may have been begun meanwhile.
                let next =
                    self.session.reply.as_ref().filter(|reply| reply.inquiry() == inquiry).map(|reply| match result {
                        Ok(()) => reply.done(&text),
                        Err(_) => reply.not_mailed(&text),
                    });
                match next {
                    Some(next) => self.reply_next(next),
                    None if result.is_err() => self.shell.toast(Tone::Bad, text, at),
                    None => {}
                }
            }
        }
    }
}
