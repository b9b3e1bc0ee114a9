//! Contents of messages to the loop, made by other threads.

use std::any::Any;
use std::path::PathBuf;

use crate::api::types::Inquiry;
use crate::app::{Account, Launch};
use crate::base::Id;

/// Result of saving: the file and its bytes, or the reason there is none.
pub type Saved = Result<(PathBuf, u64), String>;

/// Things that are given to a helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A web address.
    Page(String),
    /// The reply to an inquiry, as a message in a file.
    Mail(Id<Inquiry>),
    /// A file of a caught message, by its name, to the program the system has for it.
    File(String),
    /// The HTML of a caught message, to the browser.
    HtmlOfMail,
    /// News for the user's hook; `tried` where the user only tries the hook.
    Hook { tried: bool },
}

/// An account that can be opened at once: its address is known, its token was found, its service runs.
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
