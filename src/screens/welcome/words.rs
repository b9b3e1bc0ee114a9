//! The sentences of the first run.

use crate::ui::Keep;

/// What each kind of token holds; the README says the same.
pub const RECIPES: [(&str, &str); 4] = [
    ("Look only", "every list, view, history, status and schema"),
    ("Triage", "look only + inquiries.read … .unreachable, account.senders.*"),
    ("Pricing", "look only + domains.settings.*, exports.*, imports.*"),
    ("Full", "every ability"),
];

/// A place, as the choice says it.
pub fn place(keep: Keep) -> &'static str {
    match keep {
        Keep::Keyring => "the system's keyring",
        Keep::File => "a file only you can read",
        Keep::ThisRun => "nowhere: ask again next time",
    }
}

/// Where the token is now.
pub fn is_kept(keep: Keep, file: &str) -> String {
    match keep {
        Keep::ThisRun => "It is not kept and gone when the program ends.".to_owned(),
        keep => will_be_kept(keep, file).replace("The token will be kept", "It is kept"),
    }
}

/// Where exactly the token will be, said before it is kept.
pub fn will_be_kept(keep: Keep, file: &str) -> String {
    match keep {
        Keep::Keyring => "The token will be kept in the system's keyring.".to_owned(),
        Keep::File if file.is_empty() => {
            "The token will be kept in a file only you can read; parkade paths shows where.".to_owned()
        }
        Keep::File => format!("The token will be kept in {}, a file only you can read.", crate::base::clean_line(file)),
        Keep::ThisRun => "The token will not be kept; it is gone when the program ends.".to_owned(),
    }
}
