//! The sentences of the first run.

use crate::ui::Keep;

/// Suggested abilities for each kind of token; the README has the same.
pub const RECIPES: [(&str, &str); 4] = [
    ("Read-only look", "*.view, *.list, *.schema, *.history, domains.status, emails.search, emails.download"),
    ("Triage", "read-only look, and inquiries.*, account.senders.*"),
    ("Pricing", "read-only look, and *.settings.write, *.settings.restore, exports.*, imports.*"),
    ("Full", "the group full parking access"),
];

/// Words for a place in the choice.
pub fn place(keep: Keep) -> &'static str {
    match keep {
        Keep::Keyring => "the system's keyring",
        Keep::File => "a file only you can read",
        Keep::ThisRun => "nowhere: ask again next time",
    }
}

/// Checks that a text can be a token.
///
/// # Errors
/// A sentence when it cannot.
pub fn check_token(text: &str) -> Result<(), String> {
    let valid = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    let why = "Not a valid token: empty, or contains spaces or other invalid characters.";
    if valid { Ok(()) } else { Err(why.to_owned()) }
}

/// Sentence on where the token is kept now.
pub fn is_kept(keep: Keep, file: &str) -> String {
    match keep {
        Keep::ThisRun => "It is not saved and is gone when Parkade ends.".to_owned(),
        keep => will_be_kept(keep, file).replace("will be saved", "is saved"),
    }
}

/// Sentence on where the token will be kept, shown before it is saved.
pub fn will_be_kept(keep: Keep, file: &str) -> String {
    match keep {
        Keep::Keyring => "The token will be saved in the system's keyring.".to_owned(),
        Keep::File if file.is_empty() => {
            "The token will be saved in a file only you can read; `parkade paths` shows where.".to_owned()
        }
        Keep::File => {
            format!("The token will be saved in {}, a file only you can read.", crate::base::clean_line(file))
        }
        Keep::ThisRun => "The token will not be saved; it is gone when Parkade ends.".to_owned(),
    }
}
