//! The keyring of the operating system.
//!
//! A call may hang for ever (on a session bus that never answers), so each is made on a thread of its own, which is
//! abandoned if no answer comes in time.

use std::sync::mpsc;
use std::time::Duration;

use keyring::{Entry, Error};
use url::Url;

use super::{Kind, SecretError};
use crate::client::Secret;

/// Time a call may take, long enough to unlock a keyring that asks for its password.
const PATIENCE: Duration = Duration::from_secs(30);
const SERVICE: &str = "parkade";

/// False if there is no session bus, so that the keyring is not called.
pub fn may_exist() -> bool {
    if cfg!(target_os = "macos") {
        return true;
    }
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    set("DBUS_SESSION_BUS_ADDRESS").is_some()
        || set("XDG_RUNTIME_DIR").is_some_and(|dir| std::path::Path::new(&dir).join("bus").exists())
}

/// Credential of an account. An entry has the address on its first line and the credential on the second, so that
/// neither is used without the other.
pub fn read(kind: Kind, account: &str, base_url: &Url) -> Result<Option<String>, SecretError> {
    if !may_exist() {
        return Ok(None);
    }
    let text = match ask(kind, account, |entry| entry.get_password()) {
        Ok(Some(text)) => text,
        // Without an answer, the next place is tried; `login` reports the reason.
        Ok(None) | Err(_) => return Ok(None),
    };
    match text.split_once('\n') {
        Some((address, secret)) if address == base_url.as_str() => Ok(Some(secret.to_owned())),
        _ => Err(SecretError(format!(
            "The {} of the account {account} was stored for another address and is not sent to this one. Run `parkade login` again.",
            kind.word()
        ))),
    }
}

pub fn write(kind: Kind, account: &str, base_url: &Url, secret: &Secret) -> Result<(), SecretError> {
    let text = format!("{base_url}\n{}", secret.expose());
    ask(kind, account, move |entry| entry.set_password(&text)).map(drop)
}

/// True when the account has an entry; false if the keyring does not answer.
pub fn holds(kind: Kind, account: &str) -> bool {
    may_exist() && matches!(ask(kind, account, |entry| entry.get_password()), Ok(Some(_)))
}

/// Removes an entry; true when there was one.
pub fn remove(kind: Kind, account: &str) -> Result<bool, SecretError> {
    if !may_exist() {
        return Ok(false);
    }
    ask(kind, account, |entry| entry.delete_credential()).map(|done| done.is_some())
}

/// Moves an entry to another name, with the address it is for; does nothing if there is none.
pub fn rename(kind: Kind, account: &str, to: &str) -> Result<(), SecretError> {
    if !may_exist() {
        return Ok(());
    }
    let Some(text) = ask(kind, account, |entry| entry.get_password())? else { return Ok(()) };
    ask(kind, to, move |entry| entry.set_password(&text))?;
    remove(kind, account).map(drop)
}

/// Makes a call to the keyring; `None` if there is no such entry.
fn ask<T: Send + 'static>(
    kind: Kind,
    account: &str,
    question: impl FnOnce(&Entry) -> Result<T, Error> + Send + 'static,
) -> Result<Option<T>, SecretError> {
    let user = format!("{account} {}", kind.entry());
    let (tx, rx) = mpsc::channel();
    let work = move || {
        let _ = tx.send(Entry::new(SERVICE, &user).and_then(|entry| question(&entry)));
    };
    std::thread::Builder::new()
        .name("keyring".into())
        .spawn(work)
        .map_err(|e| SecretError(format!("The keyring cannot be used: {e}.")))?;
    match rx.recv_timeout(PATIENCE) {
        Ok(Ok(answer)) => Ok(Some(answer)),
        Ok(Err(Error::NoEntry)) => Ok(None),
        Ok(Err(e)) => Err(SecretError(format!(
            "The keyring refused: {}. Use --store file.",
            crate::base::clean_line(&e.to_string())
        ))),
        Err(_) => Err(SecretError("The keyring does not answer. Use --store file.".to_owned())),
    }
}
