//! Editing a long text in the user's own editor.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Child, ExitStatus};

use super::{command, named};
use crate::app::config::{Words, split};
use crate::base::reason;

/// Program and arguments of the editor: the setting, then `$VISUAL`, then `$EDITOR`, then `vi`.
pub fn editor(setting: Option<&Words>, env: impl Fn(&str) -> Option<OsString>) -> Words {
    let from = |name: &str| {
        let text = env(name)?.into_string().ok()?;
        split(&text).filter(|words| words.first().is_some_and(|w| !w.is_empty())).map(Words)
    };
    setting
        .cloned()
        .or_else(|| from("VISUAL"))
        .or_else(|| from("EDITOR"))
        .unwrap_or_else(|| Words(vec!["vi".to_owned()]))
}

/// Starts the editor on a file, in this terminal, which the caller must have released. The loop keeps running; when
/// the child has ended, [`ended`] explains its exit status. The file must be readable by the user alone; it is not
/// removed here.
///
/// # Errors
/// A sentence when there is no such program.
pub fn start(file: &Path, editor: &Words) -> Result<Child, String> {
    command(&editor.0).arg(file).spawn().map_err(|e| {
        format!("The editor {} could not be started: {}. Set editor in config.toml.", named(&editor.0[0]), reason(&e))
    })
}

/// Checks how the editor ended.
///
/// # Errors
/// A sentence when it did not end well: the user gave up (`:cq`), or it crashed.
pub fn ended(editor: &Words, status: io::Result<ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("The editor {} ended with an error.", named(&editor.0[0]))),
        Err(e) => Err(format!("The editor {} cannot be waited for: {}.", named(&editor.0[0]), reason(&e))),
    }
}
