//! Other programs: the editor, the browser, the clipboard. The only module besides `secrets` that starts any.
//!
//! Nothing is run through a shell, no text of a stranger becomes an option, and no child sees a token.
//! Look first at the three functions of the same names.

mod clipboard;
mod editor;
#[cfg(test)]
mod tests;

use std::process::{Command, Stdio};

use url::Url;

pub use clipboard::{Copied, copy};
pub use editor::{Edited, edit, editor};

use super::secrets::HIDDEN_FROM_CHILDREN;

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    hide_secrets(&mut command);
    command
}

fn hide_secrets(command: &mut Command) {
    for name in HIDDEN_FROM_CHILDREN {
        command.env_remove(name);
    }
}

/// An address the browser may get: http or https, and written anew from its parts.
///
/// # Errors
/// A sentence when it is something else.
pub fn web_address(text: &str) -> Result<Url, String> {
    match Url::parse(text.trim()) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        _ => Err("Only web addresses (http, https) are opened.".to_owned()),
    }
}

/// Opens a web address in the browser and does not wait for it.
///
/// # Errors
/// A sentence when it is no web address or no browser could be started.
pub fn open_url(text: &str) -> Result<(), String> {
    let url = web_address(text)?;
    let mut last = "no program for web addresses was found".to_owned();
    for mut command in open::commands(url.as_str()) {
        hide_secrets(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // A group of its own: closing our terminal must not close the browser.
            command.process_group(0);
        }
        match command.spawn() {
            Ok(mut child) => {
                // Somebody has to take note of its end.
                let _ = std::thread::Builder::new().name("browser".into()).spawn(move || child.wait());
                return Ok(());
            }
            Err(e) => last = e.to_string(),
        }
    }
    Err(format!("The browser could not be started: {last}."))
}
