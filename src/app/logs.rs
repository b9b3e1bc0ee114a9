//! The log file, and what never gets into it.

use std::sync::{Mutex, PoisonError};

use crate::client::Secret;

static KEPT_OUT: Mutex<Vec<Secret>> = Mutex::new(Vec::new());

/// From now on this credential is replaced wherever text leaves through [`scrub`].
pub fn keep_out(secret: &Secret) {
    let mut known = KEPT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.iter().any(|k| k.expose() == secret.expose()) {
        known.push(secret.clone());
    }
}

/// `text` without the credentials known to the program.
pub fn scrub(text: &str) -> String {
    let known = KEPT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().fold(text.to_owned(), |text, secret| secret.scrub(&text).unwrap_or(text))
}
