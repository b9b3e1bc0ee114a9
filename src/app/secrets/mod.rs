//! Where tokens come from and are kept: environment, command, keyring, a private file, in this order.
//!
//! A token is never read from the command line and never printed. Its abilities are not known here. Look first at
//! [`find`], then at `file.rs` for the required permissions.

mod command;
mod file;
mod prompt;
#[cfg(feature = "keyring")]
mod ring;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use thiserror::Error;
use url::Url;

use super::config::{AccountConfig, Words};
use super::paths::Paths;
use crate::client::Secret;

pub use prompt::{Prompted, read_hidden};

/// One of the two credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The token of the parking service.
    Token,
    /// The key of the ads service.
    AdsKey,
}

impl Kind {
    /// The environment variable that holds the credential.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Token => "PARKADE_TOKEN",
            Self::AdsKey => "PARKADE_ADS_KEY",
        }
    }

    /// The name of the credential in the credentials file.
    fn entry(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::AdsKey => "ads_key",
        }
    }

    /// Word for the credential in sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::AdsKey => "ads key",
        }
    }
}

/// Variables no child process may see.
pub const HIDDEN_FROM_CHILDREN: [&str; 2] = ["PARKADE_TOKEN", "PARKADE_ADS_KEY"];

/// Place where a credential was found or is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Environment(&'static str),
    /// Command of the account, by its program's name.
    Command(String),
    Keyring,
    File(PathBuf),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Environment(name) => write!(f, "the environment variable {name}"),
            Self::Command(program) => write!(f, "the command {program}"),
            Self::Keyring => f.write_str("the keyring of this system"),
            Self::File(path) => write!(f, "the file {} (readable by you alone, not encrypted)", path.display()),
        }
    }
}

/// A credential with its origin.
#[derive(Clone, Debug)]
pub struct Found {
    pub secret: Secret,
    pub origin: Origin,
}

/// Reason why a credential that exists cannot be used, as a sentence that says what to do.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct SecretError(pub String);

/// Account for which a credential is looked up.
pub struct Owner<'a> {
    pub account: &'a AccountConfig,
    /// Address that the credential will be sent to. A credential stored for another address is not used.
    pub base_url: &'a Url,
    /// True if the address was given for this run and is not the account's own.
    pub other_address: bool,
}

/// Finds a credential in the order of promise R-40; `Ok(None)` if there is none.
///
/// # Errors
/// When there is one that must not be used: a command that fails, a file others can read, another address.
pub fn find(
    kind: Kind,
    owner: &Owner<'_>,
    paths: &Paths,
    env: impl Fn(&str) -> Option<OsString>,
) -> Result<Option<Found>, SecretError> {
    if let Some(text) = env(kind.variable()).filter(|v| !v.is_empty()) {
        let origin = Origin::Environment(kind.variable());
        let text = text.into_string().map_err(|_| not_a_token(kind, &origin))?;
        return found(kind, text, origin).map(Some);
    }
    if let Some(words) = command_of(kind, owner.account) {
        if owner.other_address {
            return Err(SecretError(format!(
                "The address given for this run is not that of the account {}, so its {} is not sent there. Set {} too.",
                owner.account.name,
                kind.word(),
                kind.variable()
            )));
        }
        let text = command::first_line(words, command::PATIENCE)?;
        return found(kind, text, Origin::Command(words.0[0].clone())).map(Some);
    }
    #[cfg(feature = "keyring")]
    if let Some(text) = ring::read(kind, &owner.account.name, owner.base_url)? {
        return found(kind, text, Origin::Keyring).map(Some);
    }
    let path = paths.credentials_file();
    match file::read(&path, kind, &owner.account.name, owner.base_url)? {
        Some(text) => found(kind, text, Origin::File(path)).map(Some),
        None => Ok(None),
    }
}

/// The command that prints the credential, where the account names one.
pub fn command_of(kind: Kind, account: &AccountConfig) -> Option<&Words> {
    match kind {
        Kind::Token => account.token_command.as_ref(),
        Kind::AdsKey => account.ads_key_command.as_ref(),
    }
}

fn found(kind: Kind, text: String, origin: Origin) -> Result<Found, SecretError> {
    let secret = checked(kind, text, &origin)?;
    super::logs::keep_out(&secret);
    Ok(Found { secret, origin })
}

/// Checks that a text can be sent as a credential in a header.
///
/// # Errors
/// When it is empty or has characters that no token has; the text is not repeated.
pub fn checked(kind: Kind, text: String, origin: &Origin) -> Result<Secret, SecretError> {
    let secret = Secret::new(text);
    let fine = !secret.expose().is_empty() && secret.expose().bytes().all(|b| b.is_ascii_graphic());
    if fine { Ok(secret) } else { Err(not_a_token(kind, origin)) }
}

fn not_a_token(kind: Kind, origin: &Origin) -> SecretError {
    SecretError(format!(
        "What {origin} gives is not a {}: it is empty or holds spaces or signs no token has.",
        kind.word()
    ))
}

/// Place where `login` may keep a credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    Keyring,
    File,
}

/// Place that `login` proposes: the keyring if there is one, else the file.
pub fn proposed_store() -> Store {
    if keyring_answers() { Store::Keyring } else { Store::File }
}

/// True when this build supports keyrings and the system seems to have one.
pub fn keyring_answers() -> bool {
    #[cfg(feature = "keyring")]
    {
        ring::may_exist()
    }
    #[cfg(not(feature = "keyring"))]
    {
        false
    }
}

/// Place where `store` would keep a credential, to be named before it is written.
pub fn destination(store: Store, paths: &Paths) -> Origin {
    match store {
        Store::Keyring => Origin::Keyring,
        Store::File => Origin::File(paths.credentials_file()),
    }
}

/// Keeps a credential.
///
/// # Errors
/// A sentence that says why it was not kept.
pub fn keep(
    store: Store,
    kind: Kind,
    account: &str,
    base_url: &Url,
    secret: &Secret,
    paths: &Paths,
) -> Result<(), SecretError> {
    match store {
        Store::File => file::write(&paths.credentials_file(), kind, account, base_url, Some(secret)).map(drop),
        #[cfg(feature = "keyring")]
        Store::Keyring => ring::write(kind, account, base_url, secret),
        #[cfg(not(feature = "keyring"))]
        Store::Keyring => Err(SecretError(
            "This build has no keyring; take --store file, or a build with the feature keyring.".to_owned(),
        )),
    }
}

/// Places where a credential of the account is kept, for any address. Places that cannot be read are left out.
pub fn stored(kind: Kind, account: &str, paths: &Paths) -> Vec<Origin> {
    let path = paths.credentials_file();
    let mut places = Vec::new();
    #[cfg(feature = "keyring")]
    if ring::holds(kind, account) {
        places.push(Origin::Keyring);
    }
    if file::holds(&path, kind, account).unwrap_or(false) {
        places.push(Origin::File(path));
    }
    places
}

/// Removes the credentials kept for an account; returns the places they were in.
///
/// # Errors
/// A sentence that says what could not be removed.
pub fn forget(kind: Kind, account: &str, paths: &Paths) -> Result<Vec<Origin>, SecretError> {
    let mut gone = Vec::new();
    #[cfg(feature = "keyring")]
    if ring::remove(kind, account)? {
        gone.push(Origin::Keyring);
    }
    let path = paths.credentials_file();
    if path.exists() && file::remove(&path, kind, account)? {
        gone.push(Origin::File(path));
    }
    Ok(gone)
}

/// Moves the credentials of an account to another name.
///
/// # Errors
/// A sentence that says what could not be moved.
pub fn rename(account: &str, to: &str, paths: &Paths) -> Result<(), SecretError> {
    #[cfg(feature = "keyring")]
    for kind in [Kind::Token, Kind::AdsKey] {
        ring::rename(kind, account, to)?;
    }
    file::rename(&paths.credentials_file(), account, to)
}
