//! Writes an account or a setting into config.toml; comments, order and everything else in it stay as they are. Look
//! first at `rewrite`, which every function here goes through.

use toml_edit::{DocumentMut, Item, Value, value};

use crate::app::Account;
use crate::app::paths::{Paths, write_private};
use crate::base::reason;

/// Writes the account's address into config.toml; comments and everything else stay as they are.
///
/// # Errors
/// A sentence that says what was not written.
pub fn remember(paths: &Paths, account: &Account) -> Result<(), String> {
    let not = |file: &str| format!("The token is kept, but {file} was not changed");
    rewrite(paths, not, |text| with_account(text, account))
}

/// Writes a setting into config.toml: into the account's table if that overrides it, else at the top.
///
/// # Errors
/// A sentence that says why it was not written.
pub fn remember_setting(paths: &Paths, account: Option<&str>, key: &str, to: impl Into<Value>) -> Result<(), String> {
    let to = to.into();
    rewrite(paths, str::to_owned, |text| with_setting(text, account, key, &to))
}

/// Removes an account from config.toml, and the line that makes it the default one.
///
/// # Errors
/// A sentence that says why it was not removed.
pub fn forget(paths: &Paths, account: &str) -> Result<(), String> {
    rewrite(paths, str::to_owned, |text| without_account(text, account))
}

/// Renames an account: its table, and `default_account` where that names it.
///
/// # Errors
/// A sentence that says why not.
pub fn rename(paths: &Paths, account: &str, to: &str) -> Result<(), String> {
    rewrite(paths, str::to_owned, |text| with_name(text, account, to))
}

/// Replaces config.toml with what `change` makes of it; writes nothing when that is `None`. `not` makes the beginning
/// of an error sentence from the file's name.
fn rewrite(
    paths: &Paths,
    not: impl Fn(&str) -> String,
    change: impl Fn(&str) -> Result<Option<String>, String>,
) -> Result<(), String> {
    let path = paths.config_file();
    let file = path.display().to_string();
    let text = super::own_text(&path).map_err(|why| format!("{file} {why}"))?;
    let changed = change(text.as_deref().unwrap_or(super::DEFAULT)).map_err(|why| format!("{}: {why}", not(&file)))?;
    changed.map_or(Ok(()), |text| {
        write_private(&path, text.as_bytes()).map_err(|e| format!("{file} cannot be written: {}.", reason(&e)))
    })
}

fn document(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|_| "it is not valid TOML; see `parkade config check`.".to_owned())
}

/// `text` with the setting in it; `None` when nothing changes.
fn with_setting(text: &str, account: Option<&str>, key: &str, to: &Value) -> Result<Option<String>, String> {
    let mut document = document(text)?;
    let accounts = document.get_mut("accounts").and_then(Item::as_table_like_mut);
    let own = account.and_then(|name| accounts?.get_mut(name)).and_then(Item::as_table_like_mut);
    let own = own.and_then(|own| own.get_mut(key));
    let place = match own {
        Some(own) => Some(own),
        None => document.get_mut(key),
    };
    let Some(place) = place else {
        let line = format!("{key} = {}", to.to_string().trim());
        let commented = format!("# {key} = ");
        let mut lines: Vec<&str> = text.lines().collect();
        let top = lines.iter().position(|line| line.starts_with('[')).unwrap_or(lines.len());
        match lines[..top].iter().position(|line| line.starts_with(&commented)) {
            Some(at) => lines[at] = &line,
            None => lines.insert(0, &line),
        }
        return Ok(Some(lines.join("\n") + "\n"));
    };
    let is_so = (place.as_str(), place.as_bool()) == (to.as_str(), to.as_bool());
    if is_so && place.is_value() {
        return Ok(None);
    }
    let decor = place.as_value().map(|old| old.decor().clone());
    *place = value(to.clone());
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

/// `text` with the account renamed; `None` when there is no such account.
fn with_name(text: &str, account: &str, to: &str) -> Result<Option<String>, String> {
    let mut document = document(text)?;
    let accounts = document.get_mut("accounts").and_then(Item::as_table_like_mut);
    let Some(accounts) = accounts.filter(|accounts| accounts.contains_key(account)) else { return Ok(None) };
    // A table keeps its place in the file, with the comments over it.
    if let Some(table) = accounts.remove(account) {
        accounts.insert(to, table);
    }
    if document.get("default_account").and_then(Item::as_str) == Some(account) {
        document.insert("default_account", value(to));
    }
    Ok(Some(document.to_string()))
}

/// Appends a new account after the last comments (`toml_edit` alone would put it before them).
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
