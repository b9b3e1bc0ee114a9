//! The verbs of the profile, beside those of its fields.

use crate::api::profile;
use crate::store::intent::SaveProfile;
use crate::ui::{Command, Info, Level, When, World};

use super::screen::Profile;

fn has_changes(screen: &Profile, _: &World<'_>) -> When {
    match screen.staged.why_not() {
        None => When::On,
        Some(why) => When::Off(why),
    }
}

/// The verbs.
pub const COMMANDS: &[Command<Profile>] = &[
    Info::new("profile.save", "Review the changes and save them")
        .aliases(&["write"])
        .footer(2, &["ctrl-s"], "save")
        .calls::<profile::Save>(Level::Ask)
        .run_if(has_changes, |screen, _, cx| screen.staged.review(|edits| SaveProfile { edits }.into(), cx)),
    Info::new("profile.discard", "Discard unsaved changes")
        .aliases(&["discard"])
        .keys(&["ctrl-x"])
        .run_if(has_changes, |screen, args, cx| screen.staged.ask_discard("profile.discard", args, cx)),
];
