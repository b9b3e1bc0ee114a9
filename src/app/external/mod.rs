//! Other programs: the editor, the browser, the clipboard. The only module besides `secrets` that starts any.
//!
//! Nothing is run through a shell, no text of a stranger becomes an option, and no child sees a token.
//! Look first at [`start`], [`open_url`], [`open_mail`] and [`copy`].

mod clipboard;
mod editor;
#[cfg(test)]
mod tests;

use std::process::{Command, Stdio};

use url::Url;

pub use clipboard::{Copied, copy};
pub use editor::{editor, ended, start};

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
    hand_over(url.as_str()).map_err(|why| format!("The browser could not be started: {why}."))
}

/// Opens a `mailto:` link in the mail program and does not wait for it. Only for links the program made itself, from a
/// reply the user has seen and chosen to send: nothing a stranger wrote is ever opened so.
///
/// # Errors
/// A sentence when no program could be started.
pub fn open_mail(link: &str) -> Result<(), String> {
    if !link.starts_with("mailto:") {
        return Err("Only mail links are opened in the mail program.".to_owned());
    }
    hand_over(link).map_err(|why| format!("The mail program could not be started: {why}."))
}

/// Gives an address to whatever the system opens such addresses with.
fn hand_over(address: &str) -> Result<(), String> {
    let mut last = "no program for such addresses was found".to_owned();
    for mut command in open::commands(address) {
        hide_secrets(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // A group of its own: closing our terminal must not close the program.
            command.process_group(0);
        }
        match command.spawn() {
            Ok(mut child) => {
                // Somebody has to take note of its end.
                let _ = std::thread::Builder::new().name("opened".into()).spawn(move || child.wait());
                return Ok(());
            }
            Err(e) => last = e.to_string(),
        }
    }
    Err(last)
}
