//! A long text in the user's own editor.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use super::command;
use crate::app::config::{Words, split};
use crate::app::paths::{make_private_dir, write_private};

/// More than anybody writes; an editor that leaves more has opened something else.
const LARGEST: u64 = 4 * 1024 * 1024;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edited {
    /// Saved with another text.
    Changed(String),
    /// Left without a change.
    Same,
}

/// The editor's words: the setting, then `$VISUAL`, then `$EDITOR`, then `vi`.
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

/// Lets the user edit `text` and waits. To be called within `Terminal::leave_for`. The text lies in a private folder
/// below `folder` that is removed afterwards, with whatever the editor left beside it. `name` is the file's name, whose
/// ending tells the editor what it is.
///
/// # Errors
/// A sentence; the text is as it was then.
pub fn edit(text: &str, name: &'static str, editor: &Words, folder: &Path) -> Result<Edited, String> {
    let program = crate::base::clean_line(&editor.0[0]).into_owned();
    let cannot = |e: io::Error| format!("The text could not be given to the editor: {e}.");
    make_private_dir(folder).map_err(cannot)?;
    let mut own = tempfile::Builder::new();
    #[cfg(unix)]
    own.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let own = own.prefix("edit-").tempdir_in(folder).map_err(cannot)?;
    let file = own.path().join(name);
    write_private(&file, text.as_bytes()).map_err(cannot)?;
    let status = command(&editor.0)
        .arg(&file)
        .status()
        .map_err(|e| format!("The editor {program} could not be started: {e}. Set editor in config.toml."))?;
    if !status.success() {
        return Err(format!("The editor {program} ended with an error; the text is as it was."));
    }
    let cannot = |e: io::Error| format!("What the editor wrote could not be read: {e}; the text is as it was.");
    if fs::metadata(&file).map_err(cannot)?.len() > LARGEST {
        return Err("What the editor wrote is larger than 4 MB; the text is as it was.".to_owned());
    }
    let edited = fs::read_to_string(&file).map_err(cannot)?;
    // Editors end the last line; that alone is no change.
    Ok(if edited.trim_end_matches('\n') == text.trim_end_matches('\n') {
        Edited::Same
    } else {
        Edited::Changed(edited)
    })
}
