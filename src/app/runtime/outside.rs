//! What the loop asks of the disk and of the desktop: whole inquiries for the preview, and answers an earlier run has kept.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::api::types::Inquiry;
use crate::app::config::{ClipboardWay, Config, Words};
use crate::app::external;
use crate::app::paths::Paths;
use crate::app::terminal;
use crate::base::Id;
use crate::store::{DomainKey, Store, Want};

use super::inbox::{Inbox, Message};

/// What was asked of the disk, so that nothing is asked twice.
#[derive(Debug)]
pub struct Outside {
    clipboard: ClipboardWay,
    /// The bell may ring.
    bell: bool,
    /// The editor set in the configuration.
    editor: Option<Words>,
    /// Where the account's drafts lie.
    drafts: Option<PathBuf>,
    kept: HashSet<String>,
    fulls: Vec<Id<Inquiry>>,
    domains: Vec<DomainKey>,
}

impl Outside {
    /// With the settings that matter here.
    pub fn new(config: &Config, drafts: Option<PathBuf>) -> Self {
        Self {
            clipboard: config.clipboard,
            bell: config.bell,
            editor: config.editor.clone(),
            drafts,
            kept: HashSet::new(),
            fulls: Vec::new(),
            domains: Vec::new(),
        }
    }

    /// Takes changed settings.
    pub fn configure(&mut self, config: &Config) {
        self.clipboard = config.clipboard;
        self.editor.clone_from(&config.editor);
    }

    /// The words that start the user's editor.
    pub fn editor(&self) -> Words {
        external::editor(self.editor.as_ref(), |name| std::env::var_os(name))
    }

    /// The folder of the account's drafts; `None` while there is no account.
    pub fn drafts(&self) -> Option<PathBuf> {
        self.drafts.clone()
    }

    /// Puts cleaned text where the user's other programs find it. How it was done, or why not, as a sentence.
    pub fn copy(&self, text: &str, paths: &Paths) -> Result<String, String> {
        let copied = external::copy(text, self.clipboard, &paths.state, |name| std::env::var_os(name))?;
        Ok(copied.to_string())
    }

    /// Rings the terminal's bell, and nothing else, where the configuration asks for it.
    pub fn bell(&self) {
        if self.bell
            && let Err(error) = terminal::bell()
        {
            tracing::debug!("the bell could not be rung: {error}");
        }
    }

    /// Asks once per run for the answer an earlier run kept: it stands on the screen until the service has answered.
    pub fn ask_kept(&mut self, store: &Store, want: &Want, inbox: &Inbox) {
        let Some(disk) = store.disk() else { return };
        if !self.kept.insert(want.key.clone()) {
            return;
        }
        let (call, decode, inbox) = (want.call.clone(), want.decode, inbox.clone());
        disk.reply(
            want.key.clone(),
            Box::new(move |kept| {
                if let Some((at, body)) = kept
                    && let Ok(Ok(value)) = terminal::isolated(|| decode(&body))
                {
                    inbox.send(Message::Kept { call, at, value });
                }
            }),
        );
    }

    /// Asks for the whole inquiries and domains that are wanted and not in memory.
    pub fn ask_fulls(&mut self, store: &Store, inquiries: Vec<Id<Inquiry>>, domains: Vec<DomainKey>, inbox: &Inbox) {
        let Some(disk) = store.disk() else { return };
        if self.fulls != inquiries {
            self.fulls = inquiries;
            let missing: Vec<Id<Inquiry>> =
                self.fulls.iter().copied().filter(|id| store.inquiries().full(*id).is_none()).collect();
            if !missing.is_empty() {
                let inbox = inbox.clone();
                disk.details(missing, Box::new(move |found| inbox.send(Message::Fulls(found, Vec::new()))));
            }
        }
        if self.domains != domains {
            self.domains = domains;
            let missing: Vec<DomainKey> =
                self.domains.iter().copied().filter(|key| store.domains().full(*key).is_none()).collect();
            if !missing.is_empty() {
                let inbox = inbox.clone();
                disk.full_domains(missing, Box::new(move |found| inbox.send(Message::Fulls(Vec::new(), found))));
            }
        }
    }
}
