//! Types of the messages that other threads send to the loop.

use std::any::Any;
use std::path::PathBuf;

use crate::api::types::Inquiry;
use crate::app::{Account, Launch};
use crate::base::Id;

/// Result of saving: the file and its size in bytes, or why there is none.
pub type Saved = Result<(PathBuf, u64), String>;

/// Thing that a helper program was asked to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Web address.
    Page(String),
    /// Reply to an inquiry, as a message in a file.
    Mail(Id<Inquiry>),
    /// File of a caught message, by its name, for the system's program for it.
    File(String),
    /// HTML of a caught message, for the browser.
    HtmlOfMail,
    /// News for the user's hook; `tried` is true if the user only tests the hook.
    Hook { tried: bool },
}

/// Account that can be opened at once: its address is known, its token was found, and its service runs.
pub struct OpenedAccount {
    pub launch: Launch,
    pub folder: String,
    pub account: Account,
    pub keep: Option<Box<dyn Any + Send>>,
}

impl std::fmt::Debug for OpenedAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenedAccount").field("account", &self.account).finish_non_exhaustive()
    }
}
