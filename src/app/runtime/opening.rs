//! Addresses given to the browser and the mail program. The loop does not wait for them: [`Message::Opened`] says how it
//! went, and only then does the user read that something was opened.

use std::process::Command;

use crate::api::types::Inquiry;
use crate::app::external;
use crate::base::Id;
use crate::ui::Tone;

use super::inbox::Message;
use super::turn::Loop;

/// What was given to a helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A web address.
    Page(String),
    /// The reply to an inquiry, as a message in a file.
    Mail(Id<Inquiry>),
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
