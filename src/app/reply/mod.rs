//! Replies to inquiries: templates, the mail that is edited, drafts on disk, and the session that leads through them.
//!
//! Nothing here sends mail. A buyer's words only fill the variables of a template; they never choose an address, a
//! header or a program. Look first at `session.rs`, then at `mail.rs` and `template.rs`.

mod drafts;
mod mail;
mod menus;
mod session;
mod template;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub use drafts::Drafts;
pub use session::{Next, ReplySession};
pub use template::Template;

use super::config::Config;
use super::paths::{Paths, write_private};
use crate::base::{Links, reason, text_plain};
use crate::ui::ReplyValue;

/// Size of the largest template read, in bytes; a larger file is not a template.
const LARGEST: u64 = 64 * 1024;

/// Templates that come with the program. `parkade config init` writes them; they are used while the user has no
/// templates folder.
const BROUGHT: &[(&str, &str)] = &[
    ("accept.txt", include_str!("../../../assets/templates/accept.txt")),
    ("answer.txt", include_str!("../../../assets/templates/answer.txt")),
    ("counter-offer.txt", include_str!("../../../assets/templates/counter-offer.txt")),
    ("decline.txt", include_str!("../../../assets/templates/decline.txt")),
    ("goodbye.txt", include_str!("../../../assets/templates/goodbye.txt")),
    ("price.txt", include_str!("../../../assets/templates/price.txt")),
];

/// Templates by name: the user's own, else those that come with the program. A sentence is returned for each file that
/// cannot be read.
pub fn templates(paths: &Paths) -> (Vec<Template>, Vec<String>) {
    let folder = paths.templates();
    let names = match files(&folder) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (brought(&folder), Vec::new()),
        Err(error) => {
            return (brought(&folder), vec![format!("{} cannot be read: {}.", folder.display(), reason(&error))]);
        }
    };
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for file in names {
        match read(&file) {
            Ok(text) => found.push(Template::new(&file, &text)),
            Err(error) => problems.push(format!("{} cannot be read: {}.", file.display(), reason(&error))),
        }
    }
    if found.is_empty() && problems.is_empty() {
        found = brought(&folder);
    }
    (found, problems)
}

fn brought(folder: &Path) -> Vec<Template> {
    BROUGHT.iter().map(|(name, text)| Template::new(&folder.join(name), text)).collect()
}

/// Fills in the seller's name and signature from the configuration. Without a configured signature, `Best regards,`
/// and the name are used.
pub fn sign(values: &mut [ReplyValue], config: &Config) {
    let signature = match (&config.signature, &config.my_name) {
        (Some(signature), _) => Some(signature.clone()),
        (None, Some(name)) => Some(format!("Best regards,\n{name}")),
        (None, None) => None,
    };
    for value in values {
        let text = match value.name {
            "my_name" => config.my_name.clone(),
            "signature" => signature.clone(),
            _ => continue,
        };
        value.text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    }
}

/// The files of the folder that are templates, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.extension() == Some(OsStr::new("txt")) && !hidden && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> io::Result<String> {
    text_plain(file, LARGEST, Links::Follow)
}

/// Writes the program's templates unless a templates folder exists; returns the folder if it was made.
///
/// # Errors
/// Errors of the file system.
pub fn write_templates(paths: &Paths) -> io::Result<Option<PathBuf>> {
    let folder = paths.templates();
    if folder.exists() {
        return Ok(None);
    }
    for (name, text) in BROUGHT {
        write_private(&folder.join(name), text.as_bytes())?;
    }
    Ok(Some(folder))
}
