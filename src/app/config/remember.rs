//! An account written into config.toml: comments, order and everything else in it stay as they are.

use std::io;

use toml_edit::{DocumentMut, Item, value};

use crate::app::Account;
use crate::app::paths::{Paths, write_private};
use crate::base::{Links, reason, text_plain};

/// Writes the account's address into config.toml; comments and everything else stay as they are.
///
/// # Errors
/// A sentence that says what was not written.
pub fn remember(paths: &Paths, account: &Account) -> Result<(), String> {
    let file = paths.config_file();
    let text = match text_plain(&file, super::LARGEST, Links::Follow) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => super::DEFAULT.to_owned(),
        Err(e) => return Err(format!("{} cannot be read: {}.", file.display(), reason(&e))),
    };
    let text = with_account(&text, account)
        .map_err(|why| format!("The token is kept, but {} was not changed: {why}", file.display()))?;
    if let Some(text) = text {
        write_private(&file, text.as_bytes())
            .map_err(|e| format!("{} cannot be written: {}.", file.display(), reason(&e)))?;
    }
    Ok(())
}

/// `text` with the account in it; `None` when nothing changes.
fn with_account(text: &str, account: &Account) -> Result<Option<String>, String> {
    let mut document: DocumentMut =
        text.parse().map_err(|_| "it is not valid TOML; see `parkade config check`.".to_owned())?;
    let accounts = document.get_mut("accounts");
    let own = accounts.and_then(Item::as_table_like_mut).and_then(|accounts| accounts.get_mut(&account.name));
    let Some(own) = own else { return appended(text, account).map(Some) };
    let own = own.as_table_like_mut().ok_or_else(|| format!("accounts.{} is not a table there.", account.name))?;
    let mut changed = false;
    for (key, text) in entries(account) {
        if own.get(key).and_then(Item::as_str) != Some(text.as_str()) {
            own.insert(key, value(text));
            changed = true;
        }
    }
    Ok(changed.then(|| document.to_string()))
}

/// A new account stands at the end, behind the comments (an editor of TOML would put it in front of the last ones).
fn appended(text: &str, account: &Account) -> Result<String, String> {
    let mut table = DocumentMut::new();
    for (key, text) in entries(account) {
        table.insert(key, value(text));
    }
    let gap = if text.trim().is_empty() { "" } else { "\n" };
    let text = format!("{}\n{gap}[accounts.{}]\n{table}", text.trim_end(), account.name);
    match text.parse::<DocumentMut>() {
        Ok(_) => Ok(text),
        Err(_) => Err("accounts is not a table there.".to_owned()),
    }
}

fn entries(account: &Account) -> Vec<(&'static str, String)> {
    let ca_file = account.ca_file.as_ref().map(|path| ("ca_file", path.display().to_string()));
    [("base_url", account.base_url.to_string())].into_iter().chain(ca_file).collect()
}

#[cfg(test)]
mod tests;
