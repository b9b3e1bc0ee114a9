//! An account or a setting written into config.toml: comments, order and everything else in it stay as they are.

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
    rewrite(paths, |text| with_account(text, account)).map_err(|why| match why {
        Why::File(why) => why,
        Why::Text(why) => format!("The token is kept, but {} was not changed: {why}", paths.config_file().display()),
    })
}

/// Writes a setting into config.toml: into the account's table where that has it otherwise, else at the top.
///
/// # Errors
/// A sentence that says why it was not written.
pub fn remember_setting(paths: &Paths, account: Option<&str>, key: &str, to: &str) -> Result<(), String> {
    rewrite(paths, |text| with_setting(text, account, key, to)).map_err(|why| match why {
        Why::File(why) => why,
        Why::Text(why) => format!("{}: {why}", paths.config_file().display()),
    })
}

/// Removes an account from config.toml, and the line that makes it the default one.
///
/// # Errors
/// A sentence that says why it was not removed.
pub fn forget(paths: &Paths, account: &str) -> Result<(), String> {
    rewrite(paths, |text| without_account(text, account)).map_err(|why| match why {
        Why::File(why) => why,
        Why::Text(why) => format!("{}: {why}", paths.config_file().display()),
    })
}

/// Why the file was not changed: it could not be read or written, or what it holds cannot be changed.
enum Why {
    File(String),
    Text(String),
}

/// Replaces config.toml with what `change` makes of it; nothing is written where that gives `None`.
fn rewrite(paths: &Paths, change: impl Fn(&str) -> Result<Option<String>, String>) -> Result<(), Why> {
    let file = paths.config_file();
    let text = match text_plain(&file, super::LARGEST, Links::Follow) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => super::DEFAULT.to_owned(),
        Err(e) => return Err(Why::File(format!("{} cannot be read: {}.", file.display(), reason(&e)))),
    };
    if let Some(text) = change(&text).map_err(Why::Text)? {
        write_private(&file, text.as_bytes())
            .map_err(|e| Why::File(format!("{} cannot be written: {}.", file.display(), reason(&e))))?;
    }
    Ok(())
}

fn document(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|_| "it is not valid TOML; see `parkade config check`.".to_owned())
}

/// A setting as the file has it: a switch without quotes.
fn item(word: &str) -> Item {
    word.parse::<bool>().map_or_else(|_| value(word), value)
}

/// `text` with the setting in it; `None` when nothing changes.
fn with_setting(text: &str, account: Option<&str>, key: &str, to: &str) -> Result<Option<String>, String> {
    let mut document = document(text)?;
    let accounts = document.get_mut("accounts").and_then(Item::as_table_like_mut);
    let own = account.and_then(|name| accounts?.get_mut(name)).and_then(Item::as_table_like_mut);
    let own = own.and_then(|own| own.get_mut(key));
    let place = match own {
        Some(own) => Some(own),
        None => document.get_mut(key),
    };
    let Some(place) = place else {
        let line = format!("{key} = {}", item(to).to_string().trim());
        let commented = format!("# {key} = ");
        let mut lines: Vec<&str> = text.lines().collect();
        let top = lines.iter().position(|line| line.starts_with('[')).unwrap_or(lines.len());
        match lines[..top].iter().position(|line| line.starts_with(&commented)) {
            Some(at) => lines[at] = &line,
            None => lines.insert(0, &line),
        }
        return Ok(Some(lines.join("\n") + "\n"));
    };
    if place.as_str() == Some(to) {
        return Ok(None);
    }
    let decor = place.as_value().map(|old| old.decor().clone());
    *place = item(to);
    if let (Some(new), Some(decor)) = (place.as_value_mut(), decor) {
        *new.decor_mut() = decor;
    }
    Ok(Some(document.to_string()))
}

/// `text` with the account in it; `None` when nothing changes.
fn with_account(text: &str, account: &Account) -> Result<Option<String>, String> {
    let mut document = document(text)?;
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

/// `text` without the account; `None` when it is not there.
fn without_account(text: &str, account: &str) -> Result<Option<String>, String> {
    let mut document = document(text)?;
    let accounts = document.get_mut("accounts").and_then(Item::as_table_like_mut);
    if accounts.and_then(|accounts| accounts.remove(account)).is_none() {
        return Ok(None);
    }
    if document.get("default_account").and_then(Item::as_str) == Some(account) {
        document.remove("default_account");
    }
    Ok(Some(document.to_string()))
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
