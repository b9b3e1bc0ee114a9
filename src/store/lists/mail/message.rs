//! A message with its raw form, as long as it is open.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use super::MailKey;
use crate::api::{DecodeError, Request, emails};
use crate::client::Lane;
use crate::mime::{self, Message, Picture};
use crate::store::{Loaded, Store, Want};

/// A message never changes: what is in memory is used as it is.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

/// A message read from its raw form.
#[derive(Debug)]
pub struct FullMessage {
    pub raw: Arc<[u8]>,
    pub message: Message,
    /// Its pictures, where the program was built to show some.
    pub pictures: Vec<Arc<Picture>>,
}

#[expect(clippy::unnecessary_wraps, reason = "the type of a decoder")]
fn decode(body: &[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError> {
    let message = mime::read(body);
    Ok(Arc::new(FullMessage { raw: body.into(), pictures: mime::pictures(body, &message), message }))
}

fn give_up(body: &[u8], why: &str) -> Arc<dyn Any + Send + Sync> {
    Arc::new(FullMessage { raw: body.into(), message: mime::raw_view(body, why), pictures: Vec::new() })
}

impl Store {
    fn download(&self, key: MailKey) -> Option<emails::Download> {
        Some(emails::Download { id: self.mail().row(key)?.id.to_string() })
    }

    /// What asks for a message.
    pub fn want_message(&self, key: MailKey, lane: Lane) -> Option<Want> {
        let keep = self.session().keeps_mail;
        let want = Want::of(&self.download(key)?, lane);
        Some(Want { decode, apart: Some(give_up), keep, fresh_for: FRESH, ..want })
    }

    /// What is known of a message.
    pub fn message(&self, key: MailKey) -> Option<Loaded<'_, FullMessage>> {
        Some(self.queries.loaded(&self.download(key)?.call().key()))
    }
}
