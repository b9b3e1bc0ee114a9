//! Tokens in a file of mode 0600, in a folder that nobody else can write to. Both must be owned by the user, or the
//! file is refused.

use std::io::{self, Read};
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, value};
use url::Url;

use super::{Kind, SecretError};
use crate::app::paths;
use crate::base::{Links, open_plain, private_folder, reason};
use crate::client::Secret;

/// The credential of an account, if the file has one.
///
/// # Errors
/// When others could read or change the file, when it is not TOML, or when it was stored for another address.
pub fn read(path: &Path, kind: Kind, account: &str, base_url: &Url) -> Result<Option<String>, SecretError> {
    let Some(document) = open(path)? else { return Ok(None) };
    let Some(table) = document.get(account).and_then(Item::as_table_like) else { return Ok(None) };
    let Some(text) = table.get(kind.entry()).and_then(Item::as_str) else { return Ok(None) };
    let stored_for = table.get("base_url").and_then(Item::as_str).unwrap_or("");
    if stored_for != base_url.as_str() {
        return Err(SecretError(format!(
            "The {} of the account {account} was stored for another address and is not sent to this one. Run `parkade login` again.",
            kind.word()
        )));
    }
    Ok(Some(text.to_owned()))
}

/// Writes a credential, or removes it if `None`; the rest of the file stays. True when something changed.
///
/// # Errors
/// As [`read`], and those of the file system.
pub fn write(
    path: &Path,
    kind: Kind,
    account: &str,
    base_url: &Url,
    secret: Option<&Secret>,
) -> Result<bool, SecretError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    private_folder(folder).map_err(|e| cannot("made", folder, &e))?;
    own(folder)?;
    let mut document = open(path)?.unwrap_or_default();
    let table = document.entry(account).or_insert_with(|| Item::Table(Table::new()));
    let Some(table) = table.as_table_like_mut() else {
        return Err(SecretError(format!("{account} is not a table in {}.", path.display())));
    };
    let changed = match secret {
        Some(secret) => {
            if table.get("base_url").and_then(Item::as_str) != Some(base_url.as_str()) {
                // The account's other credential was stored for the old address, so drop it, too.
                table.clear();
            }
            table.insert("base_url", value(base_url.as_str()));
            table.insert(kind.entry(), value(secret.expose()));
            true
        }
        None => table.remove(kind.entry()).is_some(),
    };
    if !table.iter().any(|(key, _)| key != "base_url") {
        document.remove(account);
    }
    paths::write_private(path, document.to_string().as_bytes()).map_err(|e| cannot("written", path, &e))?;
    Ok(changed)
}

/// True when the file has a credential of the account.
///
/// # Errors
/// As [`read`].
pub fn holds(path: &Path, kind: Kind, account: &str) -> Result<bool, SecretError> {
    Ok(open(path)?.is_some_and(|document| {
        document.get(account).and_then(Item::as_table_like).is_some_and(|table| table.contains_key(kind.entry()))
    }))
}

/// Removes a credential. True when there was one.
///
/// # Errors
/// As [`write()`].
pub fn remove(path: &Path, kind: Kind, account: &str) -> Result<bool, SecretError> {
    if !holds(path, kind, account)? {
        return Ok(false);
    }
    // The address does not matter for removing.
    let nowhere = Url::parse("https://localhost").map_err(|e| SecretError(e.to_string()))?;
    write(path, kind, account, &nowhere, None)
}

/// Moves the credentials of an account to another name; does nothing if it has none.
///
/// # Errors
/// As [`write()`].
pub fn rename(path: &Path, account: &str, to: &str) -> Result<(), SecretError> {
    let Some(mut document) = open(path)? else { return Ok(()) };
    let Some(table) = document.remove(account) else { return Ok(()) };
    document.insert(to, table);
    paths::write_private(path, document.to_string().as_bytes()).map_err(|e| cannot("written", path, &e))
}

fn open(path: &Path) -> Result<Option<DocumentMut>, SecretError> {
    let mut file = match open_plain(path, Links::Follow) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(cannot("read", path, &e)),
    };
    // Check the permissions of the opened file, because another file may have the name a moment later.
    private(path, 0o077, "600", &rustix::fs::fstat(&file).map_err(|e| cannot("looked at", path, &e.into()))?)?;
    if let Some(folder) = path.parent() {
        own(folder)?;
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(|e| cannot("read", path, &e))?;
    match text.parse() {
        Ok(document) => Ok(Some(document)),
        // The parser's own message would show the line, which has a token.
        Err(_) => Err(SecretError(format!("{} is not valid TOML. Repair or remove it.", path.display()))),
    }
}

/// Checks that others cannot change the folder; they may list it.
fn own(folder: &Path) -> Result<(), SecretError> {
    let found = rustix::fs::stat(folder).map_err(|e| cannot("looked at", folder, &e.into()))?;
    private(folder, 0o022, "go-w", &found)
}

fn private(path: &Path, refused: u32, mend: &str, found: &rustix::fs::Stat) -> Result<(), SecretError> {
    let path = path.display();
    if found.st_uid != rustix::process::geteuid().as_raw() {
        return Err(SecretError(format!("{path} belongs to another user; no token is saved or read there.")));
    }
    if found.st_mode & refused != 0 {
        return Err(SecretError(format!(
            "{path} is open to others (mode {:o}); no token is saved or read there. Run: chmod {mend} '{path}'",
            found.st_mode & 0o777
        )));
    }
    Ok(())
}

fn cannot(what: &str, path: &Path, e: &io::Error) -> SecretError {
    SecretError(format!("{} cannot be {what}: {}.", path.display(), reason(e)))
}
