//! Message with its raw form, kept while it is open.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use crate::api::DecodeError;
use crate::mime::{self, Message, Picture};

/// Time for which a message in memory is not read again. Messages never change.
pub(in crate::store) const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

/// Message read from its raw form.
#[derive(Debug)]
pub struct FullMessage {
    pub raw: Arc<[u8]>,
    pub message: Message,
    /// Images of the message, if the program was built to show them.
    pub pictures: Vec<Arc<Picture>>,
}

#[expect(clippy::unnecessary_wraps, reason = "the type of a decoder")]
pub(in crate::store) fn decode(body: &[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError> {
    let message = mime::read(body);
    Ok(Arc::new(FullMessage { raw: body.into(), pictures: mime::pictures(body, &message), message }))
}

pub(in crate::store) fn give_up(body: &[u8], why: &str) -> Arc<dyn Any + Send + Sync> {
    Arc::new(FullMessage { raw: body.into(), message: mime::raw_view(body, why), pictures: Vec::new() })
}
