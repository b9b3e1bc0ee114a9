//! Caught mail in the store: messages are wanted, and their texts kept or removed.

use std::any::Any;

use crate::api::{Call, Request, Resource, emails};
use crate::client::Lane;
use crate::store::lists::mail::message::{FRESH, FullMessage, decode, give_up};
use crate::store::lists::mail::texts::{KeptTexts, id_of, text_of};
use crate::store::lists::mail::{Mail, MailKey};
use crate::store::{Loaded, Store, Want};

impl Store {
    fn download(&self, key: MailKey) -> Option<emails::Download> {
        Some(emails::Download { id: self.mail().row(key)?.id.to_string() })
    }

    /// Want for a whole message.
    pub fn want_message(&self, key: MailKey, lane: Lane) -> Option<Want> {
        let keep = self.session().keeps_mail;
        let want = Want::of(&self.download(key)?, lane);
        Some(Want { decode, apart: Some(give_up), keep, fresh_for: FRESH, ..want })
    }

    /// Whole message, as far as it is known.
    pub fn message(&self, key: MailKey) -> Option<Loaded<'_, FullMessage>> {
        Some(self.answers.loaded(&self.download(key)?.call().key()))
    }
}

impl Store {
    /// Keeps the text of a message in memory and on the disk, if the message itself is kept.
    pub(in crate::store) fn keep_text(&mut self, call: &Call, value: &(dyn Any + Send + Sync)) {
        let full = value.downcast_ref::<FullMessage>().filter(|_| self.session.keeps_mail);
        let Some((full, id)) = full.and_then(|full| Some((full, id_of(call)?))) else { return };
        let text = text_of(&full.message);
        if text.is_empty() || !self.lists.mail.texts.push(&id, &text) {
            return;
        }
        self.lists.mail.version += 1;
        if let Some(disk) = &self.disk {
            disk.put_text(call, id, text);
        }
    }

    /// Takes the texts from the disk.
    pub(in crate::store) fn take_texts(&mut self, mut kept: KeptTexts) {
        for (call, answer) in kept.answers {
            self.lists.mail.absorb(&call, &*answer);
        }
        kept.texts.extend(&self.lists.mail.texts);
        self.lists.mail.texts = kept.texts;
        self.lists.mail.version += 1;
    }
}

impl Store {
    pub fn mail(&self) -> &Mail {
        &self.lists.mail
    }

    /// Removes caught mail from memory and disk. Notes of the user stay.
    pub fn purge_mail(&mut self) {
        self.shown.version += 1;
        self.lists.mail.clear();
        self.answers.forget(Resource::Emails);
        if let Some(disk) = &self.disk {
            disk.purge_mail();
        }
    }
}
